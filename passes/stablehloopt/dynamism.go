package stablehloopt

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const dynamismDoc = `replace dynamic operations whose shapes, positions and paddings are constant

Such an operation becomes a static operation. A result of dynamic type stays dynamic if the
static operation permits this. If an operand of a custom call is the shape of a result,
the operand is removed.`

// DynamismPass returns stablehlo-canonicalize-dynamism.
func DynamismPass() passes.Pass {
	return passes.On("stablehlo-canonicalize-dynamism", dynamismDoc, func(r *passes.Run, f fn.Func) error {
		var wrong diag.List
		f.Op.Walk(func(op *ir.Op) bool {
			if o, ok := ir.As[stablehlo.CustomCall](op); ok {
				_, _, err := o.ShapeOperands()
				wrong = append(wrong, diag.All(err)...)
			}
			return true
		})
		if err := wrong.Err(); err != nil {
			return err
		}
		return apply(r, f,
			rewrite.On(callWithoutShapes), rewrite.On(constantBroadcast), rewrite.On(constantIota), rewrite.On(constantReshape),
			rewrite.On(dynamicConvToConvolution), rewrite.On(dynamicGatherToGather), rewrite.On(dynamicPadToPad),
			rewrite.On(realDynamicSliceToDynamicSlice), rewrite.On(realDynamicSliceToSlice))
	})
}

// dynamic_broadcast_in_dim(x, constant) → broadcast_in_dim(x), if the type is static
func constantBroadcast(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	return isConstant(op.OutputDimensions()) && op.Op.Result().Type().HasStaticShape() && dynamicBroadcastToStatic(op, rw)
}

// dynamic_iota(constant) → iota, if the type is static
func constantIota(op stablehlo.DynamicIota, rw *rewrite.Rewriter) bool {
	return isConstant(op.OutputShape()) && dynamicIotaToStatic(op, rw)
}

// dynamic_reshape(x, constant) → reshape(x), if the type is static
func constantReshape(op stablehlo.DynamicReshape, rw *rewrite.Rewriter) bool {
	return isConstant(op.OutputShape()) && dynamicReshapeToStatic(op, rw)
}

func isConstant(v *ir.Value) bool {
	_, ok := constantInts(v)
	return ok
}

// dynamic_conv(x, kernel, constant) → convolution(x, kernel)
func dynamicConvToConvolution(op stablehlo.DynamicConv, rw *rewrite.Rewriter) bool {
	numbers, ok := constantInts(op.Padding())
	if !ok || len(numbers)%2 != 0 {
		return false
	}
	w := stablehlo.Window{Padding: [][2]int64{}}
	for pair := range slices.Chunk(numbers, 2) {
		w.Padding = append(w.Padding, [2]int64{pair[0], pair[1]})
	}
	made := stablehlo.NewConvolution(&rw.Builder, op.LHS(), op.RHS(), op.Op.Result().Type(), w, *op.DimensionNumbers(), op.FeatureGroupCount(), op.BatchGroupCount())
	for name, a := range op.Op.InherentAttrs() {
		made.Op.SetAttr(name, a)
	}
	replace(rw, op.Op, made.Op.Result())
	return true
}

// custom_call(x, the constant shape of its result) → custom_call(x)
func callWithoutShapes(op stablehlo.CustomCall, rw *rewrite.Rewriter) bool {
	at, shapes, err := op.ShapeOperands()
	if err != nil || shapes == nil || slices.ContainsFunc(op.Op.ResultTypes(), func(t ir.Type) bool { return !t.IsShaped() || !t.HasStaticShape() }) {
		return false
	}
	var inputs []*ir.Value
	var layouts, aliases []ir.Attr
	old, _ := ir.AttrAs[*ir.ArrayAttr](op.OperandLayouts())
	moved := map[int64]int64{} // the new indices of the operands that stay
	for i, v := range op.Op.OperandList() {
		if slices.Contains(at, int64(i)) {
			continue
		}
		moved[int64(i)] = int64(len(inputs))
		inputs = append(inputs, v)
		if old != nil && i < len(old.Elems) {
			layouts = append(layouts, old.Elems[i])
		}
	}
	for _, a := range op.Aliases() {
		i, ok := moved[a.OperandIndex]
		if !ok {
			return false
		}
		aliases = append(aliases, ir.NewAttr(&stablehlo.OutputOperandAlias{OutputTupleIndices: a.OutputTupleIndices, OperandIndex: i, OperandTupleIndices: a.OperandTupleIndices}))
	}
	rw.Update(op.Op, func() {
		op.Op.SetOperands(inputs)
		op.Op.SetDiscardable(stablehlo.ShapeOperandsAttr, ir.Attr{})
		if old != nil {
			op.Op.SetAttr("operand_layouts", ir.NewArray(layouts...))
		}
		if aliases != nil {
			op.Op.SetAttr("output_operand_aliases", ir.NewArray(aliases...))
		}
	})
	return true
}
