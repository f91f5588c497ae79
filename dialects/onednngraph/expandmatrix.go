package onednngraph

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// expandMatMul broadcasts the batch dimensions. It does not transpose operands: transpose_a and
// transpose_b determine which dimension is contracted.
func expandMatMul(x *expansion) []*ir.Value {
	batchA, m, k := matrix(shapeOf(x.in[0]), boolOf(x.op, "transpose_a"), false)
	batchB, _, n := matrix(shapeOf(x.in[1]), boolOf(x.op, "transpose_b"), true)
	batch, _ := broadcastShapes(batchA, batchB)
	operand := func(v *ir.Value, transposed bool, rows, columns int64, vectorRows, vectorColumns int64) (*ir.Value, int64) {
		shape, contracted := []int64{rows, columns}, int64(0)
		if transposed && len(shapeOf(v)) > 1 {
			shape[0], shape[1], contracted = columns, rows, 1
		}
		if len(shapeOf(v)) == 1 {
			v = x.Reshape(v, vectorRows, vectorColumns)
		}
		return x.Trailing(v, append(slices.Clone(batch), shape...)), contracted
	}
	a, flippedA := operand(x.in[0], boolOf(x.op, "transpose_a"), m, k, 1, k)
	b, flippedB := operand(x.in[1], boolOf(x.op, "transpose_b"), k, n, k, 1)
	r := int64(len(batch))
	dims := stablehlo.DotDims{
		LHSBatching: counted(len(batch)), RHSBatching: counted(len(batch)),
		LHSContracting: []int64{r + 1 - flippedA}, RHSContracting: []int64{r + flippedB},
	}
	y := ir.Create[stablehlo.DotGeneral](x.B, ir.Init{
		Operands: []*ir.Value{a, b}, Results: []ir.Type{ir.Tensor(ir.F32(), append(slices.Clone(batch), m, n)...)},
		Attrs: []ir.Attr{ir.NewAttr(&dims)},
	}).Op.Result()
	y = x.Reshape(y, x.out(0)...)
	if len(x.in) == 3 {
		y = x.Add(y, x.Trailing(x.in[2], x.out(0)))
	}
	return one(y)
}

func dims64(dims []int) []int64 {
	out := make([]int64, len(dims))
	for i, d := range dims {
		out[i] = int64(d)
	}
	return out
}

// dims returns the dimension numbers of a convolution. kernelIn and kernelOut are the dimensions of
// the weights for input and output features.
func (g geometry) dims(kernelIn, kernelOut int) stablehlo.ConvDims {
	return stablehlo.ConvDims{
		InputBatch: int64(g.batch), InputFeature: int64(g.feature), InputSpatial: dims64(g.spatial),
		KernelInputFeature: int64(kernelIn), KernelOutputFeature: int64(kernelOut), KernelSpatial: dims64(g.kernel),
		OutputBatch: int64(g.batch), OutputFeature: int64(g.feature), OutputSpatial: dims64(g.spatial),
	}
}

func (x *expansion) dilations() []int64 {
	out := make([]int64, len(intsOf(x.op, "strides")))
	for i := range out {
		out[i] = dilation(x.op, i)
	}
	return out
}

// forward is the convolution of data with weights. "in" and "out" are the dimensions of the weights
// for input and output features, and "shape" is the shape of the result.
func (x *expansion) forward(data, weights *ir.Value, in, out int, shape []int64) *ir.Value {
	g := geometryOf(x.op)
	w := emit.Window{Strides: intsOf(x.op, "strides"), Dilation: x.dilations()}
	for i, d := range g.spatial {
		low, high := padding(x.op, i, shapeOf(data)[d], shapeOf(weights)[g.kernel[i]])
		w.Low, w.High = append(w.Low, low), append(w.High, high)
	}
	return x.Conv(data, weights, g.dims(in, out), w, intOf(x.op, "groups"), shape)
}

func (x *expansion) withBias(y *ir.Value) []*ir.Value {
	if len(x.in) == 3 {
		y = x.Add(y, x.channels(x.in[2], shapeOf(y)))
	}
	return one(y)
}

func expandConvolution(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return x.withBias(x.forward(x.in[0], x.in[1], g.in, g.out, x.out(0)))
}

// expandTransposeBackwardData expands to a convolution. I and O in weights_format are the features
// of the transposed convolution. The convolution exchanges them: its input features are in
// dimension g.out of the weights, and its output features are in dimension g.in.
func expandTransposeBackwardData(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return one(x.forward(x.in[0], x.in[1], g.out, g.in, x.out(0)))
}

// backward is the gradient of a convolution with respect to its data. It inserts zeros between the
// elements of diff, and convolves the result with the reversed weights. "narrow" is the dimension
// of the weights that has the features of one group, and "wide" is the dimension that has the
// features of all groups. "shape" is the shape of the data.
func (x *expansion) backward(diff, weights *ir.Value, narrow, wide int, shape []int64) *ir.Value {
	g, groups := geometryOf(x.op), intOf(x.op, "groups")
	if groups > 1 {
		weights = x.regrouped(weights, narrow, wide, groups)
	}
	weights = x.Reverse(weights, dims64(g.kernel)...)
	w := emit.Window{BaseDilation: intsOf(x.op, "strides"), Dilation: x.dilations()}
	for i, d := range g.spatial {
		size := shapeOf(weights)[g.kernel[i]]
		span := (size-1)*dilation(x.op, i) + 1
		low, _ := padding(x.op, i, shape[d], size)
		before := span - 1 - low
		dilated := (shapeOf(diff)[d]-1)*intsOf(x.op, "strides")[i] + 1
		w.Low, w.High = append(w.Low, before), append(w.High, shape[d]+span-1-dilated-before)
	}
	return x.Conv(diff, weights, g.dims(wide, narrow), w, groups, shape)
}

// regrouped moves the groups of the weights from dimension "wide" to dimension "narrow".
func (x *expansion) regrouped(weights *ir.Value, narrow, wide int, groups int64) *ir.Value {
	shape := shapeOf(weights)
	split := slices.Insert(slices.Clone(shape), wide, groups)
	split[wide+1] /= groups
	from := wide
	perm := except(len(split), from)
	to := slices.Index(perm, int64(narrow+boolInt(narrow >= wide)))
	perm = slices.Insert(perm, to, int64(from))
	out := slices.Clone(shape)
	out[wide] /= groups
	out[narrow] *= groups
	return x.Reshape(x.Transpose(x.Reshape(weights, split...), perm...), out...)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func expandBackwardData(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return one(x.backward(x.in[0], x.in[1], g.in, g.out, x.out(0)))
}

func expandConvTranspose(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return x.withBias(x.backward(x.in[0], x.in[1], g.out, g.in, x.out(0)))
}

func expandBackwardWeights(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return one(x.weights(x.in[0], x.in[1], g.in, g.out))
}

func expandTransposeBackwardWeights(x *expansion) []*ir.Value {
	g := geometryOf(x.op)
	return one(x.weights(x.in[1], x.in[0], g.out, g.in))
}

// weights is the gradient of a convolution with respect to its weights. The tensor "large" has the
// spatial extents of the convolution's data, and "small" has those of its result. The gradient is a
// convolution of "large" with "small" that uses the features of "large" as batches. So feature
// groups become batch groups. "narrow" and "wide" have the same meaning as in the method backward.
func (x *expansion) weights(large, small *ir.Value, narrow, wide int) *ir.Value {
	g, groups, shape := geometryOf(x.op), intOf(x.op, "groups"), x.out(0)
	w := emit.Window{Strides: x.dilations(), Dilation: intsOf(x.op, "strides")}
	for i, d := range g.spatial {
		size := shape[g.kernel[i]]
		extent := shapeOf(large)[d]
		low, _ := padding(x.op, i, extent, size)
		span := (shapeOf(small)[d]-1)*intsOf(x.op, "strides")[i] + 1
		w.Low = append(w.Low, low)
		w.High = append(w.High, (size-1)*dilation(x.op, i)+span-extent-low)
	}
	dims := stablehlo.ConvDims{
		InputBatch: int64(g.feature), InputFeature: int64(g.batch), InputSpatial: dims64(g.spatial),
		KernelInputFeature: int64(g.batch), KernelOutputFeature: int64(g.feature), KernelSpatial: dims64(g.spatial),
		OutputBatch: int64(narrow), OutputFeature: int64(wide), OutputSpatial: dims64(g.kernel),
	}
	if slices.Contains(shape, 0) {
		return x.Fill(x.op.Result().Type(), 0)
	}
	return x.BatchConv(large, small, dims, w, groups, shape)
}
