// Package codemem holds machine code in executable memory and calls it.
//
// Memory is never writable and executable at once: code is written, then sealed. If mprotect
// refuses to make memory executable (systemd's MemoryDenyWriteExecute), the code is written to an
// anonymous file that is mapped executable. If that is refused too, New fails.
//
// Code must be a leaf: it uses no stack, calls nothing, leaves RSP and RBP alone (SP, R18, R28, R29
// and LR on arm64), and returns by ret. So it needs no cooperation with the garbage collector,
// stack growth and the profiler. Call returns a fault in the code as an error.
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

// New returns a region with a copy of code.
func New(code []byte) (*Region, error) {
	mem, err := seal(code)
	if err != nil {
		return nil, fmt.Errorf("no executable memory: %w", err)
	}
	synchronize(unsafe.Pointer(&mem[0]), uintptr(len(mem)))
	return &Region{mem}, nil
}

// Available returns why there is no executable memory; nil if there is.
func Available() error {
	r, err := New([]byte{0xc3}) // it is never called
	if err != nil {
		return err
	}
	return r.Close()
}

// Address returns the address of the code at offset.
func (r *Region) Address(offset int) uintptr { return uintptr(unsafe.Pointer(&r.mem[offset])) }

// Close frees the memory; no call may be in progress or follow.
func (r *Region) Close() error {
	mem := r.mem
	r.mem = nil
	if mem == nil {
		return nil
	}
	return unmap(mem)
}

// Fault reports that machine code accessed memory that it must not, or divided by zero.
type Fault struct{ Cause error }

func (f *Fault) Error() string { return "machine code failed: " + f.Cause.Error() }

func (f *Fault) Unwrap() error { return f.Cause }

// Call calls the code at offset with the address of block in RDI or R0. Addresses that block
// holds must stay valid until Call returns. A fault in the code is returned as a *Fault.
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

// CallLong is Call for code that may run for long: the collector and other goroutines do not wait
// for the code, as they do not wait for a system call. A call takes longer to begin, and a fault
// ends the process.
func (r *Region) CallLong(offset int, block unsafe.Pointer) {
	enterLong(uintptr(unsafe.Pointer(&r.mem[offset])), block)
}
