package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const promoteDoc = `convert the operands of reductions to the element types of the arguments of their regions

The region of a reduction, scatter or all_reduce may combine elements of a wider type than the
operands have.`

// PromotePass returns stablehlo-promote-reductions.
func PromotePass() passes.Pass {
	return passes.On("stablehlo-promote-reductions", promoteDoc, func(r *passes.Run, m ir.Module) (err error) {
		changed := false
		m.Op.Walk(func(op *ir.Op) bool {
			var elems []ir.Type
			elems, err = stablehlo.RegionElements(op)
			// The source of select_and_scatter must have the type of the operand, so only its
			// decomposition converts the operands.
			if err == nil && !ir.Is[stablehlo.SelectAndScatter](op) && promote(op, elems) {
				changed = true
			}
			return err == nil
		})
		if !changed {
			r.Unchanged()
		}
		return err
	})
}

// promote converts the operands of op to the element types elems, and reports whether it changed
// op. It does not convert from or to quantized types, which stablehlo.convert does not accept.
func promote(op *ir.Op, elems []ir.Type) (changed bool) {
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	b.Loc = op.Loc()
	for i, t := range elems {
		v := op.OperandAt(i)
		if v.Type().Elem() == t || isQuantized(v.Type().Elem()) || isQuantized(t) {
			continue
		}
		made := stablehlo.NewConvert(b, v, t)
		made.Op.Derive(op)
		op.SetOperandAt(i, made.Op.Result())
		changed = true
	}
	return changed
}

func isQuantized(t ir.Type) bool {
	_, ok := ir.TypeAs[quant.Quantized](t)
	return ok
}
