package clusteroutline

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `move each cluster into a new function

Every cluster.region becomes a private function @cluster_N_DEVICE and a
cluster.launch of it.`

// Pass returns cluster-outline.
func Pass() passes.Pass {
	return passes.OnWith("cluster-outline", doc, Options{}, func(_ *passes.Run, m ir.Module, o Options) error {
		return Module(m, o)
	})
}
