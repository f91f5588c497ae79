package compile_test

import (
	"context"
	"fmt"
	"log"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func ExampleModule() {
	const text = `
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = stablehlo.add %p, %a : tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}`
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect())
	if err != nil {
		log.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("example.mlir", []byte(text)), asm.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)

	ctx := context.Background()
	exe, err := compile.Module(ctx, m, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer exe.Close()
	a := tensor.FromSlice([]int64{2, 2}, []float32{1, 2, 3, 4})
	b := tensor.FromSlice([]int64{2, 2}, []float32{0, 1, 1, 0})
	out, err := exe.Run(ctx, a, b)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(out[0], 10))
	// Output: tensor<2x2xf32> [[3, 3], [7, 7]]
}
