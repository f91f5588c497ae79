package nn

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// fusedTail is the number of bytes of the scale and the offset, two f32, at the end of a fused row.
const fusedTail = 8

// width returns the number of elements of a row, without the scale and the offset.
func (l Lookup) width() int64 {
	w := emit.Shape(l.Table)[1]
	if l.Fused {
		w -= fusedTail
	}
	return w
}

func verifyLookup(op *ir.Op, l Lookup) error {
	bags := "lengths"
	if l.Starts {
		bags = "starts"
	}
	if err := first(verifyStatic(op), verifyRank(op, "data", l.Table, 2), verifyRank(op, "indices", l.Indices, 1), verifyRank(op, bags, l.Bags, 1),
		verifyInt(op, "indices", l.Indices), verifyInt(op, bags, l.Bags)); err != nil {
		return err
	}
	rows, elem := emit.Shape(l.Table)[0], l.Table.Type().Elem()
	if l.Bytes() {
		elem = ir.F32()
		if l.Table.Type().Elem() != ir.KindType(tensor.U8) || l.width() < 1 {
			return ir.Errorf(op, "data must be rows of 'ui8' (fused rows end with %d bytes for the scale and the offset), but is '%s'", fusedTail, l.Table.Type())
		}
	} else if err := verifyFloat(op, "data", l.Table); err != nil {
		return err
	}
	if l.Weights != nil {
		if err := verifyType(op, "weights", l.Weights, elem, emit.Shape(l.Indices)[0]); err != nil {
			return err
		}
	}
	if l.Scales != nil {
		if err := first(verifyType(op, "scales", l.Scales, elem, rows), verifyType(op, "offsets", l.Offsets, elem, rows)); err != nil {
			return err
		}
	}
	return verifyResult(op, 0, elem, emit.Shape(l.Bags)[0], l.width())
}

// Bytes reports whether the table has bytes that are converted to floats.
func (l Lookup) Bytes() bool { return l.Fused || l.Scales != nil }

// flops counts a multiplication and an addition for each element of the looked-up rows, even
// without weights. If bytes are converted to floats, it counts two of each.
func (l Lookup) flops() float64 {
	n := 2 * count(l.Indices) * float64(l.width())
	if l.Bytes() {
		n *= 2
	}
	return n
}

// touched(operand) returns the number of bytes that are read from operand 0, the table: one row for
// each index. It reports false for other operands.
func (l Lookup) touched(operand int) (bytes int64, ok bool) {
	if operand != 0 {
		return 0, false
	}
	row := emit.Shape(l.Table)[1] * int64(l.Table.Type().Elem().Kind().Size())
	return emit.Shape(l.Indices)[0] * row, true
}

// expand gathers the rows, converts bytes to floats, multiplies by the weights, and adds each row
// to the sum of its bag. The parameter "in" has the values that replace op's operands.
func (l Lookup) expand(op *ir.Op, e emitter, in []*ir.Value) []*ir.Value {
	at := func(v *ir.Value) *ir.Value {
		for i, o := range op.OperandList() {
			if o == v {
				return in[i]
			}
		}
		return nil
	}
	indices := at(l.Indices)
	lines := e.rows(at(l.Table), indices)
	switch {
	case l.Fused:
		w := l.width()
		scale, offset := e.float(e.columns(lines, w, w+4)), e.float(e.columns(lines, w+4, w+8))
		lines = e.dequantize(e.columns(lines, 0, w), scale, offset)
	case l.Scales != nil:
		pick := func(v *ir.Value) *ir.Value {
			n := emit.Shape(v)[0]
			return e.Reshape(e.rows(e.Reshape(at(v), n, 1), indices), emit.Shape(indices)[0])
		}
		lines = e.dequantize(lines, pick(l.Scales), pick(l.Offsets))
	}
	if l.Weights != nil {
		lines = e.Mul(lines, e.Broadcast(at(l.Weights), emit.Shape(lines), 0))
	}
	bags := at(l.Bags)
	return []*ir.Value{e.addRows(emit.Shape(bags)[0], lines, e.bagOf(bags, emit.Shape(indices)[0], l.Starts))}
}

// dequantize multiplies row i of the matrix "lines" by scale[i] and adds offset[i], for all i.
func (e emitter) dequantize(lines, scale, offset *ir.Value) *ir.Value {
	shape := emit.Shape(lines)
	x := e.Mul(e.Convert(lines, ir.F32()), e.Broadcast(scale, shape, 0))
	return e.Add(x, e.Broadcast(offset, shape, 0))
}

// float interprets four bytes, lowest first, as the bits of an f32: [N,4] → [N].
func (e emitter) float(bytes *ir.Value) *ir.Value {
	word := ir.KindType(tensor.U32)
	places := tensor.FromSlice([]int64{4}, []uint32{1, 1 << 8, 1 << 16, 1 << 24})
	weights := stablehlo.NewConstant(e.B, ir.NewDense(ir.Tensor(word, 4), places)).Op.Result()
	wide := e.Mul(e.Convert(bytes, word), e.Broadcast(weights, emit.Shape(bytes), 1))
	sum := e.Reduce(wide, 0, emit.Emitter.Add, 1)
	return ir.Create[stablehlo.BitcastConvert](e.B, ir.Init{
		Operands: []*ir.Value{sum}, Results: []ir.Type{sum.Type().WithElem(ir.F32())},
	}).Op.Result()
}

// bagOf returns the index of the bag that contains position p of the list of indices, for each p
// from 0 to n-1. If starts is false, it is the number of bags that end at or before p. If starts is
// true, it is the number of bags that begin at or before p, minus 1. If no bag contains p, the
// index is out of range.
func (e emitter) bagOf(bags *ir.Value, n int64, starts bool) *ir.Value {
	i64 := ir.I64()
	bags = e.Convert(bags, i64)
	k := emit.Shape(bags)[0]
	ends := bags
	if !starts {
		before := e.Compare("LE", e.iota(1, i64, k, k), e.iota(0, i64, k, k))
		each := e.Choose(before, e.Broadcast(bags, []int64{k, k}, 1), e.Fill(ir.Tensor(i64, k, k), 0))
		ends = e.Reduce(each, 0, emit.Emitter.Add, 1)
	}
	behind := e.Compare("LE", e.Broadcast(ends, []int64{k, n}, 0), e.iota(1, i64, k, n))
	bag := e.Reduce(e.Convert(behind, i64), 0, emit.Emitter.Add, 0)
	if starts {
		bag = e.Sub(bag, e.Fill(bag.Type(), 1))
	}
	return bag
}
