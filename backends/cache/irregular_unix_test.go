//go:build unix

package cache_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends/cache"
)

// TestIrregularEntries replaces an entry by a pipe, a link to an endless device, or a folder, and
// puts a second one of the same kind into the folder of backend c. The cache must neither read nor
// remove the two. No call may hang, and the program must be compiled again.
func TestIrregularEntries(t *testing.T) {
	for what, put := range map[string]func(name string) error{
		"a pipe":   func(name string) error { return syscall.Mkfifo(name, 0o644) },
		"a link":   func(name string) error { return os.Symlink("/dev/zero", name) },
		"a folder": func(name string) error { return os.MkdirAll(filepath.Join(name, "inside"), 0o755) },
	} {
		t.Run(what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "cache")
			b := open(t, func() {})
			run := func() { compile(t, cache.Open(dir, cache.Options{}), b, parse(t, "a.mlir", program)) }
			run()
			files, err := filepath.Glob(filepath.Join(dir, "programs", "*.lathe"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			kernels := filepath.Join(dir, "c", "0.lathe")
			if err := errors.Join(os.Remove(files[0]), put(files[0]), os.Mkdir(filepath.Dir(kernels), 0o755), put(kernels)); err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				c := cache.Open(dir, cache.Options{})
				all, err := c.Verify()
				removed, pruned := c.Prune(cache.PruneOptions{Most: 0, Unused: time.Nanosecond, Stale: true})
				if err != nil || pruned != nil || len(all)+len(removed) > 0 || len(c.Skipped()) != 2 {
					t.Errorf("got the entries %v, removed %v, errors %v and %v, skipped %v; expected only two skipped files", all, removed, err, pruned, c.Skipped())
				}
				run()
			}()
			select {
			case <-done:
			case <-time.After(time.Minute):
				t.Fatal("reading the cache hangs")
			}
		})
	}
}
