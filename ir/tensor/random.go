package tensor

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// Random returns the random tensor for argument number arg and a seed. Its elements, in row-major
// order, come from the generator rand.NewPCG(seed, arg). A float is 2*Float64()-1, uniform in [-1,
// 1), rounded to the kind. An integer is Uint64()&7, wrapped to the kind, and an i1 is Uint64()&1.
// A complex number takes two floats, first the real and then the imaginary part.
func Random(k Kind, shape []int64, seed, arg uint64) *Tensor {
	t, err := TryRandom(k, shape, seed, arg)
	if err != nil {
		panic(err)
	}
	return t
}

// TryRandom is like Random, but returns the errors of TryNew instead of panicking.
func TryRandom(k Kind, shape []int64, seed, arg uint64) (*Tensor, error) {
	t, err := TryNew(k, shape...)
	if err != nil {
		return nil, err
	}
	source := rand.NewPCG(seed, arg)
	r := rand.New(source)
	if k == F32 { // fast path, since most inputs are f32 and can have tens of millions of elements
		for i := 0; i < len(t.Data); i += 4 {
			x := float64(source.Uint64()<<11>>11) / (1 << 53) // same as r.Float64()
			binary.LittleEndian.PutUint32(t.Data[i:], math.Float32bits(float32(2*x-1)))
		}
		return t, nil
	}
	for i := range t.NumElements() {
		switch {
		case k == I1:
			t.SetBits(i, r.Uint64()&1)
		case k.IsInt():
			t.SetBits(i, r.Uint64()&7)
		case k.IsFloat():
			t.SetFloat(i, 2*r.Float64()-1)
		default:
			re := 2*r.Float64() - 1
			t.SetComplex(i, complex(re, 2*r.Float64()-1))
		}
	}
	return t, nil
}
