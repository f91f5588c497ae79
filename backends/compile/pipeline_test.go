package compile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/pipeline"
)

// TestPipelineIsCompilation checks that lathe-opt prints the same kernels as compile.Module, with
// the list of passes of pipeline.New and with the named pipeline lower-to-kernels.
func TestPipelineIsCompilation(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, folder := range []string{"models", "pipeline", "lowering"} {
		list, err := filepath.Glob("../../testdata/" + folder + "/*.mlir")
		if err != nil || len(list) == 0 {
			t.Fatalf("no programs in %s: %v", folder, err)
		}
		files = append(files, list...)
	}
	if len(files) < 20 {
		t.Errorf("got %d programs, expected at least 20", len(files))
	}
	if testing.Short() {
		files = files[:1]
	}
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) })} {
		list := files
		if f.Name == "c" && len(list) > 8 {
			list = list[:8] // the C compiler is slow, and c has the same passes as jit
		}
		for _, file := range list {
			t.Run(f.Name+"/"+filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				want := kernelsOf(t, tool, f, file)
				for _, flag := range []string{
					"--pass-pipeline=" + pipeline.New(f.Target, pipeline.Options{}).String(),
					"--lower-to-kernels=target=" + f.Name,
				} {
					var out, errs strings.Builder
					if status := tool.Opt(t.Context(), []string{flag, file}, nil, &out, &errs); status != 0 {
						t.Fatalf("%s: status %d, %s", flag, status, errs.String())
					}
					if out.String() != want {
						t.Errorf("%s: the kernels differ from the kernels of compile.Module", flag)
					}
				}
			})
		}
	}
}

// kernelsOf compiles a program with a backend, and returns its kernels as MLIR text.
func kernelsOf(t *testing.T, tool *driver.Tool, f backends.Factory, file string) (kernels string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource(file, text), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	e, err := compile.Module(t.Context(), m, compile.Options{
		Backend: f.Name, Backends: []backends.Factory{f},
		Kernels: func(name, text string) {
			if name == "kernels.mlir" {
				kernels += text
			}
		},
	})
	if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	return kernels
}
