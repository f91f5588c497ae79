package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Verify implements ir.Verifier.
func (o Iota) Verify() error {
	switch rank := int64(len(o.Op.Result().Type().Dims())); {
	case rank == 0:
		return ir.ErrorAt(o.Op, "does not support scalars.")
	case o.IotaDimension() >= rank:
		return ir.ErrorAt(o.Op, "iota dimension cannot go beyond the output rank.")
	}
	return nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o Reshape) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o Reshape) Verify() error {
	return at(o.Op, checkReshape(o.Operand().Type(), o.Op.Result().Type()))
}

func checkReshape(in, out ir.Type) error {
	if !in.HasStaticShape() || !out.HasStaticShape() {
		return nil
	}
	if have, want := tensor.NumElements(out.Dims()), tensor.NumElements(in.Dims()); have != want {
		return fmt.Errorf("number of output elements (%d) doesn't match expected number of elements (%d)", have, want)
	}
	return checkQuantizedReshape(in, out)
}

// VerifyTypes implements ir.TypeVerifier.
func (o BroadcastInDim) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o BroadcastInDim) Verify() error {
	in, out, dims := o.Operand().Type(), o.Op.Result().Type(), o.BroadcastDimensions()
	if q, ok := uniformOf(in); ok && !q.perAxis {
		if err := checkSameParams(in, out); err != nil {
			return at(o.Op, err)
		}
	}
	if err := checkBroadcastDims(in, out, dims); err != nil {
		return at(o.Op, err)
	}
	from, to := in.Dims(), out.Dims()
	for i, d := range dims {
		if from[i] != ir.Dynamic && from[i] != 1 && from[i] != to[d] {
			return ir.ErrorAt(o.Op, "size of operand dimension %d (%d) is not equal to 1 or size of result dimension %d (%d)", i, from[i], d, to[d])
		}
	}
	return at(o.Op, checkQuantizedBroadcast(in, out, dims))
}

func checkBroadcastDims(in, out ir.Type, dims []int64) error {
	if len(dims) != rankOf(in) {
		return fmt.Errorf("broadcast_dimensions size (%d) does not match operand rank (%d)", len(dims), rankOf(in))
	}
	if repeats(dims) {
		return fmt.Errorf("broadcast_dimensions should not have duplicates")
	}
	for _, d := range dims {
		if d < 0 || d >= int64(rankOf(out)) {
			return fmt.Errorf("broadcast_dimensions contains invalid value %d for result with rank %d", d, rankOf(out))
		}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Reverse) Verify() error {
	dims, rank := o.Dimensions(), int64(len(o.Operand().Type().Dims()))
	if repeats(dims) {
		return ir.ErrorAt(o.Op, "dimensions should be unique. Got: %s", list(dims))
	}
	for _, d := range dims {
		switch {
		case d < 0:
			return ir.ErrorAt(o.Op, "all dimensions should be non-negative. Got dimension: %d.", d)
		case d >= rank:
			return ir.ErrorAt(o.Op, "all dimensions should be between [0, %d). Got dimension: %d.", rank, d)
		}
	}
	return o.checkTypes()
}

func (o Reverse) checkTypes() error {
	return checkResults(o.Op, []ir.Type{o.Operand().Type()}, nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Slice) VerifyTypes() error {
	return checkLengths(o.Op, "start_indices, limit_indices, strides", o.StartIndices(), o.LimitIndices(), o.Strides())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Pad) VerifyTypes() error {
	return checkLengths(o.Op, "edge_padding_low, edge_padding_high, interior_padding", o.EdgePaddingLow(), o.EdgePaddingHigh(), o.InteriorPadding())
}

// checkLengths requires that a, b and c have equal lengths. The error contains "names".
func checkLengths(op *ir.Op, names string, a, b, c []int64) error {
	if len(a) != len(b) || len(a) != len(c) {
		return ir.Errorf(op, "failed to verify that all of {%s} have same size", names)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Slice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// VerifyTypes implements ir.TypeVerifier.
func (o Transpose) VerifyTypes() error { return checkElems(o.Op) }

func (o Transpose) checkTypes() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	in, out := o.Operand().Type(), o.Op.Result().Type()
	if err := checkSameParams(in, out); err != nil {
		return at(o.Op, err)
	}
	y, ok := uniformOf(out)
	x, _ := uniformOf(in)
	if perm := o.Permutation(); ok && y.perAxis && y.axis < int64(len(perm)) && x.axis != perm[y.axis] {
		return ir.ErrorAt(o.Op, "operand quantization_dimension %d is not same as permutation[%d] = %d", x.axis, y.axis, perm[y.axis])
	}
	return o.checkTypes()
}

// Verify implements ir.Verifier.
func (o Concatenate) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Pad) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// VerifyTypes implements ir.TypeVerifier.
func (o DynamicSlice) VerifyTypes() error {
	return checkAll(o.Op, "operand, result", "element type", elemOf, o.Operand().Type(), o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o DynamicSlice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// VerifyTypes implements ir.TypeVerifier.
func (o DynamicUpdateSlice) VerifyTypes() error {
	return checkAll(o.Op, "operand, update, result", "element type", elemOf, o.Operand().Type(), o.Update().Type(), o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o DynamicUpdateSlice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Broadcast) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o GetDimensionSize) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o SetDimensionSize) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o BitcastConvert) Verify() error {
	return at(o.Op, checkBitcast(o.Operand().Type(), o.Op.Result().Type()))
}

func checkBitcast(in, out ir.Type) error {
	if ir.IsType[*ir.ComplexType](in.Elem()) != ir.IsType[*ir.ComplexType](out.Elem()) {
		return fmt.Errorf("cannot convert between real and complex types, but got: '%s' and '%s'", in, out)
	}
	small, big := out.Dims(), in.Dims()
	less, more := elemBits(out.Elem()), elemBits(in.Elem())
	if less > more {
		small, big, less, more = big, small, more, less
	}
	if less != more {
		if len(small) != len(big)+1 {
			return fmt.Errorf("rank of smaller element type (%d) should be 1 more than rank of larger element type (%d), but %d != %d + 1.",
				len(small), len(big), len(small), len(big))
		}
		last := small[len(small)-1]
		if small = small[:len(small)-1]; last != ir.Dynamic && last*less != more {
			return fmt.Errorf("requires compatible bit widths. Got: '%s' and '%s', but %d * %d != %d.", in, out, less, last, more)
		}
	}
	if !slices.EqualFunc(small, big, compatibleDim) {
		return fmt.Errorf("operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: '%s' and '%s'.", in, out)
	}
	return nil
}

func elemBits(t ir.Type) int64 {
	if z, ok := ir.TypeAs[*ir.ComplexType](t); ok {
		return 2 * elemBits(z.Elem)
	}
	if q, ok := uniformOf(t); ok {
		return int64(q.storage.Bits)
	}
	return int64(t.Kind().Bits())
}
