package irtest

import "runtime"

// Allocated returns the number of bytes that f allocates. If it is above limit, Allocated calls f a
// few more times and returns the smallest number, since other goroutines allocate too.
func Allocated(limit uint64, f func()) uint64 {
	least := ^uint64(0)
	for tries := 0; tries < 4 && least > limit; tries++ {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
