package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{rewrite.On(MergeReshapes), rewrite.On(MergeTransposes), rewrite.On(MergeBroadcasts)}
}

// MergeReshapes is the pattern reshape(reshape x) → reshape x.
func MergeReshapes(op Reshape, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Reshape](op.Operand())
	if !ok || !sameElements(in.Operand(), op.Op.Result()) {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, in.Operand()) })
	return true
}

// MergeTransposes is the pattern transpose(transpose(x, p), q) → transpose(x, p ∘ q).
func MergeTransposes(op Transpose, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Transpose](op.Operand())
	if !ok || !sameElements(in.Operand(), op.Op.Result()) {
		return false
	}
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(0, ir.NewDenseI64(composed(in.Permutation(), op.Permutation())...))
		op.Op.SetOperandAt(0, in.Operand())
	})
	return true
}

// MergeBroadcasts is the pattern broadcast(broadcast(x, p), q) → broadcast(x, q ∘ p).
func MergeBroadcasts(op BroadcastInDim, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[BroadcastInDim](op.Operand())
	if !ok || !sameElements(in.Operand(), op.Op.Result()) {
		return false
	}
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(0, ir.NewDenseI64(composed(op.BroadcastDimensions(), in.BroadcastDimensions())...))
		op.Op.SetOperandAt(0, in.Operand())
	})
	return true
}

// sameElements reports whether v and w have the same element type. A per-axis quantized type
// contains the index of a dimension, so an operation that moves dimensions may change the type.
func sameElements(v, w *ir.Value) bool { return v.Type().Elem() == w.Type().Elem() }

// composed(f, g) returns f ∘ g, the list of f[g[i]].
func composed(f, g []int64) []int64 {
	out := slices.Clone(g)
	for i, j := range g {
		out[i] = f[j]
	}
	return out
}
