package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/lowering/tuning"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/fusion"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

// Lowered is a program in kernel form, with the signature of the function that it came from, and
// notes about the operations of that function.
type Lowered struct {
	Signature
	Program *kernel.Module
	Ops     OpNotes
	// FromKernels is set if Lower received a module in kernel form.
	FromKernels bool
}

// KernelError is the error of a kernel that a target cannot compile.
type KernelError struct {
	Kernel int // index in Lowered.Program.Kernels
	Err    error
}

func (e *KernelError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *KernelError) Unwrap() error { return e.Err }

// Lower lowers the function that o names to kernel form for a target, with the passes that s
// selects, and calls the function take with the result. It does not change m. A module in kernel
// form is verified, but not lowered. If take fails with a [KernelError] for a kernel of several
// fused operations, Lower lowers m again without fusing these operations, and calls take again.
// Lower also fails if a run would need more memory than the host has.
func Lower(ctx context.Context, m ir.Module, o backends.CompileOptions, t pipeline.Target, s *backends.Settings, take func(*Lowered) error) (*Lowered, error) {
	return lower(m, &lowering{ctx: ctx, options: o, target: t, settings: s, take: take})
}

// LowerLazily is like Lower, but the function take must read the body of each kernel with
// [kernel.Kernel.Load]. It can call [kernel.Kernel.Unload] before it loads the next kernel, since
// the bodies of all kernels of a large program need much memory.
func LowerLazily(ctx context.Context, m ir.Module, o backends.CompileOptions, t pipeline.Target, s *backends.Settings, take func(*Lowered) error) (*Lowered, error) {
	return lower(m, &lowering{ctx: ctx, options: o, target: t, settings: s, take: take, lazy: true})
}

func lower(m ir.Module, w *lowering) (*Lowered, error) {
	ctx, o, take := w.ctx, w.options, w.take
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	if kernel.IsProgram(m) {
		l, err := w.readKernels(m)
		if err == nil {
			err = take(l)
		}
		if err == nil {
			err = l.checkMemory()
		}
		return l, err
	}
	m = Numbered(m)
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	sig, err := NewSignature(f)
	if err != nil {
		return nil, err
	}
	if err := checkValues(f.Op, reach); err != nil {
		return nil, err
	}
	l, err := w.apart(m)
	if err != nil {
		return nil, largest(m, err)
	}
	sig.refine(l.Program)
	l.Signature = sig
	if o.Kernels != nil {
		o.Kernels("kernels.mlir", asm.String(w.lowered.Op)+"\n")
	}
	l.Ops = NoteOps(f)
	steps := make([][]uint32, len(l.Program.Host.Steps))
	for i, st := range l.Program.Host.Steps {
		steps[i] = st.Ops
	}
	l.Ops.Settle(f, steps)
	if err := l.checkMemory(); err != nil {
		return nil, largest(m, err)
	}
	return l, nil
}

// lowering is one call of Lower or LowerLazily, or one query.
type lowering struct {
	ctx      context.Context
	options  backends.CompileOptions
	target   pipeline.Target
	settings *backends.Settings
	take     func(*Lowered) error
	lazy     bool            // whether take loads the bodies of kernels itself; see LowerLazily
	split    map[uint32]bool // operations that must not be fused
	lowered  ir.Module
}

// apart lowers m repeatedly, with fewer fused operations, until the target accepts all kernels. It
// fails if this cannot help, for example because the target refuses a kernel of a single operation.
func (w *lowering) apart(m ir.Module) (*Lowered, error) {
	for {
		l, err := w.lower(m)
		if err != nil {
			return nil, err
		}
		var refused *KernelError
		switch err = w.take(l); {
		case !errors.As(err, &refused):
			return l, err
		case !w.refuse(l, refused):
			return nil, refused.Err
		}
	}
}

// lower converts a copy of m to kernel form.
func (w *lowering) lower(m ir.Module) (*Lowered, error) {
	w.lowered, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	if err := apply(w.ctx, w.settings, w.lowered, w.options, w.target, w.veto); err != nil {
		return nil, err
	}
	// Kernels may run as machine code, so errors of passes must be found before.
	if err := ir.Verify(w.lowered.Op); err != nil {
		return nil, fmt.Errorf("internal error: lowering made an invalid program: %w", err)
	}
	if err := kernelverify.Bounds(w.ctx, w.lowered); err != nil {
		if w.ctx.Err() != nil {
			return nil, err
		}
		if tuned := w.unproved(err); tuned != nil {
			return nil, tuned
		}
		return nil, fmt.Errorf("internal error: lowering made a kernel that may access memory outside of its buffers: %w", err)
	}
	p, err := w.read(w.lowered)
	if err != nil {
		return nil, err
	}
	return &Lowered{Program: p}, nil
}

// unproved returns an error about an entry of the tuning file. err says that a kernel's accesses
// could not be proved to be inside of its buffers. If no entry is the schedule of this kernel,
// unproved returns nil.
func (w *lowering) unproved(err error) error {
	if w.settings.Tuning == "" {
		return nil
	}
	file, failed := tuning.Open(w.settings.Tuning)
	if failed != nil {
		return nil
	}
	op, _ := diag.All(err)[0].Subject.(*ir.Op)
	for ; op != nil; op = op.Parent() {
		if nests := schedule.NestsOf(op); nests != nil {
			return file.Unproved(nests)
		}
	}
	return nil
}

// veto reports whether a pass must not change an operation. Fusion and tiling must not change the
// operations of a kernel that the target refused. The caller's Veto can exclude any pass.
func (w *lowering) veto(pass string, op uint32) bool {
	return (pass == fusion.Name || pass == tiles.Name) && w.split[op] || w.options.Veto != nil && w.options.Veto(pass, op)
}

// refuse records that the operations of the kernel with the error k must not be fused. It returns
// false if the kernel has a single operation, or if all its operations are already recorded.
func (w *lowering) refuse(l *Lowered, k *KernelError) (split bool) {
	for _, st := range l.Program.Host.Steps {
		if st.Kernel != k.Kernel || len(st.Ops) < 2 {
			continue
		}
		for _, id := range st.Ops {
			if !w.split[id] {
				if w.split == nil {
					w.split = map[uint32]bool{}
				}
				w.split[id], split = true, true
			}
		}
		w.options.Log.Add(decision.Entry{
			Kind: decision.Fuse, Rule: "split", Ops: st.Ops, Refused: true,
			Reason: w.target.Name + " refuses the kernel that they were fused into: " + diag.All(k.Err)[0].Message,
		})
	}
	return split
}

// apply is like Apply, but uses the given veto in place of o.Veto.
func apply(ctx context.Context, s *backends.Settings, m ir.Module, o backends.CompileOptions, t pipeline.Target, veto func(string, uint32) bool) error {
	manager := pipeline.Manager()
	if o.Passes != nil {
		*manager = *o.Passes
	}
	manager.Log, manager.Veto = o.Log, veto
	err := manager.Run(ctx, m.Op, pipeline.New(t, s.Pipeline(o.Entry)))
	var failed *passes.PassError
	if errors.As(err, &failed) && !failed.Panic && manager.Reproducer == nil {
		return failed.Err
	}
	return err
}

// Apply lowers m to the form that the target runs, with the passes that o and s select.
func Apply(ctx context.Context, s *backends.Settings, m ir.Module, o backends.CompileOptions, t pipeline.Target) error {
	return apply(ctx, s, m, o, t, o.Veto)
}

func (w *lowering) read(m ir.Module) (*kernel.Module, error) {
	if w.lazy {
		return kernel.ReadLazily(w.ctx, m)
	}
	return kernel.Read(w.ctx, m)
}

// readKernels verifies and reads a module in kernel form. Inputs and outputs are tensors with the
// shapes and elements of the buffers.
func (w *lowering) readKernels(m ir.Module) (*Lowered, error) {
	if err := kernelverify.Module(w.ctx, m); err != nil {
		return nil, err
	}
	p, err := w.read(m)
	if err != nil {
		return nil, err
	}
	l := &Lowered{Program: p, FromKernels: true}
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

// longCycles is a number of processor cycles, about 0.15 s. If an iteration is estimated to take
// longer, the kernel tests inside the iteration whether the run has been canceled. The limit is
// high, since estimates are several times too high, and such calls begin later.
const longCycles = 1 << 29

// maxCycles limits the estimated processor cycles of a call, for kernels of modules that Lower
// received in kernel form. A call of a single iteration may exceed the limit.
const maxCycles = 1 << 26

// LimitCalls makes the calls of all kernels short or interruptible, for targets that execute
// machine code. If Lower received a module in kernel form, some iterations may take much longer
// than others. So LimitCalls then also limits the number of iterations in a call.
func (l *Lowered) LimitCalls() {
	for _, k := range l.Program.Kernels {
		l.LimitCallsOf(k)
	}
}

// LimitCallsOf is like LimitCalls, for one kernel, which must have a body.
func (l *Lowered) LimitCallsOf(k *kernel.Kernel) {
	cycles := k.Longest()
	k.Long = cycles > longCycles
	if l.FromKernels && !k.Long {
		k.MaxSlice = max(1, maxCycles/max(1, cycles))
	}
}

func tensorOf(t ir.Type) ir.Type {
	shape, _ := t.Shape()
	return ir.Tensor(t.Elem(), shape...)
}

// bytesOf returns the size of a tensor of type t; -1 if it is not known.
func bytesOf(t ir.Type) int64 {
	shape, ok := t.Shape()
	if !ok || !t.HasStaticShape() {
		return -1
	}
	return int64(tensor.NumElements(shape) * t.Kind().Size())
}
