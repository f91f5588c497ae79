package kernelverify_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

// TestMemory checks that the verification of a kernel of 4,000 loops allocates at most 20,000 bytes
// for each loop. Different facts hold at each access.
func TestMemory(t *testing.T) {
	const loops = 4000
	var b strings.Builder
	b.WriteString(`func.func @main(%o: memref<64xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 4 : index
  func.call @k(%o, %lo, %hi) : (memref<64xf32>, index, index) -> ()
  return
}
func.func private @k(%o: memref<64xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 0>} {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %sixteen = arith.constant 16 : index
  %x = arith.constant 1.5 : f32
  scf.for %i = %lo to %hi step %one {
    %b = arith.muli %i, %sixteen : index
`)
	for i := range loops {
		fmt.Fprintf(&b, "scf.for %%j%d = %%zero to %%sixteen step %%one {\n%%a%[1]d = arith.addi %%b, %%j%[1]d : index\nmemref.store %%x, %%o[%%a%[1]d] : memref<64xf32>\n}\n", i)
	}
	b.WriteString("  }\n  return\n}\n")
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("loops.mlir", []byte(b.String())), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := kernelverify.Module(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / loops; n > 20_000 {
		t.Errorf("each loop takes %d bytes, want at most 20000", n)
	}
}
