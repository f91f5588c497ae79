package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// sameLayout reports whether two operations cut or put together tiles in one
// way.
func sameLayout(a, b packing) bool {
	return slices.Equal(a.pos, b.pos) && slices.Equal(a.order(), b.order()) &&
		slices.Equal(a.tiles, b.tiles) && slices.Equal(a.dynamic, b.dynamic)
}

// order returns the permutation, nil for the identity.
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

// pack(x, padding) → pack(x) where no tile goes beyond x
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
		Operands: []*ir.Value{op.Source(), op.Dest()}, Results: op.ResultTypes(), Discard: op.DiscardableAttrs(),
		Attrs: []ir.Attr{op.AttrAt(0), op.AttrAt(1), op.AttrAt(2), ir.NewDenseI32(1, 1, 0, 0)},
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
	rw.Update(op.Op, func() { op.SetOperandAt(1, init) })
	return true
}
