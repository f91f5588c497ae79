package fleet

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Reads lists the options that [Fleet.Finish] follows, and more.
func Reads(more ...string) []string {
	return append([]string{"contexts", "replicas", "saturate-devices", "saturate-host"}, more...)
}

// Finish makes a partition of sets: it names them, gives them logical devices where they
// have none, repeats them where that is asked, checks them, and gives them physical
// devices. origin is the strategy's name.
func (f *Fleet) Finish(sets []*Set, o placement.Options, origin string) (*placement.Partition, error) {
	for i, s := range sets {
		if s.Name == "" {
			s.Name = fmt.Sprintf("part%d", i+1)
		}
		s.Memory.Contexts = o.Contexts
		if s.Replicas == 0 {
			s.Replicas = o.Replicas
		}
	}
	if !slices.ContainsFunc(sets, func(s *Set) bool { return len(s.Logical) > 0 }) {
		f.Number(sets)
	}
	if err := f.Check(sets); err != nil {
		return nil, err
	}
	if o.SaturateHost || o.SaturateDevices > 0 {
		if c := f.Classes[sets[0].Class]; o.SaturateDevices > len(c.Devices) {
			return nil, fmt.Errorf("saturate-devices is %d, but there are %d of backend '%s'; list more, or give at most %d", o.SaturateDevices, len(c.Devices), c.Backend, len(c.Devices))
		}
		f.Saturate(sets, o.SaturateDevices)
	}
	if err := f.Provision(sets); err != nil {
		return nil, err
	}
	return f.Partition(sets, origin), nil
}

// Partition is the normal form of sets, each on its first device.
func (f *Fleet) Partition(sets []*Set, origin string) *placement.Partition {
	of := make([]int32, f.G.Len())
	device := slices.Clone(f.G.Device)
	for i, s := range sets {
		for _, v := range s.Nodes {
			of[v] = int32(i)
			if len(s.Physical) > 0 {
				device[v] = s.Physical[0]
			}
		}
	}
	p := placement.NewPartition(f.G.On(device), of, origin)
	for i := range p.Clusters {
		s := sets[of[p.Clusters[i].Nodes[0]]]
		if f.onDevices(s) {
			p.Clusters[i].Part = &s.Part
		}
	}
	return p
}
