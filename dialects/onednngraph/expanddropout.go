package onednngraph

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// expandDropout keeps the elements whose random word exceeds probability·2³².
func expandDropout(x *expansion) []*ir.Value {
	src, p := x.in[0], x.Reshape(x.in[3])
	shape := shapeOf(src)
	word := ir.KindType(tensor.U64)
	bits := x.Convert(x.philox(x.Reshape(x.in[1]), x.Reshape(x.in[2]), shape), word)
	limit := x.Convert(x.times(p, 1<<32), word)
	keep := x.Compare("GT", bits, x.Broadcast(limit, shape))
	scale := x.Div(x.like(p, 1), x.Sub(x.like(p, 1), p))
	dst := x.Choose(keep, x.Mul(src, x.Broadcast(scale, shape)), x.like(src, 0))
	out := one(dst)
	if x.op.NumResults() > 1 {
		out = append(out, x.Convert(keep, x.op.ResultAt(1).Type().Elem()))
	}
	return out
}

// philox returns a tensor of random 32-bit words, the same as those of oneDNN's kernels. The key is
// the seed. Each group of four successive elements has one counter: the offset and the index of the
// group's first element, 64 bits each, low word first. Philox makes four words from a counter, one
// for each element of the group.
func (x *expansion) philox(seed, offset *ir.Value, shape []int64) *ir.Value {
	n, _ := product(shape)
	groups := (n + 3) / 4
	key := x.halves(x.Broadcast(seed, []int64{groups}))
	at := x.halves(x.Broadcast(offset, []int64{groups}))
	first := x.times(x.Iota(ir.I64(), 0, groups), 4)
	number := x.halves(first)
	words := x.Philox(key, [4]*ir.Value{at[0], at[1], number[0], number[1]})
	var columns []*ir.Value
	for _, w := range words {
		columns = append(columns, x.Reshape(w, groups, 1))
	}
	all := x.Reshape(x.Concat(1, columns...), groups*4)
	return x.Reshape(x.Slice(all, []int64{0}, []int64{n}), shape...)
}

// halves returns the low and the high words of 64-bit signless integers.
func (x *expansion) halves(v *ir.Value) [2]*ir.Value {
	wide := ir.Tensor(ir.KindType(tensor.U64), shapeOf(v)...)
	return x.Words(stablehlo.NewBitcastConvert(x.B, v, wide).Op.Result())
}
