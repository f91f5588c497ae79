// Package affine implements affine expressions, maps and integer sets. It simplifies, prints and
// parses them exactly as MLIR does.
//
// Expressions are immutable. Equal expressions compare equal with ==, so they can be keys of Go
// maps. Maps and Sets contain slices, so they have a method Equal instead.
//
// The MLIR documentation has the rules: https://mlir.llvm.org/docs/Dialects/Affine.
package affine

import (
	"fmt"
	"unique"
)

// Kind is the kind of an expression's root.
type Kind uint8

// The kinds. The last five are binary.
const (
	KindConst Kind = iota
	KindDim
	KindSym
	KindAdd
	KindMul
	KindMod
	KindFloorDiv
	KindCeilDiv
)

// Expr is an affine expression over dimensions and symbols. It may be semi-affine: symbols may be
// factors and divisors. The zero Expr is the constant 0. Equal expressions compare equal with ==.
type Expr struct {
	kind Kind
	// hasDim reports whether a dimension occurs. It is stored, so that constructors need not visit
	// their operands.
	hasDim bool
	// value is a constant, or the position of a dimension or symbol. In a binary expression, it is
	// the largest known divisor.
	value    int64
	operands unique.Handle[operands] // of a binary expression
}

type operands struct{ lhs, rhs Expr }

// Const returns the constant c as an expression.
func Const(c int64) Expr { return Expr{kind: KindConst, value: c} }

// Dim returns dimension i, counted from 0.
func Dim(i int) Expr { return Expr{kind: KindDim, hasDim: true, value: int64(i)} }

// Sym returns symbol i, counted from 0.
func Sym(i int) Expr { return Expr{kind: KindSym, value: int64(i)} }

// binary builds an expression without simplification.
func binary(k Kind, lhs, rhs Expr) Expr {
	return Expr{
		kind: k, hasDim: lhs.hasDim || rhs.hasDim, value: knownDivisor(k, lhs, rhs),
		operands: unique.Make(operands{lhs, rhs}),
	}
}

// Kind returns the kind of the expression's root.
func (e Expr) Kind() Kind { return e.kind }

// IsBinary reports whether the expression has two operands.
func (e Expr) IsBinary() bool { return e.kind >= KindAdd }

// Operands returns both operands. It panics if the expression does not have two operands.
func (e Expr) Operands() (lhs, rhs Expr) {
	if !e.IsBinary() {
		panic(fmt.Sprintf("affine: BUG: %s has no operands", e))
	}
	o := e.operands.Value()
	return o.lhs, o.rhs
}

// Const returns the value if the expression is a constant, and false otherwise.
func (e Expr) Const() (int64, bool) {
	if e.kind != KindConst {
		return 0, false
	}
	return e.value, true
}

// Dim returns the position if the expression is a dimension, and false otherwise.
func (e Expr) Dim() (int, bool) {
	if e.kind != KindDim {
		return 0, false
	}
	return int(e.value), true
}

// Sym returns the position if the expression is a symbol, and false otherwise.
func (e Expr) Sym() (int, bool) {
	if e.kind != KindSym {
		return 0, false
	}
	return int(e.value), true
}

// IsSymbolic reports whether the expression contains only symbols and constants.
func (e Expr) IsSymbolic() bool { return !e.hasDim }

// IsPureAffine reports whether all products have a constant factor and all divisors are constants.
func (e Expr) IsPureAffine() bool {
	if !e.IsBinary() {
		return true
	}
	lhs, rhs := e.Operands()
	if !lhs.IsPureAffine() || !rhs.IsPureAffine() {
		return false
	}
	switch e.kind {
	case KindAdd:
		return true
	case KindMul:
		return lhs.kind == KindConst || rhs.kind == KindConst
	}
	return rhs.kind == KindConst
}

// Divisor returns the largest known divisor of the expression's values. It is 0 for the constant 0,
// and 2⁶³ for the smallest int64. If coefficients overflow, it is meaningless, as in MLIR.
func (e Expr) Divisor() uint64 {
	switch {
	case e.kind == KindConst && e.value < 0:
		return -uint64(e.value)
	case e.kind == KindConst || e.IsBinary():
		return uint64(e.value)
	}
	return 1
}

// IsMultipleOf reports whether factor is known to divide the expression.
func (e Expr) IsMultipleOf(factor int64) bool {
	return factor != 0 && int64(e.Divisor())%factor == 0
}

// knownDivisor computes the Divisor of a binary expression.
func knownDivisor(k Kind, lhs, rhs Expr) int64 {
	l, r := lhs.Divisor(), rhs.Divisor()
	switch k {
	case KindAdd, KindMod:
		return int64(gcd(l, r))
	case KindMul:
		return int64(l * r)
	}
	// The divisor of a quotient is known if rhs is a constant that divides the divisor of lhs.
	if c, ok := rhs.Const(); ok && c != 0 && int64(l)%c == 0 {
		q := int64(l) / c
		return max(q, -q)
	}
	return 1
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// UsesDim reports whether dimension i occurs.
func (e Expr) UsesDim(i int) bool {
	return e.hasDim && e.any(func(x Expr) bool { return x == Dim(i) })
}

// UsesSym reports whether symbol i occurs.
func (e Expr) UsesSym(i int) bool {
	return e.any(func(x Expr) bool { return x == Sym(i) })
}

func (e Expr) any(is func(Expr) bool) bool {
	if !e.IsBinary() {
		return is(e)
	}
	lhs, rhs := e.Operands()
	return lhs.any(is) || rhs.any(is) || is(e)
}

// Walk calls visit for the expression and all its subexpressions, in postorder.
func (e Expr) Walk(visit func(Expr)) {
	if e.IsBinary() {
		lhs, rhs := e.Operands()
		lhs.Walk(visit)
		rhs.Walk(visit)
	}
	visit(e)
}

// Replace replaces dimension i by dims[i] and symbol i by syms[i], and simplifies the result.
// Positions beyond the lists are kept.
func (e Expr) Replace(dims, syms []Expr) Expr {
	switch e.kind {
	case KindConst:
		return e
	case KindDim:
		if e.value < int64(len(dims)) {
			return dims[e.value]
		}
		return e
	case KindSym:
		if e.value < int64(len(syms)) {
			return syms[e.value]
		}
		return e
	}
	lhs, rhs := e.Operands()
	newLHS, newRHS := lhs.Replace(dims, syms), rhs.Replace(dims, syms)
	if newLHS == lhs && newRHS == rhs {
		return e
	}
	return Binary(e.kind, newLHS, newRHS)
}

// Size counts the constants, dimensions and symbols in the expression, with repetitions. It stops
// at limit.
func (e Expr) Size(limit int) int {
	if !e.IsBinary() || limit <= 1 {
		return 1
	}
	lhs, rhs := e.Operands()
	n := lhs.Size(limit)
	if n >= limit {
		return n
	}
	return n + rhs.Size(limit-n)
}

// ShiftDims replaces each dimension i, where i ≥ first, by dimension i + shift.
func (e Expr) ShiftDims(first, shift int) Expr {
	return e.renumber(func(x Expr) Expr {
		if i, ok := x.Dim(); ok && i >= first {
			return Dim(i + shift)
		}
		return x
	})
}

// ShiftSyms replaces each symbol i, where i ≥ first, by symbol i + shift.
func (e Expr) ShiftSyms(first, shift int) Expr {
	return e.renumber(func(x Expr) Expr {
		if i, ok := x.Sym(); ok && i >= first {
			return Sym(i + shift)
		}
		return x
	})
}

func (e Expr) renumber(leaf func(Expr) Expr) Expr {
	if !e.IsBinary() {
		return leaf(e)
	}
	lhs, rhs := e.Operands()
	return Binary(e.kind, lhs.renumber(leaf), rhs.renumber(leaf))
}

// Eval returns the value of the expression modulo 2⁶⁴. It returns false if a position is beyond the
// lists, if a division is by zero or overflows, or if the right operand of mod is less than 1.
func (e Expr) Eval(dims, syms []int64) (int64, bool) {
	switch e.kind {
	case KindConst:
		return e.value, true
	case KindDim:
		return at(dims, e.value)
	case KindSym:
		return at(syms, e.value)
	}
	lhs, rhs := e.Operands()
	l, ok := lhs.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	r, ok := rhs.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	switch e.kind {
	case KindAdd:
		return l + r, true
	case KindMul:
		return l * r, true
	case KindMod:
		return mod(l, r)
	case KindFloorDiv:
		return floorDiv(l, r)
	}
	return ceilDiv(l, r)
}

func at(values []int64, i int64) (int64, bool) {
	if i >= int64(len(values)) {
		return 0, false
	}
	return values[i], true
}
