package cli

import (
	"os"
	"path/filepath"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// CheckOutput returns an error if the folder of an output file does not exist or cannot be written
// to. Commands that run long call it before they begin.
func CheckOutput(file string) error {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil // a device or a pipe is written directly
	}
	if err := tryWriting(filepath.Dir(file)); err != nil {
		return cannotWriteOutput(file, err)
	}
	return nil
}

func cannotWriteOutput(file string, err error) error {
	return CannotWrite("output file", file, err).WithHelp("name a file in a folder that exists and that can be written to")
}

// WriteWhole is like outfile.Write, but its error is a diagnostic.
func WriteWhole(file string, text []byte) error {
	if err := outfile.Write(file, text); err != nil {
		return cannotWriteOutput(file, err)
	}
	return nil
}

// CannotWrite returns the diagnostic for an error about a file. The argument "what" is the kind of
// file, such as "output file".
func CannotWrite(what, file string, err error) *diag.Diagnostic {
	return diag.Errorf(diag.Span{}, "cannot write %s '%s': %v", what, file, PathReason(err))
}
