package irtest

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

// Million returns how long the chains are that tests of scale work on, and what time each
// step may take: a million operations in 2 s where LATHE_TABLES is set, else a tenth of
// them in a quarter of it.
func Million() (n int, most time.Duration) {
	if os.Getenv("LATHE_TABLES") != "" {
		return 1_000_000, 2 * time.Second
	}
	return 100_000, 500 * time.Millisecond
}

// tries is how often something may take too long.
const tries = 3

// Within fails the test if do, which starts no goroutines, takes longer than most each
// time that it is tried: of the processor, where the system tells, since a machine may be
// busy. Before a try, prepare makes what do works on; it may be nil. The race detector
// takes its own time, so under it do runs once and is not timed.
func Within(t testing.TB, most time.Duration, prepare, do func()) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := time.Duration(-1)
	for range tries {
		if prepare != nil {
			prepare()
		}
		start, clock := processor(), time.Now()
		do()
		took := processor() - start
		if best < 0 || took < best {
			best = took
		}
		if hosttest.Raced || best <= most {
			t.Logf("took %v of the processor, %v in all", took, time.Since(clock))
			return
		}
	}
	t.Errorf("took %v at best, want at most %v", best, most)
}
