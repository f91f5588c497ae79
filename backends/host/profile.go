package host

import (
	"context"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/schedule"
)

// RunProfiled implements backends.Profiled.
func (p *Program) RunProfiled(ctx context.Context, inputs []*tensor.Tensor, to *backends.Profile) ([]*tensor.Tensor, error) {
	if to == nil {
		return p.Run(ctx, inputs)
	}
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	begin := time.Now()
	outputs, err := p.outputsUntil(ctx)
	if err == nil {
		err = p.profileInto(ctx, inputs, outputs, to, begin)
	}
	return outputs, err
}

// profileInto runs p and adds the records to a profile. begin is when the run began.
func (p *Program) profileInto(ctx context.Context, inputs, outputs []*tensor.Tensor, to *backends.Profile, begin time.Time) error {
	times := make([]backends.Record, p.allSteps)
	err := p.run(ctx, inputs, outputs, times, nil)
	to.Wall += time.Since(begin)
	p.record(times, to)
	return err
}

// TimeKernels implements backends.KernelTimer.
func (p *Program) TimeKernels(ctx context.Context, inputs, outputs []*tensor.Tensor) (map[string]time.Duration, error) {
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	var profile backends.Profile
	err := p.profileInto(ctx, inputs, outputs, &profile, time.Now())
	took := map[string]time.Duration{}
	for _, r := range profile.Records {
		if r.Status == backends.Executed {
			took[r.Exec] += r.Took
		}
	}
	return took, err
}

// KernelNests implements backends.KernelTimer.
func (p *Program) KernelNests() map[string][]schedule.Nest {
	nests := map[string][]schedule.Nest{}
	for _, k := range p.lowered.Program.Kernels {
		if list := schedule.NestsOf(k.Func.Op); list != nil {
			nests[k.Name] = list
		}
	}
	return nests
}

// recordSteps adds the records of steps, each followed by the records of the steps nested in it.
func (p *Program) recordSteps(steps []programStep, inside uint32, times []backends.Record, to *backends.Profile) {
	for i := range steps {
		s := &steps[i]
		r := times[s.number]
		r.Name, r.Exec, r.Device, r.Inside = s.name, s.name, p.settings.Device(), inside
		if n := s.main; n != nil {
			r.Op, r.Name, r.Place = n.ID, n.Name, n.Place
		} else if n := len(s.Ops); n > 0 {
			r.Op = s.Ops[n-1] // a nested operation, which has no note
		}
		r.Flops, r.Bytes = p.work(s)
		if inside == 0 {
			r.Runs, r.First = 0, 0
		}
		to.Records = append(to.Records, r)
		for _, b := range s.blocks {
			p.recordSteps(b, r.Op, times, to)
		}
	}
}

// work estimates the floating-point operations of one execution of s, and the bytes of its buffers.
func (p *Program) work(s *programStep) (flops, bytes float64) {
	if s.Kernel < 0 {
		return 0, 0
	}
	seen := map[int]bool{}
	for _, b := range s.Args {
		if !seen[b] {
			seen[b] = true
			bytes += float64(p.host.Buffers[b].Bytes)
		}
	}
	return p.lowered.Program.Kernels[s.Kernel].Flops(), bytes
}

// record adds the records of the steps, in order, to a profile. Then it adds records of the
// operations under which no step is reported.
func (p *Program) record(times []backends.Record, to *backends.Profile) {
	first := len(to.Records) // the records before are of earlier runs
	p.recordSteps(p.steps, 0, times, to)
	ran := map[uint32]bool{0: true} // operations with host 0 are reported as optimized out
	for _, r := range to.Records[first:] {
		ran[r.Op] = ran[r.Op] || r.Status == backends.Executed
	}
	for _, n := range p.lowered.Ops {
		if n.Host == n.ID {
			continue
		}
		r := backends.Record{Op: n.ID, Name: n.Name, Place: n.Place, Host: n.Host, Device: p.settings.Device()}
		if ran[n.Host] {
			r.Status = backends.OptimizedOut
		}
		to.Records = append(to.Records, r)
	}
}

// RuntimeGraph implements backends.Graphed.
func (p *Program) RuntimeGraph() string {
	g := NewGraphWriter(p.settings.Device(), p.lowered.Ops)
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
