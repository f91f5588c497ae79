package stablehlo

import (
	"fmt"
	"math"

	"github.com/lathe-ir/lathe/ir"
)

// InferTypes implements ir.TypeInferrer.
func (Select) InferTypes(in ir.Init) ([]ir.Type, error) {
	p, a, b := in.Operands[0].Type(), in.Operands[1].Type(), in.Operands[2].Type()
	if !compatibleShapes(a.Dims(), b.Dims()) || !sameOrFloats(a.Elem(), b.Elem()) {
		return nil, fmt.Errorf("requires compatible types for non-predicate operands")
	}
	if ps := shapeOf(in, 0); len(ps) > 0 && !compatibleShapes(p.Dims(), a.Dims()) {
		return nil, fmt.Errorf("requires the same shape for all operands")
	}
	t, err := mergeTypes([]ir.Type{a, b})
	return []ir.Type{t}, err
}

// sameOrFloats reports whether element types are equal or both are floats.
func sameOrFloats(a, b ir.Type) bool { return a == b || a.IsFloat() && b.IsFloat() }

// InferTypes implements ir.TypeInferrer.
func (Clamp) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape := shapeOf(in, 1)
	for i, name := range []string{"min", "", "max"} {
		if s := shapeOf(in, i); i != 1 && len(s) > 0 && !compatibleShapes(s, shape) {
			return nil, fmt.Errorf("%s shape [%s] is not scalar and is not compatible to operand shape [%s]", name, list(s), list(shape))
		}
	}
	return []ir.Type{in.Operands[1].Type()}, nil
}

// InferTypes implements ir.TypeInferrer.
func (Compare) InferTypes(in ir.Init) ([]ir.Type, error) {
	return []ir.Type{in.Operands[0].Type().WithElem(ir.I1())}, nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o Compare) VerifyTypes() error {
	if !sameElem(o.LHS().Type().Elem(), o.RHS().Type().Elem()) {
		return ir.Errorf(o.Op, "requires compatible element types for all operands")
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Select) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// VerifyTypes implements ir.TypeVerifier.
func (o Clamp) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o Clamp) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Compare) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// partType returns t with the element type complex<T> replaced by T.
func partType(t ir.Type) ir.Type {
	if z, ok := ir.TypeAs[*ir.ComplexType](t.Elem()); ok {
		return t.WithElem(z.Elem)
	}
	return t
}

// Verify implements ir.Verifier.
func (o Abs) Verify() error {
	return checkResults(o.Op, []ir.Type{partType(o.Operand().Type())}, nil)
}

// Verify implements ir.Verifier.
func (o Real) Verify() error {
	return checkResults(o.Op, []ir.Type{partType(o.Operand().Type())}, nil)
}

// Verify implements ir.Verifier.
func (o Imag) Verify() error {
	return checkResults(o.Op, []ir.Type{partType(o.Operand().Type())}, nil)
}

// Verify implements ir.Verifier.
func (o Complex) Verify() error {
	t := o.LHS().Type()
	return checkResults(o.Op, []ir.Type{t.WithElem(ir.Complex(t.Elem()))}, nil)
}

// Verify implements ir.Verifier.
func (o IsFinite) Verify() error {
	return checkResults(o.Op, []ir.Type{o.Operand().Type().WithElem(ir.I1())}, nil)
}

// Verify implements ir.Verifier.
func (o Add) Verify() error {
	ts := []ir.Type{o.LHS().Type(), o.RHS().Type(), o.Op.Result().Type()}
	if anyUniform(ts...) {
		if err := checkQuantizedBinary(ts[0], ts[1], ts[2]); err != nil {
			return at(o.Op, err)
		}
		return o.checkTypes()
	}
	if ts[0].Elem() != ts[1].Elem() || ts[0].Elem() != ts[2].Elem() {
		return ir.ErrorAt(o.Op, "op requires the same element type for all operands and results")
	}
	return o.checkTypes()
}

func (o Add) checkTypes() error {
	t, err := mergeTypes(o.Op.OperandTypes())
	return checkResults(o.Op, []ir.Type{t}, err)
}

func (d *ResultAccuracy) check() error {
	atol, rtol := attrFloat(d.Atol), attrFloat(d.Rtol)
	if math.Signbit(atol) || math.Signbit(rtol) || d.Ulps < 0 {
		return fmt.Errorf("Negative tolerance")
	}
	if mode := Word(d.Mode); mode != "TOLERANCE" && (atol != 0 || rtol != 0 || d.Ulps != 0) {
		return fmt.Errorf("Invalid tolerances for ResultAccuracyAttr with mode %s, must be all zero.", mode)
	}
	return nil
}

func attrFloat(a ir.Attr) float64 {
	if f, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
		return f.Float()
	}
	return 0
}

// checkAccuracy checks the attribute result_accuracy, which has index 0 in the Spec.
func checkAccuracy(op *ir.Op) error {
	if d := structAt[*ResultAccuracy](op, 0); d != nil {
		return at(op, d.check())
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Cbrt) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Cosine) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Exponential) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o ExponentialMinusOne) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Log) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o LogPlusOne) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Logistic) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Rsqrt) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Sine) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Sqrt) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Tan) Verify() error { return checkAccuracy(o.Op) }

// Verify implements ir.Verifier.
func (o Tanh) Verify() error { return checkAccuracy(o.Op) }
