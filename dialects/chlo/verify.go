package chlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// broadcastShape returns the shape to which NumPy's rules broadcast the types. It reports false if
// the shapes cannot be broadcast together, or if a rank is unknown.
func broadcastShape(ts ...ir.Type) (shape []int64, ok bool) {
	for _, t := range ts {
		s, ranked := t.Shape()
		if !ranked {
			return nil, false
		}
		for len(s) > len(shape) {
			shape = slices.Insert(shape, 0, 1)
		}
		for i, n := range s {
			switch to := &shape[len(shape)-len(s)+i]; {
			case *to == 1, *to == ir.Dynamic && n != 1:
				*to = n
			case n != 1 && n != ir.Dynamic && *to != n:
				return nil, false
			}
		}
	}
	return shape, true
}

// checkBroadcast requires that the element types of both operands are compatible. If the attribute
// broadcast_dimensions is absent, the result must have element type elem and the broadcast shape.
func checkBroadcast(op *ir.Op, elem ir.Type) error {
	a, b := op.OperandAt(0).Type(), op.OperandAt(1).Type()
	if !stablehlo.Compatible(ir.Tensor(a.Elem()), ir.Tensor(b.Elem())) {
		return stablehlo.CheckResults(op, nil, fmt.Errorf("mismatched operand types"))
	}
	if !op.AttrAt(0).IsNil() {
		return nil
	}
	want := ir.NewType(&ir.UnrankedTensorType{Elem: elem})
	if shape, ok := broadcastShape(a, b); ok {
		want = ir.Tensor(elem, shape...)
	}
	return stablehlo.CheckResults(op, []ir.Type{want}, nil)
}

// Verify implements ir.Verifier.
func (o BroadcastSelect) Verify() error {
	a, b := o.OnTrue().Type(), o.OnFalse().Type()
	if a.Elem() != b.Elem() {
		return stablehlo.CheckResults(o.Op, nil, fmt.Errorf("mismatched operand types"))
	}
	shape, ok := broadcastShape(a, b, o.Pred().Type())
	if have, ranked := o.Op.Result().Type().Shape(); ok && ranked && !slices.EqualFunc(shape, have, fits) {
		return stablehlo.CheckResults(o.Op, []ir.Type{ir.Tensor(a.Elem(), shape...)}, nil)
	}
	return nil
}

func fits(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// Verify implements ir.Verifier.
func (o TopK) Verify() error {
	d, ok := ir.TypeAs[*ir.TensorType](o.Operand().Type())
	if !ok {
		return nil
	}
	last := len(d.Shape) - 1
	switch {
	case last < 0:
		return stablehlo.CheckResults(o.Op, nil, fmt.Errorf("operand's rank must be at least 1"))
	case o.K() < 0:
		return stablehlo.CheckResults(o.Op, nil, fmt.Errorf("k must not be negative, but is %d", o.K()))
	case d.Shape[last] != ir.Dynamic && d.Shape[last] < o.K():
		return stablehlo.CheckResults(o.Op, nil, fmt.Errorf("operand's last dimension must be at least %d", o.K()))
	}
	shape := slices.Clone(d.Shape)
	shape[last] = o.K()
	return stablehlo.CheckResults(o.Op, []ir.Type{ir.Tensor(d.Elem, shape...), ir.Tensor(ir.I32(), shape...)}, nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o AsinAcosKernel) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Acos) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Acosh) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Asin) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Asinh) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Atan) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Atanh) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o BesselI1e) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Conj) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Cosh) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Sinh) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Tan) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Digamma) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Erf) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o ErfInv) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Erfc) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Lgamma) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Square) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o NextAfter) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Polygamma) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Zeta) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Mulhi) VerifyTypes() error { return stablehlo.CheckCompatible(o.Op) }

// Verify implements ir.Verifier.
func (o IsInf) Verify() error {
	return stablehlo.CheckResults(o.Op, []ir.Type{o.Operand().Type().WithElem(ir.I1())}, nil)
}

// Verify implements ir.Verifier.
func (o IsNegInf) Verify() error {
	return stablehlo.CheckResults(o.Op, []ir.Type{o.Operand().Type().WithElem(ir.I1())}, nil)
}

// Verify implements ir.Verifier.
func (o IsPosInf) Verify() error {
	return stablehlo.CheckResults(o.Op, []ir.Type{o.Operand().Type().WithElem(ir.I1())}, nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o BroadcastAdd) VerifyTypes() error { return stablehlo.CheckElems(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o BroadcastMaximum) VerifyTypes() error { return stablehlo.CheckElems(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o BroadcastMinimum) VerifyTypes() error { return stablehlo.CheckElems(o.Op) }

// Verify implements ir.Verifier.
func (o BroadcastAdd) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastAtan2) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastDivide) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastMaximum) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastMinimum) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastMultiply) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastNextAfter) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastPolygamma) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastPower) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastRemainder) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastShiftLeft) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastShiftRightArithmetic) Verify() error {
	return checkBroadcast(o.Op, o.LHS().Type().Elem())
}

// Verify implements ir.Verifier.
func (o BroadcastShiftRightLogical) Verify() error {
	return checkBroadcast(o.Op, o.LHS().Type().Elem())
}

// Verify implements ir.Verifier.
func (o BroadcastSubtract) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastZeta) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastAnd) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastOr) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastXor) Verify() error { return checkBroadcast(o.Op, o.LHS().Type().Elem()) }

// Verify implements ir.Verifier.
func (o BroadcastComplex) Verify() error {
	return checkBroadcast(o.Op, ir.Complex(o.LHS().Type().Elem()))
}

// Verify implements ir.Verifier.
func (o BroadcastCompare) Verify() error { return checkBroadcast(o.Op, ir.I1()) }
