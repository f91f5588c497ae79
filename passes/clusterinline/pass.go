package clusterinline

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `undo clusters

The operations of cluster.region and cluster.launch move back to the function that was
divided, in their original order.`

// Pass returns cluster-inline.
func Pass() passes.Pass {
	return passes.On("cluster-inline", doc, func(_ *passes.Run, m ir.Module) error { return Module(m) })
}
