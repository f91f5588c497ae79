package arith

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// foldIntCast folds a cast of a, an integer constant, poison or nil. The function f converts the
// element x, which has w bits and is sign-extended.
func foldIntCast(op *ir.Op, a ir.Attr, f func(x int64, w int) int64) (ir.Folded, bool) {
	if p, ok := poisoned(a); ok {
		return ir.FoldConst(p), true
	}
	if a.IsNil() {
		return nil, false
	}
	r, ok := foldIntsTo(a, a, op.ResultAt(0).Type(), total(func(x, _ int64, w int) int64 { return f(x, w) }))
	if !ok {
		return nil, false
	}
	return ir.FoldConst(r), true
}

func keep(x int64, _ int) int64  { return x }
func widen(x int64, w int) int64 { return int64(unsigned(x, w)) }

// Fold extends constants, and combines two successive sign extensions into one.
func (o ExtSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if inner, ok := ir.Defining[ExtSI](o.In()); ok {
		o.Op.SetOperandAt(0, inner.In())
		return nil, true
	}
	return foldIntCast(o.Op, c[0], keep)
}

// Fold extends constants, and combines two successive zero extensions into one.
func (o ExtUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if inner, ok := ir.Defining[ExtUI](o.In()); ok {
		o.Op.SetOperandAt(0, inner.In())
		return nil, true
	}
	return foldIntCast(o.Op, c[0], widen)
}

// Fold truncates constants, and combines two successive truncations into one. It replaces
// trunci(extsi x) and trunci(extui x) by x if x has the result type, and by trunci x if x is wider
// than the result.
func (o TruncI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if def := o.In().Def(); def != nil && (ir.Is[ExtSI](def) || ir.Is[ExtUI](def)) {
		src := def.OperandAt(0)
		if src.Type() == o.Out().Type() {
			return ir.FoldTo(src), true
		}
		if width(src.Type().Elem()) > width(o.Out().Type().Elem()) {
			o.Op.SetOperandAt(0, src)
			return nil, true
		}
	}
	if inner, ok := ir.Defining[TruncI](o.In()); ok {
		o.Op.SetOperandAt(0, inner.In())
		// The flags of o describe only the bits that o removes, not the bits that inner removes.
		o.Op.SetAttrAt(0, NewOverflow(OverflowOf(o.Op.AttrAt(0))&OverflowOf(inner.Op.AttrAt(0))))
		return nil, true
	}
	return foldIntCast(o.Op, c[0], keep)
}

// Fold converts constants.
func (o IndexCast) Fold(c []ir.Attr) (ir.Folded, bool) { return foldIntCast(o.Op, c[0], keep) }

// Fold converts constants.
func (o IndexCastUI) Fold(c []ir.Attr) (ir.Folded, bool) { return foldIntCast(o.Op, c[0], widen) }

// foldFloatCast folds a conversion of the float constant a to another float type. If exact is set,
// foldFloatCast folds only if the conversion keeps the value of each element that is not NaN.
func foldFloatCast(op *ir.Op, a ir.Attr, exact bool) (ir.Folded, bool) {
	x, ok := floatsOf(a)
	to := op.ResultAt(0).Type()
	if !ok || to.Kind().Bits() > 64 {
		return nil, false
	}
	out := newFloats(to, len(x.v), x.one)
	for i, v := range x.v {
		out.set(i, v)
		back := tensor.BitsToFloat(out.kind, out.bits[i])
		if exact && back != v && !math.IsNaN(v) {
			return nil, false
		}
	}
	return ir.FoldConst(out.attr()), true
}

// Fold converts constants. It replaces extf(truncf x) by x if x has the result type and both
// operations have the fast-math flag contract.
func (o ExtF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if t, ok := ir.Defining[TruncF](o.In()); ok && t.In().Type() == o.Out().Type() {
		if o.FastMath()&t.FastMath()&AllowContract != 0 {
			return ir.FoldTo(t.In()), true
		}
	}
	if p, ok := poisoned(c[0]); ok {
		return ir.FoldConst(p), true
	}
	return foldFloatCast(o.Op, c[0], false)
}

// Fold converts a constant if the narrower type can represent each element that is not NaN. It
// replaces truncf(extf x) by x if x has the result type, and by truncf x if x is wider than the
// result.
func (o TruncF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if e, ok := ir.Defining[ExtF](o.In()); ok {
		src, to := e.In().Type(), o.Out().Type()
		if src == to {
			return ir.FoldTo(e.In()), true
		}
		if width(src.Elem()) > width(to.Elem()) {
			o.Op.SetOperandAt(0, e.In())
			return nil, true
		}
	}
	if p, ok := poisoned(c[0]); ok {
		return ir.FoldConst(p), true
	}
	return foldFloatCast(o.Op, c[0], true)
}

// foldToFloat folds a conversion of the integer constant a to a float type. The function f converts
// the element x, which has w bits and is sign-extended, and stores it as element i of t.
func foldToFloat(op *ir.Op, a ir.Attr, f func(t *tensor.Tensor, i int, x int64, w int)) (ir.Folded, bool) {
	if p, ok := poisoned(a); ok {
		return ir.FoldConst(p), true
	}
	x, ok := intsOf(a)
	to := op.ResultAt(0).Type()
	if !ok || to.Kind().Bits() > 64 {
		return nil, false
	}
	out := newFloats(to, len(x.v), x.one)
	one := tensor.New(out.kind, int64(len(x.v)))
	for i, v := range x.v {
		f(one, i, v, x.width)
		out.bits[i] = one.Bits(i)
	}
	return ir.FoldConst(out.attr()), true
}

// Fold converts constants.
func (o SIToFP) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldToFloat(o.Op, c[0], func(t *tensor.Tensor, i int, x int64, _ int) { t.SetInt(i, x) })
}

// Fold converts constants.
func (o UIToFP) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldToFloat(o.Op, c[0], func(t *tensor.Tensor, i int, x int64, w int) {
		if w == 64 && x < 0 {
			src := tensor.New(tensor.U64, 1)
			src.SetInt(0, x)
			t.SetBits(i, tensor.Convert(src, t.Kind).Bits(0))
			return
		}
		t.SetInt(i, widen(x, w))
	})
}

// foldToInt folds a conversion of the float constant a to an integer type, rounding toward zero. It
// does not fold if an element is outside the range of this type.
func foldToInt(op *ir.Op, a ir.Attr, isSigned bool) (ir.Folded, bool) {
	if p, ok := poisoned(a); ok {
		return ir.FoldConst(p), true
	}
	x, ok := floatsOf(a)
	to := op.ResultAt(0).Type()
	w := intWidth(to.Elem())
	if !ok || w == 0 || to.IsShaped() && to.Kind() == tensor.Invalid {
		return nil, false
	}
	lo, hi := 0.0, math.Ldexp(1, w)
	if isSigned {
		lo, hi = -math.Ldexp(1, w-1), math.Ldexp(1, w-1)
	}
	out := ints{to, w, make([]int64, len(x.v)), x.one}
	for i, v := range x.v {
		v = math.Trunc(v)
		if !(v >= lo && v < hi) {
			return nil, false
		}
		if v >= 1<<63 {
			out.v[i] = int64(uint64(v))
			continue
		}
		out.v[i] = signed(int64(v), w)
	}
	return ir.FoldConst(out.attr()), true
}

// Fold converts constants.
func (o FPToSI) Fold(c []ir.Attr) (ir.Folded, bool) { return foldToInt(o.Op, c[0], true) }

// Fold converts constants.
func (o FPToUI) Fold(c []ir.Attr) (ir.Folded, bool) { return foldToInt(o.Op, c[0], false) }

// Fold replaces a cast to the type of its operand by this operand, and casts constants.
func (o Bitcast) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.In().Type() == o.Out().Type() {
		return ir.FoldTo(o.In()), true
	}
	if p, ok := poisoned(c[0]); ok {
		return ir.FoldConst(p), true
	}
	to := o.Out().Type()
	if x, ok := floatsOf(c[0]); ok {
		if to.Elem().IsFloat() {
			x.typ, x.kind = to, to.Kind()
			return ir.FoldConst(x.attr()), true
		}
		if to.IsShaped() && to.Kind() == tensor.Invalid {
			return nil, false
		}
		out := ints{to, intWidth(to.Elem()), make([]int64, len(x.bits)), x.one}
		for i, b := range x.bits {
			out.v[i] = signed(int64(b), out.width)
		}
		return ir.FoldConst(out.attr()), true
	}
	x, ok := intsOf(c[0])
	if !ok {
		return nil, false
	}
	if !to.Elem().IsFloat() {
		x.typ = to
		return ir.FoldConst(x.attr()), true
	}
	out := newFloats(to, len(x.v), x.one)
	for i, v := range x.v {
		out.bits[i] = unsigned(v, x.width)
	}
	return ir.FoldConst(out.attr()), true
}
