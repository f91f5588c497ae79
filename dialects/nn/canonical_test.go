package nn_test

import (
	"context"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// choice is an operation that expands to an If, or to a Case if it has the attribute "case". Each
// region has a loop. The loop is finite if the operation has the attribute "ends".
type choice struct{ ir.Ref }

func (choice) Spec() ir.Spec {
	t := ir.Constraint{Var: "T"}
	return ir.Spec{
		Name: "test.choice", Doc: "A choice.", Traits: ir.Pure,
		Operands: []ir.Field{{Name: "x", Type: t}}, Results: []ir.Field{{Name: "y", Type: t}},
		Format: "$x attr-dict `:` type($y)",
	}
}

func (o choice) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emit.Emitter{B: b}
	init := ir.Init{Results: []ir.Type{in[0].Type()}, NumRegions: 2}
	var op *ir.Op
	if o.Op.Discardable("case").IsNil() {
		init.Operands = []*ir.Value{e.Compare("EQ", in[0], in[0])}
		op = ir.Create[stablehlo.If](b, init).Op
	} else {
		init.Operands = []*ir.Value{e.Scalar(ir.I32(), 1)}
		op = ir.Create[stablehlo.Case](b, init).Op
	}
	for _, r := range op.Regions() {
		inner := ir.NewBuilder(b.Registry())
		inner.AtEnd(r.AddBlock())
		e := emit.Emitter{B: inner}
		y := in[0]
		if o.Op.Discardable("ends").IsNil() {
			y = endless(e, y)
		} else {
			y = e.Loop(3, []*ir.Value{y}, func(e emit.Emitter, _ *ir.Value, vs []*ir.Value) []*ir.Value {
				return []*ir.Value{e.Add(vs[0], vs[0])}
			})[0]
		}
		stablehlo.NewReturn(inner, y)
	}
	return op.ResultList()
}

// endless creates a loop whose condition is that a value equals itself.
func endless(e emit.Emitter, x *ir.Value) *ir.Value {
	loop := ir.Create[stablehlo.While](e.B, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type()}, NumRegions: 2})
	for i, r := range loop.Op.Regions() {
		inner := ir.NewBuilder(e.B.Registry())
		block := r.AddBlock(x.Type())
		inner.AtEnd(block)
		v := block.Args()[0]
		if i == 0 {
			v = emit.Emitter{B: inner}.Compare("EQ", v, v)
		}
		stablehlo.NewReturn(inner, v)
	}
	return loop.Op.Result()
}

// TestFoldRegions checks that an expansion with an endless loop in an If or a Case is not folded.
func TestFoldRegions(t *testing.T) {
	dialect := &ir.Dialect{Name: "test", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[choice]()} }}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), dialect)
	if err != nil {
		t.Fatal(err)
	}
	for attrs, folds := range map[string]bool{"": false, "{case}": false, "{ends}": true, "{case, ends}": true} {
		text := "func.func @f() -> tensor<f32> {\n  %x = stablehlo.constant dense<1.0> : tensor<f32>\n  %y = test.choice %x " + attrs + " : tensor<f32>\n  return %y : tensor<f32>\n}"
		m, err := asm.Parse(reg, diag.NewSource("choice.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		changed, err := rewrite.Greedy(reg, m, rewrite.NewSet(nn.Canonical()...), rewrite.Options{Ctx: ctx})
		cancel()
		if err != nil || changed != folds {
			t.Errorf("%s: got %v and error %v, expected %v", attrs, changed, err, folds)
		}
	}
}
