package kernelverify

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `check that a module is in kernel form

Interval analysis proves that every access lies inside its buffer, and that
slices of the grid write different elements.`

// Pass returns kernel-verify.
func Pass() passes.Pass {
	return passes.On("kernel-verify", doc, func(_ *passes.Run, m ir.Module) error { return Check(m) })
}
