package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// convolution pads the input and contracts over the window and the input
// features. Loops: the result's dimensions but for the last, the window, the
// input features, the result's last dimension. A loop of groups is in front of all others, or
// the last one where a group has one output feature, which is the result's last dimension.
func (c *converter) convolution(o stablehlo.Convolution) ([]*ir.Value, error) {
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
	outDim := func(i int64) affine.Expr { // the loop of dimension i of the result
		if int(i) == rank-1 {
			return affine.Dim(last)
		}
		return affine.Dim(first + int(i))
	}
	feature := affine.Dim(first + rank - 1 + n)
	lhs := affine.Map{Dims: loops, Results: make([]affine.Expr, rank)}
	rhs := affine.Map{Dims: loops, Results: make([]affine.Expr, rank)}
	turned, turn := affine.Identity(rank), false
	low, interior, shape := make([]int64, rank), make([]int64, rank), append([]int64(nil), from...)
	lhs.Results[d.InputBatch], lhs.Results[d.InputFeature] = outDim(d.OutputBatch), feature
	rhs.Results[d.KernelInputFeature], rhs.Results[d.KernelOutputFeature] = feature, outDim(d.OutputFeature)
	for i := range n {
		in, k, w := d.InputSpatial[i], d.KernelSpatial[i], affine.Dim(first+rank-1+i)
		low[in], interior[in] = padding[2*i], base[i]-1
		shape[in] = paddedExtent(from[in], base[i], padding[2*i]+padding[2*i+1])
		lhs.Results[in] = affine.Add(affine.Mul(outDim(d.OutputSpatial[i]), affine.Const(stride[i])), affine.Mul(w, affine.Const(dilation[i])))
		rhs.Results[k] = w
		if i < len(reversed) && reversed[i] != 0 {
			turned.Results[k], turn = affine.Sub(affine.Const(kernel[k]-1), affine.Dim(int(k))), true
		}
	}
	out := affine.Map{Dims: loops}
	for i := range rank {
		out.Results = append(out.Results, outDim(int64(i)))
	}
	reduction := make([]bool, loops)
	for i := first + rank - 1; i < last; i++ {
		reduction[i] = true
	}
	t := o.LHS().Type()
	input := c.padded(c.value(o.LHS()), ir.Tensor(stored(t).Elem(), shape...), zeroOf(c.b, stored(t).Elem()), low, interior)
	p := product{op: o.Op, lhs: input, rhs: c.value(o.RHS())}
	if turn {
		p.rhs = c.moved(p.rhs, p.rhs.Type(), turned)
	}
	if g.count == 1 {
		return one(c.contract(p, []affine.Map{lhs, rhs, out}, reduction)), nil
	}
	split := func(t ir.Type, m *affine.Map, dim int64) ir.Type {
		m.Results = slices.Insert(m.Results, int(dim), group)
		shape, _ := t.Shape()
		shape = slices.Insert(slices.Clone(shape), int(dim), g.count)
		shape[dim+1] /= g.count
		return ir.Tensor(t.Elem(), shape...)
	}
	p.lhs = build.Reshape(c.b, p.lhs, split(p.lhs.Type(), &lhs, g.input))
	p.rhs = build.Reshape(c.b, p.rhs, split(p.rhs.Type(), &rhs, d.KernelOutputFeature))
	whole := o.Op.Result().Type()
	p.t = split(whole, &out, d.OutputFeature)
	return one(build.Reshape(c.b, c.contract(p, []affine.Map{lhs, rhs, out}, reduction), stored(whole))), nil
}

// groups are those of a convolution: count parts of dimension input of its input, each with
// its own output features of the kernel and of the result.
type groups struct{ count, input int64 }

func groupsOf(o stablehlo.Convolution) groups {
	d := o.DimensionNumbers()
	if n := o.BatchGroupCount(); n > 1 {
		return groups{n, d.InputBatch}
	}
	return groups{o.FeatureGroupCount(), d.InputFeature}
}
