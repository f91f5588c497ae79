package backends

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/kernels"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/cse"
)

// Target says what lowering must know of a backend that runs kernels.
type Target struct {
	Name string
	// Lanes is the length of vectors. The order of reductions depends on it.
	Lanes int
	// Settings say which passes run; nil means the defaults.
	Settings *Settings
}

// Lowered is a program in kernel form with the signature of the function that it came
// from, and its operations.
type Lowered struct {
	Signature
	Program *kernel.Module
	Ops     OpNotes
}

// Lower brings the function that o names into kernel form for a target, by the passes
// that its settings have. A module that is in kernel form already is only read. m is not
// changed. It fails where a run would take more memory than the host has.
func Lower(ctx context.Context, m ir.Module, o CompileOptions, t Target) (*Lowered, error) {
	l, err := lower(ctx, m, o, t, NewSignature)
	if err != nil {
		return nil, err
	}
	if err := l.checkMemory(); err != nil {
		return nil, largest(m, err)
	}
	return l, nil
}

// lower is Lower of a program that may never run: what is asked about alone takes memory that
// it does not take where it is fused, so that sign does not judge it.
func lower(ctx context.Context, m ir.Module, o CompileOptions, t Target, sign func(fn.Func) (Signature, error)) (*Lowered, error) {
	if err := CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	if kernel.IsProgram(m) {
		return readKernels(m)
	}
	m = Numbered(m)
	f, err := Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	l := &Lowered{Ops: NoteOps(f)}
	if l.Signature, err = sign(f); err != nil {
		return nil, err
	}
	if err := checkValues(f.Op, reach); err != nil {
		return nil, err
	}
	if m, err = t.prepare(ctx, m); err != nil {
		return nil, err
	}
	low, err := kernels.Lower(ctx, m, f.SymName(), kernels.Options{Lanes: t.Lanes, Log: o.Log, Fuse: t.fuse(o)})
	if err != nil {
		return nil, err
	}
	if l.Program, err = kernel.Read(low); err != nil {
		return nil, largest(m, err)
	}
	if o.Kernels != nil {
		o.Kernels("kernels.mlir", asm.String(low.Op)+"\n")
	}
	steps := make([][]uint32, len(l.Program.Host.Steps))
	for i, st := range l.Program.Host.Steps {
		steps[i] = st.Ops
	}
	l.Ops.Settle(f, steps)
	return l, nil
}

// prepare returns m after the passes that are off by default.
func (t Target) prepare(ctx context.Context, m ir.Module) (ir.Module, error) {
	if !t.Settings.runs("cse", false) {
		return m, nil
	}
	m.Op = ir.CloneModule(m.Op)
	return m, t.Settings.Prepare(ctx, m)
}

// Prepare runs the passes on m that are off by default and that the settings enable.
func (s *Settings) Prepare(ctx context.Context, m ir.Module) error {
	if !s.runs("cse", false) {
		return nil
	}
	return passes.Apply(ctx, m.Op, cse.Pass())
}

// fuse says which operations fusion may put into others.
func (t Target) fuse(o CompileOptions) func(ops []uint32) bool {
	on := t.Settings.runs("fusion", true)
	return func(ops []uint32) bool {
		return on && (o.Veto == nil || !slices.ContainsFunc(ops, func(id uint32) bool { return o.Veto("fusion", id) }))
	}
}

// readKernels reads a module in kernel form, whose buffers' types are those of its
// inputs and outputs.
func readKernels(m ir.Module) (*Lowered, error) {
	p, err := kernel.Read(m)
	if err != nil {
		return nil, err
	}
	l := &Lowered{Program: p}
	for i, b := range p.Host.Inputs {
		l.inputs = append(l.inputs, tensorOf(p.Host.Buffers[b].Type))
		l.inputNames = append(l.inputNames, fmt.Sprintf("arg%d", i))
	}
	for i, b := range p.Host.Outputs {
		l.outputs = append(l.outputs, tensorOf(p.Host.Buffers[b].Type))
		l.outputNames = append(l.outputNames, fmt.Sprintf("result%d", i))
	}
	return l, nil
}

// tensorOf is the tensor type of what a memref holds.
func tensorOf(t ir.Type) ir.Type {
	shape, _ := t.Shape()
	return ir.Tensor(t.Elem(), shape...)
}

// bytesOf is the size of a tensor of type t; -1 where it is not known.
func bytesOf(t ir.Type) int64 {
	shape, ok := t.Shape()
	if !ok || !t.HasStaticShape() {
		return -1
	}
	return int64(tensor.NumElements(shape) * t.Kind().Size())
}
