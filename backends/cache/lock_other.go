//go:build !unix

package cache

import (
	"errors"
	"os"
)

// tryLock fails, since this system has no file locks between processes.
func tryLock(*os.File) (held bool, err error) {
	return false, errors.New("this system has no file locks between processes")
}
