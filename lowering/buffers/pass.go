package buffers

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `assign memory to every tensor of linalg

After the pass, a function has as arguments its inputs, one buffer for each result, and an arena.
All other tensors get offsets in the arena, which are planned from liveness.`

// Pass returns plan-buffers.
func Pass() passes.Pass {
	return passes.On("plan-buffers", passDoc, func(r *passes.Run, m ir.Module) error {
		symbols := ir.NewSymbols(m.Op)
		for op := m.Body().First(); op != nil; {
			next := op.Next()
			f, ok := ir.As[fn.Func](op)
			if ok && !f.IsDeclaration() && f.Op.Attr("kernel.host").IsNil() && f.Op.Attr("kernel.callee").IsNil() {
				if err := check(f, symbols); err != nil {
					return err
				}
				g, err := Lower(r.Ctx, m, f)
				if err != nil {
					return err
				}
				g.Op.MoveBefore(op)
				f.Op.Erase()
			}
			op = next
		}
		return nil
	})
}
