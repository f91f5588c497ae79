package engines_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/target"
)

// product is a program with a random dot_general or convolution.
type product struct {
	generator
	args []value
	dims [][]int64 // the shapes of args
}

func (p *product) arg(elem string, dims ...int64) value {
	v := value{fmt.Sprintf("%%arg%d", len(p.args)), elem, shapeText(dims)}
	p.args, p.dims = append(p.args, v), append(p.dims, dims)
	return v
}

// shapeText returns a shape as it is printed in a type, such as "3x7x".
func shapeText(dims []int64) string {
	text := ""
	for _, d := range dims {
		text += fmt.Sprintf("%dx", d)
	}
	return text
}

func numbers[T any](of []T) string { return strings.ReplaceAll(fmt.Sprint(of), " ", ", ") }

func (p *product) elems() (factor, sum string) {
	if p.r.IntN(3) == 0 {
		return "bf16", "f32"
	}
	return pick(p.r, []string{"i8", "ui8"}), "i32"
}

// permuted returns the dimensions of a shape in a random order, and their extents. In most cases,
// the last dimension remains the last.
func (p *product) permuted(shape []int64) (order []int, dims []int64) {
	n := len(shape)
	if order = append(p.r.Perm(n-1), n-1); p.r.IntN(4) == 0 {
		order = p.r.Perm(n)
	}
	for _, d := range order {
		dims = append(dims, shape[d])
	}
	return order, dims
}

// sliced returns a value with the given shape: an argument, or a slice of a larger argument.
func (p *product) sliced(elem string, dims []int64) value {
	if p.r.IntN(3) > 0 {
		return p.arg(elem, dims...)
	}
	from, ranges := slices.Clone(dims), make([]string, len(dims))
	for i, d := range dims {
		low, step := p.r.Int64N(3), 1+p.r.Int64N(2)
		from[i] = low + d*step
		ranges[i] = fmt.Sprintf("%d:%d:%d", low, from[i], step)
	}
	x := p.arg(elem, from...)
	return p.emit(value{elem: elem, shape: shapeText(dims)}, "stablehlo.slice %s [%s] : (%s) -> tensor<%s%s>", x.name, strings.Join(ranges, ", "), x.typ(), shapeText(dims), elem)
}

// dot emits a dot_general, in some cases with a transpose or an addition. The left operand has one
// to three row dimensions, which are neither batch nor contracting dimensions.
func (p *product) dot() {
	elem, sum := p.elems()
	rows := make([]int64, pick(p.r, []int{1, 2, 2, 3}))
	for i := range rows {
		rows[i] = pick(p.r, [][]int64{{1, 7, 8, 40, 70}, {1, 2, 4, 10, 20}, {1, 2, 3, 5}}[min(i+len(rows)-1, 2)])
	}
	terms, columns := pick(p.r, []int64{4, 30, 64, 64, 128, 516}), pick(p.r, []int64{1, 16, 20, 34, 70})
	var batch []int64
	if p.r.IntN(4) == 0 {
		batch = []int64{3}
	}
	// Before the permutations, the index of the contracting dimension is "last" in the left operand
	// and n in the right operand.
	n, last := len(batch), len(batch)+len(rows)
	lOrder, lDims := p.permuted(append(append(slices.Clone(batch), rows...), terms))
	rOrder, rDims := p.permuted(append(slices.Clone(batch), terms, columns))
	batches, result := "", slices.Clone(batch)
	if n > 0 {
		batches = fmt.Sprintf("batching_dims = [%d] x [%d], ", slices.Index(lOrder, 0), slices.Index(rOrder, 0))
	}
	for i, d := range lOrder {
		if d >= n && d < last {
			result = append(result, lDims[i])
		}
	}
	result = append(result, columns)
	x, y := p.sliced(elem, lDims), p.sliced(elem, rDims)
	r := p.emit(value{elem: sum, shape: shapeText(result)}, "stablehlo.dot_general %s, %s, %scontracting_dims = [%d] x [%d] : (%s, %s) -> tensor<%s%s>",
		x.name, y.name, batches, slices.Index(lOrder, last), slices.Index(rOrder, n), x.typ(), y.typ(), shapeText(result), sum)
	if order, dims := p.permuted(result); !slices.IsSorted(order) {
		r = p.emit(value{elem: sum, shape: shapeText(dims)}, "stablehlo.transpose %s, dims = %s : (%s) -> tensor<%s%s>", r.name, numbers(order), r.typ(), shapeText(dims), sum)
		result = dims
	}
	if p.r.IntN(3) == 0 {
		p.emit(r, "stablehlo.add %s, %s : %s", r.name, p.arg(sum, result...).name, r.typ())
	}
}

func (p *product) convolution() {
	elem, sum := p.elems()
	var in, window, out, stride, holes, apart []int64
	var pad []string
	for range 2 {
		for {
			n, w, s, h, a := 3+p.r.Int64N(18), pick(p.r, []int64{1, 1, 2, 3}), 1+p.r.Int64N(2), pick(p.r, []int64{1, 1, 2}), pick(p.r, []int64{1, 1, 2})
			low, high := p.r.Int64N(2), p.r.Int64N(2)
			free := (n-1)*h + low + high - (w-1)*a
			if free < 0 {
				continue
			}
			in, window, out, stride = append(in, n), append(window, w), append(out, free/s+1), append(stride, s)
			holes, apart, pad = append(holes, h), append(apart, a), append(pad, fmt.Sprintf("[%d, %d]", low, high))
			break
		}
	}
	batch, features, outputs := 1+p.r.Int64N(2), pick(p.r, []int64{4, 30, 64, 128}), pick(p.r, []int64{16, 20, 40})
	x := p.sliced(elem, []int64{batch, in[0], in[1], features})
	y := p.sliced(elem, []int64{window[0], window[1], features, outputs})
	shape := shapeText([]int64{batch, out[0], out[1], outputs})
	p.emit(value{elem: sum, shape: shape}, "stablehlo.convolution(%s, %s) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "+
		"window = {stride = %s, pad = [%s], lhs_dilate = %s, rhs_dilate = %s} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%s, %s) -> tensor<%s%s>",
		x.name, y.name, numbers(stride), strings.Join(pad, ", "), numbers(holes), numbers(apart), x.typ(), y.typ(), shape, sum)
}

func (p *product) text() string {
	var args []string
	for _, a := range p.args {
		args = append(args, a.name+": "+a.typ())
	}
	r := p.values[len(p.values)-1]
	return program(strings.Join(args, ", "), p.body.String(), r.name, r.typ())
}

// inputs returns small whole numbers, whose sums do not depend on the order of the terms.
func (p *product) inputs() []*tensor.Tensor {
	var in []*tensor.Tensor
	for i, a := range p.args {
		x := tensor.New(inputKinds([]string{a.elem})[0], p.dims[i]...)
		for e := range x.NumElements() {
			if x.Kind.IsFloat() {
				x.SetFloat(e, float64(p.r.IntN(5)-2))
			} else {
				x.SetInt(e, int64(int8(p.r.Uint32())))
			}
		}
		in = append(in, x)
	}
	return in
}

// TestProductsForEveryTarget lowers random products and convolutions for every target, and for
// avx512 with tile instructions. The results on vm and jit must be equal to the result of vm's own
// kernels. The test tries 40 programs, or 4,000 if LATHE_SWEEP is set.
func TestProductsForEveryTarget(t *testing.T) {
	n := 40
	if os.Getenv("LATHE_SWEEP") != "" {
		n = 4000
	}
	es := slices.DeleteFunc(engines(t), func(e engine) bool { return e.name != "vm" && e.name != "jit" })
	reg := registry(t)
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			checkProduct(t, reg, es, seed)
		})
	}
}

func checkProduct(t *testing.T, reg *ir.Registry, es []engine, seed int) {
	p := &product{generator: generator{r: rand.New(rand.NewPCG(uint64(seed), 31)), prefix: "v"}}
	if seed%2 == 0 {
		p.dot()
	} else {
		p.convolution()
	}
	text, in := p.text(), p.inputs()
	t.Log(text)
	want := runModule(t, es[0], parse(t, reg, text), in)
	for _, machine := range append(target.Names(), "avx512+tiles=1", "avx512+tiles=1+mesh=1+l2=65536") {
		t.Run(machine, func(t *testing.T) {
			m := parse(t, reg, text)
			apply(t, m, pipeline.Passes(pipeline.Target{Machine: machine}, pipeline.Options{})...)
			for _, e := range es {
				if got := runModule(t, e, m, in); !bytes.Equal(got.Data, want.Data) {
					t.Errorf("%s has a different result than vm with its own kernels", e.name)
				}
			}
		})
	}
}

// runModule runs m and returns its only result. If m is in kernel form, each input gets the element
// type of its buffer.
func runModule(t *testing.T, e engine, m ir.Module, in []*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	c, err := e.Compile(t.Context(), m, backends.CompileOptions{})
	if err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	defer c.Close()
	var stored []*tensor.Tensor
	for i, x := range in {
		stored = append(stored, &tensor.Tensor{Kind: c.Inputs()[i].Kind(), Shape: x.Shape, Data: x.Data})
	}
	out, err := c.Run(t.Context(), stored)
	if err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	return out[0]
}
