package nn

import (
	"math"

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

// foldLimit is the largest number of elements of an operand or a result of a folded operation.
const foldLimit = 1 << 20

// workLimit is the largest work of a fold. It takes about 30 ms.
const workLimit = 1 << 24

// foldConstants runs the expansion of an operation whose operands are constants, and replaces its
// results by constants.
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
	body := Body(op, e)
	if w := work(body.Entry()); !(w <= workLimit) { // also if w is NaN
		return false
	}
	outs, err := interp.Run(rw.Ctx, body.Op, ins)
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

// Costs of the interpreter. The unit is the cost of one element of an elementwise operation's
// operand or result, about 2 ns.
const (
	opWork    = 128 // to run an operation
	sliceWork = 64  // to find a slice
	stepWork  = 8   // to find and combine an element of a reduction or of a window
)

// work estimates the cost of running blk. It is infinite if blk has a loop without an upper bound,
// or an unknown operation with regions. It may be NaN (0 · ∞) if that operation is in a region that
// never runs.
func work(blk *ir.Block) (sum float64) {
	for op := range blk.Ops() {
		sum += opWork
		for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
			sum += t.Elements()
		}
		inside := 0.0
		for _, r := range op.Regions() {
			inside += work(r.Entry())
		}
		switch o := op.View().(type) {
		case stablehlo.While:
			n, known := o.Trips()
			if n == 0 && !known {
				return math.Inf(1)
			}
			sum += n * inside
		case stablehlo.DotGeneral:
			sum += o.Flops()
		case stablehlo.Convolution:
			sum += o.Flops() + stepWork*o.Steps()
		case stablehlo.Gather:
			sum += sliceWork * o.Slices()
		case interface{ Repeats() float64 }:
			if _, ok := stablehlo.Combiner(op.RegionAt(0)); ok {
				inside = stepWork // the interpreter combines elements without running the region
			}
			sum += o.Repeats() * inside
		case stablehlo.If, stablehlo.Case:
			sum += inside // an upper bound: only one region runs
		default:
			if op.NumRegions() > 0 {
				return math.Inf(1)
			}
		}
	}
	return sum
}
