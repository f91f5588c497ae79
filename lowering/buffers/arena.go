// Package buffers assigns memory to the tensors of a function. The memory of a tensor is an
// argument, an output, a constant, or a part of the arena of the function. The offsets in the arena
// are planned from liveness. The pass plan-pools plans the memory of graphs in the dialect nnvm.
package buffers

import (
	"cmp"
	"slices"
)

// Alignment is the alignment of offsets in the arena of a compiled function, in bytes.
const Alignment = 64

// Range is a buffer of Size bytes that lives from step First to step Last, both included. Its
// offset must be a multiple of Align. It must not share bytes with another buffer while both live.
type Range struct {
	Size        int64
	Align       int64 // 0 is [Alignment]
	First, Last int
}

func (r Range) align() int64 { return cmp.Or(r.Align, Alignment) }

func (r Range) meets(s Range) bool { return r.First <= s.Last && s.First <= r.Last }

// Arena places ranges at offsets, largest first (greedy by size). Each range gets the lowest offset
// at which it does not overlap an already placed range that lives at the same time. Arena returns
// the offsets and the size of the arena. For this size, the end of each range is rounded up to the
// alignment of the range. The same input gives the same plan.
func Arena(ranges []Range) (offsets []int64, size int64) {
	order := make([]int, len(ranges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(ranges[b].Size, ranges[a].Size), cmp.Compare(ranges[a].First, ranges[b].First))
	})
	offsets = make([]int64, len(ranges))
	var placed []int // indices of ranges, sorted by offset
	for _, i := range order {
		at := int64(0)
		for _, j := range placed {
			if !ranges[i].meets(ranges[j]) {
				continue
			}
			if offsets[j]-at >= ranges[i].Size {
				break
			}
			at = max(at, alignUp(offsets[j]+ranges[j].Size, ranges[i].align()))
		}
		offsets[i] = at
		size = max(size, alignUp(at+ranges[i].Size, ranges[i].align()))
		k, _ := slices.BinarySearchFunc(placed, at, func(j int, at int64) int { return cmp.Compare(offsets[j], at) })
		placed = slices.Insert(placed, k, i)
	}
	return offsets, size
}

func alignUp(n, align int64) int64 { return (n + align - 1) / align * align }
