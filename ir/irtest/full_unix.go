//go:build unix

package irtest

import (
	"os/signal"
	"syscall"
	"testing"
)

// FillUp limits the size of files that this process can write to 64 bytes, to simulate a full disk.
// The returned function removes the limit. The test is skipped if the system refuses the limit.
func FillUp(t testing.TB) (room func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64, Max: was.Max}); err != nil {
		t.Skip(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Error(err)
		}
	}
}
