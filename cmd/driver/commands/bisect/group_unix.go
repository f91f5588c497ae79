//go:build unix

package bisect

import (
	"os/exec"
	"syscall"
)

// together makes the cancellation of a command also end the processes that the command started.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
