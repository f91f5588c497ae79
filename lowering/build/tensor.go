package build

import "github.com/lathe-ir/lathe/ir"

// Empty inserts a tensor without contents.
func Empty(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Op("tensor.empty", ir.Init{Results: []ir.Type{t}}).Result()
}

// Extract reads one element.
func Extract(b *ir.Builder, t *ir.Value, at ...*ir.Value) *ir.Value {
	return b.Op("tensor.extract", ir.Init{
		Operands: append([]*ir.Value{t}, at...), Results: []ir.Type{t.Type().Elem()},
	}).Result()
}

// Insert returns t with one element replaced.
func Insert(b *ir.Builder, v, t *ir.Value, at ...*ir.Value) *ir.Value {
	return b.Op("tensor.insert", ir.Init{
		Operands: append([]*ir.Value{v, t}, at...), Results: []ir.Type{t.Type()},
	}).Result()
}

// ExtractSlice returns the box of t that starts at offsets and takes every
// strides-th element; sizes are the shape of to.
func ExtractSlice(b *ir.Builder, t *ir.Value, to ir.Type, offsets, strides []int64) *ir.Value {
	return b.Op("tensor.extract_slice", ir.Init{
		Operands: []*ir.Value{t}, Results: []ir.Type{to}, Discard: boxAttrs(to, offsets, strides, 1, 0, 0, 0),
	}).Result()
}

// boxAttrs describe a static box whose sizes are the shape of t.
func boxAttrs(t ir.Type, offsets, strides []int64, segments ...int32) []ir.NamedAttr {
	sizes, _ := t.Shape()
	return boxAttrsOf(offsets, sizes, strides, segments...)
}

// InsertSlice returns dest with the box that starts at offsets and takes every
// strides-th element replaced by v.
func InsertSlice(b *ir.Builder, v, dest *ir.Value, offsets, strides []int64) *ir.Value {
	return b.Op("tensor.insert_slice", ir.Init{
		Operands: []*ir.Value{v, dest}, Results: []ir.Type{dest.Type()},
		Discard: boxAttrs(v.Type(), offsets, strides, 1, 1, 0, 0, 0),
	}).Result()
}

// Fill inserts linalg.fill: dest with every element v. dest is a tensor, or a
// buffer; then there is no result.
func Fill(b *ir.Builder, v, dest *ir.Value) *ir.Op {
	var results []ir.Type
	if ir.IsType[*ir.TensorType](dest.Type()) {
		results = []ir.Type{dest.Type()}
	}
	op := b.Op("linalg.fill", ir.Init{
		Operands: []*ir.Value{v, dest}, Results: results, NumRegions: 1,
		Discard: []ir.NamedAttr{{Name: "operandSegmentSizes", Attr: ir.NewDenseI32(1, 1)}},
	})
	elem := dest.Type().Elem()
	block := op.RegionAt(0).AddBlock(elem, elem)
	inner := ir.NewBuilder(b.Registry())
	inner.AtEnd(block)
	inner.Op("linalg.yield", ir.Init{Operands: []*ir.Value{block.Arg(0)}})
	return op
}

// Reshape inserts tensor.expand_shape or tensor.collapse_shape, or both where
// dimensions are regrouped, and nothing where the shapes are equal.
func Reshape(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	from, _ := v.Type().Shape()
	shape, _ := to.Shape()
	if groups, ok := grouping(shape, from); ok {
		return b.Op("tensor.expand_shape", ir.Init{
			Operands: []*ir.Value{v}, Results: []ir.Type{to},
			Discard: []ir.NamedAttr{
				{Name: "reassociation", Attr: groups}, {Name: "static_output_shape", Attr: ir.NewDenseI64(shape...)},
			},
		}).Result()
	}
	if groups, ok := grouping(from, shape); ok {
		return b.Op("tensor.collapse_shape", ir.Init{
			Operands: []*ir.Value{v}, Results: []ir.Type{to}, Discard: []ir.NamedAttr{{Name: "reassociation", Attr: groups}},
		}).Result()
	}
	n := int64(1)
	for _, e := range shape {
		n *= e
	}
	return Reshape(b, Reshape(b, v, ir.Tensor(to.Elem(), n)), to)
}

// grouping divides the dimensions of wide among those of narrow, so that each of
// narrow is the product of its group.
func grouping(wide, narrow []int64) (groups ir.Attr, ok bool) {
	if len(wide) <= len(narrow) {
		return ir.Attr{}, false
	}
	var all []ir.Attr
	i := 0
	for k, n := range narrow {
		var group []ir.Attr
		product := int64(1)
		for i < len(wide) && (len(group) == 0 || product < n || k == len(narrow)-1 || wide[i] == 1 && len(wide)-i > len(narrow)-k-1) {
			product *= wide[i]
			group = append(group, ir.NewI64(int64(i)))
			i++
			if product == n && k < len(narrow)-1 && (i >= len(wide) || wide[i] != 1 || narrow[k+1] == 1) {
				break
			}
		}
		if product != n {
			return ir.Attr{}, false
		}
		all = append(all, ir.NewArray(group...))
	}
	if i != len(wide) && len(narrow) > 0 {
		return ir.Attr{}, false
	}
	return ir.NewArray(all...), true
}
