package backends_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// usage has the amount of each resource of the process that must not grow.
type usage struct {
	heap             uint64
	threads, handles int
	goroutines       int
	open             []string // the targets of the file handles
}

func used(t testing.TB) usage {
	t.Helper()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{heap: m.HeapAlloc, goroutines: runtime.NumGoroutine()}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("this system does not list its processes' files and threads")
	}
	u.handles = len(files)
	for _, file := range files {
		at, _ := os.Readlink("/proc/self/fd/" + file.Name())
		u.open = append(u.open, at)
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	u.threads = len(threads)
	return u
}

// polls makes the Go runtime open the two file handles of its poller. The runtime would otherwise
// open them at some time during the test.
func polls(t testing.TB) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	w.Close()
}

// TestManyRuns checks on each backend that many short runs do not increase the memory in use or the
// number of threads, open files or goroutines. The heap may grow by 256 KiB, and the number of
// threads by two. LATHE_RUNS sets the number of runs.
func TestManyRuns(t *testing.T) {
	runs := 20_000
	if text := os.Getenv("LATHE_RUNS"); text != "" {
		if _, err := fmt.Sscan(text, &runs); err != nil {
			t.Fatal(err)
		}
	}
	polls(t)
	for _, name := range []string{"vm", "jit", "c", "hetero", "ref"} {
		t.Run(name, func(t *testing.T) {
			p := programOf(t, name)
			r := request.New(p)
			x := []*tensor.Tensor{tensor.New(tensor.F32, 4)}
			if err := r.SetInput(0, x[0]); err != nil {
				t.Fatal(err)
			}
			do := func(n int) {
				for i := range n {
					var err error
					switch i % 4 {
					case 0, 1:
						err = r.Do(context.Background())
					case 2:
						_, err = p.Run(context.Background(), x)
					case 3:
						if err = r.Start(context.Background()); err == nil {
							err = r.Wait(context.Background())
						}
					}
					if err != nil {
						t.Fatal(err)
					}
				}
			}
			do(1000)
			before := used(t)
			do(runs)
			after := used(t)
			t.Logf("%d runs: heap %d → %d bytes, threads %d → %d, files %d → %d, goroutines %d → %d", runs,
				before.heap, after.heap, before.threads, after.threads, before.handles, after.handles, before.goroutines, after.goroutines)
			if after.heap > before.heap+256<<10 || after.threads > before.threads+2 || after.handles > before.handles || after.goroutines > before.goroutines {
				t.Errorf("memory, threads, files or goroutines increased; open files before:\n%v\nand after:\n%v", before.open, after.open)
			}
		})
	}
}

// programOf returns a short program of the backend with the given name.
func programOf(t testing.TB, name string) backends.Program {
	switch name {
	case "hetero":
		return program(t, name, two)
	case "ref":
		b, err := ref.Factory().Open(backends.Config{Device: name})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Compile(context.Background(), parseText(t, "short.mlir", []byte(one)), backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return p
	}
	return program(t, name, one)
}
