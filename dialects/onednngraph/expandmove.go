package onednngraph

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// vector returns a constant f32 vector with the elements vs.
func (x *expansion) vector(vs []float64) *ir.Value {
	t := tensor.New(tensor.F32, int64(len(vs)))
	for i, v := range vs {
		t.SetFloat(i, v)
	}
	return stablehlo.NewConstant(x.B, ir.NewDense(ir.Tensor(ir.F32(), int64(len(vs))), t)).Op.Result()
}

// parameters broadcasts the scales or zero points vs to the given shape. vs has one element for the
// whole tensor or, if the attribute "qtype" is per_channel, one element for each index along the
// dimension that the attribute "axis" gives.
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

// groupedParameters broadcasts the parameters vs to the shape of the weights of a grouped
// transposed convolution. Dimension d of the weights has the output channels of one group. Their
// dimension of input channels is divided into ranges, one for each group. vs has one parameter for
// each pair of group and output channel.
func (x *expansion) groupedParameters(vs []float64, shape []int64, d int, groups int64) *ir.Value {
	other := otherChannels(len(shape), d)
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

// otherChannels returns the dimension of the weights' input channels if d is the dimension of their
// output channels. These two dimensions are the first two or, in the formats XIO and XOI, the last
// two.
func otherChannels(rank, d int) int {
	switch {
	case d < 2:
		return 1 - d
	case d == rank-1:
		return rank - 2
	}
	return rank - 1
}

// zeroPointsOf returns the attribute zps as floats, or nil if it is absent or all zeros.
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
// limits it to the range of the type.
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
	// Dimension d of src is split into two dimensions, of extents want[d] and src[d]/want[d].
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

// source describes how m elements along a dimension are interpolated to n elements. For each of the
// n elements, it returns the indices of two of the m elements, and the weight of the second.
func (x *expansion) source(m, n int64) (left, right []int64, weight []float64) {
	for i := range n {
		at := (float64(i)+0.5)*float64(m)/float64(n) - 0.5
		if textOf(x.op, "coordinate_transformation_mode") == "align_corners" {
			at = 0
			if n > 1 {
				at = float64(i) * float64(m-1) / float64(n-1)
			}
		}
		if textOf(x.op, "mode") == "nearest" {
			k := min(max(int64(math.Round(at)), 0), m-1)
			left, right, weight = append(left, k), append(right, k), append(weight, 0)
			continue
		}
		low := math.Floor(at)
		l, r := min(max(int64(low), 0), m-1), min(max(int64(low)+1, 0), m-1)
		left, right, weight = append(left, l), append(right, r), append(weight, at-low)
	}
	return left, right, weight
}

// taken gathers the elements of v with the given indices along dimension dim.
func (x *expansion) taken(v *ir.Value, dim int, at []int64) *ir.Value {
	shape := slices.Clone(shapeOf(v))
	shape[dim] = int64(len(at))
	if int64(len(at)) == shapeOf(v)[dim] && slices.Equal(at, counted(len(at))) {
		return v
	}
	index := tensor.New(tensor.I64, int64(len(at)))
	for i, n := range at {
		index.SetInt(i, n)
	}
	sizes := slices.Clone(shapeOf(v))
	sizes[dim] = 1
	return ir.Create[stablehlo.Gather](x.B, ir.Init{
		Operands: []*ir.Value{v, stablehlo.NewConstant(x.B, ir.NewDense(ir.Tensor(ir.I64(), int64(len(at))), index)).Op.Result()},
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
		left, right, weight := x.source(shapeOf(v)[d], x.out(0)[d])
		low := x.taken(v, d, left)
		if slices.Equal(left, right) || slices.Max(weight) == 0 {
			v = low
			continue
		}
		high := x.taken(v, d, right)
		w := x.along(x.vector(weight), shapeOf(low), int64(d))
		v = x.Add(x.Mul(low, x.Sub(x.like(w, 1), w)), x.Mul(high, w))
	}
	return one(v)
}

// expandInterpolateBackward multiplies the gradient, along each spatial dimension, by the transpose
// of the matrix of interpolation weights.
func expandInterpolateBackward(x *expansion) []*ir.Value {
	v := x.in[1]
	for _, d := range x.spatialDims() {
		m, n := x.out(0)[d], shapeOf(v)[d]
		left, right, weight := x.source(m, n)
		w := tensor.New(tensor.F32, n, m)
		for i := range n {
			for _, part := range []struct {
				at int64
				w  float64
			}{{left[i], 1 - weight[i]}, {right[i], weight[i]}} {
				k := int(i*m + part.at)
				w.SetFloat(k, w.Float(k)+part.w)
			}
		}
		matrix := stablehlo.NewConstant(x.B, ir.NewDense(ir.Tensor(ir.F32(), n, m), w)).Op.Result()
		v = x.Dot(v, matrix, d, 0)
		rank := len(shapeOf(v))
		order := slices.Insert(counted(rank-1), d, int64(rank-1))
		v = x.Transpose(v, order...)
	}
	return one(v)
}
