package backends_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

var update = flag.Bool("update", false, "write golden files anew")

// kernelDir has handwritten programs in kernel form. Its folder c has the C text of each program,
// and its folder jit has the machine code of some programs.
var kernelDir = filepath.Join("..", "testdata", "kernels")

// naive is a plain Go implementation of a program of kernelDir.
type naive func(in []*tensor.Tensor, out []*tensor.Tensor)

func cFactory() backends.Factory {
	return c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) })
}

// TestKernels runs every program of kernelDir on each backend, and compares the bits of the results
// with an implementation in plain Go. It also compares the C text with a golden file.
func TestKernels(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(kernelDir, "*.mlir"))
	if err != nil || len(files) != len(programs()) {
		t.Fatalf("got %d files for %d programs in %s (%v)", len(files), len(programs()), kernelDir, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		want, ok := programs()[name]
		if !ok {
			t.Errorf("%s has no implementation in plain Go", name)
			continue
		}
		for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), cFactory()} {
			t.Run(name+"/"+f.Name, func(t *testing.T) { checkKernels(t, file, f, want) })
		}
	}
}

func checkKernels(t *testing.T, file string, f backends.Factory, want naive) {
	p := compileFile(t, file, f)
	for seed := range uint64(4) {
		inputs := edgeInputs(p.Inputs(), seed)
		before := make([]*tensor.Tensor, len(inputs))
		for i, in := range inputs {
			before[i] = in.Clone()
		}
		got, err := p.Run(context.Background(), inputs)
		if err != nil {
			t.Fatal(err)
		}
		expected := make([]*tensor.Tensor, len(got))
		for i, g := range got {
			expected[i] = tensor.New(g.Kind, g.Shape...)
		}
		want(before, expected)
		for i := range inputs {
			if !inputs[i].Equal(before[i]) {
				t.Fatalf("seed %d: input %d was changed", seed, i)
			}
		}
		for i := range got {
			sameBits(t, fmt.Sprintf("seed %d: result %d", seed, i), got[i], expected[i])
		}
	}
}

func sameBits(t *testing.T, what string, got, want *tensor.Tensor) {
	t.Helper()
	for j := range got.NumElements() {
		if got.Bits(j) != want.Bits(j) {
			t.Fatalf("%s[%d] is %v, expected %v", what, j, got.Float(j), want.Float(j))
		}
	}
}

// compileFile compiles a program of kernelDir. It compares generated C text with the golden file.
func compileFile(t testing.TB, file string, f backends.Factory) backends.Program {
	t.Helper()
	b, err := f.Open(backends.Config{Device: f.Name, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	o := backends.CompileOptions{}
	if f.Name == "c" {
		o.Kernels = func(_, text string) { golden(t, file, f.Name, text) }
	}
	p, err := b.Compile(context.Background(), parseFile(t, file), o)
	skipWithoutCompiler(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func skipWithoutCompiler(t testing.TB, err error) {
	t.Helper()
	var d *diag.Diagnostic
	if errors.As(err, &d) && strings.Contains(d.Message, "needs a C compiler") {
		t.Skip(d.Message)
	}
}

// golden compares text with the golden file of a program. The flag -update writes the golden file.
func golden(t testing.TB, file, backend, text string) {
	t.Helper()
	base := strings.TrimSuffix(filepath.Base(file), ".mlir")
	name := filepath.Join(kernelDir, backend, base+".golden")
	_, text, _ = strings.Cut(text, "typedef _Bool bool;\n") // removes the common header
	text = fmt.Sprintf("// From testdata/kernels/%s.mlir; go test ./backends -run TestKernels -update writes this file.\n%s", base, text)
	if n := strings.Count(text, "\n"); n > 80 {
		t.Errorf("%s has %d lines, but a golden file may have at most 80", name, n)
	}
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("the C text of %s differs from %s; run the test with -update, and review the difference", file, name)
	}
}

func parseFile(t testing.TB, file string) ir.Module {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parseText(t, file, text)
}

func parseText(t testing.TB, name string, text []byte) ir.Module {
	t.Helper()
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource(name, text), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// edgeInputs returns random inputs. Integers have random bits, except that 64-bit integers are
// small. Floats are in [-16, 16) and include zeros of both signs.
func edgeInputs(ts []ir.Type, seed uint64) []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(seed, 7))
	var in []*tensor.Tensor
	for _, t := range ts {
		shape, _ := t.Shape()
		v := tensor.New(t.Kind(), shape...)
		for i := range v.NumElements() {
			switch {
			case v.Kind.IsFloat() && rng.IntN(9) == 0:
				v.SetBits(i, rng.Uint64()&1<<(v.Kind.Bits()-1))
			case v.Kind.IsFloat():
				v.SetFloat(i, 32*rng.Float64()-16)
			case v.Kind.Bits() == 64:
				v.SetInt(i, rng.Int64N(24)-6)
			default:
				v.SetBits(i, rng.Uint64())
			}
		}
		in = append(in, v)
	}
	return in
}
