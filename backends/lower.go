package backends

import (
	"context"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Target says what lowering must know of a backend that runs kernels.
type Target struct {
	Name string
	// LaneBytes is the width of vectors. The order of reductions depends on it.
	LaneBytes int
}

// CompileRequest is one module of several that are compiled at once.
type CompileRequest struct {
	Module  ir.Module
	Options CompileOptions
}

// BatchCompiler is a backend that gains from compiling several modules at once, such
// as one that starts a compiler for each.
type BatchCompiler interface {
	// CompileAll does what Compile does for each request, in order. On an error no
	// program is left open.
	CompileAll(ctx context.Context, rs []CompileRequest) ([]Program, error)
}

// Lowered is a program in kernel form with the types of the function it came from.
type Lowered struct {
	Program         *kernel.Module
	Inputs, Outputs []ir.Type
}

// Lower brings the function that o names into kernel form for a target. A module that
// is in kernel form already is only read. m is not changed.
func Lower(ctx context.Context, m ir.Module, o CompileOptions, t Target) (*Lowered, error) {
	if kernel.IsProgram(m) {
		return readKernels(m)
	}
	return nil, ir.ErrorAt(m.Op, "not in kernel form")
}

// readKernels reads a module in kernel form, whose buffers' types are those of its
// inputs and outputs.
func readKernels(m ir.Module) (*Lowered, error) {
	p, err := kernel.Read(m)
	if err != nil {
		return nil, err
	}
	l := &Lowered{Program: p}
	for _, b := range p.Host.Inputs {
		l.Inputs = append(l.Inputs, tensorOf(p.Host.Buffers[b].Type))
	}
	for _, b := range p.Host.Outputs {
		l.Outputs = append(l.Outputs, tensorOf(p.Host.Buffers[b].Type))
	}
	return l, nil
}

// tensorOf is the tensor type of what a memref holds.
func tensorOf(t ir.Type) ir.Type {
	shape, _ := t.Shape()
	return ir.Tensor(t.Elem(), shape...)
}

// QueryKernels answers which operations of f a target takes, through the pipeline of
// Lower.
func QueryKernels(ctx context.Context, f fn.Func, t Target) ([]placement.Answer, error) {
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op.Terminator() {
			break
		}
		as = append(as, placement.Answer{Op: op, Reason: "lowering is missing"})
	}
	return as, nil
}
