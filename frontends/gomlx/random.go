package gomlx

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// RNGBitGenerator implements backends.Builder with the algorithm Philox 4×32-10 (Salmon and others,
// "Parallel random numbers: as easy as 1, 2, 3", 2011). It inserts simple StableHLO operations,
// which every device can run. The state has the key and the low and high halves of a block counter.
// The four 32-bit words of a block are consecutive in the result, as in XLA.
func (b *Builder) RNGBitGenerator(state backends.Op, s shapes.Shape) (newState, bits backends.Op, err error) {
	ns, err := b.nodes(state)
	if err != nil {
		return nil, nil, err
	}
	if !ns[0].shape.Equal(backends.RNGStateShape) {
		return nil, nil, fmt.Errorf("RNGBitGenerator takes a state of shape %s, but got %s", backends.RNGStateShape, ns[0].shape)
	}
	if checkShape(s) != nil || !s.DType.IsUnsigned() || s.IsZeroSize() {
		return nil, nil, fmt.Errorf("RNGBitGenerator generates at least one unsigned integer, but the requested shape is %s", s)
	}
	words := s.Size() * max(1, s.DType.Size()/4)
	p := philox{b: b.b, blocks: (words + 3) / 4}
	key, low, high := p.part(ns[0].v, 0), p.part(ns[0].v, 1), p.part(ns[0].v, 2)
	count := b.constantOf(dtypes.Uint64, uint64(p.blocks))
	next := p.add(low, count)
	nextHigh := p.add(high, p.carry(next, low))
	one := ir.Tensor(low.Type().Elem(), 1)
	joined := stablehlo.NewConcatenate(b.b, ns[0].v.Type(), 0,
		stablehlo.NewReshape(b.b, key, one).Op.Result(),
		stablehlo.NewReshape(b.b, next, one).Op.Result(),
		stablehlo.NewReshape(b.b, nextHigh, one).Op.Result())
	return b.node(joined.Op.Result(), ns[0].shape), b.node(p.shaped(b, p.words(b, key, low, high), s), s), nil
}

// philox builds the operations of one generator.
type philox struct {
	b      *ir.Builder
	blocks int
}

// part returns element i of the state as a scalar.
func (p philox) part(state *ir.Value, i int64) *ir.Value {
	elem := state.Type().Elem()
	v := stablehlo.NewSlice(p.b, state, ir.Tensor(elem, 1), []int64{i}, []int64{i + 1}, []int64{1}).Op.Result()
	return stablehlo.NewReshape(p.b, v, ir.Tensor(elem)).Op.Result()
}

func (p philox) add(x, y *ir.Value) *ir.Value { return stablehlo.NewAdd(p.b, x, y).Op.Result() }
func (p philox) xor(x, y *ir.Value) *ir.Value { return stablehlo.NewXor(p.b, x, y).Op.Result() }

// carry returns 1 where sum wrapped around, that is, where sum is less than term, and 0 elsewhere.
func (p philox) carry(sum, term *ir.Value) *ir.Value {
	wrapped := stablehlo.NewCompareAs(p.b, "LT", "UNSIGNED", sum, term).Op.Result()
	return stablehlo.NewConvert(p.b, wrapped, sum.Type().Elem()).Op.Result()
}

// wide broadcasts the scalar v to one element for each block.
func (p philox) wide(v *ir.Value) *ir.Value {
	return stablehlo.NewBroadcastInDim(p.b, v, ir.Tensor(v.Type().Elem(), int64(p.blocks))).Op.Result()
}

// halves returns the low and high 32 bits of v.
func (p philox) halves(b *Builder, v *ir.Value) (low, high *ir.Value) {
	shape, _ := v.Type().Shape()
	by := b.constantOf(dtypes.Uint64, uint64(32))
	if len(shape) > 0 {
		by = p.wide(by)
	}
	u32 := ir.KindType(kindOf(dtypes.Uint32))
	low = stablehlo.NewConvert(p.b, v, u32).Op.Result()
	high = stablehlo.NewConvert(p.b, stablehlo.NewShiftRightLogical(p.b, v, by).Op.Result(), u32).Op.Result()
	return low, high
}

// The constants of Philox 4×32-10: the number of rounds, two multipliers, and the numbers that each
// round adds to the two words of the key.
const (
	philoxRounds = 10
	philoxMul0   = uint64(0xD2511F53)
	philoxMul1   = uint64(0xCD9E8D57)
	philoxKey0   = uint32(0x9E3779B9)
	philoxKey1   = uint32(0xBB67AE85)
)

// words returns four values. Value i has word i of each block.
func (p philox) words(b *Builder, key, low, high *ir.Value) [4]*ir.Value {
	index := stablehlo.NewIota(p.b, ir.Tensor(low.Type().Elem(), int64(p.blocks)), 0).Op.Result()
	first := p.wide(low)
	counter := p.add(first, index)
	upper := p.add(p.wide(high), p.carry(counter, first))
	var x [4]*ir.Value
	x[0], x[1] = p.halves(b, counter)
	x[2], x[3] = p.halves(b, upper)
	k0, k1 := p.halves(b, key)
	for range philoxRounds {
		low0, high0 := p.product(b, x[0], philoxMul0)
		low1, high1 := p.product(b, x[2], philoxMul1)
		x[0], x[2] = p.xor(p.xor(high1, x[1]), p.wide(k0)), p.xor(p.xor(high0, x[3]), p.wide(k1))
		x[1], x[3] = low1, low0
		k0 = p.add(k0, b.constantOf(dtypes.Uint32, philoxKey0))
		k1 = p.add(k1, b.constantOf(dtypes.Uint32, philoxKey1))
	}
	return x
}

// product multiplies the 32-bit elements of x by a constant, and returns the low and high 32 bits
// of the products.
func (p philox) product(b *Builder, x *ir.Value, by uint64) (low, high *ir.Value) {
	m := p.wide(b.constantOf(dtypes.Uint64, by))
	return p.halves(b, stablehlo.NewMultiply(p.b, stablehlo.NewConvert(p.b, x, m.Type().Elem()).Op.Result(), m).Op.Result())
}

// shaped returns a value of shape s with the words in x. An element with fewer than 32 bits has the
// low bits of one word. Words that s does not need are omitted.
func (p philox) shaped(b *Builder, x [4]*ir.Value, s shapes.Shape) *ir.Value {
	parts := x[:]
	elem := ir.KindType(kindOf(s.DType))
	if s.DType.Size() == 8 {
		parts = []*ir.Value{p.pair(b, x[0], x[1]), p.pair(b, x[2], x[3])}
	}
	from, blocks, each := parts[0].Type().Elem(), int64(p.blocks), int64(len(parts))
	columns := make([]*ir.Value, each)
	for i, part := range parts {
		columns[i] = stablehlo.NewReshape(p.b, part, ir.Tensor(from, blocks, 1)).Op.Result()
	}
	v := stablehlo.NewConcatenate(p.b, ir.Tensor(from, blocks, each), 1, columns...).Op.Result()
	v = stablehlo.NewReshape(p.b, v, ir.Tensor(from, blocks*each)).Op.Result()
	n := int64(s.Size())
	v = stablehlo.NewSlice(p.b, v, ir.Tensor(from, n), []int64{0}, []int64{n}, []int64{1}).Op.Result()
	if v.Type().Elem() != elem {
		v = stablehlo.NewConvert(p.b, v, elem).Op.Result()
	}
	return stablehlo.NewReshape(p.b, v, typeOf(s)).Op.Result()
}

// pair combines two 32-bit words into a 64-bit word.
func (p philox) pair(b *Builder, low, high *ir.Value) *ir.Value {
	by := p.wide(b.constantOf(dtypes.Uint64, uint64(32)))
	elem := by.Type().Elem()
	up := stablehlo.NewShiftLeft(p.b, stablehlo.NewConvert(p.b, high, elem).Op.Result(), by).Op.Result()
	return stablehlo.NewOr(p.b, stablehlo.NewConvert(p.b, low, elem).Op.Result(), up).Op.Result()
}
