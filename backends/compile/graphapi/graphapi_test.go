package graphapi_test

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

const (
	own    = "../../../frontends/onednn/testdata"
	public = "../../../../shared/conformance/onednn/suite"
)

func load(t testing.TB, path string) fn.Func {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := onednn.Import(t.Context(), reg, diag.NewSource(path, text))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	return f
}

// inputs returns random inputs. Integers of up to 8 bits are from the whole range of their type.
func inputs(f fn.Func, seed uint64) []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(seed, 7))
	var out []*tensor.Tensor
	for _, v := range f.Entry().Args() {
		shape, _ := v.Type().Shape()
		x := tensor.New(v.Type().Kind(), shape...)
		for i := range x.NumElements() {
			switch k := x.Kind; {
			case k.IsFloat():
				x.SetFloat(i, rng.NormFloat64())
			case k.Bits() == 1:
				x.SetInt(i, int64(rng.IntN(2)))
			case k.IsUnsigned():
				x.SetInt(i, int64(rng.IntN(1<<min(k.Bits(), 8))))
			default:
				n := 1 << min(k.Bits(), 8)
				x.SetInt(i, int64(rng.IntN(n)-n/2))
			}
		}
		out = append(out, x)
	}
	return out
}

// size estimates the number of operations on elements in a graph.
func size(f fn.Func) float64 {
	sum := 0.0
	for op := range f.Entry().Ops() {
		n := 0.0
		for v := range op.Operands() {
			n = max(n, v.Type().Elements())
		}
		for v := range op.Results() {
			n = max(n, v.Type().Elements())
		}
		if strings.Contains(op.Name(), "MatMul") || strings.Contains(op.Name(), "Conv") {
			n *= 100
		}
		sum += n
	}
	return sum
}

// unevaluable returns why a graph cannot be evaluated; "" if it can.
func unevaluable(f fn.Func) string {
	for op := range f.Entry().Ops() {
		if _, ok := nn.ExpanderOf(op); !ok && op != f.Entry().Last() {
			return "'" + op.Name() + "' has no expansion"
		}
	}
	for _, v := range f.Entry().Args() {
		if !v.Type().HasStaticShape() {
			return "an input has no shape"
		}
	}
	return ""
}

// TestFused runs graphs that are divided with the policies "fusion" and "debug", which must give
// equal results. A graph whose size is above LATHE_GRAPH_SIZE (default: 3·10⁵, or 2000 with -short)
// gets smaller extents. A graph that cannot get small enough is run only if its size is at most ten
// times LATHE_GRAPH_SIZE. -short runs every 36th graph. LATHE_GRAPH_BACKENDS lists the backends;
// the default is vm,jit.
func TestFused(t *testing.T) {
	most := 3e5
	if testing.Short() {
		most = 2000
	}
	if n, err := strconv.ParseFloat(os.Getenv("LATHE_GRAPH_SIZE"), 64); err == nil {
		most = n
	}
	names := strings.Split(cmp.Or(os.Getenv("LATHE_GRAPH_BACKENDS"), "vm,jit"), ",")
	paths := graphs()
	ran, smaller := 0, 0
	for i, path := range paths {
		if testing.Short() && i%36 > 0 {
			continue
		}
		f := load(t, path)
		if why := unevaluable(f); why != "" {
			t.Logf("%s is not run: %s", filepath.Base(path), why)
			continue
		}
		if size(f) > most {
			var ok bool
			if f, ok = shrunk(t, path, most); !ok && size(f) > 10*most {
				t.Logf("%s is not run: its size is %.1g, and %.1g with smaller extents", filepath.Base(path), size(load(t, path)), size(f))
				continue
			}
			smaller++
		}
		ran++
		for _, backend := range names {
			equal(t, path, f, backend)
		}
	}
	t.Logf("%d of %d graphs ran on each of %s, %d of them with smaller extents", ran, len(paths), names, smaller)
}

// graphs returns the paths of the graphs in the repository and, if available, of public graphs.
func graphs() []string {
	var paths []string
	for _, dir := range []string{own, public} {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".json") {
				paths = append(paths, path)
			}
			return err
		})
	}
	return paths
}

func engines() []backends.Factory {
	return append(compile.Backends(), c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) }))
}

func equal(t *testing.T, path string, f fn.Func, backend string) {
	t.Helper()
	fused, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend, Backends: engines()})
	if err != nil {
		t.Fatal(err)
	}
	single, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend, Backends: engines(), Divide: patternfusion.Options{Policy: patternfusion.Debug}})
	if err != nil {
		t.Fatal(err)
	}
	defer fused.Close()
	defer single.Close()
	for seed := range uint64(3) {
		in := inputs(f, seed)
		got, err := fused.Run(context.Background(), in...)
		if err != nil {
			t.Errorf("%s on %s: %v", path, backend, err)
			return
		}
		want, err := single.Run(context.Background(), in...)
		if err != nil {
			t.Errorf("%s on %s, each operation alone: %v", path, backend, err)
			return
		}
		for i := range got {
			if !got[i].Equal(want[i]) {
				t.Errorf("%s on %s, seed %d: result %d differs", path, backend, seed, i)
			}
		}
	}
}

// TestCompile checks that shapes that the graph does not specify are inferred, that equal
// partitions come from the cache, and that the error for an unsupported partition has a reason.
func TestCompile(t *testing.T) {
	ctx := context.Background()
	g, err := graphapi.New(t.Context(), load(t, own+"/mlp.json"), graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	p := g.Partitions()[0]
	c, err := g.Compile(ctx, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Compile(ctx, p, nil); err != nil || g.CacheHits() != 1 {
		t.Errorf("after a second compilation, the cache has %d hits, expected 1: %v", g.CacheHits(), err)
	}
	if got := c.Outputs()[0].String(); got != "tensor<2x4xf32>" {
		t.Error(got)
	}
	wide := []ir.Type{ir.Tensor(ir.F32(), 7, 3), ir.Tensor(ir.F32(), 3, 4), ir.Tensor(ir.F32(), 4), ir.Tensor(ir.F32())}
	if c, err := g.Compile(ctx, p, wide); err == nil {
		t.Errorf("a partition with static shapes was compiled for other shapes: %v", c.Outputs())
	}
	if _, err := g.Compile(ctx, p, wide[:2]); err == nil || !strings.Contains(err.Error(), "a partition of 4 inputs, but 2 types are given") {
		t.Error(err)
	}
	open := slices.Clone(wide)
	open[0] = ir.Tensor(ir.F32(), ir.Dynamic, 3)
	if _, err := g.Compile(ctx, p, open); err == nil || !strings.Contains(err.Error(), "with static extents") {
		t.Error(err)
	}
	w, err := graphapi.New(t.Context(), load(t, own+"/wildcard.json"), graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Compile(ctx, w.Partitions()[1], nil); err == nil || !strings.Contains(err.Error(), "is not supported: no pattern matches 'onednn_graph.Wildcard'") {
		t.Error(err)
	}
}

// TestInPlace checks that RunInPlace and Run have equal results. Constants must not be among the
// inputs whose memory is reused. With an allocator, the results must be in the allocator's memory.
func TestInPlace(t *testing.T) {
	ctx := context.Background()
	f := load(t, own+"/end.json")
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	c, err := g.Compile(ctx, g.Partitions()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.InPlace(); len(got) != 1 || got[0] != (graphapi.Pair{Input: 0, Output: 0}) {
		t.Errorf("the inputs and outputs that share memory are %v, expected input 0 and output 0", got)
	}
	want, err := c.Run(ctx, inputs(f, 1)...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.RunInPlace(ctx, inputs(f, 1)...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !want[i].Equal(got[i]) {
			t.Errorf("result %d is %v in place, and %v otherwise", i, got[i], want[i])
		}
	}
	a := &counting{t: t, open: map[*byte]graphapi.Lifetime{}}
	g, err = graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Allocator: a})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if c, err = g.Compile(ctx, g.Partitions()[0], nil); err != nil {
		t.Fatal(err)
	}
	got, err = c.RunInPlace(ctx, inputs(f, 1)...)
	if err := errors.Join(err, g.Free(got...)); err != nil || !got[0].Equal(want[0]) {
		t.Errorf("with an allocator, the result is %v, want %v: %v", got, want, err)
	}
}

// TestSingle compiles each operation of each graph alone; with -short, only the first operation of
// every 36th graph. If the compilation fails, the error must name the operation.
func TestSingle(t *testing.T) {
	compiled, refused := 0, 0
	for i, path := range graphs() {
		if testing.Short() && i%36 > 0 {
			continue
		}
		f := load(t, path)
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "jit", Divide: patternfusion.Options{Policy: patternfusion.Debug}})
		if err != nil {
			t.Fatal(err)
		}
		for op := range f.Entry().Ops() {
			if op == f.Entry().Last() {
				break
			}
			switch _, err := g.Compile(context.Background(), g.Single(op), nil); {
			case err == nil:
				compiled++
			case strings.Contains(err.Error(), op.Name()):
				refused++
			default:
				t.Errorf("%s: %s: %v", path, op.Name(), err)
			}
			if testing.Short() {
				break
			}
		}
		g.Close()
	}
	t.Logf("%d operations compile alone, and %d have an error with their name", compiled, refused)
}
