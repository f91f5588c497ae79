package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Aside is copies between devices, and control dependencies, that are out of their program,
// in the order in which they were taken.
type Aside []taken

type taken struct {
	op, next *ir.Op
	operands []*ir.Value
	readers  []*ir.Use // of a copy
}

// SetAside takes the copies between devices out of the entry functions that are not
// divided yet, so that what read them reads the value itself. They say nothing more there:
// devices stand on the operations, and a division makes every crossing anew. It takes control
// dependencies as well, which no device computes: the operations are in that order, and a
// division of what computes values keeps those in order that need each other.
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

// PutBack makes the program what it was before.
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

// Divided reports whether f has clusters already.
func Divided(f fn.Func) bool {
	for op := range f.Entry().Ops() {
		if _, ok := cluster.RunsOn(op); ok {
			return true
		}
	}
	return false
}
