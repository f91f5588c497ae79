package stablehloopt

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// simplifier has the options of the simplification patterns.
type simplifier struct{ SimplificationOptions }

// Simplifications returns the patterns of stablehlo-aggressive-simplification.
func Simplifications(o SimplificationOptions) []rewrite.Pattern {
	s := simplifier{o}
	return slices.Concat([]rewrite.Pattern{
		rewrite.OnInterface(identity),
		rewrite.On(canonicalAdd), rewrite.On(canonicalAnd), rewrite.On(canonicalMaximum), rewrite.On(canonicalMinimum),
		rewrite.On(canonicalMultiply), rewrite.On(canonicalOr), rewrite.On(canonicalXor),
		rewrite.On(subtractSame), rewrite.On(subtractZero),
		rewrite.On(compareBooleans), rewrite.On(compareIntegers),
		rewrite.On(complexOfParts), rewrite.On(realOfComplex), rewrite.On(imagOfComplex),
		rewrite.On(selectNot), rewrite.On(selectBroadcastNot), rewrite.On(s.selectConstants),
		rewrite.On(tupleOfElements),
		rewrite.On(getDimensionSize),
		rewrite.On(callWithConfig),
	}, moves(), dynamics(), regions(), []rewrite.Pattern{rewrite.OnInterface(emptyTensors)})
}

// replace replaces the result of op by v, whose operation gets the discardable attributes of op.
func replace(rw *rewrite.Rewriter, op *ir.Op, v *ir.Value) {
	mergeAttrs(op, v.Def())
	rw.Replace(op, v)
}

// frontendAttributes is a dictionary whose entries are merged. Its entry metadata identifies an
// operation; it is never overwritten.
const (
	frontendAttributes = "mhlo.frontend_attributes"
	metadata           = "xla_metadata_payload"
)

// mergeAttrs gives the discardable attributes of the first operation to the second, which may be
// nil.
func mergeAttrs(from, to *ir.Op) {
	if to == nil || from == to {
		return
	}
	for _, a := range from.DiscardableAttrs() {
		if old := to.Discardable(a.Name); a.Name == frontendAttributes && !old.IsNil() {
			a.Attr = mergeFrontendAttrs(a.Attr, old)
		}
		to.SetDiscardable(a.Name, a.Attr)
	}
}

// mergeFrontendAttrs returns the entries of both dictionaries. An entry of the first dictionary
// replaces the entry of the same name in the second, except metadata.
func mergeFrontendAttrs(from, into ir.Attr) ir.Attr {
	src, ok1 := ir.AttrAs[*ir.DictAttr](from)
	dst, ok2 := ir.AttrAs[*ir.DictAttr](into)
	if !ok1 || !ok2 {
		return from
	}
	merged := slices.Clone(dst.Entries)
	for _, e := range src.Entries {
		i := slices.IndexFunc(merged, func(x ir.NamedAttr) bool { return x.Name == e.Name })
		switch {
		case i < 0:
			merged = append(merged, e)
		case e.Name != metadata:
			merged[i] = e
		}
	}
	return ir.NewDict(merged...)
}

// op(x, …) → x, if op does not change x
func identity(op *ir.Op, _ ir.Folder, rw *rewrite.Rewriter) bool {
	if !ofStableHLO(op) || op.NumResults() != 1 || op.NumOperands() == 0 || op.Has(ir.ConstantLike) {
		return false
	}
	consts := make([]ir.Attr, op.NumOperands())
	for i := range consts {
		consts[i], _ = rewrite.Const(op.OperandAt(i))
	}
	v := stablehlo.Identity(op, consts)
	if v == nil {
		return false
	}
	replace(rw, op, v)
	return true
}

// constantRight swaps the operands of a commutative operation whose left operand is constant.
func constantRight(op ir.Binary, rw *rewrite.Rewriter) bool {
	if !ir.Is[stablehlo.Constant](op.LHS().Def()) || ir.Is[stablehlo.Constant](op.RHS().Def()) {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperands([]*ir.Value{op.RHS(), op.LHS()}) })
	return true
}

// foldWithNumber replaces op(x, c) by "to", which is x or c, if all elements of c are n.
func foldWithNumber(op ir.Binary, rw *rewrite.Rewriter, to *ir.Value, n int64) bool {
	one, ok := splatConstant(op.RHS())
	if !ok || !isNumber(one, n) || to.Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, to)
	return true
}

// isNumber reports whether a scalar is n. An unsigned integer with all bits set counts as -1.
func isNumber(one *tensor.Tensor, n int64) bool {
	switch k := one.Kind; {
	case k == tensor.I1:
		return one.Int(0)&1 == n&1
	case k.IsInt():
		mask := int64(-1)
		if k.Bits() < 64 {
			mask = 1<<k.Bits() - 1
		}
		return one.Int(0)&mask == n&mask
	case k.IsFloat():
		return one.Float(0) == float64(n)
	}
	return false
}

func integers(v *ir.Value) bool { return v.Type().Kind().IsInt() }

// add(c, x) → add(x, c); add(x, 0) → x
func canonicalAdd(op stablehlo.Add, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw) || foldWithNumber(op.Binary, rw, op.LHS(), 0)
}

// and(c, x) → and(x, c); and(x, 0) → 0; and(x, -1) → x
func canonicalAnd(op stablehlo.And, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw) || foldWithNumber(op.Binary, rw, op.RHS(), 0) || foldWithNumber(op.Binary, rw, op.LHS(), -1)
}

// max(c, x) → max(x, c)
func canonicalMaximum(op stablehlo.Maximum, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw)
}

// min(c, x) → min(x, c)
func canonicalMinimum(op stablehlo.Minimum, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw)
}

// multiply(c, x) → multiply(x, c); multiply(x, 0) → 0, for integers; multiply(x, 1) → x
func canonicalMultiply(op stablehlo.Multiply, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw) || integers(op.LHS()) && foldWithNumber(op.Binary, rw, op.RHS(), 0) || foldWithNumber(op.Binary, rw, op.LHS(), 1)
}

// or(c, x) → or(x, c); or(x, -1) → -1; or(x, 0) → x
func canonicalOr(op stablehlo.Or, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw) || foldWithNumber(op.Binary, rw, op.RHS(), -1) || foldWithNumber(op.Binary, rw, op.LHS(), 0)
}

// xor(c, x) → xor(x, c); xor(x, x) → 0; xor(x, 0) → x
func canonicalXor(op stablehlo.Xor, rw *rewrite.Rewriter) bool {
	return constantRight(op.Binary, rw) || sameToZero(op.Binary, rw) || foldWithNumber(op.Binary, rw, op.LHS(), 0)
}

// sameToZero replaces op(x, x) by 0 if x has integers.
func sameToZero(op ir.Binary, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if op.LHS() != op.RHS() || !integers(op.LHS()) || !t.HasStaticShape() {
		return false
	}
	rw.Replace(op.Op, zero(rw, t))
	return true
}

// subtract(x, x) → 0, for integers
func subtractSame(op stablehlo.Subtract, rw *rewrite.Rewriter) bool { return sameToZero(op.Binary, rw) }

// subtract(x, 0) → x
func subtractZero(op stablehlo.Subtract, rw *rewrite.Rewriter) bool {
	return foldWithNumber(op.Binary, rw, op.LHS(), 0)
}

// compare(EQ, x, true) → x; compare(NE, x, false) → x
func compareBooleans(op stablehlo.Compare, rw *rewrite.Rewriter) bool {
	if op.LHS().Type().Kind() != tensor.I1 {
		return false
	}
	return op.Direction() == "EQ" && foldWithNumber(op.Binary, rw, op.LHS(), 1) || op.Direction() == "NE" && foldWithNumber(op.Binary, rw, op.LHS(), 0)
}

// For integers, compare(x, x) → true or false, and compare(c, x) → compare(x, c) in the other
// direction
func compareIntegers(op stablehlo.Compare, rw *rewrite.Rewriter) bool {
	if !integers(op.LHS()) {
		return false
	}
	if t := op.Op.Result().Type(); op.LHS() == op.RHS() && t.HasStaticShape() {
		v := tensor.New(tensor.I1)
		if d := op.Direction(); d == "EQ" || d == "GE" || d == "LE" {
			v.SetInt(0, 1)
		}
		replaceByConstant(rw, op.Op, ir.NewSplat(t, v))
		return true
	}
	_, left := rewrite.Const(op.LHS())
	_, right := rewrite.Const(op.RHS())
	if !left || right {
		return false
	}
	rw.Update(op.Op, op.Swap)
	return true
}

// complex(real(x), imag(x)) → x
func complexOfParts(op stablehlo.Complex, rw *rewrite.Rewriter) bool {
	re, ok1 := ir.Defining[stablehlo.Real](op.LHS())
	im, ok2 := ir.Defining[stablehlo.Imag](op.RHS())
	if !ok1 || !ok2 || re.Operand() != im.Operand() || re.Operand().Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, re.Operand())
	return true
}

// real(complex(x, y)) → x
func realOfComplex(op stablehlo.Real, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[stablehlo.Complex](op.Operand())
	if !ok || c.LHS().Type() != op.Op.Result().Type() {
		return false
	}
	rw.Replace(op.Op, c.LHS())
	return true
}

// imag(complex(x, y)) → y
func imagOfComplex(op stablehlo.Imag, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[stablehlo.Complex](op.Operand())
	if !ok || c.RHS().Type() != op.Op.Result().Type() {
		return false
	}
	rw.Replace(op.Op, c.RHS())
	return true
}

// select(not(p), x, y) → select(p, y, x)
func selectNot(op stablehlo.Select, rw *rewrite.Rewriter) bool {
	n, ok := ir.Defining[stablehlo.Not](op.Pred())
	if !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperands([]*ir.Value{n.Operand(), op.OnFalse(), op.OnTrue()}) })
	return true
}

// select(broadcast(not(p)), x, y) → select(broadcast(p), y, x)
func selectBroadcastNot(op stablehlo.Select, rw *rewrite.Rewriter) bool {
	b, ok := ir.Defining[stablehlo.BroadcastInDim](op.Pred())
	if !ok || !op.Pred().HasOneUse() {
		return false
	}
	n, ok := ir.Defining[stablehlo.Not](b.Operand())
	if !ok {
		return false
	}
	p := stablehlo.NewBroadcastInDim(&rw.Builder, n.Operand(), op.Pred().Type(), b.BroadcastDimensions()...)
	rw.Update(op.Op, func() { op.Op.SetOperands([]*ir.Value{p.Op.Result(), op.OnFalse(), op.OnTrue()}) })
	return true
}

// select(constants) → constant
func (s simplifier) selectConstants(op stablehlo.Select, rw *rewrite.Rewriter) bool {
	var consts []ir.Attr
	for v := range op.Op.Operands() {
		a, _ := rewrite.Const(v)
		consts = append(consts, a)
	}
	a, ok := stablehlo.Evaluate(op.Op, consts, s.Limit)
	if !ok {
		return false
	}
	replaceByConstant(rw, op.Op, a)
	return true
}

// tuple(x#0, x#1, …) → x
func tupleOfElements(op stablehlo.Tuple, rw *rewrite.Rewriter) bool {
	var whole *ir.Value
	for i, v := range op.Val() {
		e, ok := ir.Defining[stablehlo.GetTupleElement](v)
		if !ok || e.Index() != int64(i) || i > 0 && e.Operand() != whole {
			return false
		}
		whole = e.Operand()
	}
	if whole == nil || whole.Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, whole)
	return true
}

// custom_call with the attribute mhlo.backend_config → custom_call of API version 4 with that
// configuration
func callWithConfig(op stablehlo.CustomCall, rw *rewrite.Rewriter) bool {
	const name = "mhlo.backend_config"
	config := op.Op.Discardable(name)
	if version := op.ApiVersion(); !ir.IsAttr[*ir.DictAttr](config) || !version.IsNil() && version != ir.NewI32(1) {
		return false
	}
	if old := op.BackendConfig(); !old.IsNil() && old != ir.NewString("") {
		return false
	}
	rw.Update(op.Op, func() {
		op.Op.SetAttr("backend_config", config)
		op.Op.SetAttr("api_version", ir.NewI32(4))
		op.Op.SetDiscardable(name, ir.Attr{})
	})
	return true
}

// An operand or a result without elements → the constant without elements
func emptyTensors(op *ir.Op, _ ir.View, rw *rewrite.Rewriter) bool {
	if d := op.Def().Dialect(); d == nil || d.Name != "stablehlo" || op.Has(ir.ConstantLike) {
		return false
	}
	if es, known := op.Effects(); op.Has(ir.AlwaysEffect) || known && len(es) > 0 && !op.Has(ir.RecursiveEffects) {
		return false
	}
	changed := false
	for v := range op.Results() {
		if isEmpty(v.Type()) && v.HasUses() {
			rw.ReplaceUses(v, zero(rw, v.Type()))
			changed = true
		}
	}
	for i, v := range op.OperandList() {
		if isEmpty(v.Type()) && !ir.Is[stablehlo.Constant](v.Def()) {
			rw.Update(op, func() { op.SetOperandAt(i, zero(rw, v.Type())) })
			changed = true
		}
	}
	return changed
}

// isEmpty reports whether tensors of type t have no elements.
func isEmpty(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) && t.HasStaticShape() && t.Kind() != tensor.Invalid && t.NumElements() == 0
}
