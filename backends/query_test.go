package backends_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/pipeline"
)

// fused is a program whose multiplication and subtraction can be fused. No backend implements its
// custom calls.
const fused = `
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  %1 = stablehlo.subtract %0, %b : tensor<4xf32>
  %2 = stablehlo.maximum %a, %b : tensor<4xf32>
  %3 = stablehlo.custom_call @nothing(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %5 = stablehlo.custom_call @nothing(%4) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}`

// codes adds the codes of all instructions of b and its inner blocks to a map.
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

// picky rejects kernels that have both a multiplication and a subtraction.
func picky(l *host.Lowered) error {
	for i, k := range l.Program.Kernels {
		has := map[kernelop.Code]bool{}
		codes(k.Body, has)
		if has[kernelop.MulF] && has[kernelop.SubF] {
			return &host.KernelError{Kernel: i, Err: errors.New("a multiplication and a subtraction in one kernel")}
		}
	}
	return nil
}

// kernelQuery is a backend that can answer queries but not compile.
type kernelQuery struct{ host.KernelQuery }

func (q kernelQuery) Refusals(ctx context.Context) (func(op *ir.Op) string, error) {
	return q.KernelQuery.Refusals(ctx), nil
}

// TestQueryByKind checks that the answer about an operation depends only on its kind (see
// irplace.Kinds), and not on the operations that it would be fused with. A constant is unsupported
// if all its users are unsupported.
func TestQueryByKind(t *testing.T) {
	f := mainOf(t, fused)
	answers, err := host.QueryKinds(t.Context(), f, kernelQuery{host.KernelQuery{Target: pipeline.Target{Name: "t", Machine: "vm"}, Take: picky}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range answers {
		got = append(got, fmt.Sprintf("%s: %s", a.Op.Name(), a.Reason))
		if a.Supported != (a.Reason == "") || a.Idle != (a.Op.Name() == "stablehlo.constant") {
			t.Errorf("%s: the answer has Supported %v, Idle %v and the reason %q", a.Op.Name(), a.Supported, a.Idle, a.Reason)
		}
	}
	want := []string{
		"stablehlo.multiply: ",
		"stablehlo.subtract: ",
		"stablehlo.maximum: ",
		"stablehlo.custom_call: 'stablehlo.custom_call' op cannot be lowered to kernels: no rule lowers it, and the host cannot run it: target @nothing",
		"stablehlo.constant: it supports none of the operations that read the result",
		"stablehlo.custom_call: 'stablehlo.custom_call' op cannot be lowered to kernels: no rule lowers it, and the host cannot run it: target @nothing",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestSplitRefusedKernel checks that a fused kernel that the target rejects is split into one
// kernel for each operation, and that the log has the reason. Other kernels stay fused.
func TestSplitRefusedKernel(t *testing.T) {
	m := parseText(t, "t.mlir", []byte(`
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  %1 = stablehlo.subtract %0, %b : tensor<4xf32>
  %2 = stablehlo.maximum %a, %b : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}`))
	log := decision.New()
	l, err := host.Lower(t.Context(), m, backends.CompileOptions{Log: log}, pipeline.Target{Name: "t", Machine: "vm"}, nil, picky)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.Program.Host.Steps); n != 3 {
		t.Errorf("got %d steps, expected 3", n)
	}
	var text strings.Builder
	if err := log.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if want := "t refuses the kernel that they were fused into: a multiplication and a subtraction in one kernel"; !strings.Contains(text.String(), want) {
		t.Errorf("the log does not say %q:\n%s", want, text.String())
	}
}

// TestRefusedKernelOfOneOperation checks that compilation fails if the target rejects the kernel of
// a single operation.
func TestRefusedKernelOfOneOperation(t *testing.T) {
	m := parseText(t, "t.mlir", []byte(`
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`))
	no := errors.New("no kernels today")
	_, err := host.Lower(t.Context(), m, backends.CompileOptions{}, pipeline.Target{Name: "t", Machine: "vm"}, nil, func(*host.Lowered) error {
		return &host.KernelError{Err: no}
	})
	if err != no {
		t.Errorf("the error is %v", err)
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
