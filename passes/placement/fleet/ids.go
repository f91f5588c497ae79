package fleet

import (
	"cmp"
	"maps"
	"slices"
)

// Number gives each set of some without numbers the number of a logical device. Sets of
// a class get one each where its devices are enough; otherwise several share one, as few
// as fit. If they can not be packed, each gets its own, and there are more numbers than
// devices, which [Fleet.Check] reports.
//
// Glow compares the sets of all backends with the devices of one, and so stacks sets on
// one device while others idle.
func (f *Fleet) Number(sets []*Set) {
	classes := map[int][]*Set{}
	for _, s := range sets {
		if f.onDevices(s) {
			classes[s.Class] = append(classes[s.Class], s)
		}
	}
	keys := slices.SortedFunc(maps.Keys(classes), func(a, b int) int {
		return cmp.Or(cmp.Compare(f.Classes[a].Backend, f.Classes[b].Backend), cmp.Compare(a, b))
	})
	next := int64(0)
	for _, k := range keys {
		bins := f.pack(classes[k], f.Classes[k])
		for _, bin := range bins {
			for _, s := range bin {
				s.Logical = []int64{next}
			}
			next++
		}
	}
}

// onDevices reports whether devices run a set: all but what no device takes.
func (f *Fleet) onDevices(s *Set) bool { return len(f.Classes[s.Class].Devices) > 0 }

// pack divides sets among as many devices as there are, by what they hold.
func (f *Fleet) pack(sets []*Set, c Class) [][]*Set {
	each := make([][]*Set, len(sets))
	for i, s := range sets {
		each[i] = []*Set{s}
	}
	if len(sets) <= len(c.Devices) {
		return each
	}
	if bins := packAscending(sets, len(c.Devices), c.Memory); bins != nil {
		return bins
	}
	if bins := packDescending(sets, len(c.Devices), c.Memory); bins != nil {
		return bins
	}
	return each
}

// packAscending fills one device after the other with the smallest sets that are left.
// With n devices for m sets, one of which must hold m/n or more, the smallest do best;
// if they do not fit, none do.
func packAscending(sets []*Set, n int, limit int64) (bins [][]*Set) {
	left := slices.Clone(sets)
	slices.SortStableFunc(left, func(a, b *Set) int { return cmp.Compare(a.Needs(), b.Needs()) })
	for len(left) > 0 {
		if n == 0 {
			return nil
		}
		k, sum := 0, int64(0)
		for k < len(left) && fits(sum+left[k].Needs(), limit) {
			sum += left[k].Needs()
			k++
		}
		if k < (len(left)+n-1)/n {
			return nil
		}
		bins = append(bins, left[:k])
		left, n = left[k:], n-1
	}
	return bins
}

// packDescending puts the largest set first into the first device that has room.
func packDescending(sets []*Set, n int, limit int64) [][]*Set {
	left := slices.Clone(sets)
	slices.SortStableFunc(left, func(a, b *Set) int { return cmp.Compare(b.Needs(), a.Needs()) })
	bins, sums := make([][]*Set, n), make([]int64, n)
	for _, s := range left {
		i := slices.IndexFunc(sums, func(sum int64) bool { return fits(sum+s.Needs(), limit) })
		if i < 0 {
			return nil
		}
		bins[i] = append(bins[i], s)
		sums[i] += s.Needs()
	}
	return slices.DeleteFunc(bins, func(b []*Set) bool { return len(b) == 0 })
}

// Used is how many numbers sets have.
func Used(sets []*Set) int {
	seen := map[int64]bool{}
	for _, s := range sets {
		for _, id := range s.Logical {
			seen[id] = true
		}
	}
	return len(seen)
}

// Saturate repeats the sets on devices that are left over, as often as whole copies fit
// into so many devices. Each copy has numbers of its own. Sets of several kinds of devices
// stay as they are.
func (f *Fleet) Saturate(sets []*Set, devices int) {
	class := sets[0].Class
	if slices.ContainsFunc(sets, func(s *Set) bool { return s.Class != class }) {
		return
	}
	n := int64(Used(sets))
	if n == 0 || int64(devices)/n < 2 {
		return
	}
	copies := int64(devices) / n
	for _, s := range sets {
		own := s.Logical
		s.Logical, s.Instances = slices.Clone(own), int(copies)
		for i := int64(1); i < copies; i++ {
			for _, id := range own {
				s.Logical = append(s.Logical, id+i*n)
			}
		}
		slices.Sort(s.Logical)
	}
}
