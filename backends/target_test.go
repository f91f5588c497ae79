package backends_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/target"
)

// TestOneTarget lowers programs for one target and runs them on every engine that executes kernels.
// The results must have the same bits on all engines and for all numbers of threads, except that
// any two NaNs are equal.
func TestOneTarget(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "lowering", "*.mlir"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs (%v)", err)
	}
	if testing.Short() {
		files = files[:2] // CI uses -short with -race, where the other programs would take a minute
	}
	const machine = target.HostName // the default of jit
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := onTarget(t, file, vm.Factory(), 1, backends.TargetProperty, machine)
			for name, got := range map[string][]*tensor.Tensor{
				"vm on three threads": onTarget(t, file, vm.Factory(), 3, backends.TargetProperty, machine),
				"c on three threads":  onTarget(t, file, cFactory(), 3, backends.TargetProperty, machine),
				"jit":                 onTarget(t, file, jit.Factory(), 2),
			} {
				for i := range got {
					sameOrNaN(t, name, i, got[i], want[i])
				}
			}
		})
	}
}

// onTarget runs a program with the given properties. It returns nil if the engine does not work on
// this machine.
func onTarget(t *testing.T, file string, f backends.Factory, threads int, properties ...any) []*tensor.Tensor {
	t.Helper()
	b, err := f.Open(backends.Config{Device: f.Name, Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if r, ok := b.(backends.ReadyChecker); ok && r.Ready() != nil {
		return nil
	}
	o := backends.CompileOptions{Properties: map[string]any{}}
	for i := 0; i < len(properties); i += 2 {
		o.Properties[properties[i].(string)] = properties[i+1]
	}
	p, err := b.Compile(context.Background(), parseFile(t, file), o)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out, err := p.Run(context.Background(), edgeInputs(p.Inputs(), 5))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameOrNaN compares the bits of elements, except that all NaNs are equal.
func sameOrNaN(t *testing.T, name string, i int, got, want *tensor.Tensor) {
	t.Helper()
	for j := range want.NumElements() {
		bothNaN := want.Kind.IsFloat() && got.Float(j) != got.Float(j) && want.Float(j) != want.Float(j)
		if got.Bits(j) != want.Bits(j) && !bothNaN {
			t.Fatalf("%s: result %d[%d] is %v, but vm gives %v", name, i, j, got.Float(j), want.Float(j))
		}
	}
}
