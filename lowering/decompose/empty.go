package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// empty returns the results of op if op has nothing to compute, and nil otherwise. Such an
// operation is a scatter without updates, a reduction without terms, or a product or convolution of
// real numbers with an empty operand. Lowered to loops, it could run for a long time without an
// effect.
func empty(e emit.Emitter, op *ir.Op) []*ir.Value {
	converted := func(v *ir.Value, i int) *ir.Value { return e.Convert(v, op.ResultAt(i).Type().Elem()) }
	switch o := op.View().(type) {
	case stablehlo.Scatter:
		if isEmpty(o.Updates()[0]) {
			vs := o.Inputs()
			for i, v := range vs {
				vs[i] = converted(v, i)
			}
			return vs
		}
	case stablehlo.DotGeneral, stablehlo.Dot, stablehlo.Convolution:
		t := op.Result().Type()
		if k := t.Kind(); slices.ContainsFunc(op.OperandList(), isEmpty) && (k.IsFloat() || k.IsInt()) {
			return []*ir.Value{e.Fill(t, 0)}
		}
	case stablehlo.Reduce:
		if !isEmpty(o.Inputs()[0]) {
			return nil
		}
		var vs []*ir.Value
		for i, init := range o.InitValues() {
			vs = append(vs, e.Broadcast(converted(init, i), shapeOf(op.ResultAt(i))))
		}
		return vs
	}
	return nil
}

// withoutElements returns the results of op if op has no effects and its results have no elements,
// and nil otherwise.
func withoutElements(e emit.Emitter, op *ir.Op) []*ir.Value {
	if ir.Is[stablehlo.Constant](op) {
		return nil
	}
	vs := make([]*ir.Value, op.NumResults())
	for i := range vs {
		v := op.ResultAt(i)
		if !isEmpty(v) || v.Type().Kind() == tensor.Invalid || v.Type().Elem() == ir.Index() || v.Type().Elem() != ir.KindType(v.Type().Kind()) {
			return nil
		}
	}
	if !op.IsPure() { // checked last, because it examines all nested operations
		return nil
	}
	for i := range vs {
		t := op.ResultAt(i).Type()
		vs[i] = stablehlo.NewConstant(e.B, ir.NewSplat(t, tensor.New(t.Kind()))).Op.Result()
	}
	return vs
}

func isEmpty(v *ir.Value) bool { return v.Type().IsShaped() && slices.Contains(shapeOf(v), 0) }
