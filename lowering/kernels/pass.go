package kernels

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `turn linalg on planned buffers into the kernel form

Every nest becomes a private kernel, equal ones the same; the host function calls
them. Elementary functions are expanded into arithmetic.`

// PassOptions are the options of linalg-to-kernels.
type PassOptions struct {
	Lanes int `opt:"lanes" help:"how long vectors may be, a power of two"`
}

// Pass returns linalg-to-kernels.
func Pass() passes.Pass {
	return passes.OnWith("linalg-to-kernels", passDoc, PassOptions{Lanes: 16}, func(_ *passes.Run, m ir.Module, o PassOptions) error {
		var host fn.Func
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || f.Op.Attr("kernel.host").IsNil() {
				continue
			}
			if host.Op != nil {
				return ir.Errorf(f.Op, "is a second host function; the kernel form has one")
			}
			host = f
		}
		if host.Op == nil {
			return nil
		}
		outline(m, host, int64(max(1, o.Lanes)))
		host.Op.Erase()
		return nil
	})
}
