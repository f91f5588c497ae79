package cache_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestB2Threads checks that a program from the cache has the number of streams of the current call,
// not of the call that compiled it. B2 means the rows B2.01, B2.02, … in docs/backends.md.
func TestB2Threads(t *testing.T) {
	c, b, m := cache.Open(t.TempDir(), cache.Options{}), open(t, func() {}), parse(t, "a.mlir", program)
	for i, streams := range []int{1, 3} {
		p, r, err := c.Compile(context.Background(), b, m, backends.CompileOptions{Properties: map[string]any{backends.StreamsProperty: streams}})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		got, err := p.(backends.Configured).Properties().Get(backends.StreamsProperty)
		if err != nil || got != streams || r.Hit != (i == 1) {
			t.Errorf("expected %d streams, but the program has %v; result %+v, error %v", streams, got, r, err)
		}
	}
}

// TestB2Renamed checks that a profile shows the names of the operations in the current module, even
// if they had other names when the cached program was compiled.
func TestB2Renamed(t *testing.T) {
	c, b := cache.Open(t.TempDir(), cache.Options{}), open(t, func() {})
	for _, name := range []string{"old", "new", "old"} {
		m := parse(t, "a.mlir", strings.Replace(program, "tensor<4xf32>\n  return", `tensor<4xf32> loc("`+name+"\")\n  return", 1))
		p, _, err := c.Compile(context.Background(), b, m, backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var profile backends.Profile
		in := []*tensor.Tensor{tensor.New(tensor.F32, 4), tensor.New(tensor.F32, 4)}
		if _, err := p.(backends.Profiled).RunProfiled(context.Background(), in, &profile); err != nil {
			t.Fatal(err)
		}
		if profile.Records[0].Place != name {
			t.Errorf("'%s' is reported as '%s'", name, profile.Records[0].Place)
		}
	}
}

// newer is vm with a later version.
type newer struct{ backends.Backend }

func (n newer) Info() backends.Info {
	info := n.Backend.Info()
	info.Version += ".1"
	return info
}

// TestB2HeteroKey checks that the key of a divided program changes with the version or a property
// of a device that the program uses, and not with the version of another device.
func TestB2HeteroKey(t *testing.T) {
	const text = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @p(%x) on "vm.0" : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @p(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	c, m := cache.Open(t.TempDir(), cache.Options{}), parse(t, "a.mlir", text)
	key := func(changed string, values map[string]any) string {
		b, err := hetero.Factory().Open(backends.Config{Device: "hetero", Others: func(device string) (backends.Backend, error) {
			b, err := vm.Factory().Open(backends.Config{Device: device, Properties: values})
			if device == changed {
				b = newer{b}
			}
			return b, err
		}})
		if err != nil {
			t.Fatal(err)
		}
		k, err := c.Key(b, m, backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return k.Sum()
	}
	usual := key("", nil)
	if key("vm.0", nil) == usual || key("", map[string]any{backends.DisableProperty: "fusion"}) == usual {
		t.Error("the key does not change with the version of a device or with a property")
	}
	if key("vm.1", nil) != usual {
		t.Error("the key changes with the version of a device that the program does not use")
	}
}

// broken is vm with programs whose export fails.
type broken struct{ *counted }

type brokenProgram struct{ backends.Program }

func (b broken) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	p, err := b.counted.Compile(ctx, m, o)
	return brokenProgram{p}, err
}

func (brokenProgram) Export(io.Writer) error { return errors.New("the device keeps it") }

// TestB2ExportFails checks that a program whose export fails is returned, is not stored, and causes
// only one warning.
func TestB2ExportFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	var warnings []string
	c := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	b, m := broken{open(t, func() {})}, parse(t, "a.mlir", program)
	for range 2 {
		if r := compile(t, c, b, m); r.Hit {
			t.Errorf("%+v", r)
		}
	}
	if all, err := c.Entries(true); len(all) > 0 || err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "the device keeps it") {
		t.Errorf("got the entries %v, error %v and warnings %q; expected no entries and one warning", all, err, warnings)
	}
}

// TestB2Toolkit checks that the key depends on the build of Lathe.
func TestB2Toolkit(t *testing.T) {
	c := cache.Open(t.TempDir(), cache.Options{})
	k, err := c.Key(open(t, nil), parse(t, "a.mlir", program), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	usual := k.Sum()
	for i, p := range k.Parts {
		if p.What == "toolkit" && len(p.Value) > 20 {
			if runtime.GOOS == "linux" && strings.Contains(p.Value, "\n") {
				t.Errorf("got the toolkit %q, expected the build ID", p.Value)
			}
			k.Parts[i].Value += "x"
			if k.Sum() == usual {
				t.Error("the key is the same for a different build")
			}
			return
		}
	}
	t.Errorf("the key's parts are %v", k.Parts)
}

// TestLongProperties checks that entries can be listed if the name of the module and the value of a
// property are long. Programs with different values must have different keys.
func TestLongProperties(t *testing.T) {
	c, b := cache.Open(t.TempDir(), cache.Options{}), open(t, func() {})
	m := parse(t, "a.mlir", "module @"+strings.Repeat("m", 40_000)+" {"+program+"}")
	target, _, err := backends.TargetOf(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, end := range []string{" ", "\n"} {
		text := `{"schema": "lathe.tuning/1", "target": "` + target.String() + `", "entries": [` + strings.Repeat(" ", 40_000) + end + `]}`
		o := backends.CompileOptions{Properties: map[string]any{backends.TuningProperty: text}}
		k, err := c.Key(b, m, o)
		if err != nil {
			t.Fatal(err)
		}
		seen[k.Sum()] = true
		if _, _, err := c.Compile(t.Context(), b, m, o); err != nil {
			t.Fatal(err)
		}
	}
	all, err := c.Entries(false)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 2 || len(all) != 2 {
		t.Errorf("two programs have %d keys and %d entries", len(seen), len(all))
	}
	for _, e := range all {
		if e.Err != nil {
			t.Errorf("an entry can't be listed: %v", e.Err)
		}
	}
}
