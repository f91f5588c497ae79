package gomlx

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/shapeinference"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// pairs converts paddings to int64. A nil list means no padding.
func pairs(paddings [][2]int) [][2]int64 {
	var w [][2]int64
	for _, p := range paddings {
		w = append(w, [2]int64{int64(p[0]), int64(p[1])})
	}
	return w
}

// onesFor returns v with each 0 replaced by 1, or n ones if v is empty. GoMLX passes an empty list
// or a 0 for default strides or dilations.
func onesFor(v []int, n int) []int {
	if len(v) == 0 {
		v = make([]int, n)
	}
	ones := make([]int, len(v))
	for i, n := range v {
		ones[i] = n
		if n == 0 {
			ones[i] = 1
		}
	}
	return ones
}

// ConvGeneral implements backends.StandardOps.
func (b *Builder) ConvGeneral(input, kernel backends.Op, axes backends.ConvolveAxesConfig, strides []int, paddings [][2]int,
	inputDilations, kernelDilations []int, channelGroups, batchGroups int) (backends.Op, error) {
	ns, err := b.nodes(input, kernel)
	if err != nil {
		return nil, err
	}
	channelGroups, batchGroups = max(1, channelGroups), max(1, batchGroups)
	spatial := len(axes.InputSpatial)
	strides, inputDilations, kernelDilations = onesFor(strides, spatial), onesFor(inputDilations, spatial), onesFor(kernelDilations, spatial)
	s, err := shapeinference.ConvGeneralOp(ns[0].shape, ns[1].shape, axes, strides, paddings, inputDilations, kernelDilations, channelGroups, batchGroups)
	if err != nil {
		return nil, err
	}
	w := stablehlo.Window{
		Strides: wide(strides), Padding: pairs(paddings), BaseDilation: wide(inputDilations), Dilation: wide(kernelDilations),
	}
	d := stablehlo.ConvDims{
		InputBatch: int64(axes.InputBatch), InputFeature: int64(axes.InputChannels), InputSpatial: wide(axes.InputSpatial),
		KernelInputFeature: int64(axes.KernelInputChannels), KernelOutputFeature: int64(axes.KernelOutputChannels), KernelSpatial: wide(axes.KernelSpatial),
		OutputBatch: int64(axes.OutputBatch), OutputFeature: int64(axes.OutputChannels), OutputSpatial: wide(axes.OutputSpatial),
	}
	o := stablehlo.NewConvolution(b.b, ns[0].v, ns[1].v, typeOf(s), w, d, int64(channelGroups), int64(batchGroups))
	return b.made(o.Op, s)
}

// ReduceWindow implements backends.Builder.
func (b *Builder) ReduceWindow(x backends.Op, kind backends.ReduceOpType, size, strides, baseDilations, dilations []int, paddings [][2]int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	m, err := monoidOf(kind)
	if err != nil {
		return nil, err
	}
	if len(strides) == 0 {
		strides = size
	}
	s, err := shapeinference.ReduceWindowOp(ns[0].shape, size, strides, baseDilations, dilations, paddings)
	if err != nil {
		return nil, err
	}
	init, err := m.start(b, s.DType)
	if err != nil {
		return nil, err
	}
	w := stablehlo.Window{
		Strides: wideOrNil(strides), Padding: pairs(paddings), BaseDilation: wideOrNil(baseDilations), Dilation: wideOrNil(dilations),
	}
	return b.made(stablehlo.NewReduceWindow(b.b, ns[0].v, init, typeOf(s), wide(size), w, m.body).Op, s)
}

// selectAndScatter starts from zeros in the shape of x. For each window of x, it adds an element of
// source at the position of the largest element (dir is "GE") or the smallest (dir is "LE").
func (b *Builder) selectAndScatter(dir string, x, source backends.Op, size, strides []int, paddings [][2]int) (backends.Op, error) {
	ns, err := b.nodes(x, source)
	if err != nil {
		return nil, err
	}
	if len(strides) == 0 {
		strides = size
	}
	s := ns[0].shape
	prefer := func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		return []*ir.Value{stablehlo.NewCompareAs(b, dir, orderOf(s.DType), args[0], args[1]).Op.Result()}
	}
	w := stablehlo.Window{Strides: wideOrNil(strides), Padding: pairs(paddings)}
	o := stablehlo.NewSelectAndScatter(b.b, ns[0].v, ns[1].v, b.number(s.DType, 0), wide(size), w, prefer, combine[stablehlo.Add])
	return b.made(o.Op, s)
}

// SelectAndScatterMax implements backends.StandardOps.
func (b *Builder) SelectAndScatterMax(x, source backends.Op, size, strides []int, paddings [][2]int) (backends.Op, error) {
	return b.selectAndScatter("GE", x, source, size, strides, paddings)
}

// SelectAndScatterMin implements backends.StandardOps.
func (b *Builder) SelectAndScatterMin(x, source backends.Op, size, strides []int, paddings [][2]int) (backends.Op, error) {
	return b.selectAndScatter("LE", x, source, size, strides, paddings)
}

// FFT implements backends.StandardOps.
func (b *Builder) FFT(x backends.Op, kind backends.FFTType, length []int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	s := ns[0].shape.Clone()
	if len(length) == 0 || len(length) > s.Rank() {
		return nil, fmt.Errorf("FFT of shape %s cannot have the lengths %v", s, length)
	}
	last, n := s.Rank()-1, length[len(length)-1]
	var name string
	switch kind {
	case backends.FFTForward:
		name = "FFT"
	case backends.FFTInverse:
		name = "IFFT"
	case backends.FFTForwardReal:
		name, s.Dimensions[last] = "RFFT", n/2+1
		s.DType = dtypes.Complex64
		if ns[0].shape.DType == dtypes.Float64 {
			s.DType = dtypes.Complex128
		}
	case backends.FFTInverseReal:
		name, s.Dimensions[last] = "IRFFT", n
		s.DType = ns[0].shape.DType.RealDType()
	default:
		return nil, fmt.Errorf("backend %q has no FFT of type %s", Name, kind)
	}
	if err := checkShape(s); err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewFft(b.b, ns[0].v, typeOf(s), name, wide(length)...).Op, s)
}

// BatchNormForInference implements backends.StandardOps.
func (b *Builder) BatchNormForInference(x, scale, offset, mean, variance backends.Op, epsilon float32, axis int) (backends.Op, error) {
	ns, err := b.nodes(x, scale, offset, mean, variance)
	if err != nil {
		return nil, err
	}
	if axis, err = axisOf(axis, ns[0].shape.Rank()); err != nil {
		return nil, err
	}
	o := stablehlo.NewBatchNormInference(b.b, ns[0].v, ns[1].v, ns[2].v, ns[3].v, ns[4].v, float64(epsilon), int64(axis))
	return b.made(o.Op, ns[0].shape)
}

// BatchNormForTraining implements backends.StandardOps.
func (b *Builder) BatchNormForTraining(x, scale, offset backends.Op, epsilon float32, axis int) (normalized, mean, variance backends.Op, err error) {
	ns, err := b.nodes(x, scale, offset)
	if err != nil {
		return nil, nil, nil, err
	}
	if axis, err = axisOf(axis, ns[0].shape.Rank()); err != nil {
		return nil, nil, nil, err
	}
	o := stablehlo.NewBatchNormTraining(b.b, ns[0].v, ns[1].v, ns[2].v, float64(epsilon), int64(axis))
	return b.three(o.Op, ns[0].shape, ns[1].shape)
}

// BatchNormGradient implements backends.StandardOps.
func (b *Builder) BatchNormGradient(x, scale, mean, variance, grad backends.Op, epsilon float32, axis int) (gradX, gradScale, gradOffset backends.Op, err error) {
	ns, err := b.nodes(x, scale, mean, variance, grad)
	if err != nil {
		return nil, nil, nil, err
	}
	if axis, err = axisOf(axis, ns[0].shape.Rank()); err != nil {
		return nil, nil, nil, err
	}
	o := stablehlo.NewBatchNormGrad(b.b, ns[0].v, ns[1].v, ns[2].v, ns[3].v, ns[4].v, float64(epsilon), int64(axis))
	return b.three(o.Op, ns[0].shape, ns[1].shape)
}

// three(op, …) verifies the normalization op and returns its three results. The first result has
// shape s, and the others have shape "feature".
func (b *Builder) three(op *ir.Op, s, feature shapes.Shape) (_, _, _ backends.Op, err error) {
	if err := ir.Verify(op); err != nil {
		op.Erase()
		return nil, nil, nil, err
	}
	return b.node(op.ResultAt(0), s), b.node(op.ResultAt(1), feature), b.node(op.ResultAt(2), feature), nil
}
