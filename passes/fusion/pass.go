package fusion

import (
	"github.com/lathe-ir/lathe/passes"
)

const doc = `fuse producers into the linalg.generic that read them

Constants with equal elements, reshapes by dimensions of extent 1, data movement
and elementwise operations move into their readers, reductions included. What is
expensive is computed once; what a reader would read far apart, again and again,
is stored.`

// Name is the name of the pass.
const Name = "fusion"

// Pass returns fusion.
func Pass() passes.Pass {
	return passes.On(Name, doc, run)
}
