package graphapi_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

func parse(t *testing.T, text string) fn.Func {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("test", []byte(text)), asm.Options{})
	if err == nil {
		err = ir.Verify(op)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	f, _ := ir.As[fn.Func](m.Body().First())
	return f
}

// weights is a matrix product with a softmax. The second factor is a constant that is dequantized
// and transposed.
const weights = `func.func @main(%x: tensor<8x4xf32>, %w: tensor<6x4xi8> {onednn_graph.tensor = {id = 1 : i64, property = "constant"}}, %s: tensor<1xf32> {onednn_graph.tensor = {id = 2 : i64, property = "constant"}}) -> tensor<8x6xf32> {
  %0 = onednn_graph.DynamicDequantize(%w, %s) {qtype = "per_tensor"} : (tensor<6x4xi8>, tensor<1xf32>) -> tensor<6x4xf32>
  %1 = onednn_graph.MatMul(%x, %0) {transpose_b = true} : (tensor<8x4xf32>, tensor<6x4xf32>) -> tensor<8x6xf32>
  %2 = onednn_graph.SoftMax(%1) {axis = 1} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}`

// counting is an allocator that counts the allocations that were not freed.
type counting struct {
	t    *testing.T
	mu   sync.Mutex
	open map[*byte]graphapi.Lifetime
	all  [3]int
}

func (c *counting) Allocate(n, align int, l graphapi.Lifetime) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := make([]byte, n+align)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (align - 1)
	b = b[skip : skip+n : skip+n]
	c.open[&b[0]] = l
	c.all[l]++
	return b, nil
}

func (c *counting) Free(b []byte, l graphapi.Lifetime) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have, ok := c.open[&b[0]]; !ok || have != l {
		c.t.Errorf("Free got lifetime %d; Allocate returned the memory: %t, and got lifetime %d", l, ok, have)
	}
	delete(c.open, &b[0])
}

// TestMemory runs a graph with an allocator and a constant cache. The results must be the same as
// without them. Values that depend only on constants must be computed once, and all memory must be
// freed.
func TestMemory(t *testing.T) {
	ctx := context.Background()
	for _, backend := range []string{"vm", "jit", "ref"} {
		f := parse(t, weights)
		plain, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		in := inputs(f, 3)
		want, err := plain.Run(ctx, in...)
		if err != nil {
			t.Fatal(err)
		}
		a := &counting{t: t, open: map[*byte]graphapi.Lifetime{}}
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend, Allocator: a, Constants: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			got, err := g.Run(ctx, in...)
			if err != nil {
				t.Fatal(err)
			}
			if !got[0].Equal(want[0]) {
				t.Errorf("%s: with an allocator, the result is %v, want %v", backend, got[0], want[0])
			}
			if err := g.Free(got...); err != nil {
				t.Error(err)
			}
		}
		other := inputs(f, 4) // with other constants, cached values must not be used
		if _, err := g.Run(ctx, other...); err != nil {
			t.Fatal(err)
		}
		if s := g.ConstantStats(); s.Computed != 2 || s.Hits != 2 || s.Bytes != 2*6*4*4 {
			t.Errorf("%s: the statistics of the constant cache are %+v", backend, s)
		}
		if a.all[graphapi.Persistent] != 2 || a.all[graphapi.Output] == 0 || backend != "ref" && a.all[graphapi.Temporary] == 0 {
			t.Errorf("%s: the numbers of allocations by lifetime are %v", backend, a.all)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		for _, l := range a.open {
			if l != graphapi.Output { // the test still holds the results of the last run
				t.Errorf("%s: memory of lifetime %d is not freed", backend, l)
			}
		}
		plain.Close()
	}
}

// TestConstantsFull checks that results which do not fit into the constant cache are not stored.
func TestConstantsFull(t *testing.T) {
	f := parse(t, weights)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Constants: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	in := inputs(f, 3)
	for range 2 {
		if _, err := g.Run(context.Background(), in...); err != nil {
			t.Fatal(err)
		}
	}
	if s := g.ConstantStats(); s != (graphapi.ConstantStats{Computed: 2, Full: 2}) {
		t.Errorf("the statistics of a cache of 10 bytes are %+v, expected 2 computed and none stored", s)
	}
}

// TestConstantsOf compiles two partitions that differ only in the constant that their ReLU reads.
// Each must compute its own result.
func TestConstantsOf(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<1xf32>, %w0: tensor<1xf32> {onednn_graph.tensor = {id = 1 : i64, property = "constant"}}, %w1: tensor<1xf32> {onednn_graph.tensor = {id = 2 : i64, property = "constant"}}) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = onednn_graph.Multiply(%x, %w0) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %1 = onednn_graph.Multiply(%0, %w1) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %2 = onednn_graph.ReLU(%w0) : (tensor<1xf32>) -> tensor<1xf32>
  %3 = onednn_graph.Add(%1, %2) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %4 = onednn_graph.ReLU(%w1) : (tensor<1xf32>) -> tensor<1xf32>
  %5 = onednn_graph.Add(%1, %4) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %3, %5 : tensor<1xf32>, tensor<1xf32>
}`)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Constants: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	ops := slices.Collect(f.Entry().Ops())
	var in []*tensor.Tensor
	for _, v := range []float32{2, 3, 5} {
		in = append(in, tensor.FromSlice([]int64{1}, []float32{v}))
	}
	for i, want := range []float64{2*3*5 + 3, 2*3*5 + 5} {
		first := 2 + 2*i
		p := &patternfusion.Partition{
			Ops: []*ir.Op{ops[0], ops[1], ops[first], ops[first+1]}, Inputs: f.Entry().Args(), Outputs: ops[first+1].ResultList(),
		}
		c, err := g.Compile(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := c.Run(t.Context(), in...); err != nil || out[0].Float(0) != want {
			t.Errorf("with ReLU(%%w%d), the result is %v, want %v: %v", i, out, want, err)
		}
	}
}

// TestScratch runs a partition with the caller's scratchpad, which is larger than ScratchBytes. A
// missing scratchpad, or one that overlaps an input or an output, is an error.
func TestScratch(t *testing.T) {
	ctx := context.Background()
	f := parse(t, weights)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	c, err := g.Compile(ctx, g.Partitions()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	in := inputs(f, 3)
	in = []*tensor.Tensor{in[1], in[2], in[0]} // the order in which the partition reads them
	want, err := c.Run(ctx, in...)
	if err != nil || c.ScratchBytes() == 0 {
		t.Fatalf("ScratchBytes returned %d, expected more than 0 (%v)", c.ScratchBytes(), err)
	}
	out := []*tensor.Tensor{tensor.New(tensor.F32, 8, 6)}
	scratch := tensor.New(tensor.I8, c.ScratchBytes()+256).Data
	skip := -int64(uintptr(unsafe.Pointer(&scratch[0]))) & 63
	if err := c.RunScratch(ctx, in, out, scratch[skip:]); err != nil || !out[0].Equal(want[0]) {
		t.Errorf("with a scratchpad, the result is %v, want %v: %v", out[0], want[0], err)
	}
	if err := c.RunScratch(ctx, in, out, nil); err == nil || !strings.Contains(err.Error(), "the scratchpad must have") {
		t.Error(err)
	}
	for what, of := range map[string]*tensor.Tensor{"input #1": in[1], "output #0": out[0]} {
		was := of.Data
		for _, at := range []int64{0, c.ScratchBytes() - 4} {
			of.Data = scratch[skip+at:][:len(was):len(was)]
			if err := c.RunScratch(ctx, in, out, scratch[skip:]); err == nil || !strings.Contains(err.Error(), "the scratchpad shares memory with "+what) {
				t.Errorf("%s begins at byte %d of the scratchpad: %v", what, at, err)
			}
		}
		of.Data = was
	}
}

// TestLayouts lets the backend choose the layout of a value that a later partition reads. The same
// backend must accept the handle of the layout, and another backend must reject it.
func TestLayouts(t *testing.T) {
	ctx := context.Background()
	f := parse(t, `func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = onednn_graph.ReLU(%x) {onednn_graph.tensors = [{id = 1 : i64, layout = "any"}]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	c, err := g.Compile(ctx, g.Partitions()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	out := c.Tensors()[0]
	if out.Layout != "opaque" || out.Handle != 18 || out.Bytes != 24 {
		t.Errorf("the output is %+v", out)
	}
	reader := parse(t, `func.func @main(%x: tensor<2x3xf32> {onednn_graph.tensor = {handle = 18 : i64, layout = "opaque"}}) -> tensor<2x3xf32> {
  %0 = onednn_graph.Exp(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`)
	for backend, want := range map[string]string{"vm": "", "jit": "input #0 has the opaque layout 18 of backend 'vm', which backend 'jit' cannot read"} {
		g, err := graphapi.New(t.Context(), reader, graphapi.Options{Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		c, err := g.Compile(ctx, g.Partitions()[0], nil)
		switch {
		case want == "" && (err != nil || c.Tensors()[0].Layout != "strided" || c.Tensors()[0].Strides[0] != 3):
			t.Errorf("%s: %v", backend, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", backend, err, want)
		}
		g.Close()
	}

	// Without jit, the default backend is vm.
	d, err := graphapi.New(t.Context(), reader, graphapi.Options{Backends: []backends.Factory{vm.Factory()}})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Compile(ctx, d.Partitions()[0], nil); err != nil {
		t.Error(err)
	}
}

// TestMathMode checks that all math modes of oneDNN are accepted, with the same results.
func TestMathMode(t *testing.T) {
	f := parse(t, weights)
	var want *tensor.Tensor
	for _, mode := range []string{"strict", "bf16", "f16", "tf32", "any"} {
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", FPMath: mode})
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Run(context.Background(), inputs(f, 3)...)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got[0]
		}
		if !got[0].Equal(want) {
			t.Errorf("mode %s changes the result", mode)
		}
		g.Close()
	}
	if _, err := graphapi.New(t.Context(), f, graphapi.Options{FPMath: "bf61"}); err == nil || !strings.Contains(err.Error(), "the math mode must be strict, bf16, f16, tf32, any, but is 'bf61'") {
		t.Error(err)
	}
}

// TestNoScratch runs a partition that needs no scratchpad, with empty scratchpads at several
// addresses.
func TestNoScratch(t *testing.T) {
	ctx := context.Background()
	f := parse(t, `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = onednn_graph.ReLU(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	for _, backend := range []string{"vm", "jit", "ref"} {
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		c, err := g.Compile(ctx, g.Partitions()[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.ScratchBytes(); n != 0 {
			t.Fatalf("%s: ReLU needs %d bytes of scratchpad", backend, n)
		}
		memory := make([]byte, 16)
		for i := range memory {
			if err := c.RunScratch(ctx, inputs(f, 1), []*tensor.Tensor{tensor.New(tensor.F32, 4)}, memory[i:i]); err != nil {
				t.Fatalf("%s: %v", backend, err)
			}
		}
	}
}
