package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Copies are copies between devices that are out of their program, in the order in which
// they were taken.
type Copies []takenCopy

type takenCopy struct {
	op, next *ir.Op
	input    *ir.Value
	readers  []*ir.Use
}

// TakeCopies takes the copies between devices out of the entry functions that are not
// divided yet, so that what read them reads the value itself. They say nothing more there:
// devices stand on the operations, and a division makes every crossing anew.
func TakeCopies(m ir.Module) (taken Copies) {
	for _, f := range Entries(m) {
		if Divided(f) {
			continue
		}
		for op := range f.Entry().Ops() {
			if c, ok := ir.As[cluster.Copy](op); ok {
				taken = append(taken, take(c))
			}
		}
	}
	return taken
}

func take(c cluster.Copy) takenCopy {
	t := takenCopy{op: c.Op, next: c.Op.Next(), input: c.Input()}
	for use := range c.Op.Result().Uses() {
		t.readers = append(t.readers, use)
		use.Set(t.input)
	}
	c.Op.Erase()
	return t
}

// PutBack makes the program what it was before the copies were taken.
func (cs Copies) PutBack() {
	for _, c := range slices.Backward(cs) {
		c.op.MoveBefore(c.next)
		c.op.SetOperandAt(0, c.input)
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
