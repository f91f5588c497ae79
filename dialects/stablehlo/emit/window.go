package emit

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Window describes a sliding window. Its lists have one entry for each dimension or, in Conv, for
// each spatial dimension. If Strides, BaseDilation or Dilation is nil, its entries are 1.
type Window struct {
	Size, Strides, Low, High, BaseDilation, Dilation []int64
}

// padding returns the attribute for the low and high padding of each dimension.
func (w Window) padding() ir.Attr {
	n := len(w.Low)
	t := tensor.New(tensor.I64, int64(n), 2)
	for i := range n {
		t.SetInt(2*i, w.Low[i])
		t.SetInt(2*i+1, w.High[i])
	}
	return ir.NewDense(ir.Tensor(ir.I64(), int64(n), 2), t)
}

func ints(v []int64) ir.Attr {
	if v == nil {
		return ir.Attr{}
	}
	return ir.NewDenseI64(v...)
}

// ReduceWindow combines the elements of each window. The result has the given shape.
func (e Emitter) ReduceWindow(x *ir.Value, init float64, combine Combine, w Window, shape []int64) *ir.Value {
	elem := x.Type().Elem()
	o := ir.Create[stablehlo.ReduceWindow](e.B, ir.Init{
		Operands: []*ir.Value{x, e.Scalar(elem, init)}, Results: []ir.Type{ir.Tensor(elem, shape...)},
		Attrs:      []ir.Attr{ir.NewDenseI64(w.Size...), ints(w.Strides), ints(w.BaseDilation), ints(w.Dilation), w.padding()},
		NumRegions: 1,
	})
	e.Body(o.Op.RegionAt(0), ir.Tensor(elem), combine)
	return o.Op.Result()
}

// Conv slides a kernel over x, whose features are divided into groups. The result has the given
// shape. Conv does not use w.Size.
func (e Emitter) Conv(x, kernel *ir.Value, dims stablehlo.ConvDims, w Window, groups int64, shape []int64) *ir.Value {
	return e.conv(x, kernel, dims, w, groups, 1, shape)
}

// fewGroups is the maximum number of groups that BatchConv computes by separate convolutions. On
// backend jit, 2 separate convolutions of 32 features take a fifth of the time of one convolution
// with 2 batch groups. 256 separate convolutions of one feature take twice the time of one
// convolution with 256 batch groups.
const fewGroups = 16

// BatchConv is like Conv, but the batches of x are divided into groups. Each group has its own
// output features in the kernel and in the result.
func (e Emitter) BatchConv(x, kernel *ir.Value, dims stablehlo.ConvDims, w Window, groups int64, shape []int64) *ir.Value {
	if groups == 1 || groups > fewGroups {
		return e.conv(x, kernel, dims, w, 1, groups, shape)
	}
	shape = slices.Clone(shape)
	shape[dims.OutputFeature] /= groups
	parts := make([]*ir.Value, groups)
	for i := range groups {
		parts[i] = e.Conv(e.part(x, dims.InputBatch, i, groups), e.part(kernel, dims.KernelOutputFeature, i, groups), dims, w, 1, shape)
	}
	return e.Concat(dims.OutputFeature, parts...)
}

// part returns part i of x when x is divided into n parts along dim.
func (e Emitter) part(x *ir.Value, dim, i, n int64) *ir.Value {
	start, limit := make([]int64, len(Shape(x))), slices.Clone(Shape(x))
	size := limit[dim] / n
	start[dim], limit[dim] = i*size, (i+1)*size
	return e.Slice(x, start, limit)
}

func (e Emitter) conv(x, kernel *ir.Value, dims stablehlo.ConvDims, w Window, features, batches int64, shape []int64) *ir.Value {
	return ir.Create[stablehlo.Convolution](e.B, ir.Init{
		Operands: []*ir.Value{x, kernel}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{
			ints(w.Strides), w.padding(), ints(w.BaseDilation), ints(w.Dilation), {},
			ir.NewAttr(&dims), ir.NewI64(features), ir.NewI64(batches), {},
		},
	}).Op.Result()
}

// Reverse reverses the order of the elements along dimensions.
func (e Emitter) Reverse(x *ir.Value, dims ...int64) *ir.Value {
	return ir.Create[stablehlo.Reverse](e.B, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{x.Type()}, Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	}).Op.Result()
}

// SelectAndScatter returns the gradient of max pooling of x. It adds each element of grad at the
// position of its window's largest element. Of equal elements, it uses the first.
func (e Emitter) SelectAndScatter(x, grad *ir.Value, w Window) *ir.Value {
	elem := x.Type().Elem()
	o := ir.Create[stablehlo.SelectAndScatter](e.B, ir.Init{
		Operands: []*ir.Value{x, grad, e.Scalar(elem, 0)}, Results: []ir.Type{x.Type()},
		Attrs: []ir.Attr{ir.NewDenseI64(w.Size...), ints(w.Strides), w.padding()}, NumRegions: 2,
	})
	e.Body(o.Op.RegionAt(0), ir.Tensor(elem), func(e Emitter, x, y *ir.Value) *ir.Value { return e.Compare("GE", x, y) })
	e.Body(o.Op.RegionAt(1), ir.Tensor(elem), Emitter.Add)
	return o.Op.Result()
}
