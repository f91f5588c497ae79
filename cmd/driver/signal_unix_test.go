//go:build unix

package driver_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/cmd/driver"
)

const childOfSignals = "LATHE_TEST_SIGNALS"

// TestSignalChild runs in the process that TestSignals starts. Otherwise it does nothing.
func TestSignalChild(t *testing.T) {
	dir := os.Getenv(childOfSignals)
	if dir == "" {
		t.Skip("runs only in the process that TestSignals starts")
	}
	os.Exit(driver.Interruptible(func(ctx context.Context) int {
		file := filepath.Join(dir, "temporary")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			fmt.Println(err)
			return 1
		}
		defer os.Remove(file)
		fmt.Println("ready")
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
		}
		return 3
	}))
}

// TestSignals checks that signals remove temporary files, and the exit status.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0], "-test.run=^TestSignalChild$")
			cmd.Env = append(os.Environ(), childOfSignals+"="+dir)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
				t.Fatalf("the child process printed %q, expected \"ready\"; the error is %v", line, err)
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 128+int(s) {
				t.Errorf("the command ended with error %v, expected an exit status of 128 plus the signal number", err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("the command left the files %v; the error of ReadDir is %v", left, err)
			}
		})
	}
}
