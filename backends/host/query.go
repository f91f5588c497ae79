package host

import (
	"context"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// KernelQuery says what a target that compiles kernels supports.
type KernelQuery struct {
	Target   pipeline.Target
	Settings *backends.Settings
	// Take fails if the target refuses the kernels of a program; see [Lower].
	Take func(*Lowered) error
}

// Refusals returns a function that says why the target does not support an operation; "" if it
// does. The function lowers a module with only this operation, with the passes of Compile. The
// target supports the operation if this succeeds and Take accepts the kernels.
func (k KernelQuery) Refusals(ctx context.Context) func(op *ir.Op) (why string) {
	q := &querier{lowering: lowering{ctx: ctx, target: k.Target, settings: k.Settings, take: k.Take, options: backends.CompileOptions{Entry: aloneName}}}
	return func(op *ir.Op) string { return reason(q.compiles(op)) }
}

// QueryKinds answers a query about f for the backend b. The answer for an operation must depend
// only on the operation's kind, as irplace.Kinds defines it.
func QueryKinds(ctx context.Context, f fn.Func, b irplace.KindQuerier) ([]irplace.Answer, error) {
	if err := backends.CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	refuses, err := b.Refusals(ctx)
	if err != nil {
		return nil, err
	}
	kinds, known := irplace.NewKinds(), map[int]string{}
	answers, err := irplace.Through(ctx, f, irplace.Pipeline{Supports: func(op *ir.Op) string {
		n := kinds.Of(op)
		why, ok := known[n]
		if !ok && ctx.Err() == nil {
			why = refuses(op)
			known[n] = why
		}
		return why
	}})
	if e := ctx.Err(); e != nil {
		return nil, e
	}
	return answers, err
}

type querier struct {
	lowering
	symbols *ir.Symbols // of the module; nil: not made yet
}

// compiles compiles a module with only op and the functions that op calls, and returns the error.
func (q *querier) compiles(op *ir.Op) error {
	if err := checkValues(op, reach); err != nil {
		return err
	}
	if table := ir.NearestTable(op.Parent()); q.symbols == nil && table != nil {
		q.symbols = ir.NewSymbols(table)
	}
	_, err := q.apart(Alone(op, q.symbols))
	if c, ok := ir.Cast[ir.Caller](op); ok && err != nil {
		return ir.Errorf(op, "calls %s: %s", c.Callee(), reason(err))
	}
	if err != nil && op.NumRegions() == 0 {
		// An error about op is clearer than an error about the function of Alone.
		if own := linalg.Check(op); own != nil {
			return own
		}
	}
	return err
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return diag.All(err)[0].Message
}

// aloneName is the name of the function that Alone creates. No program uses this name.
const aloneName = "lathe.alone"

// Alone returns a module whose first function does what op does, and nothing else. The module also
// has copies of the symbols, such as functions, that op refers to directly or indirectly. "symbols"
// is the symbol table around op; nil if there is none.
func Alone(op *ir.Op, symbols *ir.Symbols) ir.Module {
	var outer []*ir.Value // outside values, which become arguments
	var ins []ir.Type
	seen := map[*ir.Value]bool{}
	inside := map[*ir.Block]bool{}
	op.Walk(func(o *ir.Op) bool {
		for i := range o.NumRegions() {
			for _, b := range o.RegionAt(i).Blocks {
				inside[b] = true
			}
		}
		return true
	})
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if !seen[v] && !inside[v.Block()] {
				seen[v] = true
				outer, ins = append(outer, v), append(ins, v.Type())
			}
		}
		return true
	})
	m := ir.NewModule(op.Registry())
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(m.Body())
	f := fn.New(b, aloneName, ins, op.ResultTypes())
	var to ir.Mapping
	for i, v := range outer {
		to.Map(v, f.Entry().Arg(i))
	}
	b.AtEnd(f.Entry())
	c := b.Clone(op, &to)
	for _, name := range cluster.Attrs() {
		c.SetDiscardable(name, ir.Attr{})
	}
	fn.NewReturn(b, c.ResultList()...)
	b.AtEnd(m.Body())
	addSymbols(b, op, symbols)
	return m
}

func addSymbols(b *ir.Builder, op *ir.Op, symbols *ir.Symbols) {
	if symbols == nil {
		return
	}
	done := map[*ir.Op]bool{}
	var visit func(*ir.Op)
	visit = func(top *ir.Op) {
		top.Walk(func(o *ir.Op) bool {
			ir.SymbolRefs(o, func(r *ir.SymbolRefAttr) {
				if s := symbols.Lookup(r.Root); s != nil && !done[s] {
					done[s] = true
					b.Clone(s, &ir.Mapping{})
					visit(s)
				}
			})
			return true
		})
	}
	visit(op)
}
