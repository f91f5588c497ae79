package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

type switchCase struct {
	value int64
	to    target
}

func (o Switch) targetAt(i int) target {
	lo, hi := o.Forwarded(i)
	return target{o.Op.SuccessorAt(i), o.Op.OperandRange(lo, hi)}
}

// cases returns the cases except the default.
func (o Switch) cases() []switchCase {
	values := o.CaseValues()
	cs := make([]switchCase, len(o.CaseDestinations()))
	for i := range cs {
		cs[i] = switchCase{values[i], o.targetAt(1 + i)}
	}
	return cs
}

// becomeSwitch replaces op by a switch on the same flag with the given default target and cases.
func becomeSwitch(rw *rewrite.Rewriter, op Switch, otherwise target, cases []switchCase) {
	rw.ReplaceWith(op.Op, newSwitch(&rw.Builder, op.Flag(), otherwise, cases).Op)
}

func newSwitch(b *ir.Builder, flag *ir.Value, otherwise target, cases []switchCase) Switch {
	in := ir.Init{
		Operands:   append([]*ir.Value{flag}, otherwise.args...),
		Successors: []*ir.Block{otherwise.block},
		Attrs:      make([]ir.Attr, switchSegments+1),
	}
	var values []int64
	var sizes []int32
	total := 0
	for _, c := range cases {
		in.Operands = append(in.Operands, c.to.args...)
		in.Successors = append(in.Successors, c.to.block)
		values, sizes = append(values, c.value), append(sizes, int32(len(c.to.args)))
		total += len(c.to.args)
	}
	if len(values) > 0 {
		in.Attrs[switchValues] = caseValues(values, flag.Type())
	}
	in.Attrs[switchCaseSegments] = ir.NewDenseI32(sizes...)
	in.Attrs[switchSegments] = ir.NewDenseI32(1, int32(len(otherwise.args)), int32(total))
	return ir.Create[Switch](b, in)
}

// decide replaces op by a branch to the target that op selects if the flag has the value v.
func decide(rw *rewrite.Rewriter, op Switch, v int64) {
	t := op.targetAt(1 + slices.Index(op.CaseValues(), v)) // the default is successor 0
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, t.block, t.args...).Op)
}

// switch i, default ^b → br ^b
func switchDefault(op Switch, rw *rewrite.Rewriter) bool {
	if len(op.CaseDestinations()) > 0 {
		return false
	}
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, op.DefaultDestination(), op.DefaultOperands()...).Op)
	return true
}

// switch i, default ^b(x), 42: ^b(x), … → switch i, default ^b(x), …
func switchDropDefaults(op Switch, rw *rewrite.Rewriter) bool {
	otherwise, all := op.targetAt(0), op.cases()
	kept := slices.DeleteFunc(slices.Clone(all), func(c switchCase) bool {
		return c.to.block == otherwise.block && slices.Equal(c.to.args, otherwise.args)
	})
	if len(kept) == len(all) {
		return false
	}
	becomeSwitch(rw, op, otherwise, kept)
	return true
}

// switch 42, …, 42: ^b → br ^b
func switchConstant(op Switch, rw *rewrite.Rewriter) bool {
	c, ok := rewrite.ConstInt(op.Flag())
	if !ok {
		return false
	}
	decide(rw, op, c)
	return true
}

// switch i, …, 42: ^b; ^b: br ^c → switch i, …, 42: ^c
func switchThrough(op Switch, rw *rewrite.Rewriter) bool {
	otherwise, changed := op.targetAt(0).through()
	cases := op.cases()
	for i := range cases {
		t, ok := cases[i].to.through()
		cases[i].to, changed = t, changed || ok
	}
	if !changed {
		return false
	}
	becomeSwitch(rw, op, otherwise, cases)
	return true
}

// before() returns the switch that ends the only predecessor of o's block, if it has the flag of o.
func (o Switch) before() (Switch, bool) {
	b := o.Op.Block().SinglePredecessor()
	if b == nil {
		return Switch{}, false
	}
	prev, ok := ir.As[Switch](b.Last())
	return prev, ok && prev.Flag() == o.Flag()
}

// switch i, …, 42: ^b; ^b: switch i, …, 42: ^c → ^b: br ^c
func switchAgain(op Switch, rw *rewrite.Rewriter) bool {
	prev, ok := op.before()
	if !ok {
		return false
	}
	i := slices.Index(prev.CaseDestinations(), op.Op.Block())
	if i < 0 {
		return false
	}
	decide(rw, op, prev.CaseValues()[i])
	return true
}

// switch i, default ^b, 42: _; ^b: switch i, default ^c, 42: ^d, 43: ^e →
// ^b: switch i, default ^c, 43: ^e
func switchExcluded(op Switch, rw *rewrite.Rewriter) bool {
	prev, ok := op.before()
	if !ok || prev.DefaultDestination() != op.Op.Block() {
		return false
	}
	gone, all := prev.CaseValues(), op.cases()
	kept := slices.DeleteFunc(slices.Clone(all), func(c switchCase) bool { return slices.Contains(gone, c.value) })
	if len(kept) == len(all) {
		return false
	}
	becomeSwitch(rw, op, op.targetAt(0), kept)
	return true
}
