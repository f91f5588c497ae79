package affine

import (
	"fmt"
	"math"
)

// The constructors simplify exactly as MLIR's constructors do, because printed maps must be the
// same. So a constant is the right operand of a sum or product. Operands with dimensions come
// before operands without dimensions, d0 comes before d1, and s0 before s1.

// Binary returns the simplified expression of kind k with the operands lhs and rhs.
func Binary(k Kind, lhs, rhs Expr) Expr {
	switch k {
	case KindAdd:
		return Add(lhs, rhs)
	case KindMul:
		return Mul(lhs, rhs)
	case KindMod:
		return Mod(lhs, rhs)
	case KindFloorDiv:
		return FloorDiv(lhs, rhs)
	case KindCeilDiv:
		return CeilDiv(lhs, rhs)
	}
	panic(fmt.Sprintf("affine: BUG: kind %d has no operands", k))
}

// constRHS returns x and c if e is an operation of kind k on x and a constant c.
func (e Expr) constRHS(k Kind) (x Expr, c int64, ok bool) {
	if e.kind != k {
		return Expr{}, 0, false
	}
	x, rhs := e.Operands()
	c, ok = rhs.Const()
	return x, c, ok
}

// Add returns lhs + rhs.
func Add(lhs, rhs Expr) Expr {
	l, lConst := lhs.Const()
	r, rConst := rhs.Const()
	if lConst && rConst {
		sum := l + r
		if (l < 0) == (r < 0) && (sum < 0) != (l < 0) {
			return binary(KindAdd, lhs, rhs) // overflow
		}
		return Const(sum)
	}
	if lConst || lhs.IsSymbolic() && !rhs.IsSymbolic() || outOfOrder(lhs, rhs) {
		return Add(rhs, lhs)
	}
	if rConst && r == 0 {
		return lhs
	}
	x, c, lhsEndsInConst := lhs.constRHS(KindAdd)
	if lhsEndsInConst && rConst {
		return Add(x, Const(c+r))
	}
	// c₁·x + c₂·x → (c₁+c₂)·x
	lx, lc := lhs.factor()
	rx, rc := rhs.factor()
	if lx == rx {
		return Mul(lx, Const(lc+rc))
	}
	// (x + c) + y → (x + y) + c
	if lhsEndsInConst {
		return Add(Add(x, rhs), Const(c))
	}
	if rhs.kind == KindMul {
		return addProduct(lhs, rhs)
	}
	return binary(KindAdd, lhs, rhs)
}

// addProduct returns lhs + rhs for a product rhs. Its rules recognize remainders. The divisor q may
// be symbolic.
func addProduct(lhs, rhs Expr) Expr {
	quotient, factor := rhs.Operands()
	// x + (x floordiv q · q) · -1 → x mod q
	if factor == Const(-1) && quotient.kind == KindMul {
		inner, q := quotient.Operands()
		if inner.is(KindFloorDiv, lhs, q) {
			return Mod(lhs, q)
		}
	}
	if quotient.kind != KindFloorDiv {
		return binary(KindAdd, lhs, rhs)
	}
	// x + x floordiv q · -q → x mod q
	if c, ok := factor.Const(); ok && c < 0 && c != math.MinInt64 && quotient.is(KindFloorDiv, lhs, Const(-c)) {
		return Mod(lhs, Const(-c))
	}
	// (x + y) + z → x + (y + z), if y + z simplifies or is reordered
	if lhs.kind == KindAdd {
		x, y := lhs.Operands()
		if tail := Add(y, rhs); !tail.is(KindAdd, y, rhs) {
			return Add(x, tail)
		}
	}
	return binary(KindAdd, lhs, rhs)
}

// is reports whether e has this kind and these operands.
func (e Expr) is(k Kind, lhs, rhs Expr) bool {
	return e.kind == k && e.operands.Value() == operands{lhs, rhs}
}

// outOfOrder reports whether the operands are two dimensions or two symbols, and lhs has the larger
// position.
func outOfOrder(lhs, rhs Expr) bool {
	return lhs.kind == rhs.kind && !lhs.IsBinary() && lhs.value > rhs.value
}

// factor returns x and c such that e = x · c. c is 1 if e has no constant factor.
func (e Expr) factor() (x Expr, c int64) {
	if x, c, ok := e.constRHS(KindMul); ok {
		return x, c
	}
	return e, 1
}

// Mul returns lhs · rhs. A product of two expressions with dimensions is not affine, and is not
// simplified.
func Mul(lhs, rhs Expr) Expr {
	l, lConst := lhs.Const()
	r, rConst := rhs.Const()
	if lConst && rConst {
		if mulOverflows(l, r) {
			return binary(KindMul, lhs, rhs)
		}
		return Const(l * r)
	}
	if lhs.hasDim && rhs.hasDim {
		return binary(KindMul, lhs, rhs)
	}
	if rhs.hasDim || lConst || outOfOrder(lhs, rhs) {
		return Mul(rhs, lhs)
	}
	if rConst && r == 1 {
		return lhs
	}
	if rConst && r == 0 {
		return rhs
	}
	x, c, ok := lhs.constRHS(KindMul)
	if ok && rConst {
		return Mul(x, Const(c*r))
	}
	// (x · c) · y → (x · y) · c
	if ok {
		return Mul(Mul(x, rhs), Const(c))
	}
	return binary(KindMul, lhs, rhs)
}

func mulOverflows(a, b int64) bool {
	if a == 0 || b == 0 {
		return false
	}
	p := a * b
	return p/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64
}

// Neg returns -e.
func Neg(e Expr) Expr { return Mul(e, Const(-1)) }

// Sub returns lhs - rhs.
func Sub(lhs, rhs Expr) Expr { return Add(lhs, Neg(rhs)) }

// FloorDiv returns lhs / rhs, rounded down. A division by zero is kept.
func FloorDiv(lhs, rhs Expr) Expr {
	if e, ok := divide(lhs, rhs, floorDiv); ok {
		return e
	}
	r, ok := rhs.Const()
	if !ok || r == 0 || lhs.kind != KindAdd {
		return binary(KindFloorDiv, lhs, rhs)
	}
	// (x + y) floordiv c → x floordiv c + y floordiv c, if c divides x or y
	x, y := lhs.Operands()
	if x.IsMultipleOf(r) || y.IsMultipleOf(r) {
		return Add(FloorDiv(x, rhs), FloorDiv(y, rhs))
	}
	return binary(KindFloorDiv, lhs, rhs)
}

// CeilDiv returns lhs / rhs, rounded up. A division by zero is kept.
func CeilDiv(lhs, rhs Expr) Expr {
	if e, ok := divide(lhs, rhs, ceilDiv); ok {
		return e
	}
	return binary(KindCeilDiv, lhs, rhs)
}

// divide applies the simplifications that FloorDiv and CeilDiv share. fold divides two constants.
func divide(lhs, rhs Expr, fold func(l, r int64) (int64, bool)) (Expr, bool) {
	r, ok := rhs.Const()
	if !ok || r == 0 {
		return Expr{}, false
	}
	if l, ok := lhs.Const(); ok {
		c, ok := fold(l, r)
		return Const(c), ok
	}
	if r == 1 {
		return lhs, true
	}
	// (x · c) / r → x · (c/r), if r divides c
	if x, c, ok := lhs.constRHS(KindMul); ok && c%r == 0 {
		return Mul(x, Const(c/r)), true
	}
	return Expr{}, false
}

// Mod returns the nonnegative remainder of lhs divided by rhs. It is undefined, and not simplified,
// for a constant rhs less than 1.
func Mod(lhs, rhs Expr) Expr {
	r, ok := rhs.Const()
	if !ok || r < 1 {
		return binary(KindMod, lhs, rhs)
	}
	if l, ok := lhs.Const(); ok {
		m, _ := mod(l, r)
		return Const(m)
	}
	if lhs.IsMultipleOf(r) {
		return Const(0)
	}
	if lhs.kind == KindAdd {
		x, y := lhs.Operands()
		if x.IsMultipleOf(r) {
			return Mod(y, rhs)
		}
		if y.IsMultipleOf(r) {
			return Mod(x, rhs)
		}
	}
	// (x mod c) mod r → x mod r, if r divides c
	if x, c, ok := lhs.constRHS(KindMod); ok && c >= 1 && c%r == 0 {
		return Mod(x, rhs)
	}
	return binary(KindMod, lhs, rhs)
}

func floorDiv(l, r int64) (int64, bool) {
	if r == 0 || l == math.MinInt64 && r == -1 {
		return 0, false
	}
	q := l / r
	if l%r != 0 && (l < 0) != (r < 0) {
		q--
	}
	return q, true
}

func ceilDiv(l, r int64) (int64, bool) {
	if r == 0 || l == math.MinInt64 && r == -1 {
		return 0, false
	}
	q := l / r
	if l%r != 0 && (l < 0) == (r < 0) {
		q++
	}
	return q, true
}

func mod(l, r int64) (int64, bool) {
	if r < 1 {
		return 0, false
	}
	m := l % r
	if m < 0 {
		m += r
	}
	return m, true
}
