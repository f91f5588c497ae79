package nn

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Canonical returns the dialect's canonicalization patterns.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{rewrite.OnInterface(foldConstants)}
}

// foldLimit is the largest number of elements that each operand and result of a folded operation
// may have.
const foldLimit = 1 << 20

// foldConstants runs the expansion of an operation whose operands are constants, and replaces the
// results of the operation by constants.
func foldConstants(op *ir.Op, e Expander, rw *rewrite.Rewriter) bool {
	if op.NumOperands() == 0 || op.Registry().Op("stablehlo.add") == nil || op.Registry().Op("func.func") == nil {
		return false
	}
	ins := make([]*tensor.Tensor, op.NumOperands())
	for i, v := range op.OperandList() {
		a, ok := rewrite.Const(v)
		if !ok {
			return false
		}
		d, ok := ir.AttrAs[*ir.DenseElements](a)
		if !ok || product(emit.Shape(v)) > foldLimit {
			return false
		}
		ins[i] = d.Tensor()
	}
	for v := range op.Results() {
		if product(emit.Shape(v)) > foldLimit {
			return false
		}
	}
	outs, err := interp.Run(context.Background(), Body(op, e).Op, ins)
	if err != nil {
		return false
	}
	results := make([]*ir.Value, len(outs))
	for i, t := range outs {
		results[i] = stablehlo.NewConstant(&rw.Builder, ir.NewDense(op.ResultAt(i).Type(), t)).Op.Result()
	}
	rw.Replace(op, results...)
	return true
}
