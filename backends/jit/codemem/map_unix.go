//go:build (amd64 && (linux || darwin || freebsd)) || (arm64 && linux)

package codemem

import "syscall"

// seal returns new memory with a copy of code. The memory is executable and not writable.
func seal(code []byte) ([]byte, error) {
	mem, err := syscall.Mmap(-1, 0, len(code), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil, err
	}
	copy(mem, code)
	if err = syscall.Mprotect(mem, syscall.PROT_READ|syscall.PROT_EXEC); err == nil {
		return mem, nil
	}
	syscall.Munmap(mem)
	return sealFile(code, err)
}

func unmap(mem []byte) error { return syscall.Munmap(mem) }
