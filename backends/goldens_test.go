package backends_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestGoldenKernels lowers small StableHLO programs for one target and compares the kernels with
// golden files. It also runs the programs. All engines must return equal bits, where all NaNs count
// as equal. The results must be close to those of the reference interpreter.
func TestGoldenKernels(t *testing.T) {
	const target = "avx2"
	files, err := filepath.Glob(filepath.Join("..", "testdata", "goldens", "*.mlir"))
	if err != nil || len(files) != 20 {
		t.Fatalf("got %d programs, expected 20 (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, want := kernelsOf(t, file, target)
			goldenKernels(t, file, text)
			near(t, want, onTarget(t, file, ref.Factory(), 1))
			for name, got := range map[string][]*tensor.Tensor{
				"vm on three threads": onTarget(t, file, vm.Factory(), 3, backends.TargetProperty, target),
				"c":                   onTarget(t, file, cFactory(), 1, backends.TargetProperty, target),
				"jit":                 onTarget(t, file, jit.Factory(), 2, backends.TargetProperty, target),
			} {
				for i := range got {
					sameOrNaN(t, name, i, got[i], want[i])
				}
			}
		})
	}
}

// TestFlops checks the number of arithmetic operations that lowered kernels report. A matrix
// product has two for each term. A product of bytes has eight for each pair of four-byte words.
func TestFlops(t *testing.T) {
	for name, want := range map[string]float64{
		"product":       2*2*64*16 + 2*16,
		"product_edge":  2 * 3 * 20 * 16, // 11 columns are computed as two vectors of 8
		"product_bytes": 2*4*8*8 + 6*16,  // 3 shifts and 3 ORs pack each of 16 four-byte words
		"convolution":   2 * 9 * 36 * 8,
		"column_sums":   30 * 24,
		"concatenate":   0,
	} {
		file := filepath.Join("..", "testdata", "goldens", name+".mlir")
		text, _ := kernelsOf(t, file, "avx2")
		m, err := kernel.Read(t.Context(), parseText(t, file, []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		for _, k := range m.Kernels {
			got += k.Flops()
		}
		if got != want {
			t.Errorf("%s takes %v operations, want %v", name, got, want)
		}
	}
}

// kernelsOf lowers and runs a program on vm, and returns its kernels and results.
func kernelsOf(t *testing.T, file, target string) (text string, out []*tensor.Tensor) {
	t.Helper()
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.Compile(context.Background(), parseFile(t, file), backends.CompileOptions{
		Properties: map[string]any{backends.TargetProperty: target},
		Kernels:    func(_, kernels string) { text = kernels },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if out, err = p.Run(context.Background(), edgeInputs(p.Inputs(), 5)); err != nil {
		t.Fatal(err)
	}
	return text, out
}

// goldenKernels compares the kernels in text, a module in kernel form, with the golden file of a
// program. The flag -update writes the golden file.
func goldenKernels(t *testing.T, file, text string) {
	t.Helper()
	kernels := regexp.MustCompile(`(?m)^  func\.func private @(.|\n)*?^  }\n`).FindAllString(text, -1)
	if len(kernels) == 0 {
		t.Fatalf("no kernels in\n%s", text)
	}
	for _, k := range kernels {
		if n := strings.Count(k, "\n"); n > 80 {
			t.Errorf("a kernel has %d lines, but golden kernels may have at most 80:\n%s", n, k)
		}
	}
	got := fmt.Sprintf("// From %s; go test ./backends -run TestGoldenKernels -update writes this file.\n%s", filepath.Base(file), strings.Join(kernels, ""))
	name := strings.TrimSuffix(file, ".mlir") + ".golden"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("the kernels of %s differ from %s; run the test with -update, and review the difference:\n%s", file, name, got)
	}
}

// near compares results with those of ref, with a tolerance, since ref adds in another order.
func near(t *testing.T, got, want []*tensor.Tensor) {
	t.Helper()
	for i, w := range want {
		largest := 1.0
		for j := range w.NumElements() {
			if a := math.Abs(w.Float(j)); a <= math.MaxFloat64 {
				largest = max(largest, a)
			}
		}
		most := 1e-5 * largest
		if w.Kind == tensor.BF16 {
			most = largest / 128
		}
		for j := range w.NumElements() {
			x, y := got[i].Float(j), w.Float(j)
			if x != y && !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= most) {
				t.Fatalf("result %d[%d] is %v, but ref gives %v", i, j, x, y)
			}
		}
	}
}
