package emit_test

import (
	"context"
	"math"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// TestSampling checks Neighbors and Fractions as constants and, for more than 4096 samples, as
// results of operations.
func TestSampling(t *testing.T) {
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{1, 2, 4096, 4097, 10000} {
		for _, m := range []int64{1, 2, 5000, 20000} {
			for _, s := range []emit.Sampling{
				{Samples: n, Step: 2 * m, Offset: m - n, Divisor: 2 * n},
				{Samples: n, Step: m - 1, Divisor: max(n-1, 1)},
			} {
				b := ir.NewBuilder(reg)
				f := fn.New(b, "f", nil, nil)
				b.AtEnd(f.Entry())
				e := emit.Emitter{B: b}
				low, high := e.Neighbors(s, m)
				rest := e.Fractions(s, ir.F32())
				f.SetFunctionType(nil, fn.NewReturn(b, low, high, rest).Op.OperandTypes())
				got, err := interp.Run(context.Background(), f.Op, nil)
				if err != nil {
					t.Fatal(err)
				}
				for i := range n {
					numerator := i*s.Step + s.Offset
					floor := int64(math.Floor(float64(numerator) / float64(s.Divisor)))
					ceil := floor
					if floor*s.Divisor != numerator {
						ceil++
					}
					clamp := func(i int64) int64 { return min(max(i, 0), m-1) }
					want := float32(numerator-floor*s.Divisor) / float32(s.Divisor)
					if l, h, r := got[0].Int(int(i)), got[1].Int(int(i)), got[2].Float(int(i)); l != clamp(floor) || h != clamp(ceil) || math.Abs(r-float64(want)) > 1e-7 {
						t.Fatalf("sample %d of %+v is between %d and %d, with the fraction %v, want %d, %d and %v", i, s, l, h, r, clamp(floor), clamp(ceil), want)
					}
				}
			}
		}
	}
}
