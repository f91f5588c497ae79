package cli

import (
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// WriteWhole is like outfile.Write, but its error is a diagnostic.
func WriteWhole(file string, text []byte) error {
	if err := outfile.Write(file, text); err != nil {
		return CannotWrite("output file", file, err).WithHelp("name a file in a folder that exists and that can be written to")
	}
	return nil
}

// CannotWrite returns the diagnostic for an error about a file. The argument "what" is the kind of
// file, such as "output file".
func CannotWrite(what, file string, err error) *diag.Diagnostic {
	return diag.Errorf(diag.Span{}, "cannot write %s '%s': %v", what, file, PathReason(err))
}
