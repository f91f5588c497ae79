package cachedir

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends/sealed"
)

const (
	suffix     = ".lathe"
	unfinished = "writing-" // prefix of the names of files that are being written
	locks      = "locks"
)

// ErrNotEntry is the error for a file that has the path of an entry, but is not a regular file or
// does not begin like a sealed file. Such a file is never loaded, replaced or removed.
var ErrNotEntry = errors.New("is not an entry of the cache")

// File is an entry.
type File struct {
	Kind  string // name of the subfolder
	Key   string // 32 or 64 hexadecimal digits
	Bytes int64
	Used  time.Time // when the entry was last used
}

func fileName(kind, key string) string { return path.Join(kind, key+suffix) }

func isKey(s string) bool {
	return (len(s) == 32 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// open opens the entry of a key. The error is an fs.ErrNotExist if there is no such entry, and an
// ErrNotEntry if the file at the path of the entry is not an entry.
func (d *Dir) open(kind, key string) (*os.File, fs.FileInfo, error) {
	return d.openSealed(fileName(kind, key))
}

// openSealed opens a file that begins like a sealed file. It fails for any other file.
func (d *Dir) openSealed(name string) (file *os.File, stat fs.FileInfo, err error) {
	if err := d.checkPrivate(path.Dir(name), fs.ModeDir); err != nil {
		return nil, nil, err
	}
	if err := d.checkPrivate(name, 0); err != nil {
		return nil, nil, err
	}
	if file, err = d.root.OpenFile(name, os.O_RDONLY|dontWait, 0); err != nil {
		return nil, nil, d.at(err)
	}
	if stat, err = file.Stat(); err == nil && (!stat.Mode().IsRegular() || !sealed.Begins(file)) {
		err = d.notEntry(name)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, stat, nil
}

func (d *Dir) notEntry(name string) error {
	return fmt.Errorf("'%s' %w", filepath.Join(d.path, name), ErrNotEntry)
}

// Read returns the bytes of an entry. The error is an fs.ErrNotExist if there is no such entry.
func (d *Dir) Read(kind, key string) ([]byte, error) {
	file, _, err := d.open(kind, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return sealed.Read(file)
}

// ReadHeader returns the header of an entry. It does not check that the entry is undamaged.
func (d *Dir) ReadHeader(kind, key string) (sealed.Header, error) {
	file, _, err := d.open(kind, key)
	if err != nil {
		return sealed.Header{}, err
	}
	defer file.Close()
	return sealed.ReadHeader(file)
}

// Touch records that an entry was used now. It ignores errors.
func (d *Dir) Touch(kind, key string) {
	now := time.Now()
	_ = d.root.Chtimes(fileName(kind, key), now, now)
}

// Write writes an entry, which must be a sealed file. It writes a file with a temporary name and
// renames the file, so that a reader never sees an incomplete entry.
func (d *Dir) Write(kind, key string, blob []byte) error {
	if err := d.folder(kind); err != nil {
		return err
	}
	old, _, err := d.open(kind, key)
	if err == nil {
		err = old.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // a file that is not an entry must not be replaced
	}
	file, err := d.temporary(kind)
	if err != nil {
		return d.at(err)
	}
	name := path.Join(kind, filepath.Base(file.Name()))
	_, err = file.Write(blob)
	err = errors.Join(err, file.Chmod(0o444), file.Close()) // these errors have the whole path
	if err == nil {
		err = d.at(d.root.Rename(name, fileName(kind, key)))
	}
	if err != nil {
		d.root.Remove(name)
	}
	return err
}

func (d *Dir) folder(name string) error {
	if err := d.root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return d.at(err)
	}
	return d.checkPrivate(name, fs.ModeDir)
}

func (d *Dir) temporary(kind string) (*os.File, error) {
	for {
		name := path.Join(kind, fmt.Sprint(unfinished, rand.Uint32()))
		file, err := d.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Remove removes an entry, if there is one. It fails if the file at this path is not an entry.
func (d *Dir) Remove(kind, key string) error {
	file, _, err := d.open(kind, key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	file.Close()
	if err := d.root.Remove(fileName(kind, key)); !errors.Is(err, fs.ErrNotExist) {
		return d.at(err)
	}
	return nil
}

// Files returns all entries. The result "skipped" has the paths of other files with the suffix of
// entries.
func (d *Dir) Files() (files []File, skipped []string, err error) {
	err = d.each(func(kind, name string) {
		key, ok := strings.CutSuffix(name, suffix)
		if !ok {
			return
		}
		var file *os.File
		var stat fs.FileInfo
		err := error(ErrNotEntry)
		if isKey(key) {
			file, stat, err = d.open(kind, key)
		}
		switch {
		case err == nil:
			file.Close()
			files = append(files, File{kind, key, stat.Size(), stat.ModTime()})
		case !errors.Is(err, fs.ErrNotExist): // an entry that does not exist was removed meanwhile
			skipped = append(skipped, filepath.Join(d.path, kind, name))
		}
	})
	return files, skipped, err
}

// Size returns the total size of all files with the suffix of entries. It opens no files, so it is
// faster than Files, but files that are not entries count too.
func (d *Dir) Size() (bytes int64, err error) {
	err = d.each(func(kind, name string) {
		if !strings.HasSuffix(name, suffix) {
			return
		}
		if stat, err := d.root.Lstat(path.Join(kind, name)); err == nil {
			bytes += stat.Size()
		}
	})
	return bytes, err
}

// The method "each" calls f for every file in every subfolder except the subfolder of the locks.
func (d *Dir) each(f func(kind, name string)) error {
	kinds, err := d.names(".")
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		if !kind.IsDir() || kind.Name() == locks {
			continue
		}
		names, err := d.names(kind.Name())
		if err != nil {
			continue // not a folder of the cache
		}
		for _, name := range names {
			f(kind.Name(), name.Name())
		}
	}
	return nil
}

// forgotten is the age at which a temporary file is assumed to belong to a killed process.
const forgotten = time.Hour

// Sweep removes the temporary files that killed processes have left behind; see forgotten.
func (d *Dir) Sweep() error {
	var errs []error
	err := d.each(func(kind, name string) {
		digits, ok := strings.CutPrefix(name, unfinished)
		if !ok || strings.Trim(digits, "0123456789") != "" {
			return
		}
		name = path.Join(kind, name)
		file, stat, err := d.openSealed(name)
		if err != nil {
			return
		}
		file.Close()
		if time.Since(stat.ModTime()) > forgotten {
			errs = append(errs, d.at(d.root.Remove(name)))
		}
	})
	return errors.Join(append(errs, err)...)
}

// Lock opens a file that processes can lock. The file is never removed.
func (d *Dir) Lock(name string) (*os.File, error) {
	if err := d.folder(locks); err != nil {
		return nil, err
	}
	file, err := d.root.OpenFile(path.Join(locks, name), os.O_CREATE|os.O_RDWR|dontWait, 0o600)
	return file, d.at(err)
}
