package hetero

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type profiler struct {
	begin time.Time

	mu    sync.Mutex
	steps [][]backends.Record // records by step
}

// RunProfiled implements backends.Profiled. It adds the records of each step. The names of records
// begin with the step and its device, as in "part1@vm: ".
func (p *program) RunProfiled(ctx context.Context, inputs []*tensor.Tensor, to *backends.Profile) ([]*tensor.Tensor, error) {
	if to == nil {
		return p.Run(ctx, inputs)
	}
	if err := p.CheckInputs(inputs); err != nil {
		return nil, err
	}
	prof := &profiler{begin: time.Now(), steps: make([][]backends.Record, len(p.steps))}
	outputs := make([]*tensor.Tensor, len(p.results))
	err := p.execute(ctx, inputs, outputs, prof)
	to.Wall += time.Since(prof.begin)
	for i, records := range prof.steps {
		if records == nil { // the run ended before this step
			q := p.parts[p.steps[i].copies[0]]
			for _, id := range p.steps[i].ops {
				if n := p.index[id]; n != nil {
					records = append(records, backends.Record{Op: id, Name: prefix(i, q) + n.Name, Place: n.Place, Device: q.device})
				}
			}
		}
		to.Records = append(to.Records, records...)
	}
	if err != nil {
		return nil, err
	}
	return outputs, nil
}

func prefix(i int, q *part) string { return fmt.Sprintf("part%d@%s: ", i+1, q.device) }

// run executes step i and records each operation. If the program does not report its operations,
// run records the step as a whole.
func (f *profiler) run(ctx context.Context, p *program, i int, q *part, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	inner, ok := q.program.(backends.Profiled)
	if !ok {
		var out []*tensor.Tensor
		err := f.timed(p, i, q, func() (err error) { out, err = q.program.Run(ctx, in); return err })
		return out, err
	}
	began := time.Since(f.begin)
	var profile backends.Profile
	out, err := inner.RunProfiled(ctx, in, &profile)
	for k := range profile.Records {
		r := &profile.Records[k]
		r.Name, r.Began, r.Device = prefix(i, q)+r.Name, r.Began+began, q.device
		r.Op, r.Host, r.Inside = p.steps[i].own(q, r.Op), p.steps[i].own(q, r.Host), p.steps[i].own(q, r.Inside)
	}
	f.keep(i, profile.Records)
	return out, err
}

// timed runs a step and records it under its last operation. The records of the other operations
// have this operation as Host. Their status is OptimizedOut, or NotRun if the step fails.
func (f *profiler) timed(p *program, i int, q *part, run func() error) error {
	began := time.Since(f.begin)
	err := run()
	took := time.Since(f.begin) - began
	r := backends.Record{Name: prefix(i, q) + "@" + p.steps[i].name, Exec: q.backend, Device: q.device, Began: began}
	with := backends.NotRun
	if err == nil {
		r.Status, r.Took, r.Busy, with = backends.Executed, took, took, backends.OptimizedOut
	}
	var records []backends.Record
	for _, id := range slices.Backward(p.steps[i].ops) {
		n := p.index[id]
		switch {
		case n == nil:
		case r.Op == 0:
			r.Op, r.Name, r.Place = id, prefix(i, q)+n.Name, n.Place
		default:
			records = append(records, backends.Record{Op: id, Name: prefix(i, q) + n.Name, Place: n.Place, Status: with, Host: r.Op, Device: q.device})
		}
	}
	records = append(records, r)
	slices.Reverse(records)
	f.keep(i, records)
	return err
}

func (f *profiler) keep(i int, records []backends.Record) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps[i] = records
}

// RuntimeGraph implements backends.Graphed. Every launch is a step of the graph.
func (p *program) RuntimeGraph() string {
	g := host.NewGraphWriter(p.settings.Device(), p.notes)
	for i := range p.steps {
		st := &p.steps[i]
		q := p.parts[st.copies[0]]
		g.Step(host.GraphStep{Exec: prefix(i, q) + "@" + st.name, Ops: st.ops})
	}
	return g.Text()
}
