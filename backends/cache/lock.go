package cache

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// lock waits for the lock of a key, which is held between goroutines and processes, and
// returns what frees it. The files of locks stay; there are 256 of them at most. Where
// none can be made there is no lock, since then nothing can be kept either.
func (c *Cache) lock(ctx context.Context, key string) (unlock func(), err error) {
	dir := filepath.Join(c.dir, locks)
	err = os.MkdirAll(dir, 0o755)
	var file *os.File
	if err == nil {
		file, err = os.OpenFile(filepath.Join(dir, key[:2]), os.O_CREATE|os.O_RDWR, 0o644)
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
			return func() { file.Close() }, nil // which also unlocks
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}
