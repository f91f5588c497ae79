package c

import (
	"os"
	"path/filepath"
	"strings"
)

const (
	workPrefix = "lathe-c-"
	lockSuffix = ".lock"
)

// lockState is the result of an attempt to lock a file.
type lockState int

const (
	lockHeld    lockState = iota // this call locked the file
	lockBusy                     // another process or open file has the lock
	lockMissing                  // the system or the file system has no locks
)

// work is a folder for temporary files, including those of the compiler. The process locks a file
// next to the folder. This lock file is created before the folder and removed after it, so that
// sweep finds every folder of a killed process.
type work struct {
	dir  string
	lock *os.File
}

// newWork creates a folder that only this user can use.
func newWork() (*work, error) {
	for {
		dir, err := filepath.Abs(os.TempDir()) // a compiler takes a relative path such as -x as an option
		if err != nil {
			return nil, err
		}
		lock, err := os.CreateTemp(dir, workPrefix+"*"+lockSuffix)
		if err != nil {
			return nil, err
		}
		// Another call of sweep may have locked or removed the file before tryLock. Then a new file
		// is needed. If tryLock returns lockMissing, the file is safe, since sweep removes only
		// files that it can lock.
		if tryLock(lock) == lockBusy || !isStill(lock) {
			lock.Close()
			continue
		}
		w := &work{strings.TrimSuffix(lock.Name(), lockSuffix), lock}
		if err := os.Mkdir(w.dir, 0o700); err != nil {
			w.close()
			return nil, err
		}
		return w, nil
	}
}

// isStill reports whether an open file still exists under its name.
func isStill(file *os.File) bool {
	open, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(file.Name())
	return err == nil && os.SameFile(open, named)
}

func (w *work) path(name string) string { return filepath.Join(w.dir, name) }

func (w *work) close() {
	os.RemoveAll(w.dir)
	os.Remove(w.lock.Name())
	w.lock.Close()
}

// sweep removes the folders that killed processes of this user left behind.
func sweep() {
	temp, err := os.Open(os.TempDir())
	if err != nil {
		return
	}
	defer temp.Close()
	for {
		names, err := temp.Readdirnames(1000)
		for _, name := range names {
			if strings.HasPrefix(name, workPrefix) && strings.HasSuffix(name, lockSuffix) {
				removeDead(filepath.Join(os.TempDir(), name))
			}
		}
		if err != nil {
			return
		}
	}
}

// removeDead removes a lock file of newWork and its folder, if their process has ended.
func removeDead(name string) {
	stat, err := os.Lstat(name)
	if err != nil || !stat.Mode().IsRegular() || stat.Size() > 0 || !isOwn(stat) {
		return
	}
	lock, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if tryLock(lock) != lockHeld || !isStill(lock) {
		return
	}
	w := work{strings.TrimSuffix(name, lockSuffix), lock}
	if stat, err := os.Lstat(w.dir); err == nil && (!stat.IsDir() || !isOwn(stat) || stat.Mode().Perm() != 0o700) {
		return // newWork did not create this file or folder
	}
	w.close()
}
