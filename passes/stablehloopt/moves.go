package stablehloopt

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// moves returns the patterns of operations that move elements.
func moves() []rewrite.Pattern {
	return []rewrite.Pattern{
		// A single broadcast is preferred to a broadcast and a reshape.
		rewrite.On(mergeBroadcasts).Benefit(2), rewrite.On(broadcastToReshape), rewrite.On(broadcastToTranspose),
		rewrite.On(stablehlo.MergeReshapes), rewrite.On(stablehlo.MergeTransposes), rewrite.On(transposeToReshape),
		rewrite.On(concatenateWithoutEmpty), rewrite.On(concatenateNested), rewrite.On(sliceOfConcatenate),
		rewrite.On(reverseSame), rewrite.On(padNothing), rewrite.On(padEmpty),
		rewrite.On(iotaOfOne), rewrite.On(iotaToBroadcast), rewrite.On(gatherToSlice),
	}
}

// sameCount reports whether two values of static shape have the same number of elements.
func sameCount(v, w *ir.Value) bool {
	return v.Type().HasStaticShape() && w.Type().HasStaticShape() && v.Type().NumElements() == w.Type().NumElements()
}

// broadcast_in_dim(x, sorted dims) → reshape(x), if no element is repeated
func broadcastToReshape(op stablehlo.BroadcastInDim, rw *rewrite.Rewriter) bool {
	x, r := op.Operand(), op.Op.Result()
	if !sameCount(x, r) || !slices.IsSorted(op.BroadcastDimensions()) || x.Type() == r.Type() {
		return false
	}
	replace(rw, op.Op, stablehlo.NewReshape(&rw.Builder, x, r.Type()).Op.Result())
	return true
}

// broadcast_in_dim(x, dims) → transpose(x), if no element is repeated and no dimension added
func broadcastToTranspose(op stablehlo.BroadcastInDim, rw *rewrite.Rewriter) bool {
	x, r := op.Operand(), op.Op.Result()
	if !sameCount(x, r) || x.Type().Rank() != r.Type().Rank() || slices.IsSorted(op.BroadcastDimensions()) {
		return false
	}
	permutation := make([]int64, r.Type().Rank())
	for i, d := range op.BroadcastDimensions() {
		permutation[d] = int64(i)
	}
	replace(rw, op.Op, stablehlo.NewTranspose(&rw.Builder, x, r.Type(), permutation...).Op.Result())
	return true
}

// broadcast_in_dim(broadcast_in_dim(x)) → broadcast_in_dim(x), if the inner broadcast_in_dim is
// not a reshape
func mergeBroadcasts(op stablehlo.BroadcastInDim, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[stablehlo.BroadcastInDim](op.Operand())
	if !ok || slices.IsSorted(in.BroadcastDimensions()) && sameCount(in.Operand(), op.Operand()) {
		return false
	}
	return stablehlo.MergeBroadcasts(op, rw)
}

// transpose(x) → reshape(x), if only dimensions of extent 1 move
func transposeToReshape(op stablehlo.Transpose, rw *rewrite.Rewriter) bool {
	x, r := op.Operand(), op.Op.Result()
	if !sameCount(x, r) {
		return false
	}
	shape := x.Type().Dims()
	longer := slices.DeleteFunc(slices.Clone(op.Permutation()), func(d int64) bool { return shape[d] == 1 })
	if !slices.IsSorted(longer) || x.Type() == r.Type() {
		return false
	}
	replace(rw, op.Op, stablehlo.NewReshape(&rw.Builder, x, r.Type()).Op.Result())
	return true
}

// concatenate(x, empty, y) → concatenate(x, y)
func concatenateWithoutEmpty(op stablehlo.Concatenate, rw *rewrite.Rewriter) bool {
	dim := op.Dimension()
	kept := slices.DeleteFunc(op.Op.OperandList(), func(v *ir.Value) bool { return v.Type().Dims()[dim] == 0 })
	if len(kept) == 0 || len(kept) == op.Op.NumOperands() {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperands(kept) })
	return true
}

// concatenate(concatenate(x, y), z) → concatenate(x, y, z), at any depth, if the inner
// concatenations have no other use
func concatenateNested(op stablehlo.Concatenate, rw *rewrite.Rewriter) bool {
	var flat []*ir.Value
	rest := op.Op.OperandList()
	slices.Reverse(rest)
	for len(rest) > 0 {
		v := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		in, ok := ir.Defining[stablehlo.Concatenate](v)
		if !ok || !v.HasOneUse() || in.Dimension() != op.Dimension() {
			flat = append(flat, v)
			continue
		}
		for _, w := range slices.Backward(in.Inputs()) {
			rest = append(rest, w)
		}
	}
	if slices.Equal(flat, op.Op.OperandList()) {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperands(flat) })
	return true
}

// slice(concatenate(x, y, z)) → slice(concatenate(x, y)), if the slice has no element of z
func sliceOfConcatenate(op stablehlo.Slice, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[stablehlo.Concatenate](op.Operand())
	if !ok || !op.Op.Result().Type().HasStaticShape() {
		return false
	}
	dim := c.Dimension()
	start, limit := slices.Clone(op.StartIndices()), slices.Clone(op.LimitIndices())
	first, end, offset, at := -1, -1, int64(0), int64(0)
	for i, v := range c.Inputs() {
		n := v.Type().Dims()[dim]
		if n == ir.Dynamic {
			return false
		}
		if at+n > start[dim] && first < 0 {
			first, offset = i, at
		}
		if at < limit[dim] {
			end = i + 1
		}
		at += n
	}
	if first < 0 || end <= first || end-first == c.Op.NumOperands() || end-first > 1 && !op.Operand().HasOneUse() {
		return false
	}
	used := c.Inputs()[first:end]
	shape := slices.Clone(op.Operand().Type().Dims())
	shape[dim] = 0
	for _, v := range used {
		shape[dim] += v.Type().Dims()[dim]
	}
	joined := used[0]
	if len(used) > 1 {
		joined = stablehlo.NewConcatenate(&rw.Builder, op.Operand().Type().WithShape(shape), dim, used...).Op.Result()
	}
	start[dim] -= offset
	limit[dim] -= offset
	r := op.Op.Result()
	rw.Replace(op.Op, stablehlo.NewSlice(&rw.Builder, joined, r.Type(), start, limit, op.Strides()).Op.Result())
	return true
}

// reverse(x) → x, if x has no elements or equal elements, or only dimensions of extent 1 are
// reversed
func reverseSame(op stablehlo.Reverse, rw *rewrite.Rewriter) bool {
	x := op.Operand()
	if _, splat := splatConstant(x); !splat && (!x.Type().HasStaticShape() || x.Type().NumElements() > 0 && movesElements(op)) || x.Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, x)
	return true
}

// pad(x, nothing) → x
func padNothing(op stablehlo.Pad, rw *rewrite.Rewriter) bool {
	for _, numbers := range [][]int64{op.EdgePaddingLow(), op.EdgePaddingHigh(), op.InteriorPadding()} {
		if slices.ContainsFunc(numbers, func(n int64) bool { return n != 0 }) {
			return false
		}
	}
	if op.Operand().Type() != op.Op.Result().Type() {
		return false
	}
	replace(rw, op.Op, op.Operand())
	return true
}

// pad(empty, v) → broadcast_in_dim(v)
func padEmpty(op stablehlo.Pad, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !isEmpty(op.Operand().Type()) || !t.HasStaticShape() {
		return false
	}
	rw.Replace(op.Op, stablehlo.NewBroadcastInDim(&rw.Builder, op.PaddingValue(), t).Op.Result())
	return true
}

// iota(dim) → 0, if the dimension has extent 1
func iotaOfOne(op stablehlo.Iota, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if t.Dims()[op.IotaDimension()] != 1 || !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return false
	}
	rw.Replace(op.Op, zero(rw, t))
	return true
}

// iota(dim) of several dimensions → broadcast_in_dim(iota(0), dim)
func iotaToBroadcast(op stablehlo.Iota, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if t.Rank() < 2 || !t.HasStaticShape() {
		return false
	}
	dim := op.IotaDimension()
	line := stablehlo.NewIota(&rw.Builder, t.WithShape([]int64{t.Dims()[dim]}), 0).Op.Result()
	rw.Replace(op.Op, stablehlo.NewBroadcastInDim(&rw.Builder, line, t, dim).Op.Result())
	return true
}

// gather(x, one constant position) → reshape(slice(x))
func gatherToSlice(op stablehlo.Gather, rw *rewrite.Rewriter) bool {
	at, ok := constantInts(op.StartIndices())
	d, x, t := op.DimensionNumbers(), op.Operand(), op.Op.Result().Type()
	if !ok || d.IndexVectorDim != 0 || op.StartIndices().Type().Rank() > 1 || len(at) != len(d.StartIndexMap) ||
		!x.Type().HasStaticShape() || !t.HasStaticShape() || !isOrdered(d.OffsetDims) {
		return false
	}
	sizes, shape := op.SliceSizes(), x.Type().Dims()
	start, limit := make([]int64, len(sizes)), slices.Clone(sizes)
	for i, dim := range d.StartIndexMap {
		start[dim] = max(0, min(at[i], shape[dim]-sizes[dim]))
		limit[dim] += start[dim]
	}
	v := stablehlo.NewSlice(&rw.Builder, x, x.Type().WithShape(sizes), start, limit, slices.Repeat([]int64{1}, len(sizes))).Op.Result()
	if v.Type() != t {
		v = stablehlo.NewReshape(&rw.Builder, v, t).Op.Result()
	}
	rw.Replace(op.Op, v)
	return true
}

// isOrdered reports whether the list is 0, 1, 2, …
func isOrdered(v []int64) bool {
	for i, n := range v {
		if n != int64(i) {
			return false
		}
	}
	return true
}

// constantInts returns the numbers of a constant; unsigned numbers beyond the range of int64 become
// the largest int64.
func constantInts(v *ir.Value) ([]int64, bool) {
	a, ok := rewrite.Const(v)
	if !ok {
		return nil, false
	}
	numbers, ok := a.Ints()
	if v.Type().Kind() == tensor.U64 {
		numbers = slices.Clone(numbers)
		for i, n := range numbers {
			if n < 0 {
				numbers[i] = math.MaxInt64
			}
		}
	}
	return numbers, ok
}
