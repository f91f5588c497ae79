package irtest

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

// Million returns the number of operations for tests of large programs, and the time limit that the
// tests pass to Within: a million operations and 2 s if LATHE_TABLES is set, and otherwise 100,000
// operations and 0.5 s.
func Million() (n int, most time.Duration) {
	if os.Getenv("LATHE_TABLES") != "" {
		return 1_000_000, 2 * time.Second
	}
	return 100_000, 500 * time.Millisecond
}

// tries is the number of attempts of Within.
const tries = 3

// Within fails the test if do() takes longer than the limit (most) in every attempt. do() must not
// start goroutines. Within measures processor time if the system reports it, because the machine
// may be busy. prepare, if not nil, is called before each attempt. Under the race detector, do()
// runs once and its time is not checked.
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
