package engines_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestTotalOrder sorts all bit patterns of the float types of at most 8 bits by TOTALORDER.
func TestTotalOrder(t *testing.T) {
	es, reg := engines(t), registry(t)
	for _, kind := range []tensor.Kind{
		tensor.F4E2M1FN, tensor.F6E2M3FN, tensor.F6E3M2FN, tensor.F8E3M4, tensor.F8E4M3, tensor.F8E4M3FN, tensor.F8E4M3FNUZ, tensor.F8E4M3B11FNUZ,
		tensor.F8E5M2, tensor.F8E5M2FNUZ, tensor.F8E8M0FNU,
	} {
		t.Run(kind.String(), func(t *testing.T) {
			p := compile(t, es, parse(t, reg, strings.ReplaceAll(`func.func @main(%a: tensor<256xKIND>) -> tensor<256xKIND> {
  %s = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<KIND>, %q: tensor<KIND>):
    %c = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<KIND>, tensor<KIND>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<256xKIND>) -> tensor<256xKIND>
  return %s : tensor<256xKIND>
}`, "KIND", kind.String())))
			in, sorted := tensor.New(kind, 256), make([]uint64, 256)
			for i, at := range rand.New(rand.NewPCG(1, 2)).Perm(256) {
				sorted[i] = uint64(i % (1 << kind.Bits()))
				in.SetBits(at, sorted[i])
			}
			slices.SortFunc(sorted, func(x, y uint64) int { return cmp.Compare(place(kind, x), place(kind, y)) })
			p.same(t, []*tensor.Tensor{in})
			out, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{in})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range sorted {
				if got := out[0].Bits(i); got != want {
					t.Fatalf("element %d is %#x, expected %#x", i, got, want)
				}
			}
		})
	}
}

// place returns a number by which bit patterns are in total order: the magnitude, negative if the
// sign bit is set. f8E8M0FNU has no sign bit.
func place(kind tensor.Kind, bits uint64) float64 {
	sign := uint64(1) << (kind.Bits() - 1)
	if kind == tensor.F8E8M0FNU || bits < sign {
		return float64(bits)
	}
	return -0.5 - float64(bits-sign)
}
