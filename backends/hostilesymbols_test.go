package backends_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
)

// hostileKernel is a format for a module in kernel form. Its argument is the kernel's symbol.
const hostileKernel = `
func.func @main(%%a: memref<4xf32>, %%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant 4 : index
  func.call @%[1]s(%%a, %%o, %%lo, %%hi) : (memref<4xf32>, memref<4xf32>, index, index) -> ()
  return
}
func.func private @%[1]s(%%a: memref<4xf32>, %%o: memref<4xf32>, %%lo: index, %%hi: index)
    attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 1>} {
  %%c1 = arith.constant 1 : index
  scf.for %%i = %%lo to %%hi step %%c1 {
    %%x = memref.load %%a[%%i] : memref<4xf32>
    memref.store %%x, %%o[%%i] : memref<4xf32>
  }
  return
}`

// mlirString returns s as a string literal. Letters, digits, '_' and '.' are not escaped.
func mlirString(s string) string {
	letters := regexp.MustCompile(`^[A-Za-z0-9_.]$`)
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i : i+1]; letters.MatchString(c) {
			b.WriteString(c)
		} else {
			fmt.Fprintf(&b, "\\%02X", s[i])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// TestHostileKernelSymbols checks that a kernel's symbol cannot end the C comment that contains it.
// Most symbols try to add a C constructor, which would create a file when the kernels are loaded.
func TestHostileKernelSymbols(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	// The exploit ends in // to comment out the rest of the line.
	exploit := fmt.Sprintf(`int creat(const char *, int); __attribute__((constructor)) static void run(void) { creat("%s", 384); } //`, made)
	f := cFactory()
	for what, symbol := range map[string]string{
		"line feed":       "k\n" + exploit,
		"carriage return": "k\r" + exploit,
		"form feed":       "k\f" + exploit,
		"splice":          "k\\",
		"trigraph":        "k??/",
		"comment end":     "k*/ " + exploit + "/*",
		"bytes":           "k\x00\xff\u2028" + exploit,
	} {
		t.Run(what, func(t *testing.T) {
			b, err := f.Open(backends.Config{Device: "c", Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			text := ""
			o := backends.CompileOptions{Kernels: func(_, s string) { text += s }}
			p, err := b.Compile(t.Context(), parseText(t, "hostile.mlir", fmt.Appendf(nil, hostileKernel, mlirString(symbol))), o)
			skipWithoutCompiler(t, err)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if _, err := os.Stat(made); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the symbol's text was executed (%v)", err)
				os.Remove(made)
			}
			if bad := regexp.MustCompile(`[^\n -~→]|creat|\?\?|\\`).FindString(text); bad != "" {
				t.Errorf("the C text contains %q, which is part of the symbol:\n%s", bad, text)
			}
		})
	}
}
