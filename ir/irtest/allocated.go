package irtest

import "runtime"

// Allocated returns how many bytes f allocates. If the number is above limit, it calls f some more
// times and returns the least number, since other goroutines allocate too.
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
