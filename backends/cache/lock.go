package cache

import (
	"context"
	"os"
	"time"
)

// lock waits for the lock of a key, which excludes other goroutines and processes, and returns the
// function that releases the lock. Keys that begin with the same two digits share a lock file, so
// there are at most 256 of these files. The lock files are never removed. If the file cannot be
// created or locked, lock warns and returns without a lock. It fails only if ctx is done.
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
