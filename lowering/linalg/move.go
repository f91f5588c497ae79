package linalg

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

func (c *converter) broadcast(o stablehlo.BroadcastInDim) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	from, _ := o.Operand().Type().Shape()
	m := affine.Map{Dims: len(shape)}
	for i, d := range o.BroadcastDimensions() {
		e := affine.Dim(int(d))
		if from[i] == 1 && shape[d] != 1 {
			e = affine.Const(0)
		}
		m.Results = append(m.Results, e)
	}
	return c.moved(c.value(o.Operand()), t, m)
}

func (c *converter) transpose(o stablehlo.Transpose) *ir.Value {
	if c.turned[o.Op] {
		v := c.value(o.Operand())
		v.Def().Derive(o.Op)
		return v
	}
	perm := o.Permutation()
	identity := true
	m := affine.Map{Dims: len(perm), Results: make([]affine.Expr, len(perm))}
	for i, p := range perm {
		m.Results[p] = affine.Dim(i)
		identity = identity && int(p) == i
	}
	if identity {
		return c.value(o.Operand())
	}
	return c.moved(c.value(o.Operand()), kernelop.Stored(o.Op.Result().Type()), m)
}

func (c *converter) reverse(o stablehlo.Reverse) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	m := affine.Identity(len(shape))
	for _, d := range o.Dimensions() {
		m.Results[d] = affine.Sub(affine.Const(shape[d]-1), affine.Dim(int(d)))
	}
	return c.moved(c.value(o.Operand()), t, m)
}

func (c *converter) slice(o stablehlo.Slice) *ir.Value {
	return build.ExtractSlice(c.b, c.value(o.Operand()), kernelop.Stored(o.Op.Result().Type()), o.StartIndices(), o.Strides())
}

func (c *converter) concatenate(o stablehlo.Concatenate) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	offsets, strides := make([]int64, len(shape)), ones(len(shape))
	whole := build.Empty(c.b, t)
	for _, v := range o.Inputs() {
		part, _ := v.Type().Shape()
		if part[o.Dimension()] == 0 {
			continue
		}
		whole = build.InsertSlice(c.b, c.value(v), whole, offsets, strides)
		offsets[o.Dimension()] += part[o.Dimension()]
	}
	return whole
}

func ones(n int) []int64 {
	s := make([]int64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

func (c *converter) pad(o stablehlo.Pad) *ir.Value {
	fill := build.Extract(c.b, c.value(o.PaddingValue()))
	return c.padded(c.value(o.Operand()), kernelop.Stored(o.Op.Result().Type()), fill, o.EdgePaddingLow(), o.InteriorPadding())
}

// padded inserts v into a tensor of type t. The parameter "fill" is the value of all other
// elements. Negative padding removes elements of v.
func (c *converter) padded(v *ir.Value, t ir.Type, fill *ir.Value, low, interior []int64) *ir.Value {
	shape, _ := t.Shape()
	from, _ := v.Type().Shape()
	start, size, offsets, strides := make([]int64, len(shape)), make([]int64, len(shape)), make([]int64, len(shape)), ones(len(shape))
	cut, empty := false, false
	for i := range shape {
		if from[i] > 1 { // interior padding is between two elements
			strides[i] = interior[i] + 1
		}
		if low[i] < 0 { // start[i] is the first element of v inside the result
			start[i] = (-low[i] + strides[i] - 1) / strides[i]
		}
		offsets[i] = low[i] + start[i]*strides[i]
		if room := shape[i] - offsets[i]; room > 0 {
			size[i] = min(max(from[i]-start[i], 0), (room-1)/strides[i]+1)
		}
		cut = cut || size[i] != from[i]
		empty = empty || size[i] == 0
	}
	whole := build.Fill(c.b, fill, build.Empty(c.b, t)).Result()
	if empty {
		return whole
	}
	if cut {
		v = build.ExtractSlice(c.b, v, ir.Tensor(t.Elem(), size...), start, ones(len(shape)))
	}
	return build.InsertSlice(c.b, v, whole, offsets, strides)
}

// within clamps the start index i, so that a range of the given size fits into the given extent.
func within(b *ir.Builder, i *ir.Value, extent, size int64) *ir.Value {
	i = arith.NewMaxSI(b, i, build.Index(b, 0)).Op.Result()
	return arith.NewMinSI(b, i, build.Index(b, extent-size)).Op.Result()
}
