package index

import "github.com/lathe-ir/lathe/ir"

// change sets x.Mutable and the versions in x.Inputs and x.Outputs.
func (x *Entries) change(b *ir.Block) {
	versions := versionsOf(b)
	for i, n := range x.Nodes {
		if n.Op == nil {
			continue
		}
		for k := range x.Reads(int32(i)) {
			x.Inputs[int(x.InputStart[i])+k].Version = versions[operand{n.Op, k}]
		}
		x.mutable(n.Op)
	}
	for i, v := range b.Last().OperandList() {
		at := operand{b.Last(), i}
		if r := ReadOf(v); r != nil {
			at = operand{r.Owner(), r.Index()}
		}
		x.Outputs[i].Version = versions[at]
	}
}

func (x *Entries) mutable(op *ir.Op) {
	m, ok := ir.Cast[Mutator](op)
	if !ok {
		return
	}
	for _, u := range m.Mutated() {
		x.Mutable = append(x.Mutable, x.node(u.Value()))
	}
}

type operand struct {
	op *ir.Op
	i  int
}

// versionsOf returns the version of each operand, except version 0: the number of earlier changes
// of the argument in program order. An operand through which an operation changes an argument has
// the version after the change. Operations whose mark is 0 are not nodes, so their changes do not
// count.
func versionsOf(b *ir.Block) map[operand]int32 {
	versions := map[operand]int32{}
	now := map[*ir.Value]int32{}
	for op := range b.Ops() {
		if len(now) > 0 {
			for i := range op.NumOperands() {
				if n := now[op.OperandAt(i)]; n > 0 {
					versions[operand{op, i}] = n
				}
			}
		}
		m, ok := ir.Cast[Mutator](op)
		if !ok || op.Mark() == 0 {
			continue
		}
		for _, u := range m.Mutated() {
			now[u.Value()]++
			versions[operand{op, u.Index()}] = now[u.Value()]
		}
	}
	return versions
}
