package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Fold folds to a static extent, or to the operand of tensor.empty or tensor.generate that is the
// dynamic extent. The index must be constant.
func (o Dim) Fold(c []ir.Attr) (ir.Folded, bool) {
	i, ok := c[1].Int()
	shape, ranked := o.Source().Type().Shape()
	if !ok || !ranked || i < 0 || int(i) >= len(shape) {
		return nil, false
	}
	if shape[i] != ir.Dynamic {
		return ir.FoldConst(ir.NewInt(shape[i], ir.Index())), true
	}
	var sizes []*ir.Value
	if e, isEmpty := ir.Defining[Empty](o.Source()); isEmpty {
		sizes = e.DynamicSizes()
	} else if g, isGenerate := ir.Defining[Generate](o.Source()); isGenerate {
		sizes = g.DynamicExtents()
	} else {
		return nil, false
	}
	return ir.FoldTo(sizes[openBefore(shape, int(i))]), true
}

// openBefore returns the number of dynamic extents before dimension i.
func openBefore(shape []int64, i int) int {
	n := 0
	for _, d := range shape[:i] {
		if d == ir.Dynamic {
			n++
		}
	}
	return n
}

// Fold folds to the rank of the tensor if its type is ranked.
func (o Rank) Fold([]ir.Attr) (ir.Folded, bool) {
	if r := o.Tensor().Type().Rank(); r >= 0 {
		return ir.FoldConst(ir.NewInt(int64(r), ir.Index())), true
	}
	return nil, false
}

// Fold folds to an element of a constant, an operand of from_elements, or the scalar of an insert
// at the same constant position.
func (o Extract) Fold(c []ir.Attr) (ir.Folded, bool) {
	if d, ok := ir.AttrAs[*ir.DenseElements](c[0]); ok {
		if one, splat := d.Splat(); splat {
			return foldElement(one, 0, o.Op.Result().Type())
		}
	}
	at, ok := position(c[1:], o.Tensor().Type())
	if !ok {
		return nil, false
	}
	if ins, isInsert := ir.Defining[Insert](o.Tensor()); isInsert && slices.Equal(ins.Indices(), o.Indices()) {
		return ir.FoldTo(ins.Scalar()), true
	}
	if f, isList := ir.Defining[FromElements](o.Tensor()); isList {
		return ir.FoldTo(f.Op.OperandAt(at)), true
	}
	if d, isDense := ir.AttrAs[*ir.DenseElements](c[0]); isDense {
		return foldElement(d.Tensor(), at, o.Op.Result().Type())
	}
	return nil, false
}

// position returns the row-major position of the element at the given indices. ok is false if an
// index is not constant or is out of bounds, or if an extent is dynamic.
func position(indices []ir.Attr, t ir.Type) (at int, ok bool) {
	shape, _ := t.Shape()
	for i, a := range indices {
		n, isInt := a.Int()
		if !isInt || n < 0 || shape[i] == ir.Dynamic || n >= shape[i] {
			return 0, false
		}
		at = at*int(shape[i]) + int(n)
	}
	return at, true
}

// foldElement returns element i of t as a constant of type typ.
func foldElement(t *tensor.Tensor, i int, typ ir.Type) (ir.Folded, bool) {
	switch {
	case typ.IsFloat():
		lo, hi := t.Bits128(i)
		return ir.FoldConst(ir.NewAttr(&ir.FloatAttr{Type: typ, Lo: lo, Hi: hi})), true
	case typ.IsIndex(), typ.IsInt(0):
		return ir.FoldConst(ir.NewInt(t.Int(i), typ)), true
	}
	return nil, false
}

// Fold evaluates the operation if its operands are constant.
func (o FromElements) Fold(c []ir.Attr) (ir.Folded, bool) {
	t := o.Op.Result().Type()
	k := t.Kind()
	if k == tensor.Invalid || len(c) == 0 {
		return nil, false
	}
	shape, _ := t.Shape()
	v := tensor.New(k, shape...)
	for i, a := range c {
		if !setElement(v, i, a) {
			return nil, false
		}
	}
	return ir.FoldConst(ir.NewDense(t, v)), true
}

// Fold evaluates the operation if its operand is constant.
func (o Splat) Fold(c []ir.Attr) (ir.Folded, bool) {
	t := o.Op.Result().Type()
	if t.Kind() == tensor.Invalid || !t.HasStaticShape() {
		return nil, false
	}
	one := tensor.New(t.Kind())
	if !setElement(one, 0, c[0]) {
		return nil, false
	}
	return ir.FoldConst(ir.NewSplat(t, one)), true
}

// setElement sets element i of t to the scalar constant a. It returns false for other constants,
// and for integers of more than 64 bits.
func setElement(t *tensor.Tensor, i int, a ir.Attr) bool {
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		if d.Big != nil {
			return false
		}
		t.SetInt(i, d.Value)
	case *ir.FloatAttr:
		t.SetBits128(i, d.Lo, d.Hi)
	default:
		return false
	}
	return true
}

// Fold folds a slice of a splat to a splat. It folds a slice of all elements to the tensor itself.
// If the tensor is the result of an insert_slice that replaces exactly this slice, Fold folds to
// the inserted tensor.
func (o ExtractSlice) Fold(c []ir.Attr) (ir.Folded, bool) {
	from, to := o.Source().Type(), o.Op.Result().Type()
	if d, ok := ir.AttrAs[*ir.DenseElements](c[0]); ok && to.HasStaticShape() {
		if one, splat := d.Splat(); splat {
			return ir.FoldConst(ir.NewSplat(to, one)), true
		}
	}
	if from == to && whole(from, o.Offsets(), o.Sizes(), o.Strides()) {
		return ir.FoldTo(o.Source()), true
	}
	if ins, ok := ir.Defining[InsertSlice](o.Source()); ok && ins.Source().Type() == to && sameSlice(ins, o) {
		return ir.FoldTo(ins.Source()), true
	}
	return nil, false
}

// whole reports whether t is static and the slice contains all elements of a tensor of type t.
func whole(t ir.Type, offsets, sizes, strides slice.Mixed) bool {
	shape, _ := t.Shape()
	if !t.HasStaticShape() {
		return false
	}
	for i, n := range shape {
		if offsets.Static[i] != 0 || sizes.Static[i] != n || strides.Static[i] != 1 {
			return false
		}
	}
	return true
}

func sameSlice(ins InsertSlice, o ExtractSlice) bool {
	pairs := [][2]slice.Mixed{{ins.Offsets(), o.Offsets()}, {ins.Sizes(), o.Sizes()}, {ins.Strides(), o.Strides()}}
	for _, p := range pairs {
		if !slices.Equal(p[0].Static, p[1].Static) || !slices.Equal(p[0].Values, p[1].Values) {
			return false
		}
	}
	return true
}

// Fold folds to the source if it covers the whole tensor. It folds to the destination if the source
// is an extract_slice of the same slice of the destination. If the destination is an insert_slice
// of the same slice, Fold replaces it by the destination of this insert_slice.
func (o InsertSlice) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Op.Result().Type() && whole(o.Op.Result().Type(), o.Offsets(), o.Sizes(), o.Strides()) {
		return ir.FoldTo(o.Source()), true
	}
	if p, ok := ir.Defining[InsertSlice](o.Dest()); ok && p.Source().Type() == o.Source().Type() && o.sameAs(p.Offsets(), p.Sizes(), p.Strides()) {
		o.Op.SetOperandAt(1, p.Dest())
		return nil, true
	}
	if e, ok := ir.Defining[ExtractSlice](o.Source()); ok && e.Source() == o.Dest() && o.sameAs(e.Offsets(), e.Sizes(), e.Strides()) {
		return ir.FoldTo(o.Dest()), true
	}
	return nil, false
}

// Fold folds to the tensor if it is a splat constant of the inserted element.
func (o Insert) Fold(c []ir.Attr) (ir.Folded, bool) {
	d, ok := ir.AttrAs[*ir.DenseElements](c[1])
	if !ok {
		return nil, false
	}
	one, splat := d.Splat()
	if !splat {
		return nil, false
	}
	same := tensor.New(one.Kind)
	if !setElement(same, 0, c[0]) || !same.Equal(one) {
		return nil, false
	}
	return ir.FoldTo(o.Dest()), true
}

// Fold folds the concatenation of a single tensor to this tensor.
func (o Concat) Fold([]ir.Attr) (ir.Folded, bool) {
	if ins := o.Inputs(); len(ins) == 1 && ins[0].Type() == o.Op.Result().Type() {
		return ir.FoldTo(ins[0]), true
	}
	return nil, false
}

// Fold folds collapse (expand a) to a if the result certainly has the shape of a. It also folds the
// collapse of a constant.
func (o CollapseShape) Fold(c []ir.Attr) (ir.Folded, bool) {
	e, ok := ir.Defining[ExpandShape](o.Src())
	if ok && e.Src().Type() == o.Op.Result().Type() &&
		(slice.OneDynamic(o.Op.Result().Type()) || e.Op.AttrAt(0) == o.Op.AttrAt(0)) {
		return ir.FoldTo(e.Src()), true
	}
	return foldReshape(o.Op, c[0])
}

// Fold folds expand (collapse a) to a if a and the result have the same static type. It also folds
// the expansion of a constant.
func (o ExpandShape) Fold(c []ir.Attr) (ir.Folded, bool) {
	m, ok := ir.Defining[CollapseShape](o.Src())
	if ok && m.Src().Type() == o.Op.Result().Type() && m.Src().Type().HasStaticShape() {
		return ir.FoldTo(m.Src()), true
	}
	return foldReshape(o.Op, c[0])
}

// foldReshape folds a collapse_shape or expand_shape of the constant a.
func foldReshape(op *ir.Op, a ir.Attr) (ir.Folded, bool) {
	t := op.Result().Type()
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok || !t.HasStaticShape() {
		return nil, false
	}
	if one, splat := d.Splat(); splat {
		return ir.FoldConst(ir.NewSplat(t, one)), true
	}
	shape, _ := t.Shape()
	return ir.FoldConst(ir.NewDense(t, d.Tensor().Reshape(shape))), true
}

// Fold folds a reshape to its source if both have the same static type.
func (o Reshape) Fold([]ir.Attr) (ir.Folded, bool) {
	if t := o.Source().Type(); t == o.Op.Result().Type() && t.HasStaticShape() {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

func (o InsertSlice) sameAs(offsets, sizes, strides slice.Mixed) bool {
	return o.Offsets().Equal(offsets) && o.Sizes().Equal(sizes) && o.Strides().Equal(strides)
}
