package clusteroutline

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `give each cluster a function of its own

Every cluster.region becomes a private function @cluster_N_DEVICE and a
cluster.launch of it.`

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.OnWith("cluster-outline", doc, Options{}, func(_ *passes.Run, m ir.Module, o Options) error {
		return Module(m, o)
	})
}
