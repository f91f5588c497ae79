package backends

import (
	"context"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/kernels"
	"github.com/lathe-ir/lathe/passes/placement"
)

// QueryKernels answers which operations of f a target takes. Each must have a lowering
// into kernel form by itself; those that have are lowered and fused together, as
// Compile would, and every kernel that stands for several is judged too: what it
// refuses is said of the operations that were fused into it. compile, where set, must
// take the kernels. Targets that are asked in one round share what is alike; r may be nil.
func QueryKernels(ctx context.Context, f fn.Func, r *placement.Round, t Target, compile func(*Lowered) error) ([]placement.Answer, error) {
	if err := CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	q := &querier{
		ctx: ctx, round: r, of: f.Op, target: t, compile: compile,
		kinds: newKinds(), single: map[string]string{}, fused: map[string]string{}, taken: map[string]bool{},
	}
	answers, err := placement.Through(f, placement.Pipeline{Refuses: q.refuses, Transform: q.transform, Supports: q.supports})
	if e := ctx.Err(); e != nil {
		return nil, e
	}
	return answers, err
}

// fusedKey stands for a function without some of its operations, lowered and fused. It
// depends on nothing else of a target, so that targets share it.
type fusedKey struct {
	f           *ir.Op
	out         string
	cse, fusion bool
}

// transform is the part of Compile that comes before kernels.
func (q *querier) transform(f fn.Func) (fn.Func, error) {
	key := fusedKey{q.of, string(q.out), q.target.Settings.runs("cse", false), q.target.Settings.runs("fusion", true)}
	return placement.Once(q.round, key, func() (fn.Func, error) {
		m, _ := ir.As[ir.Module](f.Op.Parent())
		m, err := q.target.prepare(q.ctx, m)
		if err != nil {
			return f, err
		}
		g, err := Entry(m, f.SymName())
		if err != nil {
			return f, err
		}
		return kernels.Fused(g, kernels.Options{Fuse: q.target.fuse(CompileOptions{})})
	})
}

// querier remembers what it was told: large programs consist of few kinds of operations.
type querier struct {
	ctx     context.Context
	round   *placement.Round
	of      *ir.Op
	target  Target
	compile func(*Lowered) error
	kinds   *kinds
	single  map[string]string // why an operation of a kind is refused; "" if it is not
	fused   map[string]string // likewise a fused nest
	taken   map[string]bool   // traits of nests that were taken
	out     []byte            // for each operation of the program: 1 if it is refused
}

// refuses says why an operation of the program is refused by itself.
func (q *querier) refuses(op *ir.Op) string {
	kind := q.kinds.of(op)
	why, known := q.single[kind]
	if !known && q.ctx.Err() == nil {
		why = reason(q.lowered(alone(op, false)))
		// The same refusal in the words of the operation, not of the function around it.
		if why != "" && op.NumRegions() == 0 {
			if own, ok := kernels.Supported(op); !ok {
				why = own
			}
		}
		q.single[kind] = why
	}
	q.out = append(q.out, 0)
	if why != "" {
		q.out[len(q.out)-1] = 1
	}
	return why
}

// supports says why a lowered operation is refused. One that stands for a single
// operation was judged with that. Backends refuse kernels for instructions and types,
// never for how they go together: a nest all of whose traits are those of nests that
// were taken is taken.
func (q *querier) supports(op *ir.Op) string {
	if len(op.Sources()) < 2 || op.NumRegions() == 0 || q.ctx.Err() != nil {
		return ""
	}
	traits := q.kinds.traits(op)
	known := true
	for _, t := range traits {
		known = known && q.taken[t]
	}
	if known {
		return ""
	}
	kind := q.kinds.of(op)
	why, known := q.fused[kind]
	if !known {
		why = reason(q.tensors(alone(op, true)))
		q.fused[kind] = why
	}
	for _, t := range traits {
		q.taken[t] = q.taken[t] || why == ""
	}
	return why
}

// lowered brings a module through all of the pipeline.
func (q *querier) lowered(m ir.Module) error {
	l, err := lower(q.ctx, m, CompileOptions{}, q.target, newSignature)
	if err == nil && q.compile != nil {
		err = q.compile(l)
	}
	return err
}

// tensors brings a module of fused nests through the rest of the pipeline.
func (q *querier) tensors(m ir.Module) error {
	f, err := Entry(m, "main")
	if err != nil {
		return err
	}
	p, err := kernel.Read(kernels.FromTensors(f, kernels.Options{Lanes: q.target.Lanes}))
	if err == nil && q.compile != nil {
		err = q.compile(&Lowered{Program: p})
	}
	return err
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return diag.All(err)[0].Message
}

// alone returns a module whose @main does what op does, and nothing else. With scalars,
// operands that are no tensors are computed in it too, where something computes them.
func alone(op *ir.Op, scalars bool) ir.Module {
	t := taking{scalars: scalars, seen: map[*ir.Value]bool{}}
	t.add(op)
	ins := make([]ir.Type, len(t.outer))
	for i, v := range t.outer {
		ins[i] = v.Type()
	}
	m := ir.NewModule(op.Registry())
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(m.Body())
	f := fn.New(b, "main", ins, op.ResultTypes())
	var to ir.Mapping
	for i, v := range t.outer {
		to.Map(v, f.Entry().Arg(i))
	}
	b.AtEnd(f.Entry())
	var c *ir.Op
	for _, o := range t.ops {
		c = b.Clone(o, &to)
	}
	for _, name := range cluster.Attrs() {
		c.SetDiscardable(name, ir.Attr{})
	}
	ir.Create[fn.Return](b, ir.Init{Operands: c.ResultList()})
	return m
}

// taking collects an operation with what it needs.
type taking struct {
	scalars bool
	seen    map[*ir.Value]bool
	outer   []*ir.Value // what comes as arguments
	ops     []*ir.Op    // in order, the operation last
}

func (t *taking) add(op *ir.Op) {
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if t.seen[v] || o != op && !outside(v, op) {
				continue
			}
			t.seen[v] = true
			if def := v.Def(); t.scalars && def != nil && !v.Type().IsShaped() && def.NumRegions() == 0 {
				t.add(def)
				continue
			}
			t.outer = append(t.outer, v)
		}
		return true
	})
	t.ops = append(t.ops, op)
}

// outside reports whether v is defined outside of op.
func outside(v *ir.Value, op *ir.Op) bool {
	at := v.Def()
	if at == nil {
		at = v.ArgBlock().Parent()
	}
	return !op.IsAncestor(at)
}
