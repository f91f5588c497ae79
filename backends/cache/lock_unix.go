//go:build unix

package cache

import (
	"errors"
	"os"
	"syscall"
)

// tryLock tries to lock an open file and reports whether it holds the lock. The lock is released
// when the file is closed, even if the process is killed.
func tryLock(file *os.File) (held bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}
