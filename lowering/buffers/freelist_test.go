package buffers

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFreeList compares a freeList with a plain list of the same blocks.
func TestFreeList(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		sizes := make([]int64, 1+rng.IntN([]int{1, 3, 64, 65, 4097, 10_000}[seed%6]))
		for i := range sizes {
			sizes[i] = int64(3 * i)
		}
		free, rows := newFreeList(sizes), make([]row, 300)
		size := make([]int64, len(rows))
		var list []int32 // free blocks, by size and then by when they were freed
		smaller := func(n int64) int {
			return len(slices.DeleteFunc(slices.Clone(list), func(id int32) bool { return size[id] >= n }))
		}
		for range 2000 {
			id, want := int32(rng.IntN(len(rows))), sizes[rng.IntN(len(sizes))]
			if at := slices.Index(list, id); at >= 0 {
				free.take(rows, id, size[id])
				list = slices.Delete(list, at, at+1)
			} else {
				size[id] = sizes[rng.IntN(len(sizes))]
				free.give(rows, id, size[id])
				list = slices.Insert(list, smaller(size[id]+1), id)
			}
			up, down := int32(none), int32(none)
			if at := smaller(want); at < len(list) {
				up = list[at]
			}
			if at := smaller(want); at > 0 {
				down = list[at-1]
			}
			if a, b := free.atLeast(want), free.below(want); a != up || b != down {
				t.Fatalf("seed %d, size %d: atLeast and below return blocks %d and %d, want %d and %d", seed, want, a, b, up, down)
			}
		}
	}
}
