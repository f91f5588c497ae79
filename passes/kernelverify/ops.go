package kernelverify

import "github.com/lathe-ir/lathe/ir"

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

// ruleOf is the rule of the operation called name; ok is false where kernels don't
// have it.
func ruleOf(name string) (r rule, ok bool) {
	switch name {
	case "arith.addi", "arith.subi", "arith.muli", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui",
		"arith.shli", "arith.shrsi", "arith.shrui", "arith.andi", "arith.ori", "arith.xori",
		"arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui", "arith.cmpi":
		return rule{integers, integers, 2, 1}, true
	case "arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.index_castui",
		"math.absi", "math.ctpop", "math.ctlz", "math.cttz":
		return rule{integers, integers, 1, 1}, true
	case "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf",
		"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf", "math.copysign":
		return rule{floats, floats, 2, 1}, true
	case "arith.negf", "arith.extf", "arith.truncf", "math.sqrt", "math.absf", "math.floor", "math.ceil",
		"math.trunc", "math.roundeven":
		return rule{floats, floats, 1, 1}, true
	case "math.fma":
		return rule{floats, floats, 3, 1}, true
	case "arith.cmpf":
		return rule{floats, integers, 2, 1}, true
	case "arith.sitofp", "arith.uitofp":
		return rule{integers, floats, 1, 1}, true
	case "arith.fptosi", "arith.fptoui":
		return rule{floats, integers, 1, 1}, true
	case "arith.bitcast":
		return rule{anything, anything, 1, 1}, true
	}
	return otherRuleOf(name)
}

// otherRuleOf has the operations whose values are of several types.
func otherRuleOf(name string) (r rule, ok bool) {
	counts := func(operands, results int) (rule, bool) { return rule{anything, anything, operands, results}, true }
	switch name {
	case "arith.constant", "vector.step":
		return counts(0, 1)
	case "arith.select":
		return counts(3, 1)
	case "vector.broadcast", "vector.create_mask", "vector.extract":
		return counts(1, 1)
	case "vector.insert":
		return counts(2, 1)
	case "memref.load", "vector.load", "vector.maskedload", "vector.gather":
		return counts(-1, 1)
	case "memref.store", "vector.store", "vector.maskedstore", "scf.yield", "func.return":
		return counts(-1, 0)
	case "scf.for", "scf.if":
		return counts(-1, -1)
	}
	return rule{}, false
}

// body checks the operations of k, all but addresses.
func (v *verifier) body(k *kernel) {
	v.block(k, k.Entry(), "func.return", 0)
}

// block checks a block that ends in the terminator called end, with so many values.
func (v *verifier) block(k *kernel, b *ir.Block, end string, values int) {
	for op := range b.Ops() {
		last := op == b.Last()
		if isEnd := op.Name() == "func.return" || op.Name() == "scf.yield"; isEnd != last || last && op.Name() != end {
			v.fail(ir.Errorf(op, "stands where it must not: a block of kernels ends in %s", end))
			continue
		}
		if last && op.NumOperands() != values {
			v.fail(ir.Errorf(op, "must have %d operands, but has %d", values, op.NumOperands()))
		}
		v.operation(k, op)
	}
	if b.Empty() {
		v.fail(ir.Errorf(b.Parent(), "has an empty block, which must end in %s", end))
	}
}

// operation checks one operation of k.
func (v *verifier) operation(k *kernel, op *ir.Op) {
	r, ok := ruleOf(op.Name())
	if !ok {
		v.fail(ir.Errorf(op, "is not part of the kernel form").WithHelp("docs/kernel-form.md lists the operations of kernels"))
		return
	}
	if r.operands >= 0 && op.NumOperands() != r.operands || r.results >= 0 && op.NumResults() != r.results {
		v.fail(ir.Errorf(op, "must have %d operands and %d results, but has %d and %d",
			r.operands, r.results, op.NumOperands(), op.NumResults()))
		return
	}
	if op.NumSuccessors() > 0 || op.NumRegions() > 0 && op.Name() != "scf.for" && op.Name() != "scf.if" {
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
