package irtest

import (
	"os"
	"testing"
	"time"
)

// Million returns how long the chains are that tests of scale work on, and what time each
// step may take: a million operations in 2 s where LATHE_TABLES is set, else a tenth of
// them in half of it, since all tests run at once then.
func Million() (n int, most time.Duration) {
	if os.Getenv("LATHE_TABLES") != "" {
		return 1_000_000, 2 * time.Second
	}
	return 100_000, time.Second
}

// tries is how often something may take too long, since a machine may be busy.
const tries = 5

// Within fails the test if do takes longer than most each time that it is tried. Before a
// try, prepare makes what do works on; it may be nil. The race detector takes its own
// time, so under it do runs once and is not timed.
func Within(t testing.TB, most time.Duration, prepare, do func()) {
	t.Helper()
	best := time.Duration(-1)
	for range tries {
		if prepare != nil {
			prepare()
		}
		start := time.Now()
		do()
		took := time.Since(start)
		if best < 0 || took < best {
			best = took
		}
		if raceEnabled || best <= most {
			t.Logf("took %v", took)
			return
		}
	}
	t.Errorf("took %v at best, want at most %v", best, most)
}
