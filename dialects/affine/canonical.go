package affine

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. Comments such as "min(a) → apply a"
// omit conditions that the code shows.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(applyMap), rewrite.On(loadMap), rewrite.On(storeMap), rewrite.On(vectorLoadMap), rewrite.On(vectorStoreMap), rewrite.On(prefetchSubscripts),
		rewrite.On(minSame), rewrite.On(maxSame), rewrite.On(minOfMin), rewrite.On(maxOfMax), rewrite.On(minOne), rewrite.On(maxOne),
		rewrite.On(minOrder), rewrite.On(maxOrder), rewrite.On(minMap), rewrite.On(maxMap),
		rewrite.On(forBounds), rewrite.On(forEmpty), rewrite.On(parallelBounds),
		rewrite.On(ifEmptyElse), rewrite.On(ifAlways), rewrite.On(ifSet),
	}
}

// Fold replaces a buffer that is the result of a memref.cast by the source of the cast.
func (o Load) Fold([]ir.Attr) (ir.Folded, bool) { return nil, memref.FoldCasts(o.Op, nil) }
func (o Store) Fold([]ir.Attr) (ir.Folded, bool) {
	return nil, memref.FoldCasts(o.Op, o.Op.OperandAt(0))
}
func (o Prefetch) Fold([]ir.Attr) (ir.Folded, bool)    { return nil, memref.FoldCasts(o.Op, nil) }
func (o VectorLoad) Fold([]ir.Attr) (ir.Folded, bool)  { return nil, memref.FoldCasts(o.Op, nil) }
func (o VectorStore) Fold([]ir.Attr) (ir.Folded, bool) { return nil, memref.FoldCasts(o.Op, nil) }

// simplifyMap canonicalizes an affine map of op. slot is the index of the map among the inherent
// attributes. The operands of the map start at index lo.
func simplifyMap(op *ir.Op, rw *rewrite.Rewriter, slot, lo int) bool {
	a := appliedMap(mapOf(op.AttrAt(slot)), op.OperandRange(lo, op.NumOperands()))
	b := a.canonical(scopeOf(op))
	if a.same(b) {
		return false
	}
	rw.Update(op, func() {
		op.SetAttrAt(slot, ir.NewAffineMap(b.affineMap()))
		op.SetOperands(slices.Concat(op.OperandRange(0, lo), b.operands()))
	})
	return true
}

// apply f(apply g(x)) → apply f∘g(x)
func applyMap(op Apply, rw *rewrite.Rewriter) bool { return simplifyMap(op.Op, rw, 0, 0) }

// load m[apply g(x)] → load m[g(x)], and the same for other operations with a map
func loadMap(op Load, rw *rewrite.Rewriter) bool             { return simplifyMap(op.Op, rw, 0, 1) }
func storeMap(op Store, rw *rewrite.Rewriter) bool           { return simplifyMap(op.Op, rw, 0, 2) }
func vectorLoadMap(op VectorLoad, rw *rewrite.Rewriter) bool { return simplifyMap(op.Op, rw, 0, 1) }
func minMap(op Min, rw *rewrite.Rewriter) bool               { return simplifyMap(op.Op, rw, 0, 0) }
func maxMap(op Max, rw *rewrite.Rewriter) bool               { return simplifyMap(op.Op, rw, 0, 0) }

func vectorStoreMap(op VectorStore, rw *rewrite.Rewriter) bool { return simplifyMap(op.Op, rw, 0, 2) }

func prefetchSubscripts(op Prefetch, rw *rewrite.Rewriter) bool {
	return simplifyMap(op.Op, rw, prefetchMap, 1)
}

// min(a, a, b) → min(a, b)
func minSame(op Min, rw *rewrite.Rewriter) bool { return dropRepeated(op.Op, rw) }
func maxSame(op Max, rw *rewrite.Rewriter) bool { return dropRepeated(op.Op, rw) }

func dropRepeated(op *ir.Op, rw *rewrite.Rewriter) bool {
	m := mapOf(op.AttrAt(0))
	once := distinct(m.Results)
	if len(once) == len(m.Results) {
		return false
	}
	rw.Update(op, func() { op.SetAttrAt(0, ir.NewAffineMap(aff.Map{Dims: m.Dims, Syms: m.Syms, Results: once})) })
	return true
}

func distinct(es []aff.Expr) (once []aff.Expr) {
	for _, e := range es {
		if !slices.Contains(once, e) {
			once = append(once, e)
		}
	}
	return once
}

// min(min(a, b), c) → min(c, a, b)
func minOfMin(op Min, rw *rewrite.Rewriter) bool { return mergeSame(op.Op, rw) }
func maxOfMax(op Max, rw *rewrite.Rewriter) bool { return mergeSame(op.Op, rw) }

func mergeSame(op *ir.Op, rw *rewrite.Rewriter) bool {
	a := appliedMap(mapOf(op.AttrAt(0)), op.OperandList())
	var own []aff.Expr
	var inner []*ir.Op
	for _, e := range a.exprs {
		var v *ir.Value
		if i, ok := e.Dim(); ok {
			v = a.dims[i]
		} else if i, ok := e.Sym(); ok {
			v = a.syms[i]
		}
		// In a graph region, the inner operation may use its own result. Merging it would never end.
		if v != nil && v.Def() != nil && v.Def().Def() == op.Def() && !slices.Contains(v.Def().OperandList(), v) {
			inner = append(inner, v.Def())
			continue
		}
		own = append(own, e)
	}
	if len(inner) == 0 {
		return false
	}
	a.exprs = own
	for _, o := range inner {
		b := appliedMap(mapOf(o.AttrAt(0)), o.OperandList())
		for _, e := range b.exprs {
			a.exprs = append(a.exprs, e.ShiftDims(0, len(a.dims)).ShiftSyms(0, len(a.syms)))
		}
		a.dims, a.syms = append(a.dims, b.dims...), append(a.syms, b.syms...)
	}
	rw.Update(op, func() {
		op.SetAttrAt(0, ir.NewAffineMap(a.affineMap()))
		op.SetOperands(a.operands())
	})
	return true
}

// min(a) → apply a
func minOne(op Min, rw *rewrite.Rewriter) bool { return onlyOne(op.Op, rw) }
func maxOne(op Max, rw *rewrite.Rewriter) bool { return onlyOne(op.Op, rw) }

func onlyOne(op *ir.Op, rw *rewrite.Rewriter) bool {
	m := mapOf(op.AttrAt(0))
	if len(m.Results) != 1 {
		return false
	}
	rw.Replace(op, NewApply(&rw.Builder, m, op.OperandList()...).Op.Result())
	return true
}

// min(b, a) → min(a, b), with the results sorted by their coefficients
func minOrder(op Min, rw *rewrite.Rewriter) bool { return sortResults(op.Op, rw) }
func maxOrder(op Max, rw *rewrite.Rewriter) bool { return sortResults(op.Op, rw) }

func sortResults(op *ir.Op, rw *rewrite.Rewriter) bool {
	m := mapOf(op.AttrAt(0))
	flat := make([]aff.Flat, len(m.Results))
	for i, e := range m.Results {
		f, ok := e.Flatten(m.Dims, m.Syms)
		if !ok || len(f.Locals) > 0 {
			return false
		}
		flat[i] = f
	}
	order := func(a, b aff.Flat) int { return a.Compare(&b) }
	if slices.IsSortedFunc(flat, order) {
		return false
	}
	slices.SortStableFunc(flat, order)
	sorted := aff.Map{Dims: m.Dims, Syms: m.Syms}
	for i := range flat {
		sorted.Results = append(sorted.Results, flat[i].Expr())
	}
	rw.Update(op, func() { op.SetAttrAt(0, ir.NewAffineMap(sorted)) })
	return true
}
