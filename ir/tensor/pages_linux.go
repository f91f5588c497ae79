package tensor

import (
	"syscall"
	"unsafe"
)

// wantHugePages asks the system for huge pages where b lies: memory that is read from one end to
// the other then needs fewer translations of addresses. The request covers whole huge pages, so
// neighbouring memory may get them too. A system that refuses changes nothing.
func wantHugePages(b []byte) {
	const advice = 14 // MADV_HUGEPAGE
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	first, end := start&^(hugePage-1), (start+uintptr(len(b))+hugePage-1)&^(hugePage-1)
	syscall.Syscall(syscall.SYS_MADVISE, first, end-first, advice)
}
