package kernels

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/buffers"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/passes/fusion"
)

// Options say what a target wants.
type Options struct {
	// Lanes is how long vectors may be, a power of two; 0 or 1: no vectors.
	Lanes int
	// Log takes notes of decisions; may be nil.
	Log *decision.Log
	// Fuse, where set, is asked whether fusion may put operations, given by the ids of
	// what they were made from, into their readers.
	Fuse func(ops []uint32) bool
}

// Lower returns a module in kernel form that does what the function called entry
// of m does; m is not changed. It fails on the first operation that no rule
// lowers.
func Lower(ctx context.Context, m ir.Module, entry string, o Options) (ir.Module, error) {
	f, ok := ir.As[fn.Func](ir.NewSymbols(m.Op).Lookup(entry))
	if !ok || f.IsDeclaration() {
		return ir.Module{}, ir.Errorf(m.Op, "has no function called '%s' with a body", entry)
	}
	g, err := Fused(f, o)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return ir.Module{}, err
	}
	return FromTensors(g, o), nil
}

// Fused is the first half of Lower: f in linalg, fused, in a module of its own. Each
// operation knows by its ids those that it was made from.
func Fused(f fn.Func, o Options) (fn.Func, error) {
	m := ir.NewModule(f.Op.Registry())
	b := ir.NewBuilder(f.Op.Registry())
	b.AtEnd(m.Body())
	g, err := linalg.Lower(b, f)
	if err != nil {
		return g, err
	}
	fusion.Run(g, o.Log, o.Fuse)
	return g, nil
}

// FromTensors plans the buffers of a function in linalg and writes its kernels.
func FromTensors(g fn.Func, o Options) ir.Module {
	planned := ir.NewModule(g.Op.Registry())
	host := buffers.Lower(planned, g)
	out := ir.NewModule(g.Op.Registry())
	b := ir.NewBuilder(g.Op.Registry())
	b.AtEnd(out.Body())
	for op := range planned.Body().Ops() {
		if ir.Is[memref.Global](op) {
			b.Clone(op, &ir.Mapping{})
		}
	}
	Outline(out, host, int64(max(1, o.Lanes)))
	return out
}
