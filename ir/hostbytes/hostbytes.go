// Package hostbytes says how much memory the host has: more must never be asked for, since
// the Go runtime then ends the process, or the system does.
package hostbytes

import (
	"fmt"
	"math"
	"runtime/debug"
)

// much is how many bytes are asked for before the host is asked what it has. Making so many
// takes 1.6 ms, and asking before and after it 0.3 % of that, or 3.4 % where files must be read:
// see BenchmarkAsking.
const much = 16 << 20

// Exceeds reports whether bytes are more than the host has, and how many it has where they
// are. What is in use does not count: it is for what is planned. Plans begin to be held
// against the host at the same size as tensors, since a limit of addresses may be far below
// what any machine has, and this asks two system calls and no file.
func Exceeds(bytes uint64) (has uint64, more bool) {
	if bytes < much {
		return 0, false
	}
	has = total()
	return has, bytes > has
}

// Lack is the error of memory that the host can't give.
type Lack struct {
	Bytes uint64 // that are needed; math.MaxUint64: more than any host has
	Left  uint64 // that nothing uses
}

func (l *Lack) Error() string {
	if l.Bytes == math.MaxUint64 {
		return "it takes more bytes than any host has"
	}
	return fmt.Sprintf("it takes %d bytes, but the host has %d left", l.Bytes, l.Left)
}

// Check fails with a *Lack where the host can't give bytes more now.
func Check(bytes uint64) error {
	if bytes < much {
		return nil
	}
	return need(bytes, int64(min(bytes, 1<<62)))
}

// Kept fails with a *Lack where bytes that were allocated, and not yet written, are more than
// the host can give: the system gives memory when it is written, and so others may have been
// promised the same.
func Kept(bytes uint64) error {
	if bytes < much {
		return nil
	}
	return need(bytes, 0)
}

// need fails where the host has fewer than more bytes left, with what is garbage freed.
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
