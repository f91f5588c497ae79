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

// gather lowers o to a parallel nest over the result that reads the operand at clamped indices. The
// index tensor is an input of the nest once for each component of an index.
func (c *converter) gather(o stablehlo.Gather) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	d := o.DimensionNumbers()
	batch := others(len(shape), d.OffsetDims)
	s := structured.Shape{Outs: []*ir.Value{build.Empty(c.b, t)}, Reduction: make([]bool, len(shape))}
	indices := c.value(o.StartIndices())
	for k := range d.StartIndexMap {
		s.Ins = append(s.Ins, indices)
		s.Maps = append(s.Maps, indexMap(o.StartIndices().Type(), int(d.IndexVectorDim), len(shape), batch, k))
	}
	s.Maps = append(s.Maps, affine.Identity(len(shape)))
	operand := c.value(o.Operand())
	unsigned := isUnsigned(o.StartIndices().Type())
	return structured.New(c.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		at := c.gatherIndex(b, o, batch, func(k int) *ir.Value { return toIndex(b, args[k], unsigned) })
		return one(build.Extract(b, operand, at...))
	}).Result()
}

// gatherIndex returns the indices at which the current iteration reads the operand. The function
// component returns component k of the start index.
func (c *converter) gatherIndex(b *ir.Builder, o stablehlo.Gather, batch []int, component func(k int) *ir.Value) []*ir.Value {
	d := o.DimensionNumbers()
	from, _ := o.Operand().Type().Shape()
	sizes := o.SliceSizes()
	window := others(len(from), append(slices.Clone(d.CollapsedSliceDims), d.OperandBatchingDims...))
	at := make([]*ir.Value, len(from))
	for i := range from {
		if k := slices.Index(d.StartIndexMap, int64(i)); k >= 0 {
			at[i] = within(b, component(k), from[i], sizes[i])
		}
		if k := slices.Index(d.OperandBatchingDims, int64(i)); k >= 0 {
			dim := d.StartIndicesBatchingDims[k]
			if dim > d.IndexVectorDim {
				dim--
			}
			at[i] = build.LoopIndex(b, batch[dim])
		}
		if k := slices.Index(window, i); k >= 0 {
			offset := build.LoopIndex(b, int(d.OffsetDims[k]))
			if at[i] != nil {
				offset = arith.NewAddI(b, at[i], offset).Op.Result()
			}
			at[i] = offset
		}
		if at[i] == nil {
			at[i] = build.Index(b, 0)
		}
	}
	return at
}

// others returns the numbers from 0 to n-1 that are not in the given list.
func others(n int, taken []int64) []int {
	var out []int
	for i := range n {
		if !slices.Contains(taken, int64(i)) {
			out = append(out, i)
		}
	}
	return out
}

// indexMap returns the map that reads component k of the index tensor, whose type is t. The loops
// in batch run over the dimensions of this tensor other than vectorDim.
func indexMap(t ir.Type, vectorDim, loops int, batch []int, k int) affine.Map {
	shape, _ := t.Shape()
	m := affine.Map{Dims: loops}
	j := 0
	for i := range shape {
		if i == vectorDim {
			m.Results = append(m.Results, affine.Const(int64(k)))
			continue
		}
		m.Results = append(m.Results, affine.Dim(batch[j]))
		j++
	}
	return m
}
