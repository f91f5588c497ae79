package hostbytes

import (
	"math"
	"syscall"
)

// total is how much memory the host has.
func total() uint64 {
	var s syscall.Sysinfo_t
	if err := syscall.Sysinfo(&s); err != nil {
		return math.MaxInt
	}
	return uint64(s.Totalram) * uint64(s.Unit)
}
