package kernels

import "github.com/lathe-ir/lathe/passes"

// PassWithoutKeys is Pass, except that it writes the kernel of every nest.
func PassWithoutKeys() passes.Pass { return pass(func() *keys { return nil }) }
