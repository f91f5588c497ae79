package compile_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func factories() []backends.Factory {
	open := func(path string) (c.Library, error) { return dylib.Open(path) }
	return append(compile.Backends(), c.Factory(open))
}

// run compiles a model and returns its results for random inputs. If a C compiler is needed but
// missing, it skips the test.
func run(t *testing.T, file string, o compile.Options) []*tensor.Tensor {
	t.Helper()
	o.Backends = factories()
	e, err := compile.Module(context.Background(), parseFile(t, file), o)
	if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	out, err := e.Run(context.Background(), randomInputs(e.Inputs())...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestModels runs the repository's models on vm, on c and on pairs of devices. The results must be
// close to the results of ref. Results of vm must have equal bits for any number of threads or
// devices.
func TestModels(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "models", "*.mlir"))
	if err != nil || len(files) < 3 {
		t.Fatalf("got %d models, expected at least 3 (%v)", len(files), err)
	}
	if testing.Short() {
		files = files[:3] // .ci/run uses -short with the race detector, which makes the test slow
	}
	for _, file := range files {
		want := run(t, file, compile.Options{Backend: "ref"})
		vm := run(t, file, compile.Options{Backend: "vm", Threads: 1})
		for _, test := range []struct {
			name string
			o    compile.Options
			same []*tensor.Tensor // if set, the results must have the same bits as these tensors
		}{
			{"vm", compile.Options{Backend: "vm", Threads: 3}, vm},
			{"vm.0,vm.1", compile.Options{Devices: []string{"vm.0", "vm.1"}}, vm},
			{"c", compile.Options{Backend: "c"}, nil},
			{"c,vm", compile.Options{Devices: []string{"c", "vm"}}, nil},
		} {
			// The operations of this model are pinned to vm.1.
			if strings.HasSuffix(file, "_pinned.mlir") && test.name == "c,vm" {
				continue
			}
			t.Run(filepath.Base(file)+"/"+test.name, func(t *testing.T) {
				for i, got := range run(t, file, test.o) {
					if j, off := differ(want[i], got, 1); off {
						t.Errorf("result %d[%d] is %v, but %v on ref", i, j, got.Float(j), want[i].Float(j))
					}
					if test.same != nil && !got.Equal(test.same[i]) {
						t.Errorf("the bits of result %d differ from the bits on vm with one thread", i)
					}
				}
			})
		}
	}
}
