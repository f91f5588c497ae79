package ref

import (
	"context"
	"io"
	"math"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// program is a module that is interpreted.
type program struct {
	host.Signature
	module   ir.Module
	f        fn.Func
	ops      host.OpNotes
	settings *backends.Settings
	header   sealed.Header
	printing sync.Mutex // locked during printing, which assigns numbers to the module's values
}

func newProgram(m ir.Module, entry string, s *backends.Settings, h sealed.Header) (*program, error) {
	f, err := fn.Entry(m, entry)
	if err != nil {
		return nil, err
	}
	if err := host.CheckValues(m.Op); err != nil {
		return nil, err
	}
	p := &program{module: m, f: f, ops: host.NoteOps(f), settings: s, header: h}
	p.Signature, err = host.NewSignature(f)
	return p, err
}

// settle sets the field Host of each note in p.ops. For an operation that the passes removed, Host
// is the id of the operation that does its work, or 0 if there is none.
func (p *program) settle() {
	does := map[uint32]uint32{}
	for op := range p.f.Entry().Ops() {
		for _, id := range op.Sources() {
			does[id] = op.ID()
		}
	}
	for op := range p.f.Entry().Ops() {
		does[op.ID()] = op.ID()
	}
	for i := range p.ops {
		p.ops[i].Host = does[p.ops[i].ID]
	}
}

// Hold implements backends.Holder.
func (p *program) Hold(ctx context.Context) (context.Context, error) { return p.settings.Hold(ctx) }

// Release implements backends.Holder.
func (p *program) Release() { p.settings.Release() }

// Properties implements backends.Configured.
func (p *program) Properties() *property.Properties { return p.settings.Properties }

// Close implements backends.Program.
func (p *program) Close() error {
	p.settings.Close()
	return nil
}

// Run implements backends.Program.
func (p *program) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	outs, err := p.interpret(ctx, inputs)
	if err != nil {
		return nil, err
	}
	for i, o := range outs {
		// The interpreter may return inputs and constants, so results are copied.
		outs[i], err = clone(ctx, o)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			return nil, p.failed(p.gives(i), "failed: "+err.Error(), err)
		}
	}
	return outs, nil
}

func (p *program) interpret(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := p.CheckInputs(inputs); err != nil {
		return nil, err
	}
	if err := p.settings.Enter(ctx); err != nil {
		return nil, err
	}
	defer p.settings.Leave()
	outs, err := interp.Run(interp.WithAllocator(ctx, allocate), p.f.Op, inputs)
	if op, why, ok := interp.Failed(err); ok {
		return nil, p.failed(op, why, err)
	}
	if err != nil {
		return nil, err
	}
	for i, o := range outs {
		// If extents are known only at run time, an operation may return a tensor that contradicts
		// its type.
		if err := backends.CheckTensor("its result", p.Outputs()[i], o); err != nil {
			return nil, p.failed(p.gives(i), "failed: "+diag.All(err)[0].Message, err)
		}
	}
	return outs, nil
}

// gives returns the operation that computes result i, or the return operation if the result is an
// argument.
func (p *program) gives(i int) *ir.Op {
	op := p.f.Entry().Last()
	if def := op.OperandList()[i].Def(); def != nil {
		return def
	}
	return op
}

func (p *program) failed(op *ir.Op, why string, err error) error {
	note := backends.NoteOf(op)
	if n := p.ops.Index()[op.ID()]; n != nil {
		note = *n
	}
	return &backends.OpError{Op: note, Says: why, Err: err}
}

// RunInto implements backends.IntoRunner.
func (p *program) RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
	if err := p.CheckOutputs(outputs, inputs); err != nil {
		return err
	}
	outs, err := p.interpret(ctx, inputs)
	if err != nil {
		return err
	}
	if err := backends.CheckShapes(outputs, outs); err != nil {
		return err
	}
	for i, o := range outs {
		copy(outputs[i].Data, o.Data)
	}
	return nil
}

// RunBuffers implements backends.BufferRunner.
func (p *program) RunBuffers(ctx context.Context, inputs, outputs []backends.Buffer) error {
	return host.RunBuffers(ctx, p, p.settings.Device(), inputs, outputs)
}

// RunProfiled implements backends.Profiled.
func (p *program) RunProfiled(ctx context.Context, inputs []*tensor.Tensor, to *backends.Profile) ([]*tensor.Tensor, error) {
	if to == nil {
		return p.Run(ctx, inputs)
	}
	begin := time.Now()
	var mu sync.Mutex // guards the records of operations that run in parallel
	records := map[uint32]*backends.Record{}
	inside := map[uint32][]uint32{} // nested operations by parent, in order of first execution
	observe := func(op *ir.Op, began time.Time) {
		top := op.Block() == p.f.Entry()
		if !top && !controls(op.Parent()) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		r := records[op.ID()]
		if r == nil {
			n := backends.NoteOf(op)
			r = &backends.Record{Op: n.ID, Name: n.Name, Place: n.Place}
			records[n.ID] = r
			if !top {
				r.Inside = op.Parent().ID()
				inside[r.Inside] = append(inside[r.Inside], n.ID)
			}
		}
		took := time.Since(began)
		r.Add(began.Sub(begin), took, took)
		if top {
			r.Runs, r.First = 0, 0
		}
	}
	if ctx != nil { // without a context, Run returns an error
		ctx = interp.WithObserver(ctx, observe)
	}
	outs, err := p.Run(ctx, inputs)
	to.Wall += time.Since(begin)
	var add func(r backends.Record)
	add = func(r backends.Record) {
		r.Exec, r.Device = "interpreter", p.settings.Device()
		to.Records = append(to.Records, r)
		for _, id := range inside[r.Op] {
			add(*records[id])
		}
	}
	for _, n := range p.ops {
		var r backends.Record // its status stays NotRun if the run ended before the operation
		if ran := records[n.ID]; ran != nil {
			r = *ran
		}
		if n.Host != n.ID {
			r.Host = n.Host
			if host := records[n.Host]; n.Host == 0 || host != nil {
				r.Status = backends.OptimizedOut
			}
		}
		r.Op, r.Name, r.Place = n.ID, n.Name, n.Place
		add(r)
	}
	return outs, err
}

// controls reports whether op is control flow. The operations in its regions are then steps of the
// program. Regions of other operations, such as reductions, are part of one step.
func controls(op *ir.Op) bool {
	if op == nil {
		return false
	}
	switch op.View().(type) {
	case stablehlo.While, stablehlo.If, stablehlo.Case:
		return true
	}
	_, ok := ir.Cast[ir.RegionBranch](op)
	return ok
}

// RuntimeGraph implements backends.Graphed. Every executed operation is a step.
func (p *program) RuntimeGraph() string {
	g := host.NewGraphWriter(p.settings.Device(), p.ops)
	hosted := p.ops.Hosted()
	for _, n := range p.ops {
		if n.Host == n.ID {
			g.Step(host.GraphStep{Exec: "interpreter", Ops: hosted[n.ID]})
		}
	}
	return g.Text()
}

// Export implements backends.Exporter.
func (p *program) Export(w io.Writer) error {
	return backends.Write(w, p.header, p.encode)
}

func (p *program) encode(e *sealed.Encoder) error {
	p.printing.Lock()
	defer p.printing.Unlock()
	e.String(p.Signature.Text())
	e.String(p.f.SymName())
	p.ops.Encode(e)
	var ids []uint32
	p.module.Op.Walk(func(op *ir.Op) bool { ids = append(ids, op.ID()); return true })
	sealed.EncodeNumbers(e, ids)
	e.String(asm.String(p.module.Op))
	return nil
}

// Import implements backends.Importer.
func (b backend) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	payload, s, err := b.ImportSettings(ctx, b.Header("", nil), blob, o)
	if err != nil {
		return nil, err
	}
	d := sealed.NewDecoder(payload)
	types, entry := d.String(), d.String()
	notes := host.DecodeOpNotes(d, o.Source)
	ids := sealed.DecodeNumbers[uint32](d, math.MaxUint32+1)
	text := d.Blob()
	if d.Err() != nil || len(d.Rest()) > 0 {
		return nil, sealed.Bad("has unreadable data")
	}
	m, err := parse(text, ids, o)
	if err != nil {
		return nil, err
	}
	p, err := newProgram(m, entry, s, b.Header("", s))
	if err != nil {
		return nil, sealed.Bad("has a module that can't be run: %v", err)
	}
	if p.Signature, err = host.ParseSignature(o.Registry, types); err != nil {
		return nil, sealed.Bad("has no readable signature: %v", err)
	}
	if !p.Signature.Of(p.f) {
		return nil, sealed.Bad("has a signature that does not match its function")
	}
	p.ops = notes
	return p, nil
}

// parse reads the text of a module, and gives the operations the given ids. If o has the source
// module, the operations get the locations of the source module's operations.
func parse(text []byte, ids []uint32, o backends.ImportOptions) (ir.Module, error) {
	op, err := asm.Parse(o.Registry, diag.NewSource("exported", text), asm.Options{})
	if err != nil {
		return ir.Module{}, sealed.Bad("has a module that can't be read: %v", err)
	}
	locs := map[uint32]ir.Loc{}
	if o.Source.Op != nil {
		host.Numbered(o.Source).Op.Walk(func(op *ir.Op) bool { locs[op.ID()] = op.Loc(); return true })
	}
	n := 0
	op.Walk(func(op *ir.Op) bool {
		if n < len(ids) {
			op.SetID(ids[n])
		}
		if loc, ok := locs[op.ID()]; ok {
			op.SetLoc(loc)
		}
		n++
		return true
	})
	m, ok := ir.As[ir.Module](op)
	if !ok || n != len(ids) {
		return m, sealed.Bad("has a module whose operations do not match its list of ids")
	}
	return m, nil
}

// clone returns a copy of t, or the error of ctx if ctx ends first.
func clone(ctx context.Context, t *tensor.Tensor) (*tensor.Tensor, error) {
	const part = 4 << 20 // bytes, copied without a test of ctx
	if len(t.Data) <= part {
		return t.TryClone()
	}
	to, err := allocate(ctx, t.Kind, t.Shape)
	for at := 0; err == nil && at < len(t.Data); at += part {
		copy(to.Data[at:], t.Data[at:min(at+part, len(t.Data))])
		err = ctx.Err()
	}
	return to, err
}

// allocate returns a new tensor, unless ctx ends first.
func allocate(ctx context.Context, k tensor.Kind, shape []int64) (*tensor.Tensor, error) {
	return backends.Until(ctx, func() (*tensor.Tensor, error) { return tensor.TryNew(k, shape...) })
}
