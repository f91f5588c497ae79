package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkQuantizedBinary checks the types of an add if at least one type is quantized.
func checkQuantizedBinary(lhs, rhs, result ir.Type) error {
	l, ok1 := uniformOf(lhs)
	r, ok2 := uniformOf(rhs)
	out, ok3 := uniformOf(result)
	switch {
	case !ok1 || !ok2 || !ok3:
		return fmt.Errorf("expects  all operands and results to be either quantized or non-quantized")
	case l.storage.Bits != r.storage.Bits || l.storage.Bits != out.storage.Bits:
		return fmt.Errorf("mismatched operands and result quantization storage types")
	case l.expressed != r.expressed || l.expressed != out.expressed:
		return fmt.Errorf("mismatched operands and result quantization expressed types")
	case (l.perAxis || r.perAxis) && !out.perAxis:
		return fmt.Errorf("result is not per_axis quantized but lhs or rhs are")
	case l.perAxis && l.axis != out.axis:
		return fmt.Errorf("quantization_dimension of lhs and result are not same '%s' vs '%s'", lhs.Elem(), result.Elem())
	case r.perAxis && r.axis != out.axis:
		return fmt.Errorf("quantization_dimension of rhs and result are not same '%s' vs '%s'", rhs.Elem(), result.Elem())
	case !l.perAxis && !r.perAxis && out.perAxis:
		return fmt.Errorf("result per_axis quantized but none from rhs and lhs are per_axis quantized")
	}
	return nil
}

// checkSameParams requires equal element types if both are quantized per tensor. If both are
// quantized per axis, it requires equal scales and zero points.
func checkSameParams(a, b ir.Type) error {
	x, ok1 := uniformOf(a)
	y, ok2 := uniformOf(b)
	if !ok1 || !ok2 || x.perAxis != y.perAxis {
		return nil
	}
	if !x.perAxis {
		if a.Elem() != b.Elem() {
			return fmt.Errorf("expect same quantization scale and zero_point but got '%s' vs '%s'", a, b)
		}
		return nil
	}
	n := min(len(x.params), len(y.params))
	if !slices.Equal(x.params[:n], y.params[:n]) {
		return fmt.Errorf("expect same quantization scales and zero_points but got '%s' vs '%s'", a, b)
	}
	return nil
}

// checkQuantizedReshape checks that the quantized dimension of the operand becomes the quantized
// dimension of the result, with the same scales and zero points.
func checkQuantizedReshape(in, out ir.Type) error {
	if err := checkSameParams(in, out); err != nil {
		return err
	}
	x, ok1 := uniformOf(in)
	y, ok2 := uniformOf(out)
	if !ok1 || !ok2 || !x.perAxis || !y.perAxis {
		return nil
	}
	from, to := in.Dims(), out.Dims()
	if !compatibleDim(from[x.axis], to[y.axis]) {
		return fmt.Errorf("expect same quantization dimension size for operand and result '%s' and '%s'", in, out)
	}
	if !in.HasStaticShape() || !out.HasStaticShape() {
		return nil
	}
	if a, b := tensor.NumElements(from[:x.axis]), tensor.NumElements(to[:y.axis]); a != b {
		return fmt.Errorf("product of dimensions before quantization dimension must match between operand and result for %d and %d", a, b)
	}
	return nil
}

// checkQuantizedBroadcast requires that the quantized dimension of the operand becomes that of the
// result. If this dimension of the operand has extent 1, all scales and zero points of the result
// must equal those of the operand.
func checkQuantizedBroadcast(in, out ir.Type, dims []int64) error {
	y, ok := uniformOf(out)
	if !ok || !y.perAxis {
		return nil
	}
	x, ok := uniformOf(in)
	if !ok || !x.perAxis {
		return nil
	}
	if y.axis != dims[x.axis] {
		return fmt.Errorf("result quantization_dimension %d not same as broadcast_dimensions[%d] = %d", y.axis, x.axis, dims[x.axis])
	}
	if in.Dims()[x.axis] != 1 {
		return nil
	}
	for i, q := range y.params {
		switch p := x.params[0]; {
		case q.Scale != p.Scale:
			return fmt.Errorf("mismatch result scale %d (%e) and operand scale 0 (%e)", i, q.Scale, p.Scale)
		case q.ZeroPoint != p.ZeroPoint:
			return fmt.Errorf("mismatch result zero_point %d (%d) and operand zero_point 0 (%d)", i, q.ZeroPoint, p.ZeroPoint)
		}
	}
	return nil
}

func checkQuantizedProduct(lhs, rhs, result ir.Type) error {
	l, ok1 := uniformOf(lhs)
	r, ok2 := uniformOf(rhs)
	out, ok3 := uniformOf(result)
	if !ok2 || ok1 != ok3 {
		return fmt.Errorf("rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold")
	}
	if !ok1 {
		if lhs.Elem() != r.expressed || lhs.Elem() != result.Elem() {
			return fmt.Errorf("mismatched rhs quantization expressed type and lhs and result element type")
		}
		return nil
	}
	switch {
	case l.storage.Bits != r.storage.Bits:
		return fmt.Errorf("mismatched lhs and rhs quantization storage types")
	case l.expressed != r.expressed || l.expressed != out.expressed:
		return fmt.Errorf("mismatched lhs, rhs and result quantization expressed types")
	case !r.perAxis && out.perAxis:
		return fmt.Errorf("mismatched rhs and result quantization granularity")
	}
	return nil
}

// checkQuantizedDot checks the types of dot_general if at least one is quantized. "contracting" has
// the contracting dimensions of rhs.
func checkQuantizedDot(lhs, rhs, result ir.Type, contracting []int64) error {
	if r, ok := uniformOf(rhs); ok {
		shifted := slices.ContainsFunc(r.params, func(q quant.Param) bool { return q.ZeroPoint != 0 })
		switch {
		case shifted && !r.perAxis:
			return fmt.Errorf("Zero point of rhs should be 0")
		case shifted:
			return fmt.Errorf("Zero points of rhs should be 0")
		case r.perAxis && slices.Contains(contracting, r.axis):
			return fmt.Errorf("Quantization dimension of rhs should not be in the contracting dimension of rhs")
		}
	}
	return checkQuantizedProduct(lhs, rhs, result)
}

// checkQuantizedConv checks the types of a convolution if at least one is quantized.
func checkQuantizedConv(lhs, rhs, result ir.Type, d *ConvDims) error {
	if !anyUniform(lhs, rhs, result) {
		return nil
	}
	if r, ok := uniformOf(rhs); ok && r.perAxis && r.axis != d.KernelOutputFeature {
		return fmt.Errorf("quantization dimension of rhs should be same with kernel_output_feature_dimension")
	}
	if out, ok := uniformOf(result); ok && out.perAxis && out.axis != d.OutputFeature {
		return fmt.Errorf("quantization dimension of result should be same with output_feature_dimension")
	}
	return checkQuantizedProduct(lhs, rhs, result)
}

// Verify implements ir.Verifier.
func (o UniformQuantize) Verify() error {
	out, ok := uniformOf(o.Op.Result().Type())
	if !ok {
		return nil
	}
	want := o.Operand().Type().Elem()
	if in, ok := uniformOf(want); ok {
		want = in.expressed
	}
	if out.expressed != want {
		return ir.ErrorAt(o.Op, "Expressed type of result expected to be '%s', but got '%s'", want, out.expressed)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o UniformDequantize) Verify() error {
	in, ok := uniformOf(o.Operand().Type())
	if !ok {
		return nil
	}
	return checkResults(o.Op, []ir.Type{ir.Tensor(in.expressed, o.Operand().Type().Dims()...)}, nil)
}
