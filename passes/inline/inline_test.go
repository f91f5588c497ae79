package inline_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/inline"
)

// inlined returns the program after the pass, without simplification.
func inlined(t *testing.T, text string) *ir.Op {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("calls", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := inline.Defaults()
	o.Default = ""
	p := &passes.Pipeline{Anchor: "builtin.module"}
	if err := (&passes.Manager{Workers: 1}).Run(t.Context(), m, p.Add(inline.Pass().With(o))); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSources checks the sources of an operation that is inlined through several calls. The bodies
// of some callees are moved to their callers, and the bodies of others are copied.
func TestSources(t *testing.T) {
	m := inlined(t, `
func.func @main(%x: i32) -> i32 {
  %0 = call @copied(%x) : (i32) -> i32
  %1 = call @moved(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @moved(%x: i32) -> i32 {
  %0 = call @copied(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @copied(%x: i32) -> i32 {
  %0 = call @inner(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @inner(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}`)
	// The calls have the ids 2 and 3 in @main, 6 in @moved, and 9 in @copied.
	var got []string
	m.Walk(func(op *ir.Op) bool {
		if op.Name() == "arith.addi" {
			got = append(got, fmt.Sprint(op.ID(), op.Sources()))
		}
		return true
	})
	if want := "12 [2 9 12], 12 [3 6 9 12]"; strings.Join(got, ", ") != want {
		t.Errorf("got sums with the ids and sources %s, expected %s", strings.Join(got, ", "), want)
	}
}

// TestGrowth inlines a chain of functions. The sources of an operation are all calls around it, so
// the number of all sources is quadratic in the length of the chain. Memory must not grow faster.
func TestGrowth(t *testing.T) {
	memory := func(n int) uint64 {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "func.func private @f%d(%%x: i32) -> i32 {\n  %%0 = call @f%d(%%x) : (i32) -> i32\n  %%1 = arith.addi %%0, %%x : i32\n  return %%1 : i32\n}\n", i, i+1)
		}
		fmt.Fprintf(&text, "func.func private @f%d(%%x: i32) -> i32 {\n  return %%x : i32\n}\n", n)
		text.WriteString("func.func @main(%x: i32) -> i32 {\n  %0 = call @f0(%x) : (i32) -> i32\n  return %0 : i32\n}\n")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		inlined(t, text.String())
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	memory(1) // allocates what the process needs once
	if small, large := memory(250), memory(1000); large > 16*small {
		t.Errorf("a chain of 1000 functions takes %d bytes, and one of 250 takes %d", large, small)
	}
}

// TestManyCalls calls a long function from many places. The function cannot be inlined. Examining
// its body for each call would take quadratic time.
func TestManyCalls(t *testing.T) {
	const n = 40000
	text := "func.func private @long(%m: memref<i32>, %v: i32) {\n" + strings.Repeat("  memref.store %v, %m[] : memref<i32>\n", n) +
		"  cluster.launch @other() on \"vm\" : () -> ()\n  return\n}\nfunc.func private @other()\nfunc.func @main(%m: memref<i32>, %v: i32) {\n" + strings.Repeat("  call @long(%m, %v) : (memref<i32>, i32) -> ()\n", n) + "  return\n}\n"
	irtest.Within(t, 5*time.Second, nil, func() { inlined(t, text) })
}
