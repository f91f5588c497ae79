package gradient

import "github.com/lathe-ir/lathe/ir"

// read is operand i of op, with its original value v.
type read struct {
	op *ir.Op
	i  int
	v  *ir.Value
}

// restore undoes all changes to the function. ops are its original operations, and dicts the
// original attributes of its arguments.
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
