package ir

import "slices"

const typeTraits = SameTypeOperands | SameOperandsAndResultType | SameOperandsShape |
	SameOperandsAndResultShape | SameOperandsElementType | SameOperandsAndResultElementType | Elementwise

// An operation with a trait in needOperand must have an operand. An operation with a trait in
// needResult must also have a result.
const (
	needResult  = SameOperandsAndResultType | SameOperandsAndResultShape | SameOperandsAndResultElementType
	needOperand = needResult | SameOperandsShape | SameOperandsElementType
)

// checkTypeTraits checks the traits that compare types. Its errors have MLIR's text.
func checkTypeTraits(op *Op) error {
	t := op.def.traits
	switch {
	case t&needOperand != 0 && op.nOperands == 0:
		return Errorf(op, "expected 1 or more operands, but found 0")
	case t&needResult != 0 && op.nResults == 0:
		return Errorf(op, "expected 1 or more results, but found 0")
	case t&SameOperandsAndResultType != 0 && !sameTypes(op):
		return Errorf(op, "requires the same type for all operands and results")
	case t&SameTypeOperands != 0 && !all(op, false, Type.same):
		return Errorf(op, "requires all operands to have the same type")
	case t&SameOperandsElementType != 0 && !all(op, false, sameElems):
		return Errorf(op, "requires the same element type for all operands")
	case t&SameOperandsAndResultElementType != 0 && !all(op, true, sameElems):
		return Errorf(op, "requires the same element type for all operands and results")
	case t&SameOperandsShape != 0 && !all(op, false, compatibleShapes):
		return Errorf(op, "requires the same shape for all operands")
	case t&SameOperandsAndResultShape != 0 && !all(op, true, compatibleShapes):
		return Errorf(op, "requires the same shape for all operands and results")
	case t&Elementwise != 0:
		return checkElementwise(op)
	}
	return nil
}

func (t Type) same(u Type) bool { return t == u }

// sameTypes reports whether all operands and results have the same element type and compatible
// shapes, and either all of them are vectors or none is.
func sameTypes(op *Op) bool {
	return all(op, true, func(t, u Type) bool {
		return t == u || t.Elem() == u.Elem() && sameContainer(t, u) && compatibleShapes(t, u)
	})
}

func sameContainer(t, u Type) bool {
	_, a := t.Data().(*VectorType)
	_, b := u.Data().(*VectorType)
	return a == b && t.IsShaped() == u.IsShaped()
}

func sameElems(t, u Type) bool { return t.Elem() == u.Elem() }

// compatibleShapes implements [CompatibleShapes].
func compatibleShapes(t, u Type) bool {
	a, ok1 := t.Shape()
	b, ok2 := u.Shape()
	if !ok1 || !ok2 {
		return t.IsShaped() == u.IsShaped()
	}
	if v, w := scalable(t), scalable(u); (v != nil || w != nil) && IsType[*VectorType](t) && IsType[*VectorType](u) && !slices.Equal(v, w) {
		return false
	}
	return slices.EqualFunc(a, b, func(x, y int64) bool { return x == y || x == Dynamic || y == Dynamic })
}

func scalable(t Type) []bool {
	if v, ok := t.Data().(*VectorType); ok {
		return v.Scalable
	}
	return nil
}

// CompatibleShapes reports whether two types can describe the shape of the same value. They must
// have equal ranks, and extents that are static in both types must be equal. Two vectors must also
// have the same scalable dimensions. An unranked type is compatible with every shaped type. A
// scalar is compatible only with scalars.
func CompatibleShapes(t, u Type) bool { return compatibleShapes(t, u) }

// all reports whether rel is true for the type of op's first operand and the type of each other
// operand. If results is set, rel must also be true for the type of each result. If op has no
// operands, the type of the first result replaces the type of the first operand.
func all(op *Op, results bool, rel func(t, u Type) bool) bool {
	var first Type
	if op.nOperands > 0 {
		first = op.OperandAt(0).typ
	} else if op.nResults > 0 {
		first = op.ResultAt(0).typ
	} else {
		return true
	}
	for _, u := range op.operandSlice() {
		if u.val.typ != first && !rel(first, u.val.typ) {
			return false
		}
	}
	if !results {
		return true
	}
	for i := range op.resultSlice() {
		if t := op.resultSlice()[i].typ; t != first && !rel(first, t) {
			return false
		}
	}
	return true
}

func checkElementwise(op *Op) error {
	mapped, results := 0, 0
	var first Type
	fit := true
	look := func(t Type) int {
		if !mappable(t) {
			return 0
		}
		if first.IsNil() {
			first = t
		}
		fit = fit && (t == first || sameBase(t, first) && fitShapes(t, first))
		return 1
	}
	for _, u := range op.operandSlice() {
		mapped += look(u.val.typ)
	}
	for i := range op.resultSlice() {
		results += look(op.resultSlice()[i].typ)
	}
	switch {
	case mapped == 0 && results == 0:
		return nil
	case mapped == 0:
		return Errorf(op, "if a result is non-scalar, then at least one operand must be non-scalar")
	case results == 0:
		return Errorf(op, "if an operand is non-scalar, then there must be at least one non-scalar result")
	case results != op.NumResults():
		return Errorf(op, "if an operand is non-scalar, then all results must be non-scalar")
	case !fit:
		return Errorf(op, "all non-scalar operands/results must have the same shape and base type")
	}
	return nil
}

// mappable reports whether t is a vector or tensor, as MLIR's ElementwiseMappable requires.
func mappable(t Type) bool {
	switch t.Data().(type) {
	case *VectorType, *TensorType, *UnrankedTensorType:
		return true
	}
	return false
}

// sameBase reports whether both types are vectors, both are ranked tensors, or both are unranked
// tensors.
func sameBase(t, u Type) bool {
	switch t.Data().(type) {
	case *VectorType:
		return IsType[*VectorType](u)
	case *TensorType:
		return IsType[*TensorType](u)
	}
	return IsType[*UnrankedTensorType](u)
}

// fitShapes reports whether the shapes of t and u are compatible. sameBase(t, u) must be true.
func fitShapes(t, u Type) bool {
	if !IsType[*TensorType](t) && !IsType[*VectorType](t) {
		return true
	}
	return compatibleShapes(t, u)
}
