package irtest

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

// Million returns the number of operations for tests of large programs, and their time limit for
// Within. The number is a million if LATHE_TABLES is set.
func Million() (n int, most time.Duration) {
	if os.Getenv("LATHE_TABLES") != "" {
		return 1_000_000, 2 * time.Second
	}
	return 100_000, 500 * time.Millisecond
}

const tries = 3

// Within fails the test if do() takes longer than most in each of several attempts. It measures the
// processor time of this thread if it can, because the machine may be busy. So do() must not start
// goroutines. Before each attempt, Within calls prepare, if that is not nil. Under the race
// detector, do() runs once without a time limit.
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
			t.Logf("took %v of processor time and %v of wall-clock time", took, time.Since(clock))
			return
		}
	}
	t.Errorf("took %v at best, want at most %v", best, most)
}
