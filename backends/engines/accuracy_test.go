package engines_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/winograd"
)

// accurate is a program with a bound for the errors of its results: units · 2⁻²⁴ · m. Here, m is
// the result of the program in the field "magnitude", which has absolute values as inputs and
// constants, and additions in place of subtractions.
type accurate struct {
	text, magnitude string // programs of f32, with constants that are exact in f32
	in              []*tensor.Tensor
	units           float64
	largest         bool // all elements have the same m, the largest
}

// check runs the program with accuracy=fast on vm, on jit and, if the parameter "all" is true, also
// on c. The results must have equal bits, since these backends compile for the same target. The
// errors are differences from ref's results in f64.
func (a accurate) check(t *testing.T, all bool) {
	t.Helper()
	reg := registry(t)
	es := engines(t)
	if !all {
		es = slices.DeleteFunc(es, func(e engine) bool { return e.name == "c" }) // takes long to compile
	}
	exact, size := a.inF64(t, es[0], a.text, a.in), a.inF64(t, es[0], a.magnitude, absolute(a.in))
	if a.largest {
		most := 0.0
		for i := range size.NumElements() {
			most = max(most, size.Float(i))
		}
		for i := range size.NumElements() {
			size.SetFloat(i, most)
		}
	}
	var first *tensor.Tensor
	for _, e := range es[1:] {
		p, err := e.Compile(t.Context(), parse(t, reg, a.text), backends.CompileOptions{
			Properties: map[string]any{backends.AccuracyProperty: "fast", backends.TargetProperty: "avx2"},
		})
		if err != nil {
			t.Fatalf("%s: %v in\n%s", e.name, err, a.text)
		}
		out, err := p.Run(t.Context(), a.in)
		p.Close()
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for i := range out[0].NumElements() {
			got, want, unit := out[0].Float(i), exact.Float(i), math.Ldexp(size.Float(i), -24)
			if !(math.Abs(got-want) <= a.units*unit) {
				t.Fatalf("%s: element %d is %v, expected %v: the error is %.1f units, but the bound is %.1f units, in\n%s", e.name, i, got, want, math.Abs(got-want)/unit, a.units, a.text)
			}
		}
		if first == nil {
			first = out[0]
		}
		if !bytes.Equal(out[0].Data, first.Data) {
			t.Fatalf("the results of %s have other bits than the results of %s in\n%s", e.name, es[1].name, a.text)
		}
	}
}

// inF64 runs a program with f64 in place of f32.
func (a accurate) inF64(t *testing.T, e engine, text string, in []*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	p, err := e.Compile(t.Context(), parse(t, registry(t), strings.ReplaceAll(text, "f32", "f64")), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	wide := make([]*tensor.Tensor, len(in))
	for i, x := range in {
		wide[i] = tensor.Convert(x, tensor.F64)
	}
	out, err := p.Run(t.Context(), wide)
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func absolute(in []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(in))
	for i, x := range in {
		out[i] = x.Clone()
		for j := range x.NumElements() {
			out[i].SetFloat(j, math.Abs(x.Float(j)))
		}
	}
	return out
}

// literal returns the text of a list of n random numbers with few bits, and of the list of their
// absolute values.
func literal(rnd *rand.Rand, n int) (signed, unsigned string) {
	var s, u []string
	for range n {
		v := float64(rnd.IntN(127)-63) / 32
		s, u = append(s, fmt.Sprintf("%.5f", v)), append(u, fmt.Sprintf("%.5f", math.Abs(v)))
	}
	return "[" + strings.Join(s, ", ") + "]", "[" + strings.Join(u, ", ") + "]"
}

// TestBatchNormBound checks the error bound in docs/numerics.md for a batch normalization that is
// folded into weights, in two layouts and with groups.
func TestBatchNormBound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		groups, in, out := 1+rnd.IntN(2), 1+rnd.IntN(5), 2*(1+rnd.IntN(9))
		kernel, shape, result, dims, feature := []int{3, 3, in, out}, []int{2, 6, 7, in * groups}, []int{2, 6, 7, out}, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", 3
		if i%2 == 1 {
			kernel, shape, result, dims, feature = []int{out, in, 3, 3}, []int{2, in * groups, 6, 7}, []int{2, out, 6, 7}, "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", 1
		}
		tt := func(s []int) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(s), " ", "x"), "[]") + "xf32" }
		lists := map[string][2]string{}
		for _, l := range []struct {
			name string
			n    int
		}{{"W", 9 * in * out}, {"MEAN", out}, {"SCALE", out}, {"OFFSET", out}} {
			s, u := literal(rnd, l.n)
			lists[l.name] = [2]string{s, u}
		}
		body := fmt.Sprintf(`  %%w0 = stablehlo.constant dense<W> : tensor<%dxf32>
  %%w = stablehlo.reshape %%w0 : (tensor<%[1]dxf32>) -> tensor<%s>
  %%mean = stablehlo.constant dense<MEAN> : tensor<%[3]dxf32>
  %%scale = stablehlo.constant dense<SCALE> : tensor<%[3]dxf32>
  %%offset = stablehlo.constant dense<OFFSET> : tensor<%[3]dxf32>
  %%means = stablehlo.broadcast_in_dim %%mean, dims = [%[4]d] : (tensor<%[3]dxf32>) -> tensor<%[5]s>
  %%scales = stablehlo.broadcast_in_dim %%scale, dims = [%[4]d] : (tensor<%[3]dxf32>) -> tensor<%[5]s>
  %%offsets = stablehlo.broadcast_in_dim %%offset, dims = [%[4]d] : (tensor<%[3]dxf32>) -> tensor<%[5]s>
  %%c = stablehlo.convolution(%%x, %%w) dim_numbers = %[6]s, window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = %[7]d : i64} : (tensor<%[8]s>, tensor<%[2]s>) -> tensor<%[5]s>
  %%centered = stablehlo.MINUS %%c, %%means : tensor<%[5]s>
  %%scaled = stablehlo.multiply %%centered, %%scales : tensor<%[5]s>
  %%r = stablehlo.add %%scaled, %%offsets : tensor<%[5]s>`, 9*in*out, tt(kernel), out, feature, tt(result), dims, groups, tt(shape))
		text := program("%x: tensor<"+tt(shape)+">", body, "%r", "tensor<"+tt(result)+">")
		of := func(which int, minus string) string {
			s := strings.ReplaceAll(text, "MINUS", minus)
			for name, l := range lists {
				s = strings.ReplaceAll(s, "<"+name+">", "<"+l[which]+">")
			}
			return s
		}
		x := make([]int64, len(shape))
		for i, n := range shape {
			x[i] = int64(n)
		}
		accurate{of(0, "subtract"), of(1, "add"), []*tensor.Tensor{tensor.Random(tensor.F32, x, 1, uint64(i))}, float64(9*in + 5), false}.check(t, i < 2)
	}
}

// TestWinogradBound checks the error bounds in docs/numerics.md for Winograd's algorithms on random
// inputs, in several layouts, with several paddings, and with reversed windows.
func TestWinogradBound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	layouts := [][3]string{{"b01f", "01io", "b01f"}, {"bf01", "oi01", "bf01"}, {"b01f", "o10i", "f01b"}, {"1b0f", "i0o1", "b1f0"}}
	for i := range 8 {
		m := []int64{2, 4}[i%2]
		l := layouts[i/2]
		size := map[byte]int64{'b': 1 + rnd.Int64N(2), '0': 3 + rnd.Int64N(9), '1': 2 + rnd.Int64N(9), 'i': 1 + rnd.Int64N(40), 'o': 1 + rnd.Int64N(40)}
		var pads [4]int64
		for k := range pads {
			pads[k] = rnd.Int64N(4)
		}
		if i == 0 {
			pads = [4]int64{-1, 2, 3, -1}
		}
		pads[1], pads[3] = max(pads[1], 3-size['0']-pads[0]), max(pads[3], 3-size['1']-pads[2])
		in := map[byte]int64{'b': size['b'], 'f': size['i'], '0': size['0'], '1': size['1']}
		window := map[byte]int64{'0': 3, '1': 3, 'i': size['i'], 'o': size['o']}
		out := map[byte]int64{'b': size['b'], 'f': size['o'], '0': size['0'] + pads[0] + pads[1] - 2, '1': size['1'] + pads[2] + pads[3] - 2}
		x, w, y := shaped(l[0], in), shaped(l[1], window), shaped(l[2], out)
		dims := func(s string) string { return "[" + strings.Join(strings.Split(s, ""), ", ") + "]" }
		body := fmt.Sprintf("  %%r = stablehlo.convolution(%%x, %%w) dim_numbers = %sx%s->%s, window = {pad = [[%d, %d], [%d, %d]], reverse = [%t, %t]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, %s = %d : i64} : (%s, %s) -> %s",
			dims(l[0]), dims(l[1]), dims(l[2]), pads[0], pads[1], pads[2], pads[3], i%3 == 1, i%5 == 2, winograd.Attr, m, ofF32(x), ofF32(w), ofF32(y))
		units := map[int64]float64{2: 4, 4: 16}[m]
		tensors := []*tensor.Tensor{tensor.Random(tensor.F32, x, 1, uint64(i)), tensor.Random(tensor.F32, w, 1, uint64(i+100))}
		if i%4 < 2 {
			text := program("%x: "+ofF32(x)+", %w: "+ofF32(w), body, "%r", ofF32(y))
			accurate{text, text, tensors, units, true}.check(t, i < 2)
			continue
		}
		signed, unsigned := literal(rnd, tensor.NumElements(w))
		text := program("%x: "+ofF32(x), fmt.Sprintf("  %%w0 = stablehlo.constant dense<WEIGHTS> : tensor<%dxf32>\n  %%w = stablehlo.reshape %%w0 : (tensor<%[1]dxf32>) -> %s\n", tensor.NumElements(w), ofF32(w))+body, "%r", ofF32(y))
		accurate{strings.Replace(text, "WEIGHTS", signed, 1), strings.Replace(text, "WEIGHTS", unsigned, 1), tensors[:1], units, true}.check(t, i < 4)
	}
}

// shaped returns the sizes of the dimensions with the given names.
func shaped(names string, size map[byte]int64) []int64 {
	var shape []int64
	for i := range names {
		shape = append(shape, size[names[i]])
	}
	return shape
}

func ofF32(shape []int64) string {
	return "tensor<" + strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]") + "xf32>"
}
