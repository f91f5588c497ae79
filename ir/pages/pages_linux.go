package pages

import "syscall"

func advise(start, n uintptr) bool {
	_, _, errno := syscall.Syscall(syscall.SYS_MADVISE, start, n, syscall.MADV_HUGEPAGE)
	return errno == 0
}
