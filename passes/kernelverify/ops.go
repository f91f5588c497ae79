package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
)

// body checks the operations of k except for their addresses.
func (v *verifier) body(k *kernel) {
	v.block(k, k.Entry(), ending{"func.return", ir.Is[fn.Return]}, 0)
}

// ending is the terminator that a block must have.
type ending struct {
	name string
	is   func(*ir.Op) bool
}

// block checks a block. It must end in the given terminator, with the given number of operands.
func (v *verifier) block(k *kernel, b *ir.Block, end ending, values int) {
	for op := range b.Ops() {
		last := op == b.Last()
		if isEnd := ir.Is[fn.Return](op) || ir.Is[scf.Yield](op); isEnd != last || last && !end.is(op) {
			v.fail(ir.Errorf(op, "is at the end of a block, but this block of the kernel must end in %s", end.name))
			continue
		}
		if last && op.NumOperands() != values {
			v.fail(ir.Errorf(op, "must have %d operands, but has %d", values, op.NumOperands()))
		}
		v.operation(k, op)
	}
	if b.Empty() {
		v.fail(ir.Errorf(b.Parent(), "has an empty block, which must end in %s", end.name))
	}
}

func (v *verifier) operation(k *kernel, op *ir.Op) {
	code := kernelop.Of(op.View())
	if code == kernelop.Invalid {
		v.fail(ir.Errorf(op, "is not part of the kernel form").WithHelp("docs/kernel-form.md lists the operations of kernels"))
		return
	}
	r := code.Info()
	if r.Operands != kernelop.Any && op.NumOperands() != r.Operands || r.Results != kernelop.Any && op.NumResults() != r.Results {
		v.fail(ir.Errorf(op, "must have %d operands and %d results, but has %d and %d",
			r.Operands, r.Results, op.NumOperands(), op.NumResults()))
		return
	}
	if op.NumSuccessors() > 0 || op.NumRegions() > 0 && !ir.Is[scf.For](op) && !ir.Is[scf.If](op) {
		v.fail(ir.Errorf(op, "must not have regions or successors"))
		return
	}
	if v.words(k, op) {
		return
	}
	l, isAccess := layoutOf(op)
	for i, o := range op.OperandList() {
		if isAccess && i == l.buffer {
			continue
		}
		v.value(k, op, o, r.From, "operand", i)
	}
	for i, o := range op.ResultList() {
		v.value(k, op, o, r.To, "result", i)
	}
	v.special(k, op)
}

// value checks the type of an operand or result.
func (v *verifier) value(k *kernel, op *ir.Op, o *ir.Value, f kernelop.Kinds, role string, i int) {
	t := o.Type()
	_, isInt := bitsOf(t)
	switch lanes := lanesOf(t); {
	case !isElement(t) && !isVector(t) || !isElement(t.Elem()):
		v.fail(ir.Errorf(op, "%s #%d must be a scalar or a vector that kernels may have, but is '%s'", role, i, t))
	case isVector(t) && k.lanes == 0:
		v.fail(ir.Errorf(op, "%s #%d is '%s', but @%s has no vectors: it has no 'kernel.lanes'", role, i, t, k.SymName()))
	case isVector(t) && lanes != k.lanes:
		v.fail(ir.Errorf(op, "%s #%d must be a vector of %d lanes, as all vectors of this kernel, but is '%s'", role, i, k.lanes, t))
	case f == kernelop.Integers && !isInt, f == kernelop.Floats && !isFloat(t):
		want := "an integer or index"
		if f == kernelop.Floats {
			want = "a float"
		}
		v.fail(ir.Errorf(op, "%s #%d must be %s, but is '%s'", role, i, want, t))
	}
}
