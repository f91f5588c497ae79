package cache_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const program = `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}`

func parse(t testing.TB, name, text string) ir.Module {
	t.Helper()
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource(name, []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// counted is a backend that calls its function note at each compilation.
type counted struct {
	backends.Backend
	note func()
}

func open(t testing.TB, note func()) *counted {
	t.Helper()
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return &counted{b, note}
}

func (c *counted) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	c.note()
	return c.Backend.Compile(ctx, m, o)
}

func (c *counted) Fingerprint(m ir.Module) (string, error) {
	if f, ok := c.Backend.(backends.Fingerprinter); ok {
		return f.Fingerprint(m)
	}
	return "", nil
}

func (c *counted) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	return c.Backend.(backends.Importer).Import(ctx, blob, o)
}

// compile compiles m through the cache and checks the results of the program.
func compile(t testing.TB, c *cache.Cache, b backends.Backend, m ir.Module) cache.Result {
	t.Helper()
	p, r, err := c.Compile(context.Background(), b, m, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out, err := p.Run(context.Background(), []*tensor.Tensor{tensor.FromSlice([]int64{4}, []float32{1, 2, 3, 4}), tensor.FromSlice([]int64{4}, []float32{5, 6, 7, 8})})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float32{30, 48, 70, 96} {
		if got := tensor.Slice[float32](out[0])[i]; got != want {
			t.Fatalf("element %d is %v, expected %v", i, got, want)
		}
	}
	return r
}

// TestB2Hit checks that a program is loaded from the cache when it is compiled again, also from a
// text with other value names, and by another Cache of the same folder. B2 means the rows B2.01,
// B2.02, … in docs/backends.md.
func TestB2Hit(t *testing.T) {
	dir, n := filepath.Join(t.TempDir(), "cache"), 0
	b := open(t, func() { n++ })
	if r := compile(t, cache.Open(dir, cache.Options{}), b, parse(t, "a.mlir", program)); r.Hit || r.Why != "there is no entry" {
		t.Errorf("the first compilation: %+v, expected a miss", r)
	}
	other := "// a comment\n\n" + strings.NewReplacer("%0", "%sum", "%x", "%first").Replace(program)
	for _, m := range []ir.Module{parse(t, "a.mlir", program), parse(t, "b.mlir", other)} {
		if r := compile(t, cache.Open(dir, cache.Options{}), b, m); !r.Hit {
			t.Errorf("the program is not in the cache: %+v", r)
		}
	}
	if n != 1 {
		t.Errorf("the program was compiled %d times, expected once", n)
	}
}

// entry returns the path of the only entry in the cache folder dir.
func entry(t testing.TB, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "programs", "*.lathe"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	return files[0]
}

// TestB2Damage checks that a damaged, truncated or empty entry, or an entry of another key, is
// removed. The program must be compiled again without an error.
func TestB2Damage(t *testing.T) {
	dir, n := filepath.Join(t.TempDir(), "cache"), 0
	b, m := open(t, func() { n++ }), parse(t, "a.mlir", program)
	c := cache.Open(dir, cache.Options{Warn: func(err error) { t.Error(err) }})
	compile(t, c, b, m)
	file := entry(t, dir)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.Stat(file); err != nil || stat.Mode().Perm() != 0o444 {
		t.Errorf("the mode of an entry is %v, expected 0444", stat.Mode())
	}
	h, payload, err := sealed.Unseal(good)
	if err != nil {
		t.Fatal(err)
	}
	other := h
	other.Fingerprint = strings.Repeat("0", 64)
	for _, bad := range []struct {
		what  string
		bytes []byte
		says  string // part of the result of Explain, which does not import the program
	}{
		{"nothing", nil, "damaged"},
		{"half of the entry", good[:len(good)/2], "damaged"},
		{"the entry in capital letters", bytes.ToUpper(good), "damaged"},
		{"another program", sealed.Seal(other, payload), "damaged"},
		{"half a program", sealed.Seal(h, payload[:len(payload)/2]), "hit: "},
		{"a program of another backend", sealed.Seal(h, sealed.Seal(other, nil)), "hit: "},
	} {
		os.Remove(file)
		if err := os.WriteFile(file, bad.bytes, 0o444); err != nil {
			t.Fatal(err)
		}
		if text, err := c.Explain(b, m, backends.CompileOptions{}); err != nil || !strings.Contains(text, bad.says) {
			t.Errorf("%s: the explanation is %q, %v", bad.what, text, err)
		}
		var warnings []string
		warned := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
		n = 0
		if r := compile(t, warned, b, m); r.Hit || n != 1 || !strings.Contains(r.Why, "could not be used") {
			t.Errorf("%s: got %+v after %d compilations, expected an unusable entry and one compilation", bad.what, r, n)
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "compiled again") {
			t.Errorf("%s: the warnings are %q", bad.what, warnings)
		}
		if r := compile(t, c, b, m); !r.Hit {
			t.Errorf("the new entry is not used: %+v", r)
		}
	}
	os.Remove(file)
	elsewhere := filepath.Join(filepath.Dir(file), strings.Repeat("0", 64)+".lathe")
	if err := os.WriteFile(elsewhere, good, 0o444); err != nil {
		t.Fatal(err)
	}
	all, err := c.Verify()
	if err != nil || len(all) != 1 || all[0].Err == nil {
		t.Errorf("expected one damaged entry, the file with the wrong name, but got %+v, %v", all, err)
	}
	if _, err := os.Stat(elsewhere); !errors.Is(err, os.ErrNotExist) {
		t.Error("Verify did not remove a damaged entry")
	}
}

// TestB2Prune checks that Prune removes the least recently used entries until the cache has at most
// a given size. Prune must also remove programs and kernels that were unused for a given time, and
// temporary files to which no process writes any more.
func TestB2Prune(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	b, c := open(t, func() {}), cache.Open(dir, cache.Options{})
	var keys []string
	for i, op := range []string{"add", "multiply", "subtract"} {
		m := parse(t, "a.mlir", strings.Replace(program, "stablehlo.add", "stablehlo."+op, 1))
		p, r, err := c.Compile(context.Background(), b, m, backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		keys = append(keys, r.Key)
		used := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, "programs", r.Key+".lathe"), used, used); err != nil {
			t.Fatal(err)
		}
	}
	compile(t, c, b, parse(t, "a.mlir", program)) // uses the oldest entry again
	left := filepath.Join(dir, "programs", "writing-1")
	if err := os.WriteFile(left, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	all, err := c.Entries(true)
	if err != nil || len(all) != 3 || all[0].Key != keys[0] || all[2].Key != keys[1] || all[0].Backend() != "vm" {
		t.Fatalf("%+v, %v", all, err)
	}
	removed, err := c.Prune(cache.PruneOptions{Most: all[0].Bytes + all[1].Bytes})
	if err != nil || len(removed) != 1 || removed[0].Key != keys[1] {
		t.Errorf("Prune with a size limit removed %+v, %v", removed, err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Error("Prune did not remove a temporary file")
	}
	removed, err = c.Prune(cache.PruneOptions{Most: -1, Unused: time.Hour, Stale: true})
	if err != nil || len(removed) != 1 || removed[0].Key != keys[2] {
		t.Errorf("Prune with an age limit removed %+v, %v", removed, err)
	}
	kernels := filepath.Join(dir, "c", strings.Repeat("0", 32)+".lathe")
	if err := errors.Join(os.MkdirAll(filepath.Dir(kernels), 0o700), os.WriteFile(kernels, sealed.Seal(sealed.Header{}, nil), 0o644), os.Chtimes(kernels, old, old)); err != nil {
		t.Fatal(err)
	}
	removed, err = c.Prune(cache.PruneOptions{Most: -1, Unused: time.Hour})
	if err != nil || len(removed) != 1 || removed[0].Backend() != "c" {
		t.Errorf("Prune removed %+v, expected the file of kernels of c; error %v", removed, err)
	}
	small := cache.Open(dir, cache.Options{Most: 1})
	p, _, err := small.Compile(context.Background(), b, parse(t, "a.mlir", strings.Replace(program, "add", "divide", 1)), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if all, err := c.Entries(false); err != nil || len(all) != 0 {
		t.Errorf("a cache with a limit of one byte has %d entries, %v", len(all), err)
	}
}

// TestRemovedMeanwhile checks that Verify reports no damaged entry if another Cache removes the
// entry at the same time.
func TestRemovedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	c, other := cache.Open(dir, cache.Options{}), cache.Open(dir, cache.Options{})
	k := cache.Key{Name: "a"}
	c.KeepTuning(k, "schedules")
	done := make(chan struct{})
	defer func() { <-done }()
	go func() {
		defer close(done)
		for range 100 {
			other.KeepTuning(k, "schedules")
			if _, err := other.Prune(cache.PruneOptions{}); err != nil {
				t.Error(err)
			}
		}
	}()
	for {
		select {
		case <-done:
			return
		default:
		}
		all, err := c.Verify()
		for _, e := range all {
			err = errors.Join(err, e.Err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestB2Explain checks that Explain names the differences between the key of a program that is not
// in the cache and the key of the most similar entry.
func TestB2Explain(t *testing.T) {
	c, b := cache.Open(t.TempDir(), cache.Options{}), open(t, func() {})
	m := parse(t, "a.mlir", program)
	explain := func(m ir.Module, o backends.CompileOptions) string {
		text, err := c.Explain(b, m, o)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	k, err := c.Key(b, m, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.KeepTuning(k, "schedules") // an entry with the same key, but not a program
	if text := explain(m, backends.CompileOptions{}); !strings.Contains(text, "no similar entry") {
		t.Error(text)
	}
	compile(t, c, b, m)
	if text := explain(m, backends.CompileOptions{}); !strings.HasPrefix(text, "hit: ") {
		t.Error(text)
	}
	text := explain(m, backends.CompileOptions{Properties: map[string]any{backends.DisableProperty: "fusion"}})
	if !strings.Contains(text, "option: disable-passes=fusion for this program, disable-passes= in the entry") || strings.Contains(text, "module") {
		t.Error(text)
	}
	text = explain(parse(t, "a.mlir", strings.Replace(program, "add", "divide", 1)), backends.CompileOptions{})
	if !strings.Contains(text, "module: ") || strings.Contains(text, "option") {
		t.Error(text)
	}
}

// bare is a backend that cannot import programs.
type bare struct{ backends.Backend }

// TestB2WithoutImport checks that no program is stored, without a warning, if the backend cannot
// import programs, or if the options set Kernels.
func TestB2WithoutImport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	c := cache.Open(dir, cache.Options{Warn: func(err error) { t.Error(err) }})
	m := parse(t, "a.mlir", program)
	if r := compile(t, c, bare{open(t, func() {})}, m); r.Hit || r.Key != "" {
		t.Errorf("%+v", r)
	}
	texts := 0
	for range 2 {
		p, r, err := c.Compile(context.Background(), open(t, func() {}), m, backends.CompileOptions{Kernels: func(string, string) { texts++ }})
		if err != nil || r.Hit {
			t.Fatalf("%+v, %v", r, err)
		}
		p.Close()
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 || texts != 2 {
		t.Errorf("the folder has %v, expected no files; Kernels was called %d times, expected 2", files, texts)
	}
}

// TestB2ReadOnlyFolder checks that no program is stored if the folder is not writable or cannot be
// created, or if files are in the places of its subfolders. There must be one warning and no error.
func TestB2ReadOnlyFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "cache") // a cache with files where its folders should be
	d, _, err := cachedir.Create(half)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	for _, name := range []string{"programs", "locks"} {
		if err := os.WriteFile(filepath.Join(half, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	locked := t.TempDir()
	if err := os.Chmod(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	dirs := []string{filepath.Join(file, "sub"), "/proc/lathe-cache", half}
	if os.Getuid() != 0 { // root can write to any folder
		dirs = append(dirs, locked)
	}
	for _, dir := range dirs {
		var warnings []string
		n := 0
		c := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
		b, m := open(t, func() { n++ }), parse(t, "a.mlir", program)
		for range 3 {
			if r := compile(t, c, b, m); r.Hit {
				t.Errorf("%+v", r)
			}
		}
		if n != 3 || len(warnings) != 1 || !strings.Contains(warnings[0], "are not cached") || !strings.Contains(warnings[0], dir[:6]) {
			t.Errorf("got %d compilations and the warnings %q, expected 3 compilations and one warning", n, warnings)
		}
	}
}
