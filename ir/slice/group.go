package slice

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// GroupsConstraint accepts groups of dimensions that are merged or split, such as [[0, 1], [2]].
var GroupsConstraint = constraint.ArrayOf("Array of 64-bit integer array attributes", func(a ir.Attr) bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return false
	}
	for _, e := range d.Elems {
		if !constraint.IntOf(ir.I64())(e) {
			return false
		}
	}
	return true
})

// GroupsField describes the attribute with which a reshape lists the groups of dimensions.
func GroupsField() ir.AttrField {
	return ir.AttrField{Name: "reassociation", Type: GroupsConstraint, Doc: "The groups of dimensions that are merged or split."}
}

// Groups returns the groups that an attribute such as [[0, 1], [2]] lists.
func Groups(a ir.Attr) [][]int64 {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil
	}
	gs := make([][]int64, len(d.Elems))
	for i, e := range d.Elems {
		gs[i], _ = e.Ints()
	}
	return gs
}

// NewGroups returns groups as an attribute.
func NewGroups(gs [][]int64) ir.Attr {
	as := make([]ir.Attr, len(gs))
	for i, g := range gs {
		es := make([]ir.Attr, len(g))
		for j, v := range g {
			es[j] = ir.NewI64(v)
		}
		as[i] = ir.NewArray(es...)
	}
	return ir.NewArray(as...)
}

// VerifyGroups checks the groups of a reshape between two ranked types.
func VerifyGroups(op *ir.Op, gs [][]int64, expanded, collapsed ir.Type) error {
	big, _ := expanded.Shape()
	small, _ := collapsed.Shape()
	if len(big) < len(small) {
		return ir.Errorf(op, "expected the expanded type, '%s' to have a higher (or same) rank than the collapsed type, '%s'.", expanded, collapsed)
	}
	if len(gs) != len(small) {
		return ir.Errorf(op, "expected collapsed rank (%d) to equal the number of reassociation maps (%d).", len(small), len(gs))
	}
	next := int64(0)
	for i, g := range gs {
		for _, d := range g {
			if d != next {
				return ir.Errorf(op, "expected reassociation map #%d to be valid and contiguous.", i)
			}
			next++
		}
	}
	if len(gs) > 0 && int(next) != len(big) {
		return ir.Errorf(op, "expected reassociation map #0 to have size equal to the expanded rank (%d), but it is  %d.", len(big), next)
	}
	return verifyExtents(op, gs, big, small)
}

// VerifyOutputShape checks that m, the output shape of an expansion, has a value for each dynamic
// extent.
func (m Mixed) VerifyOutputShape(op *ir.Op) error {
	n := 0
	for _, d := range m.Static {
		if d == ir.Dynamic {
			n++
		}
	}
	if n != len(m.Values) {
		return ir.Errorf(op, "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %d dynamic dims while output_shape has %d values", n, len(m.Values))
	}
	return nil
}

func verifyExtents(op *ir.Op, gs [][]int64, big, small []int64) error {
	if len(gs) == 0 {
		for _, d := range big {
			if d != 1 {
				return ir.Errorf(op, "invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank tensor/memref")
			}
		}
	}
	for i, g := range gs {
		product, dynamic := int64(1), false
		for _, d := range g {
			if big[d] == ir.Dynamic {
				dynamic = true
				continue
			}
			product *= big[d]
		}
		switch {
		case dynamic && small[i] != ir.Dynamic:
			return ir.Errorf(op, "expected dimension %d of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic", i)
		case !dynamic && small[i] != product:
			return ir.Errorf(op, "expected dimension %d of collapsed type to be static value of %d", i, product)
		}
	}
	return nil
}

// OneDynamic reports whether the number of elements determines the shape of a tensor or buffer of
// type t. This is the case if the shape is static, or if one extent is dynamic and no extent is 0.
func OneDynamic(t ir.Type) bool {
	n := 0
	for _, d := range t.Dims() {
		switch d {
		case ir.Dynamic:
			n++
		case 0:
			return t.HasStaticShape()
		}
	}
	return n <= 1
}
