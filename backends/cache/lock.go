package cache

import (
	"context"
	"os"
	"time"
)

// lock waits for the lock of a key, and returns the function that releases it. The lock excludes
// other goroutines and processes. Keys that begin with the same two digits share a lock file, so
// there are at most 256 lock files. They are never removed. If the lock file cannot be created or
// locked, lock warns, and unlock does nothing. The only error is the error of ctx.
func (c *Cache) lock(ctx context.Context, key string) (unlock func(), err error) {
	d, err := c.create()
	var file *os.File
	if err == nil {
		defer d.Close()
		file, err = d.Lock(key[:2])
	}
	if err != nil {
		c.warning(err)
		return func() {}, nil
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		held, err := tryLock(file)
		if err != nil {
			file.Close()
			c.warning(err)
			return func() {}, nil
		}
		if held {
			return func() { file.Close() }, nil // closing the file releases the lock
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}
