package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// forall (%i) = (%c0) to (%c4) → forall (%i) = (0) to (4)
func forallConstant(op Forall, rw *rewrite.Rewriter) bool {
	lo, ok1 := slice.FoldSizes(slice.Mixed{Values: op.DynamicLowerBound(), Static: op.StaticLowerBound()})
	hi, ok2 := slice.FoldSizes(slice.Mixed{Values: op.DynamicUpperBound(), Static: op.StaticUpperBound()})
	step, ok3 := slice.FoldSteps(slice.Mixed{Values: op.DynamicStep(), Static: op.StaticStep()})
	if !ok1 && !ok2 && !ok3 {
		return false
	}
	outs := slices.Clone(op.Outputs())
	rw.Update(op.Op, func() {
		op.Op.SetAttrAt(forallLower, ir.NewDenseI64(lo.Static...))
		op.Op.SetAttrAt(forallUpper, ir.NewDenseI64(hi.Static...))
		op.Op.SetAttrAt(forallStep, ir.NewDenseI64(step.Static...))
		op.Op.SetOperands(slices.Concat(lo.Values, hi.Values, step.Values, outs))
		op.Op.SetAttr(ir.OperandSegments, ir.NewDenseI32(int32(len(lo.Values)), int32(len(hi.Values)), int32(len(step.Values)), int32(len(outs))))
	})
	return true
}

// tensor.dim (forall … shared_outs(_ = a)), i → tensor.dim a, i
func dimOfForall(op tensor.Dim, rw *rewrite.Rewriter) bool {
	f, ok := ir.Defining[Forall](op.Source())
	if !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, f.Outputs()[op.Source().Index()]) })
	return true
}
