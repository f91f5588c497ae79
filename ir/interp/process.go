package interp

import (
	"fmt"
	"iter"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// ProcessID identifies a process of a grid by its replica and its partition.
type ProcessID struct{ Replica, Partition int64 }

// Process is one of the processes of a grid, which run together and can exchange values. A run
// outside of Parallel is the only process of its grid.
type Process struct {
	ID   ProcessID
	Grid *Grid
	// pause lets the other processes run. pause returns false if the run was stopped. The field is
	// nil if there are no other processes.
	pause func() bool
}

// Grid is the state that the processes of a grid share. The processes run one at a time, in a fixed
// order, so that runs are deterministic.
type Grid struct {
	Replicas, Partitions int64
	infeed               []*ir.Op
	meetings             map[string][]*meeting
	channels             map[int64][][]Value
	// events counts calls of Send and Meet, ends of waits, and ends of processes. Parallel resumes
	// the processes in rounds. If events does not change in a round, no process can continue, and
	// stuck is set.
	events int
	stuck  bool
}

// meeting collects the values that the members of a group contribute, each by one call of Meet.
type meeting struct {
	brought map[ProcessID][]Value
	left    int // number of members that have received all values
}

// maxProcesses limits the processes of a grid, since each process has a stack.
const maxProcesses = 4096

// Job is a function with arguments that one process of a grid runs.
type Job struct {
	Func *ir.Op
	Args []Value
}

func newGrid(replicas, partitions int64) *Grid {
	return &Grid{Replicas: replicas, Partitions: partitions, meetings: map[string][]*meeting{}, channels: map[int64][][]Value{}}
}

// Process returns the process to which c belongs.
func (c *Context) Process() *Process {
	if c.process == nil {
		c.process = &Process{Grid: newGrid(1, 1)}
	}
	return c.process
}

// wait lets other processes run until ready() returns true. It fails if no process can continue.
func (p *Process) wait(ready func() bool) error {
	for !ready() {
		if p.Grid.stuck || p.pause == nil || !p.pause() || p.Grid.stuck {
			return fmt.Errorf("waits for another process, but no process can continue")
		}
	}
	p.Grid.events++
	return nil
}

// Meet contributes vals to a meeting of the processes in group, and waits until all of them have
// called Meet with the same key and group. It returns the values of all members, in the order of
// the group. Members can meet repeatedly.
func (p *Process) Meet(key string, group []ProcessID, vals []Value) ([][]Value, error) {
	key += fmt.Sprint(group)
	ms := p.Grid.meetings[key]
	i := slices.IndexFunc(ms, func(m *meeting) bool { _, here := m.brought[p.ID]; return !here })
	if i < 0 {
		i = len(ms)
		ms = append(ms, &meeting{brought: map[ProcessID][]Value{}})
	}
	m := ms[i]
	m.brought[p.ID] = vals
	p.Grid.meetings[key] = ms
	p.Grid.events++
	if err := p.wait(func() bool { return len(m.brought) == len(group) }); err != nil {
		return nil, err
	}
	all := make([][]Value, len(group))
	for j, id := range group {
		all[j] = m.brought[id]
	}
	if m.left++; m.left == len(group) {
		p.Grid.meetings[key] = slices.DeleteFunc(p.Grid.meetings[key], func(o *meeting) bool { return o == m })
	}
	return all, nil
}

// Send appends vals to the queue of a channel.
func (p *Process) Send(channel int64, vals []Value) {
	p.Grid.channels[channel] = append(p.Grid.channels[channel], vals)
	p.Grid.events++
}

// Receive waits until the queue of a channel has an entry. Then it removes the oldest entry and
// returns its values, which are the values of one Send.
func (p *Process) Receive(channel int64) ([]Value, error) {
	err := p.wait(func() bool { return len(p.Grid.channels[channel]) > 0 })
	if err != nil {
		return nil, err
	}
	q := p.Grid.channels[channel]
	p.Grid.channels[channel] = q[1:]
	return q[0], nil
}

// Infeed calls the next function in the list infeed of Parallel and returns its results. It fails
// if there is no further function.
func (c *Context) Infeed() ([]Value, error) {
	g := c.Process().Grid
	if len(g.infeed) == 0 {
		return nil, fmt.Errorf("failed: the infeed is empty")
	}
	f := g.infeed[0]
	g.infeed = g.infeed[1:]
	return c.Call(f, nil)
}

// Parallel runs a grid of jobs, with one row for each replica, and returns the results of all jobs.
// The n-th call of Infeed runs the n-th function in the list infeed.
func (c *Context) Parallel(jobs [][]Job, infeed []*ir.Op) ([]Value, error) {
	if n := len(jobs) * len(jobs[0]); n > maxProcesses {
		return nil, fmt.Errorf("failed: it runs %d programs in parallel, but at most %d are possible", n, maxProcesses)
	}
	g := newGrid(int64(len(jobs)), int64(len(jobs[0])))
	g.infeed = infeed
	var runs []*run
	for r, row := range jobs {
		for p, job := range row {
			one := &run{job: job, c: &Context{ctx: c.ctx, plans: c.plans, symbols: c.symbols, probes: c.probes, depth: c.depth, regions: c.regions}}
			one.c.process = &Process{ID: ProcessID{int64(r), int64(p)}, Grid: g}
			one.start()
			defer one.stop()
			runs = append(runs, one)
		}
	}
	for busy := true; busy; {
		busy = false
		events := g.events
		for _, one := range runs {
			if !one.done {
				one.next()
				busy = true
			}
			if one.err != nil && !g.stuck {
				return nil, one.err
			}
		}
		if g.stuck = busy && g.events == events; g.stuck {
			return nil, fmt.Errorf("failed: each process that has not ended waits for another process")
		}
	}
	var outs []Value
	for _, one := range runs {
		outs = append(outs, one.outs...)
	}
	return outs, nil
}

// run is a process that can be paused and resumed.
type run struct {
	job  Job
	c    *Context
	outs []Value
	err  error
	done bool
	next func()
	stop func()
}

func (r *run) start() {
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		defer r.c.caught(&r.err) // if caught panics again, iter.Pull panics in the caller of next
		r.c.process.pause = func() bool { return yield(struct{}{}) }
		r.outs, r.err = r.c.Call(r.job.Func, r.job.Args)
		r.done = true
		r.c.process.Grid.events++
	})
	r.next, r.stop = func() { next() }, stop
}
