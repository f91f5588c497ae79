package kernelverify

import (
	"fmt"
	"math"

	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// join collects the possible values at a point where control flow or cases join.
type join struct {
	lo, hi int64
	forms  []form
}

// add adds f, with its range at this point. It does nothing if this point is never reached.
func (j *join) add(e *env, f form, bits int) {
	if e.dead > 0 {
		return
	}
	lo, hi := e.span(f, bits)
	j.lo, j.hi = min(j.lo, lo), max(j.hi, hi)
	j.forms = append(j.forms, f)
}

// value returns a form that covers all collected values.
func (j *join) value(e *env, perLane bool) form {
	switch {
	case len(j.forms) == 0:
		return constant(0) // never computed
	case len(j.forms) == 1 || len(j.forms) == 2 && j.forms[0].equal(j.forms[1]):
		return j.forms[0]
	case j.lo == j.hi:
		return constant(j.lo)
	}
	return ofAtom(e.add(atom{lo: j.lo, hi: j.hi, cases: j.forms, perLane: perLane}))
}

// divide returns x/y rounded toward zero. The result is unknown if y may be 0 or negative. The
// result of an unsigned division is also unknown if x may be negative. If y is not constant, the
// result is only a range. The result of a signed division is also a range if x may be negative,
// since quotients of forms are rounded down.
func (e *env) divide(x, y form, t ir.Type, signed bool) form {
	bits, _ := bitsOf(t)
	y0, y1 := e.span(y, bits)
	x0, x1 := e.span(x, bits)
	switch {
	case y0 <= 0 || y1 < y0: // y1 < y0 only if the facts contradict each other
		return e.unknown(t)
	case x0 >= 0 && y.isConst():
		return e.quotient(x, y.c, isVector(t))
	case x0 >= 0:
		return e.between(x0/y1, x1/y0, isVector(t))
	case signed:
		return e.between(min(x0/y0, 0), max(x1/y0, 0), isVector(t))
	}
	return e.unknown(t)
}

// part returns two forms, high and low, with x = d·high + low, and the range of low. x must be in
// [0, 2⁶³), and d must be positive. The form low can exceed 64 bits even if x does not. If low is
// not proved to be in [0, 2⁶³), part returns 0 and x.
func (e *env) part(x form, d int64) (high, low form, of span) {
	high, low = x.split(d)
	lo, ok1 := e.min(low)
	hi, ok2 := e.max(low)
	if !ok1 || !ok2 || lo < 0 {
		high, low = constant(0), x
		lo, hi = e.span(x, 64)
	}
	lo = max(lo, 0)
	return high, low, span{lo, max(hi, lo)}
}

// quotient returns x/d for x in [0, 2⁶³) and d > 0.
func (e *env) quotient(x form, d int64, perLane bool) form {
	high, low, of := e.part(x, d)
	q := constant(of.lo / d)
	if of.lo/d != of.hi/d {
		q = e.division(low, d, false, func() atom {
			a := atom{lo: of.lo / d, hi: of.hi / d, upper: []bound{{low, d}}, of: low, by: d, perLane: perLane}
			if least, ok := low.plus(constant(1-d), 1); ok {
				a.lower = []bound{{least, d}}
			}
			return a
		})
	}
	f, ok := high.plus(q, 1)
	if !ok {
		return e.between(0, math.MaxInt64, perLane)
	}
	return f
}

// remainder returns the remainder of x/y; if signed, it has the sign of x.
func (e *env) remainder(x, y form, t ir.Type, signed bool) form {
	bits, _ := bitsOf(t)
	y0, y1 := e.span(y, bits)
	x0, x1 := e.span(x, bits)
	switch {
	case y0 <= 0 || y1 < y0: // y1 < y0 only if the facts contradict each other
		return e.unknown(t)
	case x0 >= 0 && y.isConst():
		return e.rest(x, y.c, isVector(t))
	case x0 >= 0:
		return e.between(0, min(x1, y1-1), isVector(t))
	case signed:
		return e.between(max(x0, 1-y1), max(0, min(x1, y1-1)), isVector(t))
	}
	return e.between(0, y1-1, isVector(t))
}

// rest returns the remainder of x/d for x in [0, 2⁶³) and d > 0.
func (e *env) rest(x form, d int64, perLane bool) form {
	_, low, of := e.part(x, d)
	if of.lo/d == of.hi/d {
		if f, ok := low.plus(constant(of.lo/d*d), -1); ok {
			return f
		}
	}
	q := e.quotient(low, d, perLane)
	return e.division(low, d, true, func() atom {
		a := atom{lo: 0, hi: min(d-1, of.hi), upper: []bound{{low, 1}}, of: low, by: d, rem: true, perLane: perLane}
		if f, ok := low.plus(q, -d); ok {
			a.cases = []form{f}
		}
		return a
	})
}

// division returns the atom of the quotient or remainder of x and d. Until the end of the scope in
// which the atom was made, the same x and d give the same atom. So quotient and remainder can be
// recombined to x.
func (e *env) division(x form, d int64, rem bool, make func() atom) form {
	key := fmt.Sprint(x.key(), rem, d)
	i, ok := e.divisions[key]
	if !ok {
		a := make()
		i = e.add(a)
		e.divisions[key] = i
		e.made = append(e.made, key)
	}
	return ofAtom(i)
}

// zeroExtend returns the result of arith.extui or arith.index_castui.
func (e *env) zeroExtend(op *ir.Op, t ir.Type) form {
	from, _ := bitsOf(op.OperandAt(0).Type())
	to, _ := bitsOf(t)
	x := e.form(op.OperandAt(0))
	if from >= to || e.atLeast(x, 0) {
		return e.fit(x, true, t)
	}
	return e.between(0, 1<<from-1, isVector(t))
}

// unary returns the value of an operation on one integer.
func (e *env) unary(op *ir.Op, t ir.Type) form {
	bits, _ := bitsOf(t)
	x := e.form(op.OperandAt(0))
	if !ir.Is[mathdialect.AbsI](op) {
		if bits <= 8 {
			return e.unknown(t) // a count of bits can exceed the range of a narrow type
		}
		return e.between(0, int64(bits), isVector(t))
	}
	if e.atLeast(x, 0) {
		return x
	}
	lo, hi := e.span(x, bits)
	if least, _ := rangeOf(bits); lo == least {
		return e.unknown(t) // wraps around
	}
	return e.between(0, max(hi, -lo), isVector(t))
}

// extract returns one lane of a vector.
func (e *env) extract(op vector.Extract) form {
	f := e.form(op.Source())
	if !e.perLane(f) {
		return f
	}
	at := op.Position().Static
	rest := f.without(e.lane)
	if at[0] >= 0 {
		if g, ok := rest.plus(constant(at[0]), f.coeff(e.lane)); ok && !e.perLane(rest) {
			return g
		}
	}
	bits, _ := bitsOf(op.Op.Result().Type())
	lo, hi := e.span(f, bits)
	return e.between(lo, hi, false)
}

// insert returns a vector with one lane replaced.
func (e *env) insert(op vector.Insert, t ir.Type) form {
	bits, _ := bitsOf(t)
	a0, a1 := e.span(e.form(op.ValueToStore()), bits)
	b0, b1 := e.span(e.form(op.Dest()), bits)
	return e.between(min(a0, b0), max(a1, b1), true)
}
