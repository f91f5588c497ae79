package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/lathe-ir/lathe/ir/diag"
)

// WriteWhole writes a file completely or not at all.
func WriteWhole(file string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), ".lathe.*")
	if err == nil {
		defer os.Remove(tmp.Name()) // fails, as intended, if the file was renamed
		_, err = tmp.Write(text)
		err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return diag.Errorf(diag.Span{}, "cannot write output file '%s': %v", file, PathReason(err)).
			WithHelp("name a file in a folder that exists and that can be written to")
	}
	return nil
}
