package buffers

import (
	"context"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/scf"
	tensordialect "github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/tiles"
)

// place is the kind of memory of a root.
type place uint8

const (
	inArena place = iota
	isArgument
	isOutput
	isConstant
	inTile    // no memory: only nests of one tile use the value (see [withinTile]), or it is a packed constant
	isPadding // no memory: kernels read the unpadded tensor, and use the padding value outside of it
)

// root is one piece of memory. Several tensors may use a root one after the other. Tensors that are
// views of each other may use it at the same time.
type root struct {
	place  place
	index  int // the index of the argument or output
	live   Range
	offset int64
	value  ir.Attr // the value of a constant
	// mixed is true if tensors of several element types use the root. Such a root cannot become an
	// output, which has one element type.
	mixed bool
}

// storage is the location of a tensor: a root, or a box of a root.
type storage struct {
	root *root
	t    ir.Type // the memref of the whole root
	box  *box
}

// box is a strided part of a buffer.
type box struct{ offsets, sizes, strides []int64 }

// planner decides where each tensor of a block is stored.
type planner struct {
	ctx     context.Context
	step    map[*ir.Op]int          // numbers all operations in program order (see number)
	end     map[*ir.Op]int          // for control flow: the step after all steps inside of it
	temps   map[*ir.Op][]*storage   // for the yield of a loop: temporary memory for values that would be overwritten before they are copied
	group   map[*ir.Value]*ir.Value // the tensor that a view aliases
	last    map[*ir.Value]int       // by group: the last step that reads it
	search  int                     // the number of the current search for the last use of a value
	around  map[*ir.Op]int          // by operation that contains a use: the number of the last search that found such a use
	stores  map[*ir.Value]storage
	dests   map[*ir.Op][]storage // where an operation writes its results
	copies  map[*ir.Op][]int     // indices of the dests that are initialized with copies of the operands
	fills   map[*ir.Op][]bool    // for each of the dests: whether a fill initializes it
	roots   []*root
	results []*ir.Value
}

func plan(ctx context.Context, block *ir.Block) (*planner, error) {
	p := &planner{
		ctx:  ctx,
		step: map[*ir.Op]int{}, end: map[*ir.Op]int{}, temps: map[*ir.Op][]*storage{}, group: map[*ir.Value]*ir.Value{}, last: map[*ir.Value]int{},
		stores: map[*ir.Value]storage{}, dests: map[*ir.Op][]storage{},
		around: map[*ir.Op]int{}, copies: map[*ir.Op][]int{}, fills: map[*ir.Op][]bool{},
	}
	p.number(block, 0)
	p.liveness(block)
	for i, a := range block.Args() {
		p.stores[a] = storage{root: &root{place: isArgument, index: i}, t: bufferType(a.Type())}
	}
	p.results = block.Last().OperandList()
	p.block(block)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.outputs()
	return p, nil
}

// block chooses the memory of the tensors of block. It stops if the context ends.
func (p *planner) block(block *ir.Block) {
	for op := range block.Ops() {
		if p.ctx.Err() != nil {
			return
		}
		p.decide(op)
	}
}

func bufferType(t ir.Type) ir.Type {
	shape, _ := t.Shape()
	return ir.MemRef(t.Elem(), shape...)
}

// bytes returns the size of the memory for a tensor of type t. Elements are not packed: elements of
// less than 8 bits take one byte each.
func bytes(t ir.Type) int64 {
	shape, _ := t.Shape()
	n := int64(1)
	for _, e := range shape {
		n *= e
	}
	return n * int64(t.Kind().Size())
}

func isTensor(v *ir.Value) bool { return ir.IsType[*ir.TensorType](v.Type()) }

// views reports whether the result of op aliases its operand.
func views(op *ir.Op) bool {
	switch op.View().(type) {
	case tensordialect.ExpandShape, tensordialect.CollapseShape, tensordialect.ExtractSlice, builtin.Cast:
		return true
	}
	return false
}

// liveness finds the group of every tensor, and the last step that reads each group.
func (p *planner) liveness(block *ir.Block) {
	note := func(v *ir.Value) {
		rep := v
		if d := v.Def(); d != nil && d.Block() == block && (views(d) || pads(d)) {
			rep = p.group[d.OperandAt(0)]
		}
		p.group[v] = rep
		p.search++
		for u := range v.Uses() {
			p.last[rep] = max(p.last[rep], p.use(u.Owner(), block))
		}
	}
	for _, a := range block.Args() {
		note(a)
	}
	for op := range block.Ops() {
		for v := range op.Results() {
			note(v)
		}
		for _, inner := range blocksOf(op) {
			p.liveness(inner)
		}
	}
}

// use returns the last step at which op reads a value that block defines. If op is inside control
// flow, it may read the value until the control flow ends. If the current search already found a
// use in an operation around op, use returns 0. So deep nests are not examined repeatedly.
func (p *planner) use(op *ir.Op, block *ir.Block) int {
	top := op
	for top.Block() != block {
		top = top.Parent()
		if p.around[top] == p.search {
			return 0
		}
		p.around[top] = p.search
	}
	if top != op && p.end[top] != 0 {
		return p.end[top]
	}
	return p.reach(top)
}

// reach returns the last step at which op reads its operands. A scalar operation or a deferred fill
// runs at the uses of its result, so it reads its operands there.
func (p *planner) reach(op *ir.Op) int {
	last := p.step[op]
	scalar := op.NumResults() > 0 && op.NumRegions() == 0 && !isTensor(op.ResultAt(0))
	if !scalar && !isDeferredFill(op) {
		return last
	}
	for v := range op.Results() {
		for u := range v.Uses() {
			last = max(last, p.use(u.Owner(), op.Block()))
		}
	}
	return last
}

// dead reports whether nothing reads v's memory after step i.
func (p *planner) dead(v *ir.Value, i int) bool { return p.last[p.group[v]] <= i }

func (p *planner) newRoot(t ir.Type, i int) storage {
	r := &root{live: Range{Size: bytes(t), First: i, Last: i}}
	p.roots = append(p.roots, r)
	return storage{root: r, t: bufferType(t)}
}

func (p *planner) decide(op *ir.Op) {
	i := p.step[op]
	k, isConst := ir.As[arith.Constant](op)
	isEmpty := ir.Is[tensordialect.Empty](op)
	switch {
	case isConst && isTensor(op.Result()):
		r := &root{place: isConstant, value: k.Value()}
		p.stores[op.Result()] = storage{root: r, t: bufferType(op.Result().Type())}
	case isEmpty && isRead(op.Result()):
		p.stores[op.Result()] = p.newRoot(op.Result().Type(), i)
	case isEmpty, isDeferredFill(op):
	case blocksOf(op) != nil:
		p.control(op)
	case views(op):
		p.view(op, i)
	case !updates(op) && op.NumResults() > 0 && isTensor(op.Result()) && op.NumRegions() == 0:
		p.hosted(op, i)
	case op.NumResults() > 0 && isTensor(op.Result()):
		p.destinations(op, i)
	}
	for v := range op.Results() {
		if s, ok := p.stores[v]; ok && p.group[v] != nil {
			s.root.live.Last = max(s.root.live.Last, p.last[p.group[v]])
		}
	}
}

// isDeferredFill reports whether op fills a tensor.empty, and the result is only the initial value
// of outputs. Then no code is written for op: each operation with such an output fills its own
// buffer.
func isDeferredFill(op *ir.Op) bool {
	f, ok := ir.As[linalg.Fill](op)
	return ok && isEmpty(f.Outputs()[0]) && !isRead(op.Result())
}

// isRead reports whether v has a use other than as the initial value of an output.
func isRead(v *ir.Value) bool {
	for u := range v.Uses() {
		if lo, hi := initials(u.Owner()); u.Index() < lo || u.Index() >= hi {
			return true
		}
	}
	return false
}

func isEmpty(v *ir.Value) bool { return ir.Is[tensordialect.Empty](v.Def()) }

// initials returns the range [lo, hi) of the operands that are the initial values of op's results.
func initials(op *ir.Op) (lo, hi int) {
	switch op.View().(type) {
	case linalg.Generic:
		return op.OperandGroup(1)
	case linalg.Fill, tensordialect.InsertSlice:
		return 1, 2
	case scf.For:
		return 3, op.NumOperands()
	}
	return 0, 0
}

func updates(op *ir.Op) bool {
	lo, hi := initials(op)
	return lo < hi
}

// view makes the result of op alias the operand. If the operand is a box of a root, the result
// aliases a copy of the operand.
func (p *planner) view(op *ir.Op, i int) {
	from := p.stores[op.OperandAt(0)]
	if from.box != nil {
		from = p.newRoot(op.OperandAt(0).Type(), i)
		p.dests[op] = []storage{from}
		p.copies[op] = []int{0}
		p.group[op.Result()] = op.Result()
		p.last[op.Result()] = p.lastUse(op.Result())
	}
	if o, ok := ir.As[tensordialect.ExtractSlice](op); ok {
		p.stores[op.Result()] = storage{from.root, from.t, &box{o.Offsets().Static, o.Sizes().Static, o.Strides().Static}}
		return
	}
	if ir.Is[builtin.Cast](op) {
		p.stores[op.Result()] = from
		return
	}
	p.stores[op.Result()] = storage{root: from.root, t: bufferType(op.Result().Type())}
}

// lastUse returns the last step that reads v, a view of v, or a padded copy of v that is not
// materialized.
func (p *planner) lastUse(v *ir.Value) int {
	last := 0
	p.search++
	for u := range v.Uses() {
		op := u.Owner()
		last = max(last, p.use(op, v.Def().Block()))
		if (views(op) || pads(op)) && op.Block() == v.Def().Block() {
			last = max(last, p.lastUse(op.Result()))
		}
	}
	return last
}

// destinations chooses where an operation writes its results: over an operand that is not read
// afterwards, or into new memory.
func (p *planner) destinations(op *ir.Op, i int) {
	lo, hi := initials(op)
	for k := range hi - lo {
		v := op.OperandAt(lo + k)
		s, ok := p.stores[v]
		filled := v.Def() != nil && isDeferredFill(v.Def())
		switch {
		case filled || isEmpty(v):
			s = p.overDying(op, k, i, filled)
		case ok && s.root.place == inArena && s.box == nil && p.dead(v, i) && reads(op, p, s.root) == 1:
			s.t = bufferType(v.Type())
		default:
			s = p.newRoot(v.Type(), i)
			p.copies[op] = append(p.copies[op], k)
		}
		p.fills[op] = append(p.fills[op], filled)
		p.dests[op] = append(p.dests[op], s)
		p.stores[op.ResultAt(k)] = s
	}
}

// reads counts the operands of op, and of the operations in its regions, that are stored in r.
func reads(op *ir.Op, p *planner, r *root) int {
	n := 0
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if s, ok := p.stores[v]; ok && s.root == r {
				n++
			}
		}
		return true
	})
	return n
}

// overDying returns the memory of an operand that op reads for the last time, if each iteration
// reads only the element that it overwrites. Otherwise it returns new memory. Results of the kinds
// isPadding and inTile get no memory.
func (p *planner) overDying(op *ir.Op, k, i int, filled bool) storage {
	t := op.ResultAt(k).Type()
	if pads(op) {
		return storage{root: &root{place: isPadding}, t: bufferType(t)}
	}
	if withinTile(op) || pack.Packs(op) && ir.Is[arith.Constant](op.OperandAt(0).Def()) {
		s := p.newRoot(t, i)
		s.root.place = inTile
		return s
	}
	if filled || op.NumResults() != 1 {
		return p.newRoot(t, i)
	}
	n, ok := structured.Of(op)
	if !ok || !n.Parallel() || !n.OutMap(k).IsIdentity() || pack.Packs(op) {
		return p.newRoot(t, i) // packing writes elements in another order than it reads them
	}
	for j, v := range n.Ins {
		s, ok := p.stores[v]
		if !ok || s.root.place != inArena || s.box != nil || !p.dead(v, i) || !n.Maps[j].IsIdentity() ||
			s.root.live.Size != bytes(t) || v.Type().Kind().Bits() != t.Kind().Bits() || reads(op, p, s.root) != sameReads(n, v) ||
			p.readBefore(op, s.root) {
			continue
		}
		if v.Type().Elem() != t.Elem() {
			if slices.Contains(p.results, op.ResultAt(k)) {
				// The root would have mixed types, so it could not become the output.
				continue
			}
			s.root.mixed = true
		}
		return storage{root: s.root, t: bufferType(t)}
	}
	return p.newRoot(t, i)
}

// withinTile reports whether only later nests of the same tile read the result of op. A tile is a
// group of nests that run together (see package tiles).
func withinTile(op *ir.Op) bool {
	members := tiles.Of(op)
	if len(members) == 1 || op.NumResults() != 1 {
		return false
	}
	for u := range op.Result().Uses() {
		if !slices.Contains(members[1:], u.Owner()) {
			return false
		}
	}
	return true
}

// readBefore reports whether an earlier nest of the tile of op reads r. If op wrote its result to
// r, such a nest could read elements that op overwrote in an earlier iteration of the grid of
// tiles.
func (p *planner) readBefore(op *ir.Op, r *root) bool {
	for ; tiles.Continues(op); op = op.Prev() {
		if reads(op.Prev(), p, r) > 0 {
			return true
		}
	}
	return false
}

// sameReads counts the inputs of n that are v and have the identity as map. Through them, each
// iteration reads only the element that it overwrites.
func sameReads(n structured.Nest, v *ir.Value) int {
	count := 0
	for j, w := range n.Ins {
		if w == v && n.Maps[j].IsIdentity() {
			count++
		}
	}
	return count
}

// outputs moves the roots of results into the output arguments. A root can move if a result fills
// the whole root and the root has one element type.
func (p *planner) outputs() {
	for i, v := range p.results {
		s := p.stores[v]
		if s.root != nil && s.root.place == inArena && s.box == nil && !s.root.mixed && s.root.live.Size == bytes(v.Type()) {
			s.root.place, s.root.index = isOutput, i
		}
	}
}
