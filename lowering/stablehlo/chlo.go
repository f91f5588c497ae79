package stablehlo

import (
	"math"
	"strings"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const chloDoc = `replace operations of CHLO by operations of StableHLO

Squares, constants, tests for infinities and operations that broadcast are replaced.
Operations of dynamic shape, and elementary functions without an equal in StableHLO,
stay.`

// ChloPass returns chlo-legalize-to-stablehlo.
func ChloPass() passes.Pass {
	return passes.On("chlo-legalize-to-stablehlo", chloDoc, func(r *passes.Run, m ir.Module) error {
		var ops []*ir.Op
		m.Op.Walk(func(op *ir.Op) bool {
			if strings.HasPrefix(op.Name(), "chlo.") && op.NumResults() == 1 && op.Result().Type().HasStaticShape() {
				ops = append(ops, op)
			}
			return true
		})
		rw, changed := rewrite.New(r.Registry), false
		for _, op := range ops {
			rw.Before(op)
			if v := legal(rw, op); v != nil {
				rw.Replace(op, v)
				changed = true
			}
		}
		if !changed {
			r.Unchanged()
		}
		return nil
	})
}

// legal returns a value equal to the result of op; nil if no rule applies.
func legal(rw *rewrite.Rewriter, op *ir.Op) *ir.Value {
	switch o := op.View().(type) {
	case chlo.Square:
		if o.Operand().Type().Kind().IsComplex() {
			return nil // a product may overflow
		}
		return stablehlo.NewMultiply(&rw.Builder, o.Operand(), o.Operand()).Op.Result()
	case chlo.Constant:
		return stablehlo.NewConstant(&rw.Builder, o.Value()).Op.Result()
	case chlo.ConstantLike:
		return splat(rw, op.Result().Type(), o.Value())
	case chlo.IsInf:
		x := ir.Create[stablehlo.Abs](&rw.Builder, ir.Init{Operands: op.OperandList(), Results: []ir.Type{o.Operand().Type()}}).Op.Result()
		return equals(rw, x, 1)
	case chlo.IsPosInf:
		return equals(rw, o.Operand(), 1)
	case chlo.IsNegInf:
		return equals(rw, o.Operand(), -1)
	}
	if name, ok := strings.CutPrefix(op.Name(), "chlo.broadcast_"); ok {
		return broadcast(rw, op, name)
	}
	return nil
}

// splat is a constant of type t with equal elements.
func splat(rw *rewrite.Rewriter, t ir.Type, element ir.Attr) *ir.Value {
	shape, _ := t.Shape()
	v := tensor.New(t.Kind())
	switch f, ok := ir.AttrAs[*ir.FloatAttr](element); {
	case ok:
		v.SetBits(0, f.Lo)
	default:
		n, ok := element.Int()
		if !ok {
			return nil
		}
		v.SetInt(0, n)
	}
	return stablehlo.NewConstant(&rw.Builder, ir.NewSplat(ir.Tensor(t.Elem(), shape...), v)).Op.Result()
}

// equals compares the elements of x with an infinity of the given sign.
func equals(rw *rewrite.Rewriter, x *ir.Value, sign int) *ir.Value {
	v := tensor.New(x.Type().Kind())
	v.SetFloat(0, math.Inf(sign))
	limit := stablehlo.NewConstant(&rw.Builder, ir.NewSplat(x.Type(), v)).Op.Result()
	return stablehlo.NewCompare(&rw.Builder, "EQ", x, limit).Op.Result()
}

// broadcast replaces chlo.broadcast_NAME, whose operands get the shape of the result.
func broadcast(rw *rewrite.Rewriter, op *ir.Op, name string) *ir.Value {
	t := op.Result().Type()
	ins := op.OperandList()
	for i, v := range ins {
		if ins[i] = stretched(rw, op, v, t.WithElem(v.Type().Elem())); ins[i] == nil {
			return nil
		}
	}
	if o, ok := ir.As[chlo.BroadcastCompare](op); ok {
		return compared(rw, o, ins)
	}
	name = "stablehlo." + name
	if rw.Registry().Op(name) == nil {
		name = "chlo." + strings.TrimPrefix(name, "stablehlo.")
	}
	return rw.Op(name, ir.Init{Operands: ins, Results: []ir.Type{t}}).Result()
}

// compared lowers chlo.broadcast_compare of operands of equal shape.
func compared(rw *rewrite.Rewriter, o chlo.BroadcastCompare, ins []*ir.Value) *ir.Value {
	direction, ok := ir.AttrAs[*chlo.Enum](o.Op.Attr("comparison_direction"))
	if !ok {
		return nil
	}
	if kind, ok := ir.AttrAs[*chlo.Enum](o.Op.Attr("compare_type")); ok {
		return stablehlo.NewCompareAs(&rw.Builder, direction.Word, kind.Word, ins[0], ins[1]).Op.Result()
	}
	return stablehlo.NewCompare(&rw.Builder, direction.Word, ins[0], ins[1]).Op.Result()
}

// stretched broadcasts v to t: its dimensions become those in the attribute broadcast_dimensions of
// op, or by default the last ones of t.
func stretched(rw *rewrite.Rewriter, op *ir.Op, v *ir.Value, t ir.Type) *ir.Value {
	from, _ := v.Type().Shape()
	to, _ := t.Shape()
	if !v.Type().HasStaticShape() || len(from) > len(to) {
		return nil
	}
	if v.Type() == t {
		return v
	}
	dims := make([]int64, len(from))
	for i := range dims {
		dims[i] = int64(len(to) - len(from) + i)
	}
	if given, ok := ir.AttrAs[*ir.DenseArrayAttr](op.Attr("broadcast_dimensions")); ok && given.Values.NumElements() == len(from) {
		for i := range dims {
			dims[i] = given.Values.Int(i)
		}
	}
	return stablehlo.NewBroadcastInDim(&rw.Builder, v, t, dims...).Op.Result()
}
