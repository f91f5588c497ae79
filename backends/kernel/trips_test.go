package kernel

import (
	"math"
	"testing"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestTripsOf checks the number of iterations of loops, including loops whose bounds are more than
// 2⁶³ apart.
func TestTripsOf(t *testing.T) {
	for _, c := range []struct{ lo, hi, step, want int64 }{
		{0, 10, 3, 4}, {5, 5, 1, 0}, {7, 5, 1, 0},
		{math.MinInt64, math.MaxInt64, 1, math.MaxInt64},
		{math.MinInt64, math.MaxInt64, 1 << 62, 4},
	} {
		if got := tripsOf(c.lo, c.hi, c.step); got != c.want {
			t.Errorf("tripsOf(%d, %d, %d) is %d, expected %d", c.lo, c.hi, c.step, got, c.want)
		}
	}
}

// TestLoopFlops checks the work of a loop whose only iteration adds two scalars. The step of the
// loop is near 2⁶³.
func TestLoopFlops(t *testing.T) {
	body := &Block{Args: []ID{3}, Code: []*Instr{{Code: kernelop.AddF, Args: []ID{4, 4}, Results: []ID{4}}}}
	loop := &Instr{Code: kernelop.For, Args: []ID{0, 1, 2}, Blocks: [2]*Block{body}}
	index := Type{Kind: tensor.Index}
	k := &Kernel{Values: []Type{index, index, index, index, {Kind: tensor.F32}}}
	w := worker{k, map[ID]int64{0: 0, 1: 10, 2: math.MaxInt64}}
	if got := w.loop(loop); got != 1 {
		t.Errorf("got %v operations, expected 1", got)
	}
}
