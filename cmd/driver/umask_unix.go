//go:build unix

package driver

import (
	"io/fs"
	"syscall"
)

// umask returns the process's mask of file permissions, which temporary files
// don't follow.
func umask() fs.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return fs.FileMode(m)
}
