// Package emit builds StableHLO operations, for expansions of larger operations.
package emit

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Emitter inserts operations with its builder. All types must have static shapes, except in
// AsDynamicSlice.
type Emitter struct{ B *ir.Builder }

// Shape returns the shape of a value whose type is ranked.
func Shape(v *ir.Value) []int64 {
	shape, _ := v.Type().Shape()
	return shape
}

// Weights returns the kernel of o, or nil if it is not constant or all its elements are equal.
func Weights(o stablehlo.Convolution) *ir.DenseElements {
	k, ok := ir.Defining[stablehlo.Constant](o.RHS())
	if !ok {
		return nil
	}
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok {
		return nil
	}
	if _, splat := d.Splat(); splat {
		return nil
	}
	return d
}

// Scalar returns a constant of rank 0.
func (e Emitter) Scalar(elem ir.Type, v float64) *ir.Value { return e.Table(elem, []float64{v}) }

// Table returns a constant tensor with the given elements in row-major order. Elements that are too
// large for an integer type wrap. Elements outside of the range of int64 saturate.
func (e Emitter) Table(elem ir.Type, values []float64, shape ...int64) *ir.Value {
	all := tensor.New(elem.Kind(), shape...)
	for i, v := range values {
		if elem.IsFloat() || !(-0x1p63 <= v && v < 0x1p63) {
			all.SetFloat(i, v)
		} else {
			all.SetInt(i, int64(v))
		}
	}
	return stablehlo.NewConstant(e.B, ir.NewDense(ir.Tensor(elem, shape...), all)).Op.Result()
}

// Iota returns a tensor in which each element is its index along dim.
func (e Emitter) Iota(elem ir.Type, dim int64, shape ...int64) *ir.Value {
	return stablehlo.NewIota(e.B, ir.Tensor(elem, shape...), dim).Op.Result()
}

// Fill returns a tensor of type t whose elements are all v.
func (e Emitter) Fill(t ir.Type, v float64) *ir.Value {
	shape, _ := t.Shape()
	return e.Broadcast(e.Scalar(t.Elem(), v), shape)
}

// Broadcast broadcasts x to the given shape. Dimension i of x becomes dimension dims[i] of the
// result.
func (e Emitter) Broadcast(x *ir.Value, shape []int64, dims ...int64) *ir.Value {
	if slices.Equal(Shape(x), shape) && slices.IsSorted(dims) {
		return x
	}
	return ir.Create[stablehlo.BroadcastInDim](e.B, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	}).Op.Result()
}

// Trailing broadcasts x to shape as NumPy does. The dimensions of x become the last dimensions of
// the result. Dimensions of extent 1 are repeated.
func (e Emitter) Trailing(x *ir.Value, shape []int64) *ir.Value {
	from := Shape(x)
	var keep, dims []int64
	for i, n := range from {
		d := len(shape) - len(from) + i
		if n == shape[d] {
			keep, dims = append(keep, n), append(dims, int64(d))
		}
	}
	if slices.Equal(from, shape) {
		return x
	}
	return e.Broadcast(e.Reshape(x, keep...), shape, dims...)
}

// Add, Sub, Mul, Div, Max, Min and Pow compute elementwise.
func (e Emitter) Add(x, y *ir.Value) *ir.Value { return stablehlo.NewAdd(e.B, x, y).Op.Result() }
func (e Emitter) Sub(x, y *ir.Value) *ir.Value { return stablehlo.NewSubtract(e.B, x, y).Op.Result() }
func (e Emitter) Mul(x, y *ir.Value) *ir.Value { return stablehlo.NewMultiply(e.B, x, y).Op.Result() }
func (e Emitter) Div(x, y *ir.Value) *ir.Value { return stablehlo.NewDivide(e.B, x, y).Op.Result() }
func (e Emitter) Max(x, y *ir.Value) *ir.Value { return stablehlo.NewMaximum(e.B, x, y).Op.Result() }
func (e Emitter) Min(x, y *ir.Value) *ir.Value { return stablehlo.NewMinimum(e.B, x, y).Op.Result() }
func (e Emitter) Pow(x, y *ir.Value) *ir.Value { return stablehlo.NewPower(e.B, x, y).Op.Result() }

// Compare compares elements in the direction EQ, NE, GE, GT, LE or LT.
func (e Emitter) Compare(direction string, x, y *ir.Value) *ir.Value {
	return stablehlo.NewCompare(e.B, direction, x, y).Op.Result()
}

// Choose takes elements of "yes" where p is true, and elements of "no" where p is false.
func (e Emitter) Choose(p, yes, no *ir.Value) *ir.Value {
	return ir.Create[stablehlo.Select](e.B, ir.Init{Operands: []*ir.Value{p, yes, no}, Results: []ir.Type{yes.Type()}}).Op.Result()
}

// Unary creates an elementwise operation with one operand and no attributes, such as
// stablehlo.logistic. The result has the type of x.
func Unary[T ir.Typed](e Emitter, x *ir.Value) *ir.Value {
	return ir.OpOf(ir.Create[T](e.B, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type()}})).Result()
}

// Convert converts the elements of x to the type elem.
func (e Emitter) Convert(x *ir.Value, elem ir.Type) *ir.Value {
	if x.Type().Elem() == elem {
		return x
	}
	return ir.Create[stablehlo.Convert](e.B, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type().WithElem(elem)}}).Op.Result()
}

// Reshape returns the elements of x in another shape.
func (e Emitter) Reshape(x *ir.Value, shape ...int64) *ir.Value {
	t := ir.Tensor(x.Type().Elem(), shape...)
	if x.Type() == t {
		return x
	}
	return ir.Create[stablehlo.Reshape](e.B, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{t}}).Op.Result()
}

// Transpose permutes dimensions: dimension i of the result is dimension perm[i] of x.
func (e Emitter) Transpose(x *ir.Value, perm ...int64) *ir.Value {
	from := Shape(x)
	shape := make([]int64, len(perm))
	same := true
	for i, d := range perm {
		shape[i] = from[d]
		same = same && int64(i) == d
	}
	if same {
		return x
	}
	return ir.Create[stablehlo.Transpose](e.B, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewDenseI64(perm...)},
	}).Op.Result()
}

// Slice takes the elements with indices in [start, limit) of each dimension.
func (e Emitter) Slice(x *ir.Value, start, limit []int64) *ir.Value {
	shape, strides := make([]int64, len(start)), make([]int64, len(start))
	for i := range start {
		shape[i], strides[i] = limit[i]-start[i], 1
	}
	return ir.Create[stablehlo.Slice](e.B, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(start...), ir.NewDenseI64(limit...), ir.NewDenseI64(strides...)},
	}).Op.Result()
}

// AsDynamicSlice returns the result of a dynamic_slice that replaces op. It returns nil if op has
// no constant sizes, or if the sizes differ from the static shape of the result. A start index out
// of bounds is an error in op, but a dynamic_slice clamps it.
func (e Emitter) AsDynamicSlice(op stablehlo.RealDynamicSlice) *ir.Value {
	sizes, ok := op.ConstantSizes()
	if t := op.Op.Result().Type(); !ok || t.HasStaticShape() && !slices.Equal(sizes, t.Dims()) {
		return nil
	}
	starts := make([]*ir.Value, len(sizes))
	for i := range starts {
		at := int64(i)
		starts[i] = e.Reshape(e.Slice(op.StartIndices(), []int64{at}, []int64{at + 1}))
	}
	return stablehlo.NewDynamicSlice(e.B, op.Operand(), op.Op.Result().Type(), starts, sizes).Op.Result()
}

// Take takes slices of x along dim, as numpy.take with mode='clip' does. The dimensions of the
// indices "at" replace dim in the result.
func (e Emitter) Take(x, at *ir.Value, dim int) *ir.Value {
	sizes, places := slices.Clone(Shape(x)), len(Shape(at))
	d := stablehlo.GatherDims{CollapsedSliceDims: []int64{int64(dim)}, StartIndexMap: []int64{int64(dim)}, IndexVectorDim: int64(places)}
	for i := range sizes {
		switch {
		case i < dim:
			d.OffsetDims = append(d.OffsetDims, int64(i))
		case i > dim:
			d.OffsetDims = append(d.OffsetDims, int64(i-1+places))
		}
	}
	shape := slices.Concat(sizes[:dim], Shape(at), sizes[dim+1:])
	sizes[dim] = min(1, sizes[dim])
	return e.Gather(x, at, d, sizes, shape)
}

// Gather takes slices of x of the given sizes. The parameter "at" has the indices of the slices.
// The result has the given shape.
func (e Emitter) Gather(x, at *ir.Value, d stablehlo.GatherDims, sizes, shape []int64) *ir.Value {
	return ir.Create[stablehlo.Gather](e.B, ir.Init{
		Operands: []*ir.Value{x, at}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewAttr(&d), ir.NewDenseI64(sizes...), ir.BoolAttr(false)},
	}).Op.Result()
}

// Concat joins tensors along a dimension.
func (e Emitter) Concat(dim int64, xs ...*ir.Value) *ir.Value {
	shape := slices.Clone(Shape(xs[0]))
	for _, x := range xs[1:] {
		shape[dim] += Shape(x)[dim]
	}
	return ir.Create[stablehlo.Concatenate](e.B, ir.Init{
		Operands: xs, Results: []ir.Type{ir.Tensor(xs[0].Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewI64(dim)},
	}).Op.Result()
}

// Dot contracts dimension xdim of x with dimension ydim of y. The result has the other dimensions
// of x, and then the other dimensions of y.
func (e Emitter) Dot(x, y *ir.Value, xdim, ydim int) *ir.Value {
	shape := slices.Concat(slices.Delete(slices.Clone(Shape(x)), xdim, xdim+1), slices.Delete(slices.Clone(Shape(y)), ydim, ydim+1))
	return ir.Create[stablehlo.DotGeneral](e.B, ir.Init{
		Operands: []*ir.Value{x, y}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewAttr(&stablehlo.DotDims{LHSContracting: []int64{int64(xdim)}, RHSContracting: []int64{int64(ydim)}})},
	}).Op.Result()
}

// Combine creates the operation with which a reduction combines two elements.
type Combine func(e Emitter, x, y *ir.Value) *ir.Value

// Reduce combines elements along dimensions, starting with init, and removes these dimensions.
func (e Emitter) Reduce(x *ir.Value, init float64, combine Combine, dims ...int64) *ir.Value {
	var shape []int64
	for i, n := range Shape(x) {
		if !slices.Contains(dims, int64(i)) {
			shape = append(shape, n)
		}
	}
	elem := x.Type().Elem()
	o := ir.Create[stablehlo.Reduce](e.B, ir.Init{
		Operands: []*ir.Value{x, e.Scalar(elem, init)}, Results: []ir.Type{ir.Tensor(elem, shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(dims...)}, NumRegions: 1,
	})
	e.Body(o.Body(), ir.Tensor(elem), combine)
	return o.Op.Result()
}

// Body adds the block to the region of a reduction or scatter. The block combines two values of
// type t.
func (e Emitter) Body(r *ir.Region, t ir.Type, combine Combine) {
	blk := r.AddBlock()
	x, y := blk.AddArg(t, e.B.Loc), blk.AddArg(t, e.B.Loc)
	inner := ir.NewBuilder(e.B.Registry())
	inner.AtEnd(blk)
	inner.Loc, inner.Created = e.B.Loc, e.B.Created
	stablehlo.NewReturn(inner, combine(Emitter{inner}, x, y))
}
