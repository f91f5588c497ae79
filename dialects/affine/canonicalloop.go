package affine

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// forBounds composes the bounds of an affine.for with the affine.apply operations that define
// operands of the bounds. It removes duplicate results of the maps.
func forBounds(op For, rw *rewrite.Rewriter) bool {
	scope := scopeOf(op.Op)
	lo := appliedMap(op.LowerBoundMap(), op.LowerBoundOperands())
	hi := appliedMap(op.UpperBoundMap(), op.UpperBoundOperands())
	newLo, newHi := lo.canonical(scope), hi.canonical(scope)
	newLo.exprs, newHi.exprs = distinct(newLo.exprs), distinct(newHi.exprs)
	if lo.same(newLo) && hi.same(newHi) {
		return false
	}
	inits := op.Inits()
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(forLower, ir.NewAffineMap(newLo.affineMap()))
		op.Op.SetAttrAt(forUpper, ir.NewAffineMap(newHi.affineMap()))
		op.Op.SetOperands(slices.Concat(newLo.operands(), newHi.operands(), inits))
		op.Op.SetAttrAt(forSegments, ir.NewDenseI32(int32(len(newLo.operands())), int32(len(newHi.operands())), int32(len(inits))))
	})
	return true
}

// forEmpty removes a loop that has results and whose body only yields values. Each result must be
// known to equal an initial value or a value from outside of the loop.
func forEmpty(op For, rw *rewrite.Rewriter) bool {
	if op.Body().First() != op.Body().Last() || op.Op.NumResults() == 0 {
		return false
	}
	trips, never := op.constantTrips()
	if never {
		rw.Replace(op.Op, op.Inits()...)
		return true
	}
	known := trips > 0
	var vs []*ir.Value
	outside, moved := false, false
	for i, v := range op.Body().Last().OperandList() {
		if v == op.InductionVar() {
			return false
		}
		at := slices.Index(op.IterArgs(), v)
		if at < 0 {
			outside = true
			vs = append(vs, v)
			continue
		}
		moved = moved || at != i
		vs = append(vs, op.Inits()[at])
	}
	if !known && (outside || moved) || known && trips >= 2 && moved {
		return false
	}
	rw.Replace(op.Op, vs...)
	return true
}

// if … {…} else {} → if … {…}
func ifEmptyElse(op If, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() > 0 || op.Else().Empty() || op.Else().Entry().First() != op.Else().Entry().Last() {
		return false
	}
	rw.EraseBlock(op.Else().Entry())
	return true
}

// ifAlways replaces an affine.if by its first region if its condition is always true, and by its
// second region if the condition is always false.
func ifAlways(op If, rw *rewrite.Rewriter) bool {
	holds, known := true, true
	s := op.Condition()
	for i, e := range s.Constraints {
		c, ok := e.Const()
		switch {
		case !ok:
			known = false
		case s.Eq[i] && c != 0, !s.Eq[i] && c < 0:
			holds = false
		}
	}
	if holds && !known {
		return false
	}
	r := op.Then()
	if !holds {
		r = op.Else()
	}
	if r.Empty() {
		if op.Op.NumResults() > 0 {
			return false
		}
		rw.Erase(op.Op)
		return true
	}
	b := r.Entry()
	end := b.Last()
	rw.InlineBlockBefore(b, op.Op)
	vs := end.OperandList()
	rw.Replace(op.Op, vs...)
	rw.Erase(end)
	return true
}

// ifSet composes the condition of an affine.if with the affine.apply operations that define
// operands of the condition.
func ifSet(op If, rw *rewrite.Rewriter) bool {
	s := op.Condition()
	vs := op.Op.OperandList()
	a := applied{s.Constraints, slices.Clone(vs[:s.Dims]), slices.Clone(vs[s.Dims:])}
	b := a.canonical(scopeOf(op.Op))
	if a.same(b) {
		return false
	}
	t := aff.Set{Dims: len(b.dims), Syms: len(b.syms), Constraints: b.exprs, Eq: s.Eq}
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(0, ir.NewAttr(&ir.IntegerSetAttr{Set: t}))
		op.Op.SetOperands(b.operands())
	})
	return true
}

// parallelBounds composes the bounds of an affine.parallel with the affine.apply operations that
// define operands of the bounds.
func parallelBounds(op Parallel, rw *rewrite.Rewriter) bool {
	scope := scopeOf(op.Op)
	lo := appliedMap(op.LowerBoundsMap(), op.LowerBoundsOperands())
	hi := appliedMap(op.UpperBoundsMap(), op.UpperBoundsOperands())
	newLo, newHi := lo.canonical(scope), hi.canonical(scope)
	if lo.same(newLo) && hi.same(newHi) {
		return false
	}
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(parLowerMap, ir.NewAffineMap(newLo.affineMap()))
		op.Op.SetAttrAt(parUpperMap, ir.NewAffineMap(newHi.affineMap()))
		op.Op.SetOperands(slices.Concat(newLo.operands(), newHi.operands()))
	})
	return true
}
