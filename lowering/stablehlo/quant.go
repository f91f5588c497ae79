package stablehlo

import (
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
		if !stablehlo.ExpandQuantized(m.Op) {
			r.Unchanged()
		}
		return nil
	})
}
