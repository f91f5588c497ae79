package stablehloopt

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// dynamics returns the patterns of operations whose shapes or positions are operands.
func dynamics() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(mergeDynamicBroadcasts), rewrite.On(dynamicBroadcastOfReshape), rewrite.On(dynamicBroadcastToOwnShape), rewrite.On(dynamicBroadcastNothing), rewrite.On(dynamicBroadcastToStatic),
		rewrite.On(dynamicGatherToGather), rewrite.On(dynamicPadToPad),
		rewrite.On(dynamicIotaToStatic), rewrite.On(dynamicIotaToBroadcast),
		rewrite.On(mergeDynamicReshapes), rewrite.On(dynamicReshapeToStatic), rewrite.On(dynamicReshapeSame), rewrite.On(shapeOfReshape),
		rewrite.On(dynamicSliceToSlice), rewrite.On(updateNothing), rewrite.On(updateAll),
		rewrite.On(realDynamicSliceToSlice), rewrite.On(realDynamicSliceToDynamicSlice),
	}
}

// dynamic_broadcast_in_dim(dynamic_broadcast_in_dim(x), shape) → dynamic_broadcast_in_dim(x, shape)
func mergeDynamicBroadcasts(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[stablehlo.DynamicBroadcastInDim](op.Operand())
	if !ok {
		return false
	}
	outer, dims := op.BroadcastDimensions(), slices.Clone(in.BroadcastDimensions())
	for i, d := range dims {
		dims[i] = outer[d]
	}
	rw.Update(op.Op, func() {
		op.Op.SetOperandAt(0, in.Operand())
		op.Op.SetAttr("broadcast_dimensions", ir.NewDenseI64(dims...))
		op.Op.SetAttr("known_expanding_dimensions", ir.NewDenseI64())
		op.Op.SetAttr("known_nonexpanding_dimensions", ir.NewDenseI64())
	})
	return true
}

// dynamic_broadcast_in_dim(x) → convert(x), if no dimension expands. The conversion only changes
// the static type.
func dynamicBroadcastNothing(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !isOrdered(op.BroadcastDimensions()) || len(op.KnownNonexpandingDimensions()) != t.Rank() || op.Operand().Type().Rank() != t.Rank() {
		return false
	}
	replace(rw, op.Op, converted(rw, op.Operand(), t))
	return true
}

// converted returns a convert of v to type t.
func converted(rw *rewrite.Rewriter, v *ir.Value, t ir.Type) *ir.Value {
	return ir.Create[stablehlo.Convert](&rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
}

// dynamic_broadcast_in_dim(dynamic_reshape(x, shape), shape) → dynamic_reshape(x, shape)
func dynamicBroadcastOfReshape(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[stablehlo.DynamicReshape](op.Operand())
	if !ok || in.OutputShape() != op.OutputDimensions() || !isOrdered(op.BroadcastDimensions()) {
		return false
	}
	t := op.Op.Result().Type()
	r := ir.Create[stablehlo.DynamicReshape](&rw.Builder, ir.Init{Operands: []*ir.Value{in.Operand(), in.OutputShape()}, Results: []ir.Type{t}})
	replace(rw, op.Op, r.Op.Result())
	return true
}

// dynamic_broadcast_in_dim(x, shape_of(x)) → x
func dynamicBroadcastToOwnShape(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	x := op.Operand()
	s, ok := ir.Defining[shape.ShapeOf](op.OutputDimensions())
	if !ok || s.Arg() != x || !isOrdered(op.BroadcastDimensions()) || x.Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, x)
	return true
}

// shape_of(dynamic_reshape(x, shape)) → shape
func shapeOfReshape(op shape.ShapeOf, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[stablehlo.DynamicReshape](op.Arg())
	if !ok || in.OutputShape().Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, in.OutputShape())
	return true
}

// dynamic_broadcast_in_dim(x, shape) → broadcast_in_dim(x), if x is static, and the result type is
// static or shape is constant
func dynamicBroadcastToStatic(op stablehlo.DynamicBroadcastInDim, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !op.Operand().Type().HasStaticShape() {
		return false
	}
	if !t.HasStaticShape() {
		extents, ok := constantInts(op.OutputDimensions())
		if !ok {
			return false
		}
		t = ir.Tensor(t.Elem(), extents...)
	}
	replaceRefined(rw, op.Op, stablehlo.NewBroadcastInDim(&rw.Builder, op.Operand(), t, op.BroadcastDimensions()...).Op.Result())
	return true
}

// replaceRefined replaces the result of op by v, whose type may be more precise. If a user of the
// result requires its type, all users get v converted to this type.
func replaceRefined(rw *rewrite.Rewriter, op *ir.Op, v *ir.Value) {
	r := op.Result()
	if v.Type() != r.Type() && hasExactUser(r) {
		v = converted(rw, v, r.Type())
	}
	rw.Replace(op, v)
}

// hasExactUser reports whether a user of v may require the type of v: an operation of another
// dialect, or an operation that passes v on, such as a return, a tuple or a custom call.
func hasExactUser(v *ir.Value) bool {
	for u := range v.Uses() {
		switch u.Owner().View().(type) {
		case stablehlo.Return, stablehlo.OptimizationBarrier, stablehlo.Tuple, stablehlo.Composite, stablehlo.CustomCall, stablehlo.AsyncStart:
			return true
		}
		if u.Owner().Def().Dialect() != v.Def().Def().Dialect() {
			return true
		}
	}
	return false
}

// dynamic_gather(x, at, constant) → gather(x, at)
func dynamicGatherToGather(op stablehlo.DynamicGather, rw *rewrite.Rewriter) bool {
	sizes, ok := constantInts(op.SliceSizes())
	if !ok {
		return false
	}
	g := ir.Create[stablehlo.Gather](&rw.Builder, ir.Init{
		Operands: []*ir.Value{op.Operand(), op.StartIndices()}, Results: op.Op.ResultTypes(),
		Attrs: []ir.Attr{ir.NewAttr(op.DimensionNumbers()), ir.NewDenseI64(sizes...), ir.BoolAttr(op.IndicesAreSorted())},
	})
	replace(rw, op.Op, g.Op.Result())
	return true
}

// dynamic_pad(x, v, constants) → pad(x, v)
func dynamicPadToPad(op stablehlo.DynamicPad, rw *rewrite.Rewriter) bool {
	low, ok1 := constantInts(op.EdgePaddingLow())
	high, ok2 := constantInts(op.EdgePaddingHigh())
	interior, ok3 := constantInts(op.InteriorPadding())
	if !ok1 || !ok2 || !ok3 {
		return false
	}
	replace(rw, op.Op, stablehlo.NewPad(&rw.Builder, op.Operand(), op.PaddingValue(), op.Op.Result().Type(), low, high, interior).Op.Result())
	return true
}

// dynamic_iota → iota, if the type is static
func dynamicIotaToStatic(op stablehlo.DynamicIota, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !t.HasStaticShape() {
		return false
	}
	replace(rw, op.Op, stablehlo.NewIota(&rw.Builder, t, op.IotaDimension()).Op.Result())
	return true
}

// dynamic_iota(shape, dim) of several dimensions →
// dynamic_broadcast_in_dim(dynamic_iota(slice(shape)), shape), along dim
func dynamicIotaToBroadcast(op stablehlo.DynamicIota, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if t.Rank() < 2 {
		return false
	}
	dim, to := op.IotaDimension(), op.OutputShape()
	extents := inI64(rw, to)
	one := ir.Tensor(ir.I64(), 1)
	n := stablehlo.NewSlice(&rw.Builder, extents, one, []int64{dim}, []int64{dim + 1}, []int64{1}).Op.Result()
	line := ir.Create[stablehlo.DynamicIota](&rw.Builder, ir.Init{
		Operands: []*ir.Value{n}, Results: []ir.Type{ir.Tensor(t.Elem(), t.Dims()[dim])}, Attrs: []ir.Attr{ir.NewI64(0)},
	}).Op.Result()
	r := ir.Create[stablehlo.DynamicBroadcastInDim](&rw.Builder, ir.Init{
		Operands: []*ir.Value{line, to}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(dim)},
	})
	rw.Replace(op.Op, r.Op.Result())
	return true
}

// inI64 converts the elements of a shape to i64.
func inI64(rw *rewrite.Rewriter, v *ir.Value) *ir.Value {
	t := v.Type().WithElem(ir.I64())
	if v.Type().Elem().IsIndex() {
		return ir.Create[arith.IndexCast](&rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
	}
	return converted(rw, v, t)
}

// dynamic_reshape(dynamic_reshape(x), shape) → dynamic_reshape(x, shape)
func mergeDynamicReshapes(op stablehlo.DynamicReshape, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[stablehlo.DynamicReshape](op.Operand())
	if !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, in.Operand()) })
	return true
}

// dynamic_reshape → reshape, if the type is static
func dynamicReshapeToStatic(op stablehlo.DynamicReshape, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !t.HasStaticShape() {
		return false
	}
	replace(rw, op.Op, stablehlo.NewReshape(&rw.Builder, op.Operand(), t).Op.Result())
	return true
}

// dynamic_reshape(f(dynamic_reshape(x, shape)), shape) → f(dynamic_reshape(x, shape)), if f keeps
// the shape
func dynamicReshapeSame(op stablehlo.DynamicReshape, rw *rewrite.Rewriter) bool {
	f := op.Operand().Def()
	if f == nil || !f.Has(ir.SameOperandsAndResultShape) || f.NumOperands() == 0 || op.Operand().Type() != op.Op.Result().Type() {
		return false
	}
	in, ok := ir.Defining[stablehlo.DynamicReshape](f.OperandList()[0])
	if !ok || in.OutputShape() != op.OutputShape() {
		return false
	}
	replace(rw, op.Op, op.Operand())
	return true
}

// dynamic_slice(x, constants) → slice(x), if x is static
func dynamicSliceToSlice(op stablehlo.DynamicSlice, rw *rewrite.Rewriter) bool {
	if !op.Operand().Type().HasStaticShape() {
		return false
	}
	extents, sizes := op.Operand().Type().Dims(), op.SliceSizes()
	start, limit := make([]int64, len(sizes)), make([]int64, len(sizes))
	for i, v := range op.StartIndices() {
		at, ok := constantInts(v)
		if !ok || len(at) != 1 {
			return false
		}
		start[i] = max(0, min(at[0], extents[i]-sizes[i]))
		limit[i] = start[i] + sizes[i]
	}
	r := op.Op.Result()
	replace(rw, op.Op, stablehlo.NewSlice(&rw.Builder, op.Operand(), r.Type(), start, limit, slices.Repeat([]int64{1}, len(sizes))).Op.Result())
	return true
}

// dynamic_update_slice(x, empty) → x
func updateNothing(op stablehlo.DynamicUpdateSlice, rw *rewrite.Rewriter) bool {
	if !isEmpty(op.Update().Type()) || op.Operand().Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, op.Operand())
	return true
}

// dynamic_update_slice(x, y, zeros) → y, if y is as large as x
func updateAll(op stablehlo.DynamicUpdateSlice, rw *rewrite.Rewriter) bool {
	y := op.Update()
	if y.Type() != op.Operand().Type() || y.Type() != op.Op.Result().Type() || !y.Type().HasStaticShape() {
		return false
	}
	for _, v := range op.StartIndices() {
		if n, ok := rewrite.ConstInt(v); !ok || n != 0 {
			return false
		}
	}
	replace(rw, op.Op, y)
	return true
}

// real_dynamic_slice(x, constants) → slice(x)
func realDynamicSliceToSlice(op stablehlo.RealDynamicSlice, rw *rewrite.Rewriter) bool {
	start, ok1 := constantInts(op.StartIndices())
	limit, ok2 := constantInts(op.LimitIndices())
	strides, ok3 := constantInts(op.Strides())
	if !ok1 || !ok2 || !ok3 {
		return false
	}
	replace(rw, op.Op, stablehlo.NewSlice(&rw.Builder, op.Operand(), op.Op.Result().Type(), start, limit, strides).Op.Result())
	return true
}

// real_dynamic_slice(x, start, start + constant, ones) → dynamic_slice(x, start)
func realDynamicSliceToDynamicSlice(op stablehlo.RealDynamicSlice, rw *rewrite.Rewriter) bool {
	y := emit.Emitter{B: &rw.Builder}.AsDynamicSlice(op)
	if y == nil {
		return false
	}
	replace(rw, op.Op, y)
	return true
}
