package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/winograd"
)

// convolution pads the input and contracts over the window and the input features. From the outside
// in, the loops are: the groups, the dimensions of the result in the order of orderOf except the
// last, the window, the input features, and the last dimension of the result. There are two
// exceptions. If there are no groups and termsOfFeatures is true, the input features are outside
// the window. If each group has one output feature and the result's last dimension has the
// features, the loop over groups is the innermost loop.
func (c *converter) convolution(o stablehlo.Convolution) ([]*ir.Value, error) {
	if t := kernelop.Stored(o.Op.Result().Type()); isEmpty(t) {
		return one(build.Empty(c.b, t)), nil
	}
	if hasHoles(o) {
		v, err := c.withoutHoles(o)
		return one(v), err
	}
	if m, err := winograd.Chosen(o); m != 0 || err != nil {
		return c.winograd(o, m), err
	}
	g := groupsOf(o)
	d := o.DimensionNumbers()
	n := len(d.InputSpatial)
	from, _ := o.LHS().Type().Shape()
	kernel, _ := o.RHS().Type().Shape()
	stride, dilation, base := orOnes(o.WindowStrides(), n), orOnes(o.RhsDilation(), n), orOnes(o.LhsDilation(), n)
	padding, reversed := o.Padding(), o.WindowReversal()
	if len(padding) == 0 {
		padding = make([]int64, 2*n)
	}
	rank := n + 2
	loops, first, last := rank+n+1, 0, rank+n // last is the loop of the result's last dimension
	group := affine.Dim(0)
	switch {
	case g.count > 1 && kernel[d.KernelOutputFeature] == g.count && int(d.OutputFeature) == rank-1:
		group = affine.Dim(loops)
		loops++
	case g.count > 1:
		loops, first, last = loops+1, 1, last+1
	}
	order := orderOf(o, g)                // the order of the result's dimensions as loops
	outDim := func(i int64) affine.Expr { // the loop of dimension i of the result
		k := slices.Index(order, i)
		if k == rank-1 {
			return affine.Dim(last)
		}
		return affine.Dim(first + k)
	}
	feature, window := affine.Dim(first+rank-1+n), first+rank-1
	if g.count == 1 && termsOfFeatures(o) {
		feature, window = affine.Dim(window), window+1
	}
	lhs := affine.Map{Dims: loops, Results: make([]affine.Expr, rank)}
	rhs := affine.Map{Dims: loops, Results: make([]affine.Expr, rank)}
	turned, turn := affine.Identity(rank), false
	low, interior, shape := make([]int64, rank), make([]int64, rank), append([]int64(nil), from...)
	lhs.Results[d.InputBatch], lhs.Results[d.InputFeature] = outDim(d.OutputBatch), feature
	rhs.Results[d.KernelInputFeature], rhs.Results[d.KernelOutputFeature] = feature, outDim(d.OutputFeature)
	for i := range n {
		in, k, w := d.InputSpatial[i], d.KernelSpatial[i], affine.Dim(window+i)
		low[in], interior[in] = padding[2*i], base[i]-1
		shape[in] = paddedExtent(from[in], base[i], padding[2*i], padding[2*i+1])
		lhs.Results[in] = affine.Add(affine.Mul(outDim(d.OutputSpatial[i]), affine.Const(stride[i])), affine.Mul(w, affine.Const(dilation[i])))
		rhs.Results[k] = w
		if i < len(reversed) && reversed[i] != 0 {
			turned.Results[k], turn = affine.Sub(affine.Const(kernel[k]-1), affine.Dim(int(k))), true
		}
	}
	out := affine.Map{Dims: loops}
	for _, i := range order {
		out.Results = append(out.Results, outDim(i))
	}
	reduction := make([]bool, loops)
	for i := first + rank - 1; i < last; i++ {
		reduction[i] = true
	}
	t := kernelop.Stored(o.LHS().Type())
	input := func(v *ir.Value) *ir.Value {
		return c.padded(v, ir.Tensor(t.Elem(), shape...), zeroOf(c.b, t.Elem()), low, interior)
	}
	p := product{op: o.Op, rhs: c.value(o.RHS())}
	if turn {
		p.rhs = c.moved(p.rhs, p.rhs.Type(), turned)
	}
	if g.count == 1 {
		whole := o.Op.Result().Type()
		sizes, _ := whole.Shape()
		var ordered []int64
		back := affine.Map{Dims: rank}
		for _, i := range order {
			ordered, back.Results = append(ordered, sizes[i]), append(back.Results, affine.Dim(int(i)))
		}
		p.t, p.lhs = ir.Tensor(whole.Elem(), ordered...), input(c.value(o.LHS()))
		result := c.contract(p, []affine.Map{lhs, rhs, out}, reduction)
		if !back.IsIdentity() {
			result = c.moved(result, kernelop.Stored(whole), back)
		}
		return one(result), nil
	}
	split := func(t ir.Type, m *affine.Map, dim int64) ir.Type {
		m.Results = slices.Insert(m.Results, int(dim), group)
		shape, _ := t.Shape()
		shape = slices.Insert(slices.Clone(shape), int(dim), g.count)
		shape[dim+1] /= g.count
		return ir.Tensor(t.Elem(), shape...)
	}
	v := build.Reshape(c.b, c.value(o.LHS()), split(t, &lhs, g.input))
	shape = slices.Insert(shape, int(g.input), g.count)
	shape[g.input+1] /= g.count
	low, interior = slices.Insert(low, int(g.input), 0), slices.Insert(interior, int(g.input), 0)
	p.lhs = input(v) // the padding is the last step, so that kernels can read the unpadded operand
	p.rhs = build.Reshape(c.b, p.rhs, split(p.rhs.Type(), &rhs, d.KernelOutputFeature))
	whole := o.Op.Result().Type()
	if kernel[d.KernelOutputFeature] == g.count { // one output feature in each group
		loop, _ := out.Results[d.OutputFeature].Dim()
		out.Results[d.OutputFeature], reduction[loop] = group, true
		return one(c.contract(p, []affine.Map{lhs, rhs, out}, reduction)), nil
	}
	p.t = split(whole, &out, d.OutputFeature)
	return one(build.Reshape(c.b, c.contract(p, []affine.Map{lhs, rhs, out}, reduction), kernelop.Stored(whole))), nil
}

// termsOfFeatures reports whether the loop over input features is outside the loops over the
// window. The feature dimension must come before the spatial dimensions in memory, and the window
// must have more elements than the spatial dimensions of the result. An example is the gradient of
// weights, where the images of a batch are the input features.
func termsOfFeatures(o stablehlo.Convolution) bool {
	d := o.DimensionNumbers()
	result, _ := o.Op.Result().Type().Shape()
	kernel, _ := o.RHS().Type().Shape()
	window, positions := int64(1), int64(1)
	for i, k := range d.KernelSpatial {
		if d.InputFeature > d.InputSpatial[i] || d.KernelInputFeature > k {
			return false
		}
		window *= kernel[k]
		positions *= result[d.OutputSpatial[i]]
	}
	return window > positions
}

// leastFeatures is the minimum number of output features for making their loop the innermost one.
const leastFeatures = 16

// orderOf returns the dimensions of the result in the order of their loops, which is usually the
// order of the dimensions. The last loop is vectorized. The features become the last loop, and the
// result is transposed, if the last spatial dimension reads elements that are not contiguous, or
// would leave more than a tenth of the lanes of 16-lane vectors empty. There must be no groups, and
// at least leastFeatures features.
func orderOf(o stablehlo.Convolution, g groups) []int64 {
	d := o.DimensionNumbers()
	n := len(d.OutputSpatial)
	shape, _ := o.Op.Result().Type().Shape()
	window, _ := o.RHS().Type().Shape()
	order := make([]int64, len(shape))
	for i := range order {
		order[i] = int64(i)
	}
	last := int64(len(shape) - 1)
	place := slices.Index(d.OutputSpatial, last)
	if g.count > 1 || place < 0 || shape[d.OutputFeature] < leastFeatures {
		return order
	}
	columns, positions, point := shape[last], shape[d.OutputBatch], true
	for _, i := range d.OutputSpatial {
		positions *= shape[i]
	}
	stride, padding := orOnes(o.WindowStrides(), n), o.Padding()
	for i, k := range d.KernelSpatial {
		point = point && window[k] == 1 && stride[i] == 1 && (len(padding) == 0 || padding[2*i] == 0 && padding[2*i+1] == 0)
	}
	if point {
		columns = positions / shape[d.OutputBatch] // the spatial loops will be merged to one
	}
	const lanes = 16
	vectors := (columns + lanes - 1) / lanes
	// The weights are also transposed, which saves time only if each weight is used often.
	if positions < 2*lanes || stride[place] == 1 && 10*columns >= 9*vectors*lanes {
		return order
	}
	order = slices.Delete(order, int(d.OutputFeature), int(d.OutputFeature)+1)
	return append(order, d.OutputFeature)
}

// groups describes the groups of a convolution, which divide the features or the batch of the
// operand. input is the index of the divided dimension, and count is the number of groups. Each
// group has separate output features in the kernel and in the result.
type groups struct{ count, input int64 }

func groupsOf(o stablehlo.Convolution) groups {
	d := o.DimensionNumbers()
	if n := o.BatchGroupCount(); n > 1 {
		return groups{n, d.InputBatch}
	}
	return groups{o.FeatureGroupCount(), d.InputFeature}
}
