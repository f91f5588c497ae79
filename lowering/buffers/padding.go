package buffers

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/pack"
)

// mostTerms is the size of the largest window for which padding is not materialized. A nest with
// larger windows reads each element so often that a padded copy costs little in comparison.
const mostTerms = 64

// pads reports whether op pads a tensor, and only reductions over small windows read the result.
// Their kernels read the unpadded tensor, so the padded copy is not materialized.
func pads(op *ir.Op) bool {
	o, ok := ir.As[tensor.InsertSlice](op)
	if !ok || !fills(o) || slices.ContainsFunc(o.Strides().Static, func(s int64) bool { return s != 1 }) {
		return false
	}
	padded := make([]bool, len(o.Sizes().Static))
	shape, _ := op.Result().Type().Shape()
	for i, n := range o.Sizes().Static {
		padded[i] = n != shape[i]
	}
	for u := range op.Result().Uses() {
		n, ok := structured.Of(u.Owner())
		if !ok || n.Op.Block() != op.Block() || u.Index() >= len(n.Ins) || !readsWindow(n, n.Maps[u.Index()], padded) {
			return false
		}
	}
	return op.Result().HasUses()
}

// fills reports whether o writes into a filled tensor that no other operation reads.
func fills(o tensor.InsertSlice) bool {
	f, ok := ir.Defining[linalg.Fill](o.Dest())
	return ok && isEmpty(f.Outputs()[0]) && o.Dest().HasOneUse()
}

// readsWindow reports whether n reduces over small windows of a tensor, which it reads with the map
// m. The innermost loop of n must neither reduce nor be along a padded dimension. n must not have
// the attribute [pack.WordsAttr].
func readsWindow(n structured.Nest, m affine.Map, padded []bool) bool {
	if !n.Op.Attr(pack.WordsAttr).IsNil() {
		return false
	}
	terms, inner := int64(1), -1
	for d, e := range n.Extents {
		if n.Reduction[d] {
			terms *= e
		}
		if e != 1 {
			inner = d
		}
	}
	if terms == 1 || terms > mostTerms || inner < 0 || n.Reduction[inner] {
		return false
	}
	for i, e := range m.Results {
		if padded[i] && e.UsesDim(inner) {
			return false
		}
	}
	return true
}
