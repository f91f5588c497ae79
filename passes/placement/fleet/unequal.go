package fleet

import (
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Divide cuts by memory and finishes the result. Where devices of a kind are not equal
// and what was cut for the largest does not fit all, it is cut again for the devices one
// after the other: the largest first, the smallest first, and in their own order.
//
// Glow takes all for the largest, and fails when the program is loaded.
func (f *Fleet) Divide(o placement.Options, origin string, log placement.Logger) (*placement.Partition, error) {
	p, err := f.divide(o, origin, nil, log)
	if err == nil || !slices.ContainsFunc(f.Classes, func(c Class) bool { return len(f.distinct(c)) > 1 }) {
		return p, err
	}
	for _, limits := range []func(Class) []int64{f.descending, f.ascending, f.memories} {
		if p, again := f.divide(o, origin, limits, nil); again == nil {
			return p, nil
		}
	}
	return nil, err
}

func (f *Fleet) divide(o placement.Options, origin string, limits func(Class) []int64, log placement.Logger) (*placement.Partition, error) {
	first, sets := f.Cut(o.Contexts, limits, log)
	p, err := f.Finish(sets, o, origin)
	if err == nil {
		p.Crossed = &placement.Crossed{FirstSets: len(first), First: Crossing(f.G, first), Bytes: Crossing(f.G, sets)}
	}
	return p, err
}

// memories are what the devices of a class hold, in their order.
func (f *Fleet) memories(c Class) []int64 {
	bytes := make([]int64, len(c.Devices))
	for i, d := range c.Devices {
		bytes[i] = f.Model.Specs[d].Memory
	}
	return bytes
}

func (f *Fleet) ascending(c Class) []int64 {
	bytes := f.memories(c)
	slices.Sort(bytes)
	return bytes
}

func (f *Fleet) descending(c Class) []int64 {
	bytes := f.ascending(c)
	slices.Reverse(bytes)
	return bytes
}

func (f *Fleet) distinct(c Class) []int64 { return slices.Compact(f.ascending(c)) }
