// Package ordermutation adds control dependencies that keep the reads and changes of each variable
// in order, as NNVM's OrderMutation does.
package ordermutation

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `add control dependencies for the order that changes of variables require

A read of a variable runs after the previous change of the variable. A change runs after
all reads since the previous change or, if there are no reads, after the previous change.
A function that changes no variable is unchanged.`

// Pass returns order-mutation.
func Pass() passes.Pass {
	return passes.On("order-mutation", doc, func(r *passes.Run, f fn.Func) error {
		if f.IsDeclaration() {
			return nil
		}
		n := Block(f.Entry())
		if r.Count("dependencies", n); n == 0 {
			r.Unchanged()
		}
		return nil
	})
}

// history has the last change of a variable, and the reads after this change.
type history struct {
	write *ir.Op
	reads []*ir.Op
}

// Block adds the dependencies and returns their number.
func Block(b *ir.Block) int {
	vars := map[*ir.Value]*history{}
	for op := range b.Ops() {
		for _, u := range mutated(op) {
			vars[u.Value()] = &history{}
		}
	}
	if len(vars) == 0 {
		return 0
	}
	bld := ir.NewBuilder(b.Parent().Registry())
	n := 0
	for op := b.First(); op != nil && op != b.Last(); op = op.Next() {
		if op.NumResults() == 0 {
			continue
		}
		last := op
		for _, first := range waits(op, vars) {
			bld.After(last)
			last = nnvm.NewAfter(bld, op.ResultAt(0), first.ResultAt(0)).Op
			n++
		}
	}
	return n
}

func mutated(op *ir.Op) []*ir.Use {
	if m, ok := ir.Cast[index.Mutator](op); ok {
		return m.Mutated()
	}
	return nil
}

// waits returns the operations that must run before op, and records the accesses of op.
func waits(op *ir.Op, vars map[*ir.Value]*history) []*ir.Op {
	var after []*ir.Op
	seen := map[*ir.Value]bool{}
	for _, u := range mutated(op) {
		v := u.Value()
		h := vars[v]
		switch {
		case seen[v]: // op changes v twice
		case len(h.reads) > 0:
			after = append(after, h.reads...)
		case h.write != nil:
			after = append(after, h.write)
		}
		h.write, h.reads = op, nil
		seen[v] = true
	}
	for v := range op.Operands() {
		h := vars[v]
		if h == nil || seen[v] {
			continue
		}
		seen[v] = true
		if h.write != nil {
			after = append(after, h.write)
		}
		h.reads = append(h.reads, op)
	}
	return after
}
