package linalg

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `lower StableHLO and CHLO to linalg on tensors

Every function with a body is lowered as a whole, except functions with the
attribute kernel.callee. An operation without a rule is an error. Integers become
signless.`

// Pass returns stablehlo-to-linalg.
func Pass() passes.Pass {
	return passes.On("stablehlo-to-linalg", passDoc, func(r *passes.Run, m ir.Module) error {
		b := ir.NewBuilder(m.Op.Registry())
		for _, f := range bodies(m) {
			b.Before(f.Op)
			if _, err := Lower(r.Ctx, b, f); err != nil {
				return err
			}
			f.Op.Erase()
		}
		return nil
	})
}

func bodies(m ir.Module) []fn.Func {
	var fs []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() && !OnlyOnHost(f) {
			fs = append(fs, f)
		}
	}
	return fs
}
