// Package check is StableHLO's check dialect: assertions on tensors, for tests.
package check

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "check",
		Doc:  "Assertions on tensors.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[ExpectEq](), ir.Decl[ExpectEqConst](), ir.Decl[ExpectAlmostEq](),
				ir.Decl[ExpectAlmostEqConst](), ir.Decl[ExpectClose](), ir.Decl[ExpectSerializedEq](),
			}
		},
	}
}

func anyTensor() ir.Constraint {
	return ir.Constraint{Text: "ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values", Accept: ir.IsType[*ir.TensorType]}
}

func floatTensor() ir.Constraint {
	return ir.Constraint{Text: "tensor of floating-point or complex-type values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.TensorType](t) && (t.Elem().IsFloat() || ir.IsType[*ir.ComplexType](t.Elem()))
	}}
}

func valueAttr() ir.AttrField {
	return ir.AttrField{Name: "value", Type: ir.AttrConstraint{Text: "constant vector/tensor attribute", Accept: constraint.IsElements}}
}

// tolerance declares an optional f64 attribute that is printed without its type.
func tolerance() ir.AttrField {
	return ir.AttrField{Name: "tolerance", Optional: true, Default: ir.NewFloat(1e-4, ir.F64()), Type: ir.AttrConstraint{
		Text: "64-bit float attribute", Form: ir.FormNoType, Type: ir.F64(), Accept: ir.IsAttr[*ir.FloatAttr],
	}}
}

func ulpsAttr(name string, v int64) ir.AttrField {
	t := ir.NewType(&ir.IntType{Bits: 64, Sign: ir.Unsigned})
	return ir.AttrField{Name: name, Optional: true, Default: ir.NewInt(v, t), Type: ir.AttrConstraint{
		Text: "64-bit unsigned integer attribute", Form: ir.FormNoType, Type: t, Accept: ir.IsAttr[*ir.IntAttr],
	}}
}

// valueType returns the rule that the operand has the type of the constant.
func valueType() []ir.TypeRule {
	return []ir.TypeRule{{From: "value", To: "lhs"}}
}

// ExpectEq requires that both operands are equal. Floats are compared as in IEEE 754: NaN equals
// nothing, not even NaN, and 0 equals -0.
//
//	check.expect_eq %a, %b : tensor<2xi32>
type ExpectEq struct{ ir.Binary }

// Spec implements ir.View.
func (ExpectEq) Spec() ir.Spec {
	return ir.Spec{
		Name:     "check.expect_eq",
		Doc:      "Requires that both operands are equal.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}},
		Traits:   ir.SameTypeOperands,
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

// ExpectEqConst requires that its operand equals a constant.
//
//	check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
type ExpectEqConst struct{ ir.Ref }

// LHS returns the operand, and Value the constant.
func (o ExpectEqConst) LHS() *ir.Value { return o.Op.OperandAt(0) }
func (o ExpectEqConst) Value() ir.Attr { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (ExpectEqConst) Spec() ir.Spec {
	return ir.Spec{
		Name:     "check.expect_eq_const",
		Doc:      "Requires that the operand equals a constant.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}},
		Attrs:    []ir.AttrField{valueAttr()},
		Rules:    valueType(),
		Format:   "$lhs `,` $value attr-dict",
	}
}

// ExpectAlmostEq requires that the operands differ by at most the tolerance in every element.
//
//	check.expect_almost_eq %a, %b, tolerance = 1.000000e-03 : tensor<2xf32>
type ExpectAlmostEq struct{ ir.Binary }

// Spec implements ir.View.
func (ExpectAlmostEq) Spec() ir.Spec {
	return ir.Spec{
		Name:     "check.expect_almost_eq",
		Doc:      "Requires that both operands differ by at most the tolerance.",
		Operands: []ir.Field{{Name: "lhs", Type: floatTensor()}, {Name: "rhs", Type: floatTensor()}},
		Attrs:    []ir.AttrField{tolerance()},
		Traits:   ir.SameTypeOperands,
		Format:   "$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)",
	}
}

// ExpectAlmostEqConst is like ExpectAlmostEq, but the second tensor is a constant.
//
//	check.expect_almost_eq_const %a, dense<[0.5, 2.0]> : tensor<2xf32>, tolerance = 1.000000e-03
type ExpectAlmostEqConst struct{ ir.Ref }

// LHS returns the operand, and Value the constant.
func (o ExpectAlmostEqConst) LHS() *ir.Value { return o.Op.OperandAt(0) }
func (o ExpectAlmostEqConst) Value() ir.Attr { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (ExpectAlmostEqConst) Spec() ir.Spec {
	return ir.Spec{
		Name:     "check.expect_almost_eq_const",
		Doc:      "Requires that the operand differs from a constant by at most the tolerance.",
		Operands: []ir.Field{{Name: "lhs", Type: floatTensor()}},
		Attrs:    []ir.AttrField{valueAttr(), tolerance()},
		Rules:    valueType(),
		Format:   "$lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict",
	}
}

// ExpectClose requires that the largest distance between corresponding elements, in units in the
// last place, is from min_ulp_difference to max_ulp_difference.
//
//	check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
type ExpectClose struct{ ir.Ref }

// Actual and Expected return the operands.
func (o ExpectClose) Actual() *ir.Value   { return o.Op.OperandAt(0) }
func (o ExpectClose) Expected() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ExpectClose) Spec() ir.Spec {
	return ir.Spec{
		Name:     "check.expect_close",
		Doc:      "Requires that the largest distance between elements of the operands, in units in the last place, is within limits.",
		Operands: []ir.Field{{Name: "actual", Type: floatTensor()}, {Name: "expected", Type: floatTensor()}},
		Attrs:    []ir.AttrField{ulpsAttr("max_ulp_difference", 1), ulpsAttr("min_ulp_difference", 0)},
		Rules:    []ir.TypeRule{{From: "actual", To: "expected"}},
		Format:   "$actual `,` $expected `,` `max_ulp_difference` `=` $max_ulp_difference (`,` `min_ulp_difference` `=` $min_ulp_difference^)? `:` attr-dict type($actual) `,` type($expected)",
	}
}

// ExpectSerializedEq requires that its operand equals record number iter of the interpreter.probe
// named probe_id. A probe records a tensor each time that it runs. By default, iter is 0: the first
// record.
//
//	check.expect_serialized_eq %a, probe_id = "p0", iter = 1 : tensor<2xi32>
type ExpectSerializedEq struct{ ir.Ref }

// Expected returns the operand.
func (o ExpectSerializedEq) Expected() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ExpectSerializedEq) Spec() ir.Spec {
	t := ir.NewType(&ir.IntType{Bits: 32, Sign: ir.Unsigned})
	return ir.Spec{
		Name:     "check.expect_serialized_eq",
		Doc:      "Requires that the operand equals the tensor that a probe recorded.",
		Operands: []ir.Field{{Name: "expected", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			{Name: "probe_id", Type: ir.AttrConstraint{Text: "string attribute", Form: ir.FormNoType, Type: ir.None(), Accept: ir.StringConstraint.Accept}},
			{Name: "iteration", Optional: true, Default: ir.NewInt(0, t), Type: ir.AttrConstraint{Text: "32-bit unsigned integer attribute", Form: ir.FormNoType, Type: t, Accept: ir.IsAttr[*ir.IntAttr]}},
		},
		Format: "$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:` type($expected)",
	}
}
