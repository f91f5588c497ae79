package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// ShapeOperandsAttr is a discardable attribute of custom calls. For each result, it has the index
// of an operand that contains the shape of this result. A tuple counts as its elements.
const ShapeOperandsAttr = "indices_of_shape_operands"

// ShapeOperands returns the operand indices in [ShapeOperandsAttr], and the shapes in these
// operands. It returns nil lists if the call does not have the attribute, or if such an operand is
// not constant. It fails if the attribute contradicts the operands or the results.
func (o CustomCall) ShapeOperands() (operands []int64, shapes [][]int64, err error) {
	d, ok := ir.AttrAs[*ir.DenseElements](o.Op.Discardable(ShapeOperandsAttr))
	if !ok {
		return nil, nil, nil
	}
	results, suffix := flattened(o.Op.ResultTypes()), ""
	if len(results) != o.Op.NumResults() {
		suffix = ", with tuples flattened"
	}
	wrong := func(format string, args ...any) error {
		return ir.ErrorAt(o.Op, ShapeOperandsAttr+": "+format, args...)
	}
	switch {
	case d.NumElements() != len(results):
		return nil, nil, wrong("number of elements (%d) must be equal to the number of operation results (%d)%s", d.NumElements(), len(results), suffix)
	case d.Type.Rank() != 1:
		return nil, nil, wrong("must have rank = 1")
	case d.Type.Elem() != ir.I64():
		return nil, nil, wrong("must have i64 element type")
	}
	operands, _ = o.Op.Discardable(ShapeOperandsAttr).Ints()
	for i, at := range operands {
		if at < 0 || at >= int64(o.Op.NumOperands()) {
			return nil, nil, wrong("index #%d (%d) must be within bounds for operation operands (from 0 to %d)", i, at, o.Op.NumOperands())
		}
		c, _ := rewrite.Const(o.Op.OperandAt(int(at)))
		shape, ok := c.Ints()
		if !ok {
			return nil, nil, nil
		}
		if !hasShape(results[i], shape) {
			return nil, nil, wrong("refinement #%d ([%s]) must be compatible with operation result #%d ('%s')%s", i, list(shape), i, results[i], suffix)
		}
		shapes = append(shapes, shape)
	}
	return operands, shapes, nil
}

// flattened(ts) returns ts with each tuple type replaced by its element types, recursively.
func flattened(ts []ir.Type) (out []ir.Type) {
	for _, t := range ts {
		if d, ok := ir.TypeAs[*ir.TupleType](t); ok {
			out = append(out, flattened(d.Elems)...)
			continue
		}
		out = append(out, t)
	}
	return out
}

// hasShape reports whether a value of type t may have the given shape at run time.
func hasShape(t ir.Type, shape []int64) bool {
	if !t.IsShaped() {
		return false
	}
	have, ranked := t.Shape()
	if !ranked {
		return true
	}
	if len(have) != len(shape) {
		return false
	}
	for i, n := range shape {
		if have[i] != n && have[i] != ir.Dynamic && n != ir.Dynamic {
			return false
		}
	}
	return true
}
