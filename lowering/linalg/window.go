package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// reduceWindow pads the inputs with the initial values, and reduces them by loops over the window.
// An additional input, whose elements are unused, defines the extents of these loops. From the
// outside in, the loops are: the result's dimensions except the last, the window, the result's last
// dimension.
func (c *converter) reduceWindow(o stablehlo.ReduceWindow) ([]*ir.Value, error) {
	if isEmpty(o.Op.ResultAt(0).Type()) {
		out := make([]*ir.Value, o.Op.NumResults())
		for i, v := range o.Op.ResultList() {
			out[i] = build.Empty(c.b, kernelop.Stored(v.Type()))
		}
		return out, nil
	}
	ins := o.Inputs()
	out, _ := o.Op.ResultAt(0).Type().Shape()
	from, _ := ins[0].Type().Shape()
	n := len(out)
	window := o.WindowDimensions()
	stride, dilation, base := orOnes(o.WindowStrides(), n), orOnes(o.WindowDilations(), n), orOnes(o.BaseDilations(), n)
	padding := o.Padding()
	if len(padding) == 0 {
		padding = make([]int64, 2*n)
	}
	at, kept, inside := affine.Map{Dims: 2 * n}, affine.Map{Dims: 2 * n}, affine.Map{Dims: 2 * n}
	low, interior, shape := make([]int64, n), make([]int64, n), make([]int64, n)
	for i := range n {
		low[i], interior[i] = padding[2*i], base[i]-1
		shape[i] = paddedExtent(from[i], base[i], padding[2*i], padding[2*i+1])
		result, w := affine.Dim(i), affine.Dim(n-1+i)
		if i == n-1 {
			result = affine.Dim(2*n - 1)
		}
		kept.Results, inside.Results = append(kept.Results, result), append(inside.Results, w)
		at.Results = append(at.Results, affine.Add(affine.Mul(result, affine.Const(stride[i])), affine.Mul(w, affine.Const(dilation[i]))))
	}
	s := structured.Shape{Reduction: make([]bool, 2*n)}
	for i, v := range ins {
		t := kernelop.Stored(v.Type())
		init := c.initial(o.InitValues()[i], t.Elem())
		s.Ins = append(s.Ins, c.padded(c.value(v), ir.Tensor(t.Elem(), shape...), init, low, interior))
		s.Maps = append(s.Maps, at)
		s.Outs = append(s.Outs, build.Fill(c.b, init, build.Empty(c.b, kernelop.Stored(o.Op.ResultAt(i).Type()))).Result())
	}
	s.Ins = append(s.Ins, build.Empty(c.b, ir.Tensor(ir.I1(), window...)))
	s.Maps = append(s.Maps, inside)
	for i := range n {
		s.Reduction[n-1+i] = true
	}
	for range ins {
		s.Maps = append(s.Maps, kept)
	}
	var err error
	g := structured.New(c.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		k := len(ins)
		next := args[k+1:]
		values, e := c.inline(b, o.Body(), append(slices.Clone(next), args[:k]...), combines(ins, o.Body()))
		if err = e; e != nil {
			return next
		}
		return values
	})
	return g.ResultList(), err
}

// isEmpty reports whether t has no elements. If a window is larger than the padded input, the
// result is empty, and a nest would be invalid.
func isEmpty(t ir.Type) bool { return slices.Contains(t.Dims(), 0) }

// paddedExtent returns the extent of n elements with base dilation and with padding, which may be
// negative. The verifier has checked that it is not too large.
func paddedExtent(n, base, low, high int64) int64 {
	extent, _ := stablehlo.PaddedExtent(n, low, high, base-1)
	return max(0, extent)
}

func orOnes(v []int64, n int) []int64 {
	if len(v) == 0 {
		return ones(n)
	}
	return v
}
