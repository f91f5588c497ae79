package affine

import "github.com/lathe-ir/lathe/ir"

// inlinable reports whether a call may be replaced by a body with affine operations, or by any body
// if the call is in an affine loop or condition. Affine operations are legal directly in an affine
// scope or in such a region. If the region is not itself a scope, values at the top level of the
// body are no longer at the top level of a scope. Then their uses as dimensions and symbols must
// remain legal.
func inlinable(i ir.Inlining) bool {
	owner := i.Into.Owner()
	if owner.Has(ir.AffineScope) {
		return true
	}
	if !ir.Is[For](owner) && !ir.Is[If](owner) && !ir.Is[Parallel](owner) || len(i.Body.Blocks) != 1 {
		return false
	}
	c := &classes{inlining: &i}
	scope := scopeOf(owner)
	for op := range i.Body.Entry().Ops() {
		if !c.inlinable(op, scope) {
			return false
		}
	}
	return true
}

// inlinable reports whether an operation at the top level of the body is legal in an affine loop or
// condition. Affine analyses do not know the effects of operations other than affine accesses.
func (c *classes) inlinable(op *ir.Op, scope *ir.Region) bool {
	if op.NumRegions() > 0 {
		return false
	}
	at := 0 // the first operand of the map
	switch op.View().(type) {
	case Apply:
	case Load, VectorLoad:
		at = 1
	case Store, VectorStore:
		at = 2
	default:
		return op.Terminator() || op.EffectFree()
	}
	dims := mapOf(op.AttrAt(0)).Dims
	for i, v := range op.OperandRange(at, op.NumOperands()) {
		if i < dims && !c.dim(v, scope) || i >= dims && !c.symbol(v, scope) {
			return false
		}
	}
	return true
}
