package irtest

import (
	"runtime"
	"testing"
)

// Steady compares the bytes that are allocated per part for 100 parts and for 1600 parts. It fails
// the test if they grow by more than half. each(n) returns a function that processes n parts.
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
