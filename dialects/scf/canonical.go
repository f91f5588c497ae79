package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. In their comments, "a → b" means that
// b replaces a. Conditions that the code shows are omitted.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(ifAfterIf), rewrite.On(ifInIf), rewrite.On(ifKnown), rewrite.On(ifSelect), rewrite.On(ifEmptyElse),
		rewrite.On(ifConstant), rewrite.On(ifUnusedResults), rewrite.On(ifYieldsCondition),
		rewrite.On(forUnchanged), rewrite.On(forOnceOrNever), rewrite.On(forYieldsOutside),
		rewrite.On(switchKnown), rewrite.On(executeOneBlock),
		rewrite.On(parallelOnce), rewrite.On(parallelNested), rewrite.On(forallConstant), rewrite.On(forallOnce), rewrite.On(dimOfForall), rewrite.On(forOfCast),
		rewrite.On(whileOutside), rewrite.On(whileUnchanged), rewrite.On(whileComparison),
		rewrite.On(whileTruth), rewrite.On(whileUnusedResults), rewrite.On(whileSameResults), rewrite.On(whileUnusedArgs),
	}
}

// if true then a else b → a; if false then a else b → b
func ifConstant(op If, rw *rewrite.Rewriter) bool {
	c, ok := rewrite.ConstInt(op.Condition())
	if !ok {
		return false
	}
	body := op.Then()
	if c == 0 {
		body = op.Else()
	}
	if body == nil {
		rw.Erase(op.Op)
		return true
	}
	inlineBody(rw, op.Op, body)
	return true
}

// inlineBody replaces op by the operations of body, with args as the values of body's arguments.
// The yielded values replace the results of op.
func inlineBody(rw *rewrite.Rewriter, op *ir.Op, body *ir.Block, args ...*ir.Value) {
	yield := body.Last()
	rw.InlineBlockBefore(body, op, args...)
	vs := slices.Clone(yield.OperandList())
	rw.Replace(op, vs...)
	rw.Erase(yield)
}

// for i = l to u step s iter_args(x) { yield f(i, x) } → x, if u ≤ l
// for i = l to u step s iter_args(x) { yield f(i, x) } → f(l, x), if l < u ≤ l + s
func forOnceOrNever(op For, rw *rewrite.Rewriter) bool {
	if op.LowerBound() == op.UpperBound() {
		rw.Replace(op.Op, slices.Clone(op.InitArgs())...)
		return true
	}
	lo, ok1 := rewrite.ConstInt(op.LowerBound())
	hi, ok2 := rewrite.ConstInt(op.UpperBound())
	if !ok1 || !ok2 || op.UnsignedCmp() {
		return false
	}
	if lo >= hi {
		rw.Replace(op.Op, slices.Clone(op.InitArgs())...)
		return true
	}
	step, ok := rewrite.ConstInt(op.Step())
	// hi - lo is positive, but may overflow int64.
	if !ok || step <= 0 || uint64(step) < uint64(hi)-uint64(lo) {
		return false
	}
	args := append([]*ir.Value{op.LowerBound()}, op.InitArgs()...)
	inlineBody(rw, op.Op, op.Body(), args...)
	return true
}
