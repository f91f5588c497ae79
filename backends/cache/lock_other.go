//go:build !unix

package cache

import (
	"errors"
	"os"
)

func tryLock(*os.File) (held bool, err error) {
	return false, errors.New("this system has no file locks between processes")
}
