package cache_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
)

// TestB2Key changes something on which a program or its reports depend, and checks that the key
// changes. The key must not depend on the name of the file or the number of threads, and must be
// the same for a copy of the module. B2 means the rows B2.01, B2.02, … in docs/backends.md.
func TestB2Key(t *testing.T) {
	c, b := cache.Open(t.TempDir(), cache.Options{}), open(t, nil)
	key := func(m ir.Module, o backends.CompileOptions) string {
		t.Helper()
		k, err := c.Key(b, m, o)
		if err != nil {
			t.Fatal(err)
		}
		return k.Sum()
	}
	none := backends.CompileOptions{}
	usual := parse(t, "a.mlir", program)
	want := key(usual, none)
	copied, _ := ir.As[ir.Module](ir.NewBuilder(usual.Op.Registry()).Clone(usual.Op, &ir.Mapping{}))
	for what, got := range map[string]string{
		"the program, parsed again": key(parse(t, "a.mlir", program), none), "a copy": key(copied, none), "another file": key(parse(t, "sub/../b.mlir", program), none),
		"threads": key(usual, backends.CompileOptions{Properties: map[string]any{backends.ThreadsProperty: 7}}),
	} {
		if got != want {
			t.Errorf("the key of %s differs from the key of the program", what)
		}
	}
	edit := func(old, new string) ir.Module { return parse(t, "a.mlir", strings.Replace(program, old, new, 1)) }
	seen := map[string]string{want: "the program"}
	for what, got := range map[string]string{
		"an attribute":       key(edit("%x, %y :", "%x, %y {t.note} :"), none),
		"a value":            key(edit("%x, %y :", "%x, %y {t.note = 1 : i64} :"), none),
		"a value's type":     key(edit("%x, %y :", "%x, %y {t.note = 1 : i32} :"), none),
		"a device":           key(edit("%x, %y :", `%x, %y {cluster.device = "vm"} :`), none),
		"a location's name":  key(edit("tensor<4xf32>\n  %1", "tensor<4xf32> loc(\"sum\")\n  %1"), none),
		"an argument's name": key(edit("%x: tensor<4xf32>", `%x: tensor<4xf32> {lathe.name = "x"}`), none),
		"an operation":       key(edit("stablehlo.add", "stablehlo.subtract"), none),
		"a result":           key(edit("return %1", "return %0"), none),
		"an option":          key(usual, backends.CompileOptions{Properties: map[string]any{backends.DisableProperty: "fusion"}}),
		"the entry":          key(usual, backends.CompileOptions{Entry: "main"}),
		"one result less":    key(parse(t, "a.mlir", strings.NewReplacer(" -> tensor<4xf32>", "", "return %1 : tensor<4xf32>", "return").Replace(program)), none),
		"a weight":           key(parse(t, "a.mlir", weighted), none),
		"another weight":     key(parse(t, "a.mlir", strings.Replace(weighted, "4.5", "4.25", 1)), none),
		"a device's id":      keyOn(t, c, "vm.1", usual),
	} {
		if other, again := seen[got]; again {
			t.Errorf("changing %s gives the same key as %s", what, other)
		}
		seen[got] = what
	}
}

const weighted = `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %w = stablehlo.constant dense<[1.5, 2.5, 3.5, 4.5]> : tensor<4xf32>
  %1 = stablehlo.multiply %w, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}`

func keyOn(t testing.TB, c *cache.Cache, device string, m ir.Module) string {
	t.Helper()
	b, err := vm.Factory().Open(backends.Config{Device: device, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.Key(b, m, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return k.Sum()
}

// TestB2KeyAtOnce checks that goroutines that share a module get the same key for it. Only one of
// them may compile the program.
func TestB2KeyAtOnce(t *testing.T) {
	c, m := cache.Open(t.TempDir(), cache.Options{}), parse(t, "a.mlir", program)
	want := keyOn(t, c, "vm", parse(t, "a.mlir", program))
	var compiled atomic.Int32
	b := open(t, func() { compiled.Add(1) })
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				if got := keyOn(t, c, "vm", m); got != want {
					t.Error("the key differs from the key of the same text, parsed again")
					return
				}
			}
			compile(t, c, b, m)
		})
	}
	all.Wait()
	if n := compiled.Load(); n != 1 {
		t.Errorf("the program was compiled %d times, expected once", n)
	}
}

// careless is a backend that lists no property on which its programs depend.
type careless struct {
	*counted
	properties *property.Properties
}

func (c careless) Properties() *property.Properties { return c.properties }

// TestB2NoCachingProperties checks that a backend that lists no property on which its programs
// depend causes an error. Nothing may then be compiled or stored.
func TestB2NoCachingProperties(t *testing.T) {
	ps, err := property.New("vm", []property.Property{{Key: "speed", Doc: "how fast", Default: 1, Access: property.ReadWrite}})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "cache")
	b := careless{open(t, func() { t.Error("the program was compiled") }), ps}
	_, _, err = cache.Open(dir, cache.Options{}).Compile(t.Context(), b, parse(t, "a.mlir", program), backends.CompileOptions{})
	if err == nil || !strings.Contains(err.Error(), "backend 'vm' does not declare the properties") {
		t.Errorf("got %v", err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(files) > 0 {
		t.Errorf("the folder has %v", files)
	}
}

// TestB2NameOrder checks that the key does not depend on the order of attributes or on the names of
// values in the text. It must depend on names in attributes.
func TestB2NameOrder(t *testing.T) {
	const first = `{lathe.name = "x", lathe.note = "y"}`
	text := strings.Replace(program, "%x: tensor<4xf32>", "%x: tensor<4xf32> "+first, 1)
	c := cache.Open(t.TempDir(), cache.Options{})
	key := func(text string) string { return keyOn(t, c, "vm", parse(t, "a.mlir", text)) }
	if key(text) != key(strings.Replace(text, first, `{lathe.note = "y", lathe.name = "x"}`, 1)) {
		t.Error("the order of attributes changes the key")
	}
	if key(text) != key(strings.NewReplacer("%x", "%b", "%y", "%a").Replace(text)) {
		t.Error("renaming the values changes the key")
	}
	if key(text) == key(strings.Replace(text, first, `{lathe.name = "y", lathe.note = "x"}`, 1)) {
		t.Error("a module in which the values of two attributes are exchanged has the same key")
	}
}

// TestB2OneFile checks that the cache has only one file for a model that is compiled repeatedly,
// even if the run options differ.
func TestB2OneFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	b := open(t, func() {})
	for i := range 3 {
		for _, values := range []map[string]any{nil, {backends.StreamsProperty: i + 1}, {backends.ProfilingProperty: true}} {
			p, _, err := cache.Open(dir, cache.Options{}).Compile(t.Context(), b, parse(t, "a.mlir", program), backends.CompileOptions{Properties: values})
			if err != nil {
				t.Fatal(err)
			}
			p.Close()
		}
	}
	if files, err := os.ReadDir(filepath.Join(dir, "programs")); err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}
