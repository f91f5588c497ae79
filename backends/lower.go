package backends

import (
	"context"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/lowering/kernels"
)

// Target says what lowering must know of a backend that runs kernels.
type Target struct {
	Name string
	// Lanes is the length of vectors. The order of reductions depends on it.
	Lanes int
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
	f, err := Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	low, err := kernels.Lower(ctx, m, f.SymName(), kernels.Options{Lanes: t.Lanes, Log: o.Log})
	if err != nil {
		return nil, err
	}
	p, err := kernel.Read(low)
	if err != nil {
		return nil, err
	}
	if o.Kernels != nil {
		o.Kernels("kernels.mlir", asm.String(low.Op)+"\n")
	}
	types := f.FunctionType()
	return &Lowered{Program: p, Inputs: types.Inputs, Outputs: types.Results}, nil
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
