package kernels

import "github.com/lathe-ir/lathe/passes"

// PassWithoutKeys is Pass, except that it writes a kernel for each nest, also for equal nests.
func PassWithoutKeys() passes.Pass { return pass(func() *keys { return nil }) }
