package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// scatter lowers o to a loop nest over the updates, in row-major order. It carries the inputs, and
// skips updates outside of the inputs.
func (c *converter) scatter(o stablehlo.Scatter) ([]*ir.Value, error) {
	updates := c.all(o.Updates())
	shape, _ := updates[0].Type().Shape()
	var err error
	results := c.loops(shape, c.all(o.Inputs()), func(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value {
		at := c.scatterIndex(b, o, ivs)
		types := make([]ir.Type, len(carried))
		for i, v := range carried {
			types[i] = v.Type()
		}
		return build.If(b, c.inside(b, o, at), types, func(b *ir.Builder) []*ir.Value {
			var args []*ir.Value
			for _, v := range carried {
				args = append(args, build.Extract(b, v, at...))
			}
			for _, v := range updates {
				args = append(args, build.Extract(b, v, ivs...))
			}
			values, e := c.inline(b, o.UpdateComputation(), args, false)
			if e != nil {
				err = e
				return carried
			}
			next := make([]*ir.Value, len(carried))
			for i, v := range carried {
				next[i] = build.Insert(b, values[i], v, at...)
			}
			return next
		}, func(*ir.Builder) []*ir.Value { return carried }).ResultList()
	})
	return results, err
}

// scatterIndex returns the indices of the input element that the update at ivs changes.
func (c *converter) scatterIndex(b *ir.Builder, o stablehlo.Scatter, ivs []*ir.Value) []*ir.Value {
	d := o.ScatterDimensionNumbers()
	input, _ := o.Inputs()[0].Type().Shape()
	batch := others(len(ivs), d.UpdateWindowDims)
	window := others(len(input), append(slices.Clone(d.InsertedWindowDims), d.InputBatchingDims...))
	at := make([]*ir.Value, len(input))
	for i := range input {
		if k := slices.Index(d.ScatterDimsToOperandDims, int64(i)); k >= 0 {
			at[i] = c.component(b, o, ivs, batch, k)
		}
		if k := slices.Index(d.InputBatchingDims, int64(i)); k >= 0 {
			dim := d.ScatterIndicesBatchingDims[k]
			if dim > d.IndexVectorDim {
				dim--
			}
			at[i] = ivs[batch[dim]]
		}
		if k := slices.Index(window, i); k >= 0 {
			offset := ivs[d.UpdateWindowDims[k]]
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

// component reads component k of the scatter index for the update at ivs.
func (c *converter) component(b *ir.Builder, o stablehlo.Scatter, ivs []*ir.Value, batch []int, k int) *ir.Value {
	d := o.ScatterDimensionNumbers()
	rank, _ := o.ScatterIndices().Type().Shape()
	var at []*ir.Value
	j := 0
	for i := range rank {
		if int64(i) == d.IndexVectorDim {
			at = append(at, build.Index(b, int64(k)))
			continue
		}
		at = append(at, ivs[batch[j]])
		j++
	}
	v := build.Extract(b, c.value(o.ScatterIndices()), at...)
	return toIndex(b, v, isUnsigned(o.ScatterIndices().Type()))
}

// inside returns an i1, which is true if an index (parameter at) is inside of the input.
func (c *converter) inside(b *ir.Builder, o stablehlo.Scatter, at []*ir.Value) *ir.Value {
	input, _ := o.Inputs()[0].Type().Shape()
	ok := arith.NewInt(b, 1, ir.I1()).Op.Result()
	for i, v := range at {
		low := arith.NewCmpI(b, arith.SGE, v, build.Index(b, 0)).Op.Result()
		high := arith.NewCmpI(b, arith.SLT, v, build.Index(b, input[i])).Op.Result()
		ok = arith.NewAndI(b, ok, arith.NewAndI(b, low, high).Op.Result()).Op.Result()
	}
	return ok
}
