package stablehlo

import (
	"math"

	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval computes each element.
func (o Cbrt) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Cbrt, in)
}

// Eval computes each element.
func (o Ceil) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFunction(function{math.Ceil, nil}, in)
}

// Eval computes each element.
func (o Cosine) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Cos, in)
}

// Eval computes each element.
func (o Exponential) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Exp, in)
}

// Eval computes each element.
func (o ExponentialMinusOne) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Expm1, in)
}

// Eval computes each element.
func (o Floor) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFunction(function{math.Floor, nil}, in)
}

// Eval computes each element.
func (o Log) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Log, in)
}

// Eval computes each element.
func (o LogPlusOne) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Log1p, in)
}

// Eval computes each element.
func (o Logistic) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalLogistic(in)
}

// Eval computes each element.
func (o RoundNearestAfz) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFunction(function{math.Round, nil}, in)
}

// Eval computes each element.
func (o RoundNearestEven) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFunction(function{math.RoundToEven, nil}, in)
}

// Eval computes each element.
func (o Rsqrt) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Rsqrt, in)
}

// Eval computes each element.
func (o Sine) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Sin, in)
}

// Eval computes each element.
func (o Sqrt) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFunction(function{math.Sqrt, elementary.ComplexSqrt}, in)
}

// Eval computes each element.
func (o Tan) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Tan, in)
}

// Eval computes each element.
func (o Tanh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(elementary.Tanh, in)
}

// Eval computes each element.
func (o Abs) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalAbs(in)
}

// Eval computes each element.
func (o Sign) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalSign(in)
}

// Eval computes each element.
func (o Negate) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalNegate(in)
}

// Eval computes each element.
func (o Imag) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalPart(true, in)
}

// Eval computes each element.
func (o Real) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalPart(false, in)
}

// Eval computes each element.
func (o IsFinite) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalFinite(in)
}

// Eval computes each element.
func (o CountLeadingZeros) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBits(countLeadingZeros, in)
}

// Eval computes each element.
func (o Popcnt) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBits(popcount, in)
}

// Eval computes each element.
func (o Not) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d := ts[0].Clone()
		for i, b := range d.Data {
			d.Data[i] = ^b
			if d.Kind == tensor.I1 {
				d.Data[i] = b ^ 1
			}
		}
		wrapNarrow(d)
		return d, nil
	})
}

// Eval converts each element.
func (o Convert) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		k := o.Op.Result().Type().Kind()
		if k == ts[0].Kind {
			return ts[0], nil
		}
		return tensor.Convert(ts[0], k), nil
	})
}

// Eval computes each element.
func (o Add) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opAdd, in)
}

// Eval computes each element.
func (o Atan2) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opAtan2, in)
}

// Eval computes each element.
func (o Divide) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opDiv, in)
}

// Eval computes each element.
func (o Maximum) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opMax, in)
}

// Eval computes each element.
func (o Minimum) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opMin, in)
}

// Eval computes each element.
func (o Multiply) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opMul, in)
}

// Eval computes each element.
func (o Power) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opPow, in)
}

// Eval computes each element.
func (o Remainder) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opRem, in)
}

// Eval computes each element.
func (o ShiftLeft) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opShiftLeft, in)
}

// Eval computes each element.
func (o ShiftRightArithmetic) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opShiftRight, in)
}

// Eval computes each element.
func (o ShiftRightLogical) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opShiftRightLogical, in)
}

// Eval computes each element.
func (o Subtract) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opSub, in)
}

// Eval computes each element.
func (o And) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opAnd, in)
}

// Eval computes each element.
func (o Or) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opOr, in)
}

// Eval computes each element.
func (o Xor) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalBinary(opXor, in)
}

// Eval joins the parts.
func (o Complex) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		k := tensor.C64
		if ts[0].Kind == tensor.F64 {
			k = tensor.C128
		}
		d := tensor.New(k, ts[0].Shape...)
		size := ts[0].Kind.Size()
		for i := range ts[0].NumElements() {
			copy(d.Data[2*i*size:], ts[0].Data[i*size:(i+1)*size])
			copy(d.Data[(2*i+1)*size:], ts[1].Data[i*size:(i+1)*size])
		}
		return d, nil
	})
}
