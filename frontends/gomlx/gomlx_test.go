package gomlx_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/dtypes/bfloat16"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/x448/float16"

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

// run compiles the graph that the function build creates from a parameter. It runs the graph with
// the elements in flat as the value of this parameter.
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

// TestRandomBits compares results with the published test vectors of Philox 4×32-10.
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

// TestArgMinMax has rows with several NaNs or equal elements. The result must be the index of the
// first NaN or, in a row without NaNs, of the first largest or smallest element.
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

// TestExtremes reduces two elements to the largest and the smallest one, for each element type that
// can be ordered. A window with only padding must have the initial value of the reduction.
func TestExtremes(t *testing.T) {
	b := newBackend(t, "vm")
	extremes(t, b, dtypes.Bool, []bool{false, true}, []bool{false, true})
	extremes(t, b, dtypes.Int8, []int8{-128, 127}, []int8{-128, 127})
	extremes(t, b, dtypes.Int16, []int16{-1 << 15, 1<<15 - 1}, []int16{-1 << 15, 1<<15 - 1})
	extremes(t, b, dtypes.Int32, []int32{-1 << 31, 1<<31 - 1}, []int32{-1 << 31, 1<<31 - 1})
	extremes(t, b, dtypes.Int64, []int64{-1 << 63, 1<<63 - 1}, []int64{-1 << 63, 1<<63 - 1})
	extremes(t, b, dtypes.Uint8, []uint8{0, 1<<8 - 1}, []uint8{0, 1<<8 - 1})
	extremes(t, b, dtypes.Uint16, []uint16{0, 1<<16 - 1}, []uint16{0, 1<<16 - 1})
	extremes(t, b, dtypes.Uint32, []uint32{0, 1<<32 - 1}, []uint32{0, 1<<32 - 1})
	extremes(t, b, dtypes.Uint64, []uint64{0, 1<<64 - 1}, []uint64{0, 1<<64 - 1})
	inf32, inf64 := float32(math.Inf(1)), math.Inf(1)
	extremes(t, b, dtypes.Float32, []float32{-2, 3}, []float32{-inf32, inf32})
	extremes(t, b, dtypes.Float64, []float64{-2, 3}, []float64{-inf64, inf64})
	extremes(t, b, dtypes.Float16, []float16.Float16{float16.Fromfloat32(-2), float16.Fromfloat32(3)}, []float16.Float16{float16.Inf(-1), float16.Inf(1)})
	extremes(t, b, dtypes.BFloat16, []bfloat16.BFloat16{bfloat16.FromFloat32(-2), bfloat16.FromFloat32(3)}, []bfloat16.BFloat16{bfloat16.Inf(-1), bfloat16.Inf(1)})
}

// extremes checks the reductions of x, which has the smallest element first. The parameter "limits"
// has the lowest and the highest value of the element type d.
func extremes[T comparable](t *testing.T, b backends.Backend, d dtypes.DType, x, limits []T) {
	got := run(t, b, x, shapes.Make(d, 2), func(g backends.Builder, x backends.Op) ([]backends.Op, error) {
		var outs []backends.Op
		add := func(op backends.Op, err error) error {
			outs = append(outs, op)
			return err
		}
		window := func(kind backends.ReduceOpType) error {
			return add(g.ReduceWindow(x, kind, []int{2}, []int{2}, nil, nil, [][2]int{{2, 0}}))
		}
		arg := func(isMin bool) error { return add(g.ArgMinMax(x, 0, dtypes.Int32, isMin)) }
		err := errors.Join(add(g.ReduceMin(x)), add(g.ReduceMax(x)), window(backends.ReduceOpMin), window(backends.ReduceOpMax))
		if d != dtypes.Bool { // GoMLX has no ArgMinMax of booleans
			err = errors.Join(err, arg(true), arg(false))
		}
		return outs, err
	})
	want := []any{[]T{x[0]}, []T{x[1]}, []T{limits[1], x[0]}, []T{limits[0], x[1]}}
	if d != dtypes.Bool {
		want = append(want, []int32{0}, []int32{1})
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", d, got, want)
	}
}

// TestDevices checks the names of devices.
func TestDevices(t *testing.T) {
	for _, config := range []string{"gpu", "jit,gpu", "vm,", "devices.yaml"} {
		if _, err := gomlx.New(config); err == nil || !strings.Contains(err.Error(), "have ") || !strings.Contains(err.Error(), "vm") {
			t.Errorf("%q: got error %v, expected one that lists the devices", config, err)
		}
	}
	for _, config := range []string{"", "ref", "vm,ref", "vm.1"} {
		if _, err := gomlx.New(config); err != nil {
			t.Errorf("%q: %v", config, err)
		}
	}
}

// TestMistakes checks that invalid calls return errors, and that the graph is usable afterwards.
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
	for _, devices := range [][]backends.DeviceNum{nil, {5}, {0, 1}} {
		if err := g.DeviceAssignment(devices...); err == nil {
			t.Errorf("an assignment to the devices %v succeeded", devices)
		}
	}
	ids, err := g.Constant([]int32{1, 2, 3}, 3)
	if err != nil {
		t.Fatal(err)
	}
	bools, err := g.Constant([]bool{true, false, true}, 3)
	if err != nil {
		t.Fatal(err)
	}
	z, err := g.Constant([]complex64{1, 2}, 2)
	if err != nil {
		t.Fatal(err)
	}
	scalar, err := g.Constant([]float32{1})
	if err != nil {
		t.Fatal(err)
	}
	negative := shapes.Shape{DType: dtypes.Uint32, Dimensions: []int{2, -1}}
	state, err := g.Constant([]uint64{1, 2, 3}, 3)
	if err != nil {
		t.Fatal(err)
	}
	one := func(op backends.Op, err error) error { return err }
	two := func(_, _ backends.Op, err error) error { return err }
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
		{"a parameter with a negative extent", one(g.Parameter("n", negative, nil))},
		{"a constant with a negative extent", one(g.Constant([]float32{1, 2}, -1, -2))},
		{"an iota with a negative extent", one(g.Iota(negative, 0))},
		{"a slice with a negative extent", one(g.DynamicSlice(x, []backends.Op{ids, ids}, []int{1, -2}))},
		{"random bits with a negative extent", two(g.RNGBitGenerator(state, negative))},
		{"a transform with a negative length", one(g.FFT(x, backends.FFTForwardReal, []int{-6}))},
		{"a bitcast to an invalid element type", one(g.Bitcast(x, dtypes.DType(-1)))},
		{"a bitcast to an unsupported element type", one(g.Bitcast(x, dtypes.F8E5M2))},
		{"a conversion to an invalid element type", one(g.ConvertDType(x, dtypes.DType(-1)))},
		{"scatter axes", one(g.ScatterSum(x, ids, x, 1, []int{0}, []int{1}, []int{0, 1}, false, false))},
		{"no scatter axes", one(g.ScatterMax(x, ids, x, 1, nil, nil, nil, false, false))},
		{"where with two element types", one(g.Where(bools, ids, scalar))},
		{"complex numbers in total order", one(g.LessThanTotalOrder(z, z))},
		{"equality of complex numbers in total order", one(g.EqualTotalOrder(z, z))},
		{"complex numbers in order", one(g.GreaterOrEqual(z, z))},
		{"complex numbers clamped", one(g.Clamp(z, z, z))},
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
