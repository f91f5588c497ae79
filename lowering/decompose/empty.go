package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// empty returns the results of a reduction without terms: zeros, or the initial values. Loops over
// the other extents of its operands could take very long, and would compute nothing.
func empty(e emit.Emitter, op *ir.Op) []*ir.Value {
	switch o := op.View().(type) {
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
			vs = append(vs, e.Broadcast(init, shapeOf(op.ResultAt(i))))
		}
		return vs
	}
	return nil
}

func isEmpty(v *ir.Value) bool { return v.Type().IsShaped() && slices.Contains(shapeOf(v), 0) }
