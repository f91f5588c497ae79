package hetero

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// run is the state of one run, reused by later runs.
type run struct {
	p       *program
	ctx     context.Context
	prof    *profiler
	outputs []*tensor.Tensor

	mu     sync.Mutex // guards values if steps run concurrently
	values []value
	own    []*tensor.Tensor // by slot: tensors for values that are not results, allocated once
	ins    [][]*tensor.Tensor
	outs   [][]*tensor.Tensor
	by     []*part // by step: the part that ran the step
}

// value is a value that steps read or write, in one or several memories; see [step].
type value struct {
	host *tensor.Tensor
	// devices has one buffer for each device memory that holds the value. The buffers are closed at
	// the end of the run, since steps that read them can run concurrently.
	devices []backends.Buffer
}

func (p *program) newRun(ctx context.Context, inputs, outputs []*tensor.Tensor, prof *profiler) *run {
	r := p.runs.Get()
	if r == nil {
		r = &run{p: p, values: make([]value, p.slots), own: make([]*tensor.Tensor, p.slots), by: make([]*part, len(p.steps))}
		for _, s := range p.steps {
			r.ins = append(r.ins, make([]*tensor.Tensor, len(s.in)))
			r.outs = append(r.outs, make([]*tensor.Tensor, len(s.out)))
		}
	}
	r.ctx, r.outputs, r.prof = ctx, outputs, prof
	for i, c := range p.constants {
		r.values[i] = value{host: c}
	}
	for i, in := range inputs {
		r.values[i] = value{host: in}
	}
	return r
}

// end closes the buffers in device memories, and keeps r for a later run.
func (r *run) end() {
	for i := range r.values {
		closeBuffers(r.values[i].devices)
		r.values[i] = value{}
	}
	for i := range r.ins {
		clear(r.ins[i])
		clear(r.outs[i])
	}
	r.ctx, r.outputs, r.prof = nil, nil, nil
	r.p.runs.Put(r)
}

// step runs step i with one of the copies of its cluster. If runs are pipelined, the device of this
// copy works on one run at a time.
func (r *run) step(ctx context.Context, i int) error {
	st := &r.p.steps[i]
	q := r.p.take(st)
	defer r.p.leave(q)
	r.by[i] = q
	if r.p.mode == Pipelined {
		turn := r.p.devices[q.device]
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		defer func() { <-turn }()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var err error
	if q.memory != nil {
		err = r.onDevice(ctx, i, st, q)
	} else {
		err = r.onHost(ctx, i, st, q)
	}
	if err != nil {
		return r.p.failure(i, q, err)
	}
	return nil
}

// onHost runs a step whose inputs and outputs are in the host's memory.
func (r *run) onHost(ctx context.Context, i int, st *step, q *part) error {
	in := r.ins[i]
	for k, slot := range st.in {
		t, err := r.host(slot)
		if err != nil {
			return err
		}
		in[k] = t
	}
	if q.into != nil && q.static && r.prof == nil {
		if out := r.outs[i]; r.places(st, out) {
			if err := q.into.RunInto(ctx, in, out); err != nil {
				return err
			}
			r.set(st.out, out)
			return nil
		}
	}
	out, err := r.fresh(ctx, i, q, in)
	if err != nil {
		return err
	}
	r.set(st.out, out)
	return nil
}

// The method "fresh" runs a step whose results are new tensors, with r.prof if that is not nil.
func (r *run) fresh(ctx context.Context, i int, q *part, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	run := q.program.Run
	if r.prof != nil {
		run = func(ctx context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return r.prof.run(ctx, r.p, i, q, in)
		}
	}
	out, err := run(ctx, in)
	if err == nil {
		err = backends.CheckResults(q.backend, q.program.Outputs(), out, in)
	}
	return out, err
}

func (r *run) set(slots []int, ts []*tensor.Tensor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, slot := range slots {
		r.values[slot].host = ts[k]
	}
}

// places sets out[k] to the tensor into which result k of the step is computed. It returns false if
// the host lacks memory. The part then allocates its results itself, so that the error names the
// operation.
func (r *run) places(st *step, out []*tensor.Tensor) bool {
	for k, slot := range st.out {
		var err error
		if out[k], err = r.memory(slot); err != nil {
			return false
		}
	}
	return true
}

// memory returns the tensor for the value of a slot: an output, or a tensor that the run keeps.
func (r *run) memory(slot int) (t *tensor.Tensor, err error) {
	if at := r.p.place[slot]; at >= 0 {
		if t := r.outputs[at]; t != nil {
			return t, nil
		}
		return r.newTensor(slot)
	}
	// An incorrect part may have changed the Shape of the tensor in an earlier run. Then a new
	// tensor replaces it.
	if own := r.own[slot]; own == nil || backends.CheckTensor("", r.p.types[slot], own) != nil {
		if t, err = r.newTensor(slot); err != nil {
			return nil, err
		}
		r.own[slot] = t
	}
	return r.own[slot], nil
}

func (r *run) newTensor(slot int) (*tensor.Tensor, error) {
	shape, _ := r.p.types[slot].Shape()
	return tensor.TryNew(r.p.types[slot].Kind(), shape...)
}

func (r *run) read(v *value, slot int) error {
	t, err := r.newTensor(slot)
	if err != nil {
		return err
	}
	if err := v.devices[0].Read(t); err != nil {
		return err
	}
	r.p.copies.Add(int64(len(t.Data)))
	v.host = t
	return nil
}

// host returns the value of a slot in the host's memory, copied if necessary.
func (r *run) host(slot int) (*tensor.Tensor, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := &r.values[slot]
	if v.host == nil {
		if err := r.read(v, slot); err != nil {
			return nil, err
		}
	}
	return v.host, nil
}

// The method "on" returns a buffer in memory m with the value of a slot, copied if necessary.
func (r *run) on(m backends.Memory, slot int) (backends.Buffer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := &r.values[slot]
	for _, b := range v.devices {
		if b.Memory().Space() == m.Space() {
			return b, nil
		}
	}
	if v.host == nil {
		if err := r.read(v, slot); err != nil {
			return nil, err
		}
	}
	b, err := m.NewBuffer(v.host.Kind, v.host.Shape...)
	if err != nil {
		return nil, err
	}
	if err := b.Write(v.host); err != nil {
		b.Close()
		return nil, err
	}
	r.p.copies.Add(int64(len(v.host.Data)))
	v.devices = append(v.devices, b)
	return b, nil
}

func closeBuffers(bs []backends.Buffer) {
	for _, b := range bs {
		b.Close()
	}
}

// onDevice runs a step whose device has separate memory.
func (r *run) onDevice(ctx context.Context, i int, st *step, q *part) error {
	in, out := make([]backends.Buffer, len(st.in)), make([]backends.Buffer, len(st.out))
	var err error
	for k, slot := range st.in {
		if in[k], err = r.on(q.memory, slot); err != nil {
			return err
		}
	}
	for k, slot := range st.out {
		shape, _ := r.p.types[slot].Shape()
		if out[k], err = q.memory.NewBuffer(r.p.types[slot].Kind(), shape...); err != nil {
			closeBuffers(out[:k])
			return err
		}
	}
	run := func() error { return q.buffers.RunBuffers(ctx, in, out) }
	if r.prof != nil {
		err = r.prof.timed(r.p, i, q, run)
	} else {
		err = run()
	}
	if err != nil {
		closeBuffers(out)
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, slot := range st.out {
		r.values[slot].devices = append(r.values[slot].devices, out[k])
	}
	return nil
}

func (r *run) finish() error {
	for i, slot := range r.p.results {
		t, err := r.host(slot)
		if err != nil {
			return r.noResult(i, err)
		}
		switch {
		case r.outputs[i] == t: // the value was computed directly into the output
		case r.outputs[i] != nil:
			if want := r.p.types[slot]; !backends.Fits(t, want) {
				return backends.Misfit(fmt.Sprintf("output #%d", i), want, t)
			}
			// The shape of t may be known only after the run.
			if !slices.Equal(t.Shape, r.outputs[i].Shape) {
				return backends.Misfit(fmt.Sprintf("output #%d", i), backends.TypeOf(t), r.outputs[i])
			}
			copy(r.outputs[i].Data, t.Data)
		case r.p.place[slot] == i:
			r.outputs[i] = t
		default:
			if r.outputs[i], err = t.TryClone(); err != nil {
				return r.noResult(i, err)
			}
		}
	}
	return nil
}

// noResult returns the error of result i, which was computed but can't be returned. The error names
// the partition that computed the result. Inputs and constants have none.
func (r *run) noResult(i int, err error) error {
	err = diag.OfKind(err, diag.Errorf(diag.Span{}, "result #%d can't be copied: %v", i, err))
	for k := range r.p.steps {
		if slices.Contains(r.p.steps[k].out, r.p.results[i]) {
			return r.p.failure(k, r.by[k], err)
		}
	}
	return err
}

// The method "all" starts every step as soon as the steps whose results it reads are done. After an
// error, no further step begins, and the method returns when the steps in progress have ended.
func (r *run) all() error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	steps := r.p.steps
	waiting := make([]atomic.Int32, len(steps))
	readers := make([][]int, len(steps))
	for i := range steps {
		waiting[i].Store(int32(len(steps[i].after)))
		for _, a := range steps[i].after {
			readers[a] = append(readers[a], i)
		}
	}
	var first error
	var once sync.Once
	var running sync.WaitGroup
	var begin func(i int)
	begin = func(i int) {
		running.Go(func() {
			// Other steps then fail because ctx is canceled. Only the first error is kept.
			if err := r.step(ctx, i); err != nil {
				once.Do(func() { first = err })
				cancel()
				return
			}
			for _, n := range readers[i] {
				if waiting[n].Add(-1) == 0 {
					begin(n)
				}
			}
		})
	}
	for i := range steps {
		if len(steps[i].after) == 0 {
			begin(i)
		}
	}
	running.Wait()
	return first
}
