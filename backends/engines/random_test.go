package engines_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// generator writes random programs of operations that all engines support. Sums and products of
// many floats have small whole numbers as operands. They are exact in any order, so all engines
// must return the same bits.
type generator struct {
	r      *rand.Rand
	body   strings.Builder
	values []value
	next   int
	prefix string
}

// value is an SSA value. shape is the text of the shape in the type, such as "3x7x", and elem is
// the element type.
type value struct{ name, elem, shape string }

func (v value) typ() string { return "tensor<" + v.shape + v.elem + ">" }

func (v value) float() bool { return strings.Contains(v.elem, "f") }

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

func intElems() []string   { return []string{"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"} }
func floatElems() []string { return []string{"f16", "bf16", "f32", "f64"} }

func (g *generator) emit(like value, format string, args ...any) value {
	like.name = fmt.Sprintf("%%%s_%d", g.prefix, g.next)
	g.next++
	fmt.Fprintf(&g.body, "  %s = %s\n", like.name, fmt.Sprintf(format, args...))
	g.values = append(g.values, like)
	return like
}

// like returns a random value with the type of v.
func (g *generator) like(v value) value {
	var same []value
	for _, w := range g.values {
		if w.typ() == v.typ() {
			same = append(same, w)
		}
	}
	return pick(g.r, same)
}

func (g *generator) step() {
	v := pick(g.r, g.values)
	switch g.r.IntN(16) {
	case 0, 1:
		g.unary(v)
	case 2, 3:
		g.binary(v)
	case 4:
		g.choose(v)
	case 5:
		g.convert(v)
	case 6:
		g.move(v)
	case 7:
		g.reduce(v)
	case 8:
		g.index(v)
	default:
		g.family(v)
	}
}

func (g *generator) unary(v value) {
	ops := []string{"not", "popcnt", "count_leading_zeros", "negate"}
	switch {
	case v.elem == "i1":
		ops = []string{"not"}
	case v.float():
		ops = []string{"negate", "abs", "sign", "sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "sine", "cosine", "tan",
			"tanh", "logistic", "floor", "ceil", "round_nearest_even", "round_nearest_afz"}
	case v.elem[0] == 'i':
		ops = append(ops, "abs", "sign")
	}
	g.emit(v, "\"stablehlo.%s\"(%s) : (%s) -> %[3]s", pick(g.r, ops), v.name, v.typ())
}

func (g *generator) binary(v value) {
	ops := []string{"add", "multiply", "maximum", "minimum"}
	switch {
	case v.elem == "i1":
		ops = append(ops, "and", "or", "xor")
	case v.float():
		ops = append(ops, "subtract", "divide", "remainder", "power", "atan2")
	default:
		ops = append(ops, "subtract", "divide", "remainder", "power", "and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical")
	}
	g.emit(v, "\"stablehlo.%s\"(%s, %s) : (%s, %[4]s) -> %[4]s", pick(g.r, ops), v.name, g.like(v).name, v.typ())
}

// choose emits a clamp, or a comparison and a selection.
func (g *generator) choose(v value) {
	w := g.like(v)
	if v.elem != "i1" && g.r.IntN(3) == 0 {
		g.emit(v, "stablehlo.clamp %s, %s, %s : %s", v.name, w.name, g.like(v).name, v.typ())
		return
	}
	total := ""
	if v.float() && g.r.IntN(3) == 0 {
		total = ", TOTALORDER"
	}
	p := g.emit(value{elem: "i1", shape: v.shape}, "stablehlo.compare %s, %s, %s%s : (%s, %[5]s) -> tensor<%[6]si1>",
		pick(g.r, []string{"EQ", "NE", "LT", "LE", "GT", "GE"}), v.name, w.name, total, v.typ(), v.shape)
	g.emit(v, "stablehlo.select %s, %s, %s : %s, %s", p.name, v.name, g.like(v).name, p.typ(), v.typ())
}

func (g *generator) convert(v value) {
	to := value{elem: pick(g.r, append(append(intElems(), floatElems()...), "i1")), shape: v.shape}
	t := map[string]string{"f16": "i16", "bf16": "ui16", "f32": "i32", "f64": "ui64", "i16": "f16", "ui16": "bf16", "i32": "f32", "i64": "f64"}[v.elem]
	if t != "" && g.r.IntN(2) == 0 {
		to.elem = t
		g.emit(to, "stablehlo.bitcast_convert %s : (%s) -> %s", v.name, v.typ(), to.typ())
		return
	}
	if v.float() && g.r.IntN(4) == 0 {
		to.elem = "i1"
		g.emit(to, "stablehlo.is_finite %s : (%s) -> %s", v.name, v.typ(), to.typ())
		return
	}
	g.emit(to, "stablehlo.convert %s : (%s) -> %s", v.name, v.typ(), to.typ())
}

// The shapes of most values. 21 is not a multiple of the number of lanes.
const vector, matrix = "21x", "3x7x"

func (g *generator) move(v value) {
	other := value{elem: v.elem, shape: matrix}
	if v.shape == matrix {
		other.shape = vector
		switch g.r.IntN(3) {
		case 0:
			g.emit(v, "stablehlo.reverse %s, dims = [0, 1] : %s", v.name, v.typ())
		case 1:
			a := g.emit(value{elem: v.elem, shape: "7x3x"}, "stablehlo.transpose %s, dims = [1, 0] : (%s) -> tensor<7x3x%s>", v.name, v.typ(), v.elem)
			g.emit(other, "stablehlo.reshape %s : (%s) -> %s", a.name, a.typ(), other.typ())
		default:
			g.emit(other, "stablehlo.reshape %s : (%s) -> %s", v.name, v.typ(), other.typ())
		}
		return
	}
	if v.shape != vector {
		return
	}
	switch g.r.IntN(4) {
	case 0:
		g.emit(other, "stablehlo.reshape %s : (%s) -> %s", v.name, v.typ(), other.typ())
	case 1:
		a := g.emit(value{elem: v.elem, shape: "8x"}, "stablehlo.slice %s [1:17:2] : (%s) -> tensor<8x%s>", v.name, v.typ(), v.elem)
		b := g.emit(value{elem: v.elem, shape: "13x"}, "stablehlo.slice %s [8:21] : (%s) -> tensor<13x%s>", g.like(v).name, v.typ(), v.elem)
		g.emit(v, "stablehlo.concatenate %s, %s, dim = 0 : (%s, %s) -> %s", a.name, b.name, a.typ(), b.typ(), v.typ())
	case 2:
		z := g.scalar(g.like(v))
		low, interior := g.r.IntN(61)-30, g.r.IntN(2) // the result may consist of padding only
		g.emit(v, "stablehlo.pad %s, %s, low = [%d], high = [%d], interior = [%d] : (%s, %s) -> %[6]s",
			v.name, z.name, low, -20*interior-low, interior, v.typ(), z.typ())
	default:
		z := g.scalar(v)
		g.emit(other, "stablehlo.broadcast_in_dim %s, dims = [] : (%s) -> %s", z.name, z.typ(), other.typ())
	}
}

// scalar emits operations that extract a random element of the vector or matrix v.
func (g *generator) scalar(v value) value {
	if v.shape != vector {
		v = g.emit(value{elem: v.elem, shape: vector}, "stablehlo.reshape %s : (%s) -> tensor<21x%s>", v.name, v.typ(), v.elem)
	}
	at := g.r.IntN(21)
	one := g.emit(value{elem: v.elem, shape: "1x"}, "stablehlo.slice %s [%d:%d] : (%s) -> tensor<1x%s>", v.name, at, at+1, v.typ(), v.elem)
	return g.emit(value{elem: v.elem}, "stablehlo.reshape %s : (%s) -> tensor<%s>", one.name, one.typ(), v.elem)
}

// small returns v if its elements are integers. Otherwise it clamps the floats to [-2, 2] and
// rounds them down to whole numbers. NaNs stay NaNs.
func (g *generator) small(v value) value {
	if !v.float() {
		return v
	}
	lo := g.emit(value{elem: v.elem, shape: v.shape}, "stablehlo.constant dense<-2.0> : %s", v.typ())
	hi := g.emit(value{elem: v.elem, shape: v.shape}, "stablehlo.constant dense<2.0> : %s", v.typ())
	c := g.emit(v, "stablehlo.clamp %s, %s, %s : %s", lo.name, v.name, hi.name, v.typ())
	return g.emit(v, "stablehlo.floor %s : %s", c.name, c.typ())
}

func (g *generator) reduce(v value) {
	if v.shape != matrix || v.elem == "i1" {
		return
	}
	op := pick(g.r, []string{"add", "multiply", "maximum", "minimum"})
	if op == "add" || op == "multiply" {
		v = g.small(v)
	}
	z := g.scalar(v)
	if g.r.IntN(4) == 0 && op == "add" {
		w := g.small(g.like(v))
		a := g.emit(value{elem: v.elem, shape: "3x3x"}, "stablehlo.dot_general %s, %s, contracting_dims = [1] x [1] : (%s, %[3]s) -> tensor<3x3x%s>", v.name, w.name, v.typ(), v.elem)
		b := g.emit(value{elem: v.elem, shape: "9x"}, "stablehlo.reshape %s : (%s) -> tensor<9x%s>", a.name, a.typ(), v.elem)
		g.emit(value{elem: v.elem, shape: vector}, "stablehlo.pad %s, %s, low = [6], high = [6], interior = [0] : (%s, %s) -> tensor<21x%s>", b.name, z.name, b.typ(), z.typ(), v.elem)
		return
	}
	kept, dim := "3x", 1
	if g.r.IntN(2) == 0 {
		kept, dim = "7x", 0
	}
	r := g.emit(value{elem: v.elem, shape: kept}, "stablehlo.reduce(%s init: %s) applies stablehlo.%s across dimensions = [%d] : (%s, %s) -> tensor<%s%s>",
		v.name, z.name, op, dim, v.typ(), z.typ(), kept, v.elem)
	g.emit(v, "stablehlo.broadcast_in_dim %s, dims = [%d] : (%s) -> %s", r.name, 1-dim, r.typ(), v.typ())
}

// index emits a gather, or a dynamic_slice and a dynamic_update_slice.
func (g *generator) index(v value) {
	if v.shape != vector {
		return
	}
	var ints []value
	for _, w := range g.values {
		if w.shape == vector && !w.float() && w.elem != "i1" {
			ints = append(ints, w)
		}
	}
	at := pick(g.r, ints)
	if g.r.IntN(2) == 0 {
		g.emit(v, `"stablehlo.gather"(%s, %s) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (%s, %s) -> %[3]s`,
			v.name, at.name, v.typ(), at.typ())
		return
	}
	i := g.scalar(at)
	part := g.emit(value{elem: v.elem, shape: "5x"}, "stablehlo.dynamic_slice %s, %s, sizes = [5] : (%s, %s) -> tensor<5x%s>", v.name, i.name, v.typ(), i.typ(), v.elem)
	j := g.scalar(pick(g.r, ints))
	g.emit(v, "stablehlo.dynamic_update_slice %s, %s, %s : (%s, %s, %s) -> %[4]s", g.like(v).name, part.name, j.name, v.typ(), part.typ(), j.typ())
}

// edgeValues fills t with zeros, subnormal, extreme and special numbers, random bit patterns, and
// numbers of usual size.
func edgeValues(r *rand.Rand, t *tensor.Tensor) {
	k := t.Kind
	for i := range t.NumElements() {
		bits := r.Uint64() >> (64 - k.Bits())
		top := uint64(1) << (k.Bits() - 1)
		switch n := r.IntN(8); {
		case n == 0 && k.IsFloat():
			infinity := tensor.CanonicalNaN(k) & (tensor.CanonicalNaN(k) << 1)
			bits = pick(r, []uint64{0, top, 1, top | 1, infinity, infinity | top, infinity - 1, infinity | 1, tensor.CanonicalNaN(k), tensor.CanonicalNaN(k) | top | 5})
		case n == 0:
			bits = pick(r, []uint64{0, 1, top, top - 1, math.MaxUint64, top + 1}) & (top | (top - 1))
		case n < 5 && k.IsFloat():
			t.SetFloat(i, math.Round(r.NormFloat64()*64)/16)
			continue
		case n < 5 && k != tensor.I1:
			t.SetInt(i, int64(r.IntN(25)-2))
			continue
		}
		t.SetBits(i, bits)
	}
}

// randomModule returns a module that joins n random programs with common arguments. kinds are the
// element types of the arguments.
func randomModule(r *rand.Rand, n int) (text string, kinds []tensor.Kind) {
	elems := append(append([]string{"i1"}, intElems()...), floatElems()...)
	var args, body, results, types []string
	var inputs []value
	for i, e := range elems {
		v := value{fmt.Sprintf("%%arg%d", i), e, vector}
		inputs = append(inputs, v)
		args = append(args, v.name+": "+v.typ())
	}
	for i := range n {
		g := &generator{r: r, values: inputs[:len(inputs):len(inputs)], prefix: fmt.Sprintf("p%d", i)}
		for range 3 + r.IntN(6) {
			g.step()
		}
		for _, v := range g.values[max(len(inputs), len(g.values)-2):] {
			results, types = append(results, v.name), append(types, v.typ())
		}
		body = append(body, g.body.String())
	}
	return program(strings.Join(args, ", "), strings.Join(body, ""), strings.Join(results, ", "), strings.Join(types, ", ")), inputKinds(elems)
}

func inputKinds(elems []string) []tensor.Kind {
	names := map[string]tensor.Kind{"i1": tensor.I1, "i8": tensor.I8, "i16": tensor.I16, "i32": tensor.I32, "i64": tensor.I64, "ui8": tensor.U8,
		"ui16": tensor.U16, "ui32": tensor.U32, "ui64": tensor.U64, "f16": tensor.F16, "bf16": tensor.BF16, "f32": tensor.F32, "f64": tensor.F64}
	var out []tensor.Kind
	for _, e := range elems {
		out = append(out, names[e])
	}
	return out
}

// TestRandom compares the bits of the results of random programs on edge values. By default, it
// runs 500 programs on ref and vm, or on all engines if LATHE_ENGINES is 1. If LATHE_SWEEP is set,
// it runs 20,000 programs. The value of LATHE_SWEEP is "1" for all engines, or a list such as
// "ref,vm,jit". Each module has 25 programs, since a C compiler takes long to start.
func TestRandom(t *testing.T) {
	const each = 25
	n, es := 500, fast(engines(t))
	if sweep := os.Getenv("LATHE_SWEEP"); sweep != "" {
		n = 20000
		if sweep != "1" {
			es = slices.DeleteFunc(es, func(e engine) bool { return !slices.Contains(strings.Split(sweep, ","), e.name) })
		}
	}
	reg := registry(t)
	var failed atomic.Bool
	for seed := range n / each {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			if seed > 20 && failed.Load() {
				t.Skip("an earlier program failed")
			}
			checkRandom(t, reg, es, uint64(seed), each)
			if t.Failed() {
				failed.Store(true)
			}
		})
	}
}

func checkRandom(t *testing.T, reg *ir.Registry, es []engine, seed uint64, programs int) {
	r := rand.New(rand.NewPCG(seed, 17))
	text, kinds := randomModule(r, programs)
	m := parse(t, reg, text)
	p := compile(t, es, m)
	for range 3 {
		var in []*tensor.Tensor
		for _, k := range kinds {
			x := tensor.New(k, 21)
			edgeValues(r, x)
			in = append(in, x)
		}
		p.run(t, in, func(engine string, result, e int, got, want *tensor.Tensor) {
			if !t.Failed() {
				t.Errorf("seed %d: %s: element %d is %s, but %s on %s, in\n%s", seed, engine, e, describe(got, e), describe(want, e), p.names[0], backward(text, result))
			}
		})
	}
}

// backward returns the lines of text on which the given result of @main depends.
func backward(text string, result int) string {
	names := regexp.MustCompile(`%\w+`)
	lines := strings.Split(text, "\n")
	last := names.FindAllString(lines[len(lines)-2], -1)
	wanted := map[string]bool{last[result]: true}
	var out []string
	for _, line := range slices.Backward(lines[1 : len(lines)-2]) {
		found := names.FindAllString(line, -1)
		if len(found) == 0 || !wanted[found[0]] {
			continue
		}
		for _, name := range found {
			wanted[name] = true
		}
		out = append(out, line)
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}
