package kernelverify

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

func (e *env) op(op *ir.Op) {
	switch op.View().(type) {
	case scf.For:
		e.loop(op)
		return
	case scf.If:
		e.branch(op)
		return
	case scf.Yield, fn.Return:
		return
	}
	e.access(op)
	e.defined(op)
	for r := range op.Results() {
		if _, ok := bitsOf(r.Type()); ok {
			e.values[r] = e.result(op, r.Type())
		}
	}
}

// result returns the value of an operation with one integer result of type t.
func (e *env) result(op *ir.Op, t ir.Type) form {
	if c, ok := constantInt(op.Result()); ok {
		return constant(c)
	}
	switch o := op.View().(type) {
	case arith.AddI, arith.SubI, arith.MulI, arith.DivSI, arith.DivUI, arith.RemSI, arith.RemUI,
		arith.MinSI, arith.MinUI, arith.MaxSI, arith.MaxUI, arith.ShLI, arith.ShRSI, arith.ShRUI,
		arith.AndI, arith.OrI, arith.XOrI:
		return e.binary(op.View(), e.form(op.OperandAt(0)), e.form(op.OperandAt(1)), t)
	case arith.Select:
		return e.choose(o, t)
	case arith.ExtSI, arith.TruncI, arith.IndexCast:
		x := e.form(op.OperandAt(0))
		return e.fit(x, true, t)
	case arith.ExtUI, arith.IndexCastUI:
		return e.zeroExtend(op, t)
	case vector.Broadcast:
		return e.form(o.Source())
	case vector.Step:
		return e.across(t)
	case vector.Extract:
		return e.extract(o)
	case vector.Insert:
		return e.insert(o, t)
	case mathdialect.AbsI, mathdialect.CtPop, mathdialect.CtLz, mathdialect.CtTz:
		return e.unary(op, t)
	}
	return e.unknown(t)
}

// binary returns the value of an operation on x and y.
func (e *env) binary(op ir.View, x, y form, t ir.Type) form {
	switch op.(type) {
	case arith.AddI:
		f, ok := x.plus(y, 1)
		return e.fit(f, ok, t)
	case arith.SubI:
		f, ok := x.plus(y, -1)
		return e.fit(f, ok, t)
	case arith.MulI:
		return e.multiply(x, y, t)
	case arith.MinSI:
		return e.smaller(x, y, t)
	case arith.MaxSI:
		return e.larger(x, y, t)
	case arith.MinUI:
		return e.smallerUnsigned(x, y, t)
	case arith.MaxUI:
		return e.largerUnsigned(x, y, t)
	case arith.DivSI, arith.DivUI:
		_, signed := op.(arith.DivSI)
		return e.divide(x, y, t, signed)
	case arith.RemSI, arith.RemUI:
		_, signed := op.(arith.RemSI)
		return e.remainder(x, y, t, signed)
	case arith.ShLI:
		if y.isConst() && y.c >= 0 && y.c < 63 {
			f, ok := x.times(1 << y.c)
			return e.fit(f, ok, t)
		}
	case arith.ShRSI, arith.ShRUI:
		if y.isConst() && y.c >= 0 && y.c < 63 {
			return e.divide(x, constant(1<<y.c), t, false)
		}
	case arith.AndI:
		return e.and(x, y, t)
	case arith.OrI, arith.XOrI:
		return e.or(x, y, t)
	}
	return e.unknown(t)
}

func (e *env) multiply(x, y form, t ir.Type) form {
	if x.isConst() {
		x, y = y, x
	}
	if y.isConst() {
		f, ok := x.times(y.c)
		return e.fit(f, ok, t)
	}
	bits, _ := bitsOf(t)
	x0, x1 := e.span(x, bits)
	y0, y1 := e.span(y, bits)
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, p := range [][2]int64{{x0, y0}, {x0, y1}, {x1, y0}, {x1, y1}} {
		v, ok := mulAdd(0, p[0], p[1])
		if !ok {
			return e.unknown(t)
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	if low, high := rangeOf(bits); lo < low || hi > high {
		return e.unknown(t)
	}
	return e.between(lo, hi, isVector(t))
}

// smaller returns the minimum of x and y as signed numbers.
func (e *env) smaller(x, y form, t ir.Type) form {
	switch {
	case e.lessEqual(x, y):
		return x
	case e.lessEqual(y, x):
		return y
	}
	bits, _ := bitsOf(t)
	x0, x1 := e.span(x, bits)
	y0, y1 := e.span(y, bits)
	return ofAtom(e.add(atom{
		lo: min(x0, y0), hi: min(x1, y1), cases: []form{x, y},
		upper: []bound{{x, 1}, {y, 1}}, perLane: isVector(t),
	}))
}

// larger returns the maximum of x and y as signed numbers.
func (e *env) larger(x, y form, t ir.Type) form {
	switch {
	case e.lessEqual(x, y):
		return y
	case e.lessEqual(y, x):
		return x
	}
	bits, _ := bitsOf(t)
	x0, x1 := e.span(x, bits)
	y0, y1 := e.span(y, bits)
	return ofAtom(e.add(atom{
		lo: max(x0, y0), hi: max(x1, y1), cases: []form{x, y},
		lower: []bound{{x, 1}, {y, 1}}, perLane: isVector(t),
	}))
}

// smallerUnsigned returns the result of arith.minui: the signed minimum if neither x nor y is
// negative. If only one of them is known not to be negative, the result is between 0 and this
// operand. Otherwise, the result is an unknown number.
func (e *env) smallerUnsigned(x, y form, t ir.Type) form {
	xOK, yOK := e.atLeast(x, 0), e.atLeast(y, 0)
	switch {
	case xOK && yOK:
		return e.smaller(x, y, t)
	case !xOK && !yOK:
		return e.unknown(t)
	case xOK:
		x, y = y, x
	}
	bits, _ := bitsOf(t)
	_, hi := e.span(y, bits)
	return ofAtom(e.add(atom{lo: 0, hi: hi, upper: []bound{{y, 1}}, perLane: isVector(t)}))
}

// largerUnsigned returns the result of arith.maxui: the signed maximum if neither x nor y is
// negative, otherwise an unknown number.
func (e *env) largerUnsigned(x, y form, t ir.Type) form {
	if e.atLeast(x, 0) && e.atLeast(y, 0) {
		return e.larger(x, y, t)
	}
	return e.unknown(t)
}

// and(x, y, t) returns x & y.
func (e *env) and(x, y form, t ir.Type) form {
	if x.isConst() {
		x, y = y, x
	}
	if y.isConst() && y.c >= 0 && y.c < math.MaxInt64 && y.c&(y.c+1) == 0 && e.atLeast(x, 0) {
		return e.remainder(x, constant(y.c+1), t, false)
	}
	bits, _ := bitsOf(t)
	_, hi := rangeOf(bits)
	found := false
	for _, f := range []form{x, y} {
		if e.atLeast(f, 0) {
			_, most := e.span(f, bits)
			hi, found = min(hi, most), true
		}
	}
	if !found {
		return e.unknown(t)
	}
	return e.between(0, hi, isVector(t))
}

// or(x, y, t) returns the result of arith.ori or arith.xori. If neither operand is negative, the
// result has no more bits than the larger operand. Otherwise it is unknown.
func (e *env) or(x, y form, t ir.Type) form {
	bits, _ := bitsOf(t)
	if !e.atLeast(x, 0) || !e.atLeast(y, 0) {
		return e.unknown(t)
	}
	_, x1 := e.span(x, bits)
	_, y1 := e.span(y, bits)
	most := int64(0)
	for most < max(x1, y1) {
		most = most<<1 | 1
	}
	return e.between(0, most, isVector(t))
}

// choose returns the result of arith.select. Each value is evaluated under the assumption that the
// condition selects it. If the condition is a signed order comparison of the two values, the result
// is their minimum or maximum.
func (e *env) choose(op arith.Select, t ir.Type) form {
	x, y := e.form(op.TrueValue()), e.form(op.FalseValue())
	if c, ok := ir.Defining[arith.CmpI](op.Condition()); ok {
		l, r := e.form(c.LHS()), e.form(c.RHS())
		same, crossed := l.equal(x) && r.equal(y), l.equal(y) && r.equal(x)
		less := c.Predicate() == arith.SLT || c.Predicate() == arith.SLE
		more := c.Predicate() == arith.SGT || c.Predicate() == arith.SGE
		switch {
		case same && less, crossed && more:
			return e.smaller(x, y, t)
		case same && more, crossed && less:
			return e.larger(x, y, t)
		}
	}
	bits, _ := bitsOf(t)
	j := join{lo: math.MaxInt64, hi: math.MinInt64}
	for i, f := range []form{x, y} {
		end := e.scope()
		e.assume(op.Condition(), i == 0)
		j.add(e, f, bits)
		end()
	}
	return j.value(e, isVector(t))
}
