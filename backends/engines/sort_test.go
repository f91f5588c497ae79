package engines_test

import (
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLargeSort sorts so many elements that the host calls the kernel of the merge sort in a loop.
// The second operand shows whether equal keys keep their order.
func TestLargeSort(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which takes minutes for so many comparisons")
	}
	reg, es := registry(t), engines(t)
	for _, test := range []struct {
		shape []int64
		dim   int
	}{
		{[]int64{70_001}, 0}, {[]int64{3, 40_000}, 1}, {[]int64{40_000, 3}, 0}, {[]int64{2, 500, 70}, 1},
	} {
		x, y := tensor.New(tensor.F32, test.shape...), tensor.New(tensor.I32, test.shape...)
		for i := range x.NumElements() {
			x.SetFloat(i, float64(i*7919%1009))
			y.SetInt(i, int64(i))
		}
		keys, numbers := typeOf(x), typeOf(y)
		body := fmt.Sprintf(`%%r, %%s = "stablehlo.sort"(%%x, %%y) ({
			^bb0(%%a: tensor<f32>, %%b: tensor<f32>, %%c: tensor<i32>, %%d: tensor<i32>):
			  %%p = stablehlo.compare LT, %%a, %%b : (tensor<f32>, tensor<f32>) -> tensor<i1>
			  stablehlo.return %%p : tensor<i1>
			}) {dimension = %d : i64, is_stable = true} : (%s, %s) -> (%[2]s, %s)`, test.dim, keys, numbers, numbers)
		p := compile(t, es, parse(t, reg, program("%x: "+keys+", %y: "+numbers, body, "%r, %s", keys+", "+numbers)))
		p.same(t, []*tensor.Tensor{x, y})
	}
}

func typeOf(x *tensor.Tensor) string {
	text := "tensor<"
	for _, n := range x.Shape {
		text += fmt.Sprint(n, "x")
	}
	return text + x.Kind.String() + ">"
}
