package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// family says what values an operation works on.
type family uint8

const (
	noFamily family = iota
	integers        // and index
	floats
	anything // operations that check their types themselves
)

// rule is what an operation of kernels looks like.
type rule struct {
	from, to          family
	operands, results int // -1: any number
}

// ruleOf is the rule of operations like op; ok is false where kernels don't
// have it.
func ruleOf(op ir.View) (r rule, ok bool) {
	switch op.(type) {
	case arith.AddI, arith.SubI, arith.MulI, arith.DivSI, arith.DivUI, arith.RemSI, arith.RemUI,
		arith.ShLI, arith.ShRSI, arith.ShRUI, arith.AndI, arith.OrI, arith.XOrI,
		arith.MaxSI, arith.MaxUI, arith.MinSI, arith.MinUI, arith.CmpI:
		return rule{integers, integers, 2, 1}, true
	case arith.ExtSI, arith.ExtUI, arith.TruncI, arith.IndexCast, arith.IndexCastUI,
		mathdialect.AbsI, mathdialect.CtPop, mathdialect.CtLz, mathdialect.CtTz:
		return rule{integers, integers, 1, 1}, true
	case arith.AddF, arith.SubF, arith.MulF, arith.DivF, arith.RemF,
		arith.MaximumF, arith.MinimumF, arith.MaxNumF, arith.MinNumF, mathdialect.CopySign:
		return rule{floats, floats, 2, 1}, true
	case arith.NegF, arith.ExtF, arith.TruncF, mathdialect.Sqrt, mathdialect.AbsF, mathdialect.Floor, mathdialect.Ceil,
		mathdialect.Trunc, mathdialect.RoundEven:
		return rule{floats, floats, 1, 1}, true
	case mathdialect.Fma:
		return rule{floats, floats, 3, 1}, true
	case arith.CmpF:
		return rule{floats, integers, 2, 1}, true
	case arith.SIToFP, arith.UIToFP:
		return rule{integers, floats, 1, 1}, true
	case arith.FPToSI, arith.FPToUI:
		return rule{floats, integers, 1, 1}, true
	case arith.Bitcast:
		return rule{anything, anything, 1, 1}, true
	}
	return otherRuleOf(op)
}

// otherRuleOf has the operations whose values are of several types.
func otherRuleOf(op ir.View) (r rule, ok bool) {
	counts := func(operands, results int) (rule, bool) { return rule{anything, anything, operands, results}, true }
	switch op.(type) {
	case arith.Constant, vector.Step:
		return counts(0, 1)
	case arith.Select:
		return counts(3, 1)
	case vector.Broadcast, vector.CreateMask, vector.Extract:
		return counts(1, 1)
	case vector.Insert:
		return counts(2, 1)
	case memref.Load, vector.Load, vector.MaskedLoad, vector.Gather:
		return counts(-1, 1)
	case memref.Store, vector.Store, vector.MaskedStore, scf.Yield, fn.Return:
		return counts(-1, 0)
	case scf.For, scf.If:
		return counts(-1, -1)
	}
	return rule{}, false
}

// body checks the operations of k, all but addresses.
func (v *verifier) body(k *kernel) {
	v.block(k, k.Entry(), ending{"func.return", ir.Is[fn.Return]}, 0)
}

// ending is a terminator.
type ending struct {
	name string
	is   func(*ir.Op) bool
}

// block checks a block that ends in end, with so many values.
func (v *verifier) block(k *kernel, b *ir.Block, end ending, values int) {
	for op := range b.Ops() {
		last := op == b.Last()
		if isEnd := ir.Is[fn.Return](op) || ir.Is[scf.Yield](op); isEnd != last || last && !end.is(op) {
			v.fail(ir.Errorf(op, "stands where it must not: a block of kernels ends in %s", end.name))
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

// operation checks one operation of k.
func (v *verifier) operation(k *kernel, op *ir.Op) {
	r, ok := ruleOf(op.View())
	if !ok {
		v.fail(ir.Errorf(op, "is not part of the kernel form").WithHelp("docs/kernel-form.md lists the operations of kernels"))
		return
	}
	if r.operands >= 0 && op.NumOperands() != r.operands || r.results >= 0 && op.NumResults() != r.results {
		v.fail(ir.Errorf(op, "must have %d operands and %d results, but has %d and %d",
			r.operands, r.results, op.NumOperands(), op.NumResults()))
		return
	}
	if op.NumSuccessors() > 0 || op.NumRegions() > 0 && !ir.Is[scf.For](op) && !ir.Is[scf.If](op) {
		v.fail(ir.Errorf(op, "must not have regions or successors"))
		return
	}
	l, isAccess := layoutOf(op)
	for i, o := range op.OperandList() {
		if isAccess && i == l.buffer {
			continue
		}
		v.value(k, op, o, r.from, "operand", i)
	}
	for i, o := range op.ResultList() {
		v.value(k, op, o, r.to, "result", i)
	}
	v.special(k, op)
}

// value checks the type of an operand or result.
func (v *verifier) value(k *kernel, op *ir.Op, o *ir.Value, f family, role string, i int) {
	t := o.Type()
	_, isInt := bitsOf(t)
	switch lanes := lanesOf(t); {
	case !isElement(t) && !isVector(t) || !isElement(t.Elem()):
		v.fail(ir.Errorf(op, "%s #%d must be a scalar or vector of kernels, but is '%s'", role, i, t))
	case isVector(t) && k.lanes == 0:
		v.fail(ir.Errorf(op, "%s #%d is '%s', but @%s has no vectors: it has no 'kernel.lanes'", role, i, t, k.SymName()))
	case isVector(t) && lanes != k.lanes:
		v.fail(ir.Errorf(op, "%s #%d must be a vector of %d lanes, as all of this kernel, but is '%s'", role, i, k.lanes, t))
	case f == integers && !isInt, f == floats && !isFloat(t):
		want := "an integer or index"
		if f == floats {
			want = "a float"
		}
		v.fail(ir.Errorf(op, "%s #%d must be %s, but is '%s'", role, i, want, t))
	}
}
