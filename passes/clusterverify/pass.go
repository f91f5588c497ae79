package clusterverify

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `check that clusters can run, cover all operations, and fit their devices

The program is not changed.`

// Pass returns cluster-verify.
func Pass() passes.Pass {
	return passes.OnWith("cluster-verify", doc, Options{}, func(r *passes.Run, m ir.Module, o Options) error {
		r.Unchanged()
		return Module(m, o)
	})
}
