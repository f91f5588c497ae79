package irplace

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Aside lists copies between devices and control dependencies that were removed from a
// program, in the order of removal.
type Aside []taken

type taken struct {
	op, next *ir.Op
	operands []*ir.Value
	readers  []*ir.Use // uses of a copy's result
}

// SetAside removes copies between devices from the entry functions that are not divided
// yet. The readers of a copy then read the copied value. The copies are redundant in such
// functions: operations name their devices, and a division inserts each copy anew. SetAside also
// removes control dependencies, which no device computes. The operations are already in the
// required order, and a division keeps dependent operations in order.
func SetAside(m ir.Module) (all Aside) {
	for _, f := range Entries(m) {
		if Divided(f) {
			continue
		}
		for op := range f.Entry().Ops() {
			if c, ok := ir.As[cluster.Copy](op); ok {
				t := taken{op: op, next: op.Next(), operands: op.OperandList()}
				for use := range op.Result().Uses() {
					t.readers = append(t.readers, use)
					use.Set(c.Input())
				}
				op.Erase()
				all = append(all, t)
			} else if _, ok := ir.Cast[index.Sequencer](op); ok {
				all = append(all, taken{op: op, next: op.Next(), operands: op.OperandList()})
				op.Erase()
			}
		}
	}
	return all
}

// PutBack restores the removed operations.
func (all Aside) PutBack() {
	for _, c := range slices.Backward(all) {
		c.op.MoveBefore(c.next)
		for i, v := range c.operands {
			c.op.SetOperandAt(i, v)
		}
		for _, use := range slices.Backward(c.readers) {
			use.Set(c.op.Result())
		}
	}
}

// Divided reports whether f already has clusters.
func Divided(f fn.Func) bool {
	for op := range f.Entry().Ops() {
		if _, ok := cluster.RunsOn(op); ok {
			return true
		}
	}
	return false
}

// Nested returns an error about the first cluster that is not directly in the body of a function,
// or nil if there is none.
func Nested(m ir.Module) (d *diag.Diagnostic) {
	m.Op.Walk(func(op *ir.Op) bool {
		if _, ok := cluster.RunsOn(op); ok && d == nil && !ir.Is[fn.Func](op.Parent()) {
			where := "'" + op.Parent().Name() + "'"
			if ir.Is[cluster.Region](op.Parent()) {
				where = "a cluster"
			}
			d = ir.Errorf(op, "must not be inside %s", where).WithHelp("put the cluster directly in the body of a function")
		}
		return d == nil
	})
	return d
}
