package cli

import (
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// CheckOutput returns an error if a file cannot be written. Commands that run long call it before
// they begin. If file is "", CheckOutput returns nil. For "what", see [CannotWrite].
func CheckOutput(what, file string) error {
	if file == "" {
		return nil
	}
	if err := outfile.Check(file); err != nil {
		return cannotWriteOutput(what, file, err)
	}
	return nil
}

func cannotWriteOutput(what, file string, err error) error {
	return CannotWrite(what, file, err).WithHelp("name a file in a folder that exists and that can be written to")
}

// WriteWhole is like outfile.Write, but its error is a diagnostic.
func WriteWhole(file string, text []byte) error {
	if err := outfile.Write(file, text); err != nil {
		return cannotWriteOutput("output file", file, err)
	}
	return nil
}

// CannotWrite returns the diagnostic for an error about a file. The argument "what" is the kind of
// file, such as "output file".
func CannotWrite(what, file string, err error) *diag.Diagnostic {
	return diag.Errorf(diag.Span{}, "cannot write %s '%s': %v", what, file, PathReason(err))
}
