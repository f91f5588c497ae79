package irtest

import (
	"runtime"
	"testing"
)

// Steady fails the test if the cost per part is more than 1.5 times as high for many parts as for
// few parts. The cost is the allocated memory, which is the same in every run. each(n) returns a
// function that processes n parts.
func Steady(t testing.TB, each func(n int) func()) {
	t.Helper()
	asked := func(n int) uint64 {
		do := each(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	few, many := asked(100), asked(1600)
	if many > few*3/2 {
		t.Errorf("a part takes %d bytes if there are 100 parts, but %d bytes if there are 1600 parts", few, many)
	}
}
