package nn

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// emitter adds helpers for this dialect's operators to emit.Emitter.
type emitter struct{ emit.Emitter }

func emitting(b *ir.Builder) emitter { return emitter{emit.Emitter{B: b}} }

// columns returns the slice [from, to) of the last dimension.
func (e emitter) columns(x *ir.Value, from, to int64) *ir.Value {
	shape := emit.Shape(x)
	last := len(shape) - 1
	return e.Slice(x, with(make([]int64, len(shape)), last, from), with(shape, last, to))
}

// iota creates a tensor in which each element is its index along dimension dim.
func (e emitter) iota(dim int64, elem ir.Type, shape ...int64) *ir.Value {
	return ir.Create[stablehlo.Iota](e.B, ir.Init{Results: []ir.Type{ir.Tensor(elem, shape...)}, Attrs: []ir.Attr{ir.NewI64(dim)}}).Op.Result()
}

// rows gathers rows of the matrix x. The vector "at" has the row indices. An index out of range is
// clamped.
func (e emitter) rows(x, at *ir.Value) *ir.Value {
	n, width := emit.Shape(at)[0], emit.Shape(x)[1]
	return ir.Create[stablehlo.Gather](e.B, ir.Init{
		Operands: []*ir.Value{x, e.Reshape(at, n, 1)}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), n, width)},
		Attrs: []ir.Attr{
			ir.NewAttr(&stablehlo.GatherDims{OffsetDims: []int64{1}, CollapsedSliceDims: []int64{0}, StartIndexMap: []int64{0}, IndexVectorDim: 1}),
			ir.NewDenseI64(1, width),
		},
	}).Op.Result()
}

// addRows creates a matrix of zeros with n rows, and adds row i of the matrix "lines" to its row
// at[i], for all i in order. It ignores row i if at[i] is out of range.
func (e emitter) addRows(n int64, lines, at *ir.Value) *ir.Value {
	elem := lines.Type().Elem()
	t := ir.Tensor(elem, n, emit.Shape(lines)[1])
	o := ir.Create[stablehlo.Scatter](e.B, ir.Init{
		Operands: []*ir.Value{e.Fill(t, 0), e.Reshape(at, emit.Shape(at)[0], 1), lines}, Results: []ir.Type{t},
		Attrs: []ir.Attr{ir.NewAttr(&stablehlo.ScatterDims{
			UpdateWindowDims: []int64{1}, InsertedWindowDims: []int64{0}, ScatterDimsToOperandDims: []int64{0}, IndexVectorDim: 1,
		})},
		NumRegions: 1,
	})
	e.Body(o.UpdateComputation(), ir.Tensor(elem), emit.Emitter.Add)
	return o.Op.Result()
}
