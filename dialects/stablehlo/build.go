package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// The constructors in this file and in buildregion.go do not verify the operations.

// NewConvert converts the elements of v to the type elem.
func NewConvert(b *ir.Builder, v *ir.Value, elem ir.Type) Convert {
	return ir.Create[Convert](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type().WithElem(elem)}})
}

// NewReshape reshapes v to the shape of t.
func NewReshape(b *ir.Builder, v *ir.Value, t ir.Type) Reshape {
	return ir.Create[Reshape](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// NewBitcastConvert interprets the bits of v as elements of t.
func NewBitcastConvert(b *ir.Builder, v *ir.Value, t ir.Type) BitcastConvert {
	return ir.Create[BitcastConvert](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// NewBroadcastInDim broadcasts v to the type t. Dimension i of v becomes dimension dims[i] of the
// result.
func NewBroadcastInDim(b *ir.Builder, v *ir.Value, t ir.Type, dims ...int64) BroadcastInDim {
	return ir.Create[BroadcastInDim](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	})
}

// NewTranspose permutes the dimensions of v. t is the type of the result.
func NewTranspose(b *ir.Builder, v *ir.Value, t ir.Type, permutation ...int64) Transpose {
	return ir.Create[Transpose](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(permutation...)},
	})
}

// NewReverse reverses v along dims.
func NewReverse(b *ir.Builder, v *ir.Value, dims ...int64) Reverse {
	return ir.Create[Reverse](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{v.Type()}, Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	})
}

// NewSlice takes a slice of v. In dimension i, its indices are start[i], start[i]+strides[i] and so
// on, below limit[i].
func NewSlice(b *ir.Builder, v *ir.Value, t ir.Type, start, limit, strides []int64) Slice {
	return ir.Create[Slice](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t},
		Attrs: []ir.Attr{ir.NewDenseI64(start...), ir.NewDenseI64(limit...), ir.NewDenseI64(strides...)},
	})
}

// NewPad adds the scalar padding around v and between its elements.
func NewPad(b *ir.Builder, v, padding *ir.Value, t ir.Type, low, high, interior []int64) Pad {
	return ir.Create[Pad](b, ir.Init{
		Operands: []*ir.Value{v, padding}, Results: []ir.Type{t},
		Attrs: []ir.Attr{ir.NewDenseI64(low...), ir.NewDenseI64(high...), ir.NewDenseI64(interior...)},
	})
}

// NewConcatenate joins inputs along the dimension dim.
func NewConcatenate(b *ir.Builder, t ir.Type, dim int64, inputs ...*ir.Value) Concatenate {
	return ir.Create[Concatenate](b, ir.Init{Operands: inputs, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewI64(dim)}})
}

// NewIota creates a tensor of type t. Each element is its index along the dimension dim.
func NewIota(b *ir.Builder, t ir.Type, dim int64) Iota {
	return ir.Create[Iota](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewI64(dim)}})
}

// NewClamp limits the elements of v to the range from low to high, which may be scalars.
func NewClamp(b *ir.Builder, low, v, high *ir.Value) Clamp {
	return ir.Create[Clamp](b, ir.Init{Operands: []*ir.Value{low, v, high}, Results: []ir.Type{v.Type()}})
}

// NewSelect takes elements of onTrue where pred is true, and of onFalse where pred is false. pred
// may be a scalar.
func NewSelect(b *ir.Builder, pred, onTrue, onFalse *ir.Value) Select {
	return ir.Create[Select](b, ir.Init{Operands: []*ir.Value{pred, onTrue, onFalse}, Results: []ir.Type{onTrue.Type()}})
}

// NewCompareAs is [NewCompare] with a comparison type, such as TOTALORDER.
func NewCompareAs(b *ir.Builder, dir, kind string, lhs, rhs *ir.Value) Compare {
	return ir.Create[Compare](b, ir.Init{
		Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type().WithElem(ir.I1())},
		Attrs: []ir.Attr{NewEnum(direction, dir), NewEnum(comparisonType, kind)},
	})
}

// NewRngBitGenerator computes a tensor of type t with random bits, and the next state.
func NewRngBitGenerator(b *ir.Builder, algorithm string, state *ir.Value, t ir.Type) RngBitGenerator {
	return ir.Create[RngBitGenerator](b, ir.Init{
		Operands: []*ir.Value{state}, Results: []ir.Type{state.Type(), t}, Attrs: []ir.Attr{NewEnum(rngAlgorithm, algorithm)},
	})
}

// NewDotGeneral inserts a DotGeneral with the dimension numbers d.
func NewDotGeneral(b *ir.Builder, lhs, rhs *ir.Value, t ir.Type, d DotDims) DotGeneral {
	return ir.Create[DotGeneral](b, ir.Init{
		Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewAttr(&d)},
	})
}

// Window describes how a window slides over its input. A nil list means the default for each
// dimension: stride 1, dilation 1, no padding.
type Window struct {
	Strides                []int64
	Padding                [][2]int64 // low and high
	BaseDilation, Dilation []int64    // of the input and of the window
}

// dims returns the list v as an attribute, or a nil attribute if v is nil.
func (w Window) dims(v []int64) ir.Attr {
	if v == nil {
		return ir.Attr{}
	}
	return ir.NewDenseI64(v...)
}

// padding returns Padding as a dense attribute of shape [n,2], or a nil attribute if Padding is
// nil.
func (w Window) padding() ir.Attr {
	if w.Padding == nil {
		return ir.Attr{}
	}
	shape := []int64{int64(len(w.Padding)), 2}
	v := make([]int64, 0, 2*len(w.Padding))
	for _, p := range w.Padding {
		v = append(v, p[0], p[1])
	}
	return ir.NewDense(ir.Tensor(ir.I64(), shape...), tensor.FromSlice(shape, v))
}

// NewConvolution slides kernel over input. The features are divided into featureGroups groups, and
// the batches into batchGroups groups.
func NewConvolution(b *ir.Builder, input, kernel *ir.Value, t ir.Type, w Window, d ConvDims, featureGroups, batchGroups int64) Convolution {
	return ir.Create[Convolution](b, ir.Init{
		Operands: []*ir.Value{input, kernel}, Results: []ir.Type{t},
		Attrs: []ir.Attr{
			w.dims(w.Strides), w.padding(), w.dims(w.BaseDilation), w.dims(w.Dilation), {},
			ir.NewAttr(&d), ir.NewI64(featureGroups), ir.NewI64(batchGroups),
		},
	})
}

// NewDynamicSlice extracts a slice from v. In dimension i, the slice begins at the scalar starts[i]
// and has sizes[i] elements.
func NewDynamicSlice(b *ir.Builder, v *ir.Value, t ir.Type, starts []*ir.Value, sizes []int64) DynamicSlice {
	return ir.Create[DynamicSlice](b, ir.Init{
		Operands: append([]*ir.Value{v}, starts...), Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(sizes...)},
	})
}

// NewDynamicUpdateSlice replaces a slice of v with update. The slice begins at the indices in
// starts.
func NewDynamicUpdateSlice(b *ir.Builder, v, update *ir.Value, starts []*ir.Value) DynamicUpdateSlice {
	return ir.Create[DynamicUpdateSlice](b, ir.Init{
		Operands: append([]*ir.Value{v, update}, starts...), Results: []ir.Type{v.Type()},
	})
}

// NewFft transforms v along its last len(length) dimensions. kind is FFT, IFFT, RFFT or IRFFT.
func NewFft(b *ir.Builder, v *ir.Value, t ir.Type, kind string, length ...int64) Fft {
	return ir.Create[Fft](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{NewEnum(fftType, kind), ir.NewDenseI64(length...)},
	})
}

// NewGather takes slices of the given sizes at the positions in starts. It fails if the dimension
// numbers or the sizes are invalid.
func NewGather(b *ir.Builder, v, starts *ir.Value, d GatherDims, sizes []int64, sorted bool) (Gather, error) {
	in := ir.Init{
		Operands: []*ir.Value{v, starts},
		Attrs:    []ir.Attr{ir.NewAttr(&d), ir.NewDenseI64(sizes...), ir.BoolAttr(sorted)},
	}
	var err error
	if in.Results, err = (Gather{}).InferTypes(in); err != nil {
		return Gather{}, err
	}
	return ir.Create[Gather](b, in), nil
}

// normAttrs are the attributes of the batch_norm operations.
func normAttrs(epsilon float64, feature int64) []ir.Attr {
	return []ir.Attr{ir.NewFloat(epsilon, ir.F32()), ir.NewI64(feature)}
}

// NewBatchNormInference normalizes v with a given mean and variance. The parameter "feature" is the
// index of the feature dimension.
func NewBatchNormInference(b *ir.Builder, v, scale, offset, mean, variance *ir.Value, epsilon float64, feature int64) BatchNormInference {
	return ir.Create[BatchNormInference](b, ir.Init{
		Operands: []*ir.Value{v, scale, offset, mean, variance}, Results: []ir.Type{v.Type()}, Attrs: normAttrs(epsilon, feature),
	})
}

// NewBatchNormTraining normalizes v by its mean and variance, which are also results.
func NewBatchNormTraining(b *ir.Builder, v, scale, offset *ir.Value, epsilon float64, feature int64) BatchNormTraining {
	return ir.Create[BatchNormTraining](b, ir.Init{
		Operands: []*ir.Value{v, scale, offset}, Results: []ir.Type{v.Type(), scale.Type(), scale.Type()}, Attrs: normAttrs(epsilon, feature),
	})
}

// NewBatchNormGrad computes the gradients of [NewBatchNormTraining].
func NewBatchNormGrad(b *ir.Builder, v, scale, mean, variance, gradOutput *ir.Value, epsilon float64, feature int64) BatchNormGrad {
	return ir.Create[BatchNormGrad](b, ir.Init{
		Operands: []*ir.Value{v, scale, mean, variance, gradOutput},
		Results:  []ir.Type{v.Type(), scale.Type(), scale.Type()}, Attrs: normAttrs(epsilon, feature),
	})
}
