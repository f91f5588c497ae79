package fleet

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Reads lists the options that [Fleet.Finish] reads, followed by the given options.
func Reads(more ...string) []string {
	return append([]string{"contexts", "replicas", "saturate-devices", "saturate-host"}, more...)
}

// Finish builds a partition from sets. It names the sets without names and, if no set has logical
// ids, assigns them. Then it checks the sets, repeats them if an option requests that, and assigns
// physical devices. If Finish assigned the logical ids, sets on one physical device finally get the
// same id. origin is the strategy's name.
func (f *Fleet) Finish(sets []*Set, o placement.Options, origin string) (*placement.Partition, error) {
	for i, s := range sets {
		if s.Name == "" {
			s.Name = fmt.Sprintf("part%d", i+1)
		}
	}
	given := slices.ContainsFunc(sets, func(s *Set) bool { return len(s.Logical) > 0 })
	if !given {
		f.Number(sets)
	}
	if err := f.Check(sets); err != nil {
		return nil, err
	}
	if err := f.provide(sets, o, given); err != nil {
		return nil, err
	}
	if !given {
		renumber(sets)
	}
	return f.Partition(sets, origin), nil
}

// provide assigns physical devices to sets. SaturateDevices repeats the sets on the given number of
// devices. SaturateHost repeats them as often as possible: it tries fewer and fewer repetitions
// until all fit. If the user gave logical ids, or if sets are repeated, each logical id gets a
// device of its own.
func (f *Fleet) provide(sets []*Set, o placement.Options, given bool) error {
	first := slices.IndexFunc(sets, f.onDevices)
	if first < 0 || !o.SaturateHost && o.SaturateDevices == 0 {
		return f.Provision(sets, given)
	}
	n, c := Used(sets), f.Classes[sets[first].Class]
	switch {
	case o.SaturateDevices > len(c.Devices):
		return c.TooFew(o.Called.Option("saturate-devices"), o.SaturateDevices)
	case o.SaturateDevices > 0 && o.SaturateDevices < n:
		return tooFewToFill(o, n)
	case o.SaturateDevices > 0:
		f.Saturate(sets, o.SaturateDevices)
		return f.Provision(sets, given || sets[0].Instances > 1)
	}
	once := make([][]int64, len(sets))
	for i, s := range sets {
		once[i] = s.Logical
	}
	for devices := len(c.Devices); ; devices -= n {
		f.Saturate(sets, devices)
		err := f.Provision(sets, given || sets[0].Instances > 1)
		if err == nil || devices < 2*n {
			return err
		}
		for i, s := range sets {
			s.Logical, s.Instances = once[i], 0
		}
	}
}

// tooFewToFill returns the error that an option requests fewer devices than the partitions need
// without repetition.
func tooFewToFill(o placement.Options, n int) error {
	return fmt.Errorf("%s is %d, but one copy of the partitions needs %d devices; set it to at least this number, or omit it", o.Called.Option("saturate-devices"), o.SaturateDevices, n)
}

// Partition returns the partition (see [placement.NewPartition]) whose clusters are the sets, each
// on the first of its physical devices.
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
