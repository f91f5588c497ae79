package index

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
)

// Sequencer is an operation that represents a control dependency: the operation that defines then
// must run after the operation that defines first.
type Sequencer interface {
	Sequence() (first, then *ir.Value)
}

// Mutator is an operation that changes block arguments. Mutated returns its operands that are these
// arguments.
type Mutator interface {
	Mutated() []*ir.Use
}

// Reader is an operation whose result is the current value of a block argument. Read returns the
// operand that is this argument. If the block returns the result of a Reader, [Entries.Outputs] has
// the argument, with the version that the Reader reads. Then the Reader itself is a node only if
// another node needs it.
type Reader interface {
	Read() *ir.Use
}

// Node is a node of an [Entries]: an operation, or an argument of the block.
type Node struct {
	Op  *ir.Op    // nil for an argument
	Arg *ir.Value // nil for an operation
}

// Entry identifies a value by its node and its index among the node's values. For an argument that
// changes, Version is the number of changes before the operation that reads the argument. An
// operand through which an operation changes an argument has the version after the change.
type Entry struct{ Node, Index, Version int32 }

// Entries numbers the operations and arguments that the results of a block need, as NNVM's
// IndexedGraph does: in postorder from the results, with operands before control dependencies. The
// construction takes linear time, and is not recursive.
type Entries struct {
	Nodes []Node
	// Start is NNVM's entry_rptr: node n defines the values Start[n] to Start[n+1]-1.
	Start []int32
	// Values lists the values in the order of their numbers.
	Values []*ir.Value
	// Args are the numbers of the nodes that are arguments.
	Args []int32
	// Inputs[InputStart[n]:InputStart[n+1]] are the entries that node n reads.
	Inputs     []Entry
	InputStart []int32
	// After lists the control dependencies of each node.
	After Rows
	// Outputs are the operands of the block's terminator.
	Outputs []Entry
	// Mutable has the node of the argument for each change, in the order of the operations.
	Mutable []int32

	args []int32 // node of each argument, or -1
	ops  map[*ir.Op]int32
}

// EntriesOf numbers the nodes of b. Operations that the results need may read only values of b.
func EntriesOf(b *ir.Block) *Entries {
	var w walker
	nodes, inputs := w.look(b)
	x := &Entries{
		Nodes: pages.Make[Node](0, nodes), Values: pages.Make[*ir.Value](0, nodes), Inputs: pages.Make[Entry](0, inputs),
		Start: make([]int32, 1, nodes+1), InputStart: make([]int32, 1, nodes+1),
		After: Rows{Start: make([]int32, 1, nodes+1)}, args: make([]int32, b.NumArgs()),
	}
	for i := range x.args {
		x.args[i] = -1
	}
	w.x = x
	for v := range b.Last().Operands() {
		if r := ReadOf(v); r != nil {
			v = r.Value()
		}
		w.visit(v)
	}
	if w.cyclic {
		w.again()
	}
	x.outputs(b)
	if w.mutators {
		x.change(b)
	}
	for _, n := range x.Nodes {
		if n.Op != nil {
			n.Op.SetMark(0)
		}
	}
	return x
}

// walker visits nodes in postorder.
type walker struct {
	x        *Entries
	after    map[*ir.Op][]*ir.Value // control dependencies by operation
	mutators bool                   // whether the block has Mutators
	cyclic   bool                   // whether a node was numbered before one of its dependencies
	stack    []*ir.Op               // operations whose dependencies are being visited
}

// kind describes all operations of the same name.
type kind struct{ sequencer, mutator bool }

func kindOf(op *ir.Op) (k kind) {
	_, k.sequencer = ir.Cast[Sequencer](op)
	_, k.mutator = ir.Cast[Mutator](op)
	return k
}

// look records control dependencies and whether b has Mutators. The results are upper bounds for
// the lengths of lists.
func (w *walker) look(b *ir.Block) (nodes, inputs int) {
	nodes = b.NumArgs()
	kinds := map[*ir.OpDef]kind{}
	var last *ir.OpDef
	var is kind // the kind of the operations whose definition is in the variable last
	for op := range b.Ops() {
		nodes++
		inputs += op.NumOperands()
		if op.Def() != last {
			last = op.Def()
			var known bool
			if is, known = kinds[last]; !known {
				is = kindOf(op)
				kinds[last] = is
			}
		}
		w.mutators = w.mutators || is.mutator
		if is.sequencer {
			w.sequence(op)
		}
	}
	return nodes, inputs
}

// sequence records the control dependency that op, a Sequencer, represents.
func (w *walker) sequence(op *ir.Op) {
	s, _ := ir.Cast[Sequencer](op)
	first, then := s.Sequence()
	if then.Def() == nil {
		return
	}
	if w.after == nil {
		w.after = map[*ir.Op][]*ir.Value{}
	}
	w.after[then.Def()] = append(w.after[then.Def()], first)
}

func (w *walker) visit(v *ir.Value) {
	w.enter(v)
	for len(w.stack) > 0 {
		op := w.stack[len(w.stack)-1]
		next := op.Mark()
		if need := w.need(op, int(next&^open)); need != nil {
			op.SetMark(next + 1)
			w.enter(need)
			continue
		}
		w.stack = w.stack[:len(w.stack)-1]
		w.leave(op)
	}
}

// need returns dependency i of op, or nil if op has no more dependencies.
func (w *walker) need(op *ir.Op, i int) *ir.Value {
	if n := op.NumOperands(); i < n {
		return op.OperandAt(i)
	} else if more := w.after[op]; i-n < len(more) {
		return more[i-n]
	}
	return nil
}

// open is set in the mark ([ir.Op.Mark]) of each operation on the stack. The other bits count its
// visited dependencies. After the traversal, the mark of an operation is its node number plus 1.
const open = 1 << 31

func (w *walker) enter(v *ir.Value) {
	if v.IsArg() {
		if w.x.args[v.Index()] < 0 {
			n := w.x.add(Node{Arg: v})
			w.x.args[v.Index()] = n
			w.x.Args = append(w.x.Args, n)
			w.x.Values = append(w.x.Values, v)
			w.x.end()
		}
		return
	}
	switch op := v.Def(); {
	case op.Mark()&open != 0:
		w.cyclic = true
	case op.Mark() == 0:
		op.SetMark(open)
		w.stack = pages.Push(w.stack, op)
	}
}

func (w *walker) leave(op *ir.Op) {
	x := w.x
	n := x.add(Node{Op: op})
	op.SetMark(uint32(n) + 1)
	for v := range op.Results() {
		x.Values = append(x.Values, v)
	}
	w.needs(op)
	x.end()
}

// needs appends the entries and control dependencies of op.
func (w *walker) needs(op *ir.Op) {
	for i := range op.NumOperands() {
		w.x.Inputs = append(w.x.Inputs, w.x.entry(op.OperandAt(i)))
	}
	for _, v := range w.after[op] {
		w.x.After.To = append(w.x.After.To, w.x.node(v))
	}
}

// end ends the last node's ranges in the lists.
func (x *Entries) end() {
	x.Start = append(x.Start, int32(len(x.Values)))
	x.InputStart = append(x.InputStart, int32(len(x.Inputs)))
	x.After.Start = append(x.After.Start, int32(len(x.After.To)))
}

func (x *Entries) add(n Node) int32 {
	x.Nodes = append(x.Nodes, n)
	return int32(len(x.Nodes) - 1)
}

// again computes the dependencies of a cyclic graph. They are complete only after all nodes have
// numbers.
func (w *walker) again() {
	w.x.Inputs, w.x.After.To = w.x.Inputs[:0], w.x.After.To[:0]
	for _, n := range w.x.Nodes {
		if n.Op != nil {
			w.needs(n.Op)
		}
	}
}

// outputs sets x.Outputs from the operands of the terminator.
func (x *Entries) outputs(b *ir.Block) {
	for _, v := range b.Last().OperandList() {
		if r := ReadOf(v); r != nil {
			v = r.Value()
		}
		x.Outputs = append(x.Outputs, x.entry(v))
	}
}

// ReadOf returns the operand that a [Reader] reads, if v is its result, and nil otherwise.
func ReadOf(v *ir.Value) *ir.Use {
	if v.Def() == nil {
		return nil
	}
	if r, ok := ir.Cast[Reader](v.Def()); ok {
		return r.Read()
	}
	return nil
}

// entry returns the entry for v with version 0.
func (x *Entries) entry(v *ir.Value) Entry {
	e := Entry{Node: x.node(v)}
	if !v.IsArg() {
		e.Index = int32(v.Index())
	}
	return e
}

// node returns the number of the node that defines v, from a mark that EntriesOf clears at its end.
func (x *Entries) node(v *ir.Value) int32 {
	if v.IsArg() {
		return x.args[v.Index()]
	}
	return int32(v.Def().Mark()) - 1
}

// Node returns the number of an operation. ok is false if no result needs the operation. The first
// call builds a map.
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

// Number returns the number of the value that e identifies: its index in Values.
func (x *Entries) Number(e Entry) int32 { return x.Start[e.Node] + e.Index }

// Reads returns the entries that node n reads, operand by operand. The caller must not change the
// slice.
func (x *Entries) Reads(n int32) []Entry { return x.Inputs[x.InputStart[n]:x.InputStart[n+1]] }
