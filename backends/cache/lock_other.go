//go:build !unix

package cache

import (
	"errors"
	"os"
)

// tryLock cannot lock between processes on this system.
func tryLock(*os.File) (held bool, err error) {
	return false, errors.New("this system has no locks of files between processes")
}
