package backends

import (
	"context"
	"sync"
	"time"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir"
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

// HostProgram runs the host schedule of a program in kernel form: it is what the
// backends that compile kernels return from Compile.
type HostProgram struct {
	host    *kernel.Host
	kernels Kernels
	steps   []hostStep
	inputs  []ir.Type
	outputs []ir.Type
	workers *workers
	runs    sync.Pool // of *hostRun
	profile func(kernel string, took time.Duration)
}

// hostStep is a step of the schedule with what the runtime has learned about it.
type hostStep struct {
	kernel.Step
	name string
	grid grid
}

// hostRun is the memory of one run, kept for the next.
type hostRun struct {
	arena   []byte
	buffers []unsafe.Pointer
	args    []unsafe.Pointer
}

// NewHostProgram returns the program l, whose kernels ks runs. s are its settings.
func NewHostProgram(l *Lowered, ks Kernels, s *Settings) *HostProgram {
	m := l.Program
	p := &HostProgram{host: &m.Host, kernels: ks, workers: newWorkers(s.Threads), inputs: l.Inputs, outputs: l.Outputs}
	p.steps = make([]hostStep, len(m.Host.Steps))
	for i, s := range m.Host.Steps {
		p.steps[i].Step, p.steps[i].name = s, "copy"
		if s.Kernel >= 0 {
			p.steps[i].name = m.Kernels[s.Kernel].Name
			p.steps[i].grid.n = m.Kernels[s.Kernel].Grid
		}
	}
	return p
}

// Inputs and Outputs implement [Program].
func (p *HostProgram) Inputs() []ir.Type  { return p.inputs }
func (p *HostProgram) Outputs() []ir.Type { return p.outputs }

// ArenaBytes is how much memory a run takes beside inputs, outputs and constants.
func (p *HostProgram) ArenaBytes() int64 { return p.host.ArenaBytes }

// Profile makes every later run report each step: the kernel's name, or "copy", and
// how long it took. f is called in order by the goroutine of the run; nil ends it. It
// must not be called during a run.
func (p *HostProgram) Profile(f func(kernel string, took time.Duration)) { p.profile = f }

// Run implements [Program].
func (p *HostProgram) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := p.newRun()
	defer p.keep(r)
	outputs := p.bind(r, inputs)
	for i := range p.steps {
		if err := p.step(ctx, &p.steps[i], r); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

// keep saves r for a later run, without the addresses of this one's tensors.
func (p *HostProgram) keep(r *hostRun) {
	clear(r.buffers)
	clear(r.args)
	p.runs.Put(r)
}

// arenaAlign is the alignment of arenas and so of all their buffers: a cache line.
const arenaAlign = 64

func (p *HostProgram) newRun() *hostRun {
	if r, ok := p.runs.Get().(*hostRun); ok {
		return r
	}
	return &hostRun{
		arena:   aligned(int(p.host.ArenaBytes)),
		buffers: make([]unsafe.Pointer, len(p.host.Buffers)),
	}
}

// aligned returns n zero bytes that start at a multiple of arenaAlign.
func aligned(n int) []byte {
	b := make([]byte, n+arenaAlign)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (arenaAlign - 1)
	return b[skip : skip+n : skip+n]
}

// bind finds the addresses of all buffers, and makes the outputs.
func (p *HostProgram) bind(r *hostRun, inputs []*tensor.Tensor) []*tensor.Tensor {
	outputs := make([]*tensor.Tensor, len(p.host.Outputs))
	for i, t := range p.outputs {
		shape, _ := t.Shape()
		outputs[i] = tensor.New(t.Kind(), shape...)
	}
	for i, b := range p.host.Buffers {
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
	return outputs
}

func start(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// step runs one step of the schedule.
func (p *HostProgram) step(ctx context.Context, s *hostStep, r *hostRun) error {
	if p.profile != nil {
		begin := time.Now()
		defer func() { p.profile(s.name, time.Since(begin)) }()
	}
	if s.Kernel < 0 {
		n := p.host.Buffers[s.Args[0]].Bytes
		copy(bytesAt(r.buffers[s.Args[1]], n), bytesAt(r.buffers[s.Args[0]], n))
		return ctx.Err()
	}
	r.args = r.args[:0]
	for _, a := range s.Args {
		r.args = append(r.args, r.buffers[a])
	}
	return p.workers.run(ctx, &s.grid, func(lo, hi int64) { p.kernels.Call(s.Kernel, r.args, lo, hi) })
}

func bytesAt(p unsafe.Pointer, n int64) []byte { return unsafe.Slice((*byte)(p), n) }

// Close implements [Program].
func (p *HostProgram) Close() error {
	p.workers.close()
	return p.kernels.Close()
}
