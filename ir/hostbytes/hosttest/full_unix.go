//go:build unix

package hosttest

import (
	"flag"
	"os/signal"
	"syscall"
	"testing"
)

// FillUp simulates a full disk: this process cannot write beyond the first 64 bytes of a file. The
// test must be alone (see Alone), because "go test" and other tests also write files in their
// process. The returned function removes the limit. The test is skipped if the system refuses the
// limit.
func FillUp(t testing.TB) (room func()) {
	t.Helper()
	if log := flag.Lookup("test.testlogfile"); log.Value.String() != "" {
		t.Fatal("\"go test\" writes a file in this process, so the test must be alone")
	}
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
