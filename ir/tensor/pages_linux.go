package tensor

import (
	"syscall"
	"unsafe"
)

// wantHugePages requests huge pages for the memory of b, so that a sequential scan needs fewer
// address translations. The request covers whole huge pages, so memory next to b may get huge pages
// too. If the system refuses, nothing changes.
func wantHugePages(b []byte) {
	const advice = 14 // MADV_HUGEPAGE
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	first, end := start&^(hugePage-1), (start+uintptr(len(b))+hugePage-1)&^(hugePage-1)
	syscall.Syscall(syscall.SYS_MADVISE, first, end-first, advice)
}
