package kernels

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/stream"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `convert linalg on planned buffers to kernel form

Every nest becomes a private kernel, which the host function calls; equal nests share one
kernel. Elementary functions are expanded into arithmetic.`

// PassOptions are the options of linalg-to-kernels.
type PassOptions struct {
	Target string `opt:"target" help:"the processor to lower for; host is this machine"`
}

// Pass returns linalg-to-kernels.
func Pass() passes.Pass { return pass(newKeys) }

func pass(keysOf func() *keys) passes.Pass {
	return passes.OnWith("linalg-to-kernels", passDoc, PassOptions{Target: "portable"}, func(_ *passes.Run, m ir.Module, o PassOptions) error {
		t, err := target.Named(o.Target)
		if err != nil {
			return err
		}
		var host fn.Func
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || f.Op.Attr("kernel.host").IsNil() {
				continue
			}
			if host.Op != nil {
				return ir.Errorf(f.Op, "is a second host function, but kernel form allows only one")
			}
			host = f
		}
		if host.Op == nil {
			return nil
		}
		if err := pack.Verify(host.Op); err != nil {
			return err
		}
		if err := stream.Verify(host.Op); err != nil {
			return err
		}
		outline(m, host, t, keysOf())
		host.Op.Erase()
		return nil
	})
}
