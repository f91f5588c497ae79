package cli

import (
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// WriteWhole is like outfile.Write, but its error is a diagnostic.
func WriteWhole(file string, text []byte) error {
	if err := outfile.Write(file, text); err != nil {
		return diag.Errorf(diag.Span{}, "cannot write output file '%s': %v", file, PathReason(err)).
			WithHelp("name a file in a folder that exists and that can be written to")
	}
	return nil
}
