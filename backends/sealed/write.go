package sealed

import (
	"errors"
	"os"
	"path/filepath"
)

// Unfinished begins the names of files that are being written, or that a killed process
// has left.
const Unfinished = "writing-"

// WriteFile writes a blob, and the folders above it, so that a reader never sees half of
// one: under a name that begins with [Unfinished] beside it, which it is then given in
// exchange.
func WriteFile(name string, blob []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(name), Unfinished+"*")
	if err != nil {
		return err
	}
	_, err = file.Write(blob)
	err = errors.Join(err, file.Chmod(0o444), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
