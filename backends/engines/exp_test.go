package engines_test

import (
	"math"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestExponentials checks that exponentials of f32 have equal bits on every engine. Some engines
// use special instructions. The operands include numbers of all exponents, infinities, NaNs with
// payloads, and numbers whose exponential is subnormal, overflows or underflows.
func TestExponentials(t *testing.T) {
	const n = 1 << 16
	x := tensor.New(tensor.F32, n)
	for i := range n / 2 {
		x.SetBits(i, uint64(i*0x20003))
	}
	for i := range n / 4 {
		x.SetFloat(n/2+i, -104.5+float64(i)*20/(n/4))
		x.SetFloat(n*3/4+i, 70+float64(i)*20/(n/4))
	}
	x.SetFloat(1, math.Inf(1))
	x.SetFloat(2, math.Inf(-1))
	const bytes = "tensor<65536xf32>"
	compile(t, engines(t), parse(t, registry(t), program("%x: "+bytes, "  %e = stablehlo.exponential %x : "+bytes+"\n  %l = stablehlo.logistic %x : "+bytes+"\n",
		"%e, %l", bytes+", "+bytes))).same(t, []*tensor.Tensor{x})
}
