package compile_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestB2KernelFiles checks that backend c stores its kernels in the cache folder, and compiles them
// again if the file is damaged. If the folder is not writable, there must be one warning for
// kernels and programs together. B2 means the rows B2.01, B2.02, … in docs/backends.md.
func TestB2KernelFiles(t *testing.T) {
	text := "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}"
	run := func(dir string) (warnings []string) {
		e, err := compile.Module(context.Background(), parseText(t, text), compile.Options{
			Backend: "c", Backends: factories(), CacheDir: dir, Warn: func(err error) { warnings = append(warnings, err.Error()) },
		})
		if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		out, err := e.Run(context.Background(), tensor.FromSlice([]int64{4}, []float32{1, 2, 3, 4}))
		if err != nil || tensor.Slice[float32](out[0])[3] != 8 {
			t.Fatalf("%v, %v", out, err)
		}
		return warnings
	}
	dir := filepath.Join(t.TempDir(), "cache")
	run(dir)
	files, _ := filepath.Glob(filepath.Join(dir, "c", "*.lathe"))
	if len(files) != 1 {
		t.Fatalf("the kernel files are %v, expected one", files)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, good[:len(good)/2], append(bytes.Clone(good[:len(good)-1]), good[len(good)-1]+1)} {
		err := errors.Join(os.RemoveAll(filepath.Join(dir, "programs")), os.Remove(files[0]), os.WriteFile(files[0], bad, 0o444))
		if err != nil {
			t.Fatal(err)
		}
		if w := run(dir); len(w) > 0 {
			t.Errorf("the warnings are %q, expected none", w)
		}
		if again, err := os.ReadFile(files[0]); err != nil || len(again) < len(good)/2 || bytes.Equal(again, bad) {
			t.Errorf("the damaged file was not replaced, %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, "/proc/lathe"} {
		if w := run(dir); len(w) != 1 || !strings.Contains(w[0], "not cached") {
			t.Errorf("%s: the warnings are %q", dir, w)
		}
	}
	if _, err := os.Stat("/proc/lathe"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
