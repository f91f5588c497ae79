//go:build amd64 || arm64

package codemem

import (
	"syscall"
	"unsafe"
)

const memfdCloexec = 1

// sealFile writes code to an anonymous file and maps the file as executable. If this fails, it
// returns the parameter "refused", which is the error of mprotect.
func sealFile(code []byte, refused error) ([]byte, error) {
	name := []byte("lathe-code\x00")
	n, _, errno := syscall.Syscall(memfdCreate, uintptr(unsafe.Pointer(&name[0])), memfdCloexec, 0)
	if errno != 0 {
		return nil, refused
	}
	fd := int(n)
	defer syscall.Close(fd)
	for rest := code; len(rest) > 0; {
		n, err := syscall.Write(fd, rest)
		if err != nil {
			return nil, refused
		}
		rest = rest[n:]
	}
	mem, err := syscall.Mmap(fd, 0, len(code), syscall.PROT_READ|syscall.PROT_EXEC, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, refused
	}
	return mem, nil
}
