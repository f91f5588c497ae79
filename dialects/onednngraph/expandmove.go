package onednngraph

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (x *expansion) vector(vs []float64) *ir.Value {
	t := tensor.New(tensor.F32, int64(len(vs)))
	for i, v := range vs {
		t.SetFloat(i, v)
	}
	return stablehlo.NewConstant(x.B, ir.NewDense(ir.Tensor(ir.F32(), int64(len(vs))), t)).Op.Result()
}

// parameters broadcasts vs, a list of scales or zero points, to the given shape. If qtype is
// per_channel, the list has an element for each index along the dimension "axis" or, for weights of
// a grouped transposed convolution, for each pair of a group and an index. Otherwise, it has one
// element.
func (x *expansion) parameters(vs []float64, shape []int64) *ir.Value {
	if textOf(x.op, "qtype") != "per_channel" {
		return x.Fill(ir.Tensor(ir.F32(), shape...), vs[0])
	}
	d, err := axis(x.op, "axis", len(shape))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	if groups := int64(len(vs)) / max(shape[d], 1); groups > 1 {
		return x.groupedParameters(vs, shape, d, groups)
	}
	return x.along(x.vector(vs), shape, int64(d))
}

// groupedParameters broadcasts vs to the shape of the weights of a grouped transposed convolution.
// Dimension d has the output channels of one group, and the dimension of input channels is divided
// into one range for each group. vs has an element for each pair of a group and an output channel.
func (x *expansion) groupedParameters(vs []float64, shape []int64, d int, groups int64) *ir.Value {
	other, _ := otherChannels(shape, d, groups)
	split := slices.Insert(slices.Clone(shape), other+1, shape[other]/groups)
	split[other] = groups
	if d > other {
		d++
	}
	order := [2]int64{int64(other), int64(d)}
	table := x.Reshape(x.vector(vs), groups, split[d])
	if d < other {
		table, order = x.Transpose(table, 1, 0), [2]int64{int64(d), int64(other)}
	}
	return x.Reshape(x.Broadcast(table, split, order[:]...), shape...)
}

// otherChannels returns the dimension of the weights that has the input channels, if dimension d
// has the output channels. Channels are in the first two dimensions or, in the formats XIO and XOI,
// in the last two. The extent of the result must be a multiple of groups. If no dimension is
// possible, or if two are possible, otherChannels returns the reason.
func otherChannels(shape []int64, d int, groups int64) (other int, why string) {
	rank := len(shape)
	switch {
	case rank == 3 && d == 1 && shape[0]%groups == 0 && shape[2]%groups == 0:
		return 0, "it has scales for several groups of channels, but dimension 0 and dimension 2 can both be the dimension of the input channels"
	case rank == 3 && d == 1 && shape[2]%groups == 0:
		other = 2
	case d < 2:
		other = 1 - d
	case d < rank-2:
		return 0, "it has scales for several groups of channels, but no format of weights has channels in dimension " + itoa(d)
	case d == rank-1:
		other = rank - 2
	default:
		other = rank - 1
	}
	if shape[other]%groups != 0 {
		return 0, "it has scales for several groups of channels, but the number of groups does not divide the number of input channels"
	}
	return other, ""
}

// zeroPointsOf returns the attribute zps as floats, or nil if it is absent or has only zeros.
func (x *expansion) zeroPointsOf() []float64 {
	var vs []float64
	zero := true
	for _, z := range intsOf(x.op, "zps") {
		vs = append(vs, float64(z))
		zero = zero && z == 0
	}
	if zero {
		return nil
	}
	return vs
}

func expandDequantize(x *expansion) []*ir.Value {
	v := x.Convert(x.in[0], ir.F32())
	if zps := x.zeroPointsOf(); zps != nil {
		v = x.Sub(v, x.parameters(zps, shapeOf(v)))
	}
	return one(x.Mul(v, x.parameters(floatsOf(x.op, "scales"), shapeOf(v))))
}

func expandQuantize(x *expansion) []*ir.Value {
	v := x.in[0]
	v = x.Div(v, x.parameters(floatsOf(x.op, "scales"), shapeOf(v)))
	if zps := x.zeroPointsOf(); zps != nil {
		v = x.Add(v, x.parameters(zps, shapeOf(v)))
	}
	return one(x.stored(v))
}

// stored converts v to the element type of the result. For an integer type, it first rounds v and
// limits v to the range of the type.
func (x *expansion) stored(v *ir.Value) *ir.Value {
	elem := x.op.ResultAt(0).Type().Elem()
	if elem.IsFloat() {
		return x.Convert(v, elem)
	}
	low, high := -128.0, 127.0
	if elem == ir.KindType(tensor.U8) {
		low, high = 0, 255
	}
	return x.Convert(x.clamped(unary[stablehlo.RoundNearestEven](x, v), low, high), elem)
}

// perGroup broadcasts the scales or zero points v to the shape of the data.
func (x *expansion) perGroup(v *ir.Value) *ir.Value {
	src := shapeOf(x.in[0])
	want, err := scaleShape(x.op, src)
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	if n, _ := product(shapeOf(v)); n == 1 {
		return x.Broadcast(x.Reshape(v), src)
	}
	// Dimension d of src is split into want[d] groups of src[d]/want[d] elements.
	var from, wide, dims []int64
	for d, n := range want {
		if n != 1 {
			from, dims = append(from, n), append(dims, int64(2*d))
		}
		wide = append(wide, n, src[d]/max(n, 1))
	}
	return x.Reshape(x.Broadcast(x.Reshape(v, from...), wide, dims...), src...)
}

func expandDynamicDequantize(x *expansion) []*ir.Value {
	v := x.Convert(x.in[0], ir.F32())
	if zps := x.operand(2); zps != nil {
		v = x.Sub(v, x.perGroup(x.Convert(zps, ir.F32())))
	}
	return one(x.Mul(v, x.perGroup(x.in[1])))
}

func expandDynamicQuantize(x *expansion) []*ir.Value {
	v := x.Div(x.in[0], x.perGroup(x.in[1]))
	if zps := x.operand(2); zps != nil {
		v = x.Add(v, x.perGroup(x.Convert(zps, ir.F32())))
	}
	return one(x.stored(v))
}

func expandConcat(x *expansion) []*ir.Value {
	d, err := axis(x.op, "axis", len(x.out(0)))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	return one(x.Concat(int64(d), x.in...))
}

func expandGenIndex(x *expansion) []*ir.Value {
	d, err := axis(x.op, "axis", len(x.out(0)))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	return one(stablehlo.NewIota(x.B, x.op.ResultAt(0).Type(), int64(d)).Op.Result())
}

func expandReorder(x *expansion) []*ir.Value  { return one(x.in[0]) }
func expandTypeCast(x *expansion) []*ir.Value { return one(x.in[0]) }
func expandReshape(x *expansion) []*ir.Value  { return one(x.Reshape(x.in[0], x.out(0)...)) }

func expandTranspose(x *expansion) []*ir.Value {
	order, err := permutation(x.op, len(x.out(0)))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	return one(x.Transpose(x.in[0], order...))
}

// spatialDims returns the dimensions that Interpolate resizes.
func (x *expansion) spatialDims() []int {
	first, rank := 1, len(shapeOf(x.in[0]))
	if textOf(x.op, "data_format") == "NCX" {
		first = 2
	}
	var dims []int
	for i := range rank - 2 {
		dims = append(dims, first+i)
	}
	return dims
}

// sampling returns the n positions at which a dimension of m elements is sampled. In mode
// "nearest", it adds 1/2 to each position, so that rounding down gives the nearest index.
func (x *expansion) sampling(m, n int64) emit.Sampling {
	s := emit.Sampling{Samples: n, Step: 2 * m, Offset: m - n, Divisor: 2 * n} // (i + 1/2)·m/n - 1/2
	if textOf(x.op, "coordinate_transformation_mode") == "align_corners" {
		s = emit.Sampling{Samples: n, Divisor: 1}
		if n > 1 {
			s.Step, s.Divisor = 2*(m-1), 2*(n-1)
		}
	}
	if textOf(x.op, "mode") == "nearest" {
		s.Offset += s.Divisor / 2
	}
	return s
}

// refuseInterpolate refuses dimensions that are too long for an [emit.Sampling].
func refuseInterpolate(op *ir.Op) string {
	resized := op.Result()
	if ir.Is[InterpolateBackward](op) {
		resized = op.OperandAt(1)
	}
	to := shapeOf(resized)
	for d, m := range shapeOf(op.OperandAt(0)) {
		if n := to[d]; !emit.CanSample(m, n) {
			return "its dimension #" + itoa(d) + " is too long to interpolate " + strconv.FormatInt(m, 10) + " elements to " + strconv.FormatInt(n, 10)
		}
	}
	return ""
}

// single reports whether each sample depends on only one of the m elements along a dimension.
func (x *expansion) single(s emit.Sampling, m int64) bool {
	return m == 1 || textOf(x.op, "mode") == "nearest" || s.Whole()
}

// taken gathers the elements of v with the given indices along dimension dim.
func (x *expansion) taken(v *ir.Value, dim int, at *ir.Value) *ir.Value {
	shape, sizes := slices.Clone(shapeOf(v)), slices.Clone(shapeOf(v))
	shape[dim], sizes[dim] = shapeOf(at)[0], 1
	return ir.Create[stablehlo.Gather](x.B, ir.Init{
		Operands: []*ir.Value{v, at},
		Results:  []ir.Type{ir.Tensor(v.Type().Elem(), shape...)},
		Attrs: []ir.Attr{
			ir.NewAttr(&stablehlo.GatherDims{OffsetDims: except(len(shape), dim), CollapsedSliceDims: []int64{int64(dim)}, StartIndexMap: []int64{int64(dim)}, IndexVectorDim: 1}),
			ir.NewDenseI64(sizes...), ir.BoolAttr(true),
		},
	}).Op.Result()
}

func expandInterpolate(x *expansion) []*ir.Value {
	v := x.in[0]
	for _, d := range x.spatialDims() {
		m, n := shapeOf(v)[d], x.out(0)[d]
		if m == n {
			continue
		}
		s := x.sampling(m, n)
		left, right := x.Neighbors(s, m)
		low := x.taken(v, d, left)
		if x.single(s, m) {
			v = low
			continue
		}
		high := x.taken(v, d, right)
		w := x.along(x.Fractions(s, ir.F32()), shapeOf(low), int64(d))
		v = x.Add(x.Mul(low, x.Sub(x.like(w, 1), w)), x.Mul(high, w))
	}
	return one(v)
}

// mostWeights is the maximum number of elements of a matrix of interpolation weights. Instead of
// using a larger matrix, the expansion scatters the weighted gradients, which is then faster and
// needs less memory. For 224 × 112 elements, scattering takes 3 times as long as the product on
// backend jit.
const mostWeights = 1 << 17

// weighted multiplies the gradient v along dimension d by the transposed matrix of interpolation
// weights. The extent of dimension d of the result is m.
func (x *expansion) weighted(v *ir.Value, d int, s emit.Sampling, m int64) *ir.Value {
	w := tensor.New(tensor.F32, s.Samples, m)
	for i := range s.Samples {
		low, high, fraction := s.At(i, m)
		if x.single(s, m) {
			fraction = 0
		}
		w.SetFloat(int(i*m+low), 1-fraction)
		w.SetFloat(int(i*m+high), w.Float(int(i*m+high))+fraction)
	}
	matrix := stablehlo.NewConstant(x.B, ir.NewDense(ir.Tensor(ir.F32(), s.Samples, m), w)).Op.Result()
	v = x.Dot(v, matrix, d, 0)
	rank := len(shapeOf(v))
	return x.Transpose(v, slices.Insert(counted(rank-1), d, int64(rank-1))...)
}

// expandInterpolateBackward adds the weighted gradient of each sample to the elements from which
// the sample is interpolated, one spatial dimension after the other.
func expandInterpolateBackward(x *expansion) []*ir.Value {
	v := x.in[1]
	for _, d := range x.spatialDims() {
		m, n := x.out(0)[d], shapeOf(v)[d]
		if m == n {
			continue
		}
		s := x.sampling(m, n)
		if n == 0 || m <= mostWeights/n {
			v = x.weighted(v, d, s, m)
			continue
		}
		left, right := x.Neighbors(s, m)
		shape := slices.Clone(shapeOf(v))
		shape[d] = m
		sum := x.Fill(ir.Tensor(v.Type().Elem(), shape...), 0)
		if x.single(s, m) {
			v = x.scattered(sum, d, left, v)
			continue
		}
		w := x.along(x.Fractions(s, ir.F32()), shapeOf(v), int64(d))
		sum = x.scattered(sum, d, left, x.Mul(v, x.Sub(x.like(w, 1), w)))
		v = x.scattered(sum, d, right, x.Mul(v, w))
	}
	return one(v)
}

// scattered adds slice i of v along dimension dim to slice at[i] of sum, for each i.
func (x *expansion) scattered(sum *ir.Value, dim int, at, v *ir.Value) *ir.Value {
	d := stablehlo.ScatterDims{
		UpdateWindowDims: except(len(shapeOf(v)), dim), InsertedWindowDims: []int64{int64(dim)},
		ScatterDimsToOperandDims: []int64{int64(dim)}, IndexVectorDim: 1,
	}
	o := ir.Create[stablehlo.Scatter](x.B, ir.Init{
		Operands: []*ir.Value{sum, x.Reshape(at, shapeOf(at)[0], 1), v}, Results: []ir.Type{sum.Type()},
		Attrs: []ir.Attr{ir.NewAttr(&d), ir.BoolAttr(true), ir.BoolAttr(false)}, NumRegions: 1,
	})
	x.Body(o.UpdateComputation(), ir.Tensor(sum.Type().Elem()), emit.Emitter.Add)
	return o.Op.Result()
}
