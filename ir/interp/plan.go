package interp

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// plan is a function that was prepared for a run. Each value has a slot, its index in
// Context.frame.
type plan struct {
	slots  int
	slotOf map[*ir.Value]int
	blocks map[*ir.Block]*blockCode
}

type blockCode struct {
	args   []int
	instrs []instr
}

// instr is one operation. At most one of the fields eval, call, branch and ends is set. If none is
// set, the operation cannot run. If ends is set, the operation yields its operands.
type instr struct {
	op     *ir.Op
	eval   Evaler
	call   ir.Caller
	branch Brancher
	ends   bool
	// dynamic is set if shapes of op are known only at run time.
	dynamic bool
	// canonical is set if NaNs in the results are replaced by the canonical NaN.
	canonical bool
	met       string // if dynamic is set, the operand types of the last verification
	in        []int
	out       []int
	dead      []int // slots of values that no later operation reads
}

func newPlan(f *ir.Op) *plan {
	p := &plan{slotOf: map[*ir.Value]int{}, blocks: map[*ir.Block]*blockCode{}}
	for _, r := range f.Regions() {
		p.number(r)
	}
	for _, r := range f.Regions() {
		p.region(r)
	}
	p.slotOf = nil
	return p
}

// number assigns slots to all values defined in r, except in functions inside r. It must run before
// blocks are prepared, since a block can use values that a later block in the list defines.
func (p *plan) number(r *ir.Region) {
	for _, b := range r.Blocks {
		for _, v := range b.Args() {
			p.slotOf[v] = p.slots
			p.slots++
		}
		for op := range b.Ops() {
			for v := range op.Results() {
				p.slotOf[v] = p.slots
				p.slots++
			}
			if _, own := ir.Cast[ir.Callable](op); own {
				continue
			}
			for _, inner := range op.Regions() {
				p.number(inner)
			}
		}
	}
}

func (p *plan) region(r *ir.Region) {
	for _, b := range r.Blocks {
		p.blocks[b] = p.block(b, len(r.Blocks) == 1)
	}
}

// block prepares b. If b is the only block of its region (single), its values are freed after their
// last use. Otherwise another block may read them, so they live until the call ends.
func (p *plan) block(b *ir.Block, single bool) *blockCode {
	code := &blockCode{}
	index := map[*ir.Op]int{}
	for op := range b.Ops() {
		index[op] = len(code.instrs)
		code.instrs = append(code.instrs, p.instr(op))
	}
	free := func(v *ir.Value, at int) {
		for u := range v.Uses() {
			op := u.Owner()
			for op != nil && op.Block() != b {
				op = op.Parent()
			}
			if op != nil {
				at = max(at, index[op])
			}
		}
		if at >= 0 && single {
			code.instrs[at].dead = append(code.instrs[at].dead, p.slotOf[v])
		}
	}
	for _, v := range b.Args() {
		code.args = append(code.args, p.slotOf[v])
		free(v, -1)
	}
	for op := range b.Ops() {
		for v := range op.Results() {
			free(v, index[op])
		}
	}
	return code
}

func (p *plan) instr(op *ir.Op) instr {
	in := instr{op: op, dynamic: dynamic(op), canonical: op.Has(ir.CanonicalNaN)}
	for v := range op.Operands() {
		slot, ok := p.slotOf[v]
		if !ok {
			panic("interp: BUG: " + op.Name() + " uses a value from outside of its function")
		}
		in.in = append(in.in, slot)
	}
	for v := range op.Results() {
		in.out = append(in.out, p.slotOf[v])
	}
	if _, own := ir.Cast[ir.Callable](op); !own {
		for _, r := range op.Regions() {
			p.region(r)
		}
	}
	if unstored(op) {
		return in
	}
	if e, ok := ir.Cast[Evaler](op); ok {
		in.eval = e
		return in
	}
	if b, ok := ir.Cast[Brancher](op); ok {
		in.branch = b
		return in
	}
	if op.Has(ir.ReturnLike) {
		in.ends = true
		return in
	}
	if call, ok := ir.Cast[ir.Caller](op); ok {
		in.call = call
	}
	return in
}

// unstored reports whether a result of op is a tensor whose element type has no tensor.Kind, such
// as a quantized type.
func unstored(op *ir.Op) bool {
	for v := range op.Results() {
		if _, ok := ir.TypeAs[*ir.TensorType](v.Type()); ok && v.Type().Kind() == tensor.Invalid {
			return true
		}
	}
	return false
}
