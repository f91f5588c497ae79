package target

import (
	"syscall"

	"github.com/klauspost/cpuid/v2"
)

// tiles reports whether the processor has AMX for 8-bit integers and Linux lets the process use it.
// It requests this permission, which lasts until the process ends.
func tiles() bool {
	const (
		archPrctl         = syscall.SYS_ARCH_PRCTL
		requestPermission = 0x1023
		tileData          = 18
	)
	if !cpuid.CPU.Supports(cpuid.AMXTILE, cpuid.AMXINT8) {
		return false
	}
	_, _, err := syscall.RawSyscall(archPrctl, requestPermission, tileData, 0)
	return err == 0
}
