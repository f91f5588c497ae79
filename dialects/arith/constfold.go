package arith

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// ints is a constant whose elements are integers of at most 64 bits, sign-extended in v.
type ints struct {
	typ   ir.Type
	width int
	v     []int64
	one   bool // v[0] is the value of all elements
}

// intWidth returns the width in bits of an integer type of at most 64 bits, and 64 for index. It
// returns 0 for other types, whose constants are not folded.
func intWidth(t ir.Type) int {
	if t.IsIndex() {
		return 64
	}
	if d, ok := t.Data().(*ir.IntType); ok && d.Bits <= 64 {
		return d.Bits
	}
	return 0
}

// intsOf returns the elements of the constant a, if they are integers of at most 64 bits.
func intsOf(a ir.Attr) (ints, bool) {
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		w := intWidth(d.Type)
		return ints{d.Type, w, []int64{signed(d.Value, w)}, true}, w > 0 && d.Big == nil
	case *ir.DenseElements:
		w := intWidth(d.Type.Elem())
		if w == 0 || d.Type.Kind() == tensor.Invalid {
			return ints{}, false
		}
		one, splat := d.Splat()
		if !splat {
			one = d.Tensor()
		}
		c := ints{d.Type, w, make([]int64, one.NumElements()), splat}
		for i := range c.v {
			c.v[i] = signed(one.Int(i), w)
		}
		return c, true
	}
	return ints{}, false
}

// signed sign-extends the lower w bits of v.
func signed(v int64, w int) int64 {
	if w <= 0 || w >= 64 {
		return v
	}
	return v << (64 - w) >> (64 - w)
}

// unsigned(v, w) returns the lower w bits of v.
func unsigned(v int64, w int) uint64 {
	if w >= 64 {
		return uint64(v)
	}
	return uint64(v) & (1<<w - 1)
}

func (c ints) attr() ir.Attr {
	if !c.typ.IsShaped() {
		return ir.NewInt(c.v[0], c.typ)
	}
	k := c.typ.Kind()
	if c.one {
		t := tensor.New(k)
		t.SetInt(0, c.v[0])
		return ir.NewSplat(c.typ, t)
	}
	shape, _ := c.typ.Shape()
	t := tensor.New(k, shape...)
	for i, v := range c.v {
		t.SetInt(i, v)
	}
	return ir.NewDense(c.typ, t)
}

// foldIntsTo applies f to the elements of two constants of the same type. The result has the type
// "to", which must have the same shape. If a constant is poison, the result is poison. foldIntsTo
// returns false if an element is not an integer of at most 64 bits, or if f returns false.
func foldIntsTo(a, b ir.Attr, to ir.Type, f func(x, y int64, w int) (int64, bool)) (ir.Attr, bool) {
	if p, ok := poisoned(a, b); ok {
		return p, true
	}
	x, ok1 := intsOf(a)
	y, ok2 := intsOf(b)
	w := intWidth(to.Elem())
	if !ok1 || !ok2 || w == 0 || to.IsShaped() && to.Kind() == tensor.Invalid {
		return ir.Attr{}, false
	}
	n := len(x.v)
	if x.one {
		n = len(y.v)
	}
	out := ints{to, w, make([]int64, n), x.one && y.one}
	for i := range n {
		xi, yi := x.v[0], y.v[0]
		if !x.one {
			xi = x.v[i]
		}
		if !y.one {
			yi = y.v[i]
		}
		r, ok := f(xi, yi, x.width)
		if !ok {
			return ir.Attr{}, false
		}
		out.v[i] = signed(r, w)
	}
	return out.attr(), true
}

// poisoned(as) returns poison if one of the operands is poison.
func poisoned(as ...ir.Attr) (ir.Attr, bool) {
	for _, a := range as {
		if ub.IsPoison(a) {
			return a, true
		}
	}
	return ir.Attr{}, false
}

// foldInts folds op by foldIntsTo. c has the values of the operands, which have the result's type.
func foldInts(op *ir.Op, c []ir.Attr, f func(x, y int64, w int) (int64, bool)) (ir.Folded, bool) {
	if c[0].IsNil() || c[1].IsNil() {
		if p, ok := poisoned(c...); ok {
			return ir.FoldConst(p), true
		}
		return nil, false
	}
	a, ok := foldIntsTo(c[0], c[1], op.ResultAt(0).Type(), f)
	if !ok {
		return nil, false
	}
	return ir.FoldConst(a), true
}

// floats is a constant whose elements are floats of at most 64 bits. v holds their values, and bits
// their encodings. For a scalar or a splat, "one" is true, and v and bits have one element.
type floats struct {
	typ  ir.Type
	kind tensor.Kind
	v    []float64
	bits []uint64
	one  bool
}

// floatsOf returns the elements of the constant a, if they are floats of at most 64 bits.
func floatsOf(a ir.Attr) (floats, bool) {
	switch d := a.Data().(type) {
	case *ir.FloatAttr:
		k := d.Type.Kind()
		return floats{d.Type, k, []float64{d.Float()}, []uint64{d.Lo}, true}, k.Bits() <= 64
	case *ir.DenseElements:
		k := d.Type.Kind()
		if !d.Type.Elem().IsFloat() || k.Bits() > 64 {
			return floats{}, false
		}
		one, splat := d.Splat()
		if !splat {
			one = d.Tensor()
		}
		n := one.NumElements()
		c := floats{d.Type, k, make([]float64, n), make([]uint64, n), splat}
		for i := range n {
			c.v[i], c.bits[i] = one.Float(i), one.Bits(i)
		}
		return c, true
	}
	return floats{}, false
}

// newFloats returns a constant with n values, which the caller must set. See floats for "one".
func newFloats(to ir.Type, n int, one bool) floats {
	return floats{to, to.Kind(), make([]float64, n), make([]uint64, n), one}
}

// set sets element i to v, rounded to nearest even.
func (c floats) set(i int, v float64) { c.v[i], c.bits[i] = v, tensor.FloatToBits(c.kind, v) }

func (c floats) attr() ir.Attr {
	if !c.typ.IsShaped() {
		return ir.NewAttr(&ir.FloatAttr{Type: c.typ, Lo: c.bits[0]})
	}
	shape, _ := c.typ.Shape()
	if c.one {
		shape = nil
	}
	t := tensor.New(c.kind, shape...)
	for i, b := range c.bits {
		t.SetBits(i, b)
	}
	if c.one {
		return ir.NewSplat(c.typ, t)
	}
	return ir.NewDense(c.typ, t)
}

// foldFloats applies f to the elements of two constants. f rounds to f64, and foldFloats rounds to
// the format of the operands. For sums, products and quotients, this double rounding is correct
// (Figueroa 1995): f64 has more than twice as many significand bits as any narrower format.
func foldFloats(op *ir.Op, c []ir.Attr, f func(x, y float64) float64) (ir.Folded, bool) {
	if c[0].IsNil() || c[1].IsNil() {
		if p, ok := poisoned(c...); ok {
			return ir.FoldConst(p), true
		}
		return nil, false
	}
	if p, ok := poisoned(c...); ok {
		return ir.FoldConst(p), true
	}
	x, ok1 := floatsOf(c[0])
	y, ok2 := floatsOf(c[1])
	if !ok1 || !ok2 {
		return nil, false
	}
	n := len(x.v)
	if x.one {
		n = len(y.v)
	}
	out := newFloats(op.ResultAt(0).Type(), n, x.one && y.one)
	for i := range n {
		j, k := i, i
		if x.one {
			j = 0
		}
		if y.one {
			k = 0
		}
		r := f(x.v[j], y.v[k])
		switch {
		case !math.IsNaN(r):
			out.set(i, r)
		case math.IsNaN(x.v[j]):
			out.bits[i] = x.bits[j]
		case math.IsNaN(y.v[k]):
			out.bits[i] = y.bits[k]
		default:
			// An invalid operation returns different NaNs on different hosts. Use a quiet NaN
			// without a payload.
			out.set(i, math.Float64frombits(0x7FF8000000000000))
		}
	}
	return ir.FoldConst(out.attr()), true
}

// splatInt returns the value and the width in bits of an integer constant, a scalar or a splat.
func splatInt(a ir.Attr) (v int64, w int, ok bool) {
	c, ok := intsOf(a)
	if !ok || !c.one {
		return 0, 0, false
	}
	return c.v[0], c.width, true
}

func isInt(a ir.Attr, want int64) bool {
	v, w, ok := splatInt(a)
	return ok && v == signed(want, w)
}

func isZero(a ir.Attr) bool    { return isInt(a, 0) }
func isOne(a ir.Attr) bool     { return isInt(a, 1) }
func isAllOnes(a ir.Attr) bool { return isInt(a, -1) }

// splatFloat returns the value of a float constant, a scalar or a splat.
func splatFloat(a ir.Attr) (float64, bool) {
	c, ok := floatsOf(a)
	if !ok || !c.one {
		return 0, false
	}
	return c.v[0], true
}

// isFloat reports whether a is a scalar or a splat with the given value; 0 and −0 differ.
func isFloat(a ir.Attr, want float64) bool {
	v, ok := splatFloat(a)
	return ok && v == want && math.Signbit(v) == math.Signbit(want)
}

// constInt returns v as a constant of type t: a scalar, or a splat if t is a vector or tensor type.
// It returns false if t has no such constant.
func constInt(v int64, t ir.Type) (ir.Attr, bool) {
	w := intWidth(t.Elem())
	if w == 0 || t.IsShaped() && (!t.HasStaticShape() || t.Kind() == tensor.Invalid) {
		return ir.Attr{}, false
	}
	return ints{t, w, []int64{signed(v, w)}, true}.attr(), true
}

// defConst returns the value of v if an arith.constant defines it, and a nil attribute otherwise.
func defConst(v *ir.Value) ir.Attr {
	if c, ok := ir.Defining[Constant](v); ok {
		return c.Value()
	}
	return ir.Attr{}
}

// dividend returns x if product is x · y or y · x with one of the given overflow flags, else nil.
func dividend(product, y *ir.Value, without Overflow) *ir.Value {
	m, ok := ir.Defining[MulI](product)
	if !ok || m.OverflowFlags()&without == 0 {
		return nil
	}
	switch y {
	case m.LHS():
		return m.RHS()
	case m.RHS():
		return m.LHS()
	}
	return nil
}

// FoldFloats folds an operation with one or two constant operands, which must have the type of the
// result. f computes an element of the result from the elements of the operands. FoldFloats returns
// false if f returns false.
func FoldFloats(op *ir.Op, c []ir.Attr, f func(x []float64) (float64, bool)) (ir.Folded, bool) {
	refused := false
	call := func(x []float64) float64 {
		r, ok := f(x)
		refused = refused || !ok
		return r
	}
	var out ir.Folded
	var ok bool
	if len(c) == 1 {
		out, ok = foldFloats(op, []ir.Attr{c[0], c[0]}, func(x, _ float64) float64 { return call([]float64{x}) })
	} else {
		out, ok = foldFloats(op, c, func(x, y float64) float64 { return call([]float64{x, y}) })
	}
	if refused {
		return nil, false
	}
	return out, ok
}

// FoldInts is FoldFloats for integers. The elements are sign-extended and have w bits.
func FoldInts(op *ir.Op, c []ir.Attr, f func(x []int64, w int) (int64, bool)) (ir.Folded, bool) {
	if len(c) == 1 {
		return foldInts(op, []ir.Attr{c[0], c[0]}, func(x, _ int64, w int) (int64, bool) { return f([]int64{x}, w) })
	}
	return foldInts(op, c, func(x, y int64, w int) (int64, bool) { return f([]int64{x, y}, w) })
}
