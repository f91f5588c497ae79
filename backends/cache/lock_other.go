//go:build !unix

package cache

import (
	"errors"
	"os"
)

// tryLock does nothing, since this system has no locks between processes.
func tryLock(*os.File) (held bool, err error) {
	return false, errors.New("this system has no locks of files between processes")
}
