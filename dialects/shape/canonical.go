package shape

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. In their comments, "a → b" means that
// b replaces a. Conditions that the code shows are omitted.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(broadcastConstants), rewrite.On(broadcastRepeated), rewrite.On(broadcastScalars), rewrite.On(cstrBroadcastableRepeated),
		rewrite.On(assumingTrue), rewrite.On(assumingUnused), rewrite.On(extractOfShape),
	}
}

// broadcast(x, c₀, c₁) → broadcast(x, c), where c is the shape to which c₀ and c₁ broadcast
func broadcastConstants(op Broadcast, rw *rewrite.Rewriter) bool {
	var rest []*ir.Value
	var constants [][]int64
	for _, v := range op.Shapes() {
		if c, ok := ir.Defining[ConstShape](v); ok {
			constants = append(constants, c.Extents())
		} else {
			rest = append(rest, v)
		}
	}
	joined, ok := Joined(constants...)
	if len(constants) < 2 || !ok {
		return false
	}
	c := NewConstShape(&rw.Builder, joined...)
	rw.Update(op.Op, func() { op.Op.SetOperands(append(rest, c.Op.Result())) })
	return true
}

func unique(vs []*ir.Value) []*ir.Value {
	var once []*ir.Value
	for _, v := range vs {
		if !slices.Contains(once, v) {
			once = append(once, v)
		}
	}
	return once
}

// broadcast(x, x, y) → broadcast(x, y)
func broadcastRepeated(op Broadcast, rw *rewrite.Rewriter) bool {
	return setShapes(op.Op, rw, unique(op.Shapes()))
}

// broadcast(x, []) → broadcast(x)
func broadcastScalars(op Broadcast, rw *rewrite.Rewriter) bool {
	rest := slices.DeleteFunc(slices.Clone(op.Shapes()), func(v *ir.Value) bool {
		shape, ok := known(v, ir.Attr{})
		return ok && len(shape) == 0
	})
	return len(rest) > 0 && setShapes(op.Op, rw, rest)
}

// cstr_broadcastable(x, x, y) → cstr_broadcastable(x, y)
func cstrBroadcastableRepeated(op CstrBroadcastable, rw *rewrite.Rewriter) bool {
	rest := unique(op.Shapes())
	return len(rest) > 1 && setShapes(op.Op, rw, rest)
}

// setShapes sets the operands of op to vs, a part of the operands. It returns false if vs has all.
func setShapes(op *ir.Op, rw *rewrite.Rewriter, vs []*ir.Value) bool {
	if len(vs) == op.NumOperands() {
		return false
	}
	rw.Update(op, func() { op.SetOperands(vs) })
	return true
}

// assuming true { a } → a
func assumingTrue(op Assuming, rw *rewrite.Rewriter) bool {
	w, ok := ir.Defining[ConstWitness](op.Witness())
	if !ok || w.Value() != ir.BoolAttr(true) {
		return false
	}
	body := op.Body()
	end := body.Last()
	results := end.OperandList()
	rw.Erase(end)
	rw.InlineBlockBefore(body, op.Op)
	rw.Replace(op.Op, results...)
	return true
}

// assuming { yield a, b } → assuming { yield a }, if the result for b has no uses
func assumingUnused(op Assuming, rw *rewrite.Rewriter) bool {
	var used []int
	for i := range op.Op.NumResults() {
		if op.Op.ResultAt(i).HasUses() {
			used = append(used, i)
		}
	}
	if len(used) == op.Op.NumResults() {
		return false
	}
	var types []ir.Type
	var values []*ir.Value
	end := op.Body().Last()
	for _, i := range used {
		types = append(types, op.Op.ResultAt(i).Type())
		values = append(values, end.OperandAt(i))
	}
	by := ir.Create[Assuming](&rw.Builder, ir.Init{Operands: []*ir.Value{op.Witness()}, Results: types, NumRegions: 1})
	rw.Update(end, func() { end.SetOperands(values) })
	by.Op.RegionAt(0).TakeBlocks(op.Op.RegionAt(0))
	for n, i := range used {
		rw.ReplaceUses(op.Op.ResultAt(i), by.Op.ResultAt(n))
	}
	rw.Erase(op.Op)
	return true
}

// extract(shape_of x, i) → dim(x, i)
func extractOfShape(op tensor.Extract, rw *rewrite.Rewriter) bool {
	s, ok := ir.Defining[ShapeOf](op.Tensor())
	if !ok || !isExtents(s.Op.Result().Type()) {
		return false
	}
	t := s.Arg().Type()
	if !ir.IsType[*ir.TensorType](t) && !ir.IsType[*ir.UnrankedTensorType](t) {
		return false
	}
	rw.Replace(op.Op, tensor.NewDim(&rw.Builder, s.Arg(), op.Indices()[0]).Op.Result())
	return true
}
