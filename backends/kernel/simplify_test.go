package kernel_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// simplified returns the simplified form of a kernel with two buffers. The argument "body" is the
// body of the kernel's grid loop.
func simplified(t *testing.T, body string) *kernel.Kernel {
	t.Helper()
	const around = `module {
  func.func @main(%a: memref<64xf32>, %o: memref<64xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 4 : index
    func.call @k(%a, %o, %lo, %hi) : (memref<64xf32>, memref<64xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<64xf32>, %o: memref<64xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 4 : index, kernel.lanes = 4 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %none = arith.constant dense<0.0> : vector<4xf32>
    %all = arith.constant dense<true> : vector<4xi1>
    scf.for %i = %lo to %hi step %c1 {
      %row = arith.muli %i, %c16 : index
BODY
    }
    return
  }
}`
	return read(t, strings.Replace(around, "BODY", body, 1)).Simplified()
}

// read returns the first kernel of a module in kernel form.
func read(t *testing.T, text string) *kernel.Kernel {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("k.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	program, err := kernel.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return program.Kernels[0]
}

// TestSimplified checks which instructions are in the grid loop of a kernel after simplification.
func TestSimplified(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"a loop of two iterations is unrolled", `
      scf.for %j = %c0 to %c2 step %c1 {
        %at = arith.addi %row, %j : index
        %v = memref.load %a[%at] : memref<64xf32>
        memref.store %v, %o[%at] : memref<64xf32>
      }`, "load store load store"},
		{"a loop without iterations vanishes", `
      scf.for %j = %c2 to %c1 step %c1 {
        memref.store %x, %o[%j] : memref<64xf32>
      }
      memref.store %x, %o[%row] : memref<64xf32>`, "store"},
		{"a loop-invariant value is computed before the loop", `
      %n = arith.minsi %hi, %c4 : index
      scf.for %j = %c0 to %n step %c1 {
        %y = arith.mulf %x, %x : f32
        %at = arith.addi %row, %j : index
        memref.store %y, %o[%at] : memref<64xf32>
      }`, "for"},
		{"a load is not moved out of a loop that may have no iterations", `
      %n = arith.minsi %hi, %c4 : index
      scf.for %j = %c0 to %n step %c1 {
        %y = memref.load %a[%row] : memref<64xf32>
        %at = arith.addi %row, %j : index
        memref.store %y, %o[%at] : memref<64xf32>
      }`, "for"},
		{"a gather of consecutive elements becomes a load", `
      %s = vector.step : vector<4xindex>
      %b = vector.broadcast %row : index to vector<4xindex>
      %at = arith.addi %b, %s : vector<4xindex>
      %v = vector.gather %a[%c4] [%at], %all, %none : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.store %v, %o[%row] : memref<64xf32>, vector<4xf32>`, "load store"},
		{"a gather of elements with a constant distance remains a gather", `
      %s = vector.step : vector<4xindex>
      %two = vector.broadcast %c2 : index to vector<4xindex>
      %apart = arith.muli %s, %two : vector<4xindex>
      %b = vector.broadcast %row : index to vector<4xindex>
      %at = arith.addi %b, %apart : vector<4xindex>
      %v = vector.gather %a[%c0] [%at], %all, %none : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.store %v, %o[%row] : memref<64xf32>, vector<4xf32>`, "gather store"},
		{"equal loads become one load only if the kernel does not write the buffer", `
      %v = memref.load %a[%row] : memref<64xf32>
      memref.store %v, %o[%row] : memref<64xf32>
      %w = memref.load %a[%row] : memref<64xf32>
      %p = memref.load %o[%row] : memref<64xf32>
      %q = memref.load %o[%row] : memref<64xf32>
      %s = arith.addf %v, %w : f32
      %t = arith.subf %p, %q : f32
      %u = arith.mulf %s, %t : f32
      memref.store %u, %o[%row] : memref<64xf32>`, "load store load load addf subf mulf store"},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := strings.ReplaceAll(test.body, "%x", "%one")
			if body != test.body {
				body = "      %one = arith.constant 1.0 : f32\n" + body
			}
			k := simplified(t, body)
			var got []string
			for _, in := range k.Body.Code {
				if in.Code == kernelop.For {
					for _, x := range in.Blocks[0].Code {
						name := x.Code.String()
						got = append(got, name[strings.LastIndexByte(name, '.')+1:])
					}
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %q, want %q", strings.Join(got, " "), test.want)
			}
		})
	}
}

// TestLargeKernel checks how much memory the simplification of 20,000 instructions allocates.
func TestLargeKernel(t *testing.T) {
	const n = 20_000
	var body strings.Builder
	body.WriteString("%v0 = vector.load %a[%row] : memref<64xf32>, vector<4xf32>\n")
	for i := range n {
		fmt.Fprintf(&body, "%%v%d = arith.mulf %%v%d, %%v%[2]d : vector<4xf32>\n", i+1, i)
	}
	fmt.Fprintf(&body, "vector.store %%v%d, %%o[%%row] : memref<64xf32>, vector<4xf32>\n", n)
	k := simplified(t, body.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	k.Simplified()
	runtime.ReadMemStats(&after)
	if bytes := (after.TotalAlloc - before.TotalAlloc) / n; bytes > 800 {
		t.Errorf("simplification takes %d bytes for each instruction, expected at most 800", bytes)
	}
}
