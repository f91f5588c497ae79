package rewrite

import "github.com/lathe-ir/lathe/ir"

// worklist is a stack of distinct operations. The mark of an operation is its position in the
// stack, counted from 1, so a test of membership needs no map.
type worklist struct{ ops []*ir.Op }

func (w *worklist) push(op *ir.Op) {
	if op.Mark() != 0 {
		return
	}
	w.ops = append(w.ops, op)
	op.SetMark(uint32(len(w.ops)))
}

func (w *worklist) pop() *ir.Op {
	for len(w.ops) > 0 {
		op := w.ops[len(w.ops)-1]
		w.ops = w.ops[:len(w.ops)-1]
		if op != nil {
			op.SetMark(0)
			return op
		}
	}
	return nil
}

func (w *worklist) remove(op *ir.Op) {
	if m := op.Mark(); m != 0 {
		w.ops[m-1] = nil
		op.SetMark(0)
	}
}

// reverse reverses the order, so that operations pushed first are popped first.
func (w *worklist) reverse() {
	n := len(w.ops)
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		w.ops[i], w.ops[j] = w.ops[j], w.ops[i]
	}
	for i, op := range w.ops {
		if op != nil {
			op.SetMark(uint32(i + 1))
		}
	}
}

func (w *worklist) clear() {
	for _, op := range w.ops {
		if op != nil {
			op.SetMark(0)
		}
	}
	w.ops = w.ops[:0]
}
