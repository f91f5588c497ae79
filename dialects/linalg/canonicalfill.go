package linalg

import (
	"slices"

	affinedialect "github.com/lathe-ir/lathe/dialects/affine"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// filled returns the fill that defines v, and its scalar. ok is false if v is not the result of a
// fill.
func filled(v *ir.Value) (value *ir.Value, fill Fill, ok bool) {
	fill, ok = ir.Defining[Fill](v)
	if !ok || len(fill.Inputs()) != 1 || fill.Op.NumResults() != 1 {
		return nil, fill, false
	}
	return fill.Inputs()[0], fill, true
}

// extract(fill(x), i) → x
func extractFill(op tensor.Extract, rw *rewrite.Rewriter) bool {
	x, _, ok := filled(op.Tensor())
	if !ok || x.Type() != op.Op.Result().Type() {
		return false
	}
	rw.Replace(op.Op, x)
	return true
}

// collapse(fill(x, out)) → fill(x, collapse(out))
func collapseFill(op tensor.CollapseShape, rw *rewrite.Rewriter) bool {
	x, fill, ok := filled(op.Src())
	if !ok {
		return false
	}
	out := tensor.NewCollapseShape(&rw.Builder, fill.Outputs()[0], op.Op.Result().Type(), op.Reassociation())
	rw.Replace(op.Op, NewFill(&rw.Builder, x, out.Op.Result()).Op.Result())
	return true
}

// expand(fill(x, out)) → fill(x, expand(out))
func expandFill(op tensor.ExpandShape, rw *rewrite.Rewriter) bool {
	x, fill, ok := filled(op.Src())
	if !ok {
		return false
	}
	out := tensor.NewExpandShape(&rw.Builder, fill.Outputs()[0], op.Op.Result().Type(), op.Reassociation(), op.OutputShape())
	rw.Replace(op.Op, NewFill(&rw.Builder, x, out.Op.Result()).Op.Result())
	return true
}

// copy(fill(x), out) → fill(x, out); copy(y, fill(x, out)) → copy(y, out)
func copyFill(op Copy, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() != 1 {
		return false
	}
	if x, _, ok := filled(op.Inputs()[0]); ok && x.Type() == element(op.Outputs()[0].Type()) {
		rw.Replace(op.Op, NewFill(&rw.Builder, x, op.Outputs()[0]).Op.Result())
		return true
	}
	_, fill, ok := filled(op.Outputs()[0])
	if !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(1, fill.Outputs()[0]) })
	return true
}

// transpose(fill(x), out) → fill(x, out)
func transposeFill(op Transpose, rw *rewrite.Rewriter) bool {
	x, _, ok := filled(op.Input())
	if !ok || op.Op.NumResults() != 1 {
		return false
	}
	rw.Replace(op.Op, NewFill(&rw.Builder, x, op.Init()).Op.Result())
	return true
}

// padding returns the padding value of op, or nil if it may differ between elements.
func padding(op tensor.Pad) *ir.Value {
	y, ok := ir.As[tensor.Yield](op.Body().Last())
	if !ok {
		return nil
	}
	v := y.Value()
	if _, isConst := rewrite.Const(v); !isConst && v.Block() == op.Body() {
		return nil
	}
	return v
}

// sameScalar reports whether x and y are the same value or equal constants.
func sameScalar(x, y *ir.Value) bool {
	if x == y {
		return true
	}
	a, ok1 := rewrite.Const(x)
	b, ok2 := rewrite.Const(y)
	return ok1 && ok2 && a == b
}

// pad(fill(x), x) → fill(x, empty)
func padFill(op tensor.Pad, rw *rewrite.Rewriter) bool {
	x, _, ok := filled(op.Source())
	p := padding(op)
	if !ok || p == nil || !sameScalar(x, p) {
		return false
	}
	low, high := op.Low(), op.High()
	var sizes slice.Mixed
	for i := range rank(op.Source().Type()) {
		sum := total{b: &rw.Builder}
		sum.addDim(op.Source(), i)
		sum.addMixed(low, i)
		sum.addMixed(high, i)
		sum.into(&sizes)
	}
	t := op.Op.Result().Type()
	empty := tensor.NewEmpty(&rw.Builder, ir.Tensor(t.Elem(), sizes.Static...), sizes.Values...)
	fill := NewFill(&rw.Builder, x, empty.Op.Result())
	rw.Replace(op.Op, castsTo(rw, fill.Op.Result(), t))
	return true
}

// total is a sum of index values: number plus all values.
type total struct {
	b      *ir.Builder
	number int64
	values []*ir.Value
}

func (t *total) add(v *ir.Value) {
	if n, ok := rewrite.ConstInt(v); ok {
		t.number += n
		return
	}
	t.values = append(t.values, v)
}

func (t *total) addMixed(m slice.Mixed, i int) {
	n, v := m.At(i)
	if v == nil {
		t.number += n
		return
	}
	t.add(v)
}

func (t *total) addDim(v *ir.Value, i int) {
	n, dim := extent(t.b, v, i)
	if dim == nil {
		t.number += n
		return
	}
	t.add(dim)
}

// extent returns the extent of dimension i of v: a number and nil if it is static, otherwise
// ir.Dynamic and a new tensor.dim.
func extent(b *ir.Builder, v *ir.Value, i int) (int64, *ir.Value) {
	shape, _ := v.Type().Shape()
	if shape[i] != ir.Dynamic {
		return shape[i], nil
	}
	return ir.Dynamic, tensor.NewDim(b, v, arith.NewIndex(b, int64(i)).Op.Result()).Op.Result()
}

// into(m) appends the sum to m: a number if the sum is constant, otherwise a value.
func (t *total) into(m *slice.Mixed) {
	if len(t.values) == 0 {
		m.Static = append(m.Static, t.number)
		return
	}
	m.Static = append(m.Static, ir.Dynamic)
	if len(t.values) == 1 && t.number == 0 {
		m.Values = append(m.Values, t.values[0])
		return
	}
	e := affine.Sym(0)
	for i := 1; i < len(t.values); i++ {
		e = affine.Add(e, affine.Sym(i))
	}
	e = affine.Add(e, affine.Const(t.number))
	sum := affinedialect.NewApply(t.b, affine.Map{Syms: len(t.values), Results: []affine.Expr{e}}, t.values...)
	m.Values = append(m.Values, sum.Op.Result())
}

// insert(pad(y, x), fill(x)) → insert(y, fill(x)). Between the fill and this insert, other slices
// may be inserted that do not overlap this slice.
func insertPadIntoFill(op tensor.InsertSlice, rw *rewrite.Rewriter) bool {
	pad, ok := ir.Defining[tensor.Pad](op.Source())
	notOne := func(stride int64) bool { return stride != 1 }
	if !ok || rank(op.Op.Result().Type()) != rank(op.Source().Type()) || slices.ContainsFunc(op.Strides().Static, notOne) {
		return false
	}
	dest := op.Dest()
	for {
		prev, isInsert := ir.Defining[tensor.InsertSlice](dest)
		if !isInsert {
			break
		}
		if rank(prev.Op.Result().Type()) != rank(prev.Source().Type()) {
			return false
		}
		if !disjoint(prev, op) {
			break
		}
		dest = prev.Dest()
	}
	x, _, isFill := filled(dest)
	p := padding(pad)
	if !isFill || p == nil || !sameScalar(x, p) {
		return false
	}
	var offsets, sizes slice.Mixed
	low, old := pad.Low(), op.Offsets()
	for i := range old.Static {
		sum := total{b: &rw.Builder}
		sum.addMixed(low, i)
		sum.addMixed(old, i)
		sum.into(&offsets)
	}
	for i := range old.Static {
		n, v := extent(&rw.Builder, pad.Source(), i)
		sizes.Static = append(sizes.Static, n)
		if v != nil {
			sizes.Values = append(sizes.Values, v)
		}
	}
	rw.Replace(op.Op, tensor.NewInsertSlice(&rw.Builder, pad.Source(), op.Dest(), offsets, sizes, op.Strides()).Op.Result())
	return true
}

// disjoint reports whether two slices provably have no element in common.
func disjoint(a, b tensor.InsertSlice) bool {
	span := func(o tensor.InsertSlice, i int) (low, high int64, known bool) {
		first, size, stride := o.Offsets().Static[i], o.Sizes().Static[i], o.Strides().Static[i]
		known = first != ir.Dynamic && size != ir.Dynamic && stride != ir.Dynamic
		last := first + (size-1)*stride
		return min(first, last), max(first, last), known
	}
	for i := range a.Offsets().Static {
		a0, a1, ok1 := span(a, i)
		b0, b1, ok2 := span(b, i)
		if ok1 && ok2 && (a1 < b0 || b1 < a0) {
			return true
		}
	}
	return false
}

// pack(fill(x), dest) → fill(x, dest)
func packFill(op Pack, rw *rewrite.Rewriter) bool {
	x, _, ok := filled(op.Source())
	if !ok || op.PaddingValue() != nil && !sameScalar(x, op.PaddingValue()) || !op.Dest().HasOneUse() {
		return false
	}
	rw.Replace(op.Op, NewFill(&rw.Builder, x, op.Dest()).Op.Result())
	return true
}

// concat(fill(x, y), fill(x, z)) → fill(x, concat(y, z))
func concatFill(op tensor.Concat, rw *rewrite.Rewriter) bool {
	var x *ir.Value
	outs := make([]*ir.Value, len(op.Inputs()))
	for i, v := range op.Inputs() {
		value, fill, ok := filled(v)
		if !ok || x != nil && !sameScalar(x, value) {
			return false
		}
		x, outs[i] = value, fill.Outputs()[0]
	}
	if x == nil {
		return false
	}
	out := ir.Create[tensor.Concat](&rw.Builder, ir.Init{Operands: outs, Results: op.Op.ResultTypes(), Attrs: []ir.Attr{op.Op.AttrAt(0)}})
	rw.Replace(op.Op, NewFill(&rw.Builder, x, out.Op.Result()).Op.Result())
	return true
}
