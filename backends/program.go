package backends

import (
	"context"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Kernels are a program's kernels, compiled. Calls may come from many goroutines
// at once, also for one kernel.
type Kernels interface {
	// Call runs the iterations lo to hi, hi excluded, of kernel number k.
	Call(k int, buffers []unsafe.Pointer, lo, hi int64)
	// Close frees what the kernels hold; no Call is under way or follows.
	Close() error
}

// ContextKernels are Kernels whose calls can end early. CallContext is then used in place
// of Call.
type ContextKernels interface {
	// CallContext is Call, but returns soon after ctx is done, with the work half done.
	CallContext(ctx context.Context, k int, buffers []unsafe.Pointer, lo, hi int64)
}

// FallibleKernels are Kernels of a device that can report a fault. TryCall is then used
// in place of Call.
type FallibleKernels interface {
	TryCall(k int, buffers []unsafe.Pointer, lo, hi int64) error
}

// KernelsExporter are Kernels that can be written as they are compiled. Without it an
// exported program has the kernels' instructions.
type KernelsExporter interface {
	ExportKernels() ([]byte, error)
}

// HostProgram runs the host schedule of a program in kernel form: it is what the
// backends that compile kernels return from Compile.
type HostProgram struct {
	Signature
	lowered  *Lowered
	host     *kernel.Host
	kernels  Kernels
	fallible FallibleKernels // nil: they can't fail
	hosted   bool            // whether the host runs operations
	timed    ContextKernels  // nil: their calls don't end early
	steps    []hostStep
	allSteps int // with those inside others
	workers  *workers
	settings *Settings
	header   ProgramHeader
	runs     FreeList[hostRun]

	exporting sync.Mutex
}

// hostStep is a step of the schedule with what the runtime has learned about it.
type hostStep struct {
	kernel.Step
	name   string
	main   *OpNote // what it is reported as; nil where no operation is known
	grid   grid
	blocks [][]hostStep
	number int // among all steps, those inside others included
}

// hostRun is the memory of one run, kept for the next.
type hostRun struct {
	arena   []byte
	buffers []unsafe.Pointer
	job     job
	begin   time.Time
	times   []Record // of the steps, by number; nil unless the run is profiled
}

// NewHostProgram returns the program l, whose kernels ks runs. s are its settings, and
// h says what an exported program is for.
func NewHostProgram(l *Lowered, ks Kernels, s *Settings, h ProgramHeader) *HostProgram {
	m := l.Program
	if s.wrap != nil {
		ks = s.wrap(ks)
	}
	p := &HostProgram{
		Signature: l.Signature, lowered: l, host: &m.Host, kernels: ks, workers: newWorkers(s.Threads), settings: s, header: h,
	}
	p.fallible, _ = ks.(FallibleKernels)
	p.timed, _ = ks.(ContextKernels)
	for i := range m.Host.Steps {
		m.Host.Steps[i].Walk(func(s *kernel.Step) { p.hosted = p.hosted || s.Kernel == kernel.HostStep })
	}
	p.steps = hostSteps(m, m.Host.Steps, l.Ops.Index(), &p.allSteps)
	return p
}

// ArenaBytes returns the bytes that a run needs in addition to inputs, outputs and constants.
func (p *HostProgram) ArenaBytes() int64 { return p.host.ArenaBytes }

// Hold implements Holder.
func (p *HostProgram) Hold(ctx context.Context) (context.Context, error) { return p.settings.Hold(ctx) }

// Release implements Holder.
func (p *HostProgram) Release() { p.settings.Release() }

// Properties implements Configured.
func (p *HostProgram) Properties() *property.Properties { return p.settings.Properties }

// Run implements Program.
func (p *HostProgram) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	outputs, err := p.newOutputs()
	if err != nil {
		return nil, err
	}
	return outputs, p.run(ctx, inputs, outputs, nil)
}

// newOutputs returns tensors for all outputs. Where the host lacks memory it fails with the
// operation whose result has no place.
func (p *HostProgram) newOutputs() ([]*tensor.Tensor, error) {
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

// lacks is the error of memory that the host can't give for some buffers: that of the
// operation whose step is the first to use the largest of them.
func (p *HostProgram) lacks(err error, is func(b *kernel.Buffer) bool) error {
	largest, at := int64(-1), 0
	for i := range p.steps {
		for _, n := range p.steps[i].Args {
			if b := &p.host.Buffers[n]; is(b) && b.Bytes > largest {
				largest, at = b.Bytes, i
			}
		}
	}
	if largest < 0 || p.steps[at].main == nil {
		return diag.OfKind(err, diag.Errorf(diag.Span{}, "no memory for a run on device '%s': %v", p.settings.device, err))
	}
	return &OpError{Op: *p.steps[at].main, Says: "failed: " + err.Error(), Err: err}
}

// RunInto implements IntoRunner. In the steady state it allocates nothing.
func (p *HostProgram) RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
	if err := CheckInputs(p.inputs, inputs); err != nil {
		return err
	}
	if err := CheckOutputs(p.outputs, outputs, inputs); err != nil {
		return err
	}
	return p.run(ctx, inputs, outputs, nil)
}

// RunBuffers implements BufferRunner.
func (p *HostProgram) RunBuffers(ctx context.Context, inputs, outputs []Buffer) error {
	return RunHostBuffers(ctx, p, p.settings.device, inputs, outputs)
}

// run executes the program; inputs and outputs are checked. times, where not nil,
// receives the times of the steps, by their numbers.
func (p *HostProgram) run(ctx context.Context, inputs, outputs []*tensor.Tensor, times []Record) error {
	if err := p.settings.Enter(ctx); err != nil {
		return err
	}
	defer p.settings.Leave()
	if p.hosted {
		ctx = interp.WithProbes(ctx)
	}
	r, err := p.newRun()
	if err != nil {
		return err
	}
	defer p.keep(r)
	p.bind(r, inputs, outputs)
	if times != nil {
		r.begin, r.times = time.Now(), times
	}
	for i := range p.steps {
		if err := p.step(ctx, &p.steps[i], r); err != nil {
			return p.failure(ctx, i, err)
		}
	}
	return nil
}

// failure is the error of step i: a fault of the device names the operation and, where its
// kernel does the work of others too, those.
func (p *HostProgram) failure(ctx context.Context, i int, err error) error {
	if ctx.Err() != nil {
		return err
	}
	n := p.steps[i].main
	if n == nil {
		return diag.OfKind(err, diag.Errorf(diag.Span{}, "step %d ('%s') failed on device '%s': %v", i, p.steps[i].name, p.settings.device, err))
	}
	failed := &OpError{Op: *n, Says: fmt.Sprintf("failed on device '%s': %v", p.settings.device, err), Err: err}
	index := p.lowered.Ops.Index()
	for _, id := range p.steps[i].Ops {
		if other := index[id]; other != nil && other.Host == n.ID && other != n {
			failed.With = append(failed.With, *other)
		}
	}
	return failed
}

// keep saves r for a later run, without the addresses of this one's tensors.
func (p *HostProgram) keep(r *hostRun) {
	clear(r.buffers)
	clear(r.job.args)
	r.times = nil
	p.runs.Put(r)
}

// arenaAlign is the alignment of arenas and so of all their buffers: a cache line.
const arenaAlign = 64

// newRun returns the memory of a run; it fails where the host lacks so much.
func (p *HostProgram) newRun() (*hostRun, error) {
	if r := p.runs.Get(); r != nil {
		return r, nil
	}
	arena, err := aligned(p.host.ArenaBytes)
	if err != nil {
		return nil, p.lacks(err, func(b *kernel.Buffer) bool { return b.Place == kernel.Arena })
	}
	return &hostRun{arena: arena, buffers: make([]unsafe.Pointer, len(p.host.Buffers))}, nil
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

// bind finds the addresses of all buffers.
func (p *HostProgram) bind(r *hostRun, inputs, outputs []*tensor.Tensor) {
	for i := range p.host.Buffers {
		b := &p.host.Buffers[i]
		switch b.Place {
		case kernel.Input:
			r.buffers[i] = start(inputs[b.Index].Data)
		case kernel.Global:
			r.buffers[i] = start(p.host.Globals[b.Index].Data)
		case kernel.Arena:
			r.buffers[i] = start(r.arena[b.Offset:])
		case kernel.Output:
			r.buffers[i] = start(outputs[b.Index].Data)
		}
	}
}

func start(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// step runs one step of the schedule.
func (p *HostProgram) step(ctx context.Context, s *hostStep, r *hostRun) error {
	if r.times == nil {
		return p.execute(ctx, s, r)
	}
	began := time.Since(r.begin)
	err := p.execute(ctx, s, r)
	if err == nil {
		took := time.Since(r.begin) - began
		busy := took // the host's own work
		if s.Kernel >= 0 {
			busy = time.Duration(r.job.busy.Load())
		}
		r.times[s.number].Add(began, took, busy)
	}
	return err
}

func (p *HostProgram) execute(ctx context.Context, s *hostStep, r *hostRun) error {
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
	return p.workers.run(ctx, j)
}

func bytesAt(p unsafe.Pointer, n int64) []byte { return unsafe.Slice((*byte)(p), n) }

// Trim implements Trimmer: memory that runs keep for later ones goes.
func (p *HostProgram) Trim() { p.runs.Clear() }

// Close implements Program. It waits for the runs that are under way.
func (p *HostProgram) Close() error {
	if !p.settings.Close() {
		return nil
	}
	p.workers.close()
	return p.kernels.Close()
}
