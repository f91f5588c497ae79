package hetero

import (
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// step is one launch. The values of a run are in numbered slots. The launch reads the slots "in"
// and writes the slots "out".
type step struct {
	copies  []int // indices in program.parts of the copies of the cluster
	name    string
	in, out []int
	after   []int    // steps that must be done before this step
	ops     []uint32 // ids of the operations of the cluster
}

// plan is the list of launches of a run. The first slots are the inputs of the program.
type plan struct {
	slots     int
	types     []ir.Type        // by slot
	constants []*tensor.Tensor // by slot; nil for other values
	steps     []step
	results   []int // slots of the results
	// place has an index for each slot: that of the first result that returns the value. The value
	// is computed directly into this result. The index is -1 for inputs, constants, and values that
	// are not results.
	place []int
}

type scheduler struct {
	plan
	c      *collector
	slotOf map[*ir.Value]int
}

// schedule returns the plan of the host function f, which consists of constants, launches, copies
// and the return. The steps are in the order of the launches.
func schedule(f fn.Func, c *collector) (*plan, error) {
	s := &scheduler{c: c, slotOf: map[*ir.Value]int{}}
	for _, a := range f.Entry().Args() {
		s.slot(a)
	}
	for op := range f.Entry().Ops() {
		if err := s.op(op, op == f.Entry().Last()); err != nil {
			return nil, err
		}
	}
	s.settle()
	return &s.plan, nil
}

func (s *scheduler) slot(v *ir.Value) int {
	s.constants = append(s.constants, nil)
	s.types = append(s.types, v.Type())
	s.slotOf[v] = s.slots
	s.slots++
	return s.slots - 1
}

func (s *scheduler) op(op *ir.Op, last bool) error {
	if l, ok := ir.As[cluster.Launch](op); ok {
		return s.launch(l)
	}
	if c, ok := ir.As[cluster.Copy](op); ok {
		s.slotOf[c.Op.Result()] = s.slotOf[c.Input()] // a run copies the value if needed
		return nil
	}
	if last {
		for v := range op.Operands() {
			s.results = append(s.results, s.slotOf[v])
		}
		return nil
	}
	if err := host.CheckValues(op); err != nil {
		return err
	}
	if value := constantOf(op); value != nil {
		s.c.notes = append(s.c.notes, backends.NoteOf(op))
		s.constants[s.slot(op.Result())] = value
		return nil
	}
	return ir.Errorf(op, "is outside all clusters, where only launches, copies and constants are allowed").
		WithHelp("list devices instead of the backend hetero, or run affinity, partition and cluster-outline on the module first")
}

// constantOf returns the value of a constant operation; nil for other operations.
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
	copies, name, ops, err := s.c.add(l)
	if err != nil {
		return err
	}
	st := step{copies: copies, name: name, ops: ops}
	for _, v := range l.Inputs() {
		st.in = append(st.in, s.slotOf[v])
	}
	for v := range l.Op.Results() {
		st.out = append(st.out, s.slot(v))
	}
	s.steps = append(s.steps, st)
	return nil
}

// settle sets step.after and plan.place.
func (pl *plan) settle() {
	maker := make([]int, pl.slots) // by slot: 1 + the index of the step that writes it, or 0
	for i := range pl.steps {
		st := &pl.steps[i]
		for _, slot := range st.in {
			if at := maker[slot] - 1; at >= 0 && !slices.Contains(st.after, at) {
				st.after = append(st.after, at)
			}
		}
		for _, slot := range st.out {
			maker[slot] = i + 1
		}
	}
	pl.place = make([]int, pl.slots)
	for i := range pl.place {
		pl.place[i] = -1
	}
	for i, slot := range pl.results {
		if maker[slot] > 0 && pl.place[slot] < 0 {
			pl.place[slot] = i
		}
	}
}
