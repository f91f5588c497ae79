package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// verifyOrder fails if an operand of the cluster op depends on a result of op. If an operand is
// defined after op, but does not depend on op, the dominance verifier reports the error.
func verifyOrder(op *ir.Op) error {
	for v := range op.Operands() {
		def := v.Def()
		if def == nil || def.Block() != op.Block() || def.IsBefore(op) {
			continue
		}
		if path := waits(def, op); path != nil {
			return circular(append(path, op))
		}
	}
	return nil
}

// waits(first, last) returns a shortest chain of operations through which "first" depends on
// "last", or nil. In the chain [first, x], "first" reads a result of x, and x reads a result of
// "last". If "first" and "last" are the same operation, the chain is empty.
func waits(first, last *ir.Op) []*ir.Op {
	if first == last {
		return []*ir.Op{}
	}
	from := map[*ir.Op]*ir.Op{first: nil}
	for queue := []*ir.Op{first}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for v := range at.Operands() {
			def := v.Def()
			if def == last {
				var path []*ir.Op
				for ; at != nil; at = from[at] {
					path = append(path, at)
				}
				slices.Reverse(path)
				return path
			}
			if def == nil || def.Block() != last.Block() {
				continue
			}
			if _, met := from[def]; !met {
				from[def] = at
				queue = append(queue, def)
			}
		}
	}
	return nil
}

// circular returns the error for a cycle: each operation needs a result of the next one. The last
// operation is the verified cluster. In the message, a → b means that b needs a result of a.
func circular(ops []*ir.Op) *diag.Diagnostic {
	at := ops[len(ops)-1]
	names := []string{called(at)}
	for _, op := range slices.Backward(ops[:len(ops)-1]) {
		names = append(names, called(op))
	}
	names = append(names, called(at))
	d := ir.Errorf(at, "can never run: clusters must not wait for each other in a cycle, but do: %s", strings.Join(names, " → "))
	for i, op := range ops {
		ir.NoteAt(d, op, "%s needs a result of %s", called(op), called(ops[(i+1)%len(ops)]))
	}
	return d.WithHelp("put the operations whose results other clusters need into a separate cluster, or remove the clusters and use lathe plan or the pass partition")
}

// called returns text that identifies op in messages, such as "the cluster on 'vm' of line 3".
func called(op *ir.Op) string {
	switch o := op.View().(type) {
	case Region:
		return fmt.Sprintf("the cluster on '%s'%s", o.Device(), line(op))
	case Launch:
		return "@" + o.CalleeName()
	}
	return fmt.Sprintf("'%s'%s", op.Name(), line(op))
}

// line returns " of line N" for an operation with a source location, or "".
func line(op *ir.Op) string {
	sp := op.Loc().Span()
	if !sp.IsValid() {
		return ""
	}
	n, _ := sp.Src.Position(sp.Start)
	return fmt.Sprintf(" of line %d", n)
}
