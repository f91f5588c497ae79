package stablehlo_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/stablehlo"
)

// first is an operator. Its expansion reads the first element of its operand, so it is invalid if
// the operand is empty. The verifier of the operator does not check this.
type first struct{ ir.Ref }

func (first) Spec() ir.Spec {
	return ir.Spec{Name: "test.first", Doc: "Returns the first element.", Operands: []ir.Field{{Name: "x"}}, Results: []ir.Field{{Name: "r"}}}
}

func (o first) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{dialect.NewSlice(b, in[0], ir.Tensor(in[0].Type().Elem(), 1), []int64{0}, []int64{1}, []int64{1}).Op.Result()}
}

// TestExpand checks that an invalid expansion is an error.
func TestExpand(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), dialect.Dialect(), &ir.Dialect{Name: "test", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[first]()} }})
	if err != nil {
		t.Fatal(err)
	}
	for operand, want := range map[string]string{
		"tensor<4xf32>": "",
		"tensor<0xf32>": "'test.first' op cannot be expanded into StableHLO: its expansion is invalid",
		"tensor<4xf64>": "'test.first' op cannot be expanded into StableHLO: its expansion is invalid: type of return operand 0",
	} {
		text := `func.func @main(%a: ` + operand + `) -> tensor<1xf32> {
  %r = "test.first"(%a) : (` + operand + `) -> tensor<1xf32>
  return %r : tensor<1xf32>
}`
		m, err := asm.Parse(reg, diag.NewSource("m.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = stablehlo.Expand(t.Context(), m)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got error %v, expected %q", operand, err, want)
		}
	}
}

// TestExpandDeadline checks that Expand returns the error of a context that has ended.
func TestExpandDeadline(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), dialect.Dialect(), &ir.Dialect{Name: "test", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[first]()} }})
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("m.mlir", []byte(`func.func @main(%a: tensor<4xf32>) -> tensor<1xf32> {
  %r = "test.first"(%a) : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}`)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := stablehlo.Expand(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("Expand has the error %v, want %v", err, context.Canceled)
	}
}
