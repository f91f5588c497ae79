package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

// TestCache: run keeps programs, and cache lists, verifies, explains and prunes them.
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
			t.Fatalf("%v: exit status %d\n%s", args, got, out.String())
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
	says(lathe(0, "cache", "list"), "0 files, 0 bytes")
	says(lathe(0, "cache", "explain", "-"), "miss: nothing like it")
	first := lathe(0, "run", "-")
	if again := lathe(0, "run", "-"); again != first {
		t.Errorf("the second run printed\n%s\nthe first\n%s", again, first)
	}
	lathe(0, "run", "--no-cache", "--backend=ref", "-")
	says(lathe(0, "cache", "list"), "vm ", "1 files")
	says(lathe(0, "cache", "explain", "-"), "hit: ")
	says(lathe(0, "cache", "explain", "--backend=ref", "-"), "miss: ", "backend: ref here, vm there")
	own := filepath.Join(t.TempDir(), "own")
	lathe(0, "run", "--cache-dir="+own, "-")
	says(lathe(0, "cache", "--cache-dir="+own, "list"), "1 files")
	if err := os.Mkdir(filepath.Join(own, "programs", "0.lathe"), 0o755); err != nil {
		t.Fatal(err)
	}
	says(lathe(0, "cache", "--cache-dir="+own, "verify"), "0.lathe  skipped: it is no regular file", "1 files are whole")
	says(lathe(0, "cache", "--cache-dir="+own, "prune", "--most=1GB"), "0.lathe  skipped: it is no regular file", "0 files")
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
	says(lathe(0, "cache", "verify"), "removed: ", "0 files are whole, 1 were damaged")
	lathe(0, "run", "-")
	says(lathe(0, "cache", "explain", "--property=disable-passes=fusion", "-"), "miss: ", "option: disable-passes=fusion here")
	says(lathe(1, "cache", "--cache-dir="+files[0], "list"), "the cache in '"+files[0]+"' can't be read: not a directory")
	says(lathe(0, "cache", "prune", "--unused=0s"), "removed 1 files")
	says(lathe(0, "cache", "list"), "0 files")
}
