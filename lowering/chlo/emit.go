package chlo

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// emitter is emit.Emitter with methods for dynamic shapes.
type emitter struct{ emit.Emitter }

type value = *ir.Value

func (e emitter) and(x, y value) value   { return stablehlo.NewAnd(e.B, x, y).Op.Result() }
func (e emitter) or(x, y value) value    { return stablehlo.NewOr(e.B, x, y).Op.Result() }
func (e emitter) rem(x, y value) value   { return stablehlo.NewRemainder(e.B, x, y).Op.Result() }
func (e emitter) atan2(x, y value) value { return stablehlo.NewAtan2(e.B, x, y).Op.Result() }
func (e emitter) clamp(low, x, high value) value {
	return stablehlo.NewClamp(e.B, low, x, high).Op.Result()
}
func (e emitter) shiftRight(x, y value) value {
	return stablehlo.NewShiftRightLogical(e.B, x, y).Op.Result()
}

func (e emitter) abs(x value) value   { return emit.Unary[stablehlo.Abs](e.Emitter, x) }
func (e emitter) neg(x value) value   { return emit.Unary[stablehlo.Negate](e.Emitter, x) }
func (e emitter) not(x value) value   { return emit.Unary[stablehlo.Not](e.Emitter, x) }
func (e emitter) sqrt(x value) value  { return emit.Unary[stablehlo.Sqrt](e.Emitter, x) }
func (e emitter) log(x value) value   { return emit.Unary[stablehlo.Log](e.Emitter, x) }
func (e emitter) log1p(x value) value { return emit.Unary[stablehlo.LogPlusOne](e.Emitter, x) }
func (e emitter) exp(x value) value   { return emit.Unary[stablehlo.Exponential](e.Emitter, x) }
func (e emitter) expm1(x value) value { return emit.Unary[stablehlo.ExponentialMinusOne](e.Emitter, x) }
func (e emitter) sin(x value) value   { return emit.Unary[stablehlo.Sine](e.Emitter, x) }
func (e emitter) cos(x value) value   { return emit.Unary[stablehlo.Cosine](e.Emitter, x) }
func (e emitter) floor(x value) value { return emit.Unary[stablehlo.Floor](e.Emitter, x) }
func (e emitter) sign(x value) value  { return emit.Unary[stablehlo.Sign](e.Emitter, x) }
func (e emitter) lt(x, y value) value { return e.Compare("LT", x, y) }
func (e emitter) le(x, y value) value { return e.Compare("LE", x, y) }
func (e emitter) gt(x, y value) value { return e.Compare("GT", x, y) }
func (e emitter) ge(x, y value) value { return e.Compare("GE", x, y) }
func (e emitter) eq(x, y value) value { return e.Compare("EQ", x, y) }
func (e emitter) ne(x, y value) value { return e.Compare("NE", x, y) }
func (e emitter) finite(x value) value {
	return to[stablehlo.IsFinite](e, x, x.Type().WithElem(ir.I1()))
}
func (e emitter) realPart(x value) value { return to[stablehlo.Real](e, x, x.Type().WithElem(part(x))) }
func (e emitter) imagPart(x value) value { return to[stablehlo.Imag](e, x, x.Type().WithElem(part(x))) }

func (e emitter) complex(x, y value) value {
	return ir.Create[stablehlo.Complex](e.B, ir.Init{Operands: []value{x, y}, Results: []ir.Type{x.Type().WithElem(ir.Complex(x.Type().Elem()))}}).Op.Result()
}

// part returns the type of the parts of the complex number x.
func part(x value) ir.Type {
	c, _ := ir.TypeAs[*ir.ComplexType](x.Type().Elem())
	return c.Elem
}

// to inserts the operation T with the operand x and a result of type t.
func to[T ir.Typed](e emitter, x value, t ir.Type) value {
	return ir.OpOf(ir.Create[T](e.B, ir.Init{Operands: []value{x}, Results: []ir.Type{t}})).Result()
}

// apply inserts an operation of CHLO, which the pass replaces later.
func apply[T ir.Typed](e emitter, operands ...value) value {
	return ir.OpOf(ir.Create[T](e.B, ir.Init{Operands: operands, Results: []ir.Type{operands[0].Type()}})).Result()
}

// like returns a constant of the type of x. Each call inserts a new constant, as in StableHLO's
// pass.
func (e emitter) like(v float64, x value) value {
	return e.fill(number(v, x.Type().Kind()), x.Type(), x)
}

// number returns a tensor of rank 0 and kind k with element v.
func number(v float64, k tensor.Kind) *tensor.Tensor {
	one := tensor.New(k)
	if k.IsComplex() || k.IsFloat() {
		one.SetFloat(0, v)
	} else {
		one.SetInt(0, int64(v))
	}
	return one
}

func (e emitter) scalar(v float64, elem ir.Type) value {
	return stablehlo.NewConstant(e.B, ir.NewSplat(ir.Tensor(elem), number(v, elem.Kind()))).Op.Result()
}

// bits returns the integer constant v of the type of x.
func (e emitter) bits(v int64, x value) value {
	one := tensor.New(x.Type().Kind())
	one.SetInt(0, v)
	return e.fill(one, x.Type(), x)
}

// fill returns a tensor of type t with the shape of x. Each element is the only element of the
// parameter "one".
func (e emitter) fill(one *tensor.Tensor, t ir.Type, x value) value {
	if t.HasStaticShape() {
		return stablehlo.NewConstant(e.B, ir.NewSplat(t, one)).Op.Result()
	}
	scalar := stablehlo.NewConstant(e.B, ir.NewSplat(ir.Tensor(t.Elem()), one)).Op.Result()
	if dims, bounded := dimsOf(x); bounded {
		v, _ := e.stretch(scalar, dims)
		return v
	}
	return e.dynamic(scalar, shape.NewShapeOf(e.B, x).Op.Result(), t)
}

// dynamic broadcasts x to type t and the given extents. The dimensions of x become the last
// dimensions.
func (e emitter) dynamic(x, extents value, t ir.Type) value {
	return e.dynamicAt(x, extents, t, last(x.Type().Rank(), t.Rank()))
}

func (e emitter) dynamicAt(x, extents value, t ir.Type, dims []int64) value {
	return ir.Create[stablehlo.DynamicBroadcastInDim](e.B, ir.Init{
		Operands: []value{x, extents}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	}).Op.Result()
}

// last returns the indices of the last n of m dimensions.
func last(n, m int) []int64 {
	dims := make([]int64, n)
	for i := range dims {
		dims[i] = int64(m - n + i)
	}
	return dims
}

// largest returns the largest finite number of the type of x.
func (e emitter) largest(x value) value { return e.pattern(x.Type().Kind().FloatLayout().Largest, x) }

// smallest returns the smallest positive number of the type of x, which is subnormal. tiniest
// returns the smallest positive normal number.
func (e emitter) smallest(x value) value { return e.pattern(1, x) }
func (e emitter) tiniest(x value) value {
	return e.pattern(1<<x.Type().Kind().FloatLayout().Fraction, x)
}

func (e emitter) pattern(bits uint64, x value) value {
	one := tensor.New(x.Type().Kind())
	one.SetBits(0, bits)
	return e.fill(one, x.Type(), x)
}

// infinity returns ∞ if sign ≥ 0, and -∞ otherwise.
func (e emitter) infinity(sign int, x value) value { return e.like(math.Inf(sign), x) }
func (e emitter) nan(x value) value {
	return e.fill(tensor.WithCanonicalNaNs(number(math.NaN(), x.Type().Kind())), x.Type(), x)
}

// polynomial returns c[0]·xⁿ + c[1]·xⁿ⁻¹ + …, computed by Horner's rule.
func (e emitter) polynomial(x value, c []float64) value {
	p := e.like(c[0], x)
	for _, v := range c[1:] {
		p = e.Mul(p, x)
		p = e.Add(p, e.like(v, x))
	}
	return p
}
