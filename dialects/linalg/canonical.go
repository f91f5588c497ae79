package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. The comment on a pattern is "operation
// → replacement", without conditions that the code shows. In these comments, f is an operation that
// implements Structured, and out is an output operand.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.OnInterface(eraseEmpty), rewrite.On(castConsumer), rewrite.OnInterface(inferStaticShapes),
		rewrite.OnInterface(castProducer), rewrite.OnInterface(bufferCast), rewrite.On(softmaxBufferCast), rewrite.On(dimOfInit),
		rewrite.On(identityGeneric), rewrite.On(identityBroadcast), rewrite.On(identityTranspose), rewrite.On(selfCopy),
		rewrite.On(extractFill), rewrite.On(packFill), rewrite.On(padFill), rewrite.On(collapseFill), rewrite.On(expandFill),
		rewrite.On(insertPadIntoFill), rewrite.On(copyFill), rewrite.On(concatFill), rewrite.On(transposeFill),
		rewrite.On(transposeTranspose), rewrite.On(transposeBroadcast), rewrite.On(broadcastBroadcast),
		rewrite.On(packUnpack), rewrite.On(packWithoutPadding), rewrite.On(unpackPack), rewrite.On(unpackDest),
		rewrite.On(packCast), rewrite.On(unpackCast), rewrite.On(packStatic), rewrite.On(sliceUnpack), rewrite.On(unpackStatic),
	}
}

// f(x) → nothing, if the memref x has no elements
func eraseEmpty(op *ir.Op, _ Structured, rw *rewrite.Rewriter) bool {
	for i := range op.NumOperands() {
		t := op.OperandAt(i).Type()
		if shape, _ := t.Shape(); ir.IsType[*ir.MemRefType](t) && slices.Contains(shape, 0) && op.NumResults() == 0 {
			rw.Erase(op)
			return true
		}
	}
	return false
}

// keepsStatic reports whether the types t and u differ only in extents, and u is static where t is.
func keepsStatic(t, u ir.Type) bool {
	a, ok1 := ir.TypeAs[*ir.TensorType](t)
	b, ok2 := ir.TypeAs[*ir.TensorType](u)
	if !ok1 || !ok2 || t.Elem() != u.Elem() || a.Encoding != b.Encoding {
		return false
	}
	from, _ := t.Shape()
	to, _ := u.Shape()
	if len(from) != len(to) {
		return false
	}
	for i, n := range from {
		if n != ir.Dynamic && to[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// redo inserts a copy of op that has the given operands and result types.
func redo(rw *rewrite.Rewriter, op *ir.Op, operands []*ir.Value, results []ir.Type) *ir.Op {
	c := rw.Clone(op, &ir.Mapping{})
	for i, v := range operands {
		c.SetOperandAt(i, v)
	}
	for i, t := range results {
		c.ResultAt(i).SetType(t)
	}
	return c
}

// castsTo returns v, cast to t if it has another type.
func castsTo(rw *rewrite.Rewriter, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return tensor.NewCast(&rw.Builder, v, t).Dest()
}

// cast(f(…, out)) → f(…, cast(out)), if the cast makes extents static
func castConsumer(op tensor.Cast, rw *rewrite.Rewriter) bool {
	def := op.Source().Def()
	if def == nil || def.Block() != op.Op.Block() || !keepsStatic(op.Source().Type(), op.Dest().Type()) {
		return false
	}
	s, ok := ir.Cast[Structured](def)
	if !ok {
		return false
	}
	n := slices.Index(def.ResultList(), op.Source())
	at := len(s.Inputs()) + n
	rw.Before(def)
	operands, types := def.OperandList(), def.ResultTypes()
	types[n] = op.Dest().Type()
	operands[at] = tensor.NewCast(&rw.Builder, operands[at], types[n]).Dest()
	c := redo(rw, def, operands, types)
	vs := c.ResultList()
	vs[n] = tensor.NewCast(&rw.Builder, vs[n], op.Source().Type()).Dest()
	rw.Replace(op.Op, c.ResultAt(n))
	rw.Replace(def, vs...)
	return true
}

// f(cast(x)) → cast(f(x)), if x has more static extents than cast(x)
func castProducer(op *ir.Op, s Structured, rw *rewrite.Rewriter) bool {
	operands, types, changed := op.OperandList(), op.ResultTypes(), false
	first := len(s.Inputs())
	for i, v := range operands {
		c, ok := ir.Defining[tensor.Cast](v)
		if !ok || !keepsStatic(c.Dest().Type(), c.Source().Type()) {
			continue
		}
		operands[i], changed = c.Source(), true
		if i >= first && i-first < len(types) {
			types[i-first] = c.Source().Type()
		}
	}
	if !changed {
		return false
	}
	replaceCast(rw, op, redo(rw, op, operands, types))
	return true
}

// replaceCast replaces op by c, and inserts casts where the types of the results differ.
func replaceCast(rw *rewrite.Rewriter, op, c *ir.Op) {
	vs := c.ResultList()
	for i, v := range vs {
		vs[i] = castsTo(rw, v, op.ResultAt(i).Type())
	}
	rw.Replace(op, vs...)
}

// f(memref.cast(x)) → f(x)
func bufferCast(op *ir.Op, _ Structured, rw *rewrite.Rewriter) bool { return dropBufferCasts(op, rw) }

// softmax(memref.cast(x)) → softmax(x)
func softmaxBufferCast(op Softmax, rw *rewrite.Rewriter) bool { return dropBufferCasts(op.Op, rw) }

func dropBufferCasts(op *ir.Op, rw *rewrite.Rewriter) bool {
	changed := false
	for i := range op.NumOperands() {
		c, ok := ir.Defining[memref.Cast](op.OperandAt(i))
		if !ok || !ir.IsType[*ir.MemRefType](c.Source().Type()) {
			continue
		}
		rw.Update(op, func() { op.SetOperandAt(i, c.Source()) })
		changed = true
	}
	return changed
}

// f(x, …) → cast(f(cast(x), …)), if other operands determine dynamic extents of x
func inferStaticShapes(op *ir.Op, s Structured, rw *rewrite.Rewriter) bool {
	maps := s.Maps()
	if !allTensors(op) || len(maps) != op.NumOperands() {
		return false
	}
	for _, m := range maps {
		if !m.IsProjectedPermutation(false) {
			return false
		}
	}
	extents := knownExtents(op, maps)
	types, changed := make([]ir.Type, op.NumOperands()), false
	for i, v := range op.OperandList() {
		types[i] = v.Type()
		if rank(types[i]) > 0 {
			types[i] = withExtents(types[i], maps[i], extents)
		}
		changed = changed || types[i] != v.Type()
	}
	if !changed {
		return false
	}
	operands := op.OperandList()
	for i, v := range operands {
		operands[i] = castsTo(rw, v, types[i])
	}
	replaceCast(rw, op, redo(rw, op, operands, types[len(s.Inputs()):]))
	return true
}

// allTensors reports whether at least one operand of op is a tensor and no operand is a memref.
func allTensors(op *ir.Op) bool {
	found := false
	for i := range op.NumOperands() {
		t := op.OperandAt(i).Type()
		if constraint.IsMemRef(t) {
			return false
		}
		found = found || ir.IsType[*ir.TensorType](t)
	}
	return found
}

// knownExtents returns the extent of each loop. It is ir.Dynamic if no static operand dimension is
// indexed by just this loop.
func knownExtents(op *ir.Op, maps []affine.Map) []int64 {
	extents := slices.Repeat([]int64{ir.Dynamic}, maps[0].Dims)
	for i, m := range maps {
		shape, _ := op.OperandAt(i).Type().Shape()
		for j, e := range m.Results {
			if d, ok := e.Dim(); ok && extents[d] == ir.Dynamic {
				extents[d] = shape[j]
			}
		}
	}
	return extents
}

// withExtents replaces the dynamic extents of the tensor type t by the extents of the loops that
// index them. m is the indexing map of the tensor.
func withExtents(t ir.Type, m affine.Map, extents []int64) ir.Type {
	shape, _ := t.Shape()
	shape = slices.Clone(shape)
	for j, e := range m.Results {
		if d, ok := e.Dim(); ok && shape[j] == ir.Dynamic {
			shape[j] = extents[d]
		}
	}
	return t.WithShape(shape)
}

// dim(f(…, out), i) → dim(out, i)
func dimOfInit(op tensor.Dim, rw *rewrite.Rewriter) bool {
	init := initOf(op.Source())
	if init == nil {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, init) })
	return true
}

// initOf returns the output operand for the result v of a Structured, Softmax, Pack or Unpack. For
// any other value it returns nil.
func initOf(v *ir.Value) *ir.Value {
	def := v.Def()
	if def == nil {
		return nil
	}
	n := slices.Index(def.ResultList(), v)
	if s, ok := ir.Cast[Structured](def); ok {
		return s.Outputs()[n]
	}
	switch o := def.View().(type) {
	case Softmax:
		return o.Output()
	case Pack:
		return o.Dest()
	case Unpack:
		return o.Dest()
	}
	return nil
}
