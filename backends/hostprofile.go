package backends

import (
	"context"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// RunProfiled implements Profiled.
func (p *HostProgram) RunProfiled(ctx context.Context, inputs []*tensor.Tensor, to *Profile) ([]*tensor.Tensor, error) {
	if to == nil {
		return p.Run(ctx, inputs)
	}
	if err := CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	begin := time.Now()
	times := make([]stepTime, len(p.steps))
	outputs, err := p.newOutputs()
	if err == nil {
		err = p.run(ctx, inputs, outputs, times)
	}
	to.Wall += time.Since(begin)
	p.record(times, to)
	return outputs, err
}

// record turns the times of steps into records of operations: steps in order, then
// operations that others did the work of.
func (p *HostProgram) record(times []stepTime, to *Profile) {
	for i := range p.steps {
		s, t := &p.steps[i], times[i]
		r := Record{Name: s.name, Exec: s.name, Device: p.settings.device, Status: Executed, Began: t.began, Took: t.took, Busy: t.busy}
		if t.took == 0 {
			r.Status = NotRun
		}
		if n := s.main; n != nil {
			r.Op, r.Name, r.Place = n.ID, n.Name, n.Place
		}
		to.Records = append(to.Records, r)
	}
	ran := map[uint32]bool{0: true} // what nothing has to do is done
	for _, r := range to.Records {
		ran[r.Op] = ran[r.Op] || r.Status == Executed
	}
	for _, n := range p.lowered.Ops {
		if n.Host == n.ID {
			continue
		}
		r := Record{Op: n.ID, Name: n.Name, Place: n.Place, Host: n.Host, Device: p.settings.device}
		if ran[n.Host] {
			r.Status = OptimizedOut
		}
		to.Records = append(to.Records, r)
	}
}

// RuntimeGraph implements Graphed.
func (p *HostProgram) RuntimeGraph() string {
	g := NewGraphWriter(p.settings.device, p.lowered.Ops)
	hosted, known := p.lowered.Ops.Hosted(), p.lowered.Ops.Index()
	for i := range p.steps {
		s := &p.steps[i]
		st := GraphStep{Exec: s.name, Grid: s.grid.n, Took: s.grid.estimate()}
		for _, id := range s.Ops {
			if known[id] != nil {
				st.Ops = append(st.Ops, id)
			}
		}
		if s.main != nil {
			st.Ops = append(st.Ops, hosted[s.main.ID]...)
		}
		slices.Sort(st.Ops)
		st.Ops = slices.Compact(st.Ops)
		if len(s.Args) > 0 {
			st.Kind = p.host.Buffers[s.Args[len(s.Args)-1]].Kind.String()
		}
		g.Step(st)
	}
	return g.Text()
}
