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

// foldLimit is the largest number of elements that each operand and result of a folded operation
// may have.
const foldLimit = 1 << 20

// workLimit is the largest estimated work of a fold. This work takes some tens of milliseconds.
const workLimit = 1 << 24

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
	body := Body(op, e)
	if w := work(body.Entry()); !(w <= workLimit) { // w may be NaN
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

// The work of the interpreter. The unit is the work for an element of an operand or of a result of
// an elementwise operation, about 2 ns.
const (
	opWork    = 128 // for each operation that runs, inside or outside of regions
	sliceWork = 64  // to find a slice
	stepWork  = 8   // to find and combine an element of a window, or an element that is reduced
)

// work estimates the work to run blk. It is infinite if blk has a loop or another operation with
// regions, and no upper bound is known for how often the regions run. If such an operation is in a
// region that never runs, work may be NaN.
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
			sum += inside // only one of the regions runs, so this is an upper bound
		default:
			if op.NumRegions() > 0 {
				return math.Inf(1)
			}
		}
	}
	return sum
}
