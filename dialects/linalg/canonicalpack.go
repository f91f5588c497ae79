package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	elems "github.com/lathe-ir/lathe/ir/tensor"
)

func sameLayout(a, b packing) bool {
	return slices.Equal(a.pos, b.pos) && slices.Equal(a.order(), b.order()) &&
		slices.Equal(a.tiles, b.tiles) && slices.Equal(a.dynamic, b.dynamic)
}

// order returns the permutation of the outer dimensions, or nil for the identity.
func (k packing) order() []int64 {
	if slices.IsSorted(k.perm) {
		return nil
	}
	return k.perm
}

// pack(unpack(x)) → x
func packUnpack(op Pack, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Unpack](op.Source())
	if !ok || inner.Source().Type() != op.Dest().Type() || op.PaddingValue() != nil || !sameLayout(op.packing(), inner.packing()) {
		return false
	}
	rw.Replace(op.Op, inner.Source())
	return true
}

// pack(x, padding) → pack(x), if no tile extends past x
func packWithoutPadding(op Pack, rw *rewrite.Rewriter) bool {
	k := op.packing()
	shape, _ := k.unpacked.Shape()
	if op.PaddingValue() == nil || slices.Contains(k.tiles, ir.Dynamic) || k.partial() {
		return false
	}
	for _, d := range k.pos {
		if shape[d] == ir.Dynamic {
			return false
		}
	}
	c := ir.Create[Pack](&rw.Builder, ir.Init{
		Operands: []*ir.Value{op.Source(), op.Dest()}, Results: op.Op.ResultTypes(), Discard: op.Op.DiscardableAttrs(),
		Attrs: []ir.Attr{op.Op.AttrAt(0), op.Op.AttrAt(1), op.Op.AttrAt(2), ir.NewDenseI32(1, 1, 0, 0)},
	})
	rw.ReplaceWith(op.Op, c.Op)
	return true
}

// unpack(pack(x)) → x
func unpackPack(op Unpack, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Pack](op.Source())
	if !ok || inner.Source().Type() != op.Dest().Type() || inner.PaddingValue() != nil || !sameLayout(op.packing(), inner.packing()) {
		return false
	}
	rw.Replace(op.Op, inner.Source())
	return true
}

// unpack(x, f(…, out)) → unpack(x, out)
func unpackDest(op Unpack, rw *rewrite.Rewriter) bool {
	if _, isPack := ir.Defining[Pack](op.Source()); isPack {
		return false
	}
	init := initOf(op.Dest())
	if init == nil || init.Type() != op.Dest().Type() {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(1, init) })
	return true
}

// pack(cast(x), cast(y)) → cast(pack(x, y))
func packCast(op Pack, rw *rewrite.Rewriter) bool {
	source, dest := uncast(op.Source()), uncast(op.Dest())
	if source == op.Source() && dest == op.Dest() {
		return false
	}
	rw.Replace(op.Op, castsTo(rw, op.with(rw, source, dest, dest.Type()), op.Dest().Type()))
	return true
}

// unpack(cast(x), cast(y)) → cast(unpack(x, y))
func unpackCast(op Unpack, rw *rewrite.Rewriter) bool {
	source, dest := uncast(op.Source()), uncast(op.Dest())
	if source == op.Source() && dest == op.Dest() {
		return false
	}
	rw.Replace(op.Op, castsTo(rw, op.with(rw, source, dest, source.Type()), op.Dest().Type()))
	return true
}

// uncast returns x if v is a tensor.cast of x and x has all static extents of v. Otherwise it
// returns v.
func uncast(v *ir.Value) *ir.Value {
	if c, ok := ir.Defining[tensor.Cast](v); ok && keepsStatic(c.Dest().Type(), c.Source().Type()) {
		return c.Source()
	}
	return v
}

// pack(x, dest) → cast(pack(cast(x), cast(dest))). packing.known returns the new types.
func packStatic(op Pack, rw *rewrite.Rewriter) bool {
	whole, tiled, changed := op.packing().known()
	if !changed {
		return false
	}
	source, dest := castsTo(rw, op.Source(), whole), castsTo(rw, op.Dest(), tiled)
	rw.Replace(op.Op, castsTo(rw, op.with(rw, source, dest, tiled), op.Dest().Type()))
	return true
}

// unpack(x, dest) → cast(unpack(cast(x), cast(dest))). packing.known returns the new types.
func unpackStatic(op Unpack, rw *rewrite.Rewriter) bool {
	whole, tiled, changed := op.packing().known()
	if !changed {
		return false
	}
	source, dest := castsTo(rw, op.Source(), tiled), castsTo(rw, op.Dest(), whole)
	rw.Replace(op.Op, castsTo(rw, op.with(rw, source, dest, tiled), op.Dest().Type()))
	return true
}

// known() returns the types of the unpacked and the packed tensor. A dimension without tiles that
// is static in only one of them becomes static in the other type too. changed is true if there is
// such a dimension.
func (k packing) known() (unpacked, packed ir.Type, changed bool) {
	from, _ := k.unpacked.Shape()
	to, _ := k.packed.Shape()
	whole, tiled := slices.Clone(from), slices.Clone(to)
	for d := range whole {
		at := d
		if len(k.perm) > 0 {
			at = slices.Index(k.perm, int64(d))
		}
		if slices.Contains(k.pos, int64(d)) || (whole[d] == ir.Dynamic) == (tiled[at] == ir.Dynamic) {
			continue
		}
		// One of the extents is ir.Dynamic, which is less than any extent.
		n := max(whole[d], tiled[at])
		whole[d], tiled[at], changed = n, n, true
	}
	return k.unpacked.WithShape(whole), k.packed.WithShape(tiled), changed
}

// tilesIn returns the tile sizes for a packed tensor of the given type. A size is ir.Dynamic if
// neither the operation nor the type determines it. values has the SSA values of these sizes.
func (k packing) tilesIn(packed ir.Type) (static []int64, values []*ir.Value) {
	shape, _ := packed.Shape()
	last, at := shape[len(shape)-len(k.tiles):], 0
	for i, n := range k.tiles {
		if n == ir.Dynamic {
			if last[i] == ir.Dynamic {
				values = append(values, k.dynamic[at])
			}
			n = last[i]
			at++
		}
		static = append(static, n)
	}
	return static, values
}

// with(…) inserts a copy of o with the given operands, and returns its result. packed is the new
// type of the packed tensor.
func (o Pack) with(rw *rewrite.Rewriter, source, dest *ir.Value, packed ir.Type) *ir.Value {
	static, values := o.packing().tilesIn(packed)
	operands, pads := []*ir.Value{source, dest}, int32(0)
	if p := o.PaddingValue(); p != nil {
		operands, pads = append(operands, p), 1
	}
	return ir.Create[Pack](&rw.Builder, ir.Init{
		Operands: append(operands, values...), Results: []ir.Type{dest.Type()}, Discard: o.Op.DiscardableAttrs(),
		Attrs: []ir.Attr{o.Op.AttrAt(0), o.Op.AttrAt(1), ir.NewDenseI64(static...), ir.NewDenseI32(1, 1, pads, int32(len(values)))},
	}).Op.Result()
}

// with(…) inserts a copy of o with the given operands, and returns its result. packed is the new
// type of the packed tensor.
func (o Unpack) with(rw *rewrite.Rewriter, source, dest *ir.Value, packed ir.Type) *ir.Value {
	static, values := o.packing().tilesIn(packed)
	return ir.Create[Unpack](&rw.Builder, ir.Init{
		Operands: append([]*ir.Value{source, dest}, values...), Results: []ir.Type{dest.Type()}, Discard: o.Op.DiscardableAttrs(),
		Attrs: []ir.Attr{o.Op.AttrAt(0), o.Op.AttrAt(1), ir.NewDenseI64(static...)},
	}).Op.Result()
}

// Fold folds o to a splat constant if the source is a splat of the padding value, or if it is any
// splat constant and there is no padding value.
func (o Pack) Fold(c []ir.Attr) (ir.Folded, bool) {
	d, ok := ir.AttrAs[*ir.DenseElements](c[0])
	if !ok {
		return nil, false
	}
	one, splat := d.Splat()
	if splat && o.PaddingValue() != nil {
		p, isSplat := scalarOf(c[2], one)
		splat = isSplat && p.Equal(one)
	}
	return foldSplat(one, splat, o.Dest().Type())
}

// Fold folds o to a splat constant if the source is a splat constant.
func (o Unpack) Fold(c []ir.Attr) (ir.Folded, bool) {
	d, ok := ir.AttrAs[*ir.DenseElements](c[0])
	if !ok {
		return nil, false
	}
	one, splat := d.Splat()
	return foldSplat(one, splat, o.Dest().Type())
}

func foldSplat(one *elems.Tensor, splat bool, t ir.Type) (ir.Folded, bool) {
	shape, _ := t.Shape()
	if !splat || slices.Contains(shape, ir.Dynamic) {
		return nil, false
	}
	return ir.FoldConst(ir.NewSplat(t, one)), true
}

// scalarOf converts the scalar constant a to a tensor of one element. This tensor has the element
// type of the parameter "like".
func scalarOf(a ir.Attr, like *elems.Tensor) (*elems.Tensor, bool) {
	one := elems.New(like.Kind)
	if f, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
		one.SetBits128(0, f.Lo, f.Hi)
		return one, true
	}
	n, ok := a.Int()
	if ok {
		one.SetInt(0, n)
	}
	return one, ok
}

// extract_slice(unpack(x, dest)) → unpack(x, extract_slice(dest))
func sliceUnpack(op tensor.ExtractSlice, rw *rewrite.Rewriter) bool {
	un, ok := ir.Defining[Unpack](op.Source())
	if !ok || !op.Source().HasOneUse() || !un.cutBy(op) {
		return false
	}
	dest := tensor.NewExtractSlice(&rw.Builder, un.Dest(), op.Offsets(), op.Sizes(), op.Strides())
	rw.Replace(op.Op, un.with(rw, un.Source(), dest.Op.Result(), un.Source().Type()))
	return true
}

// cutBy reports whether the slice s of the result of o provably contains a part of every tile. s
// must begin at 0, have stride 1, and reach the last tile in each dimension.
func (o Unpack) cutBy(s tensor.ExtractSlice) bool {
	k := o.packing()
	after, _ := s.Op.Result().Type().Shape()
	if len(after) != rank(k.unpacked) {
		return false
	}
	for i, n := range s.Offsets().Static {
		if n != 0 || s.Strides().Static[i] != 1 {
			return false
		}
	}
	counts, _ := k.packed.Shape()
	for d, n := range after {
		at := d
		if len(k.perm) > 0 {
			at = slices.Index(k.perm, int64(d))
		}
		count, size := counts[at], int64(1)
		if i := slices.Index(k.pos, int64(d)); i >= 0 {
			size = k.tiles[i]
		}
		if n == ir.Dynamic || count == ir.Dynamic || size == ir.Dynamic || count*size-n >= size {
			return false
		}
	}
	return true
}
