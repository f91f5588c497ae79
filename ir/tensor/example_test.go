package tensor_test

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir/tensor"
)

func Example() {
	x := tensor.FromSlice([]int64{2, 3}, []float32{0.1, 1.5, -2.5, 1e9, 3, 4})
	for i, v := range tensor.Slice[float32](x) {
		tensor.Slice[float32](x)[i] = 2 * v
	}
	fmt.Println(tensor.Format(x, 100))
	fmt.Println(tensor.Format(tensor.Convert(x, tensor.F8E5M2), 100))
	fmt.Println(tensor.Format(tensor.Convert(x, tensor.I8), 100))
	fmt.Println(tensor.FormatFloat(tensor.F32, tensor.FloatToBits(tensor.F32, 3.14159265), 0))
	// Output:
	// tensor<2x3xf32> [[0.2, 3, -5], [2e+09, 6, 8]]
	// tensor<2x3xf8E5M2> [[0.1875, 3, -5], [inf, 6, 8]]
	// tensor<2x3xi8> [[0, 3, -5], [127, 6, 8]]
	// 3.14159274
}
