package fleet

import (
	"fmt"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Check fails if a set does not fit a device of its kind, if sets need more devices than
// there are, or if a device gets more values from others than it takes. A device holds
// what each of its numbers stands for.
func (f *Fleet) Check(sets []*Set) error {
	for _, s := range sets {
		if c := f.Classes[s.Class]; f.onDevices(s) && !fits(s.Memory.Reserved(), c.Memory) {
			return &placement.NodeError{
				Node:    s.Nodes[0],
				Message: fmt.Sprintf("partition %s needs %d bytes, but a device of backend '%s' has %d", s.Name, s.Memory.Reserved(), c.Backend, c.Memory),
				Help:    "give the devices more memory",
			}
		}
	}
	if err := f.checkCount(sets); err != nil {
		return err
	}
	return f.checkPeers(sets)
}

func (f *Fleet) checkCount(sets []*Set) error {
	have := map[int]map[int64]bool{}
	for _, s := range sets {
		if !f.onDevices(s) {
			continue
		}
		if have[s.Class] == nil {
			have[s.Class] = map[int64]bool{}
		}
		for _, id := range s.Logical {
			have[s.Class][id] = true
		}
	}
	for i, c := range f.Classes {
		if need := len(have[i]); need > len(c.Devices) {
			return &placement.NodeError{
				Node:    first(sets, i).Nodes[0],
				Message: fmt.Sprintf("the partitions need %d devices of backend '%s', but there are %d (%s)", need, c.Backend, len(c.Devices), f.names(c.Devices)),
				Help:    "list more devices, or give them more memory",
			}
		}
	}
	return nil
}

func first(sets []*Set, class int) *Set {
	for _, s := range sets {
		if s.Class == class {
			return s
		}
	}
	return nil
}

// checkPeers adds up, for each number, the values that come from other nodes. The limit
// is the smallest of the devices.
//
// Glow counts these only where a program was divided beforehand.
func (f *Fleet) checkPeers(sets []*Set) error {
	sum := map[logical]int64{}
	for _, s := range sets {
		limit := f.peers(f.Classes[s.Class])
		for _, id := range s.Logical {
			key := logical{s.Class, id}
			sum[key] += int64(s.Memory.Peers) * int64(max(1, s.Memory.Contexts))
			if limit > 0 && sum[key] > limit {
				return &placement.NodeError{
					Node:    s.Nodes[0],
					Message: fmt.Sprintf("logical device %d takes %d values from other partitions, but a device of backend '%s' takes %d", id, sum[key], s.Backend, limit),
					Help:    "raise the devices' peers; 0 is no limit",
				}
			}
		}
	}
	return nil
}

func (f *Fleet) peers(c Class) (limit int64) {
	for _, d := range c.Devices {
		if n := f.Model.Specs[d].Peers; n > 0 && (limit == 0 || n < limit) {
			limit = n
		}
	}
	return limit
}
