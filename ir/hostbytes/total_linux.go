package hostbytes

import (
	"math"
	"syscall"
)

// total is how much memory the process may have: the machine's, or the limit of its group or
// its address space where that is less.
func total() uint64 {
	has := uint64(math.MaxInt64)
	var s syscall.Sysinfo_t
	if err := syscall.Sysinfo(&s); err == nil {
		has = uint64(s.Totalram) * uint64(s.Unit)
	}
	for _, g := range groups() {
		has = min(has, uint64(g.limit))
	}
	return min(has, addressLimit())
}

// addressLimit is how many bytes of addresses the process may have.
func addressLimit() uint64 {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil {
		return math.MaxInt64
	}
	return min(r.Cur, math.MaxInt64)
}
