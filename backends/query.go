package backends

import (
	"bytes"
	"context"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// QueryKernels answers which operations of f a target takes: those that Lower brings
// into kernel form on their own. compile, where set, must take the kernels too.
func QueryKernels(ctx context.Context, f fn.Func, t Target, compile func(*Lowered) error) ([]placement.Answer, error) {
	q := querier{ctx, t, compile, map[string]string{}}
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		why, err := q.refusal(op)
		if err != nil {
			return nil, err
		}
		as = append(as, placement.Answer{Op: op, Supported: why == "", Reason: why})
	}
	return as, nil
}

// querier remembers the answers for operations that are equal but for their operands.
type querier struct {
	ctx     context.Context
	target  Target
	compile func(*Lowered) error
	answers map[string]string
}

// refusal says why the target does not take op; "" means that it does.
func (q *querier) refusal(op *ir.Op) (string, error) {
	m := alone(op)
	var text bytes.Buffer
	if err := ir.PrintGeneric(&text, m.Op); err != nil {
		return "", err
	}
	key := text.String()
	why, known := q.answers[key]
	if !known {
		l, err := Lower(q.ctx, m, CompileOptions{}, q.target)
		if err == nil && q.compile != nil {
			err = q.compile(l)
		}
		if e := q.ctx.Err(); e != nil {
			return "", e
		}
		if err != nil {
			why = diag.All(err)[0].Message
		}
		q.answers[key] = why
	}
	return why, nil
}

// alone returns a module whose @main does what op does, and nothing else.
func alone(op *ir.Op) ir.Module {
	var ins []ir.Type
	seen := map[*ir.Value]int{}
	var outer []*ir.Value
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if _, known := seen[v]; !known && (o == op || outside(v, op)) {
				seen[v] = len(ins)
				ins, outer = append(ins, v.Type()), append(outer, v)
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
	ir.Create[fn.Return](b, ir.Init{Operands: c.ResultList()})
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
