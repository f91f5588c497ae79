package gradient

import (
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// source returns the value that op reads as operand i. If the operand is a variable that has
// changed, source returns the result of the last change. It returns nil if op overwrites the
// variable without reading it.
func (g *grader) source(op *ir.Op, i int) *ir.Value {
	v := op.OperandAt(i)
	if a, ok := ir.As[nnvm.Assign](op); ok && op.UseAt(i) == a.VariableUse() {
		return nil
	}
	if a := g.keeper.Maker(op, v); a != nil {
		return a.Result()
	}
	return v
}

// keep copies the values of variables that change later. Gradient operations at the end of the
// function read these values.
func (g *grader) keep(mirrored func(*ir.Op) bool) {
	if !g.keeper.Any() {
		return
	}
	for op := range g.f.Entry().Ops() {
		if !op.IsPure() || op == g.f.Entry().Last() {
			continue
		}
		again := mirrored != nil && mirrored(op)
		for v := range op.Results() {
			again = again || g.depends[v]
		}
		for i, v := range op.OperandList() {
			if !again {
				continue
			}
			if r := g.keeper.Keep(op, v); r != v {
				op.SetOperandAt(i, r)
				g.kept = append(g.kept, read{op, i, v})
			}
		}
	}
	g.follow(nil)
}
