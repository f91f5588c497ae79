package pages

import "syscall"

func advise(start, n uintptr) {
	// An error means only that pages stay small.
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, n, syscall.MADV_HUGEPAGE)
}
