package driver

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// TestPanicStatus checks the exit status after a panic, for example in a method of a dialect.
func TestPanicStatus(t *testing.T) {
	var out strings.Builder
	if n := guarded(func() int { panic("no such type\x1b") }, &out); n != exitInternal {
		t.Errorf("got status %d", n)
	}
	for _, want := range []string{`error: panic: no such type\`, "a bug in Lathe, or in a dialect", "main_test.go"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
	if n := guarded(func() int { return 3 }, &out); n != 3 {
		t.Errorf("got status %d", n)
	}
}

// TestTuneMemory checks that the collector runs about once per limit of allocated memory. While
// more than half of the limit is in use, the collector must run as usual. Afterwards, the limit
// must apply again.
func TestTuneMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent := debug.SetGCPercent(100)
	most := debug.SetMemoryLimit(-1)
	defer func() {
		runtime.GC()
		debug.SetMemoryLimit(most)
		debug.SetGCPercent(percent)
	}()
	const limit, discarded = 128 << 20, 1 << 30
	TuneMemory(limit)
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumGC
	}
	before := collections()
	var kept []byte
	for range discarded >> 20 {
		kept = make([]byte, 1<<20)
		for i := range kept { // takes time, so that little is allocated during a collection
			kept[i] = 1
		}
	}
	runtime.KeepAlive(kept)
	if n := collections() - before; n < discarded/limit/2 || n > 3*discarded/limit {
		t.Errorf("%d collections for %d bytes, expected about %d", n, discarded, discarded/limit)
	}
	limitAfterCollections := func(want int64) {
		t.Helper()
		got := debug.SetMemoryLimit(-1)
		for range 100 { // the finalizer runs some time after the collection
			if got == want {
				return
			}
			runtime.GC()
			time.Sleep(10 * time.Millisecond)
			got = debug.SetMemoryLimit(-1)
		}
		t.Errorf("with %d bytes in use, the limit is %d, expected %d", len(kept), got, want)
	}
	kept = make([]byte, limit*3/4)
	limitAfterCollections(largeLimit)
	runtime.KeepAlive(kept)
	kept = nil
	limitAfterCollections(limit)
}
