package kernelverify

import (
	"maps"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// kernel is a kernel being checked.
type kernel struct {
	signature
	f      fn.Func
	ranges ranges
	grid   []*ir.Value // variables of the loops over the grid
}

func checkKernel(f fn.Func) error {
	if f.IsDeclaration() || !f.IsPrivate() || len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "is neither the host function nor a private kernel with a body of one block")
	}
	s, err := signatureOf(f)
	if err != nil {
		return err
	}
	k := &kernel{signature: s, f: f, ranges: ranges{known: map[*ir.Value]span{}, memo: map[*ir.Value]span{}}}
	for i := range 2 {
		k.ranges.known[f.Entry().Arg(s.buffers+i)] = span{0, s.grid}
	}
	if err := k.block(f.Entry()); err != nil {
		return err
	}
	return k.inPlace()
}

func (k *kernel) block(b *ir.Block) error {
	for op := range b.Ops() {
		if err := k.op(op); err != nil {
			return err
		}
	}
	return nil
}

// op checks one operation and what is inside of it.
func (k *kernel) op(op *ir.Op) error {
	if err := k.types(op); err != nil {
		return err
	}
	switch op.Name() {
	case "func.return", "scf.yield":
		return nil
	case "scf.for":
		return k.loop(op)
	case "scf.if":
		return k.branch(op)
	case "memref.load", "vector.load":
		return k.access(op, 0, 1)
	case "memref.store", "vector.store":
		return k.access(op, 1, 2)
	case "vector.gather":
		return k.gather(op)
	}
	if !arithmetic(op.Name()) {
		return ir.Errorf(op, "is not an operation of kernels")
	}
	return nil
}

// types checks that values are scalars, or vectors of the kernel's lanes.
func (k *kernel) types(op *ir.Op) error {
	for v := range op.Results() {
		t := v.Type()
		if d, ok := ir.TypeAs[*ir.VectorType](t); ok {
			if len(d.Shape) != 1 || d.Shape[0] != k.lanes || !scalar(d.Elem) {
				return ir.Errorf(op, "makes a '%s' in a kernel of %d lanes", t, k.lanes)
			}
			continue
		}
		if !scalar(t) {
			return ir.Errorf(op, "makes a '%s', which is no value of kernels", t)
		}
	}
	return nil
}

// loop checks bounds and body. The variable stays below the upper bound; from a
// constant lower one it moves in whole steps.
func (k *kernel) loop(op *ir.Op) error {
	step, ok := ir.Defining[arith.Constant](op.OperandAt(2))
	n := int64(0)
	if ok {
		n, _ = step.Value().Int()
	}
	if n < 1 {
		return ir.Errorf(op, "must have a constant positive step")
	}
	lo, hi := k.ranges.of(op.OperandAt(0)), k.ranges.of(op.OperandAt(1))
	iv := span{lo.lo, subSat(hi.hi, 1)}
	if lo.lo == lo.hi && !iv.empty() {
		iv.hi = iv.lo + (iv.hi-iv.lo)/n*n
	}
	body := op.RegionAt(0).Entry()
	if k.overGrid(op) {
		k.grid = append(k.grid, body.Arg(0))
		defer func() { k.grid = k.grid[:len(k.grid)-1] }()
	}
	return k.under(func(r *ranges) { r.known[body.Arg(0)] = iv }, body)
}

// overGrid reports whether the bounds of a loop come from the slice.
func (k *kernel) overGrid(op *ir.Op) bool {
	ends := k.f.Entry().Args()[k.buffers:]
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool {
		if slices.Contains(ends, v) {
			return true
		}
		if d := v.Def(); d != nil && (ir.Is[arith.MinSI](d) || ir.Is[arith.MaxSI](d)) {
			return from(d.OperandAt(0)) || from(d.OperandAt(1))
		}
		return false
	}
	return from(op.OperandAt(0)) && from(op.OperandAt(1))
}

// under checks a block where more is known.
func (k *kernel) under(more func(r *ranges), b *ir.Block) error {
	outer := k.ranges
	k.ranges = ranges{known: maps.Clone(outer.known), memo: map[*ir.Value]span{}}
	more(&k.ranges)
	err := k.block(b)
	k.ranges = outer
	return err
}

func (k *kernel) branch(op *ir.Op) error {
	if err := k.under(func(r *ranges) { r.assume(op.OperandAt(0)) }, op.RegionAt(0).Entry()); err != nil {
		return err
	}
	if otherwise := op.RegionAt(1).Entry(); otherwise != nil {
		return k.under(func(*ranges) {}, otherwise)
	}
	return nil
}

// arithmetic reports whether name is an operation on values that targets have.
func arithmetic(name string) bool {
	switch name {
	case "arith.constant", "arith.addi", "arith.subi", "arith.muli", "arith.divsi", "arith.divui", "arith.remsi",
		"arith.remui", "arith.shli", "arith.shrsi", "arith.shrui", "arith.andi", "arith.ori", "arith.xori",
		"arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui", "arith.cmpi", "arith.select", "arith.extsi",
		"arith.extui", "arith.trunci", "arith.index_cast", "arith.index_castui",
		"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "arith.negf", "arith.maximumf",
		"arith.minimumf", "arith.maxnumf", "arith.minnumf", "arith.cmpf", "arith.extf", "arith.truncf",
		"arith.sitofp", "arith.uitofp", "arith.fptosi", "arith.fptoui", "arith.bitcast",
		"math.sqrt", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "math.copysign",
		"math.fma", "math.absi", "math.ctpop", "math.ctlz", "math.cttz",
		"vector.broadcast", "vector.extract", "vector.insert", "vector.step":
		return true
	}
	return false
}
