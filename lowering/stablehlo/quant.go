package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const quantDoc = `replace quantized types by their storage types

An operation on quantized values dequantizes its operands, computes with the numbers
that they represent, and quantizes the result.`

// QuantPass returns stablehlo-legalize-quant-to-math.
func QuantPass() passes.Pass {
	return passes.On("stablehlo-legalize-quant-to-math", quantDoc, func(r *passes.Run, m ir.Module) error {
		if err := staticQuantized(m.Op); err != nil {
			return err
		}
		if !stablehlo.ExpandQuantized(m.Op) {
			r.Unchanged()
		}
		return nil
	})
}

// staticQuantized returns an error for the first quantized tensor whose type StableHLO does not
// have, or whose shape is not static.
func staticQuantized(root *ir.Op) (err error) {
	check := func(op *ir.Op, v *ir.Value) {
		if _, ok := ir.TypeAs[quant.Quantized](v.Type().Elem()); !ok || err != nil || !ir.IsType[*ir.TensorType](v.Type()) {
			return
		}
		if !stablehlo.IsTensor(v.Type()) {
			err = ir.Errorf(op, "has a value of type '%s', which StableHLO does not have", v.Type())
		} else if !v.Type().HasStaticShape() {
			err = ir.Errorf(op, "has a value of type '%s', but quantized tensors must have static shapes", v.Type()).WithHelp("give the arguments of the function static shapes")
		}
	}
	root.Walk(func(op *ir.Op) bool {
		for v := range op.Results() {
			check(op, v)
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks {
				for _, a := range b.Args() {
					check(op, a)
				}
			}
		}
		return err == nil
	})
	return err
}
