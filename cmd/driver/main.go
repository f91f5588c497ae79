package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/lathe-ir/lathe/ir/diag"
)

// memoryLimit is the limit of [TuneMemory] for opt-like tools. While TuneMemory lets the collector
// run as usual, largeLimit is the memory limit of the Go runtime.
const (
	memoryLimit = 2 << 30
	largeLimit  = 6 << 30
)

// Main is the main function of an opt-like tool. It does not return.
func Main(bundles ...Bundle) {
	TuneMemory(memoryLimit)
	name := filepath.Base(os.Args[0])
	t, err := New(name, bundles...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(exitInternal)
	}
	os.Exit(Interruptible(func(ctx context.Context) int {
		return t.Opt(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	}))
}

// grace is how long a command may run after a signal.
const grace = 150 * time.Millisecond

// Interruptible calls f with a context that SIGINT, SIGTERM and SIGHUP cancel, so that f removes
// its temporary files. It returns the exit status of f or, after a signal, 128 plus the number of
// the signal, as shells do. The process ends at once after a second signal, and if f still runs
// after the time grace: some loops do not check the context. A signal that was ignored at the
// start, as with nohup, is still ignored.
func Interruptible(f func(ctx context.Context) int) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	var got atomic.Int32
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			if n, ok := s.(syscall.Signal); ok {
				got.Store(128 + int32(n))
			}
			cancel()
			time.Sleep(grace)
			os.Exit(int(got.Load()))
		case <-ctx.Done():
		}
	}()
	status := guarded(func() int { return f(ctx) }, os.Stderr)
	if n := got.Load(); n != 0 {
		return int(n)
	}
	return status
}

// guarded calls f and returns its status. If f panics, it returns exit status 70.
func guarded(f func() int, stderr io.Writer) (status int) {
	defer func() {
		if v := recover(); v != nil {
			status = exitInternal
			w := diag.EscapeWriter(stderr)
			fmt.Fprintf(w, "error: panic: %v\n", v)
			fmt.Fprintf(w, "help: this is a bug in Lathe, or in a dialect, pass or backend that was added to it\n%s", debug.Stack())
		}
	}()
	return f()
}

// TuneMemory makes the garbage collector run only when the memory in use reaches the limit, in
// bytes. This saves a quarter of the compile time. If at least half of the limit is still in use
// after a collection, the collector runs as usual. TuneMemory does nothing if GOGC or GOMEMLIMIT is
// set. Only main functions call it.
func TuneMemory(limit int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
	watch(limit, false)
}

// watch sets a finalizer that runs after the next collection and calls watch again. If a collection
// leaves at least half of the limit in use, the collector runs as usual from then on, because it
// would soon run all the time otherwise. When a later collection leaves less in use, the finalizer
// restores the limit. The parameter "usual" is true while the collector runs as usual.
func watch(limit int64, usual bool) {
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) {
		used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
		metrics.Read(used)
		large := used[0].Value.Uint64()+used[1].Value.Uint64() >= uint64(limit)/2
		if large && !usual {
			debug.SetMemoryLimit(largeLimit)
			debug.SetGCPercent(100)
		}
		if !large && usual {
			debug.SetMemoryLimit(limit)
			debug.SetGCPercent(-1)
		}
		watch(limit, large)
	})
}
