package kernels

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/mathx"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// outline adds to m the kernels of the host function f for processor t, and a new host function
// that calls these kernels. If k is not nil, units with equal keys share one kernel. If a kernel
// equals an earlier kernel, the earlier kernel is called instead. outline returns an error if ctx
// ends or if f has an operation that kernel form does not allow. It also returns an error if a nest
// has a [tiling.Record] that does not fit it. After an error, m is incomplete.
func outline(ctx context.Context, m ir.Module, f fn.Func, t target.Target, k *keys) error {
	reg := m.Op.Registry()
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	g := fn.New(b, f.SymName(), f.FunctionType().Inputs, nil)
	for _, a := range f.Op.DiscardableAttrs() {
		g.Op.SetAttr(a.Name, a.Attr)
	}
	o := &outliner{ctx: ctx, m: m, target: t, b: ir.NewBuilder(reg), flat: map[memory]*ir.Value{}, known: map[signature][]*ir.Op{}, seed: maphash.MakeSeed(), keys: k, made: map[string]made{}, names: build.NewNames(m)}
	o.top = ir.NewBuilder(reg)
	o.top.AtEnd(g.Entry())
	mark := o.top.Op("kernel.mark", ir.Init{})
	o.top.Before(mark)
	o.b.AtEnd(g.Entry())
	for i, a := range f.Entry().Args() {
		o.values.Map(a, g.Entry().Arg(i))
	}
	o.block(f.Entry())
	if err := cmp.Or(ctx.Err(), o.wrong); err != nil {
		return err
	}
	fn.NewReturn(o.b)
	mark.Erase()
	dropUnused(m, g.Op)
	o.dropArena(f, g)
	return nil
}

// dropArena removes the arena from the arguments of the host function g if g does not use it. This
// happens if all values of f in the arena are empty or never read.
func (o *outliner) dropArena(f, g fn.Func) {
	last := g.Entry().NumArgs() - 1
	if last < 0 || g.Entry().Arg(last).HasUses() || !isArena(f.Entry().Arg(last)) {
		return
	}
	g.Entry().EraseArg(last)
	g.Retype()
}

// isArena reports whether v has uses and all of them are sources of views.
func isArena(v *ir.Value) bool {
	for u := range v.Uses() {
		if !ir.Is[memref.View](u.Owner()) {
			return false
		}
	}
	return v.HasUses()
}

type outliner struct {
	ctx     context.Context
	m       ir.Module
	target  target.Target
	b       *ir.Builder
	top     *ir.Builder // where buffers are inserted, before all their uses
	values  ir.Mapping
	flat    map[memory]*ir.Value // the flat buffers of the host function
	known   map[signature][]*ir.Op
	seed    maphash.Seed // of the hashes in signatures
	keys    *keys
	made    map[string]made // the kernels of units, by key
	pending []unit          // the units that will become the next kernel
	names   build.Names     // of kernels and packed constants
	wrong   error           // the first error about a record or an operation
}

// flush writes a kernel for each of the fills. It returns nil, since no fills are left.
func (o *outliner) flush(fills []linalg.Fill) []linalg.Fill {
	for _, op := range fills {
		o.fill(op)
	}
	return nil
}

// nest adds the nests in tile, as one group, to the units of the next kernel. If a fill writes to
// an output of the first nest, and this nest does not also read the output as an input, the value
// of the fill becomes an initial value. For all other fills, nest writes kernels. It returns nil,
// since no fills are left.
func (o *outliner) nest(tile []*ir.Op, fills []linalg.Fill) []linalg.Fill {
	g := nestOf(tile[0])
	inits := make([]*ir.Value, len(g.Outs))
	for i, v := range g.Outs {
		for k, fill := range fills {
			if fill.Op != nil && fill.Outputs()[0] == v && !readsBuffer(g, v) {
				inits[i], fills[k] = fill.Inputs()[0], linalg.Fill{}
			}
		}
	}
	for _, fill := range fills {
		if fill.Op != nil {
			o.fill(fill)
		}
	}
	o.add(unit{group: newGroup(tile), inits: inits, op: tile[len(tile)-1]})
	return nil
}

// readsBuffer reports whether an input of g starts where the buffer v starts.
func readsBuffer(g structured.Nest, v *ir.Value) bool {
	start := layoutOf(v).start()
	return slices.ContainsFunc(g.Ins, func(in *ir.Value) bool { return layoutOf(in).start() == start })
}

func nestOf(op *ir.Op) structured.Nest {
	g, ok := structured.Of(op)
	if !ok {
		panic("kernels: BUG: nest without static extents")
	}
	return g
}

// fill writes a kernel that stores one value in all elements.
func (o *outliner) fill(op linalg.Fill) {
	o.emit()
	at := ir.NewBuilder(op.Op.Registry())
	at.After(op.Op)
	n := structured.New(at, fillShape(op.Outputs()[0]), func(*ir.Builder, []*ir.Value) []*ir.Value {
		return op.Inputs()
	})
	g, _ := structured.Of(n)
	o.write(&group{stages: []stage{newStage(newNest(g))}}, []*ir.Value{nil}, op.Op)
	n.Erase()
}

// write schedules n and writes its kernel and the call. The number of lanes of a vector is the
// number of elements of the kernel's widest type that fit into a register.
func (o *outliner) write(n *group, inits []*ir.Value, op *ir.Op) {
	units := []unit{{group: n, inits: inits}}
	m, key, known := o.find(units)
	if known {
		if m.name != "" {
			o.call(m, collect(units).buffers, op)
		}
		return
	}
	most := o.target.Lanes(n.width())
	k, s := o.kernel(n, inits, most)
	if k == nil {
		o.made[key] = made{}
		return // nothing to write
	}
	if fits := o.target.Lanes(widest(k.function.Entry())); fits < s.lanes {
		k.function.Op.Erase()
		if s.tile != nil { // the record of the nest is for vectors of s.lanes lanes, which are too many
			n.first().given, n.first().narrowed = tiling.Record{Key: s.given.Key}, true
		}
		k, s = o.kernel(n, inits, fits)
	}
	if s.tile != nil {
		k.function.Op.SetAttr("kernel.tile", ir.NewDenseI64(s.Height, s.widest()*s.lanes))
	}
	k.describe(o.target, []*group{n}, []schedule{s})
	o.made[key], _ = o.finish(k, s.grid(), s.lanes, op)
}

// describe sets the attribute of k that describes groups, for programs that tune schedules.
// schedules[i] is the schedule of groups[i]. Groups whose record has no key are left out.
func (k *kernel) describe(t target.Target, groups []*group, schedules []schedule) {
	var nests []ir.Attr
	for i, g := range groups {
		if schedules[i].given.Key != "" {
			d := schedules[i].nest(g, t)
			nests = append(nests, d.Attr())
		}
	}
	if nests != nil {
		k.function.Op.SetAttr(tiling.NestsAttr, ir.NewArray(nests...))
	}
}

// kernel writes the kernel of n with vectors of at most `most` lanes. It returns a nil kernel if
// the grid of the kernel is empty.
func (o *outliner) kernel(n *group, inits []*ir.Value, most int64) (*kernel, schedule) {
	s := o.plan(n, most, 0)
	if s.grid() == 0 {
		return nil, s
	}
	c := collect([]unit{{group: n, inits: inits}})
	k := newKernel(o.m.Op.Registry(), c.buffers, c.written)
	k.start(c.hosts)
	w := newWriter(k, s, k.initials(inits))
	w.ahead = n.ahead(o.target)
	w.write()
	k.simplify()
	return k, s
}

// plan schedules a group of a kernel. It sets o.wrong to the error about the first record that does
// not fit.
func (o *outliner) plan(g *group, most int64, outside int) schedule {
	s := plan(g, most, o.target, outside)
	if o.wrong == nil {
		o.wrong = s.wrong
	}
	return s
}

// initials computes the value that a fill writes to each output. It is nil for an output without a
// fill.
func (k *kernel) initials(inits []*ir.Value) []*ir.Value {
	scalars := make([]*ir.Value, len(inits))
	for i, v := range inits {
		if v != nil {
			scalars[i] = k.scalar(v)
		}
	}
	return scalars
}

// simplify expands elementary functions and removes unused operations.
func (k *kernel) simplify() {
	k.mark.Erase()
	mathx.Expand(k.function.Op)
	sweep(k.function.Entry())
}

// width returns the size, in bytes, of the widest elements that n reads and writes. Floats of fewer
// than 4 bytes count as 4 bytes, because they are computed in f32.
func (n *group) width() int64 {
	bytes := int64(1)
	n.accesses(func(a access) bool {
		size := int64(a.elem.Kind().Size())
		if a.elem.IsFloat() {
			size = max(size, 4)
		}
		bytes = max(bytes, size)
		return true
	})
	return bytes
}

// widest returns the size, in bytes, of the widest elements of vectors in a block. Masks do not
// count.
func widest(b *ir.Block) int64 {
	bytes := int64(1)
	for op := range b.Ops() {
		for v := range op.Results() {
			if t := v.Type(); ir.IsType[*ir.VectorType](t) && !t.Elem().IsInt(1) {
				bytes = max(bytes, int64(t.Elem().Kind().Size()))
			}
		}
		for _, r := range op.Regions() {
			for _, inner := range r.Blocks {
				bytes = max(bytes, widest(inner))
			}
		}
	}
	return bytes
}

// made describes the kernel of units. If its grid is empty, no kernel is written, and name is
// empty.
type made struct {
	name string
	grid int64
}

// find returns the key of units and, if known, the kernel that was written for this key.
func (o *outliner) find(units []unit) (m made, key string, known bool) {
	if o.keys == nil {
		return made{}, "", false
	}
	key = o.keys.of(units)
	m, known = o.made[key]
	return m, key, known
}

// finish inserts a call of the kernel, or of an equal kernel that exists already.
func (o *outliner) finish(k *kernel, grid, lanes int64, op *ir.Op) (made, *ir.Op) {
	k.finish(grid, lanes)
	m := made{o.named(k.function, grid), grid}
	return m, o.call(m, k.buffers, op)
}

func (o *outliner) call(m made, buffers []layout, op *ir.Op) *ir.Op {
	var args []*ir.Value
	for _, l := range buffers {
		args = append(args, o.buffer(l))
	}
	args = append(args, build.Index(o.b, 0), build.Index(o.b, m.grid))
	call := fn.NewCall(o.b, m.name, args, nil)
	call.Op.Derive(op)
	return call.Op
}

// signature is a map key for kernels. Kernels with equal signatures are compared in full.
type signature struct {
	typ       ir.Attr // the type of the function
	grid, ops int64
	constants uint64 // a hash of the constants, such as the offsets of accesses
}

// named returns the name of the kernel that equals f. If the module has no such kernel, named adds
// f.
func (o *outliner) named(f fn.Func, grid int64) string {
	sig := signature{typ: f.Op.Attr("function_type"), grid: grid}
	var h maphash.Hash
	h.SetSeed(o.seed)
	f.Op.Walk(func(op *ir.Op) bool {
		sig.ops++
		if k, ok := ir.As[arith.Constant](op); ok {
			maphash.WriteComparable(&h, k.Value())
		}
		return true
	})
	sig.constants = h.Sum64()
	for _, other := range o.known[sig] {
		name, _ := other.SymbolName()
		f.SetSymName(name)
		if same.Compare(f.Op, other, same.Options{}) == nil {
			return name
		}
	}
	name := o.names.Next("k")
	o.known[sig] = append(o.known[sig], f.Op)
	f.SetSymName(name)
	o.m.Body().Append(f.Op)
	return name
}

// buffer returns the flat buffer of the host function that contains the elements of l.
func (o *outliner) buffer(l layout) *ir.Value {
	if v, ok := o.flat[l.memory]; ok {
		return v
	}
	t := ir.MemRef(l.elem, l.size)
	var v *ir.Value
	switch def := l.base.Def(); {
	case l.arena:
		v = build.View(o.top, o.values.Value(l.base), l.memory.offset, t)
	case def == nil:
		v = build.Cast(o.top, o.values.Value(l.base), t)
	default:
		v = build.Cast(o.top, o.top.Clone(def, &o.values).Result(), t)
	}
	o.flat[l.memory] = v
	return v
}

// collector finds the buffers of a kernel, in order of appearance.
type collector struct {
	buffers []layout
	hosts   []*ir.Value // scalars of the host function
	seen    map[memory]bool
	written map[memory]bool
}

func newCollector() *collector {
	return &collector{seen: map[memory]bool{}, written: map[memory]bool{}}
}

// unit adds the buffers and the scalars of the host function that u needs.
func (c *collector) unit(u *unit) {
	for k := range u.stages {
		c.stage(&u.stages[k])
	}
	for _, v := range u.inits {
		if v != nil {
			c.scalar(v)
		}
	}
}

// stage adds the buffers that s reads and stores, and the scalars that its body uses.
func (c *collector) stage(s *stage) {
	for i, v := range s.Ins {
		if s.inMemory(i) {
			c.add(v)
		}
	}
	for i, v := range s.Outs {
		if s.keep[i] {
			c.add(v)
			c.written[layoutOf(v).memory] = true
		}
	}
	c.scalars(s.body)
}

func (c *collector) add(v *ir.Value) {
	l := layoutOf(v)
	if l.padding != nil {
		c.scalar(l.padding.value)
	}
	if !c.seen[l.memory] {
		c.seen[l.memory] = true
		c.buffers = append(c.buffers, l)
	}
}

// scalars adds the buffers that a body accesses. It also adds the scalars of the host function that
// the body uses, and the buffers from which they are computed.
func (c *collector) scalars(block *ir.Block) {
	for op := range block.Ops() {
		for v := range op.Operands() {
			if ir.IsType[*ir.MemRefType](v.Type()) {
				c.add(v)
				if ir.Is[memref.Store](op) {
					c.written[layoutOf(v).memory] = true
				}
			} else {
				c.scalar(v)
			}
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks {
				c.scalars(b)
			}
		}
	}
}

// scalar adds v if v is a scalar of the host function. It also adds the scalars and buffers from
// which v is computed.
func (c *collector) scalar(v *ir.Value) {
	op := v.Def()
	if op == nil || !isHost(op) {
		return
	}
	c.hosts = append(c.hosts, v)
	for o := range op.Operands() {
		if ir.IsType[*ir.MemRefType](o.Type()) {
			c.add(o)
		} else {
			c.scalar(o)
		}
	}
}

// isHost reports whether op is in a host function, directly or in control flow.
func isHost(op *ir.Op) bool {
	parent := op.Parent()
	for isControl(parent) {
		parent = parent.Parent()
	}
	f, ok := ir.As[fn.Func](parent)
	return ok && !f.Op.Attr("kernel.host").IsNil()
}

// sweep erases unused operations that have results and no regions. In a kernel, such operations
// only compute, load or allocate. It visits the operations from last to first.
func sweep(block *ir.Block) {
	for op := range block.Backward() {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks {
				sweep(b)
			}
		}
		if op.Unused() && op.NumResults() > 0 && op.NumRegions() == 0 {
			op.Erase()
		}
	}
}
