package c

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/diag"
)

// TestKeyOfCompiler checks that the key of compiled kernels changes with the search path for
// libraries. It must also change with the file of the compiler, even if the version stays the same.
func TestKeyOfCompiler(t *testing.T) {
	cc := filepath.Join(t.TempDir(), "cc")
	key := func() string {
		t.Helper()
		found, err := new(versions).find()
		if err != nil || found.version != "cc 1.0" {
			t.Fatalf("%+v, %v", found, err)
		}
		return found.key("source")
	}
	write := func(text string) {
		t.Helper()
		// The file is removed first, as package managers do.
		os.Remove(cc)
		if err := os.WriteFile(cc, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("#!/bin/sh\necho cc 1.0\n")
	t.Setenv("CC", cc)
	t.Setenv("LIBRARY_PATH", "")
	first := key()
	if key() != first {
		t.Error("the key changed, although nothing that it depends on has changed")
	}
	t.Setenv("LIBRARY_PATH", "/elsewhere")
	if key() == first {
		t.Error("LIBRARY_PATH is not in the key")
	}
	t.Setenv("LIBRARY_PATH", "")
	write("#!/bin/sh\necho cc 1.0 # another\n")
	if key() == first {
		t.Error("another compiler of the same version has the same key")
	}
}

// scripted returns a compiler that runs a shell script. It skips the test if /bin/sh is missing.
func scripted(t *testing.T, script string) *compiler {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("this test needs a shell: ", err)
	}
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\ncase $1 in --version) echo cc 1.0; exit;; esac\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	found, err := new(versions).find()
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestWorkFolder checks that the compiler's temporary files are in the folder of the compilation.
// After a cancellation, neither the folder nor processes that the compiler started may remain.
func TestWorkFolder(t *testing.T) {
	temp, alive := t.TempDir(), filepath.Join(t.TempDir(), "alive")
	t.Setenv("TMPDIR", temp)
	t.Setenv("ALIVE", alive)
	// The child process of the compiler writes files until it is killed or cannot write ALIVE. Its
	// error messages are discarded: writing one to a closed pipe would end the process, and the
	// test would pass although compile did not kill the process.
	found := scripted(t, "sh -c 'while echo x > $ALIVE; do echo x > $TMPDIR/ccA.s; sleep 0.05; done' 2> /dev/null &\nwait\n")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 1000 {
			if inside, _ := filepath.Glob(filepath.Join(temp, workPrefix+"*", "ccA.s")); len(inside) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	begin := time.Now()
	if _, err := found.compile(ctx, "source"); !errors.Is(err, context.Canceled) || time.Since(begin) > 30*time.Second {
		t.Errorf("after %v, compile returned %v, expected context.Canceled within 30 seconds", time.Since(begin), err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("the folder still has %v, %v", left, err)
	}
	if err := os.Remove(alive); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if _, err := os.Lstat(alive); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a process that the compiler started was not killed; Lstat returned %v", err)
	}
}

// TestLeftBehind checks that compile does not wait for a process that the compiler leaves behind,
// such as a compile server. TMPDIR is a relative path that looks like an option.
func TestLeftBehind(t *testing.T) {
	// The output follows -o. The process that is left behind keeps the standard output open.
	found := scripted(t, "while [ \"$1\" != -o ]; do shift; done\necho object > \"$2\"\ncat \"$3\" > /dev/null || exit 1\nsleep 20 &\n")
	t.Chdir(t.TempDir())
	if err := os.Mkdir("-x", 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", "-x")
	begin := time.Now()
	object, err := found.compile(t.Context(), "source")
	if took := time.Since(begin); err != nil || string(object) != "object\n" || took > 15*time.Second {
		t.Errorf("after %v, compile returned %q, %v", took, object, err)
	}
}

func TestSweepDuringCreation(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	done := make(chan struct{})
	var sweeps sync.WaitGroup
	defer sweeps.Wait()
	defer close(done)
	for range 2 {
		sweeps.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					sweep()
				}
			}
		})
	}
	for range 300 {
		w, err := newWork()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(w.path("kernels.c"), nil, 0o600); err != nil {
			t.Fatalf("a sweep removed a folder in use: %v", err)
		}
		w.close()
	}
}

// TestSweep checks that only the folders of processes that have ended are removed.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	live, err := newWork()
	if err != nil {
		t.Fatal(err)
	}
	defer live.close()
	dead, err := newWork()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(dead.path("kernels.c"), nil, 0o600), dead.lock.Close()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lathe-c-notes", "lathe-c-1", "lathe-other"} { // folders of the user
		if err := os.Mkdir(filepath.Join(temp, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"lathe-c-1.lock": "", "lathe-c-2.lock": "text", "lathe-c-3": ""} {
		if err := os.WriteFile(filepath.Join(temp, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	sweep()
	after, err := os.ReadDir(temp)
	if err != nil || len(after) != len(before)-2 {
		t.Errorf("the folder has %v, expected all of %v except two; error %v", after, before, err)
	}
	for _, name := range []string{dead.dir, dead.lock.Name()} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("'%s' was not removed; Lstat returned %v", name, err)
		}
	}
}

// TestNoexec checks the error for a temporary folder from which shared objects cannot be loaded.
func TestNoexec(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	_, err := load(func(path string) (Library, error) {
		return nil, errors.New(path + ": failed to map segment from shared object")
	}, nil)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || !strings.Contains(d.Message, "cannot be loaded from '"+dir+"'") || !strings.Contains(strings.Join(d.Help, ""), "TMPDIR") {
		t.Errorf("the error is %+v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the folder still has %v, %v", left, err)
	}
}
