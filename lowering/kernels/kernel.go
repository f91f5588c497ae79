package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// kernel holds the state of a kernel while it is written.
type kernel struct {
	b        *ir.Builder // the insertion point of the code
	entry    *ir.Builder // the start of the function, where constants are inserted
	buffers  []layout    // the buffer arguments
	args     map[memory]*ir.Value
	writes   []int64
	lo, hi   *ir.Value
	indices  map[int64]*ir.Value
	consts   map[constKey]*ir.Value
	host     ir.Mapping // from scalars of the host function to their copies in the kernel
	mark     *ir.Op
	function fn.Func
}

type constKey struct {
	value ir.Attr
	lanes int64
}

// newKernel begins the function of a kernel. The arguments of the function are the buffers and the
// range of iterations, from lo to hi. The parameter "written" is the set of memory that the kernel
// writes.
func newKernel(reg *ir.Registry, buffers []layout, written map[memory]bool) *kernel {
	var ins []ir.Type
	k := &kernel{
		b: ir.NewBuilder(reg), entry: ir.NewBuilder(reg), buffers: buffers, args: map[memory]*ir.Value{},
		indices: map[int64]*ir.Value{}, consts: map[constKey]*ir.Value{},
	}
	for i, l := range buffers {
		ins = append(ins, ir.MemRef(l.elem, l.size))
		if written[l.memory] {
			k.writes = append(k.writes, int64(i))
		}
	}
	ins = append(ins, ir.Index(), ir.Index())
	k.function = fn.New(ir.NewBuilder(reg), "kernel", ins, nil)
	k.function.SetPrivate()
	block := k.function.Entry()
	for i, l := range buffers {
		k.args[l.memory] = block.Arg(i)
	}
	k.lo, k.hi = block.Arg(len(buffers)), block.Arg(len(buffers)+1)
	k.b.AtEnd(block)
	fn.NewReturn(k.b)
	k.b.Before(block.Last())
	return k
}

// start inserts a marker between the constants and the code, and computes the scalars of the host
// function that the kernel needs.
func (k *kernel) start(scalars []*ir.Value) {
	k.mark = k.b.Op("kernel.mark", ir.Init{})
	k.entry.Before(k.mark)
	for _, v := range scalars {
		k.scalar(v)
	}
}

func (k *kernel) index(v int64) *ir.Value {
	c, ok := k.indices[v]
	if !ok {
		c = build.Index(k.entry, v)
		k.indices[v] = c
	}
	return c
}

// constant returns the constant a as a scalar if lanes is 1, and otherwise as a vector that has the
// value a in all lanes.
func (k *kernel) constant(a ir.Attr, lanes int64) *ir.Value {
	key := constKey{a, lanes}
	c, ok := k.consts[key]
	if !ok {
		if lanes > 1 {
			a = splat(a, lanes)
		}
		c = arith.NewConstant(k.entry, a).Op.Result()
		k.consts[key] = c
	}
	return c
}

// splat returns a constant vector that has the value a in all lanes.
func splat(a ir.Attr, lanes int64) ir.Attr {
	t := a.TypeOf()
	return ir.NewSplat(ir.Vector(t, lanes), element(a))
}

// loop writes scf.for at the insertion point. The parameter "body" is called with the insertion
// point in the body of the loop. carried may be nil.
func (k *kernel) loop(lo, hi *ir.Value, step int64, carried []*ir.Value,
	body func(iv *ir.Value, carried []*ir.Value) []*ir.Value,
) []*ir.Value {
	outer := k.b
	op := build.For(outer, lo, hi, k.index(step), carried, func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
		k.b = b
		return body(iv, carried)
	})
	k.b = outer
	return op.ResultList()
}

func (k *kernel) finish(grid, lanes int64) {
	k.function.Op.SetAttr("kernel.grid", ir.NewInt(grid, ir.Index()))
	k.function.Op.SetAttr("kernel.writes", ir.NewDenseI64(k.writes...))
	if lanes > 1 {
		k.function.Op.SetAttr("kernel.lanes", ir.NewI64(lanes))
	}
	if pairs := k.inPlace(); len(pairs) > 0 {
		k.function.Op.SetAttr("kernel.inplace", ir.NewDenseI64(pairs...))
	}
}

// inPlace pairs each written buffer with all other buffers that start at the same place in memory.
// A buffer without elements shares no memory, so it is in no pair.
func (k *kernel) inPlace() []int64 {
	var pairs []int64
	empty := func(buffer int) bool {
		return slices.Contains(k.function.Entry().Arg(buffer).Type().Dims(), 0)
	}
	for _, w := range k.writes {
		if empty(int(w)) {
			continue
		}
		for r, l := range k.buffers {
			o := k.buffers[w]
			if int64(r) != w && l.start() == o.start() && !empty(r) {
				pairs = append(pairs, w, int64(r))
			}
		}
	}
	return pairs
}
