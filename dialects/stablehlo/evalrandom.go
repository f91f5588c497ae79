package stablehlo

import (
	"math/bits"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Limit implements interp.Limited.
func (o RngBitGenerator) Limit() string {
	state, out := o.InitialState().Type(), o.Output().Type()
	shape, ok := state.Shape()
	switch {
	case !ok || len(shape) != 1 || state.Kind() != tensor.U64 || shape[0] != 2 && (shape[0] != 3 || o.RngAlgorithm() == "THREE_FRY"):
		return "its state must be a 'tensor<2xui64>', or a 'tensor<3xui64>' unless its algorithm is THREE_FRY"
	case o.OutputState().Type() != state:
		return "its two states must have the same type"
	case !out.HasStaticShape() || out.Kind().IsComplex() || out.Kind().Bits() < 8 || out.Kind().Bits() > 64:
		return "its output must have a static shape, and integers or floats of 8 to 64 bits as elements"
	}
	return ""
}

// Eval produces the same bits as XLA on CPUs. The algorithm DEFAULT is PHILOX.
func (o RngBitGenerator) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	if why := o.Limit(); why != "" {
		return nil, interp.Unsupported(o.Op, why)
	}
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	shape, _ := o.Output().Type().Shape()
	out, err := tensor.TryNew(o.Output().Type().Kind(), shape...)
	if err != nil {
		return nil, err
	}
	state := ts[0].Clone()
	if o.RngAlgorithm() == "THREE_FRY" {
		threefryBits(c, state, out)
	} else {
		philoxBits(c, state, out)
	}
	return []interp.Value{state, out}, nil
}

// philoxBits fills out with the random blocks for successive values of a 128-bit counter. state has
// the key, the low half and the high half of the counter. If state has only two elements, the
// initial high half is the key. At the end, philoxBits writes the next counter to state.
func philoxBits(c *interp.Context, state, out *tensor.Tensor) {
	key, low := state.Bits(0), state.Bits(1)
	high := key
	if state.NumElements() == 3 {
		high = state.Bits(2)
	}
	n, group := out.NumElements(), 4
	if out.Kind.Bits() == 64 {
		group = 2
	}
	for at := 0; at < n; at += group {
		c.Work(10 * group)
		x := philox(key, low, high)
		for i := range min(group, n-at) {
			v := uint64(x[i])
			if group == 2 {
				v = uint64(x[2*i]) | uint64(x[2*i+1])<<32
			}
			setLow(out, at+i, v)
		}
		var carry uint64
		low, carry = bits.Add64(low, 1, 0)
		high += carry
	}
	state.SetBits(1, low)
	if state.NumElements() == 3 {
		state.SetBits(2, high)
	}
}

// philox returns the random block of Philox4x32-10 for a counter (Salmon et al., "Parallel Random
// Numbers: As Easy as 1, 2, 3").
func philox(key, low, high uint64) [4]uint32 {
	x := [4]uint32{uint32(low), uint32(low >> 32), uint32(high), uint32(high >> 32)}
	k0, k1 := uint32(key), uint32(key>>32)
	for range 10 {
		p, q := uint64(x[0])*0xD2511F53, uint64(x[2])*0xCD9E8D57
		x = [4]uint32{uint32(q>>32) ^ x[1] ^ k0, uint32(q), uint32(p>>32) ^ x[3] ^ k1, uint32(p)}
		k0, k1 = k0+0x9E3779B9, k1+0xBB67AE85
	}
	return x
}

// threefryBits fills out with the random blocks for successive values of a counter. state has the
// key and the counter. If the elements of out have less than 64 bits, a block provides two
// elements, which are neighbors along the dimension that splitDim returns. At the end, threefryBits
// writes the next counter to state.
func threefryBits(c *interp.Context, state, out *tensor.Tensor) {
	key, from := state.Bits(0), state.Bits(1)
	if out.Kind.Bits() == 64 {
		for i := range out.NumElements() {
			c.Work(20)
			x := threefry(key, from+uint64(i))
			out.SetBits(i, uint64(x[0])|uint64(x[1])<<32)
		}
		state.SetBits(1, from+uint64(out.NumElements()))
		return
	}
	outer, split, inner := 1, 1, 1
	if at := splitDim(out.Shape); at >= 0 {
		outer, split, inner = tensor.NumElements(out.Shape[:at]), int(out.Shape[at]), tensor.NumElements(out.Shape[at+1:])
	}
	half := (split + 1) / 2
	for i := range outer * half * inner {
		c.Work(20)
		x := threefry(key, from+uint64(i))
		block, in := i/inner, i%inner
		for j := range 2 {
			if row := block%half*2 + j; row < split {
				setLow(out, (block/half*split+row)*inner+in, uint64(x[j]))
			}
		}
	}
	state.SetBits(1, from+uint64(outer*half*inner))
}

// splitDim returns the first dimension with an even extent. If there is none, it returns the first
// dimension with the largest extent, or -1 for scalars.
func splitDim(shape []int64) int {
	at := -1
	for i, n := range shape {
		if n%2 == 0 {
			return i
		}
		if at < 0 || n > shape[at] {
			at = i
		}
	}
	return at
}

// threefry returns the random block of Threefry2x32-20 for the counter n. The algorithm is from the
// same paper as philox.
func threefry(key, n uint64) [2]uint32 {
	ks := [3]uint32{uint32(key), uint32(key >> 32)}
	ks[2] = ks[0] ^ ks[1] ^ 0x1BD11BDA
	x := [2]uint32{uint32(n) + ks[0], uint32(n>>32) + ks[1]}
	for group := range 5 {
		for _, by := range [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}[group%2] {
			x[0] += x[1]
			x[1] = bits.RotateLeft32(x[1], by) ^ x[0]
		}
		x[0] += ks[(group+1)%3]
		x[1] += ks[(group+2)%3] + uint32(group+1)
	}
	return x
}

// setLow sets the bits of element i to the low bits of v.
func setLow(t *tensor.Tensor, i int, v uint64) { t.SetBits(i, v&(1<<t.Kind.Bits()-1)) }
