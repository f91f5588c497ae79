// Package outfile writes files under temporary names, and renames them when they are complete.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// File is a file that is being written.
type File struct {
	*os.File
	name string // final name of a temporary file; "" if the file is written directly
	temp string // name of the temporary file
	in   system
}

// system holds functions of package os, or the methods of an os.Root with the same names.
type system struct {
	open   func(name string, flag int, perm fs.FileMode) (*os.File, error)
	rename func(from, to string) error
	remove func(name string) error
}

// Create opens a file for writing. If the file is regular or does not exist, it is written as a
// temporary file in the same folder, with the permissions of the existing file. If the existing
// file is not writable, Create fails. Symbolic links remain: Create replaces or creates the file to
// which a link leads. Other files, such as devices and pipes, are written directly.
func Create(name string) (*File, error) {
	file, info := replaced(name)
	if file == "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	return system{os.OpenFile, os.Rename, os.Remove}.create(file, info)
}

// Check returns an error if Create would fail, and leaves no file. It does not check the
// permissions of files that are written directly.
func Check(name string) error {
	file, info := replaced(name)
	if file == "" {
		if info == nil {
			return writable(os.OpenFile(name, os.O_WRONLY, 0)) // fails as in Create
		}
		if info.IsDir() {
			return errors.New("is a directory")
		}
		return nil
	}
	f, err := system{os.OpenFile, os.Rename, os.Remove}.create(file, info)
	if err == nil {
		err = f.Finish(false)
	}
	return named(err, name)
}

// replaced returns the name of the file that a temporary file will replace, or "" if the named file
// is written directly. If the named file exists, info describes it.
func replaced(name string) (file string, info fs.FileInfo) {
	info, err := os.Stat(name)
	if err == nil && info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) {
		file = target(name)
	}
	return file, info
}

// create opens a temporary file next to the named file. If the named file exists, info describes
// it.
func (s system) create(name string, info fs.FileInfo) (*File, error) {
	if info != nil {
		if err := writable(s.open(name, os.O_WRONLY, 0)); err != nil {
			return nil, err
		}
	}
	folder, _ := filepath.Split(name) // not filepath.Dir, for which "link/.." is "."
	temp := folder + temporary()
	f, err := s.open(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	out := &File{f, name, temp, s}
	if info != nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return nil, errors.Join(err, out.Finish(false))
		}
	}
	return out, nil
}

// writable closes a file that was opened to check its permission, and returns any error. A
// read-only file must not be replaced, although its folder may allow it.
func writable(f *os.File, err error) error {
	if err != nil {
		return err
	}
	return f.Close()
}

// temporary returns a name for a temporary file. os.CreateTemp is not used, because only the owner
// could read its files.
func temporary() string { return fmt.Sprintf(".lathe.%016x", rand.Uint64()) }

// target follows symbolic links and returns the name of the file, which need not exist. It returns
// "" if the file must be written directly. This is the case for a link in /proc, such as the target
// of /dev/stdout. It names an open file, which other processes may also write.
func target(name string) string {
	for range maxLinks {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name
		}
		dir, _ := filepath.Split(name)
		dir, err = filepath.EvalSymlinks(dir)
		if err != nil || strings.HasPrefix(dir, "/proc/") {
			return ""
		}
		to, err := os.Readlink(name)
		if err != nil {
			return ""
		}
		if !filepath.IsAbs(to) {
			to = dir + string(filepath.Separator) + to
		}
		// The folder is resolved before the name is cleaned, because "link/.." is not ".".
		folder, base := filepath.Split(to)
		if folder, err = filepath.EvalSymlinks(folder); err != nil {
			return ""
		}
		name = filepath.Join(folder, base)
	}
	return ""
}

// maxLinks is the largest number of symbolic links that Linux follows in a name.
const maxLinks = 40

// Finish closes the file. If keep is true and nothing failed, it renames a temporary file to its
// final name. Otherwise it removes the temporary file.
func (f *File) Finish(keep bool) error {
	err := f.Close()
	if f.name == "" {
		return err
	}
	if err == nil && keep {
		if err = f.in.rename(f.temp, f.name); err == nil {
			return nil
		}
		if link, ok := errors.AsType[*os.LinkError](err); ok {
			err = &os.PathError{Op: link.Op, Path: f.name, Err: link.Err} // without the temporary name
		}
	}
	return errors.Join(err, f.in.remove(f.temp))
}

// Write writes a file with the given content. After an error, a regular file is unchanged.
func Write(name string, content []byte) error {
	return Stream(name, whole(content))
}

func whole(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// WriteBelow is like Write, but the name is relative to the given root folder. It fails if the name
// or a symbolic link leads out of this folder.
func WriteBelow(root *os.Root, name string, content []byte) error {
	info, err := root.Stat(name)
	if err == nil && !info.Mode().IsRegular() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return root.WriteFile(name, content, 0o666)
	}
	file := name
	for range maxLinks {
		to, err := root.Readlink(file)
		if err != nil {
			break // not a link
		}
		folder, _ := filepath.Split(file)
		file = folder + to
	}
	f, err := system{root.OpenFile, root.Rename, root.Remove}.create(file, info)
	return fill(f, err, name, whole(content))
}

// Stream writes a file with the content that the given function produces. After an error, a regular
// file is unchanged.
func Stream(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	return fill(f, err, name, write)
}

// fill writes and finishes f. err is the error of creating f.
func fill(f *File, err error, name string, write func(io.Writer) error) error {
	if err != nil {
		return named(err, name)
	}
	err = named(write(f), name)
	return errors.Join(err, named(f.Finish(err == nil), name))
}

// named replaces the path in err, such as the name of a temporary file, by the given name.
func named(err error, name string) error {
	var path *os.PathError
	if errors.As(err, &path) {
		path.Path = name
	}
	return err
}
