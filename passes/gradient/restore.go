package gradient

import "github.com/lathe-ir/lathe/ir"

// read is an operand of an operation and its original value.
type read struct {
	op *ir.Op
	i  int
	v  *ir.Value
}

// restore undoes all changes of a function, given its original operations and the attributes of its
// arguments.
func (g *grader) restore(ops []*ir.Op, dicts []ir.Attr) {
	for _, r := range g.kept {
		r.op.SetOperandAt(r.i, r.v)
	}
	body := g.f.Entry()
	had := map[*ir.Op]bool{}
	for _, op := range ops {
		had[op] = true
	}
	for op := range body.Backward() {
		if !had[op] {
			op.Erase()
		}
	}
	if body.NumArgs() == len(dicts) {
		return
	}
	for body.NumArgs() > len(dicts) {
		body.EraseArg(body.NumArgs() - 1)
	}
	g.f.SetArgAttrs(dicts)
}
