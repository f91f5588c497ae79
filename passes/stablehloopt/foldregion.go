package stablehloopt

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// case(constant, branches) → the operations of one branch, which move before the case. The unused
// case is then dead, unless another branch has effects.
func caseOfConstant(op stablehlo.Case, rw *rewrite.Rewriter) bool {
	n, ok := rewrite.ConstInt(op.Index())
	if !ok || op.Op.Unused() || slices.ContainsFunc(op.Op.ResultTypes(), func(t ir.Type) bool { return !hasPlaceholder(t) }) {
		return false
	}
	if n < 0 || n >= int64(op.Op.NumRegions()) {
		n = int64(op.Op.NumRegions()) - 1
	}
	region := op.Op.RegionAt(int(n))
	last := region.Entry().Last()
	rw.InlineBlockBefore(region.Entry(), op.Op)
	for i, v := range last.OperandList() {
		rw.ReplaceUses(op.Op.ResultAt(i), v)
	}
	rw.Erase(last)
	rw.AtEnd(region.AddBlock())
	empty := make([]*ir.Value, op.Op.NumResults())
	for i, t := range op.Op.ResultTypes() {
		empty[i] = placeholder(rw, t)
	}
	stablehlo.NewReturn(&rw.Builder, empty...)
	return true
}

func hasPlaceholder(t ir.Type) bool {
	return ir.IsType[*stablehlo.TokenType](t) || t.HasStaticShape() && t.Kind() != tensor.Invalid
}

// placeholder returns a new value of type t: a token, or a constant.
func placeholder(rw *rewrite.Rewriter, t ir.Type) *ir.Value {
	if ir.IsType[*stablehlo.TokenType](t) {
		return ir.Create[stablehlo.AfterAll](&rw.Builder, ir.Init{Results: []ir.Type{t}}).Op.Result()
	}
	return zero(rw, t)
}

// zero returns the constant 0 of type t, or the constant without elements if t has none.
func zero(rw *rewrite.Rewriter, t ir.Type) *ir.Value {
	if t.NumElements() == 0 {
		return stablehlo.NewConstant(&rw.Builder, ir.NewDense(t, tensor.New(t.Kind(), t.Dims()...))).Op.Result()
	}
	return stablehlo.NewConstant(&rw.Builder, ir.NewSplat(t, tensor.New(t.Kind()))).Op.Result()
}

// reduce(x, dims = []) → x
func reduceOfNoDims(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	if len(op.Dimensions()) > 0 {
		return false
	}
	inputs := op.Inputs()
	for i, v := range inputs {
		if v.Type() != op.Op.ResultAt(i).Type() {
			return false
		}
	}
	rw.Replace(op.Op, inputs...)
	return true
}

// returned lists what the body of a reduction returns.
func returned(op stablehlo.Reduce) []*ir.Value { return op.Body().Entry().Last().OperandList() }

// combines reports whether all reduced dimensions are known not to be empty. If so, the body of the
// reduction computes each result.
func combines(op stablehlo.Reduce) bool {
	shape := op.Inputs()[0].Type().Dims()
	return !slices.ContainsFunc(op.Dimensions(), func(d int64) bool { return shape[d] <= 0 })
}

// reduce(x, body returns constants) → constants
func reduceToConstant(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	if op.Body().Entry().Len() != 1 || !combines(op) {
		return false
	}
	var splats []*tensor.Tensor
	for i, v := range returned(op) {
		one, ok := splatConstant(v)
		if !ok || !op.Op.ResultAt(i).Type().HasStaticShape() {
			return false
		}
		splats = append(splats, one)
	}
	values := make([]*ir.Value, len(splats))
	for i, one := range splats {
		values[i] = stablehlo.NewConstant(&rw.Builder, ir.NewSplat(op.Op.ResultAt(i).Type(), one)).Op.Result()
	}
	rw.Replace(op.Op, values...)
	return true
}

// reduce(x, body returns a value y from outside) → y, if y has the type of the result
func reduceToOuterValues(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	values := returned(op)
	for i, v := range values {
		if v.Block().Region() == op.Body() || v.Type() != op.Op.ResultAt(i).Type() {
			return false
		}
	}
	if !combines(op) {
		return false
	}
	rw.Replace(op.Op, values...)
	return true
}

// reduce(splats, body is a single operation, "and" or "or") → the same reduce, whose body reads
// constants instead of its arguments. This is possible because "and" and "or" are idempotent. Each
// result may depend on its own initial value, but not on the initial values of other results. Other
// patterns then fold the body to a constant, and reduceToConstant folds the reduce.
func reduceOfSplats(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	body := op.Body().Entry()
	first := body.First()
	if body.Len() != 2 || !ir.Is[stablehlo.And](first) && !ir.Is[stablehlo.Or](first) || returned(op)[0] != first.Result() || !combines(op) {
		return false
	}
	if !slices.ContainsFunc(body.Args(), (*ir.Value).HasUses) {
		return false
	}
	inputs, args := len(op.Inputs()), body.Args()
	for i, v := range returned(op) {
		reads := []*ir.Value{v}
		if v == first.Result() {
			reads = first.OperandList()
		}
		for _, v := range reads {
			if v != args[i] && slices.Contains(args[:inputs], v) {
				return false
			}
		}
	}
	// The first arguments of the body are the results so far. They begin with the last operands.
	operands := op.Op.OperandList()
	var splats []*tensor.Tensor
	for i, v := range slices.Concat(operands[inputs:], operands[:inputs]) {
		one, ok := splatConstant(v)
		if !ok || v.Type().Elem() != args[i].Type().Elem() {
			return false
		}
		splats = append(splats, one)
	}
	rw.Before(first)
	for i, a := range args {
		rw.ReplaceUses(a, stablehlo.NewConstant(&rw.Builder, ir.NewSplat(a.Type(), splats[i])).Op.Result())
	}
	return true
}

// neverRuns reports whether the condition of a loop is the constant false.
func neverRuns(op stablehlo.While) bool {
	last := op.Cond().Entry().Last()
	if last == nil || last.NumOperands() != 1 {
		return false
	}
	n, ok := rewrite.ConstInt(last.OperandList()[0])
	return ok && n == 0
}

// while(x, false) → x, if the results have the types of x. The unused loop is then dead, unless
// operations in it have effects.
func whileNever(op stablehlo.While, rw *rewrite.Rewriter) bool {
	if op.Op.Unused() || !neverRuns(op) || !slices.Equal(op.Op.OperandTypes(), op.Op.ResultTypes()) {
		return false
	}
	for i, v := range op.Operand() {
		rw.ReplaceUses(op.Op.ResultAt(i), v)
	}
	return true
}

// while(x, false), unused → nothing, if no operation in it declares effects and the option
// AssumePure is set
func (f folder) whileNeverUnused(op stablehlo.While, rw *rewrite.Rewriter) bool {
	if !f.AssumePure || !op.Op.Unused() || !neverRuns(op) || declaresEffects(op.Op) {
		return false
	}
	rw.Erase(op.Op)
	return true
}

// declaresEffects reports whether op or an operation inside declares effects. A call declares no
// effects.
func declaresEffects(op *ir.Op) bool {
	return op.Contains(func(o *ir.Op) bool {
		es, known := o.Effects()
		return known && len(es) > 0 || o.Has(ir.AlwaysEffect)
	})
}
