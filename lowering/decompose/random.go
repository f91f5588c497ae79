package decompose

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

var dword = ir.KindType(tensor.U64)

// randomBits scrambles the values of a counter, which is a part of the state. It returns the same
// bits as XLA on CPUs. The default algorithm is Philox.
func randomBits(e emit.Emitter, o stablehlo.RngBitGenerator) []*ir.Value {
	if o.Limit() != "" {
		return nil
	}
	t := o.Output().Type()
	r := random{e}
	var next []*ir.Value
	var bits *ir.Value
	if o.RngAlgorithm() == "THREE_FRY" {
		next, bits = r.threefry(o)
	} else {
		next, bits = r.philox(o)
	}
	for i, v := range next {
		next[i] = e.Reshape(v, 1)
	}
	if want := unsigned(t.Kind().Bits()); bits.Type().Elem() != want {
		bits = e.Convert(bits, want)
	}
	if bits.Type() != t {
		bits = stablehlo.NewBitcastConvert(e.B, bits, t).Op.Result()
	}
	return []*ir.Value{e.Concat(0, next...), bits}
}

// random has operations on words of 32 and 64 bits.
type random struct{ emit.Emitter }

func (r random) at(state *ir.Value, i int64) *ir.Value {
	return r.Reshape(r.Slice(state, []int64{i}, []int64{i + 1}))
}

func (r random) spread(x *ir.Value, shape []int64) *ir.Value { return r.Broadcast(x, shape) }

func (r random) number(x *ir.Value, n uint32) *ir.Value { return r.Fill(x.Type(), float64(n)) }

func (r random) xor(x, y *ir.Value) *ir.Value { return stablehlo.NewXor(r.B, x, y).Op.Result() }

func (r random) join(w [2]*ir.Value) *ir.Value {
	high := r.Convert(w[1], dword)
	high = stablehlo.NewShiftLeft(r.B, high, r.number(high, 32)).Op.Result()
	return stablehlo.NewOr(r.B, r.Convert(w[0], dword), high).Op.Result()
}

// add adds n to a number of 128 bits.
func (r random) add(low, high, n *ir.Value) (sumLow, sumHigh *ir.Value) {
	sumLow = r.Add(low, n)
	return sumLow, r.Add(high, r.Convert(r.Compare("LT", sumLow, n), dword))
}

// philox generates four words from each value of the counter. The state is the key and the counter.
// If the state has only two elements, the key is also the high half of the counter.
func (r random) philox(o stablehlo.RngBitGenerator) (next []*ir.Value, bits *ir.Value) {
	state, t := o.InitialState(), o.Output().Type()
	shape := shapeOf(o.Output())
	key := r.at(state, 0)
	low, high := r.at(state, 1), key
	if shapeOf(state)[0] == 3 {
		high = r.at(state, 2)
	}
	wide, n := t.Kind().Bits() == 64, int64(tensor.NumElements(shape))
	group := int64(4)
	if wide {
		group = 2
	}
	blocks := []int64{(n + group - 1) / group}
	numbers := stablehlo.NewIota(r.B, ir.Tensor(dword, blocks...), 0).Op.Result()
	lows, highs := r.add(r.spread(low, blocks), r.spread(high, blocks), numbers)
	a, b := r.Words(lows), r.Words(highs)
	x := [4]*ir.Value{a[0], a[1], b[0], b[1]}
	k := r.Words(r.spread(key, blocks))
	x = r.Philox(k, x)
	parts := x[:]
	if wide {
		parts = []*ir.Value{r.join([2]*ir.Value{x[0], x[1]}), r.join([2]*ir.Value{x[2], x[3]})}
	}
	columns := make([]*ir.Value, len(parts))
	for i, v := range parts {
		columns[i] = r.Reshape(v, blocks[0], 1)
	}
	flat := r.Reshape(r.Concat(1, columns...), blocks[0]*group)
	nextLow, nextHigh := r.add(low, high, r.Fill(low.Type(), float64(blocks[0])))
	next = []*ir.Value{key, nextLow, nextHigh}[:shapeOf(state)[0]]
	return next, r.Reshape(r.Slice(flat, []int64{0}, []int64{n}), shape...)
}

// threefry generates two words from each value of the counter. An element of 64 bits consists of
// both words. For narrower elements, the two words are adjacent along the first dimension of even
// extent, or along the largest dimension if all extents are odd.
func (r random) threefry(o stablehlo.RngBitGenerator) (next []*ir.Value, bits *ir.Value) {
	state, shape := o.InitialState(), shapeOf(o.Output())
	key, from := r.at(state, 0), r.at(state, 1)
	half, split := shape, -1
	if o.Output().Type().Kind().Bits() < 64 {
		half, split = halved(shape)
	}
	count := int64(tensor.NumElements(half))
	flat := []int64{count}
	numbers := stablehlo.NewIota(r.B, ir.Tensor(dword, flat...), 0).Op.Result()
	x := r.Words(r.Add(r.spread(from, flat), numbers))
	k0k1 := r.Words(r.spread(key, flat))
	ks := [3]*ir.Value{k0k1[0], k0k1[1], r.xor(r.xor(k0k1[0], k0k1[1]), r.number(k0k1[0], 0x1BD11BDA))}
	x[0], x[1] = r.Add(x[0], ks[0]), r.Add(x[1], ks[1])
	for group := range 5 {
		for _, by := range [2][4]uint32{{13, 15, 26, 6}, {17, 29, 16, 24}}[group%2] {
			x[0] = r.Add(x[0], x[1])
			x[1] = r.xor(x[0], r.rotated(x[1], by))
		}
		x[0] = r.Add(x[0], ks[(group+1)%3])
		x[1] = r.Add(r.Add(x[1], ks[(group+2)%3]), r.number(x[1], uint32(group+1)))
	}
	next = []*ir.Value{key, r.Add(from, r.Fill(from.Type(), float64(count)))}
	if split < 0 {
		return next, r.Reshape(r.join(x), shape...)
	}
	if len(shape) == 0 {
		return next, r.Reshape(x[0])
	}
	// The two words of each value become a new dimension after the halved dimension.
	inner := append(append([]int64(nil), half[:split+1]...), 1)
	inner = append(inner, half[split+1:]...)
	whole := append([]int64(nil), shape...)
	whole[split] = 2 * half[split]
	joined := r.Reshape(r.Concat(int64(split+1), r.Reshape(x[0], inner...), r.Reshape(x[1], inner...)), whole...)
	return next, r.Slice(joined, make([]int64, len(shape)), shape)
}

func (r random) rotated(x *ir.Value, by uint32) *ir.Value {
	left := stablehlo.NewShiftLeft(r.B, x, r.number(x, by)).Op.Result()
	return stablehlo.NewOr(r.B, left, stablehlo.NewShiftRightLogical(r.B, x, r.number(x, 32-by)).Op.Result()).Op.Result()
}

// halved returns a shape with one dimension halved, rounded up, and the index of that dimension.
func halved(shape []int64) (half []int64, split int) {
	if len(shape) == 0 {
		return []int64{1}, 0
	}
	for i, n := range shape {
		if n%2 == 0 {
			split = i
			break
		}
		if n > shape[split] {
			split = i
		}
	}
	half = append(half, shape...)
	half[split] = (half[split] + 1) / 2
	return half, split
}
