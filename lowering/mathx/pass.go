package mathx

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/passes"
)

// Pass returns math-expand.
func Pass() passes.Pass {
	return passes.On("math-expand", "expand elementary functions into arithmetic", func(_ *passes.Run, f fn.Func) error {
		Expand(f.Op)
		return nil
	})
}
