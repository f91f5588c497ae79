package cache_test

import (
	"os/signal"
	"syscall"
	"testing"
)

// fillUp makes every later write of this process beyond the first bytes of a file fail, as
// on a full disk.
func fillUp(t *testing.T) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64, Max: 64}); err != nil {
		t.Skip(err)
	}
}
