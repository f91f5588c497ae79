package buffers

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
	values "github.com/lathe-ir/lathe/ir/tensor"
)

// check returns an error if Lower does not support a function. A supported function has one block,
// and its values are tensors of static shape and scalars. Its operations with regions are
// structured operations and the control flow of scf.
func check(f fn.Func, symbols *ir.Symbols) error {
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
	if err := checkBlock(f.Entry(), symbols); err != nil {
		return err
	}
	return checkSizes(f)
}

// beyondReach is more than the memory of any host, in bytes. It limits the size of all tensors of a
// function together, so that sums of sizes and offsets fit into 64 bits.
const beyondReach = 1 << 56

// checkSizes returns an error if the tensors that f computes are too large for a plan. Lowering
// adds tensors, such as padded copies, so even a program that fits can become too large.
func checkSizes(f fn.Func) (err error) {
	all, most := uint64(0), uint64(0)
	var largest *ir.Value
	f.Op.Walk(func(op *ir.Op) bool {
		for v := range op.Results() {
			if !isTensor(v) {
				continue
			}
			shape, _ := v.Type().Shape()
			n, wrong := values.CheckShape(v.Type().Kind(), shape)
			bytes := uint64(n) * uint64(v.Type().Kind().Size())
			if all += bytes; wrong != nil || bytes > most {
				most, largest = bytes, v
			}
			if wrong != nil || all >= beyondReach {
				err = ir.Errorf(largest.Def(), "computes the intermediate value '%s', which takes more memory than any host has", largest.Type())
				return false
			}
		}
		return err == nil
	})
	return err
}

func checkBlock(b *ir.Block, symbols *ir.Symbols) error {
	for op := range b.Ops() {
		for v := range op.Results() {
			if t := v.Type(); !(constraint.IsTensor(t) && t.HasStaticShape() || t.IsIndex() || t.IsFloat() || ir.IsType[*ir.IntType](t)) {
				return ir.Errorf(op, "has a result of type '%s', but only tensors of static shape and scalars can be stored", t)
			}
		}
		if c, ok := ir.As[fn.Call](op); ok {
			if callee, _ := ir.AttrAs[*ir.SymbolRefAttr](c.Callee()); callee != nil && symbols.Lookup(callee.Root) != nil {
				return ir.Errorf(op, "calls @%s, whose arguments become buffers", callee.Root).WithHelp("pass --inline before this pass")
			}
		}
		if onHost(op) {
			for v := range op.Results() {
				if !isTensor(v) {
					return ir.Errorf(op, "has a result of type '%s', but an operation on whole tensors can only have tensors as results", v.Type())
				}
				for u := range v.Uses() {
					if !ir.Is[builtin.Cast](u.Owner()) {
						return ir.Errorf(op, "is not an operation that runs on buffers")
					}
				}
			}
		}
		if err := checkSlice(op); err != nil {
			return err
		}
		if err := checkRegions(op, symbols); err != nil {
			return err
		}
	}
	return nil
}

// onHost reports whether op runs on the host, which reads and writes buffers through casts.
func onHost(op *ir.Op) bool {
	switch op.View().(type) {
	case tensor.Empty, arith.Constant, fn.Return, scf.Yield, scf.Condition, scf.While, scf.If, scf.IndexSwitch:
		return false
	}
	return !views(op) && !updates(op) && takesTensors(op)
}

// checkSlice returns an error if op is a slice that changes the rank, or whose offsets, sizes or
// strides are not constants in its attributes.
func checkSlice(op *ir.Op) error {
	var lists []slice.Mixed
	part, whole := ir.Type{}, ir.Type{}
	switch o := op.View().(type) {
	case tensor.ExtractSlice:
		lists, part, whole = []slice.Mixed{o.Offsets(), o.Sizes(), o.Strides()}, o.Op.Result().Type(), o.Source().Type()
	case tensor.InsertSlice:
		lists, part, whole = []slice.Mixed{o.Offsets(), o.Sizes(), o.Strides()}, o.Source().Type(), o.Dest().Type()
	}
	for _, l := range lists {
		if len(l.Values) > 0 {
			return ir.Errorf(op, "has offsets, sizes or strides that are values, but only constants are supported")
		}
	}
	from, _ := whole.Shape()
	to, _ := part.Shape()
	if len(from) != len(to) {
		return ir.Errorf(op, "changes the number of dimensions: use tensor.expand_shape or tensor.collapse_shape for that")
	}
	return nil
}

func checkRegions(op *ir.Op, symbols *ir.Symbols) error {
	if op.NumRegions() == 0 || ir.Is[linalg.Fill](op) {
		return nil
	}
	if loop, ok := ir.As[scf.For](op); ok {
		if op.NumResults() == 0 || slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool { return !constraint.IsTensor(t) }) {
			return ir.Errorf(op, "must carry at least one tensor and no other values, unless it is inside another loop or linalg.generic")
		}
		return checkLoop(loop)
	}
	if n, ok := structured.Of(op); ok {
		return checkBody(n.Body())
	}
	if !ir.Is[scf.While](op) && !ir.Is[scf.If](op) && !ir.Is[scf.IndexSwitch](op) {
		return ir.Errorf(op, "has a region, but is not a supported control-flow operation on buffers")
	}
	if slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool { return !constraint.IsTensor(t) }) {
		return ir.Errorf(op, "has results that are not tensors, which cannot be stored")
	}
	if w, ok := ir.As[scf.While](op); ok && !slices.Equal(w.Before().Last().OperandList()[1:], w.Before().Args()) {
		return ir.Errorf(op, "must pass its loop-carried values to its body in the same order")
	}
	for _, r := range op.Regions() {
		if len(r.Blocks) != 1 {
			return ir.Errorf(op, "must have one block in each region")
		}
		if err := checkBlock(r.Entry(), symbols); err != nil {
			return err
		}
	}
	return nil
}
