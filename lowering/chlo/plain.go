package chlo

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	numbers "github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type tan = stablehlo.Tan

// plain replaces constants and the predicates is_inf, is_pos_inf and is_neg_inf.
func (e emitter) plain(op *ir.Op) value {
	switch o := op.View().(type) {
	case chlo.Constant:
		return stablehlo.NewConstant(e.B, o.Value()).Op.Result()
	case chlo.ConstantLike:
		return e.constantLike(o)
	case chlo.IsInf:
		x := e.abs(o.Operand())
		return e.eq(x, e.infinity(1, x))
	case chlo.IsPosInf:
		return e.eq(o.Operand(), e.infinity(1, o.Operand()))
	case chlo.IsNegInf:
		return e.eq(o.Operand(), e.infinity(-1, o.Operand()))
	}
	return nil
}

// constantLike returns a tensor that has the shape of o's operand and is filled with the number in
// o's attribute. It returns nil if the operand is unranked.
func (e emitter) constantLike(o chlo.ConstantLike) value {
	t := o.Op.Result().Type()
	if _, ranked := t.Shape(); !ranked {
		return nil
	}
	one := tensor.New(t.Kind())
	switch a := o.Value().Data().(type) {
	case *ir.FloatAttr:
		one.SetBits(0, a.Lo)
	default:
		if n, ok := o.Value().Int(); ok {
			one.SetInt(0, n)
		} else if c, ok := ir.AttrAs[*numbers.NumberAttr](o.Value()); ok {
			one.SetComplex(0, numberOf(c))
		} else {
			return nil
		}
	}
	return e.fill(one, t, o.Operand())
}

// highHalf multiplies x and y, of element type d, in twice their width. It returns the high half of
// the product.
func (e emitter) highHalf(x, y value, d *ir.IntType) value {
	wide := ir.NewType(&ir.IntType{Bits: 2 * d.Bits, Sign: d.Sign})
	a, b := e.Convert(x, wide), e.Convert(y, wide)
	p := e.Mul(a, b)
	n := e.bits(int64(d.Bits), p)
	if d.Sign == ir.Unsigned {
		return e.Convert(e.shiftRight(p, n), x.Type().Elem())
	}
	return e.Convert(stablehlo.NewShiftRightArithmetic(e.B, p, n).Op.Result(), x.Type().Elem())
}

// Integer computes the result of op, which is chlo.mulhi or chlo.next_after, by operations on
// integers. It returns nil for integers narrower than 8 bits and for floats narrower than 16 bits.
func Integer(b emit.Emitter, op *ir.Op) *ir.Value {
	e, bits := emitter{b}, op.Result().Type().Kind().Bits()
	switch o := op.View().(type) {
	case chlo.Mulhi:
		if bits >= 8 {
			return e.mulhi(o.LHS(), o.RHS())
		}
	case chlo.NextAfter:
		if bits >= 16 {
			return e.nextAfter(o.X(), o.Y())
		}
	}
	return nil
}

// mulhi returns the high half of the product of x and y.
func (e emitter) mulhi(x, y value) value {
	d, ok := ir.TypeAs[*ir.IntType](x.Type().Elem())
	switch {
	case !ok:
		return nil
	case d.Bits < 64:
		return e.highHalf(x, y, d)
	case d.Sign == ir.Unsigned:
		return e.mulhi64(x, y)
	}
	return e.mulhiSigned(x, y)
}

// mulhi64 multiplies halves of 32 bits. With x = a·2³² + b and y = c·2³² + d, the result is ac +
// ((ad + bc + (bd >> 32)) >> 32). The middle sum is split so that it does not overflow.
func (e emitter) mulhi64(x, y value) value {
	half := func() value { return e.bits(32, x) }
	low := func() value { return e.bits(0xffffffff, x) }
	a := e.shiftRight(x, half())
	c := e.shiftRight(y, half())
	ac := e.Mul(a, c)
	b := e.and(x, low())
	bc := e.Mul(b, c)
	d := e.and(y, low())
	carry := e.shiftRight(e.Mul(b, d), half())
	mid := e.Add(bc, carry)
	sum := e.Add(ac, e.shiftRight(mid, half()))
	ad := e.Mul(a, d)
	return e.Add(sum, e.shiftRight(e.Add(ad, e.and(mid, low())), half()))
}

// mulhiSigned computes the high half from the unsigned product, which reads a negative factor f as
// f + 2⁶⁴. So mulhiSigned subtracts the other factor from the high half.
func (e emitter) mulhiSigned(x, y value) value {
	unsigned := ir.NewType(&ir.IntType{Bits: 64, Sign: ir.Unsigned})
	hi := apply[chlo.Mulhi](e, e.Convert(x, unsigned), e.Convert(y, unsigned))
	less := func(hi, x, y value) value {
		negative := e.lt(x, e.bits(0, x))
		other := e.Convert(y, unsigned)
		zero := e.bits(0, e.Convert(y, unsigned))
		return e.Sub(hi, e.Choose(negative, other, zero))
	}
	return e.Convert(less(less(hi, x, y), y, x), x.Type().Elem())
}

// nextAfter returns the float with the next bit pattern from x toward y. It returns nil for floats
// of 6 bits, because StableHLO has no integers of this width, and for f8E8M0FNU, which has no sign.
func (e emitter) nextAfter(x, y value) value {
	kind := x.Type().Kind()
	n := kind.Bits()
	if n == 6 || kind == tensor.F8E8M0FNU {
		return nil
	}
	bits := x.Type().WithElem(ir.Int(n))
	cast := func(v value, t ir.Type) value { return stablehlo.NewBitcastConvert(e.B, v, t).Op.Result() }
	xi, yi := cast(x, bits), cast(y, bits)
	isNaN := e.or(e.ne(x, x), e.ne(y, y))
	nan := cast(e.nan(x), bits)
	sign := e.bits(-1<<(n-1), xi)
	rest := e.bits(^(-1 << (n - 1)), xi)
	xAbs, yAbs := e.and(xi, rest), e.and(yi, rest)
	equal := e.eq(x, y)
	zero := e.bits(0, xi)
	xZero, yZero := e.eq(xAbs, zero), e.eq(yAbs, zero)
	xSign, ySign := e.and(xi, sign), e.and(yi, sign)
	one := e.bits(1, xi)
	least := e.or(ySign, one)
	differ := e.ne(xSign, ySign)
	toZero := e.or(e.gt(xAbs, yAbs), differ)
	step := e.Choose(toZero, e.bits(-1, xi), one)
	r := e.Add(xi, step)
	minusZero := tensor.New(kind)
	minusZero.SetBits(0, 1<<(n-1))
	if math.IsNaN(minusZero.Float(0)) { // the type has no minus zero
		r = e.Choose(e.eq(r, sign), zero, r)
	}
	r = e.Choose(xZero, e.Choose(yZero, yi, least), r)
	r = e.Choose(equal, yi, r)
	r = e.Choose(isNaN, nan, r)
	return cast(r, x.Type())
}

func numberOf(c *numbers.NumberAttr) complex128 {
	part := func(a *ir.FloatAttr) float64 {
		t := tensor.New(a.Type.Kind())
		t.SetBits(0, a.Lo)
		return t.Float(0)
	}
	return complex(part(c.Real), part(c.Imag))
}
