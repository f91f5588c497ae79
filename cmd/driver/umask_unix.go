//go:build unix

package driver

import (
	"io/fs"
	"syscall"
)

// umask returns the process's file mode creation mask. Temporary files ignore it, so it must be
// applied to them later.
func umask() fs.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return fs.FileMode(m)
}
