package arith

import (
	"math/bits"

	"github.com/lathe-ir/lathe/ir"
)

// Fold folds x + 0 to the sum x and the carry 0, and evaluates sums of constants.
func (o AddUIExtended) Fold(c []ir.Attr) (ir.Folded, bool) {
	flags := o.Overflow().Type()
	if isZero(c[1]) {
		if no, ok := constInt(0, flags); ok {
			return ir.Folded{{Value: o.LHS()}, {Attr: no}}, true
		}
		return nil, false
	}
	if c[0].IsNil() || c[1].IsNil() {
		return nil, false
	}
	sum, ok := foldIntsTo(c[0], c[1], o.Sum().Type(), total(func(x, y int64, _ int) int64 { return x + y }))
	if !ok {
		return nil, false
	}
	carry, ok := foldIntsTo(sum, c[0], flags, total(func(s, x int64, w int) int64 {
		if unsigned(s, w) < unsigned(x, w) {
			return -1
		}
		return 0
	}))
	return ir.FoldConst(sum, carry), ok
}

// Fold folds x * 0 to 0, and evaluates products of constants.
func (o MulSIExtended) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isZero(c[1]) {
		return ir.FoldConst(c[1], c[1]), true
	}
	return foldProduct(o.Op, c, func(x, y int64, w int) int64 {
		if w < 64 {
			hi, lo := mul128(x, y)
			return int64(uint64(hi)<<(64-w) | lo>>w)
		}
		hi, _ := mul128(x, y)
		return hi
	})
}

// mul128 returns the 128-bit signed product of x and y as two words.
func mul128(x, y int64) (hi int64, lo uint64) {
	h, lo := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		h -= uint64(y)
	}
	if y < 0 {
		h -= uint64(x)
	}
	return int64(h), lo
}

// Fold folds x * 0 to 0 and x * 1 to x, and evaluates products of constants.
func (o MulUIExtended) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isZero(c[1]) {
		return ir.FoldConst(c[1], c[1]), true
	}
	if isOne(c[1]) {
		if z, ok := constInt(0, o.High().Type()); ok {
			return ir.Folded{{Value: o.LHS()}, {Attr: z}}, true
		}
	}
	return foldProduct(o.Op, c, func(x, y int64, w int) int64 {
		hi, lo := bits.Mul64(unsigned(x, w), unsigned(y, w))
		if w < 64 {
			return int64(hi<<(64-w) | lo>>w)
		}
		return int64(hi)
	})
}

func foldProduct(op *ir.Op, c []ir.Attr, high func(x, y int64, w int) int64) (ir.Folded, bool) {
	if c[0].IsNil() || c[1].IsNil() {
		return nil, false
	}
	t := op.ResultAt(0).Type()
	lo, ok1 := foldIntsTo(c[0], c[1], t, total(func(x, y int64, _ int) int64 { return x * y }))
	hi, ok2 := foldIntsTo(c[0], c[1], t, total(high))
	return ir.FoldConst(lo, hi), ok1 && ok2
}
