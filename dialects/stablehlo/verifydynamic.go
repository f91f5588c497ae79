package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// pairsAttr returns v as a constant tensor of pairs.
func pairsAttr(v []int64) ir.Attr {
	t := tensor.New(tensor.I64, int64(len(v)/2), 2)
	for i, n := range v {
		t.SetInt(i, n)
	}
	return ir.NewDense(ir.Tensor(ir.I64(), t.Shape...), t)
}

// maxRank is the largest rank that an operand with a shape may specify.
const maxRank = 1 << 16

func checkShapeLength(shape *ir.Value) error {
	if n := shape.Type().NumElements(); shape.Type().HasStaticShape() && n > maxRank {
		return fmt.Errorf("shape operand has %d elements, but a shape has at most %d dimensions", n, maxRank)
	}
	return nil
}

// checkShapeOperand requires that a constant shape operand is compatible with type t.
func checkShapeOperand(shape *ir.Value, t ir.Type) error {
	if err := checkShapeLength(shape); err != nil {
		return err
	}
	v, ok := constInts(shape)
	if !ok {
		return nil
	}
	negative := slices.ContainsFunc(v, func(n int64) bool { return n < 0 })
	if negative || !compatible(ir.Tensor(t.Elem(), v...), t) {
		return fmt.Errorf("output shape [%s] is incompatible with return type of operation '%s'", list(v), t)
	}
	return nil
}

// checkSameElems requires equal element types, but accepts any if one of them is quantized.
func checkSameElems(in, out ir.Type) error {
	if !anyUniform(in, out) && in.Elem() != out.Elem() {
		return fmt.Errorf("expects operand and result to have compatible element type. Got: '%s' and '%s'", in, out)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o DynamicIota) Verify() error {
	t := o.Op.Result().Type()
	if o.IotaDimension() >= int64(rankOf(t)) {
		return ir.ErrorAt(o.Op, "iota dimension cannot go beyond the output rank.")
	}
	return at(o.Op, checkShapeOperand(o.OutputShape(), t))
}

// Verify implements ir.Verifier.
func (o DynamicReshape) Verify() error { return at(o.Op, o.check()) }

func (o DynamicReshape) check() error {
	in, out := o.Operand().Type(), o.Op.Result().Type()
	err := firstOf(
		func() error { return checkSameElems(in, out) },
		func() error { return checkCounts(in, out) },
		func() error { return checkShapeOperand(o.OutputShape(), out) },
	)
	if err != nil {
		return err
	}
	if o.OutputShape().Type().Dims()[0] != int64(rankOf(out)) {
		return fmt.Errorf("result should have a rank equal to the number of elements in output_shape")
	}
	if v, ok := constInts(o.OutputShape()); ok && in.HasStaticShape() {
		if have, want := tensor.NumElements(in.Dims()), tensor.NumElements(v); have != want {
			return fmt.Errorf("output_shape is incompatible with input type of operation: input has %d elements, but output_shape has %d", have, want)
		}
	}
	if anyUniform(in, out) {
		return checkQuantizedReshape(in, out)
	}
	return nil
}

// checkCounts requires that two static shapes have the same number of elements.
func checkCounts(in, out ir.Type) error {
	if !in.HasStaticShape() || !out.HasStaticShape() {
		return nil
	}
	if have, want := tensor.NumElements(out.Dims()), tensor.NumElements(in.Dims()); have != want {
		return fmt.Errorf("number of output elements (%d) doesn't match expected number of elements (%d)", have, want)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o DynamicBroadcastInDim) Verify() error { return at(o.Op, o.check()) }

func (o DynamicBroadcastInDim) check() error {
	in, out, dims := o.Operand().Type(), o.Op.Result().Type(), o.BroadcastDimensions()
	from, to := in.Dims(), out.Dims()
	if err := checkSameElems(in, out); err != nil {
		return err
	}
	if len(dims) == len(from) && len(to) < len(from) {
		return fmt.Errorf("result rank (%d) is less than operand rank (%d)", len(to), len(from))
	}
	if err := checkBroadcastDims(in, out, dims); err != nil {
		return err
	}
	for i, d := range dims {
		if from[i] != 1 && !compatibleDim(from[i], to[d]) {
			return fmt.Errorf("size of operand dimension %d (%d) is not compatible with size of result dimension %d (%d)", i, from[i], d, to[d])
		}
	}
	if err := checkShapeOperand(o.OutputDimensions(), out); err != nil {
		return err
	}
	hints := slices.Concat(o.KnownExpandingDimensions(), o.KnownNonexpandingDimensions())
	if repeats(hints) {
		return fmt.Errorf("duplicate expansion hint for at least one operand dimension")
	}
	for _, d := range hints {
		if d < 0 || d >= int64(len(from)) {
			return fmt.Errorf("hint for expanding dimension %d does not refer to a valid operand dimension", d)
		}
	}
	if v, ok := constInts(o.OutputDimensions()); ok && in.HasStaticShape() {
		for i, d := range dims {
			if from[i] != 1 && from[i] != v[d] {
				return fmt.Errorf("size of operand dimension %d (%d) is not equal to 1 or value of shape at index %d (%d)", i, from[i], d, v[d])
			}
		}
	}
	return checkQuantizedBroadcast(in, out, dims)
}

// VerifyTypes implements ir.TypeVerifier.
func (o DynamicPad) VerifyTypes() error {
	in, out := o.Operand().Type(), o.Op.Result().Type()
	return firstOf(
		func() error {
			return checkAll(o.Op, "operand, padding_value, result", "element type", elemOf, in, o.PaddingValue().Type(), out)
		},
		func() error {
			return checkAll(o.Op, "edge_padding_low, edge_padding_high, interior_padding", "type", whole,
				o.EdgePaddingLow().Type(), o.EdgePaddingHigh().Type(), o.InteriorPadding().Type())
		},
		func() error { return checkAll(o.Op, "operand, result", "rank", rankOf, in, out) },
	)
}

// Verify implements ir.Verifier.
func (o DynamicPad) Verify() error { return at(o.Op, o.check()) }

func (o DynamicPad) check() error {
	in, out := o.Operand().Type().Dims(), o.Op.Result().Type().Dims()
	if n := o.EdgePaddingLow().Type().Dims()[0]; n != int64(len(in)) {
		return fmt.Errorf("padding operands size (%d) must match operand rank (%d)", n, len(in))
	}
	interior, ok := constInts(o.InteriorPadding())
	if !ok {
		return nil
	}
	if slices.ContainsFunc(interior, func(n int64) bool { return n < 0 }) {
		return fmt.Errorf("interior_padding must be non-negative, but got %s", list(interior))
	}
	low, ok1 := constInts(o.EdgePaddingLow())
	high, ok2 := constInts(o.EdgePaddingHigh())
	if !ok1 || !ok2 || slices.Contains(in, ir.Dynamic) || slices.Contains(out, ir.Dynamic) {
		return nil
	}
	for i, n := range in {
		want, err := PaddedExtent(n, low[i], high[i], interior[i])
		if err != nil {
			return fmt.Errorf("has dimension %d that %v", i, err)
		}
		if out[i] != want {
			return fmt.Errorf("expected output dimension at index %d to equal %d, but got %d", i, want, out[i])
		}
	}
	return nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o RealDynamicSlice) VerifyTypes() error {
	return firstOf(
		func() error {
			return checkAll(o.Op, "operand, result", "element type", elemOf, o.Operand().Type(), o.Op.Result().Type())
		},
		func() error {
			return checkAll(o.Op, "start_indices, limit_indices, strides", "type", whole,
				o.StartIndices().Type(), o.LimitIndices().Type(), o.Strides().Type())
		},
	)
}

// Verify implements ir.Verifier.
func (o RealDynamicSlice) Verify() error {
	rank := int64(rankOf(o.Operand().Type()))
	for _, v := range []struct {
		name string
		of   *ir.Value
	}{{"start_indices", o.StartIndices()}, {"limit_indices", o.LimitIndices()}, {"strides", o.Strides()}} {
		if n := v.of.Type().Dims()[0]; n != rank {
			return ir.ErrorAt(o.Op, "has mismatched number of operand rank (%d) and %s size (%d)", rank, v.name, n)
		}
	}
	return nil
}
