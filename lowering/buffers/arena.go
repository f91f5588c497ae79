// Package buffers gives every tensor of a function a place: an argument, a
// constant, or an offset in one arena, planned from liveness.
package buffers

import (
	"cmp"
	"slices"
)

// Alignment is the alignment of every offset in the arena, in bytes.
const Alignment = 64

// Range is a buffer that must not share its bytes with another while both live:
// Size bytes from step First to step Last, both included.
type Range struct {
	Size        int64
	First, Last int
}

func (r Range) meets(s Range) bool { return r.First <= s.Last && s.First <= r.Last }

// Arena places ranges at offsets, largest first, each at the lowest place that no
// other range of its time takes (greedy by size). It returns the offsets and the
// size of the whole; the same input gives the same plan.
func Arena(ranges []Range) (offsets []int64, size int64) {
	order := make([]int, len(ranges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(ranges[b].Size, ranges[a].Size), cmp.Compare(ranges[a].First, ranges[b].First))
	})
	offsets = make([]int64, len(ranges))
	var placed []int // by offset
	for _, i := range order {
		at := int64(0)
		for _, j := range placed {
			if !ranges[i].meets(ranges[j]) {
				continue
			}
			if offsets[j]-at >= ranges[i].Size {
				break
			}
			at = max(at, aligned(offsets[j]+ranges[j].Size))
		}
		offsets[i] = at
		size = max(size, aligned(at+ranges[i].Size))
		k, _ := slices.BinarySearchFunc(placed, at, func(j int, at int64) int { return cmp.Compare(offsets[j], at) })
		placed = slices.Insert(placed, k, i)
	}
	return offsets, size
}

func aligned(n int64) int64 { return (n + Alignment - 1) / Alignment * Alignment }
