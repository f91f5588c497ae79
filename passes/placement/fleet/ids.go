package fleet

import (
	"cmp"
	"maps"
	"slices"
)

// Number assigns a logical device id to each set that some device accepts. Sets of a class get one
// id each if there are enough devices. Otherwise they are packed into the devices by memory, and
// sets on one device share an id. If no packing is found, each set gets its own id, and
// [Fleet.Check] fails because there are more ids than devices.
//
// Glow compares the number of sets of all backends with the number of devices of one backend. So it
// puts several sets on one device while other devices are idle.
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

func (f *Fleet) onDevices(s *Set) bool { return len(f.Classes[s.Class].Devices) > 0 }

// pack distributes sets among the devices of a class so that they fit in the memory, and returns
// the sets of each device. If it finds no distribution, it returns each set by itself.
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

// packAscending fills one device after the other with the smallest remaining sets. With n devices
// for m sets, one device must hold at least m/n sets. packAscending gives up if the m/n smallest
// sets do not fit into a device, since no other m/n sets fit then.
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

// packDescending puts each set, largest first, into the first device with room.
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

// Used returns the number of distinct logical ids of sets.
func Used(sets []*Set) int { return len(ids(sets)) }

// ids returns the distinct logical ids of sets, ascending.
func ids(sets []*Set) (list []int64) {
	for _, s := range sets {
		list = append(list, s.Logical...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Saturate repeats the sets on unused devices, as often as whole copies of them fit into the given
// number of devices. Each copy has logical ids of its own, the smallest ids that are not used. If
// the sets are not all of one class, Saturate changes nothing.
func (f *Fleet) Saturate(sets []*Set, devices int) {
	class := sets[0].Class
	if slices.ContainsFunc(sets, func(s *Set) bool { return s.Class != class }) {
		return
	}
	own := ids(sets)
	if len(own) == 0 || devices/len(own) < 2 {
		return
	}
	copies, next := devices/len(own), int64(0)
	more := map[int64][]int64{} // the ids of the copies of each id
	for range copies - 1 {
		for _, id := range own {
			for ; slices.Contains(own, next); next++ {
			}
			more[id] = append(more[id], next)
			next++
		}
	}
	for _, s := range sets {
		all := slices.Clone(s.Logical)
		for _, id := range s.Logical {
			all = append(all, more[id]...)
		}
		slices.Sort(all)
		s.Logical, s.Instances = all, copies
	}
}
