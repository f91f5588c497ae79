package buffers

import (
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// regions converts bodies of loops and branches from tensors to buffers. tensor.extract becomes a
// load, and tensor.insert becomes a store. A tensor that a loop carries or a branch yields becomes
// a buffer that the loop or branch writes.
type regions struct {
	*emitter
	tensors map[*ir.Value]*ir.Value // the buffer of each tensor
}

func (r *regions) tensor(v *ir.Value) *ir.Value {
	if w, ok := r.tensors[v]; ok {
		return w
	}
	return r.buffer(r.stores[v])
}

// loop emits op as a loop that carries only scalars. bufs are the buffers of the tensors that op
// carries.
func (r *regions) loop(b *ir.Builder, op scf.For, bufs []*ir.Value) {
	r.outside(op.Op)
	var scalars []int
	for i, a := range op.IterArgs() {
		if !isTensor(a) {
			scalars = append(scalars, i)
			continue
		}
		r.tensors[a], r.tensors[op.Op.ResultAt(i)] = bufs[0], bufs[0]
		bufs = bufs[1:]
	}
	var inits []*ir.Value
	for _, i := range scalars {
		inits = append(inits, r.scalars.Value(op.InitArgs()[i]))
	}
	bounds := r.mapped([]*ir.Value{op.LowerBound(), op.UpperBound(), op.Step()})
	made := build.For(b, bounds[0], bounds[1], bounds[2], inits, func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
		r.scalars.Map(op.InductionVar(), iv)
		for k, i := range scalars {
			r.scalars.Map(op.IterArgs()[i], carried[k])
		}
		return r.body(b, op.Body())
	})
	for k, i := range scalars {
		r.scalars.Map(op.Op.ResultAt(i), made.ResultAt(k))
	}
}

// outside creates, before the loop or nest, the buffers of outer tensors that op and the operations
// inside of op read. op is the loop, or an operation of the nest.
func (r *regions) outside(op *ir.Op) {
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if s, ok := r.stores[v]; ok && r.tensors[v] == nil && isTensor(v) {
				r.tensors[v] = r.buffer(s)
			}
		}
		return true
	})
}

// body emits the operations of block at b and returns the scalars that the block yields.
func (r *regions) body(b *ir.Builder, block *ir.Block) []*ir.Value {
	for op := range block.Ops() {
		if op == block.Last() {
			return r.yielded(op)
		}
		r.operation(b, op)
	}
	return nil
}

func (r *regions) operation(b *ir.Builder, op *ir.Op) {
	switch o := op.View().(type) {
	case tensor.Extract:
		r.scalars.Map(o.Op.Result(), build.Load(b, r.tensor(o.Tensor()), r.mapped(o.Indices())...))
	case tensor.Insert:
		to := r.tensor(o.Dest())
		memref.NewStore(b, r.scalars.Value(o.Scalar()), to, r.mapped(o.Indices())...)
		r.tensors[o.Op.Result()] = to
	case scf.For:
		r.loop(b, o, r.all(o.InitArgs()))
	case scf.If:
		r.branch(b, o)
	default:
		b.Clone(op, &r.scalars)
	}
}

// all returns the buffers of the tensors in vs.
func (r *regions) all(vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if isTensor(v) {
			out = append(out, r.tensor(v))
		}
	}
	return out
}

func (r *regions) yielded(op *ir.Op) []*ir.Value {
	var out []*ir.Value
	for v := range op.Operands() {
		if !isTensor(v) {
			out = append(out, r.scalars.Value(v))
		}
	}
	return out
}

// branch emits an scf.if whose results are tensors. The "then" branch writes the buffers of the
// results. The "else" branch yields the unchanged tensors, so nothing is emitted for it.
func (r *regions) branch(b *ir.Builder, op scf.If) {
	build.If(b, r.scalars.Value(op.Condition()), nil, func(b *ir.Builder) []*ir.Value {
		r.body(b, op.Then())
		return nil
	}, nil)
	for i, v := range op.Else().Last().OperandList() {
		r.tensors[op.Op.ResultAt(i)] = r.tensor(v)
	}
}
