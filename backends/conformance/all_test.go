package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/conformance"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// tool returns a driver with the bundles of the command lathe, including backend c.
func tool(t testing.TB) *driver.Tool {
	t.Helper()
	open := func(path string) (c.Library, error) { return dylib.Open(path) }
	tool, err := driver.New("test", all.Bundle(), driver.Bundle{Backends: []backends.Factory{c.Factory(open)}})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// factories returns the factories of all backends. Of factories with the same name, it returns only
// the last.
func factories(t testing.TB) []backends.Factory {
	var fs []backends.Factory
	for _, f := range tool(t).All().Backends {
		at := -1
		for i := range fs {
			if fs[i].Name == f.Name {
				at = i
			}
		}
		if at >= 0 {
			fs[at] = f
			continue
		}
		fs = append(fs, f)
	}
	return fs
}

// subject returns the Subject for a backend. If the backend runs only divided programs, each
// program is divided into clusters, one for each device in devices.
func subject(t testing.TB, f backends.Factory, cacheDir string, devices ...string) conformance.Subject {
	all := tool(t)
	s := conformance.Subject{Factory: f, Registry: all.Registry(), CacheDir: cacheDir, Skip: withoutCompiler}
	if f.Divided {
		r := backends.NewRegistry(all.All().Backends, backends.Config{Threads: 2, CacheDir: cacheDir})
		t.Cleanup(func() { r.Close() })
		s.Others = func(name string) (backends.Backend, error) { return r.Open(device.Named(name)) }
		s.Prepare = func(t testing.TB, m ir.Module) ir.Module { return divide(t, r, m, devices) }
	}
	return s
}

// withoutCompiler returns the message of err if err says that there is no C compiler, and ""
// otherwise.
func withoutCompiler(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) && strings.Contains(d.Message, "needs a C compiler") {
		return d.Message
	}
	return ""
}

// divide distributes the operations of @main over the devices, in order and in equal parts.
func divide(t testing.TB, r *backends.Registry, m ir.Module, names []string) ir.Module {
	t.Helper()
	devices, err := r.Devices(names)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fn.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	n, all := 0, f.Entry().Len()-1
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			cluster.SetDevice(op, names[n*len(names)/all])
			n++
		}
	}
	ctx := context.Background()
	err = affinity.Module(ctx, m, devices, affinity.Options{})
	if err == nil {
		err = partition.Module(ctx, m, partition.Options{Strategy: contract.Strategy{}})
	}
	if err == nil {
		err = clusteroutline.Module(m, clusteroutline.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestBackends runs the suite on every backend of the command lathe.
func TestBackends(t *testing.T) {
	fs, dir := factories(t), t.TempDir()
	if len(fs) < 4 {
		t.Fatalf("got %d backends, expected at least 4", len(fs))
	}
	for _, f := range fs {
		if !f.Divided {
			t.Run(f.Name, func(t *testing.T) { conformance.Run(t, subject(t, f, dir)) })
			continue
		}
		for _, devices := range [][]string{{"vm.0", "vm.1"}, {"ref", "vm"}, {"vm", "c"}} {
			name := fmt.Sprintf("%s/%s", f.Name, strings.Join(devices, "+"))
			t.Run(name, func(t *testing.T) {
				if _, err := findC(t); err != nil && devices[1] == "c" {
					t.Skip(err)
				}
				conformance.Run(t, subject(t, f, dir, devices...))
			})
		}
	}
}

// findC returns the fingerprint of backend c. It fails if there is no C compiler.
func findC(t testing.TB) (string, error) {
	r := backends.NewRegistry(tool(t).All().Backends, backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("c"))
	if err != nil {
		return "", err
	}
	return b.(backends.Fingerprinter).Fingerprint(ir.Module{})
}
