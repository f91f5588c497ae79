package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Divide divides the program into sets with [Fleet.Cut], and builds the partition with
// [Fleet.Finish]. If devices of a class differ and the cut for the largest device does not fit, it
// cuts again for the devices in several orders. The orders are: largest first, smallest first, as
// listed, and then permutations (see maxOrdered). If none of these fits, it tries divisions into
// consecutive parts with [Fleet.Consecutive].
//
// If an option requests more devices than there are, no other division is tried. If the option
// requests fewer devices than a fitting division needs, the error reports that.
//
// Glow tries only one cut and fails if this cut does not fit. It assumes that all devices are as
// large as the largest, so it may also fail when the program is loaded.
func (f *Fleet) Divide(o placement.Options, origin string, log placement.Logger) (*placement.Partition, error) {
	p, err := f.search(o, origin, log)
	if err == nil || o.SaturateDevices == 0 || !f.Has(o.SaturateDevices) {
		return p, err
	}
	once := o
	once.SaturateDevices, once.SaturateHost = 0, false
	if p, _ := f.search(once, origin, nil); p != nil && numbers(p) > o.SaturateDevices {
		return nil, tooFewToFill(o, numbers(p))
	}
	return nil, err
}

// numbers returns the number of logical devices of a partition.
func numbers(p *placement.Partition) int {
	seen := map[int64]bool{}
	for _, k := range p.Clusters {
		if k.Part != nil {
			for _, id := range k.Part.Logical {
				seen[id] = true
			}
		}
	}
	return len(seen)
}

// search tries the divisions that [Fleet.Divide] describes, in order.
func (f *Fleet) search(o placement.Options, origin string, log placement.Logger) (*placement.Partition, error) {
	p, err := f.divide(o, origin, nil, log)
	if err == nil {
		return p, nil
	}
	if !f.Has(o.SaturateDevices) {
		return nil, err
	}
	if p := f.inTurn(o, origin); p != nil {
		return p, nil
	}
	for _, sets := range f.Consecutive(Goal{}) {
		again, err := f.Finish(sets, o, origin)
		bytes := Crossing(f.G, sets)
		if err == nil && (p == nil || cmp.Or(cmp.Compare(len(sets), p.Crossed.FirstSets), cmp.Compare(bytes, p.Crossed.Bytes)) < 0) {
			p = again
			p.Crossed = &placement.Crossed{FirstSets: len(sets), First: bytes, Bytes: bytes}
		}
	}
	if p != nil {
		return p, nil
	}
	return nil, f.tried(err)
}

// Large returns an error if a single operation is too large for every device that accepts this
// operation.
func (f *Fleet) Large() error {
	for _, v := range f.Order {
		c := f.Classes[f.Of[v]]
		if s := f.Set(f.Of[v], []int32{v}); f.onDevices(s) && !fits(s.Needs(), c.Memory) {
			return &placement.NodeError{
				Node:    v,
				Message: fmt.Sprintf("needs %d bytes by itself, but a device of backend '%s' has %d%s", s.Needs(), c.Backend, c.Memory, s.Copies()),
				Help:    "give the devices more memory" + f.lighter(s),
			}
		}
	}
	return nil
}

// tried adds to the help of err that other divisions were tried. If a single operation is too
// large, the help stays as it is.
func (f *Fleet) tried(err error) error {
	var at *placement.NodeError
	if len(f.Model.Specs) == 1 || len(f.Order) == 1 || !errors.As(err, &at) || at.Help == "" {
		return err
	}
	if class := f.Of[at.Node]; fits(f.Set(class, []int32{at.Node}).Needs(), f.Classes[class].Memory) {
		at.Help = "no division into consecutive parts was found to fit either, in any order of the operations that was tried (the order by level or in turns, the order of the program, and depth-first order): " +
			at.Help + ", or use strategy user and list the operations of each partition"
	}
	return err
}

// inTurn tries cuts for unequal devices in several orders. It returns nil if none fits.
func (f *Fleet) inTurn(o placement.Options, origin string) *placement.Partition {
	if !slices.ContainsFunc(f.Classes, func(c Class) bool { return len(f.distinct(c)) > 1 }) {
		return nil
	}
	for _, limits := range []func(Class) []int64{f.descending, f.ascending, f.memories} {
		if p, err := f.divide(o, origin, limits, nil); err == nil {
			return p
		}
	}
	for n := range f.orders() {
		limits := func(c Class) []int64 { return permuted(f.memories(c), n) }
		if p, err := f.divide(o, origin, limits, nil); err == nil {
			return p
		}
	}
	return nil
}

// The permutations of the devices are tried for classes of up to maxOrdered devices. All tries
// together visit at most maxCut operations.
const (
	maxOrdered = 5
	maxCut     = 1 << 20
)

// orders returns the number of device orders to try.
func (f *Fleet) orders() int {
	most := 1
	for _, c := range f.Classes {
		if len(c.Devices) <= maxOrdered {
			most = max(most, factorial(len(c.Devices)))
		}
	}
	return min(most, maxCut/max(1, len(f.Order)))
}

func factorial(n int) int {
	product := 1
	for i := 2; i <= n; i++ {
		product *= i
	}
	return product
}

// permuted returns the nth permutation of a list in lexicographic order; n wraps around. It returns
// a list of more than maxOrdered entries unchanged.
func permuted(list []int64, n int) (out []int64) {
	if len(list) > maxOrdered {
		return list
	}
	for left := slices.Clone(list); len(left) > 0; {
		n %= factorial(len(left))
		i := n / factorial(len(left)-1)
		out = append(out, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return out
}

// divide forms sets with Cut, joins sets of one backend that are of different classes, and builds
// the partition with Finish. If the joined sets do not fit, it builds the partition from the sets
// before the joins.
func (f *Fleet) divide(o placement.Options, origin string, limits func(Class) []int64, log placement.Logger) (*placement.Partition, error) {
	first, sets := f.Cut(limits, log)
	before := len(sets)
	joined := f.join(sets)
	p, err := f.Finish(joined, o, origin)
	if err != nil && len(joined) < before {
		joined = sets
		p, err = f.Finish(joined, o, origin)
	}
	if err == nil {
		p.Crossed = &placement.Crossed{FirstSets: len(first), First: Crossing(f.G, first), Bytes: Crossing(f.G, joined)}
	}
	return p, err
}

// memories returns the memory of each device of a class, in the order of the devices.
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
