package index

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
)

func isConst(a ir.Attr, v int64) bool {
	c, ok := a.Int()
	return ok && c == v
}

// operands returns the values of both operands. ok is false if an operand is not a constant.
func operands(c []ir.Attr) (x, y int64, ok bool) {
	x, ok1 := c[0].Int()
	y, ok2 := c[1].Int()
	return x, y, ok1 && ok2
}

// foldWrapping applies f to 64-bit constants. For a 32-bit index, the result is valid if its lower
// 32 bits depend only on the lower 32 bits of x and y.
func foldWrapping(c []ir.Attr, f func(x, y int64) int64) (ir.Folded, bool) {
	x, y, ok := operands(c)
	if !ok {
		return nil, false
	}
	return ir.FoldConst(ir.NewInt(f(x, y), ir.Index())), true
}

// foldChecked calls f for a 64-bit and a 32-bit index, with operands that are sign-extended from
// this width. It folds if f returns true for both widths, and the results have equal lower 32 bits.
func foldChecked(c []ir.Attr, f func(x, y int64, bits uint) (int64, bool)) (ir.Folded, bool) {
	x, y, ok := operands(c)
	if !ok {
		return nil, false
	}
	wide, ok1 := f(x, y, 64)
	narrow, ok2 := f(int64(int32(x)), int64(int32(y)), 32)
	if !ok1 || !ok2 || int32(wide) != int32(narrow) {
		return nil, false
	}
	return ir.FoldConst(ir.NewInt(wide, ir.Index())), true
}

// unsigned(x, bits) returns the given number of lower bits of x as an unsigned number.
func unsigned(x int64, bits uint) uint64 { return uint64(x) << (64 - bits) >> (64 - bits) }

// signedDiv returns x / y, rounded toward zero. The least value divided by -1 wraps around.
func signedDiv(x, y int64, bits uint) int64 {
	q := x / y
	return q << (64 - bits) >> (64 - bits)
}

func divS(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	return signedDiv(x, y, bits), true
}

func divU(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	return int64(unsigned(x, bits) / unsigned(y, bits)), true
}

func ceilDivS(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	q := signedDiv(x, y, bits)
	if x%y != 0 && (x < 0) == (y < 0) {
		q++
	}
	return q, true
}

func ceilDivU(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	u, v := unsigned(x, bits), unsigned(y, bits)
	q := u / v
	if u%v != 0 {
		q++
	}
	return int64(q), true
}

func floorDivS(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	q := signedDiv(x, y, bits)
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q, true
}

func remS(x, y int64, _ uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	return x % y, true
}

func remU(x, y int64, bits uint) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	return int64(unsigned(x, bits) % unsigned(y, bits)), true
}

func maxS(x, y int64, _ uint) (int64, bool) { return max(x, y), true }
func minS(x, y int64, _ uint) (int64, bool) { return min(x, y), true }

func maxU(x, y int64, bits uint) (int64, bool) {
	return int64(max(unsigned(x, bits), unsigned(y, bits))), true
}

func minU(x, y int64, bits uint) (int64, bool) {
	return int64(min(unsigned(x, bits), unsigned(y, bits))), true
}

// shrS and shrU return false if the shift amount is 32 or more.
func shrS(x, y int64, bits uint) (int64, bool) { return x >> (uint64(y) & 63), unsigned(y, bits) < 32 }

func shrU(x, y int64, bits uint) (int64, bool) {
	return int64(unsigned(x, bits) >> (uint64(y) & 63)), unsigned(y, bits) < 32
}

// span is an inclusive range of consecutive signed or unsigned numbers.
type span struct {
	signed bool
	lo, hi int64
}

// clampSpan returns the range of a minimum or maximum whose second operand is the constant a. It
// returns false for other operations.
func clampSpan(op *ir.Op, a int64, bits uint) (span, bool) {
	least, greatest := int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits)
	switch op.View().(type) {
	case MinS:
		return span{true, least, a}, true
	case MaxS:
		return span{true, a, greatest}, true
	case MinU:
		return span{false, 0, int64(unsigned(a, bits))}, true
	case MaxU:
		return span{false, int64(unsigned(a, bits)), int64(unsigned(-1, bits))}, true
	}
	return span{}, false
}

// as(…) converts the range to signed or unsigned numbers with the same bits. It returns false if
// the converted numbers are not consecutive.
func (s span) as(signed bool, bits uint) (span, bool) {
	if s.signed == signed {
		return s, true
	}
	lo, hi := s.lo<<(64-bits)>>(64-bits), s.hi<<(64-bits)>>(64-bits)
	if lo < 0 != (hi < 0) {
		return span{}, false
	}
	if !signed {
		lo, hi = int64(unsigned(lo, bits)), int64(unsigned(hi, bits))
	}
	return span{signed, lo, hi}, true
}

// compare compares all numbers in the span with b. known is false if the comparisons may have
// different results.
func (p Predicate) compare(s span, b int64, bits uint) (result, known bool) {
	s, ok := s.as(!p.unsigned(), bits)
	if p == EQ || p == NE {
		return p == NE, ok && (p.less(b, s.lo, bits) || p.less(s.hi, b, bits))
	}
	if !ok {
		return false, false
	}
	first, last := p.holds(s.lo, b, bits), p.holds(s.hi, b, bits)
	return first, first == last
}
