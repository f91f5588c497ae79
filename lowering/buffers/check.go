package buffers

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// check returns an error if a function is not what Lower takes: one block of
// operations on tensors of static shape and on scalars, with structured operations
// and the control flow of scf.
func check(f fn.Func) error {
	if len(f.Body().Blocks) != 1 || !ir.Is[fn.Return](f.Entry().Last()) {
		return ir.Errorf(f.Op, "must have one block, which ends in func.return")
	}
	for _, t := range f.FunctionType().Inputs {
		if !constraint.IsTensor(t) || !t.HasStaticShape() {
			return ir.Errorf(f.Op, "has an argument of type '%s', but only tensors of static shape have a buffer", t)
		}
	}
	for _, t := range f.FunctionType().Results {
		if !constraint.IsTensor(t) || !t.HasStaticShape() {
			return ir.Errorf(f.Op, "has a result of type '%s', but only tensors of static shape have a buffer", t)
		}
	}
	return checkBlock(f.Entry())
}

func checkBlock(b *ir.Block) error {
	for op := range b.Ops() {
		for v := range op.Results() {
			if t := v.Type(); !(constraint.IsTensor(t) && t.HasStaticShape() || t.IsIndex() || t.IsFloat() || ir.IsType[*ir.IntType](t)) {
				return ir.Errorf(op, "has a result of type '%s', but only tensors of static shape and scalars have a place", t)
			}
		}
		if onHost(op) {
			for v := range op.Results() {
				for u := range v.Uses() {
					if !ir.Is[builtin.Cast](u.Owner()) {
						return ir.Errorf(op, "is no operation that runs on buffers")
					}
				}
			}
		}
		if err := checkRegions(op); err != nil {
			return err
		}
	}
	return nil
}

// onHost reports whether emit leaves op to the host, which reads and writes buffers
// through casts.
func onHost(op *ir.Op) bool {
	switch op.View().(type) {
	case tensor.Empty, arith.Constant, fn.Return, scf.Yield, scf.Condition, scf.While, scf.If, scf.IndexSwitch:
		return false
	}
	return !views(op) && initials(op) == nil && takesTensors(op)
}

func checkRegions(op *ir.Op) error {
	if op.NumRegions() == 0 {
		return nil
	}
	if _, ok := structured.Of(op); ok || initials(op) != nil {
		return nil
	}
	if !ir.Is[scf.While](op) && !ir.Is[scf.If](op) && !ir.Is[scf.IndexSwitch](op) {
		return ir.Errorf(op, "has a region, but is no control flow that runs on buffers")
	}
	for _, r := range op.Regions() {
		if len(r.Blocks) != 1 {
			return ir.Errorf(op, "must have one block in each region")
		}
		if err := checkBlock(r.Entry()); err != nil {
			return err
		}
	}
	return nil
}
