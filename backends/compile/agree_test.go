package compile_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// agreement is a backend that runs each program on vm and on ref, and compares the results. It
// returns the results of ref, so a difference does not carry over to the next cluster.
type agreement struct {
	backends.Backend // vm
	ref              backends.Backend
	t                *testing.T
}

func agreementFactory(t *testing.T) backends.Factory {
	return backends.Factory{Name: "agree", Open: func(cfg backends.Config) (backends.Backend, error) {
		v, err1 := vm.Factory().Open(cfg)
		r, err2 := ref.Factory().Open(cfg)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%v, %v", err1, err2)
		}
		return agreement{v, r, t}, nil
	}}
}

func (a agreement) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	v, err := a.Backend.Compile(ctx, m, o)
	if err != nil {
		return nil, err
	}
	r, err := a.ref.Compile(ctx, m, o)
	if err != nil {
		return nil, err
	}
	return agreedProgram{v, r, asm.String(m.Op), a.t}, nil
}

type agreedProgram struct {
	backends.Program
	ref  backends.Program
	text string
	t    *testing.T
}

func (p agreedProgram) Run(ctx context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	got, err := p.Program.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	want, err := p.ref.Run(ctx, in)
	for i := range want {
		if j, ok := differ(want[i], got[i], largest(in)); ok {
			p.t.Errorf("result %d[%d] is %v on vm, but %v on ref, in the program\n%.3000s", i, j, got[i].Float(j), want[i].Float(j), p.text)
		}
	}
	return want, err
}

// differ returns the index of an element at which want and got differ by more than reordering a sum
// can cause; false if there is none. scale is the largest absolute value of the inputs.
func differ(want, got *tensor.Tensor, scale float64) (int, bool) {
	tol := 2e-5
	if want.Kind == tensor.BF16 || want.Kind == tensor.F16 {
		tol = 3e-2
	}
	if bytes.Equal(want.Data, got.Data) {
		return 0, false
	}
	scale = max(scale, largest([]*tensor.Tensor{want}))
	for i := range want.NumElements() {
		x, y := want.Float(i), got.Float(i)
		if x != y && !(x != x && y != y) && !(math.Abs(x-y) <= tol*scale) {
			return i, true
		}
	}
	return 0, false
}

// largest returns the largest finite absolute value in ts, but at least 1e-6.
func largest(ts []*tensor.Tensor) float64 {
	m := 1e-6
	for _, t := range ts {
		if t.Kind == tensor.F32 { // fast path for the usual type
			for _, v := range tensor.Slice[float32](t) {
				m = larger(m, float64(v))
			}
			continue
		}
		for i := range t.NumElements() {
			m = larger(m, t.Float(i))
		}
	}
	return m
}

// larger returns the maximum of m and |v|; m if v is not finite.
func larger(m, v float64) float64 {
	if v = math.Abs(v); v > m && !math.IsInf(v, 0) {
		return v
	}
	return m
}

// TestAgreement divides each program of outsidePrograms into clusters of consecutive operations,
// and compares the results of each cluster on vm and ref.
func TestAgreement(t *testing.T) {
	files := outsidePrograms(t)
	for _, file := range files {
		for _, run := range []int{32, 1 << 20} {
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(file), run), func(t *testing.T) {
				t.Parallel()
				checkAgreement(t, file, run)
			})
		}
	}
}

func checkAgreement(t *testing.T, file string, run int) {
	m := parseFile(t, file)
	f, err := fn.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			cluster.SetDevice(op, fmt.Sprintf("agree.%d", n/run%2))
			n++
		}
	}
	e, err := compile.Module(context.Background(), m, compile.Options{
		Devices: []string{"agree.0", "agree.1"}, Backends: []backends.Factory{agreementFactory(t), hetero.Factory()},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Run(context.Background(), randomInputs(e.Inputs())...); err != nil {
		t.Fatal(err)
	}
}

func randomInputs(ts []ir.Type) []*tensor.Tensor {
	var in []*tensor.Tensor
	for i, t := range ts {
		shape, _ := t.Shape()
		in = append(in, tensor.Random(t.Kind(), shape, 1, uint64(i)))
	}
	return in
}

func parseFile(t testing.TB, file string) ir.Module {
	t.Helper()
	m, err := compile.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// outsidePrograms returns the programs of another project's test suite.
func outsidePrograms(t *testing.T) []string {
	t.Helper()
	cases, _ := filepath.Glob(filepath.Join(outsideSuites(t), "gomlx/curated/*.case.json"))
	for i, c := range cases {
		cases[i] = c[:len(c)-len(".case.json")] + ".mlir"
	}
	return cases
}

// outsideSuites returns the folder with test suites of other projects. It skips the test if the
// folder, which is not in the repository, is missing.
func outsideSuites(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		suites := filepath.Join(dir, "shared/conformance")
		if _, err := os.Stat(suites); err == nil {
			return suites
		}
		if dir == filepath.Dir(dir) {
			t.Skip("this test needs the folder shared/conformance with test suites of other projects")
		}
	}
}
