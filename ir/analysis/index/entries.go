package index

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
)

// Sequencer is an operation that says nothing but that what defines then runs after
// what defines first: a control dependency.
type Sequencer interface {
	Sequence() (first, then *ir.Value)
}

// Mutator is an operation that changes what some of its operands, arguments of the
// block, hold.
type Mutator interface {
	Mutated() []*ir.Use
}

// Reader is an operation whose result is what an argument of the block holds where the
// operation stands. As a result of the block it is no node, but the argument with the
// version that is read.
type Reader interface {
	Read() *ir.Use
}

// Node is a node of an [Entries]: an operation, or an argument of the block.
type Node struct {
	Op  *ir.Op    // nil for an argument
	Arg *ir.Value // nil for an operation
}

// Entry is a value as a node sees it: the node that makes it, which of that node's
// values it is, and, for an argument that is changed, how many times it had been.
type Entry struct{ Node, Index, Version int32 }

// Entries numbers what the results of a block need, arguments included, in the order
// in which a walk from the results leaves the nodes: operands first, in their order,
// then control dependencies. It is NNVM's IndexedGraph. What no result needs is not in
// it. Building is linear in nodes and edges, and recurses nowhere.
type Entries struct {
	Nodes []Node
	// Start has one element more than Nodes: the values of node n have the numbers
	// Start[n] to Start[n+1], the latter excluded (NNVM's entry_rptr).
	Start []int32
	// Values are the values by number.
	Values []*ir.Value
	// Args are the nodes that are arguments.
	Args []int32
	// Inputs[InputStart[n]:InputStart[n+1]] are what node n reads, operand by operand.
	Inputs     []Entry
	InputStart []int32
	// After are, by node, the nodes it runs after without reading them.
	After Rows
	// Outputs are the operands of the block's terminator.
	Outputs []Entry
	// Mutable are the nodes whose values some node changes, in order.
	Mutable []int32

	args []int32 // node of each argument, or -1
	ops  map[*ir.Op]int32
}

// EntriesOf numbers the nodes that the results of b need.
func EntriesOf(b *ir.Block) *Entries {
	n := b.Len() + b.NumArgs()
	x := &Entries{
		Nodes: pages.Make[Node](0, n), Start: append(make([]int32, 0, n+1), 0), InputStart: append(make([]int32, 0, n+1), 0),
		Values: pages.Make[*ir.Value](0, n), args: make([]int32, b.NumArgs()),
	}
	for i := range x.args {
		x.args[i] = -1
	}
	after := sequenced(b)
	w := walker{x: x, block: b, after: after}
	for v := range b.Last().Operands() {
		if r := ReadOf(v); r != nil {
			v = r.Value()
		}
		w.visit(v)
	}
	x.resolve(b, after)
	for _, n := range x.Nodes {
		if n.Op != nil {
			n.Op.SetMark(0)
		}
	}
	return x
}

// sequenced lists, by operation, the values that it must run after.
func sequenced(b *ir.Block) map[*ir.Op][]*ir.Value {
	var after map[*ir.Op][]*ir.Value
	for op := range b.Ops() {
		s, ok := ir.Cast[Sequencer](op)
		if !ok {
			continue
		}
		first, then := s.Sequence()
		if then.Def() == nil {
			continue
		}
		if after == nil {
			after = map[*ir.Op][]*ir.Value{}
		}
		after[then.Def()] = append(after[then.Def()], first)
	}
	return after
}

// walker leaves nodes after what they need.
type walker struct {
	x     *Entries
	block *ir.Block
	after map[*ir.Op][]*ir.Value
	stack []frame
}

// frame is an operation whose needs are being visited.
type frame struct {
	op   *ir.Op
	next int
}

func (w *walker) visit(v *ir.Value) {
	w.enter(v)
	for len(w.stack) > 0 {
		f := &w.stack[len(w.stack)-1]
		if need := w.need(f.op, f.next); need != nil {
			f.next++
			w.enter(need)
			continue
		}
		op := f.op
		w.stack = w.stack[:len(w.stack)-1]
		w.leave(op)
	}
}

// need returns the value number i that op needs, or nil where there are no more.
func (w *walker) need(op *ir.Op, i int) *ir.Value {
	if n := op.NumOperands(); i < n {
		return op.OperandAt(i)
	} else if more := w.after[op]; i-n < len(more) {
		return more[i-n]
	}
	return nil
}

// open marks an operation that was entered and not left. While the walk is under way
// the marks of others hold their number and 1.
const open = 1<<32 - 1

func (w *walker) enter(v *ir.Value) {
	if v.IsArg() {
		if w.x.args[v.Index()] < 0 {
			n := w.x.add(Node{Arg: v})
			w.x.args[v.Index()] = n
			w.x.Args = append(w.x.Args, n)
			w.x.Values = append(w.x.Values, v)
			w.x.Start = append(w.x.Start, int32(len(w.x.Values)))
		}
		return
	}
	if op := v.Def(); op.Mark() == 0 {
		op.SetMark(open)
		w.stack = append(w.stack, frame{op: op})
	}
}

func (w *walker) leave(op *ir.Op) {
	op.SetMark(uint32(w.x.add(Node{Op: op})) + 1)
	for v := range op.Results() {
		w.x.Values = append(w.x.Values, v)
	}
	w.x.Start = append(w.x.Start, int32(len(w.x.Values)))
}

func (x *Entries) add(n Node) int32 {
	x.Nodes = append(x.Nodes, n)
	return int32(len(x.Nodes) - 1)
}

// resolve fills in what nodes read, now that each has its number.
func (x *Entries) resolve(b *ir.Block, after map[*ir.Op][]*ir.Value) {
	versions := versionsOf(b)
	var deps []int32
	starts := []int32{0}
	for _, n := range x.Nodes {
		if n.Op != nil {
			for i := range n.Op.NumOperands() {
				x.Inputs = append(x.Inputs, x.entry(n.Op, i, versions))
			}
			for _, v := range after[n.Op] {
				deps = append(deps, x.node(v))
			}
			x.mutable(n.Op)
		}
		x.InputStart = append(x.InputStart, int32(len(x.Inputs)))
		starts = append(starts, int32(len(deps)))
	}
	x.After = Rows{starts, deps}
	for i, v := range b.Last().OperandList() {
		if r := ReadOf(v); r != nil {
			x.Outputs = append(x.Outputs, x.entry(r.Owner(), r.Index(), versions))
			continue
		}
		x.Outputs = append(x.Outputs, x.entry(b.Last(), i, versions))
	}
}

// ReadOf returns the operand that v is read from by a [Reader]; nil if none makes v.
func ReadOf(v *ir.Value) *ir.Use {
	if v.Def() == nil {
		return nil
	}
	if r, ok := ir.Cast[Reader](v.Def()); ok {
		return r.Read()
	}
	return nil
}

func (x *Entries) entry(op *ir.Op, i int, versions map[operand]int32) Entry {
	v := op.OperandAt(i)
	e := Entry{Node: x.node(v)}
	if versions != nil {
		e.Version = versions[operand{op, i}]
	}
	if !v.IsArg() {
		e.Index = int32(v.Index())
	}
	return e
}

func (x *Entries) mutable(op *ir.Op) {
	m, ok := ir.Cast[Mutator](op)
	if !ok {
		return
	}
	for _, u := range m.Mutated() {
		x.Mutable = append(x.Mutable, x.node(u.Value()))
	}
}

// operand is one operand of an operation.
type operand struct {
	op *ir.Op
	i  int
}

// versionsOf returns the version that operands read, where it is not 0: how many
// changes of the argument stand before, in program order. The operand by way of which an
// operation changes it has the version that it makes. Operations that are no nodes, which
// have no mark, make none.
func versionsOf(b *ir.Block) map[operand]int32 {
	var versions map[operand]int32
	now := map[*ir.Value]int32{}
	for op := range b.Ops() {
		if len(now) > 0 {
			for i := range op.NumOperands() {
				if n := now[op.OperandAt(i)]; n > 0 {
					versions[operand{op, i}] = n
				}
			}
		}
		m, ok := ir.Cast[Mutator](op)
		if !ok || op.Mark() == 0 {
			continue
		}
		for _, u := range m.Mutated() {
			if versions == nil {
				versions = map[operand]int32{}
			}
			now[u.Value()]++
			versions[operand{op, u.Index()}] = now[u.Value()]
		}
	}
	return versions
}

// node returns the number of the node that makes v, while the marks hold it.
func (x *Entries) node(v *ir.Value) int32 {
	if v.IsArg() {
		return x.args[v.Index()]
	}
	return int32(v.Def().Mark()) - 1
}

// Node returns the number of an operation; ok is false where no result needs it. The
// first call makes what it looks numbers up in.
func (x *Entries) Node(op *ir.Op) (n int32, ok bool) {
	if x.ops == nil {
		x.ops = make(map[*ir.Op]int32, len(x.Nodes))
		for n, at := range x.Nodes {
			if at.Op != nil {
				x.ops[at.Op] = int32(n)
			}
		}
	}
	n, ok = x.ops[op]
	return n, ok
}

// Number returns the number of an entry among Values.
func (x *Entries) Number(e Entry) int32 { return x.Start[e.Node] + e.Index }

// Reads returns what node n reads, operand by operand. It must not be changed.
func (x *Entries) Reads(n int32) []Entry { return x.Inputs[x.InputStart[n]:x.InputStart[n+1]] }
