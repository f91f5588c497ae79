package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lathe-ir/lathe/ir/diag"
)

// MakeFolder creates dir and its parents if they do not exist.
func MakeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return FolderError(dir, err)
	}
	return nil
}

// CheckFolder returns an error if files cannot be written to dir. It does not create dir and leaves
// no files. If dir is "", it returns nil.
func CheckFolder(dir string) error {
	if dir == "" {
		return nil
	}
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		_, err := os.Stat(at)
		if errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at) {
			continue
		}
		if err == nil {
			err = tryWriting(at)
		}
		if err != nil {
			return FolderError(dir, err)
		}
		return nil
	}
}

func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".lathe.*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// FolderError returns the diagnostic for an output folder that cannot be used because of err.
func FolderError(dir string, err error) error {
	return diag.Errorf(diag.Span{}, "cannot open output directory '%s': %v", dir, PathReason(err)).
		WithHelp("name a directory that exists or can be created")
}
