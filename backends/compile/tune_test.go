package compile_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLevel3 checks that the first compilation tunes a program, and that the second compilation
// finds the program in the cache. The results must have the same bits as without tuning.
func TestLevel3(t *testing.T) {
	m := parseText(t, `func.func @main(%a: tensor<40x32xf32>, %b: tensor<32x96xf32>) -> tensor<40x96xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x32xf32>, tensor<32x96xf32>) -> tensor<40x96xf32>
  return %0 : tensor<40x96xf32>
}`)
	dir := t.TempDir()
	inputs := []*tensor.Tensor{tensor.Random(tensor.F32, []int64{40, 32}, 1, 0), tensor.Random(tensor.F32, []int64{32, 96}, 1, 1)}
	run := func(o compile.Options) (out []byte, e *compile.Executable) {
		t.Helper()
		e, err := compile.Module(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		results, err := e.Run(context.Background(), inputs...)
		if err != nil {
			t.Fatal(err)
		}
		return results[0].Data, e
	}
	want, _ := run(compile.Options{Backend: "vm"})
	tuned := compile.Options{Backend: "vm", CacheDir: dir, Properties: map[string]any{backends.LevelProperty: 3, backends.BudgetProperty: 1}}
	first, e := run(tuned)
	if e.FromCache() || !bytes.Equal(first, want) {
		t.Errorf("the first program: from the cache %v, expected false; with equal results %v, expected true", e.FromCache(), bytes.Equal(first, want))
	}
	d, err := cachedir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	files, _, err := d.Files()
	if err != nil || len(files) != 2 {
		t.Fatalf("the cache has %v, %v; expected a program and its schedules", files, err)
	}
	second, e := run(tuned)
	if !e.FromCache() || !bytes.Equal(second, want) {
		t.Errorf("the second program: from the cache %v, with equal results %v; expected true for both", e.FromCache(), bytes.Equal(second, want))
	}
	i := slices.IndexFunc(files, func(f cachedir.File) bool { return f.Kind != cache.Schedules })
	if got, err := compile.ExplainCache(t.Context(), m, tuned); err != nil || got != "hit: "+files[i].Key {
		t.Errorf("ExplainCache returned %q, %v; expected a hit of %s", got, err, files[i].Key)
	}
	if err := d.Remove(files[i].Kind, files[i].Key); err != nil {
		t.Fatal(err)
	}
	if got, err := compile.ExplainCache(t.Context(), m, tuned); err != nil || !strings.HasPrefix(got, "miss") {
		t.Errorf("without the program, ExplainCache returned %q, %v; expected a miss", got, err)
	}
}

// TestLevel3SideEffects checks that a program that prints is not tuned.
func TestLevel3SideEffects(t *testing.T) {
	m := parseText(t, `func.func @main(%a: tensor<40x32xf32>, %b: tensor<32x96xf32>) -> tensor<40x96xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x32xf32>, tensor<32x96xf32>) -> tensor<40x96xf32>
  interpreter.print %0 : tensor<40x96xf32>
  return %0 : tensor<40x96xf32>
}`)
	dir := t.TempDir()
	e, err := compile.Module(context.Background(), m, compile.Options{Backend: "vm", CacheDir: dir, Properties: map[string]any{backends.LevelProperty: 3, backends.BudgetProperty: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	d, err := cachedir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	schedules := func(f cachedir.File) bool { return f.Kind == cache.Schedules }
	if files, _, err := d.Files(); err != nil || slices.ContainsFunc(files, schedules) {
		t.Errorf("the cache has %v, %v; expected no schedules", files, err)
	}
}
