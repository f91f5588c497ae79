package hetero

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// part is a compiled cluster.
type part struct {
	device  string
	backend string
	program backends.Program
	ops     []uint32
	static  bool                  // all outputs have static shapes
	into    backends.IntoRunner   // nil if the program doesn't implement it
	buffers backends.BufferRunner // set only for a device with separate memory
	memory  backends.Memory       // separate memory for the buffers of the part, or nil

	// outstanding is the number of unfinished runs that use the part. taken is the value of
	// program.takes when the part was last taken. program.choice guards both fields.
	outstanding, taken int
}

func newPart(device string, b backends.Backend, p backends.Program, ops []uint32) *part {
	out := &part{device: device, backend: b.Info().Name, program: p, ops: ops, static: true}
	for _, t := range p.Outputs() {
		out.static = out.static && t.HasStaticShape()
	}
	out.into, _ = p.(backends.IntoRunner)
	if m, err := backends.MemoryOf(b); err == nil && m.Space() != backends.HostSpace {
		var ok bool
		if out.buffers, ok = p.(backends.BufferRunner); ok && out.static {
			out.memory = m
		}
	}
	return out
}

// program is a plan and its compiled parts.
type program struct {
	host.Signature
	*plan
	parts    []*part
	notes    host.OpNotes
	index    map[uint32]*backends.OpNote
	settings *backends.Settings
	header   sealed.Header
	mode     string
	devices  map[string]chan struct{} // if runs are pipelined: holds a token while the device works
	copies   host.CopyCounter
	runs     host.FreeList[run]

	choice sync.Mutex // guards outstanding and taken of all parts
	takes  int        // number of calls of take
}

// take chooses the copy of the step's cluster that runs the step. It is the copy with the fewest
// outstanding runs. Among several such copies, it is the least recently taken one. The caller must
// call program.leave after the run.
func (p *program) take(st *step) *part {
	p.choice.Lock()
	defer p.choice.Unlock()
	q := p.parts[st.copies[0]]
	for _, n := range st.copies[1:] {
		c := p.parts[n]
		if c.outstanding < q.outstanding || c.outstanding == q.outstanding && c.taken < q.taken {
			q = c
		}
	}
	p.takes++
	q.outstanding, q.taken = q.outstanding+1, p.takes
	return q
}

func (p *program) leave(q *part) {
	p.choice.Lock()
	defer p.choice.Unlock()
	q.outstanding--
}

func newProgram(sig host.Signature, pl *plan, parts []*part, notes host.OpNotes, s *backends.Settings, h sealed.Header) *program {
	p := &program{Signature: sig, plan: pl, parts: parts, notes: notes, index: notes.Index(), settings: s, header: h, devices: map[string]chan struct{}{}}
	mode, err := s.Properties.Get(ModeProperty)
	if err != nil {
		panic("hetero: BUG: " + err.Error())
	}
	p.mode = mode.(string)
	devices := devicesOf(parts)
	for _, device := range devices {
		p.devices[device] = make(chan struct{}, 1)
	}
	s.Properties = s.Properties.Extended(property.Property{Key: "parts", Doc: "how many clusters a run launches", Default: len(pl.steps)},
		property.Property{Key: backends.PartDevicesProperty, Doc: "the devices of the clusters", Default: devices},
		property.Property{Key: backends.ExecutionProperty, Doc: "the devices that the program runs on", Default: devices})
	return p
}

func devicesOf(parts []*part) []string {
	var devices []string
	for _, q := range parts {
		if !slices.Contains(devices, q.device) {
			devices = append(devices, q.device)
		}
	}
	return devices
}

// Copies returns the total of all copies between memories so far.
func (p *program) Copies() host.Copies { return p.copies.Copies() }

// Hold implements backends.Holder.
func (p *program) Hold(ctx context.Context) (context.Context, error) { return p.settings.Hold(ctx) }

// Release implements backends.Holder.
func (p *program) Release() { p.settings.Release() }

// Properties implements backends.Configured.
func (p *program) Properties() *property.Properties { return p.settings.Properties }

// Close implements backends.Program. It waits for the runs in progress.
func (p *program) Close() error {
	if !p.settings.Close() {
		return nil
	}
	return closeAll(p.parts)
}

func closeAll(parts []*part) error {
	var errs []error
	for _, q := range parts {
		if q != nil {
			errs = append(errs, q.program.Close())
		}
	}
	return errors.Join(errs...)
}

func joined(err, after error) error {
	if after == nil {
		return err
	}
	return errors.Join(err, after)
}

// Trim implements backends.Trimmer.
func (p *program) Trim() {
	p.runs.Clear()
	for _, q := range p.parts {
		if t, ok := q.program.(backends.Trimmer); ok {
			t.Trim()
		}
	}
}

// Run implements backends.Program.
func (p *program) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := p.CheckInputs(inputs); err != nil {
		return nil, err
	}
	outputs := make([]*tensor.Tensor, len(p.results))
	if err := p.execute(ctx, inputs, outputs, nil); err != nil {
		return nil, err
	}
	return outputs, nil
}

// RunInto implements backends.IntoRunner.
func (p *program) RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
	if err := p.CheckInputs(inputs); err != nil {
		return err
	}
	if err := p.CheckOutputs(outputs, inputs); err != nil {
		return err
	}
	return p.execute(ctx, inputs, outputs, nil)
}

// RunBuffers implements backends.BufferRunner.
func (p *program) RunBuffers(ctx context.Context, inputs, outputs []backends.Buffer) error {
	return host.RunBuffers(ctx, p, p.settings.Device(), inputs, outputs)
}

// execute runs all steps. It allocates outputs that are nil. prof, if not nil, records each step.
func (p *program) execute(ctx context.Context, inputs, outputs []*tensor.Tensor, prof *profiler) error {
	if err := p.settings.Enter(ctx); err != nil {
		return err
	}
	defer p.settings.Leave()
	r := p.newRun(ctx, inputs, outputs, prof)
	defer r.end()
	var err error
	if p.mode == Asynchronous && len(p.steps) > 1 {
		err = r.all()
	} else {
		for i := range p.steps {
			if err = r.step(ctx, i); err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	return r.finish()
}

// failure returns the error of step i, which ran on q. The error names the partition and the
// operation that failed. If the operation is unknown, the error lists the operations of the step.
func (p *program) failure(i int, q *part, err error) error {
	st := &p.steps[i]
	var failed *backends.OpError
	all := diag.All(err)
	d := *all[0]
	d.Notes = append(slices.Clip(d.Notes), all[1:]...)
	if errors.As(err, &failed) {
		there := *failed
		there.Op = p.note(st, q, failed.Op)
		there.With = make([]backends.OpNote, len(failed.With))
		for k, n := range failed.With {
			there.With[k] = p.note(st, q, n)
		}
		d = *there.Diagnostic()
	} else {
		d.Note(diag.Span{}, "its operations are %s", p.named(st))
	}
	d.Message = fmt.Sprintf("partition %d (@%s on device '%s'): %s", i+1, st.name, q.device, d.Message)
	return diag.OfKind(err, &d)
}

// mostNamed is the maximum number of operations of a partition that an error names.
const mostNamed = 8

// named lists the first operations of a step, and says how many more there are.
func (p *program) named(st *step) string {
	var names []string
	for _, id := range st.ops {
		if n := p.index[id]; n != nil {
			names = append(names, fmt.Sprintf("'%s' op #%d", n.Name, id))
		}
	}
	if more := len(names) - mostNamed; more > 0 {
		return fmt.Sprintf("%s, and %d more", strings.Join(names[:mostNamed], ", "), more)
	}
	return strings.Join(names, ", ")
}

// note returns the note of the operation of the step that corresponds to n. n is about an operation
// of the part q. If there is no such operation, note returns n.
func (p *program) note(st *step, q *part, n backends.OpNote) backends.OpNote {
	if known := p.index[st.own(q, n.ID)]; known != nil && slices.Contains(q.ops, n.ID) {
		return *known
	}
	return n
}

// own returns the id of the step's operation that corresponds to an operation of the part q. The
// ids differ if equal clusters share q.
func (st *step) own(q *part, id uint32) uint32 {
	if k := slices.Index(q.ops, id); k >= 0 && k < len(st.ops) {
		return st.ops[k]
	}
	return id
}
