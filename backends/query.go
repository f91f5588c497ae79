package backends

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/placement"
)

// QueryKernels answers which operations of f a target takes: those whose kind it can compile.
// Each kind is brought into kernel form by itself, through the passes of Compile, and take
// must take its kernels.
func QueryKernels(ctx context.Context, f fn.Func, t pipeline.Target, s *Settings, take func(*Lowered) error) ([]placement.Answer, error) {
	if err := CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	q := &querier{
		lowering: lowering{ctx: ctx, target: t, settings: s, take: take},
		kinds:    newKinds(), known: map[string]string{},
	}
	answers, err := placement.Through(f, placement.Pipeline{Supports: q.refuses})
	if e := ctx.Err(); e != nil {
		return nil, e
	}
	return answers, err
}

// querier remembers the answers, since large programs consist of few kinds of operations.
type querier struct {
	lowering
	kinds *kinds
	known map[string]string // by kind, why it is refused; "" if it is not
}

// refuses says why an operation is refused; "" if it is not.
func (q *querier) refuses(op *ir.Op) string {
	kind := q.kinds.of(op)
	why, known := q.known[kind]
	if !known && q.ctx.Err() == nil {
		why = reason(q.compiles(op))
		q.known[kind] = why
	}
	return why
}

// compiles returns the error of compiling op alone.
func (q *querier) compiles(op *ir.Op) error {
	if err := checkValues(op, reach); err != nil {
		return err
	}
	// The same refusal in the words of the operation, not of the function around it.
	if op.NumRegions() == 0 {
		if err := linalg.Check(op); err != nil {
			return err
		}
	}
	_, err := q.apart(Alone(op))
	return err
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return diag.All(err)[0].Message
}

// Alone returns a module whose @main does what op does, and nothing else.
func Alone(op *ir.Op) ir.Module {
	var outer []*ir.Value // values that come as arguments
	var ins []ir.Type
	seen := map[*ir.Value]bool{}
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if !seen[v] && (o == op || outside(v, op)) {
				seen[v] = true
				outer, ins = append(outer, v), append(ins, v.Type())
			}
		}
		return true
	})
	m := ir.NewModule(op.Registry())
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(m.Body())
	f := fn.New(b, "main", ins, op.ResultTypes())
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
	return m
}

// outside reports whether v is defined outside of op.
func outside(v *ir.Value, op *ir.Op) bool {
	at := v.Def()
	if at == nil {
		at = v.ArgBlock().Parent()
	}
	return !op.IsAncestor(at)
}
