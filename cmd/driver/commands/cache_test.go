package commands_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

// TestCache checks that the command "run" caches programs, and that the command "cache" lists,
// verifies, explains and prunes them.
func TestCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	lathe := func(status int, args ...string) string {
		t.Helper()
		const text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}"
		var out strings.Builder
		if got := commands.Lathe(context.Background(), tool, args, strings.NewReader(text), &out, &out); got != status {
			t.Fatalf("%v: got exit status %d\n%s", args, got, out.String())
		}
		return out.String()
	}
	says := func(text string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("expected %q in\n%s", w, text)
			}
		}
	}
	byDefault := defaultBackend(t)
	says(lathe(0, "cache", "list"), "0 files, 0 bytes")
	says(lathe(0, "cache", "explain", "-"), "miss: the cache has no similar entry")
	first := lathe(0, "run", "-")
	if again := lathe(0, "run", "-"); again != first {
		t.Errorf("the second run printed\n%s\nbut the first run printed\n%s", again, first)
	}
	lathe(0, "run", "--no-cache", "--backend=ref", "-")
	says(lathe(0, "cache", "list"), fmt.Sprintf("%-30s1 ", byDefault+" programs"), "1 file, ", "of at most 1 GiB in "+home)
	if list := lathe(0, "cache", "list"); strings.Count(list, "\n") != 2 {
		t.Errorf("got the summary\n%s\nexpected two lines", list)
	}
	if list := lathe(0, "cache", "list", "--all"); strings.Count(list, "\n") != 3 {
		t.Errorf("got the list\n%s\nexpected three lines", list)
	}
	says(lathe(0, "cache", "--help"), "at most 1 GiB")
	says(lathe(0, "run", "--help"), "The cache holds at most")
	says(lathe(0, "cache", "explain", "-"), "hit: ")
	says(lathe(0, "cache", "explain", "--backend=ref", "-"), "miss: ", "backend: ref for this program, "+byDefault+" in the entry")
	timed := filepath.Join(t.TempDir(), "timed")
	lathe(0, "run", "--cache-dir="+timed, "--bench=1", "-")
	says(lathe(0, "cache", "--cache-dir="+timed, "explain", "-"), "hit: ")
	own := filepath.Join(t.TempDir(), "own")
	lathe(0, "run", "--cache-dir="+own, "-")
	says(lathe(0, "cache", "--cache-dir="+own, "list"), "1 file,")
	if err := os.Mkdir(filepath.Join(own, "programs", "0.lathe"), 0o755); err != nil {
		t.Fatal(err)
	}
	says(lathe(0, "cache", "--cache-dir="+own, "verify"), "0.lathe  skipped: it is not an entry of the cache", "intact: 1 file;")
	says(lathe(0, "cache", "--cache-dir="+own, "prune", "--most=1GB"), "0.lathe  skipped: it is not an entry of the cache", "0 files")
	says(lathe(1, "cache", "prune"), "--most=SIZE")
	says(lathe(1, "cache", "prune", "--most=plenty"), "must be a size")
	files, err := filepath.Glob(filepath.Join(home, "lathe", "programs", "*.lathe"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte("LATHEPRG"), 0o444); err != nil {
		t.Fatal(err)
	}
	says(lathe(0, "cache", "verify"), "removed: ", "intact: 0 files; damaged: 1 file")
	lathe(0, "run", "-")
	says(lathe(0, "cache", "explain", "--property=disable-passes=fusion", "-"), "miss: ", "option: disable-passes=fusion for this program")
	says(lathe(1, "cache", "--cache-dir="+files[0], "list"), "the cache in '"+files[0]+"' can't be read: not a directory")
	says(lathe(0, "cache", "prune", "--unused=0s"), "removed 1 file,")
	says(lathe(0, "cache", "list"), "0 files")
}

// TestCacheOtherFiles checks that the commands "run" and "cache" never remove a user's files in the
// folder of --cache-dir, even if these files exceed the size limit. Both commands must print the
// name of the cache folder.
func TestCacheOtherFiles(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	picture, notes := filepath.Join(dir, "photos", "picture.raw"), filepath.Join(dir, "notes", "ideas.txt")
	for _, file := range []string{picture, notes} {
		if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("mine"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const large = 2 << 30 // more than the size limit of a cache
	if err := os.Truncate(picture, large); err != nil {
		t.Fatal(err)
	}
	lathe := func(text string, args ...string) string {
		var out strings.Builder
		if got := commands.Lathe(t.Context(), tool, args, strings.NewReader(text), &out, &out); got != 0 {
			t.Fatalf("%v: got exit status %d\n%s", args, got, out.String())
		}
		return out.String()
	}
	check := func(after string) {
		t.Helper()
		for _, file := range []string{picture, notes} {
			if _, err := os.Stat(file); err != nil {
				t.Fatalf("after %s: %v", after, err)
			}
		}
	}
	sub := "the cache is in '" + filepath.Join(dir, "lathe-cache") + "'"
	// The cache applies the size limit after it writes an entry of at least 16 MiB.
	const pairs = 17 << 17
	text := fmt.Sprintf("func.func @main(%%i: tensor<i32>) -> tensor<2xi32> {\n  %%0 = stablehlo.constant dense<\"0x%[2]s\"> : tensor<%[1]dxi32>\n"+
		"  %%1 = stablehlo.dynamic_slice %%0, %%i, sizes = [2] : (tensor<%[1]dxi32>, tensor<i32>) -> tensor<2xi32>\n  return %%1 : tensor<2xi32>\n}",
		2*pairs, strings.Repeat("0011223344556677", pairs))
	if out := lathe(text, "run", "--cache-dir="+dir, "-"); !strings.Contains(out, sub) {
		t.Errorf("expected %q in %q", sub, out)
	}
	check("run")
	for _, args := range [][]string{{"list"}, {"verify"}, {"prune", "--most=1GB"}, {"prune", "--unused=1ns", "--stale"}} {
		if out := lathe("", append([]string{"cache", "--cache-dir=" + dir}, args...)...); !strings.Contains(out, sub) {
			t.Errorf("expected %q in %q", sub, out)
		}
		check(args[0])
	}
}
