package kernel

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
)

// The values of Step.Kernel that are not the index of a kernel.
const (
	// CopyStep copies Args[0] to Args[1].
	CopyStep = -1 - iota
	// WhileStep runs Blocks[0]. As long as the i1 in Args[0] is true afterwards, it runs Blocks[1]
	// and Blocks[0] again.
	WhileStep
	// SwitchStep runs the block whose index is the integer in Args[0], or the last block if there
	// is no such block.
	SwitchStep
	// HostStep runs the operation Host on the host. Args has its operands, followed by its results.
	HostStep
)

// Walk calls f for s and all steps inside of it.
func (s *Step) Walk(f func(*Step)) {
	f(s)
	for _, b := range s.Blocks {
		for i := range b {
			b[i].Walk(f)
		}
	}
}

// load is a scalar that the host function read from a buffer.
type load struct {
	buffer int
	at     int       // the number of steps before the load
	block  *ir.Block // the block that contains the load
}

// scalar records a load of a scalar on which a loop or a branch may depend.
func (r *hostReader) scalar(op memref.Load) error {
	n, ok := r.buffers[op.Memref()]
	if !ok || r.out.Host.Buffers[n].Bytes != int64(r.out.Host.Buffers[n].Kind.Size()) {
		return ir.Errorf(op.Op, "must read a buffer of one element")
	}
	r.loads[op.Op.Result()] = load{n, len(*r.steps), op.Op.Block()}
	return nil
}

// selector returns the index of the buffer from which v is loaded. op is the control flow that
// depends on v.
func (r *hostReader) selector(op *ir.Op, v *ir.Value) (int, error) {
	if o, ok := ir.Defining[arith.IndexCast](v); ok {
		v = o.In()
	}
	l, ok := r.loads[v]
	if !ok || l.block != op.Block() || l.at != len(*r.steps) {
		return 0, ir.Errorf(op, "must depend on an element that 'memref.load' reads directly before it")
	}
	return l.buffer, nil
}

func (r *hostReader) block(b *ir.Block) ([]Step, error) {
	outer, steps := r.steps, []Step{}
	r.steps = &steps
	defer func() { r.steps = outer }()
	for op := range b.Ops() {
		if err := r.op(op); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// loop reads scf.while without carried values.
func (r *hostReader) loop(op scf.While) error {
	if op.Op.NumOperands() > 0 || op.Op.NumResults() > 0 {
		return ir.Errorf(op.Op, "must not carry values; use buffers")
	}
	s := Step{Kernel: WhileStep, Ops: op.Op.Sources()}
	for _, b := range []*ir.Block{op.Before(), op.After()} {
		steps, err := r.block(b)
		if err != nil {
			return err
		}
		s.Blocks = append(s.Blocks, steps)
		if b == op.Before() {
			s.Args = []int{r.condition} // read now, since loops in the body change r.condition
		}
	}
	*r.steps = append(*r.steps, s)
	return nil
}

// until reads scf.condition, which ends the first block of a loop.
func (r *hostReader) until(op scf.Condition) (err error) {
	r.condition, err = r.selector(op.Op, op.Condition())
	return err
}

// branch reads scf.if or scf.index_switch. blocks are in the order of the indices that select them.
func (r *hostReader) branch(op *ir.Op, on *ir.Value, blocks ...*ir.Block) error {
	n, err := r.selector(op, on)
	if err != nil {
		return err
	}
	if op.NumResults() > 0 {
		return ir.Errorf(op, "must not have results; use buffers")
	}
	s := Step{Kernel: SwitchStep, Args: []int{n}, Ops: op.Sources()}
	for _, b := range blocks {
		var steps []Step
		if b != nil {
			if steps, err = r.block(b); err != nil {
				return err
			}
		}
		s.Blocks = append(s.Blocks, steps)
	}
	*r.steps = append(*r.steps, s)
	return nil
}

// choice reads scf.index_switch. Its cases must be 0, 1, 2, ….
func (r *hostReader) choice(op scf.IndexSwitch) error {
	var blocks []*ir.Block
	for i, v := range op.Cases() {
		if v != int64(i) {
			return ir.Errorf(op.Op, "must have the cases 0, 1, 2, …")
		}
		blocks = append(blocks, op.CaseRegion(i).Entry())
	}
	return r.branch(op.Op, op.Arg(), append(blocks, op.DefaultRegion().Entry())...)
}
