// Package codemem puts machine code into executable memory and calls it.
//
// Memory is never writable and executable at once: after the code is written, the memory becomes
// executable and read-only. If mprotect refuses to make memory executable (systemd's
// MemoryDenyWriteExecute), the code is written to an anonymous file that is mapped executable (on
// Linux). If this mapping is refused too, New fails.
//
// The code must be a leaf function: it must not use the stack or call functions, and must return
// with ret. It must not change RSP and RBP (SP, R18, R28, R29 and LR on arm64). Such code does not
// interfere with the garbage collector, stack growth and the profiler. Call returns a fault in the
// code as an error.
package codemem

import (
	"errors"
	"fmt"
	"runtime/debug"
	"unsafe"
)

// ErrUnsupported reports a platform on which this package cannot call machine code.
var ErrUnsupported = errors.New("machine code is not supported on this platform")

// Region is executable memory with the code of one program.
type Region struct{ mem []byte }

// New returns a region with a copy of code. It fails if the system refuses executable memory.
func New(code []byte) (*Region, error) {
	mem, err := seal(code)
	if err != nil {
		return nil, fmt.Errorf("no executable memory: %w", err)
	}
	synchronize(unsafe.Pointer(&mem[0]), uintptr(len(mem)))
	return &Region{mem}, nil
}

// Available returns nil if this process can have executable memory, and otherwise the reason.
func Available() error {
	r, err := New([]byte{0xc3}) // the code is never called
	if err != nil {
		return err
	}
	return r.Close()
}

// Address returns the address of the code at offset.
func (r *Region) Address(offset int) uintptr { return uintptr(unsafe.Pointer(&r.mem[offset])) }

// Close frees the memory. No call may be in progress, and none may follow.
func (r *Region) Close() error {
	mem := r.mem
	r.mem = nil
	if mem == nil {
		return nil
	}
	return unmap(mem)
}

// Fault reports that machine code made an invalid memory access or divided by zero.
type Fault struct{ Cause error }

func (f *Fault) Error() string { return "machine code failed: " + f.Cause.Error() }

func (f *Fault) Unwrap() error { return f.Cause }

// Call calls the code at offset, and passes the address of block in RDI, or in R0 on arm64.
// Addresses in block must stay valid until Call returns. If the code faults, Call returns a *Fault.
func (r *Region) Call(offset int, block unsafe.Pointer) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			cause, ok := v.(error)
			if !ok {
				panic(v)
			}
			err = &Fault{cause}
		}
	}()
	enter(uintptr(unsafe.Pointer(&r.mem[offset])), block)
	return nil
}

// CallLong is like Call, but for code that may run for a long time. As in a system call, the
// garbage collector and other goroutines do not wait for the code. CallLong has more overhead than
// Call, and a fault ends the process.
func (r *Region) CallLong(offset int, block unsafe.Pointer) {
	enterLong(uintptr(unsafe.Pointer(&r.mem[offset])), block)
}
