package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/ir"
)

// compatible reports whether values of the types a and b may have the same type at run time. Their
// element types must agree. If both types are ranked, static extents must be equal, and must be
// within the other type's bounds.
func compatible(a, b ir.Type) bool {
	if a == b {
		return true
	}
	x, ok1 := ir.TypeAs[*ir.TensorType](a)
	y, ok2 := ir.TypeAs[*ir.TensorType](b)
	if ok1 && ok2 {
		return sameElem(x.Elem, y.Elem) && compatibleShapes(x.Shape, y.Shape) &&
			withinBounds(x.Shape, boundsOf(b)) && withinBounds(y.Shape, boundsOf(a))
	}
	return isAnyTensor(a) && isAnyTensor(b) && sameElem(a.Elem(), b.Elem())
}

func isAnyTensor(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) || ir.IsType[*ir.UnrankedTensorType](t)
}

func withinBounds(shape, bounds []int64) bool {
	for i := range min(len(shape), len(bounds)) {
		if bounds[i] != ir.Dynamic && bounds[i] < shape[i] {
			return false
		}
	}
	return true
}

// sameElem reports whether element types are equal, or are quantized types that differ only in
// their scales, zero points and axes.
func sameElem(a, b ir.Type) bool {
	if a == b {
		return true
	}
	x, ok1 := uniformOf(a)
	y, ok2 := uniformOf(b)
	return ok1 && ok2 && x.storage == y.storage && x.expressed == y.expressed && x.perAxis == y.perAxis
}

// uniform is a uniformly quantized element type.
type uniform struct {
	storage   quant.Storage
	expressed ir.Type
	perAxis   bool
	axis      int64 // if perAxis
	params    []quant.Param
}

// uniformOf returns the quantized element type of t, which may be an element type or a tensor type.
// It reports false if t is not quantized.
func uniformOf(t ir.Type) (uniform, bool) {
	switch d := t.Elem().Data().(type) {
	case *quant.UniformType:
		return uniform{storage: d.Storage, expressed: d.Of, params: []quant.Param{d.Param}}, true
	case *quant.PerAxisType:
		return uniform{storage: d.Storage, expressed: d.Of, perAxis: true, axis: d.Axis, params: d.Params}, true
	}
	return uniform{}, false
}

// anyUniform reports whether any of the types has quantized elements.
func anyUniform(ts ...ir.Type) bool {
	return slices.ContainsFunc(ts, func(t ir.Type) bool { _, ok := uniformOf(t); return ok })
}

func compatibleShapes(a, b []int64) bool { return slices.EqualFunc(a, b, compatibleDim) }

func compatibleDim(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// boundsOf returns the bounds of a tensor type, or nil if it has none.
func boundsOf(t ir.Type) []int64 {
	if d, ok := ir.TypeAs[*ir.TensorType](t); ok {
		if b, ok := ir.AttrAs[*Bounds](d.Encoding); ok {
			return b.Bounds
		}
	}
	return nil
}

// bounded(elem, shape, bounds) returns a tensor type. Its encoding has the bounds, unless they are
// empty or all are ir.Dynamic.
func bounded(elem ir.Type, shape, bounds []int64) ir.Type {
	d := &ir.TensorType{Elem: elem, Shape: shape}
	if slices.ContainsFunc(bounds, func(n int64) bool { return n != ir.Dynamic }) {
		d.Encoding = ir.NewAttr(&Bounds{bounds})
	}
	return ir.NewType(d)
}

// boundAt returns the bound of a dimension, or ir.Dynamic if there is none.
func boundAt(bounds []int64, i int) int64 {
	if i < len(bounds) {
		return bounds[i]
	}
	return ir.Dynamic
}

// checkCompatible requires that all operands and results may have the same type at run time.
func checkCompatible(op *ir.Op) error {
	if err := checkTypes(op, compatible, "requires compatible types for all operands and results"); err != nil || alike(op) {
		return err
	}
	t, err := mergeTypes(op.OperandTypes())
	return checkResults(op, []ir.Type{t}, err)
}

// alike reports whether all operands and results have the same type. It also returns true if a type
// is not a ranked tensor type, because mergeTypes merges only ranked tensor types.
func alike(op *ir.Op) bool {
	same := true
	first := op.OperandAt(0).Type()
	check := func(t ir.Type) bool {
		same = same && t == first
		return ir.IsType[*ir.TensorType](t)
	}
	for v := range op.Operands() {
		if !check(v.Type()) {
			return true
		}
	}
	for v := range op.Results() {
		if !check(v.Type()) {
			return true
		}
	}
	return same
}

// checkElems requires that the element types of all operands and results are equal, or are
// quantized types that differ only in their parameters.
func checkElems(op *ir.Op) error {
	agree := func(a, b ir.Type) bool { return a == b || sameElem(a.Elem(), b.Elem()) }
	return checkTypes(op, agree, "requires compatible element types for all operands and results")
}

// checkTypes fails with the text "words" if the function "agree" returns false for the first
// operand's type and the type of another operand or result.
func checkTypes(op *ir.Op, agree func(a, b ir.Type) bool, words string) error {
	if op.NumOperands() == 0 {
		return nil
	}
	first := op.OperandAt(0).Type()
	check := func(t ir.Type) error {
		if agree(t, first) {
			return nil
		}
		return ir.Errorf(op, "%s", words).WithLabel("one type is '" + t.String() + "', but the first operand has type '" + first.String() + "'")
	}
	for v := range op.Operands() {
		if err := check(v.Type()); err != nil {
			return err
		}
	}
	for v := range op.Results() {
		if err := check(v.Type()); err != nil {
			return err
		}
	}
	return nil
}

// checkPairs fails if the numbers of operands and results differ, or if the function "part" returns
// different types for operand i and result i. In the error, "what" is the name of the part.
func checkPairs(op *ir.Op, what string, part func(ir.Type) ir.Type) error {
	if op.NumOperands() != op.NumResults() {
		return ir.Errorf(op, "requires the same number of operands and results")
	}
	for i := range op.NumOperands() {
		if part(op.OperandAt(i).Type()) != part(op.ResultAt(i).Type()) {
			return ir.Errorf(op, "requires the same %s for operand and result at index %d", what, i)
		}
	}
	return nil
}

func elemOf(t ir.Type) ir.Type { return t.Elem() }
func whole(t ir.Type) ir.Type  { return t }

// checkAll fails if the function "part" returns different values for two of the types ts. The error
// contains "names", the names of the values, and "what", the name of the part.
func checkAll[T comparable](op *ir.Op, names, what string, part func(ir.Type) T, ts ...ir.Type) error {
	for _, t := range ts[1:] {
		if part(t) != part(ts[0]) {
			return ir.Errorf(op, "failed to verify that all of {%s} have same %s", names, what)
		}
	}
	return nil
}

func rankOf(t ir.Type) int {
	s, _ := t.Shape()
	return len(s)
}

// VerifyEncoding implements ir.Encoding.
func (d *Bounds) VerifyEncoding(t *ir.TensorType) error {
	plain := ir.Tensor(t.Elem, t.Shape...)
	if len(d.Bounds) != len(t.Shape) {
		return fmt.Errorf("Bounds length is %d, expected to be equal to rank(%d) of the tensor '%s'", len(d.Bounds), len(t.Shape), plain)
	}
	for i, n := range d.Bounds {
		if n != ir.Dynamic && t.Shape[i] != ir.Dynamic {
			return fmt.Errorf("Static dimension %d cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor '%s'", i, plain)
		}
	}
	return nil
}
