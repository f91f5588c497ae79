package gomlx_test

import (
	"slices"
	"testing"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/frontends/gomlx"
)

func newBackend(t *testing.T, config string) backends.Backend {
	t.Helper()
	b, err := gomlx.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// run compiles the graph that build creates from a parameter, and runs the graph with flat as the
// elements of this parameter.
func run(t *testing.T, b backends.Backend, flat any, s shapes.Shape, build func(backends.Builder, backends.Op) ([]backends.Op, error)) []any {
	t.Helper()
	g := b.Builder("test")
	x, err := g.Parameter("x", s, nil)
	if err != nil {
		t.Fatal(err)
	}
	outs, err := build(g, x)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := g.Compile(outs, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer exe.Finalize()
	in, err := b.BufferFromFlatData(0, flat, s)
	if err != nil {
		t.Fatal(err)
	}
	bufs, err := exe.Execute([]backends.Buffer{in}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var results []any
	for _, buf := range bufs {
		data, err := b.BufferData(buf)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, data)
	}
	return results
}

// TestRandomBits compares results with the published test vectors of Philox 4×32-10. In these
// vectors, all bits of the counter and the key are zeros, or all are ones.
func TestRandomBits(t *testing.T) {
	for _, config := range []string{"vm", "ref"} {
		b := newBackend(t, config)
		for _, test := range []struct {
			word uint64
			want []uint32
		}{
			{0, []uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
			{^uint64(0), []uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		} {
			state := []uint64{test.word, test.word, test.word}
			got := run(t, b, state, backends.RNGStateShape, func(g backends.Builder, x backends.Op) ([]backends.Op, error) {
				next, four, err := g.RNGBitGenerator(x, shapes.Make(dtypes.Uint32, 4))
				if err != nil {
					return nil, err
				}
				_, two, err := g.RNGBitGenerator(x, shapes.Make(dtypes.Uint64, 2))
				if err != nil {
					return nil, err
				}
				_, three, err := g.RNGBitGenerator(x, shapes.Make(dtypes.Uint8, 3))
				return []backends.Op{next, four, two, three}, err
			})
			next := []uint64{test.word, test.word + 1, test.word}
			if test.word != 0 {
				next[2]++ // the carry
			}
			if !slices.Equal(got[0].([]uint64), next) {
				t.Errorf("%s: the state after %x is %x, want %x", config, state, got[0], next)
			}
			if !slices.Equal(got[1].([]uint32), test.want) {
				t.Errorf("%s: words of %x are %x, want %x", config, state, got[1], test.want)
			}
			w := test.want
			if want := []uint64{uint64(w[1])<<32 | uint64(w[0]), uint64(w[3])<<32 | uint64(w[2])}; !slices.Equal(got[2].([]uint64), want) {
				t.Errorf("%s: 64-bit words of %x are %x, want %x", config, state, got[2], want)
			}
			if want := []uint8{uint8(w[0]), uint8(w[1]), uint8(w[2])}; !slices.Equal(got[3].([]uint8), want) {
				t.Errorf("%s: bytes of %x are %x, want %x", config, state, got[3], want)
			}
		}
	}
}

// TestArgMinMax has rows in which several elements are NaN, or are equal. The result must be the
// index of the first of these elements.
func TestArgMinMax(t *testing.T) {
	nan := float32(0)
	nan /= nan
	b := newBackend(t, "vm")
	flat := []float32{
		1, 3, 3, 0,
		nan, 9, nan, 0,
		-2, -2, -2, -2,
		5, 4, 5, 4,
	}
	got := run(t, b, flat, shapes.Make(dtypes.Float32, 4, 4), func(g backends.Builder, x backends.Op) ([]backends.Op, error) {
		most, err := g.ArgMinMax(x, -1, dtypes.Int32, false)
		if err != nil {
			return nil, err
		}
		least, err := g.ArgMinMax(x, 1, dtypes.Int64, true)
		return []backends.Op{most, least}, err
	})
	if want := []int32{1, 0, 0, 0}; !slices.Equal(got[0].([]int32), want) {
		t.Errorf("the largest elements are at %v, want %v", got[0], want)
	}
	if want := []int64{3, 0, 0, 1}; !slices.Equal(got[1].([]int64), want) {
		t.Errorf("the smallest elements are at %v, want %v", got[1], want)
	}
}

// TestMistakes makes mistakes of each kind. After the mistakes, the graph must still be usable.
func TestMistakes(t *testing.T) {
	b := newBackend(t, "")
	g, other := b.Builder("one"), b.Builder("other")
	x, err := g.Parameter("x", shapes.Make(dtypes.Float32, 2, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.Constant([]float32{1})
	if err != nil {
		t.Fatal(err)
	}
	ids, err := g.Constant([]int32{1, 2, 3}, 3)
	if err != nil {
		t.Fatal(err)
	}
	one := func(op backends.Op, err error) error { return err }
	for _, test := range []struct {
		name string
		err  error
	}{
		{"a name twice", one(g.Parameter("x", shapes.Make(dtypes.Float32), nil))},
		{"an unsupported element type", one(g.Parameter("y", shapes.Make(dtypes.F8E5M2), nil))},
		{"sharding", one(g.Parameter("z", shapes.Make(dtypes.Float32), &backends.ShardingSpec{}))},
		{"another graph's value", one(g.Add(x, foreign))},
		{"no value", one(g.Neg(nil))},
		{"two element types", one(g.Add(x, ids))},
		{"floats shifted", one(g.ShiftLeft(x, x))},
		{"a logical reduction of floats", one(g.ReduceLogicalAnd(x))},
		{"reshape", one(g.Reshape(x, 7))},
		{"reshape to negative extents", one(g.Reshape(x, -1, -6))},
		{"slice", one(g.Slice(x, []int{0, 0}, []int{3, 3}, nil))},
		{"pad", one(g.Pad(x, x))},
		{"a dot's axes", one(g.DotGeneral(x, []int{2}, nil, x, []int{0}, nil))},
		{"a dot's sizes", one(g.DotGeneral(x, []int{1}, nil, x, []int{0}, nil))},
		{"gather", one(g.Gather(x, ids, 5, nil, nil, nil, []int{1, 1}, false))},
		{"too few indices", one(g.DynamicSlice(x, []backends.Op{ids}, []int{1, 1}))},
		{"iota", one(g.Iota(shapes.Make(dtypes.Float32, 2), 1))},
		{"two elements for a shape of three", one(g.Constant([]float32{1, 2}, 3))},
		{"a number instead of a slice", one(g.Constant(1.0))},
		{"several devices", g.DistributedSPMD(2)},
	} {
		if test.err == nil {
			t.Errorf("%s: got no error, expected one", test.name)
		}
	}
	sum, err := g.Add(x, x)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Compile([]backends.Op{sum}, nil); err != nil {
		t.Fatalf("after the mistakes: %v", err)
	}
	if _, err := g.Add(x, x); err == nil {
		t.Error("Add after Compile: got no error, expected one")
	}
}

// TestBuffers creates a buffer, accesses it and finalizes it.
func TestBuffers(t *testing.T) {
	b := newBackend(t, "")
	s := shapes.Make(dtypes.Int16, 2, 2)
	buf, flat, err := b.NewSharedBuffer(0, s)
	if err != nil {
		t.Fatal(err)
	}
	copy(flat.([]int16), []int16{1, 2, 3, 4})
	out := make([]int16, 4)
	if err := b.BufferToFlatData(buf, out); err != nil || !slices.Equal(out, []int16{1, 2, 3, 4}) {
		t.Errorf("a shared buffer holds %v (error %v), expected [1 2 3 4]", out, err)
	}
	if err := b.BufferToFlatData(buf, make([]int16, 3)); err == nil {
		t.Error("a slice of three elements was accepted for a buffer of four")
	}
	if err := b.BufferToFlatData(buf, make([]int32, 4)); err == nil {
		t.Error("a slice of int32 was accepted for a buffer of int16")
	}
	if _, err := b.BufferFromFlatData(1, out, s); err == nil {
		t.Error("device 1 was accepted, but device 0 is the only one")
	}
	if err := b.BufferFinalize(buf); err != nil {
		t.Error(err)
	}
	if _, err := b.BufferData(buf); err == nil {
		t.Error("BufferData of a finalized buffer: got no error, expected one")
	}
	empty, err := b.BufferFromFlatData(0, []float32{}, shapes.Make(dtypes.Float32, 0))
	if err != nil {
		t.Fatal(err)
	}
	if data, err := b.BufferData(empty); err != nil || len(data.([]float32)) != 0 {
		t.Errorf("an empty buffer holds %v (error %v), expected no elements", data, err)
	}
}

// TestDonated runs a graph with a donated buffer, which is no longer valid after the run.
func TestDonated(t *testing.T) {
	b := newBackend(t, "")
	g := b.Builder("double")
	x, err := g.Parameter("x", shapes.Make(dtypes.Float32, 2), nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := g.Add(x, x)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := g.Compile([]backends.Op{sum}, nil)
	if err != nil {
		t.Fatal(err)
	}
	buf, err := b.BufferFromFlatData(0, []float32{1, 2}, shapes.Make(dtypes.Float32, 2))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		outs, err := exe.Execute([]backends.Buffer{buf}, []bool{true}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exe.Execute([]backends.Buffer{buf}, nil, 0); err == nil {
			t.Fatal("Execute with a donated buffer: got no error, expected one")
		}
		buf = outs[0]
	}
	if data, err := b.BufferData(buf); err != nil || !slices.Equal(data.([]float32), []float32{32, 64}) {
		t.Errorf("after five doublings the buffer holds %v (error %v), expected [32 64]", data, err)
	}
}
