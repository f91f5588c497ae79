//go:build !unix

package cache

import (
	"errors"
	"os"
)

// tryLock has no way to lock between processes here.
func tryLock(*os.File) (held bool, err error) {
	return false, errors.New("this system has no locks of files between processes")
}
