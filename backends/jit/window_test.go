package jit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestWindows compiles a loop that evaluates a polynomial for four vectors. The coefficients do not
// all fit into the registers, but the loop loads each of them at most once for all four vectors. A
// window is a part of the code in which a coefficient is in a register.
func TestWindows(t *testing.T) {
	const terms = 20
	text := listingOf(t, machine{code.Target{}, "amd64-avx2"}, "polynomial", []byte(polynomials(terms)))
	loop := innermost(text)
	if n := strings.Count(loop, "vfmadd"); n != 4*terms {
		t.Fatalf("the loop has %d multiply-adds, expected %d:\n%s", n, 4*terms, text)
	}
	if n := strings.Count(loop, "[rip + "); n == 0 || n > terms+1 {
		t.Errorf("the loop reads constants %d times, expected 1 to %d:\n%s", n, terms+1, loop)
	}
}

// TestWindowsRun compares kernels whose code has windows (see TestWindows) with vm. The kernels are
// compiled for all registers and for few registers.
func TestWindowsRun(t *testing.T) {
	in, want := tensor.New(tensor.F32, 320), tensor.New(tensor.F32, 320)
	for i := range 320 {
		in.SetFloat(i, float64(i%7)/8-0.25)
	}
	run := func(ks backends.Kernels, out *tensor.Tensor) {
		ks.Call(0, []unsafe.Pointer{unsafe.Pointer(&in.Data[0]), unsafe.Pointer(&out.Data[0])}, 0, 10)
	}
	for _, terms := range []int{5, 12, 20, 40} {
		list := kernelsOf(t, "polynomial", []byte(polynomials(terms)))
		oracle, err := vm.Compile(list)
		if err != nil {
			t.Fatal(err)
		}
		run(oracle, want)
		for _, m := range variants(t) {
			made, err := openAs(t, m).encode(t.Context(), list, nil)
			if err != nil {
				t.Fatal(err)
			}
			ks, err := link(made, list)
			if err != nil {
				t.Fatal(err)
			}
			got := tensor.New(tensor.F32, 320)
			run(ks, got)
			ks.Close()
			if !bytes.Equal(got.Data, want.Data) {
				t.Errorf("%s: %d terms: the results are %v, expected %v", m.name, terms, got, want)
			}
		}
	}
}

// TestCanceled checks that code generation fails if its context is canceled.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := openAs(t, machine{code.Target{}, "avx2"}).encode(ctx, kernelsOf(t, "polynomial", []byte(polynomials(3))), nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, expected %v", err, context.Canceled)
	}
}

// polynomials returns a module with a kernel that evaluates a polynomial with the given number of
// terms for four vectors in each iteration.
func polynomials(terms int) string {
	var b strings.Builder
	b.WriteString(`module {
  func.func @main(%a: memref<320xf32>, %o: memref<320xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 10 : index
    func.call @k(%a, %o, %lo, %hi) : (memref<320xf32>, memref<320xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<320xf32>, %o: memref<320xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 10 : index, kernel.lanes = 8 : i64, kernel.writes = array<i64: 1>} {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c8 = arith.constant 8 : index
`)
	for i := range terms + 1 {
		fmt.Fprintf(&b, "    %%k%d = arith.constant dense<%d.5> : vector<8xf32>\n", i, i)
	}
	b.WriteString("    scf.for %i = %lo to %hi step %c1 {\n      %p0 = arith.muli %i, %c32 : index\n")
	for v := range 4 {
		if v > 0 {
			fmt.Fprintf(&b, "      %%p%d = arith.addi %%p%d, %%c8 : index\n", v, v-1)
		}
		fmt.Fprintf(&b, "      %%x%d = vector.load %%a[%%p%[1]d] : memref<320xf32>, vector<8xf32>\n", v)
	}
	for i := range terms {
		for v := range 4 {
			sum := fmt.Sprintf("%%s%d_%d", i-1, v)
			if i == 0 {
				sum = "%k0"
			}
			fmt.Fprintf(&b, "      %%s%d_%d = math.fma %s, %%x%[2]d, %%k%[4]d : vector<8xf32>\n", i, v, sum, i+1)
		}
	}
	for v := range 4 {
		fmt.Fprintf(&b, "      vector.store %%s%d_%d, %%o[%%p%[2]d] : memref<320xf32>, vector<8xf32>\n", terms-1, v)
	}
	b.WriteString("    }\n    return\n  }\n}\n")
	return b.String()
}
