package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// loops creates a kernel from a loop nest whose iterations depend on each other. The grid of the
// kernel has one iteration.
func (o *outliner) loops(op scf.For) {
	o.emit()
	c := newCollector()
	for v := range op.Op.Operands() {
		c.scalar(v)
	}
	c.scalars(op.Body())
	k := newKernel(o.m.Op.Registry(), c.buffers, c.written)
	k.start(c.hosts)
	k.loop(k.lo, k.hi, 1, nil, func(*ir.Value, []*ir.Value) []*ir.Value {
		k.copyOp(op.Op)
		return nil
	})
	k.simplify()
	o.finish(k, 1, 1, op.Op)
}

// value returns the value in the kernel that corresponds to v, a value of the host function.
func (k *kernel) value(v *ir.Value) *ir.Value {
	if x, ok := k.host.Lookup(v); ok {
		return x
	}
	return k.scalar(v)
}

// copyOp writes a copy of op that accesses flat buffers.
func (k *kernel) copyOp(op *ir.Op) {
	same := func(v *ir.Value, _ int64) *ir.Value { return v }
	switch o := op.View().(type) {
	case arith.Constant:
		k.host.Map(o.Op.Result(), k.constant(o.Value(), 1))
	case memref.Load:
		l := layoutOf(o.Memref())
		at := k.linear(l, o.Indices(), k.value, same)
		k.host.Map(o.Op.Result(), build.Load(k.b, k.args[l.memory], at))
	case memref.Store:
		l := layoutOf(o.Memref())
		at := k.linear(l, o.Indices(), k.value, same)
		memref.NewStore(k.b, k.value(o.Value()), k.args[l.memory], at)
	case scf.For:
		lo, hi := k.value(o.LowerBound()), k.value(o.UpperBound())
		var inits []*ir.Value
		for _, v := range o.InitArgs() {
			inits = append(inits, k.value(v))
		}
		results := k.loop(lo, hi, constantInt(o.Step()), inits, func(iv *ir.Value, carried []*ir.Value) []*ir.Value {
			k.host.Map(o.InductionVar(), iv)
			for i, v := range carried {
				k.host.Map(o.IterArgs()[i], v)
			}
			return k.copyBlock(o.Body())
		})
		for i, v := range results {
			k.host.Map(op.ResultAt(i), v)
		}
	case scf.If:
		outer := k.b
		then := func(b *ir.Builder) []*ir.Value {
			k.b = b
			return k.copyBlock(o.Then())
		}
		var otherwise func(*ir.Builder) []*ir.Value
		if o.Else() != nil {
			otherwise = func(b *ir.Builder) []*ir.Value {
				k.b = b
				return k.copyBlock(o.Else())
			}
		}
		s := build.If(outer, k.value(o.Condition()), op.ResultTypes(), then, otherwise)
		k.b = outer
		for i, v := range op.ResultList() {
			k.host.Map(v, s.ResultAt(i))
		}
	default:
		for v := range op.Operands() {
			k.host.Map(v, k.value(v))
		}
		k.b.Clone(op, &k.host)
	}
}

func (k *kernel) copyBlock(block *ir.Block) (yielded []*ir.Value) {
	for op := range block.Ops() {
		if op != block.Last() {
			k.copyOp(op)
		}
	}
	for v := range block.Last().Operands() {
		yielded = append(yielded, k.value(v))
	}
	return yielded
}

func fillShape(v *ir.Value) structured.Shape {
	shape, _ := v.Type().Shape()
	return structured.Shape{
		Outs: []*ir.Value{v}, Maps: []affine.Map{affine.Identity(len(shape))}, Reduction: make([]bool, len(shape)),
	}
}
