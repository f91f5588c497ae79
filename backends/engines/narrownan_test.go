package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestNarrowNaN checks all NaNs of each 8-bit float type on all engines. Operations that compute
// must return the canonical NaN. Operations that move data must keep the bits.
func TestNarrowNaN(t *testing.T) {
	es, reg := engines(t), registry(t)
	for _, test := range []struct {
		kind tensor.Kind
		nan  uint64
	}{
		{tensor.F8E3M4, 0x78}, {tensor.F8E4M3, 0x7c}, {tensor.F8E4M3FN, 0x7f}, {tensor.F8E4M3FNUZ, 0x80}, {tensor.F8E4M3B11FNUZ, 0x80},
		{tensor.F8E5M2, 0x7e}, {tensor.F8E5M2FNUZ, 0x80}, {tensor.F8E8M0FNU, 0xff},
	} {
		t.Run(test.kind.String(), func(t *testing.T) {
			text := strings.ReplaceAll(`func.func @main(%b: tensor<256xi8>) -> (tensor<256xi8>, tensor<256xi8>, tensor<256xi8>, tensor<256xi8>, tensor<256xi32>) {
  %a = stablehlo.bitcast_convert %b : (tensor<256xi8>) -> tensor<256xKIND>
  %r = stablehlo.reverse %a, dims = [0] : tensor<256xKIND>
  %sum = stablehlo.add %a, %a : tensor<256xKIND>
  %wide = stablehlo.convert %a : (tensor<256xKIND>) -> tensor<256xf32>
  %back = stablehlo.convert %wide : (tensor<256xf32>) -> tensor<256xKIND>
  %same = stablehlo.convert %a : tensor<256xKIND>
  %0 = stablehlo.bitcast_convert %r : (tensor<256xKIND>) -> tensor<256xi8>
  %1 = stablehlo.bitcast_convert %sum : (tensor<256xKIND>) -> tensor<256xi8>
  %2 = stablehlo.bitcast_convert %back : (tensor<256xKIND>) -> tensor<256xi8>
  %3 = stablehlo.bitcast_convert %same : (tensor<256xKIND>) -> tensor<256xi8>
  %4 = stablehlo.bitcast_convert %wide : (tensor<256xf32>) -> tensor<256xi32>
  return %0, %1, %2, %3, %4 : tensor<256xi8>, tensor<256xi8>, tensor<256xi8>, tensor<256xi8>, tensor<256xi32>
}`, "KIND", test.kind.String())
			in, element := tensor.New(tensor.I8, 256), tensor.New(test.kind, 1)
			for i := range 256 {
				in.SetBits(i, uint64(i))
			}
			p := compile(t, es, parse(t, reg, text))
			p.same(t, []*tensor.Tensor{in})
			out, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{in})
			if err != nil {
				t.Fatal(err)
			}
			nans := 0
			for i := range 256 {
				if got := out[0].Bits(255 - i); got != uint64(i) {
					t.Errorf("%#x was moved to %#x", i, got)
				}
				if element.SetBits(0, uint64(i)); element.Float(0) == element.Float(0) {
					continue
				}
				nans++
				got := fmt.Sprintf("%#x %#x %#x %#x", out[1].Bits(i), out[2].Bits(i), out[3].Bits(i), out[4].Bits(i))
				if want := fmt.Sprintf("%#x %#[1]x %#[1]x 0x7fc00000", test.nan); got != want {
					t.Errorf("the NaN %#x becomes %s, want %s", i, got, want)
				}
			}
			if nans == 0 {
				t.Error("no pattern is NaN")
			}
		})
	}
}
