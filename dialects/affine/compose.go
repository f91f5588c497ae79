package affine

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// applied is a map or set of an operation: affine expressions, and the operands for its dimensions
// and symbols.
type applied struct {
	exprs      []aff.Expr
	dims, syms []*ir.Value
}

func appliedMap(m aff.Map, vs []*ir.Value) applied {
	return applied{m.Results, slices.Clone(vs[:m.Dims]), slices.Clone(vs[m.Dims:])}
}

func (a applied) affineMap() aff.Map {
	return aff.Map{Dims: len(a.dims), Syms: len(a.syms), Results: a.exprs}
}

func (a applied) operands() []*ir.Value { return slices.Concat(a.dims, a.syms) }

// replaced returns the expressions with dims[i] for dimension i and syms[i] for symbol i.
func (a applied) replaced(dims, syms []aff.Expr) []aff.Expr {
	m := aff.Map{Dims: len(dims), Syms: len(syms), Results: a.exprs}
	return m.Replace(dims, syms, 0, 0).Results
}

// canonical composes a with the affine.apply operations that define operands of a. Then it calls
// tidied and FoldBounds. The operands are in the same order as after MLIR's canonicalization.
func (a applied) canonical(scope *ir.Region) applied {
	a = a.composed(scope).tidied(scope)
	changed := false
	for i, e := range a.exprs {
		a.exprs[i] = e.FoldBounds()
		changed = changed || a.exprs[i] != e
	}
	if !changed {
		return a
	}
	return a.deduplicated()
}

// composed replaces each operand that is the result of an affine.apply by the expression of the
// affine.apply. It stops before the Size of the expressions could exceed maxComposed. After
// maxComposed replacements it returns a, since an affine.apply in a graph region may depend on
// itself.
func (a applied) composed(scope *ir.Region) applied {
	dims, syms := slices.Clone(a.dims), slices.Clone(a.syms)
	dimExprs, symExprs := identityExprs(len(dims), aff.Dim), identityExprs(len(syms), aff.Sym)
	exprs := a.exprs
	for steps := 0; ; steps++ {
		i, apply := firstApply(dims, syms)
		if i < 0 {
			break
		}
		if steps == maxComposed {
			return a
		}
		inner := appliedMap(apply.Map(), apply.MapOperands()).tidied(scope)
		if sizeOf(exprs)*sizeOf(inner.exprs) > maxComposed {
			break
		}
		e := inner.exprs[0].ShiftDims(0, len(dims)).ShiftSyms(0, len(syms))
		if i < len(dims) {
			dims[i], dimExprs[i] = nil, e
		} else {
			syms[i-len(dims)], symExprs[i-len(dims)] = nil, e
		}
		dims, syms = append(dims, inner.dims...), append(syms, inner.syms...)
		dimExprs = extended(dimExprs, len(dims), aff.Dim)
		symExprs = extended(symExprs, len(syms), aff.Sym)
		exprs = applied{exprs: exprs}.replaced(dimExprs, symExprs)
		dimExprs, symExprs = identityExprs(len(dims), aff.Dim), identityExprs(len(syms), aff.Sym)
	}
	if len(dims) == len(a.dims) && len(syms) == len(a.syms) && !slices.Contains(dims, nil) && !slices.Contains(syms, nil) {
		return a
	}
	dimExprs, dims = compacted(dims, aff.Dim)
	symExprs, syms = compacted(syms, aff.Sym)
	exprs = applied{exprs: exprs}.replaced(dimExprs, symExprs)
	for i, e := range exprs {
		exprs[i] = e.Simplify(len(dims), len(syms))
	}
	return applied{exprs, dims, syms}
}

// maxComposed limits the Size of the expressions that composed creates. In a chain of affine.apply
// operations that use each result twice, the Size doubles at every operation.
const maxComposed = 1 << 10

// sizeOf returns the sum of the Size of es, but at least 1. It stops counting at maxComposed.
func sizeOf(es []aff.Expr) int {
	n := 0
	for _, e := range es {
		n += e.Size(maxComposed - n)
	}
	return max(n, 1)
}

func identityExprs(n int, make func(int) aff.Expr) []aff.Expr { return extended(nil, n, make) }

func extended(es []aff.Expr, n int, make func(int) aff.Expr) []aff.Expr {
	for i := len(es); i < n; i++ {
		es = append(es, make(i))
	}
	return es
}

// firstApply returns the first affine.apply that defines an operand, and the index of this operand
// in the concatenation of dims and syms. The index is -1 if no affine.apply defines an operand.
func firstApply(dims, syms []*ir.Value) (int, Apply) {
	for i, v := range slices.Concat(dims, syms) {
		if v == nil {
			continue
		}
		if a, ok := ir.Defining[Apply](v); ok {
			return i, a
		}
	}
	return -1, Apply{}
}

// compacted removes nil from vs. es[i] is make(n) if vs[i] becomes left[n], and 0 if vs[i] is nil.
func compacted(vs []*ir.Value, make func(int) aff.Expr) (es []aff.Expr, left []*ir.Value) {
	for _, v := range vs {
		if v == nil {
			es = append(es, aff.Const(0))
			continue
		}
		es = append(es, make(len(left)))
		left = append(left, v)
	}
	return es, left
}

// tidied changes a dimension to a symbol if its value may be a symbol. It changes a symbol to a
// dimension if its value may only be a dimension. Then it calls deduplicated.
func (a applied) tidied(scope *ir.Region) applied {
	var dims, demoted, syms, promoted []*ir.Value
	dimExprs, symExprs := make([]aff.Expr, len(a.dims)), make([]aff.Expr, len(a.syms))
	for i, v := range a.dims {
		if isSymbol(v, scope) {
			dimExprs[i] = aff.Sym(len(a.syms) + len(promoted))
			promoted = append(promoted, v)
			continue
		}
		dimExprs[i] = aff.Dim(len(dims))
		dims = append(dims, v)
	}
	for i, v := range a.syms {
		symExprs[i] = aff.Sym(i)
		if !isSymbol(v, scope) && isDim(v, scope) {
			symExprs[i] = aff.Dim(len(dims) + len(demoted))
			demoted = append(demoted, v)
		}
		syms = append(syms, v)
	}
	b := applied{a.replaced(dimExprs, symExprs), append(dims, demoted...), append(syms, promoted...)}
	return b.deduplicated()
}

// deduplicated removes unused and duplicate operands, and folds symbols that are constants.
func (a applied) deduplicated() applied {
	usedDims, usedSyms := map[int]bool{}, map[int]bool{}
	for _, e := range a.exprs {
		e.Walk(func(x aff.Expr) {
			if i, ok := x.Dim(); ok {
				usedDims[i] = true
			}
			if i, ok := x.Sym(); ok {
				usedSyms[i] = true
			}
		})
	}
	keep := func(vs []*ir.Value, used map[int]bool, fold bool, make func(int) aff.Expr) (es []aff.Expr, left []*ir.Value) {
		for i, v := range vs {
			if !used[i] {
				es = append(es, aff.Const(0))
				continue
			}
			if c, ok := rewrite.ConstInt(v); ok && fold {
				es = append(es, aff.Const(c))
				continue
			}
			at := slices.Index(left, v)
			if at < 0 {
				at = len(left)
				left = append(left, v)
			}
			es = append(es, make(at))
		}
		return es, left
	}
	dimExprs, dims := keep(a.dims, usedDims, false, aff.Dim)
	symExprs, syms := keep(a.syms, usedSyms, true, aff.Sym)
	b := applied{a.replaced(dimExprs, symExprs), dims, syms}
	if len(dims) < len(usedDims) || len(syms) < len(usedSyms) {
		for i, e := range b.exprs {
			b.exprs[i] = e.Simplify(len(dims), len(syms))
		}
	}
	return b
}

func (a applied) same(b applied) bool {
	return slices.Equal(a.exprs, b.exprs) && slices.Equal(a.dims, b.dims) && slices.Equal(a.syms, b.syms)
}
