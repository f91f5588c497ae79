package affine

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
)

// constants replaces dimensions and symbols of m by their constant values. It returns the results.
func constants(m aff.Map, consts []ir.Attr) []aff.Expr {
	dims, syms := make([]aff.Expr, m.Dims), make([]aff.Expr, m.Syms)
	for i := range dims {
		dims[i] = constantOr(consts, i, aff.Dim(i))
	}
	for i := range syms {
		syms[i] = constantOr(consts, m.Dims+i, aff.Sym(i))
	}
	return m.Replace(dims, syms, m.Dims, m.Syms).Results
}

func constantOr(consts []ir.Attr, i int, e aff.Expr) aff.Expr {
	if i < len(consts) {
		if n, ok := consts[i].Int(); ok {
			return aff.Const(n)
		}
	}
	return e
}

// usesNothing reports whether e contains neither dimensions nor symbols.
func usesNothing(e aff.Expr) bool {
	closed := true
	e.Walk(func(x aff.Expr) {
		_, dim := x.Dim()
		_, sym := x.Sym()
		closed = closed && !dim && !sym
	})
	return closed
}

func indexConst(n int64) ir.Folded { return ir.FoldConst(ir.NewInt(n, ir.Index())) }

// Fold folds to an operand if the map returns this operand, and to a constant if the result of the
// map is constant. A division by zero folds to poison.
func (o Apply) Fold(c []ir.Attr) (ir.Folded, bool) {
	m := o.Map()
	if i, ok := m.Results[0].Dim(); ok {
		return ir.FoldTo(o.Op.OperandAt(i)), true
	}
	if i, ok := m.Results[0].Sym(); ok {
		return ir.FoldTo(o.Op.OperandAt(m.Dims + i)), true
	}
	e := constants(m, c)[0]
	if n, ok := e.Const(); ok {
		return indexConst(n), true
	}
	if usesNothing(e) {
		return ir.FoldConst(ub.NewPoisonAttr()), true
	}
	return nil, false
}

// Fold evaluates those results of the map that depend only on constants. If all results are
// constant, it folds the operation to a constant. If the map is ()[s0] -> (s0), it folds the
// operation to the operand.
func (o Min) Fold(c []ir.Attr) (ir.Folded, bool) { return foldMinMax(o.Op, c, slices.Min[[]int64]) }

// Fold is like [Min.Fold].
func (o Max) Fold(c []ir.Attr) (ir.Folded, bool) { return foldMinMax(o.Op, c, slices.Max[[]int64]) }

func foldMinMax(op *ir.Op, c []ir.Attr, pick func([]int64) int64) (ir.Folded, bool) {
	m := mapOf(op.AttrAt(0))
	folded := slices.Clone(m.Results)
	var known []int64
	for i, e := range constants(m, c) {
		if n, ok := e.Const(); ok {
			folded[i] = e
			known = append(known, n)
		}
	}
	if len(known) == len(m.Results) {
		return indexConst(pick(known)), true
	}
	if len(m.Results) == 1 && m.Syms == 1 && m.Dims == 0 && m.Results[0] == aff.Sym(0) {
		return ir.FoldTo(op.OperandAt(0)), true
	}
	if slices.Equal(folded, m.Results) {
		return nil, false
	}
	op.SetAttrAt(0, ir.NewAffineMap(aff.Map{Dims: m.Dims, Syms: m.Syms, Results: folded}))
	return nil, true
}

// Fold replaces a bound by its value if all operands of the bound are constants. If the loop then
// has no iterations, Fold folds the results of the loop to the initial values.
func (o For) Fold(c []ir.Attr) (ir.Folded, bool) {
	lower, upper := len(o.LowerBoundOperands()), len(o.UpperBoundOperands())
	changed := false
	if n, ok := foldBound(o.UpperBoundMap(), c[lower:lower+upper], slices.Min[[]int64]); ok {
		o.setConstant(forUpper, lower, upper, n)
		changed = true
	}
	if n, ok := foldBound(o.LowerBoundMap(), c[:lower], slices.Max[[]int64]); ok {
		o.setConstant(forLower, 0, lower, n)
		changed = true
	}
	lo, ok1 := o.LowerBoundMap().Constants()
	hi, ok2 := o.UpperBoundMap().Constants()
	if ok1 && ok2 && len(lo) == 1 && len(hi) == 1 && lo[0] >= hi[0] && o.Op.NumResults() > 0 {
		return ir.FoldTo(o.Inits()...), true
	}
	return nil, changed
}

// foldBound returns the value of a bound whose operands have the values c. pick selects one of
// several results. foldBound returns false if the value is unknown, or if m is already a constant.
func foldBound(m aff.Map, c []ir.Attr, pick func([]int64) int64) (int64, bool) {
	if len(m.Results) == 1 && m.Results[0].Kind() == aff.KindConst {
		return 0, false
	}
	var known []int64
	for _, e := range constants(m, c) {
		n, ok := e.Const()
		if !ok {
			return 0, false
		}
		known = append(known, n)
	}
	if len(known) == 0 {
		return 0, false
	}
	return pick(known), true
}

// setConstant replaces a bound by the constant v. slot is the index of the bound among the inherent
// attributes. The n operands of the bound, which start at index lo, are removed.
func (o For) setConstant(slot, lo, n int, v int64) {
	o.Op.SetAttrAt(slot, ir.NewAffineMap(aff.Constant(v)))
	sizes, _ := o.Op.AttrAt(forSegments).Ints()
	field := 0
	if slot == forUpper {
		field = 1
	}
	sizes[field] = 0
	o.Op.SetOperands(slices.Delete(o.Op.OperandList(), lo, lo+n))
	o.Op.SetAttrAt(forSegments, ir.NewDenseI32(int32(sizes[0]), int32(sizes[1]), int32(sizes[2])))
}
