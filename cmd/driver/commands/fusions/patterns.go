package fusions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// patterns divides functions by the fusion patterns in a file, or by oneDNN's patterns.
func (r *Report) patterns(ctx context.Context, functions []fn.Func, a Args) error {
	budget := fusepattern.NewBudget()
	for _, f := range functions {
		patterns, err := patternfusion.Load(f.Op.Registry(), a.Patterns)
		if err != nil {
			return err
		}
		o := patternfusion.Options{Explain: true, Budget: budget}
		if a.Policy == "debug" {
			o.Policy = patternfusion.Debug
		}
		result, err := patternfusion.Divide(ctx, f, []patternfusion.Backend{{Name: "lathe", Priority: 1, Patterns: patterns}}, o)
		if err != nil {
			return err
		}
		for _, p := range result.Partitions {
			r.byPattern(p)
		}
		r.nearest(f, result)
		r.refused(result)
	}
	return nil
}

// refused adds notes to the operations of complete matches that were not used. It adds at most one
// note for each operation and reason.
func (r *Report) refused(result *patternfusion.Result) {
	type reason struct {
		op   *ir.Op
		text string
	}
	noted := map[reason]bool{}
	for _, f := range result.Refused {
		for _, op := range f.Ops {
			if key := (reason{op, f.Reason}); !noted[key] {
				noted[key] = true
				r.note(op.ID(), "refused: pattern %s with %s: %s", f.Pattern.Name, list(f.Ops), f.Reason)
			}
		}
	}
}

// byPattern adds a partition that a pattern formed, and a note about each operation in it.
func (r *Report) byPattern(p *patternfusion.Partition) {
	out := Partition{Kind: p.Kind, Supported: p.Supported(), Reason: p.Unsupported, members: p.Ops}
	for _, op := range p.Ops {
		id, ok := onednngraph.IDOf(op)
		if !ok {
			id = int64(op.ID())
		}
		out.Ops = append(out.Ops, id)
		switch {
		case !p.Supported():
			r.note(op.ID(), "not supported: %s", p.Unsupported)
		case len(p.Ops) == 1:
			r.note(op.ID(), "pattern %s of priority %g takes it alone", p.Pattern, p.Priority)
		default:
			r.note(op.ID(), "pattern %s of priority %g takes it with %s", p.Pattern, p.Priority, list(without(p.Ops, op)))
		}
	}
	r.add(out)
}

func without(ops []*ir.Op, op *ir.Op) []*ir.Op {
	return slices.DeleteFunc(slices.Clone(ops), func(o *ir.Op) bool { return o == op })
}

// nearest adds notes about operations that are alone in their partitions. A note describes the
// failed match with the most operations, unless Report.refused notes this match.
func (r *Report) nearest(f fn.Func, result *patternfusion.Result) {
	size := map[*ir.Op]int{}
	for _, p := range result.Partitions {
		for _, op := range p.Ops {
			size[op] = len(p.Ops)
		}
	}
	i := 0
	for op := range f.Entry().Ops() {
		if i < len(result.Nearest) && size[op] > 0 {
			r.ops = append(r.ops, op)
			if n := result.Nearest[i]; n != nil && size[op] == 1 && !(n.Complete && len(n.Ops) > 1) {
				r.note(op.ID(), "nearest: pattern %s matched only %s: %s", n.Pattern.Name, list(n.Ops), n.Reason)
			}
		}
		i++
	}
}

// ids formats a list of ids. It lists each id once.
func ids(list []uint32) string {
	seen := map[uint32]bool{}
	var words []string
	for _, id := range list {
		if !seen[id] {
			seen[id] = true
			words = append(words, fmt.Sprintf("#%d", id))
		}
	}
	return strings.Join(words, " ")
}
