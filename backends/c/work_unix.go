//go:build unix

package c

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// tryLock tries to lock an open file. Closing the file, or the end of the process, releases the
// lock.
func tryLock(file *os.File) lockState {
	switch syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) {
	case nil:
		return lockHeld
	case syscall.EWOULDBLOCK:
		return lockBusy
	}
	return lockMissing
}

// isOwn reports whether a file belongs to the user of this process.
func isOwn(stat fs.FileInfo) bool {
	s, ok := stat.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// fileNumber identifies a file on its disk.
func fileNumber(stat fs.FileInfo) uint64 {
	if s, ok := stat.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// together makes the cancellation of a command kill all its processes, since processes of a
// compiler would otherwise continue to write files. If the command leaves a process behind, such as
// a compile server, WaitDelay limits how long the command waits for it.
func together(cmd *exec.Cmd) {
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
