package buffers

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// checkLoop returns an error if regions.loop does not support op. The tensors that a supported loop
// carries have static shapes, and each stays in one buffer. No operation in the body of the loop
// works on whole tensors.
func checkLoop(op scf.For) error {
	if err := checkBody(op.Body()); err != nil {
		return err
	}
	for i, a := range op.IterArgs() {
		if !isTensor(a) {
			continue
		}
		if !a.Type().HasStaticShape() {
			return ir.Errorf(op.Op, "carries a value of type '%s', but only tensors of static shape have a buffer", a.Type())
		}
		if carriedBy(op.Body().Last().OperandAt(i)) != a {
			return ir.Errorf(op.Op, "must yield, as value #%d, the tensor that it carries", i)
		}
	}
	return nil
}

// checkBody checks the operations in the body of a loop or nest, or in a branch.
func checkBody(b *ir.Block) error {
	for op := range b.Ops() {
		if err := checkElements(op); err != nil {
			return err
		}
		if op == b.Last() {
			continue
		}
		for i, v := range op.OperandList() {
			if !isTensor(v) || !overwrites(op, i) {
				continue
			}
			if usedAfter(v, op, i) {
				return ir.Errorf(op, "overwrites operand #%d, which is read later", i)
			}
			if !carried(v, op) {
				return ir.Errorf(op, "overwrites operand #%d, which the innermost loop around it does not carry", i).
					WithHelp("add the tensor to the iter_args of this loop")
			}
		}
	}
	return nil
}

func checkElements(op *ir.Op) error {
	switch o := op.View().(type) {
	case tensor.Extract, tensor.Insert, scf.Yield:
		return nil
	case scf.For:
		return checkLoop(o)
	case scf.If:
		return checkBranch(o)
	}
	tensors := false
	op.Walk(func(o *ir.Op) bool {
		tensors = tensors || slices.ContainsFunc(slices.Concat(o.OperandTypes(), o.ResultTypes()), constraint.IsTensor)
		return !tensors
	})
	if tensors {
		return ir.Errorf(op, "is not an operation on elements of tensors, but the body of a loop on buffers must consist of such operations")
	}
	return nil
}

// checkBranch returns an error if regions.branch does not support op. The results of a supported
// branch are tensors that only the then branch writes.
func checkBranch(op scf.If) error {
	if op.Else() == nil || op.Else().First() != op.Else().Last() {
		return ir.Errorf(op.Op, "must have an else branch that only yields")
	}
	for i, r := range op.Op.ResultList() {
		kept := op.Else().Last().OperandAt(i)
		if !isTensor(r) || carriedBy(op.Then().Last().OperandAt(i)) != carriedBy(kept) {
			return ir.Errorf(op.Op, "must yield, as result #%d of the else branch, the tensor that the then branch writes", i)
		}
		if usedAfter(kept, op.Else().Last(), i) {
			return ir.Errorf(op.Op, "yields, as result #%d, a tensor that is read later", i)
		}
	}
	return checkBody(op.Then())
}

// carriedBy returns the tensor whose buffer v uses.
func carriedBy(v *ir.Value) *ir.Value {
	for v.Def() != nil {
		switch o := v.Def().View().(type) {
		case tensor.Insert:
			v = o.Dest()
		case scf.For:
			v = o.InitArgs()[v.Index()]
		case scf.If:
			if o.Else() == nil {
				return v
			}
			v = o.Else().Last().OperandAt(v.Index())
		default:
			return v
		}
	}
	return v
}

// carried reports whether the innermost loop or nest around op carries the tensor whose buffer v
// uses. If not, the next iteration would read the elements that op overwrites.
func carried(v *ir.Value, op *ir.Op) bool {
	body := op.Block()
	for ir.Is[scf.If](body.Parent()) {
		body = body.Parent().Block()
	}
	return carriedBy(v).ArgBlock() == body
}

// overwrites reports whether op writes to the buffer of its operand i.
func overwrites(op *ir.Op, i int) bool {
	switch op.View().(type) {
	case tensor.Insert:
		return i == 1
	case scf.For:
		return i >= 3
	}
	return false
}

// usedAfter reports whether v, operand i of op, has another use in op or its regions, or in an
// operation that runs after op.
func usedAfter(v *ir.Value, op *ir.Op, i int) bool {
	for u := range v.Uses() {
		if (u.Owner() != op || u.Index() != i) && !runsBefore(u.Owner(), op) {
			return true
		}
	}
	return false
}

// runsBefore reports whether a precedes b, or a and b are in different branches of an scf.if.
func runsBefore(a, b *ir.Op) bool {
	for x := a; x != nil; x = x.Parent() {
		for y := b; y != nil; y = y.Parent() {
			switch {
			case x == y:
				return ir.Is[scf.If](x) && x != a && x != b
			case x.Block() == y.Block():
				return x.IsBefore(y)
			}
		}
	}
	return false
}
