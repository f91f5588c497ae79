package ref_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const products = `
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}`

// TestCancelShort cancels the context directly after one of the three operations of a program. The
// run must fail even if this is the last operation, and no operation may begin afterwards.
func TestCancelShort(t *testing.T) {
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource("products.mlir", []byte(products)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	e, err := compile.Module(t.Context(), m, compile.Options{Backend: "ref"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for last := 1; last <= 3; last++ {
		ctx, cancel := context.WithCancel(t.Context())
		ran := 0
		observed := interp.WithObserver(ctx, func(*ir.Op, time.Time) {
			if ran++; ran == last {
				cancel()
			}
		})
		if _, err := e.Run(observed, tensor.New(tensor.F32, 8, 8)); !errors.Is(err, context.Canceled) || ran != last {
			t.Errorf("the run was canceled after operation %d: %d operations ran, and the error is %v", last, ran, err)
		}
		cancel()
	}
}
