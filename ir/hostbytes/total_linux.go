package hostbytes

import (
	"math"
	"syscall"
)

// total returns how much memory the process may have: the memory of the machine, or a smaller limit
// of a control group or of the address space.
func total() uint64 {
	_, machine := memory()
	has := uint64(machine)
	for _, g := range groups() {
		has = min(has, uint64(g.limit))
	}
	return min(has, addressLimit())
}

// memory returns the free bytes and the total bytes of the machine's memory.
func memory() (free, machine int64) {
	var s syscall.Sysinfo_t
	if err := syscall.Sysinfo(&s); err != nil {
		return 0, math.MaxInt64
	}
	return int64(s.Freeram) * int64(s.Unit), int64(s.Totalram) * int64(s.Unit)
}

// addressLimit returns the limit of the process's address space in bytes.
func addressLimit() uint64 {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil {
		return math.MaxInt64
	}
	return min(r.Cur, math.MaxInt64)
}
