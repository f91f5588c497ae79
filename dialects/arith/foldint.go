package arith

import (
	"strconv"

	"github.com/lathe-ir/lathe/ir"
)

// total(f) returns a function that returns the result of f and true.
func total(f func(x, y int64, w int) int64) func(x, y int64, w int) (int64, bool) {
	return func(x, y int64, w int) (int64, bool) { return f(x, y, w), true }
}

// Fold folds x + 0 and (x - y) + y to x, and evaluates sums of constants.
func (o AddI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isZero(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	if s, ok := ir.Defining[SubI](o.LHS()); ok && s.RHS() == o.RHS() {
		return ir.FoldTo(s.LHS()), true
	}
	if s, ok := ir.Defining[SubI](o.RHS()); ok && s.RHS() == o.LHS() {
		return ir.FoldTo(s.LHS()), true
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x + y }))
}

// Fold folds x - 0 and (x + y) - y to x, and x - x to 0. It evaluates differences of constants.
func (o SubI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.LHS() == o.RHS() {
		if z, ok := constInt(0, o.Op.Result().Type()); ok {
			return ir.FoldConst(z), true
		}
		return nil, false
	}
	if isZero(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	if a, ok := ir.Defining[AddI](o.LHS()); ok {
		switch o.RHS() {
		case a.RHS():
			return ir.FoldTo(a.LHS()), true
		case a.LHS():
			return ir.FoldTo(a.RHS()), true
		}
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x - y }))
}

// Fold folds x * 0 to 0 and x * 1 to x, and evaluates products of constants.
func (o MulI) Fold(c []ir.Attr) (ir.Folded, bool) {
	switch {
	case isZero(c[1]):
		return ir.FoldTo(o.RHS()), true
	case isOne(c[1]):
		return ir.FoldTo(o.LHS()), true
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x * y }))
}

// ResultNames implements ir.Namer. The product of vector.vscale and a constant such as 4 is called
// %c4_vscale.
func (o MulI) ResultNames(set func(*ir.Value, string)) {
	if !o.Op.Result().Type().IsIndex() {
		return
	}
	for i := range 2 {
		scale := o.Op.OperandAt(i).Def()
		c, ok := ir.AttrAs[*ir.IntAttr](defConst(o.Op.OperandAt(1 - i)))
		if ok && scale != nil && scale.Name() == "vector.vscale" {
			set(o.Op.Result(), "c"+strconv.FormatInt(c.Value, 10)+"_vscale")
			return
		}
	}
}

// Fold folds x / 1 to x, and (x * y) / y to x if the product has the flag nsw. It evaluates
// quotients of constants except division by zero and overflow.
func (o DivSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	if x := dividend(o.LHS(), o.RHS(), NoSignedWrap); x != nil {
		return ir.FoldTo(x), true
	}
	return foldInts(o.Op, c, func(x, y int64, w int) (int64, bool) {
		if y == 0 || overflows(x, y, w) {
			return 0, false
		}
		return x / y, true
	})
}

// overflows reports whether x / y does not fit in w bits.
func overflows(x, y int64, w int) bool { return y == -1 && x == -1<<(w-1) }

// Fold folds x / 1 to x, and (x * y) / y to x if the product has the flag nuw. It evaluates
// quotients of constants except division by zero.
func (o DivUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	if x := dividend(o.LHS(), o.RHS(), NoUnsignedWrap); x != nil {
		return ir.FoldTo(x), true
	}
	return foldInts(o.Op, c, func(x, y int64, w int) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return int64(unsigned(x, w) / unsigned(y, w)), true
	})
}

// Fold folds x / 1 to x, and evaluates quotients x / y of constants except division by zero. As in
// MLIR, it evaluates x / y only if x is 0, or if neither x nor y is the least number of the type.
func (o CeilDivSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldInts(o.Op, c, func(x, y int64, w int) (int64, bool) {
		switch {
		case y == 0, x != 0 && (x == least(w) || y == least(w)):
			return 0, false
		case x == 0:
			return 0, true
		}
		q := x / y
		if x%y != 0 && (x < 0) == (y < 0) {
			q++
		}
		return q, true
	})
}

// Fold folds x / 1 to x, and evaluates quotients of constants except division by zero.
func (o CeilDivUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldInts(o.Op, c, func(x, y int64, w int) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		a, b := unsigned(x, w), unsigned(y, w)
		q := a / b
		if a%b != 0 {
			q++
		}
		return int64(q), true
	})
}

// Fold folds x / 1 to x, and evaluates quotients of constants. As in MLIR, division by zero or
// overflow prevents folding only if it occurs in the last element. If it occurs in another element,
// the quotient in this element is the dividend.
func (o FloorDivSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldIntsLast(o.Op, c, func(x, y int64, w int) (int64, bool) {
		if y == 0 || overflows(x, y, w) {
			return x, false
		}
		q := x / y
		if x%y != 0 && (x < 0) != (y < 0) {
			q--
		}
		return q, true
	})
}

// foldIntsLast is like foldInts, except that op is folded if f returns true for the last element.
// For the other elements, the number that f returns is used in any case.
func foldIntsLast(op *ir.Op, c []ir.Attr, f func(x, y int64, w int) (int64, bool)) (ir.Folded, bool) {
	last := false
	out, ok := foldInts(op, c, func(x, y int64, w int) (r int64, ok bool) {
		r, last = f(x, y, w)
		return r, true
	})
	if _, poison := poisoned(c...); ok && !last && !poison {
		return nil, false
	}
	return out, ok
}

// Fold folds x % 1 to 0, and evaluates remainders of constants except division by zero.
func (o RemSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		if z, ok := constInt(0, o.Op.Result().Type()); ok {
			return ir.FoldConst(z), true
		}
	}
	return foldInts(o.Op, c, func(x, y int64, _ int) (int64, bool) {
		switch y {
		case 0:
			return 0, false
		case -1:
			return 0, true
		}
		return x % y, true
	})
}

// Fold folds x % 1 to 0, and evaluates remainders of constants except division by zero.
func (o RemUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isOne(c[1]) {
		if z, ok := constInt(0, o.Op.Result().Type()); ok {
			return ir.FoldConst(z), true
		}
	}
	return foldInts(o.Op, c, func(x, y int64, w int) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return int64(unsigned(x, w) % unsigned(y, w)), true
	})
}

// Fold folds x & 0 and x & ~x to 0, x & ~0 to x, and (x & y) & y to x & y. It evaluates operations
// on constants.
func (o AndI) Fold(c []ir.Attr) (ir.Folded, bool) {
	switch {
	case isZero(c[1]):
		return ir.FoldTo(o.RHS()), true
	case isAllOnes(c[1]):
		return ir.FoldTo(o.LHS()), true
	case isNot(o.RHS(), o.LHS()), isNot(o.LHS(), o.RHS()):
		if z, ok := constInt(0, o.Op.Result().Type()); ok {
			return ir.FoldConst(z), true
		}
	}
	for i := range 2 {
		prev, ok := ir.Defining[AndI](o.Op.OperandAt(i))
		if other := o.Op.OperandAt(1 - i); ok && (other == prev.LHS() || other == prev.RHS()) {
			return ir.FoldTo(prev.Op.Result()), true
		}
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x & y }))
}

// isNot reports whether n is the complement of v.
func isNot(n, v *ir.Value) bool {
	x, ok := ir.Defining[XOrI](n)
	if !ok {
		return false
	}
	return x.LHS() == v && isAllOnes(defConst(x.RHS())) || x.RHS() == v && isAllOnes(defConst(x.LHS()))
}

// Fold folds x | 0 to x. It folds x | ~0 and x | ~x to ~0. It evaluates operations on constants.
func (o OrI) Fold(c []ir.Attr) (ir.Folded, bool) {
	switch {
	case isZero(c[1]):
		return ir.FoldTo(o.LHS()), true
	case isAllOnes(c[1]):
		return ir.FoldConst(c[1]), true
	case isNot(o.RHS(), o.LHS()), isNot(o.LHS(), o.RHS()):
		if v, ok := constInt(-1, o.Op.Result().Type()); ok {
			return ir.FoldConst(v), true
		}
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x | y }))
}

// Fold folds x ^ 0 and (x ^ y) ^ y to x, and x ^ x to 0. It evaluates operations on constants.
func (o XOrI) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isZero(c[1]) {
		return ir.FoldTo(o.LHS()), true
	}
	if o.LHS() == o.RHS() {
		if z, ok := constInt(0, o.Op.Result().Type()); ok {
			return ir.FoldConst(z), true
		}
	}
	for i := range 2 {
		prev, ok := ir.Defining[XOrI](o.Op.OperandAt(i))
		if !ok {
			continue
		}
		switch o.Op.OperandAt(1 - i) {
		case prev.RHS():
			return ir.FoldTo(prev.LHS()), true
		case prev.LHS():
			return ir.FoldTo(prev.RHS()), true
		}
	}
	return foldInts(o.Op, c, total(func(x, y int64, _ int) int64 { return x ^ y }))
}

// Fold folds x << 0 to x, and evaluates shifts of constants. See foldShift.
func (o ShLI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldShift(o.Op, c, func(x int64, n uint64, _ int) int64 { return x << n })
}

// Fold folds x >> 0 to x, and evaluates shifts of constants. See foldShift.
func (o ShRUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldShift(o.Op, c, func(x int64, n uint64, w int) int64 { return int64(unsigned(x, w) >> n) })
}

// Fold folds x >> 0 to x, and evaluates shifts of constants. See foldShift.
func (o ShRSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldShift(o.Op, c, func(x int64, n uint64, _ int) int64 { return x >> n })
}

// foldShift folds a shift. As in MLIR, a shift by the width or more prevents folding only in the
// last element.
func foldShift(op *ir.Op, c []ir.Attr, f func(x int64, n uint64, w int) int64) (ir.Folded, bool) {
	if isZero(c[1]) {
		return ir.FoldTo(op.OperandAt(0)), true
	}
	return foldIntsLast(op, c, func(x, y int64, w int) (int64, bool) {
		n := unsigned(y, w)
		return f(x, n, w), n < uint64(w)
	})
}

// Fold folds max(x, x) and max(x, least) to x, max(x, greatest) to greatest, and evaluates
// constants.
func (o MaxSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtreme(o.Op, c, greatest, least, func(x, y int64, _ int) int64 { return max(x, y) })
}

// Fold folds min(x, x) and min(x, greatest) to x, min(x, least) to least, and evaluates constants.
func (o MinSI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtreme(o.Op, c, least, greatest, func(x, y int64, _ int) int64 { return min(x, y) })
}

// Fold folds max(x, x) and max(x, 0) to x, max(x, ~0) to ~0, and evaluates constants.
func (o MaxUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtreme(o.Op, c, ones, zeros, func(x, y int64, w int) int64 {
		return int64(max(unsigned(x, w), unsigned(y, w)))
	})
}

// Fold folds min(x, x) and min(x, ~0) to x, min(x, 0) to 0, and evaluates constants.
func (o MinUI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtreme(o.Op, c, zeros, ones, func(x, y int64, w int) int64 {
		return int64(min(unsigned(x, w), unsigned(y, w)))
	})
}

// The greatest and the least number of w bits, sign-extended to 64 bits. For unsigned numbers,
// these are ones and zeros.
func greatest(w int) int64 { return 1<<(w-1) - 1 }
func least(w int) int64    { return -1 << (w - 1) }
func ones(int) int64       { return -1 }
func zeros(int) int64      { return 0 }

// foldExtreme folds a minimum or maximum of x and y, of w bits. If y is wins(w), the result is y.
// If y is loses(w), the result is x.
func foldExtreme(op *ir.Op, c []ir.Attr, wins, loses func(w int) int64, f func(x, y int64, w int) int64) (ir.Folded, bool) {
	if op.OperandAt(0) == op.OperandAt(1) {
		return ir.FoldTo(op.OperandAt(0)), true
	}
	if v, w, ok := splatInt(c[1]); ok {
		switch v {
		case wins(w):
			return ir.FoldTo(op.OperandAt(1)), true
		case loses(w):
			return ir.FoldTo(op.OperandAt(0)), true
		}
	}
	return foldInts(op, c, total(f))
}
