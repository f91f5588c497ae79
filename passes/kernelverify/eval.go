package kernelverify

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// Operations are told apart by name: memory and vector operations are checked also
// where nobody registered their dialects.

// op interprets one operation.
func (e *env) op(op *ir.Op) {
	switch op.Name() {
	case "scf.for":
		e.loop(op)
		return
	case "scf.if":
		e.branch(op)
		return
	case "scf.yield", "func.return":
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

// result is the value of an operation with one integer result of type t.
func (e *env) result(op *ir.Op, t ir.Type) form {
	if c, ok := constantInt(op.Result()); ok {
		return constant(c)
	}
	switch op.Name() {
	case "arith.addi", "arith.subi", "arith.muli", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui",
		"arith.minsi", "arith.minui", "arith.maxsi", "arith.maxui", "arith.shli", "arith.shrsi", "arith.shrui",
		"arith.andi", "arith.ori", "arith.xori":
		return e.binary(op.Name(), e.form(op.OperandAt(0)), e.form(op.OperandAt(1)), t)
	case "arith.select":
		return e.choose(op, t)
	case "arith.extsi", "arith.trunci", "arith.index_cast":
		x := e.form(op.OperandAt(0))
		return e.fit(x, true, t)
	case "arith.extui", "arith.index_castui":
		return e.zeroExtend(op, t)
	case "vector.broadcast":
		return e.form(op.OperandAt(0))
	case "vector.step":
		return ofAtom(e.lane)
	case "vector.extract":
		return e.extract(op)
	case "vector.insert":
		return e.insert(op, t)
	case "math.absi", "math.ctpop", "math.ctlz", "math.cttz":
		return e.unary(op, t)
	}
	return e.unknown(t)
}

// binary is the value of an operation on x and y.
func (e *env) binary(name string, x, y form, t ir.Type) form {
	switch name {
	case "arith.addi":
		f, ok := x.plus(y, 1)
		return e.fit(f, ok, t)
	case "arith.subi":
		f, ok := x.plus(y, -1)
		return e.fit(f, ok, t)
	case "arith.muli":
		return e.multiply(x, y, t)
	case "arith.minsi":
		return e.smaller(x, y, t)
	case "arith.maxsi":
		return e.larger(x, y, t)
	case "arith.minui", "arith.maxui":
		return e.unsignedExtreme(name, x, y, t)
	case "arith.divsi", "arith.divui":
		return e.divide(x, y, t, name == "arith.divsi")
	case "arith.remsi", "arith.remui":
		return e.remainder(x, y, t, name == "arith.remsi")
	case "arith.shli":
		if y.isConst() && y.c >= 0 && y.c < 63 {
			f, ok := x.times(1 << y.c)
			return e.fit(f, ok, t)
		}
	case "arith.shrsi", "arith.shrui":
		if y.isConst() && y.c >= 0 && y.c < 63 {
			return e.divide(x, constant(1<<y.c), t, false)
		}
	case "arith.andi":
		return e.and(x, y, t)
	case "arith.ori", "arith.xori":
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

// smaller is the lesser of x and y, read as signed.
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

// larger is the greater of x and y, read as signed.
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

// unsignedExtreme is arith.minui and maxui: as signed where neither is negative. The
// lesser of anything and a number that is not negative lies between 0 and that.
func (e *env) unsignedExtreme(name string, x, y form, t ir.Type) form {
	xOK, yOK := e.atLeast(x, 0), e.atLeast(y, 0)
	switch {
	case xOK && yOK && name == "arith.minui":
		return e.smaller(x, y, t)
	case xOK && yOK:
		return e.larger(x, y, t)
	case name == "arith.maxui" || !xOK && !yOK:
		return e.unknown(t)
	case xOK:
		x, y = y, x
	}
	bits, _ := bitsOf(t)
	_, hi := e.span(y, bits)
	return ofAtom(e.add(atom{lo: 0, hi: hi, upper: []bound{{y, 1}}, perLane: isVector(t)}))
}

// and is the bits that x and y share.
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

// or is the bits of x or y, or those of one only: fewer than the next power of two.
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

// choose is arith.select: each value under its side of the condition. It is the
// lesser or greater of two where those are what is compared.
func (e *env) choose(op *ir.Op, t ir.Type) form {
	x, y := e.form(op.OperandAt(1)), e.form(op.OperandAt(2))
	if c, ok := ir.Defining[arith.CmpI](op.OperandAt(0)); ok {
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
		e.assume(op.OperandAt(0), i == 0)
		j.add(e, f, bits)
		end()
	}
	return j.value(e, isVector(t))
}
