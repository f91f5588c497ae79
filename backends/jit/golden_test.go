package jit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

var update = flag.Bool("update", false, "write golden files anew")

var kernelDir = filepath.Join("..", "..", "testdata", "kernels")

// TestListings compares the machine code of kernels to golden files. It does not run the code, so
// it works on every processor.
func TestListings(t *testing.T) {
	avx512 := machine{code.Target{AVX512: true}, "amd64-avx512"}
	vnni := machine{code.Target{AVX512: true, Dots: true}, "amd64-avx512-vnni"}
	amx := machine{code.Target{AVX512: true, Dots: true, Tiles: true}, "amd64-avx512-vnni-amx"}
	avx2 := machine{code.Target{}, "amd64-avx2"}
	neon := machine{code.Target{ARM64: true}, "arm64-neon"}
	for name, m := range map[string]machine{
		"carried": avx512, "casts": avx512, "elementwise_tail": avx512, "gather_rows": avx512, "matmul": avx512,
		"dots": vnni, "tiles": amx, "dots_avx2": avx2, "rounding_scalars": avx512, "row_sum": avx512, "schedule": avx512, "transpose": avx512, "matmul_avx2": avx2, "row_sum_avx2": avx2,
		"carried_neon": neon, "elementwise_tail_neon": neon, "gather_rows_neon": neon, "matmul_neon": neon, "transpose_neon": neon,
	} {
		t.Run(name, func(t *testing.T) {
			source := strings.TrimSuffix(strings.TrimSuffix(name, "_avx2"), "_neon")
			text := fmt.Sprintf("; From testdata/kernels/%s.mlir; go test ./backends/jit -run TestListings -update writes this file.\n%s",
				source, listing(t, m, filepath.Join(kernelDir, source+".mlir")))
			if n := strings.Count(text, "\n"); n > 100 {
				t.Errorf("the code has %d lines, but a golden file may have at most 100", n)
			}
			file := filepath.Join(kernelDir, "jit", name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(want) != text {
				t.Errorf("the code differs from %s; run the test with -update, and review the difference:\n%s", file, text)
			}
		})
	}
}

// listing compiles the kernels of a file and returns the assembly code.
func listing(t *testing.T, m machine, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return listingOf(t, m, file, text)
}

// listingOf compiles the kernels of a program in kernel form and returns the assembly code.
func listingOf(t *testing.T, m machine, name string, text []byte) string {
	t.Helper()
	var b strings.Builder
	if _, err := openAs(t, m).encode(t.Context(), kernelsOf(t, name, text), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// kernelsOf returns the kernels of a module in kernel form.
func kernelsOf(t *testing.T, name string, text []byte) []*kernel.Kernel {
	t.Helper()
	op, err := asm.Parse(registry(t), diag.NewSource(name, text), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	module, _ := ir.As[ir.Module](op)
	program, err := kernel.Read(t.Context(), module)
	if err != nil {
		t.Fatal(err)
	}
	return program.Kernels
}
