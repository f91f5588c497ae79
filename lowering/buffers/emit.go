package buffers

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/tiles"
)

// Lower adds to m a function that computes f on buffers, and returns this function. Its arguments
// are the arguments of f, an output for each result of f, and an arena if a value is stored in it.
// Constants become globals of m. Lower fails if ctx ends.
func Lower(ctx context.Context, m ir.Module, f fn.Func) (fn.Func, error) {
	p, err := plan(ctx, f.Entry())
	if err != nil {
		return fn.Func{}, err
	}
	size := p.placeRoots()
	ft := f.FunctionType()
	var ins []ir.Type
	for _, t := range append(append([]ir.Type(nil), ft.Inputs...), ft.Results...) {
		ins = append(ins, bufferType(t))
	}
	if size > 0 {
		ins = append(ins, ir.MemRef(ir.Int(8), size))
	}
	b := ir.NewBuilder(m.Op.Registry())
	b.AtEnd(m.Body())
	g := fn.New(b, f.SymName(), ins, nil)
	g.Op.SetAttr("kernel.host", ir.Unit())
	g.Op.SetAttr("kernel.results", ir.NewI64(int64(len(ft.Results))))
	e := &emitter{planner: p, m: m, b: ir.NewBuilder(m.Op.Registry()), args: g.Entry().Args(), inputs: len(ft.Inputs), views: map[viewKey]*ir.Value{}, names: build.NewNames(m)}
	var mark *ir.Op
	e.top, mark = marked(g.Entry(), m.Op.Registry())
	e.b.AtEnd(g.Entry())
	for op := range f.Entry().Ops() {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		e.b.Loc = op.Loc()
		e.emit(op)
	}
	mark.Erase()
	return g, nil
}

// placeRoots assigns an offset to each [root] in the arena, and returns the size of the arena. If
// there is such a root, the size is at least 1, since views of empty roots also need an arena.
func (p *planner) placeRoots() int64 {
	var ranges []Range
	var in []*root
	for _, r := range p.roots {
		if r.place == inArena {
			ranges, in = append(ranges, r.live), append(in, r)
		}
	}
	offsets, size := Arena(ranges)
	for i, r := range in {
		r.offset = offsets[i]
	}
	if len(in) > 0 {
		size = max(size, 1)
	}
	return size
}

type viewKey struct {
	root *root
	t    ir.Type
}

type emitter struct {
	*planner
	m       ir.Module
	b       *ir.Builder
	top     *ir.Builder // inserts buffers before all their uses
	args    []*ir.Value
	inputs  int
	views   map[viewKey]*ir.Value
	scalars ir.Mapping
	names   build.Names // of constants
}

func (e *emitter) buffer(s storage) *ir.Value {
	v, ok := e.views[viewKey{s.root, s.t}]
	if !ok {
		v = e.whole(s)
		e.views[viewKey{s.root, s.t}] = v
	}
	if s.box != nil {
		return build.Subview(e.b, v, s.box.offsets, s.box.sizes, s.box.strides)
	}
	return v
}

func (e *emitter) whole(s storage) *ir.Value {
	switch s.root.place {
	case isArgument:
		return build.Cast(e.top, e.args[s.root.index], s.t)
	case isOutput:
		return build.Cast(e.top, e.args[e.inputs+s.root.index], s.t)
	case isConstant:
		return build.Cast(e.top, e.global(s.root), s.t)
	case inTile, isPadding: // kernels do not use the memory of these allocas
		return memref.NewAlloca(e.top, s.t).Op.Result()
	}
	return build.View(e.top, e.args[len(e.args)-1], s.root.offset, s.t)
}

// global returns the buffer of the constant r. The first call defines the global.
func (e *emitter) global(r *root) *ir.Value {
	t := bufferType(r.value.TypeOf())
	if v, ok := e.views[viewKey{r, ir.Type{}}]; ok {
		return v
	}
	name := e.names.Next("constant_")
	b := ir.NewBuilder(e.m.Op.Registry())
	b.AtStart(e.m.Body())
	memref.NewGlobal(b, name, t, r.value, true, true)
	v := memref.NewGetGlobal(e.top, name, t).Op.Result()
	e.views[viewKey{r, ir.Type{}}] = v
	return v
}

func (e *emitter) emit(op *ir.Op) {
	e.b.Created = func(made *ir.Op) { made.Derive(op) }
	switch {
	case ir.Is[tensor.Empty](op), isDeferredFill(op), ir.Is[arith.Constant](op) && isTensor(op.Result()):
	case ir.Is[fn.Return](op):
		e.finish(op)
	case ir.Is[scf.Yield](op):
		e.yield(op)
	case ir.Is[scf.Condition](op):
		o, _ := ir.As[scf.Condition](op)
		scf.NewCondition(e.b, e.scalars.Value(o.Condition()))
	case blocksOf(op) != nil:
		e.controlled(op)
	case views(op):
		for _, to := range e.dests[op] {
			e.copy(e.buffer(e.stores[op.OperandList()[0]]), e.buffer(to))
		}
	case !updates(op) && takesTensors(op):
		e.host(op)
	case len(e.dests[op]) > 0:
		e.write(op)
	default:
		e.scalar(op)
	}
}

// scalar emits an operation on scalars, or a load for a tensor.extract.
func (e *emitter) scalar(op *ir.Op) {
	x, ok := ir.As[tensor.Extract](op)
	if !ok {
		e.b.Clone(op, &e.scalars)
		return
	}
	e.scalars.Map(x.Op.Result(), build.Load(e.b, e.buffer(e.stores[x.Tensor()]), e.mapped(x.Indices())...))
}

func (e *emitter) mapped(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = e.scalars.Value(v)
	}
	return out
}

func (e *emitter) write(op *ir.Op) {
	first, _ := initials(op)
	var outs []*ir.Value
	for k, s := range e.dests[op] {
		out := e.buffer(s)
		outs = append(outs, out)
		if e.fills[op][k] {
			fill, _ := ir.Defining[linalg.Fill](op.OperandAt(first + k))
			build.Fill(e.b, e.scalars.Value(fill.Inputs()[0]), out)
		}
	}
	for _, k := range e.copies[op] {
		e.copy(e.buffer(e.stores[op.OperandAt(first+k)]), outs[k])
	}
	switch o := op.View().(type) {
	case linalg.Generic:
		e.generic(op, outs)
	case linalg.Fill:
		build.Fill(e.b, e.scalars.Value(o.Inputs()[0]), outs[0])
	case tensor.InsertSlice:
		part := build.Subview(e.b, outs[0], o.Offsets().Static, o.Sizes().Static, o.Strides().Static)
		e.copy(e.buffer(e.stores[o.Source()]), part)
	case scf.For:
		r := &regions{emitter: e, tensors: map[*ir.Value]*ir.Value{}}
		r.loop(e.b, o, outs)
	default:
		panic("buffers: BUG: no rule writes " + op.Name())
	}
}

func (e *emitter) generic(op *ir.Op, outs []*ir.Value) {
	n, ok := structured.Of(op)
	if !ok {
		panic("buffers: BUG: nest without static extents")
	}
	s := structured.Shape{Outs: outs, Maps: n.Maps, Reduction: n.Reduction}
	for _, v := range n.Ins {
		s.Ins = append(s.Ins, e.buffer(e.stores[v]))
	}
	r := &regions{emitter: e, tensors: map[*ir.Value]*ir.Value{}}
	for o := range n.Body().Ops() {
		r.outside(o)
	}
	made := structured.New(e.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		for i, a := range n.Body().Args() {
			e.scalars.Map(a, args[i])
		}
		return r.body(b, n.Body())
	})
	for _, name := range []string{tiles.Attr, pack.Attr, pack.WordsAttr, schedule.Attr} {
		if a := op.Attr(name); !a.IsNil() {
			made.SetAttr(name, a)
		}
	}
}

func (e *emitter) copy(from, to *ir.Value) {
	shape, _ := from.Type().Shape()
	id := affine.Identity(len(shape))
	structured.New(e.b, structured.Shape{
		Ins: []*ir.Value{from}, Outs: []*ir.Value{to}, Maps: []affine.Map{id, id}, Reduction: make([]bool, len(shape)),
	}, func(_ *ir.Builder, args []*ir.Value) []*ir.Value { return args[:1] })
}

// finish emits the return. Before it, finish copies the results that are not in their outputs yet.
func (e *emitter) finish(op *ir.Op) {
	for i, v := range op.OperandList() {
		s := e.stores[v]
		if s.root.place == isOutput && s.root.index == i {
			continue
		}
		e.copy(e.buffer(s), e.args[e.inputs+i])
	}
	fn.NewReturn(e.b)
}
