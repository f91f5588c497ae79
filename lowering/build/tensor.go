package build

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Empty inserts a tensor.empty of type t.
func Empty(b *ir.Builder, t ir.Type) *ir.Value { return tensor.NewEmpty(b, t).Op.Result() }

// Extract reads one element.
func Extract(b *ir.Builder, t *ir.Value, at ...*ir.Value) *ir.Value {
	return tensor.NewExtract(b, t, at...).Op.Result()
}

// Insert returns t with one element replaced.
func Insert(b *ir.Builder, v, t *ir.Value, at ...*ir.Value) *ir.Value {
	return tensor.NewInsert(b, v, t, at...).Op.Result()
}

// ExtractSlice returns a box of t. In dimension i, the box starts at offsets[i] and has every
// strides[i]-th element. The parameter "to" is the type of the result. If the box is empty, the
// result is a tensor.empty, which does not read t.
func ExtractSlice(b *ir.Builder, t *ir.Value, to ir.Type, offsets, strides []int64) *ir.Value {
	sizes, _ := to.Shape()
	if slices.Contains(sizes, 0) {
		return Empty(b, to)
	}
	return tensor.NewExtractSlice(b, t, slice.Fixed(offsets...), slice.Fixed(sizes...), slice.Fixed(strides...)).Op.Result()
}

// InsertSlice returns dest with a box replaced by v. In dimension i, the box starts at offsets[i]
// and has every strides[i]-th element. If the box is empty, the result is dest.
func InsertSlice(b *ir.Builder, v, dest *ir.Value, offsets, strides []int64) *ir.Value {
	sizes, _ := v.Type().Shape()
	if slices.Contains(sizes, 0) {
		return dest
	}
	return tensor.NewInsertSlice(b, v, dest, slice.Fixed(offsets...), slice.Fixed(sizes...), slice.Fixed(strides...)).Op.Result()
}

// Fill inserts linalg.fill, which sets all elements of dest to v. If dest is a buffer, the
// operation has no result.
func Fill(b *ir.Builder, v, dest *ir.Value) *ir.Op { return linalg.NewFill(b, v, dest).Op }

// Reshape inserts tensor.expand_shape or tensor.collapse_shape if one of them is enough, and
// otherwise both. If the shapes are equal, it inserts nothing. It panics if the element types or
// the numbers of elements differ.
func Reshape(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if r := regroup(b, v, to); r != nil {
		return r
	}
	from, _ := v.Type().Shape()
	n := int64(1)
	for _, e := range from {
		n *= e
	}
	if flat := regroup(b, v, ir.Tensor(v.Type().Elem(), n)); flat != nil {
		if r := regroup(b, flat, to); r != nil {
			return r
		}
	}
	panic("BUG: a reshape of " + v.Type().String() + " to " + to.String() + ", which has another element type or another number of elements")
}

// regroup is [Reshape] with at most one operation. It returns nil if one operation is not enough.
func regroup(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	if v.Type().Elem() != to.Elem() {
		return nil
	}
	from, _ := v.Type().Shape()
	shape, _ := to.Shape()
	if groups, ok := grouping(shape, from); ok {
		return tensor.NewExpandShape(b, v, to, groups, slice.Fixed(shape...)).Op.Result()
	}
	if groups, ok := grouping(from, shape); ok {
		return tensor.NewCollapseShape(b, v, to, groups).Op.Result()
	}
	return nil
}

// grouping(wide, narrow) divides the dimensions of the shape "wide" into consecutive groups.
// narrow[i] is the product of the extents in group i.
func grouping(wide, narrow []int64) (groups [][]int64, ok bool) {
	if len(wide) <= len(narrow) {
		return nil, false
	}
	var all [][]int64
	i := 0
	for k, n := range narrow {
		var group []int64
		product := int64(1)
		for i < len(wide) && (len(group) == 0 || product < n || k == len(narrow)-1 || wide[i] == 1 && len(wide)-i > len(narrow)-k-1) {
			product *= wide[i]
			group = append(group, int64(i))
			i++
			if product == n && k < len(narrow)-1 && (i >= len(wide) || wide[i] != 1 || narrow[k+1] == 1) {
				break
			}
		}
		if product != n {
			return nil, false
		}
		all = append(all, group)
	}
	for _, e := range wide[i:] {
		if e != 1 || len(narrow) > 0 {
			return nil, false
		}
	}
	return all, true
}
