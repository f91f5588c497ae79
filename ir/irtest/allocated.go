package irtest

import "runtime"

// Allocated returns the number of bytes that f allocates. Other goroutines allocate too, so it
// calls f up to four times, until the number is at most limit, and returns the smallest number.
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
