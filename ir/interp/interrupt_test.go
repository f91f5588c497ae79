package interp_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestInterruptedAnywhere ends the context at each check by the interpreter.
func TestInterruptedAnywhere(t *testing.T) {
	const text = `func.func @main(%n: tensor<1200000xf32>, %x: tensor<1200000xf32>) -> tensor<1200000xf32> {
  %0 = stablehlo.add %n, %x : tensor<1200000xf32>
  %1 = stablehlo.negate %0 : tensor<1200000xf32>
  return %1 : tensor<1200000xf32>
}`
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := ir.NewSymbols(m).Lookup("main")
	x := tensor.New(tensor.F32, 1200000)
	for n := 0; ; n++ {
		_, err := interp.Run(&irtest.Countdown{Context: t.Context(), Left: n}, f, []*tensor.Tensor{x, x})
		if err == nil {
			if n < 4 {
				t.Errorf("the interpreter checked the context %d times, expected at least 4", n)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("a context that ends after %d checks: got error %v, expected context.Canceled", n, err)
		}
	}
}

// TestInterruptedSplat checks that the context is checked while a large splat is filled.
func TestInterruptedSplat(t *testing.T) {
	const text = `func.func @main() -> tensor<8388608xf32> {
  %0 = stablehlo.constant dense<2.0> : tensor<8388608xf32>
  return %0 : tensor<8388608xf32>
}`
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := &irtest.Countdown{Context: t.Context(), Left: 1000}
	outs, err := interp.Run(ctx, ir.NewSymbols(m).Lookup("main"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if asked := 1000 - ctx.Left; asked < 10 {
		t.Errorf("the interpreter checked the context %d times, expected at least 10", asked)
	}
	if n := outs[0].NumElements(); outs[0].Float(0) != 2 || outs[0].Float(n-1) != 2 {
		t.Error("the first or the last element of the splat is not 2")
	}
}
