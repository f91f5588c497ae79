package buffers

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// regions turns bodies on tensors into bodies on buffers: elements are loaded
// and stored where they were extracted and inserted, and tensors that loops and
// branches carried are buffers that they write.
type regions struct {
	*emitter
	tensors map[*ir.Value]*ir.Value
}

// tensor returns the buffer of v.
func (r *regions) tensor(v *ir.Value) *ir.Value {
	if w, ok := r.tensors[v]; ok {
		return w
	}
	return r.buffer(r.stores[v])
}

// loop emits op, an scf.for that carries tensors only, as one on buffers.
func (r *regions) loop(b *ir.Builder, op *ir.Op, bufs []*ir.Value) {
	block := op.RegionAt(0).Entry()
	r.outside(op)
	for i, w := range bufs {
		r.tensors[block.Arg(1+i)] = w
		r.tensors[op.ResultAt(i)] = w
	}
	bounds := r.mapped(op.OperandRange(0, 3))
	build.For(b, bounds[0], bounds[1], bounds[2], nil, func(b *ir.Builder, iv *ir.Value, _ []*ir.Value) []*ir.Value {
		r.scalars.Map(block.Arg(0), iv)
		r.body(b, block)
		return nil
	})
}

// outside makes the buffers of tensors that op reads from around it, in front of
// op.
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

// body emits the operations of block at b and returns the scalars it yields.
func (r *regions) body(b *ir.Builder, block *ir.Block) []*ir.Value {
	for op := range block.Ops() {
		switch {
		case op == block.Last():
			return r.yielded(op)
		case op.Name() == "tensor.extract":
			at := r.mapped(op.OperandRange(1, op.NumOperands()))
			r.scalars.Map(op.Result(), build.Load(b, r.tensor(op.OperandAt(0)), at...))
		case op.Name() == "tensor.insert":
			at := r.mapped(op.OperandRange(2, op.NumOperands()))
			to := r.tensor(op.OperandAt(1))
			build.Store(b, r.scalars.Value(op.OperandAt(0)), to, at...)
			r.tensors[op.Result()] = to
		case op.Name() == "scf.for":
			r.loop(b, op, r.all(op.OperandRange(3, op.NumOperands())))
		case op.Name() == "scf.if":
			r.branch(b, op)
		default:
			b.Clone(op, &r.scalars)
		}
	}
	return nil
}

func (r *regions) all(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = r.tensor(v)
	}
	return out
}

// yielded returns the scalars among what op yields.
func (r *regions) yielded(op *ir.Op) []*ir.Value {
	var out []*ir.Value
	for v := range op.Operands() {
		if !isTensor(v) {
			out = append(out, r.scalars.Value(v))
		}
	}
	return out
}

// branch emits an scf.if whose results are tensors: both branches leave them in
// the same buffers.
func (r *regions) branch(b *ir.Builder, op *ir.Op) {
	build.If(b, r.scalars.Value(op.OperandAt(0)), nil, func(b *ir.Builder) []*ir.Value {
		r.body(b, op.RegionAt(0).Entry())
		return nil
	}, nil)
	for i, v := range op.RegionAt(1).Entry().Last().OperandList() {
		r.tensors[op.ResultAt(i)] = r.tensor(v)
	}
}
