package hetero

import (
	"context"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// program is a schedule of launches.
type program struct {
	inputs, outputs []ir.Type
	programs        []backends.Program
	steps           []step
	constants       []*tensor.Tensor // by slot; nil for other values
	results         []int            // slots
	shared          []bool           // by result: an input, a constant or another result
	copies          Copies
}

// step is one launch: values live in slots.
type step struct {
	program  int
	in, out  []int
	released []int // slots that nothing reads any more
}

// Copies counts the values that cross from one device to another in a run, each once
// for each device that reads it.
type Copies struct {
	Count int
	Bytes int64
}

// Copies returns what a run copies between devices.
func (p *program) Copies() Copies { return p.copies }

// Launches returns how many clusters a run launches.
func (p *program) Launches() int { return len(p.steps) }

func (p *program) Inputs() []ir.Type  { return p.inputs }
func (p *program) Outputs() []ir.Type { return p.outputs }
func (p *program) Close() error       { return closeAll(p.programs) }

// scheduler turns the host function into a program.
type scheduler struct {
	p       *program
	c       *collector
	slots   map[*ir.Value]int
	device  map[*ir.Value]string // where a launch made it
	crossed map[crossing]bool
	last    map[int]int // step that reads a slot last
}

type crossing struct {
	v  *ir.Value
	to string
}

// schedule reads the host function f: launches in the order of their text, which is
// one that the values allow, constants, and the return.
func schedule(f fn.Func, c *collector) (*program, error) {
	t := f.FunctionType()
	s := &scheduler{
		p: &program{inputs: t.Inputs, outputs: t.Results}, c: c,
		slots: map[*ir.Value]int{}, device: map[*ir.Value]string{}, crossed: map[crossing]bool{}, last: map[int]int{},
	}
	for _, a := range f.Entry().Args() {
		s.slot(a)
	}
	for op := range f.Entry().Ops() {
		if err := s.op(op, op == f.Entry().Last()); err != nil {
			return nil, err
		}
	}
	s.release()
	return s.p, nil
}

func (s *scheduler) slot(v *ir.Value) int {
	n := len(s.p.constants)
	s.p.constants = append(s.p.constants, nil)
	s.slots[v] = n
	return n
}

func (s *scheduler) op(op *ir.Op, last bool) error {
	if l, ok := ir.As[cluster.Launch](op); ok {
		return s.launch(l)
	}
	if c, ok := ir.As[cluster.Copy](op); ok {
		s.slots[c.Op.Result()] = s.slots[c.Input()]
		s.device[c.Op.Result()] = s.device[c.Input()]
		return nil
	}
	if last {
		seen := map[int]bool{}
		for v := range op.Operands() {
			n := s.slots[v]
			s.p.results = append(s.p.results, n)
			s.p.shared = append(s.p.shared, seen[n] || n < len(s.p.inputs) || s.p.constants[n] != nil)
			seen[n] = true
		}
		return nil
	}
	if value := constantOf(op); value != nil {
		s.p.constants[s.slot(op.Result())] = value
		return nil
	}
	return ir.Errorf(op, "stands outside of all clusters, where only launches and constants can be").
		WithHelp("run affinity, partition and cluster-outline on the module first")
}

// constantOf is the value of a constant operation, nil of others.
func constantOf(op *ir.Op) *tensor.Tensor {
	if !op.Has(ir.ConstantLike) || op.NumResults() != 1 {
		return nil
	}
	a := op.Attr("value")
	switch d := a.Data().(type) {
	case *ir.DenseElements:
		return d.Tensor()
	case *ir.IntAttr:
		one := tensor.New(d.Type.Kind())
		one.SetInt(0, d.Value)
		return one
	case *ir.FloatAttr:
		one := tensor.New(d.Type.Kind())
		one.SetBits128(0, d.Lo, d.Hi)
		return one
	}
	return nil
}

func (s *scheduler) launch(l cluster.Launch) error {
	n, err := s.c.add(l)
	if err != nil {
		return err
	}
	st := step{program: n}
	for _, v := range l.Inputs() {
		st.in = append(st.in, s.slots[v])
		s.last[s.slots[v]] = len(s.p.steps)
		s.cross(v, l.Device())
	}
	for v := range l.Op.Results() {
		st.out = append(st.out, s.slot(v))
		s.device[v] = l.Device()
	}
	s.p.steps = append(s.p.steps, st)
	return nil
}

// cross counts v if it comes from another device than to.
func (s *scheduler) cross(v *ir.Value, to string) {
	from, made := s.device[v]
	if !made || from == to || s.crossed[crossing{v, to}] {
		return
	}
	s.crossed[crossing{v, to}] = true
	s.p.copies.Count++
	shape, _ := v.Type().Shape()
	s.p.copies.Bytes += int64(tensor.NumElements(shape) * v.Type().Kind().Size())
}

// release says after which step a value goes.
func (s *scheduler) release() {
	kept := map[int]bool{}
	for _, r := range s.p.results {
		kept[r] = true
	}
	for slot := range s.p.constants {
		if at, read := s.last[slot]; read && !kept[slot] && s.p.constants[slot] == nil {
			s.p.steps[at].released = append(s.p.steps[at].released, slot)
		}
	}
}

// Run implements backends.Program.
func (p *program) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := backends.CheckInputs(p.inputs, inputs); err != nil {
		return nil, err
	}
	values := append([]*tensor.Tensor(nil), p.constants...)
	copy(values, inputs)
	for i := range p.steps {
		s := &p.steps[i]
		in := make([]*tensor.Tensor, len(s.in))
		for j, slot := range s.in {
			in[j] = values[slot]
		}
		outs, err := p.programs[s.program].Run(ctx, in)
		if err != nil {
			return nil, err
		}
		for j, slot := range s.out {
			values[slot] = outs[j]
		}
		for _, slot := range s.released {
			values[slot] = nil
		}
	}
	results := make([]*tensor.Tensor, len(p.results))
	for i, slot := range p.results {
		if results[i] = values[slot]; p.shared[i] {
			results[i] = results[i].Clone()
		}
	}
	return results, nil
}
