package c_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// lacking is a library whose Symbol fails after "lacks" successful calls.
type lacking struct{ lacks, asked, closed int }

var errLacking = errors.New("there is no such function")

func (l *lacking) Symbol(string) (uintptr, error) {
	l.asked++
	if l.asked > l.lacks {
		return 0, errLacking
	}
	return 1, nil
}
func (l *lacking) Call(uintptr, []unsafe.Pointer, int64, int64) {}
func (l *lacking) Close() error                                 { l.closed++; return nil }

// TestBatchFails checks that CompileAll closes the library once if the library lacks the function
// of the first program or of the second program.
func TestBatchFails(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("this test needs a shell: ", err)
	}
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo object > \"$2\"; shift; done\necho cc 1.0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var requests []backends.CompileRequest
	for _, name := range []string{"tanh", "negate"} {
		text := "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo." + name + " %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}"
		op, err := asm.Parse(tool.Registry(), diag.NewSource("a.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ir.As[ir.Module](op)
		requests = append(requests, backends.CompileRequest{Module: m})
	}
	for lacks := range 2 {
		lib := &lacking{lacks: lacks}
		b, err := c.Factory(func(string) (c.Library, error) { return lib, nil }).Open(backends.Config{Device: "c", Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.(backends.BatchCompiler).CompileAll(t.Context(), requests)
		if !errors.Is(err, errLacking) || lib.asked != lacks+1 || lib.closed != 1 {
			t.Errorf("CompileAll called Symbol %d times, closed the library %d times, and returned %v", lib.asked, lib.closed, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
