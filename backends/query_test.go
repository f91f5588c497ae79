package backends_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
)

// fused is a program of which lowering makes two kernels: the multiplication and the
// subtraction in one, the maximum in one; sorts have no rule.
const fused = `
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  %1 = stablehlo.subtract %0, %b : tensor<4xf32>
  %2 = stablehlo.maximum %a, %b : tensor<4xf32>
  %3 = "stablehlo.sort"(%2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %5 = "stablehlo.sort"(%4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}`

// codes lists which instructions a kernel has.
func codes(b *kernel.Block, into map[kernelop.Code]bool) {
	if b == nil {
		return
	}
	for _, in := range b.Code {
		into[in.Code] = true
		for _, inner := range in.Blocks {
			codes(inner, into)
		}
	}
}

// A kernel that stands for several operations is judged as it is compiled, and what it
// refuses is said of them; what a device does not take in is left out; a constant that
// only that reads is of no use to it.
func TestO8QueryThroughThePipeline(t *testing.T) {
	f := mainOf(t, fused)
	answers, err := backends.QueryKernels(t.Context(), f, nil, backends.Target{Name: "t", Lanes: 8}, func(l *backends.Lowered) error {
		for _, k := range l.Program.Kernels {
			has := map[kernelop.Code]bool{}
			codes(k.Body, has)
			if has[kernelop.MulF] && has[kernelop.SubF] {
				return errors.New("no multiplication beside a subtraction")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range answers {
		got = append(got, fmt.Sprintf("%s: %s", a.Op.Name(), a.Reason))
		if a.Supported != (a.Reason == "") || a.Idle != (a.Op.Name() == "stablehlo.constant") {
			t.Errorf("%s: supported %v, idle %v, reason %q", a.Op.Name(), a.Supported, a.Idle, a.Reason)
		}
	}
	want := []string{
		"stablehlo.multiply: no multiplication beside a subtraction",
		"stablehlo.subtract: no multiplication beside a subtraction",
		"stablehlo.maximum: ",
		"stablehlo.sort: 'stablehlo.sort' op cannot be lowered to kernels: no rule lowers it",
		"stablehlo.constant: nothing that it supports reads it",
		"stablehlo.sort: 'stablehlo.sort' op cannot be lowered to kernels: no rule lowers it",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func mainOf(t testing.TB, text string) fn.Func {
	t.Helper()
	f, ok := ir.As[fn.Func](ir.NewSymbols(parseText(t, "t.mlir", []byte(text)).Op).Lookup("main"))
	if !ok {
		t.Fatal("no @main")
	}
	return f
}
