// Package host has components of backends: the lowering to kernel form, programs that run kernels
// or Go functions, worker goroutines, the memory of runs, and the format of exported programs.
package host

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Program runs the host schedule of a program in kernel form.
type Program struct {
	Signature
	lowered  *Lowered
	host     *kernel.Host
	kernels  backends.Kernels
	fallible backends.FallibleKernels // nil: kernels can't fail
	hosted   bool                     // whether the host's interpreter executes some steps
	timed    backends.ContextKernels  // nil: calls of kernels cannot be canceled
	steps    []programStep
	allSteps int // number of steps, including nested steps
	workers  *workers
	settings *backends.Settings
	header   sealed.Header
	runs     FreeList[runMemory]

	slowOutputs bool // whether the outputs have at least slowBytes
	exporting   sync.Mutex
}

// programStep is a step of the schedule, with data about its execution.
type programStep struct {
	kernel.Step
	name   string
	main   *backends.OpNote // the operation under which the step is reported; nil if unknown
	grid   grid
	blocks [][]programStep
	number int  // index among all steps, including nested steps
	long   bool // whether the kernel tests for cancellation; see kernel.Kernel.Long
}

// runMemory is the memory of one run, reused by later runs.
type runMemory struct {
	arena   []byte
	scratch []byte // memory for values between steps: the caller's, or the field arena
	buffers []unsafe.Pointer
	job     job
	begin   time.Time
	times   []backends.Record // of the steps, by number; nil unless the run is profiled
	excess  time.Duration     // of steps done so far in the current block: busy time minus duration
}

// NewProgram returns a program that runs l with the kernels ks. s are its settings, and h is the
// header of the exported program.
func NewProgram(l *Lowered, ks backends.Kernels, s *backends.Settings, h sealed.Header) *Program {
	m := l.Program
	ks = s.Wrap(ks)
	p := &Program{
		Signature: l.Signature, lowered: l, host: &m.Host, kernels: ks, workers: newWorkers(s.Threads), settings: s, header: h,
	}
	outputs := int64(0)
	for i := range m.Host.Buffers {
		if b := &m.Host.Buffers[i]; b.Place == kernel.Output {
			outputs += b.Bytes
		}
	}
	p.slowOutputs = outputs >= slowBytes
	p.fallible, _ = ks.(backends.FallibleKernels)
	p.timed, _ = ks.(backends.ContextKernels)
	for i := range m.Host.Steps {
		m.Host.Steps[i].Walk(func(s *kernel.Step) { p.hosted = p.hosted || s.Kernel == kernel.HostStep })
	}
	p.steps = newSteps(m, m.Host.Steps, l.Ops.Index(), &p.allSteps)
	return p
}

// ArenaBytes returns how many bytes a run needs in addition to inputs, outputs and constants.
func (p *Program) ArenaBytes() int64 { return p.host.ArenaBytes }

// Hold implements backends.Holder.
func (p *Program) Hold(ctx context.Context) (context.Context, error) { return p.settings.Hold(ctx) }

// Release implements backends.Holder.
func (p *Program) Release() { p.settings.Release() }

// Properties implements backends.Configured.
func (p *Program) Properties() *property.Properties { return p.settings.Properties }

// Run implements backends.Program.
func (p *Program) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	outputs, err := p.outputsUntil(ctx)
	if err != nil {
		return nil, err
	}
	return outputs, p.run(ctx, inputs, outputs, nil, nil)
}

// Outputs of at least slowBytes bytes take long to allocate, since their memory is cleared. A run
// does not wait for this allocation if its context is done.
const slowBytes = 256 << 20

// outputsUntil is like newOutputs, but fails if ctx is done before large outputs are allocated.
func (p *Program) outputsUntil(ctx context.Context) ([]*tensor.Tensor, error) {
	if !p.slowOutputs {
		return p.newOutputs()
	}
	return backends.Until(ctx, p.newOutputs)
}

// newOutputs returns tensors for all outputs. If the host lacks memory, it fails; see lacks.
func (p *Program) newOutputs() ([]*tensor.Tensor, error) {
	outputs := make([]*tensor.Tensor, len(p.outputs))
	for i, t := range p.outputs {
		shape, _ := t.Shape()
		var err error
		if outputs[i], err = tensor.TryNew(t.Kind(), shape...); err != nil {
			return nil, p.lacks(err, func(b *kernel.Buffer) bool { return b.Place == kernel.Output && b.Index == i })
		}
	}
	return outputs, nil
}

// lacks returns the error for an allocation of buffers that failed with err. "is" reports whether a
// buffer belongs to the allocation. The error names the operation of the first step that uses the
// largest of these buffers, if the operation is known.
func (p *Program) lacks(err error, is func(b *kernel.Buffer) bool) error {
	largest, at := int64(-1), 0
	for i := range p.steps {
		for _, n := range p.steps[i].Args {
			if b := &p.host.Buffers[n]; is(b) && b.Bytes > largest {
				largest, at = b.Bytes, i
			}
		}
	}
	if largest < 0 || p.steps[at].main == nil {
		return diag.OfKind(err, diag.Errorf(diag.Span{}, "no memory for a run on device '%s': %v", p.settings.Device(), err))
	}
	return &backends.OpError{Op: *p.steps[at].main, Says: "failed: " + err.Error(), Err: err}
}

// RunInto implements backends.IntoRunner. In the steady state it allocates nothing.
func (p *Program) RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return err
	}
	if err := backends.CheckOutputs(p.outputs, outputs, inputs); err != nil {
		return err
	}
	return p.run(ctx, inputs, outputs, nil, nil)
}

// ScratchBytes implements backends.ScratchRunner.
func (p *Program) ScratchBytes() int64 { return p.host.ArenaBytes }

// RunScratch implements backends.ScratchRunner.
func (p *Program) RunScratch(ctx context.Context, inputs, outputs []*tensor.Tensor, scratch []byte) error {
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return err
	}
	if err := backends.CheckOutputs(p.outputs, outputs, inputs); err != nil {
		return err
	}
	if p.host.ArenaBytes == 0 {
		return p.run(ctx, inputs, outputs, nil, nil)
	}
	if int64(len(scratch)) < p.host.ArenaBytes || uintptr(start(scratch))%arenaAlign != 0 {
		return diag.Errorf(diag.Span{}, "the scratchpad must have %d bytes that start at a multiple of %d, but has %d bytes at address %#x", p.host.ArenaBytes, arenaAlign, len(scratch), uintptr(start(scratch)))
	}
	if err := backends.CheckScratch(scratch[:p.host.ArenaBytes], inputs, outputs); err != nil {
		return err
	}
	return p.run(ctx, inputs, outputs, nil, scratch)
}

// RunBuffers implements backends.BufferRunner.
func (p *Program) RunBuffers(ctx context.Context, inputs, outputs []backends.Buffer) error {
	return RunBuffers(ctx, p, p.settings.Device(), inputs, outputs)
}

// run executes the program with checked inputs and outputs. times, if not nil, receives the times
// of steps by number. scratch, if not nil, is memory for values between steps.
func (p *Program) run(ctx context.Context, inputs, outputs []*tensor.Tensor, times []backends.Record, scratch []byte) error {
	if err := p.settings.Enter(ctx); err != nil {
		return err
	}
	defer p.settings.Leave()
	if p.hosted {
		ctx = interp.WithProbes(ctx)
	}
	r, err := p.newRun(scratch)
	if err != nil {
		return err
	}
	defer p.keep(r)
	p.bind(r, inputs, outputs)
	if times != nil {
		r.begin, r.times, r.excess = time.Now(), times, 0
	}
	for i := range p.steps {
		if err := p.step(ctx, &p.steps[i], r); err != nil {
			return p.failure(ctx, i, err)
		}
	}
	return nil
}

// failure returns the error of a run whose step i failed with err. If ctx is done, the result is
// err. Otherwise the result names the operation of the step and the operations that were fused with
// it. If the operation is unknown, the result names the step.
func (p *Program) failure(ctx context.Context, i int, err error) error {
	if contextError(ctx) != nil {
		return err
	}
	n := p.steps[i].main
	if n == nil {
		return diag.OfKind(err, diag.Errorf(diag.Span{}, "step %d ('%s') failed on device '%s': %s", i, p.steps[i].name, p.settings.Device(), diag.Messages(err)))
	}
	failed := &backends.OpError{Op: *n, Says: fmt.Sprintf("failed on device '%s': %s", p.settings.Device(), diag.Messages(err)), Err: err}
	index := p.lowered.Ops.Index()
	for _, id := range p.steps[i].Ops {
		if other := index[id]; other != nil && other.Host == n.ID && other != n {
			failed.With = append(failed.With, *other)
		}
	}
	return failed
}

// keep removes the addresses of this run's tensors from r, and keeps r for a later run.
func (p *Program) keep(r *runMemory) {
	clear(r.buffers)
	clear(r.job.args)
	r.scratch = nil
	r.times = nil
	p.runs.Put(r)
}

// arenaAlign is the alignment of arenas and of the buffers in them: a cache line.
const arenaAlign = 64

// newRun returns the memory of a run. It uses the caller's scratch memory, if that is not nil. It
// fails if the host lacks memory.
func (p *Program) newRun(scratch []byte) (*runMemory, error) {
	r := p.runs.Get()
	if r == nil {
		r = &runMemory{buffers: make([]unsafe.Pointer, len(p.host.Buffers))}
	}
	if scratch == nil && r.arena == nil {
		var err error
		if r.arena, err = aligned(p.host.ArenaBytes); err != nil {
			return nil, p.lacks(err, func(b *kernel.Buffer) bool { return b.Place == kernel.Arena })
		}
	}
	if r.scratch = scratch; scratch == nil {
		r.scratch = r.arena
	}
	return r, nil
}

// aligned returns n zero bytes that start at a multiple of arenaAlign.
func aligned(n int64) ([]byte, error) {
	t, err := tensor.TryNew(tensor.I8, n+arenaAlign)
	if err != nil {
		return nil, err
	}
	skip := -int64(uintptr(start(t.Data))) & (arenaAlign - 1)
	return t.Data[skip : skip+n : skip+n], nil
}

func (p *Program) bind(r *runMemory, inputs, outputs []*tensor.Tensor) {
	for i := range p.host.Buffers {
		b := &p.host.Buffers[i]
		switch b.Place {
		case kernel.Input:
			r.buffers[i] = start(inputs[b.Index].Data)
		case kernel.Global:
			r.buffers[i] = start(p.host.Globals[b.Index].Data)
		case kernel.Arena:
			r.buffers[i] = start(r.scratch[b.Offset:])
		case kernel.Output:
			r.buffers[i] = start(outputs[b.Index].Data)
		}
	}
}

func start(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

func (p *Program) step(ctx context.Context, s *programStep, r *runMemory) error {
	if r.times == nil {
		return p.execute(ctx, s, r)
	}
	before := r.excess
	r.excess = 0
	began := time.Since(r.begin)
	err := p.execute(ctx, s, r)
	if err == nil {
		took := time.Since(r.begin) - began
		busy := took + r.excess // the host uses one processor, except for nested kernels
		if s.Kernel >= 0 {
			busy = time.Duration(r.job.busy.Load())
		}
		r.times[s.number].Add(began, took, busy)
		r.excess = before + busy - took
	}
	return err
}

func (p *Program) execute(ctx context.Context, s *programStep, r *runMemory) error {
	if s.Kernel < 0 {
		return p.control(ctx, s, r)
	}
	j := &r.job
	j.args = j.args[:0]
	for _, a := range s.Args {
		j.args = append(j.args, r.buffers[a])
	}
	j.kernels, j.fallible, j.timed, j.kernel, j.grid = p.kernels, p.fallible, p.timed, s.Kernel, &s.grid
	j.profiled = r.times != nil
	if s.long {
		stop, forget := stopWord(ctx)
		defer forget()
		j.args = append(j.args, stop)
	}
	return p.workers.run(ctx, j)
}

// stopWord returns the address of a word that becomes 1 when ctx is done. forget prevents this.
func stopWord(ctx context.Context) (stop unsafe.Pointer, forget func() bool) {
	w := new(atomic.Uint32)
	return unsafe.Pointer(w), context.AfterFunc(ctx, func() { w.Store(1) })
}

func bytesAt(p unsafe.Pointer, n int64) []byte { return unsafe.Slice((*byte)(p), n) }

// Trim implements backends.Trimmer: it frees the memory that is kept for later runs.
func (p *Program) Trim() { p.runs.Clear() }

// Close implements backends.Program. It waits for the runs in progress.
func (p *Program) Close() error {
	if !p.settings.Close() {
		return nil
	}
	p.workers.close()
	return p.kernels.Close()
}
