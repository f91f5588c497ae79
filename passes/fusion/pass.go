package fusion

import (
	"github.com/lathe-ir/lathe/passes"
)

const doc = `fuse producers into the linalg.generic operations that read their results

Constants with equal elements, reshapes that only add or drop dimensions of extent 1, data movement and
elementwise operations move into their readers, which may be reductions. Expensive values
with several uses are computed once. Data movement stays separate if its reader would
otherwise read the inputs of the data movement repeatedly with a large stride.`

// Name is the name of the pass.
const Name = "fusion"

// Pass returns fusion.
func Pass() passes.Pass {
	return passes.On(Name, doc, run)
}
