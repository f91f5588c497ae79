package buffers

import (
	"math/rand/v2"
	"testing"
)

// TestArena checks plans of random ranges: two ranges that live at the same step must not share a
// byte.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		ranges := make([]Range, 1+r.IntN(40))
		for i := range ranges {
			first := r.IntN(50)
			ranges[i] = Range{Size: int64(1 + r.IntN(1000)), Align: []int64{0, 1, 8, 256}[r.IntN(4)], First: first, Last: first + r.IntN(10)}
		}
		offsets, size := Arena(ranges)
		for i, a := range ranges {
			if offsets[i]%a.align() != 0 || offsets[i] < 0 || offsets[i]+a.Size > size {
				t.Fatalf("range %d of %d bytes has offset %d, which is misaligned or does not fit into the arena of %d bytes", i, a.Size, offsets[i], size)
			}
			for j, b := range ranges[:i] {
				live := a.First <= b.Last && b.First <= a.Last
				if live && offsets[i] < offsets[j]+b.Size && offsets[j] < offsets[i]+a.Size {
					t.Fatalf("ranges %d and %d overlap: %+v at %d, and %+v at %d", i, j, a, offsets[i], b, offsets[j])
				}
			}
		}
	}
}

func TestArenaReuses(t *testing.T) {
	_, size := Arena([]Range{{1000, 0, 0, 1}, {1000, 0, 1, 2}, {1000, 0, 2, 3}, {1000, 0, 3, 4}})
	if size != 2048 {
		t.Errorf("the arena for a chain of four buffers has %d bytes, expected the 2048 bytes of two buffers", size)
	}
}
