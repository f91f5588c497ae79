package kernels

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/analysis/structured"
	"github.com/lathe-ir/lathe/lowering/build"
)

// loops makes a kernel of a loop nest whose iterations depend on each other: its
// grid has one slice.
func (o *outliner) loops(op *ir.Op) {
	c := &collector{seen: map[memory]bool{}, written: map[memory]bool{}}
	for v := range op.Operands() {
		c.scalar(v)
	}
	c.scalars(op.RegionAt(0).Entry())
	k := newKernel(o.m.Registry(), c.buffers, c.written)
	k.start(c.hosts)
	k.loop(k.lo, k.hi, 1, nil, func(*ir.Value, []*ir.Value) []*ir.Value {
		k.copyOp(op)
		return nil
	})
	o.finish(k, 1, 1, op)
}

// value returns what stands for a value of the host's loops.
func (k *kernel) value(v *ir.Value) *ir.Value {
	if x, ok := k.host.Lookup(v); ok {
		return x
	}
	return k.scalar(v)
}

// copyOp writes op with flat addresses.
func (k *kernel) copyOp(op *ir.Op) {
	same := func(v *ir.Value, _ int64) *ir.Value { return v }
	switch op.Name() {
	case "arith.constant":
		k.host.Map(op.Result(), k.constant(op.Attr("value"), 1))
	case "memref.load":
		l := layoutOf(op.OperandAt(0))
		at := k.linear(l, op.OperandRange(1, op.NumOperands()), k.value, same)
		k.host.Map(op.Result(), build.Load(k.b, k.args[l.memory], at))
	case "memref.store":
		l := layoutOf(op.OperandAt(1))
		at := k.linear(l, op.OperandRange(2, op.NumOperands()), k.value, same)
		build.Store(k.b, k.value(op.OperandAt(0)), k.args[l.memory], at)
	case "scf.for":
		block := op.RegionAt(0).Entry()
		step, _ := op.OperandAt(2).Def().Attr("value").Int()
		k.loop(k.value(op.OperandAt(0)), k.value(op.OperandAt(1)), step, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value {
			k.host.Map(block.Arg(0), iv)
			k.copyBlock(block)
			return nil
		})
	case "scf.if":
		outer := k.b
		build.If(outer, k.value(op.OperandAt(0)), nil, func(b *ir.Builder) []*ir.Value {
			k.b = b
			k.copyBlock(op.RegionAt(0).Entry())
			return nil
		}, nil)
		k.b = outer
	default:
		for v := range op.Operands() {
			k.host.Map(v, k.value(v))
		}
		k.b.Clone(op, &k.host)
	}
}

func (k *kernel) copyBlock(block *ir.Block) {
	for op := range block.Ops() {
		if op != block.Last() {
			k.copyOp(op)
		}
	}
}

// fillShape is the nest of a fill of v.
func fillShape(v *ir.Value) structured.Shape {
	shape, _ := v.Type().Shape()
	return structured.Shape{
		Outs: []*ir.Value{v}, Maps: []affine.Map{affine.Identity(len(shape))}, Reduction: make([]bool, len(shape)),
	}
}
