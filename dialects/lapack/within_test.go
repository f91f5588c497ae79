package lapack

import (
	"context"
	"errors"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestCanceledCallKeepsOperands changes the operand of a canceled call. The routine, which still
// runs, must read the old value.
func TestCanceledCallKeepsOperands(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t", []byte(`func.func @main(%a: tensor<1x2xf64>) -> tensor<1x2xf64> {
  %r = stablehlo.custom_call @double(%a) : (tensor<1x2xf64>) -> tensor<1x2xf64>
  return %r : tensor<1x2xf64>
}`)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](ir.NewSymbols(m).Lookup("main"))
	call, _ := ir.As[stablehlo.CustomCall](f.Entry().First())

	ctx, cancel := context.WithCancel(context.Background())
	changed, read := make(chan bool), make(chan float64, 1)
	double := target(signature{ins: "n", outs: "n"}, tensor.F64, func(_ context.Context, _ *bound, in, _ []*tensor.Tensor) error {
		cancel()
		<-changed
		read <- in[0].Float(0)
		return nil
	})
	operand := tensor.New(tensor.F64, 1, 2)
	operand.SetFloat(0, 1)
	if out, err := double.Eval(ctx, call, []*tensor.Tensor{operand}); out != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got the results %v and the error %v, expected none and %v", out, err, context.Canceled)
	}
	operand.SetFloat(0, 2)
	close(changed)
	if got := <-read; got != 1 {
		t.Errorf("after the call was canceled, the routine read %v, expected 1", got)
	}
}
