package fleet

import (
	"fmt"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Check fails if a set does not fit a device of its class, if no device accepts all sets of a
// logical id (see [placement.Part]), or if a class has more logical ids than devices. It also fails
// if the sets of a logical id read more values from other sets than a device accepts. This count
// includes values from other sets with the same id.
func (f *Fleet) Check(sets []*Set) error {
	for _, s := range sets {
		if c := f.Classes[s.Class]; f.onDevices(s) && !fits(s.Needs(), c.Memory) {
			return &placement.NodeError{
				Node:    s.Nodes[0],
				Message: fmt.Sprintf("partition %s needs %d bytes, but a device of backend '%s' has %d%s", s.Name, s.Needs(), c.Backend, c.Memory, s.Copies()),
				Help:    "give the devices more memory" + f.lighter(s),
			}
		}
	}
	if err := f.checkShared(sets); err != nil {
		return err
	}
	if err := f.checkCount(sets); err != nil {
		return err
	}
	return f.checkPeers(sets)
}

// Copies says how many copies of a set, and of its inputs and outputs, there are, as the end of a
// sentence; "" if there is one of each.
func (s *Set) Copies() (text string) {
	if s.Replicas > 1 {
		text = fmt.Sprintf("; there are %d copies of it, each with %d bytes", s.Replicas, s.Memory.Reserved())
	}
	if s.Memory.Contexts > 1 {
		text += fmt.Sprintf("; there are %d copies of inputs and outputs, for %d contexts, each with %d bytes", s.Memory.Contexts, s.Memory.Contexts, s.Memory.In+s.Memory.Out)
	}
	return text
}

// lighter returns the advice to reduce copies, or "" if not even one copy of the set fits a device.
func (f *Fleet) lighter(s *Set) string {
	once := s.Memory
	once.Contexts = 1
	if !fits(once.Reserved(), f.Classes[s.Class].Memory) {
		return ""
	}
	return fewer(s)
}

// fewer returns the advice to reduce the copies that sets have, as the end of a sentence; "" if
// each set has one copy.
func fewer(sets ...*Set) string {
	switch replicas, contexts := hasCopies(sets); {
	case replicas && contexts:
		return ", or ask for fewer replicas or contexts"
	case replicas:
		return ", or ask for fewer replicas"
	case contexts:
		return ", or ask for fewer contexts"
	}
	return ""
}

func hasCopies(sets []*Set) (replicas, contexts bool) {
	for _, s := range sets {
		replicas = replicas || s.Replicas > 1
		contexts = contexts || s.Memory.Contexts > 1
	}
	return replicas, contexts
}

// Fewer returns the advice to reduce the copies that options request, as the end of a sentence; ""
// if the options request one copy of each set.
func (f *Fleet) Fewer() string {
	asked := &Set{}
	asked.Replicas, asked.Memory.Contexts = f.options.Replicas, f.options.Contexts
	return fewer(asked)
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
			help := "list more devices, or give them more memory" + fewer(sets...)
			if c.Memory == 0 {
				help = "list more devices, or give equal logical ids to partitions that can share one"
			}
			run := ""
			if f.refuses(c) {
				run = " that can run their operations"
			}
			return &placement.NodeError{
				Node:    first(sets, i).Nodes[0],
				Message: fmt.Sprintf("the partitions need %d devices of backend '%s'%s, but the list has %d (%s)", need, c.Backend, run, len(c.Devices), f.names(c.Devices)),
				Help:    help,
			}
		}
	}
	return nil
}

// refuses reports whether a device of the class's backend is not in the class.
func (f *Fleet) refuses(c Class) bool {
	n := 0
	for i := range f.Model.Specs {
		if f.Model.Specs[i].Kind() == c.Backend {
			n++
		}
	}
	return n > len(c.Devices)
}

// first returns the first set of a class; nil if there is none.
func first(sets []*Set, class int) *Set {
	for _, s := range sets {
		if s.Class == class {
			return s
		}
	}
	return nil
}

// checkShared fails if no device accepts all sets with the same logical id.
func (f *Fleet) checkShared(sets []*Set) error {
	earlier, devices := map[int64][]*Set{}, map[int64][]int32{}
	for _, s := range sets {
		own := f.Classes[s.Class].Devices
		for _, id := range s.Logical {
			if len(earlier[id]) == 0 {
				devices[id] = own
			}
			left := common(devices[id], own)
			if len(left) == 0 {
				return f.notShared(id, s, earlier[id], devices[id])
			}
			earlier[id], devices[id] = append(earlier[id], s), left
		}
	}
	return nil
}

// notShared returns the error that no device accepts set s and all earlier sets of a logical id.
// The parameter devices lists the devices that accept all earlier sets.
func (f *Fleet) notShared(id int64, s *Set, earlier []*Set, devices []int32) error {
	own := f.Classes[s.Class].Devices
	e := &placement.NodeError{
		Node: s.Nodes[0],
		Message: fmt.Sprintf("no device accepts all partitions of logical device %d: those before %s need one of %s, and %s needs one of %s",
			id, s.Name, f.names(devices), s.Name, f.names(own)),
		Help: "give them different logical ids",
	}
	for _, o := range earlier {
		if theirs := f.Classes[o.Class].Devices; len(common(theirs, own)) == 0 {
			e.Message = fmt.Sprintf("partitions %s and %s share logical device %d, but no device accepts both: %s is for backend '%s' (%s), %s for '%s' (%s)",
				o.Name, s.Name, id, o.Name, o.Backend, f.names(theirs), s.Name, s.Backend, f.names(own))
			break
		}
	}
	return e
}

// checkPeers checks, for each logical id, how many values its sets read from other sets. The limit
// is the largest limit of a device of the set's class; [Fleet.Provision] checks the limits of the
// chosen devices.
//
// Glow counts these values only for programs that were divided beforehand.
func (f *Fleet) checkPeers(sets []*Set) error {
	sum := map[int64]int64{}
	for _, s := range sets {
		limit := f.peers(f.Classes[s.Class])
		for _, id := range s.Logical {
			sum[id] += values(s)
			if limit > 0 && sum[id] > limit {
				return &placement.NodeError{
					Node:    s.Nodes[0],
					Message: fmt.Sprintf("logical device %d reads %d values from other partitions, but a device of backend '%s' accepts %d", id, sum[id], s.Backend, limit),
					Help:    "raise the number 'peers' in the descriptions of the devices, or set it to 0 for no limit",
				}
			}
		}
	}
	return nil
}

// values returns the number of values that a set reads from other sets.
func values(s *Set) int64 { return int64(s.Memory.Peers) * int64(max(1, s.Memory.Contexts)) }

// peers returns the largest number of values that a device of a class accepts; 0 means no
// limit.
func (f *Fleet) peers(c Class) (limit int64) {
	for _, d := range c.Devices {
		n := f.Model.Specs[d].Peers
		if n == 0 {
			return 0
		}
		limit = max(limit, n)
	}
	return limit
}
