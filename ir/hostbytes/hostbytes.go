// Package hostbytes reports how much memory the host has. If an allocation exceeds it, the Go
// runtime or the system ends the process.
package hostbytes

import (
	"fmt"
	"math"
	"runtime/debug"
)

// much is the smallest number of bytes for which an allocation first checks the memory of the host.
// Allocating that many bytes takes 1.6 ms. The checks before and after it add 0.3 %, or 3.4 % if
// files must be read; see BenchmarkAsking.
const much = 16 << 20

// Exceeds reports whether bytes is more than the host's memory, and returns that memory if so.
// Memory in use is not subtracted, since the memory may be free when a plan runs. The check begins
// at the same size as that of allocations, since a limit of the address space can be far below the
// memory of the machine. It costs two system calls and reads no file.
func Exceeds(bytes uint64) (has uint64, more bool) {
	if bytes < much {
		return 0, false
	}
	has = total()
	return has, bytes > has
}

// Lack is the error of memory that the host cannot provide.
type Lack struct {
	Bytes uint64 // bytes that are needed; math.MaxUint64: more than any host has
	Left  uint64 // bytes that are free
}

func (l *Lack) Error() string {
	if l.Bytes == math.MaxUint64 {
		return "it takes more bytes than any host has"
	}
	return fmt.Sprintf("it takes %d bytes, but the host has %d left", l.Bytes, l.Left)
}

// Check fails with a *Lack if the host cannot provide that many more bytes now.
func Check(bytes uint64) error {
	if bytes < much {
		return nil
	}
	return need(bytes, int64(min(bytes, 1<<62)))
}

// Kept fails with a *Lack if bytes that were allocated but not yet written are more than the host
// can provide. The system provides memory when it is written, so other processes may have been
// promised the same memory.
func Kept(bytes uint64) error {
	if bytes < much {
		return nil
	}
	return need(bytes, 0)
}

// need frees garbage if necessary. It fails with a *Lack if the host then has less memory left than
// the parameter more; bytes is the number in the error.
func need(bytes uint64, more int64) error {
	if plenty(more) || left() >= more {
		return nil
	}
	if bytes <= total() {
		debug.FreeOSMemory()
	}
	if has := left(); has < more {
		return &Lack{bytes, uint64(max(has+int64(bytes)-more, 0))}
	}
	return nil
}
