package buffers

import (
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/tiles"
)

// blocksOf returns the blocks of op if op is control flow of the host function. The operations in
// these blocks are planned like the operations around op.
func blocksOf(op *ir.Op) []*ir.Block {
	switch o := op.View().(type) {
	case scf.While:
		return []*ir.Block{o.Before(), o.After()}
	case scf.If:
		return []*ir.Block{o.Then(), o.Else()}
	case scf.IndexSwitch:
		var out []*ir.Block
		for _, r := range op.Regions() {
			out = append(out, r.Entry())
		}
		return out
	}
	return nil
}

// number assigns step numbers, beginning with n + 1, to the operations of block and to operations
// inside control flow of block. It returns the last number.
func (p *planner) number(block *ir.Block, n int) int {
	for op := range block.Ops() {
		if !tiles.Continues(op) { // all nests of one tile (see package tiles) run in one step
			n++
		}
		p.step[op] = n
		inner := blocksOf(op)
		for _, b := range inner {
			n = p.number(b, n)
		}
		if inner != nil {
			n++
			p.end[op] = n
		}
	}
	return n
}

// control chooses the memory of the results of op. Each result has one buffer. A loop keeps the
// carried value in this buffer, and each branch writes the value that it yields to this buffer.
func (p *planner) control(op *ir.Op) {
	start, end := p.step[op], p.end[op]
	w, isLoop := ir.As[scf.While](op)
	for k, v := range op.ResultList() {
		s := p.newRoot(v.Type(), start)
		if isLoop {
			s = p.carried(w, k, s)
		}
		s.root.live.Last = max(s.root.live.Last, end)
		p.dests[op] = append(p.dests[op], s)
		p.stores[v] = s
	}
	for _, b := range blocksOf(op) {
		p.block(b)
	}
	if isLoop {
		p.waiting(w)
	}
}

// carried returns the memory of carried value k of a loop. It returns the memory of the initial
// value if all of these conditions hold:
//   - this memory is a whole [root] in the arena;
//   - it has the size of the carried value;
//   - no other operand of the loop, and no operation inside or after the loop, reads it.
//
// Otherwise it returns the parameter "fresh", which is new memory.
func (p *planner) carried(w scf.While, k int, fresh storage) storage {
	init, i := w.Inits()[k], p.step[w.Op]
	if s, ok := p.stores[init]; ok && s.root.place == inArena && s.box == nil && p.dead(init, i) &&
		reads(w.Op, p, s.root) == 1 && s.root.live.Size == bytes(init.Type()) {
		p.roots = p.roots[:len(p.roots)-1]
		fresh = storage{root: s.root, t: bufferType(init.Type())}
	} else {
		p.copies[w.Op] = append(p.copies[w.Op], k)
	}
	p.stores[w.Before().Arg(k)], p.stores[w.After().Arg(k)] = fresh, fresh
	return fresh
}

// waiting finds values that a loop yields and that must be copied to temporary memory first,
// because writing the carried values of the next iteration could overwrite them. These values are
// in the memory of a different carried value, or in a part of the memory of the same carried value.
func (p *planner) waiting(w scf.While) {
	y := w.Yield().Op
	p.temps[y] = make([]*storage, y.NumOperands())
	for k, v := range y.OperandList() {
		s := p.stores[v]
		for j, c := range p.dests[w.Op] {
			if s.root == c.root && (j != k || s.box != nil) {
				t := p.newRoot(v.Type(), p.step[y])
				p.temps[y][k] = &t
			}
		}
	}
}

// hosted allocates separate memory for each used result of an operation that the host runs. The
// memory has the type to which a cast converts the result. In [planner.dests], the entries of
// unused results are zero.
func (p *planner) hosted(op *ir.Op, i int) {
	p.dests[op] = make([]storage, op.NumResults())
	for k, v := range op.ResultList() {
		for u := range v.Uses() {
			s := p.newRoot(u.Owner().Result().Type(), i)
			p.dests[op][k], p.stores[v] = s, s
			break
		}
	}
}

func (e *emitter) controlled(op *ir.Op) {
	for _, k := range e.copies[op] {
		e.copy(e.buffer(e.stores[op.OperandAt(k)]), e.buffer(e.dests[op][k]))
	}
	switch o := op.View().(type) {
	case scf.While:
		w := scf.NewWhile(e.b, nil)
		e.inside(w.Before(), o.Before())
		e.inside(w.After(), o.After())
	case scf.If:
		s := scf.NewIf(e.b, e.scalars.Value(o.Condition()), nil, true)
		e.inside(s.Then(), o.Then())
		e.inside(s.Else(), o.Else())
	case scf.IndexSwitch:
		s := scf.NewIndexSwitch(e.b, e.scalars.Value(o.Arg()), o.Cases(), nil)
		for i, r := range op.Regions() {
			e.inside(s.Op.RegionAt(i).Entry(), r.Entry())
		}
	}
}

// inside emits the operations of the block "from" at the end of "block".
func (e *emitter) inside(block, from *ir.Block) {
	outer := e.b
	e.b = ir.NewBuilder(outer.Registry())
	e.b.AtEnd(block)
	for op := range from.Ops() {
		e.b.Loc = op.Loc()
		e.emit(op)
	}
	e.b = outer
}

// yield copies the yielded values of a block to the memory of the results.
func (e *emitter) yield(op *ir.Op) {
	dests, temps := e.dests[op.Block().Parent()], e.temps[op]
	for k, t := range temps {
		if t != nil {
			e.copy(e.buffer(e.stores[op.OperandAt(k)]), e.buffer(*t))
		}
	}
	for k, v := range op.OperandList() {
		from := e.stores[v]
		if temps != nil && temps[k] != nil {
			from = *temps[k]
		}
		if from.root != dests[k].root || from.box != nil {
			e.copy(e.buffer(from), e.buffer(dests[k]))
		}
	}
	scf.NewYield(e.b)
}

// host emits an operation that the host runs. It casts the buffers of operands to tensors, and
// copies the results to buffers.
func (e *emitter) host(op *ir.Op) {
	var m ir.Mapping
	for _, v := range op.OperandList() {
		if !isTensor(v) {
			m.Map(v, e.scalars.Value(v))
			continue
		}
		m.Map(v, builtin.NewCast(e.b, e.buffer(e.stores[v]), v.Type()).Outputs()[0])
	}
	c := e.b.Clone(op, &m)
	for k, v := range c.ResultList() {
		if !op.ResultAt(k).HasUses() {
			continue
		}
		to := e.buffer(e.dests[op][k])
		memref.NewCopy(e.b, builtin.NewCast(e.b, v, to.Type()).Outputs()[0], to)
	}
}

// takesTensors reports whether op, which is not a nest, works on whole tensors, so that the host
// runs it. It returns false for operations with regions, and for tensor.extract, which reads one
// element in a kernel.
func takesTensors(op *ir.Op) bool {
	if ir.Is[tensor.Extract](op) || op.NumRegions() > 0 {
		return false
	}
	for v := range op.Operands() {
		if isTensor(v) {
			return true
		}
	}
	return op.NumResults() > 0 && isTensor(op.Result())
}

// marked appends a temporary operation, the mark, to g. It returns the mark, and a builder that
// inserts operations before it. Operations that are appended to g later can use the results of the
// inserted operations.
func marked(g *ir.Block, reg *ir.Registry) (top *ir.Builder, mark *ir.Op) {
	b := ir.NewBuilder(reg)
	b.AtEnd(g)
	mark = b.Op("buffers.mark", ir.Init{})
	b.Before(mark)
	return b, mark
}
