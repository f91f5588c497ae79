package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// starts clamps start indices (parameter at), so that a slice of the given sizes is inside a tensor
// of the given shape.
func (c *converter) starts(b *ir.Builder, at []*ir.Value, shape, sizes []int64) []*ir.Value {
	out := make([]*ir.Value, len(at))
	for i, v := range at {
		if shape[i] == sizes[i] { // the slice can only begin at 0
			out[i] = build.Index(b, 0)
			continue
		}
		first := toIndex(b, build.Extract(b, c.value(v)), isUnsigned(v.Type()))
		out[i] = within(b, first, shape[i], sizes[i])
	}
	return out
}

func (c *converter) dynamicSlice(o stablehlo.DynamicSlice) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	from, _ := o.Operand().Type().Shape()
	operand := c.value(o.Operand())
	return structured.New(c.b, structured.Shape{
		Outs: []*ir.Value{build.Empty(c.b, t)},
		Maps: []affine.Map{affine.Identity(len(from))}, Reduction: make([]bool, len(from)),
	}, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		at := c.starts(b, o.StartIndices(), from, o.SliceSizes())
		for i := range at {
			at[i] = arith.NewAddI(b, at[i], build.LoopIndex(b, i)).Op.Result()
		}
		return one(build.Extract(b, operand, at...))
	}).Result()
}

func (c *converter) dynamicUpdate(o stablehlo.DynamicUpdateSlice) *ir.Value {
	shape, _ := o.Operand().Type().Shape()
	sizes, _ := o.Update().Type().Shape()
	update := c.value(o.Update())
	at := c.starts(c.b, o.StartIndices(), shape, sizes)
	return c.loops(sizes, []*ir.Value{c.value(o.Operand())}, func(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value {
		to := make([]*ir.Value, len(ivs))
		for i, iv := range ivs {
			to[i] = arith.NewAddI(b, at[i], iv).Op.Result()
		}
		return one(build.Insert(b, build.Extract(b, update, ivs...), carried[0], to...))
	})[0]
}

// loops creates a loop nest that carries tensors through its iterations in row-major order. Where
// an extent is 1, there is no loop, and the index is a constant. If all extents are 1, there is one
// loop with one iteration.
func (c *converter) loops(extents []int64, carried []*ir.Value,
	body func(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value,
) []*ir.Value {
	bounds := make([]*ir.Value, len(extents)) // nil: no loop
	for i, e := range extents {
		if e != 1 {
			bounds[i] = build.Index(c.b, e)
		}
	}
	zero, step := build.Index(c.b, 0), build.Index(c.b, 1)
	if !slices.ContainsFunc(extents, func(e int64) bool { return e != 1 }) {
		bounds = append(bounds, step) // at least one loop
	}
	var level func(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value
	level = func(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value {
		switch i := len(ivs); {
		case i == len(bounds):
			return body(b, ivs[:len(extents)], carried)
		case bounds[i] == nil:
			return level(b, append(ivs, zero), carried)
		default:
			return build.For(b, zero, bounds[i], step, carried, func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
				return level(b, append(ivs, iv), carried)
			}).ResultList()
		}
	}
	return level(c.b, nil, carried)
}
