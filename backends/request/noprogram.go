package request

import (
	"context"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// noProgram is the program of a request that was created with a nil program. Its method Run fails.
type noProgram struct{}

func (noProgram) Inputs() []ir.Type  { return nil }
func (noProgram) Outputs() []ir.Type { return nil }
func (noProgram) Close() error       { return nil }

// Run implements Program.
func (noProgram) Run(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error) {
	return nil, diag.Errorf(diag.Span{}, "the program to run is nil").WithHelp("compile a program for the request")
}
