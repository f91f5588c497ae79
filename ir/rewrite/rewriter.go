package rewrite

import (
	"context"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Rewriter provides the methods by which patterns change the program. While a pattern runs, the
// Builder inserts operations before the pattern's root, with the root's location. All changes to
// existing operations must use the Rewriter, so that the driver can revisit affected operations.
type Rewriter struct {
	ir.Builder

	// Ctx is the context of the driver; never nil.
	Ctx context.Context

	// Log records the decisions; may be nil.
	Log *decision.Log

	l       listener
	root    *ir.Op
	created []*ir.Op // operations that the current pattern created
	changed bool     // the current pattern changed something
	reason  string
}

// listener is notified of changes. erasing is called before an operation is erased.
type listener interface {
	inserted(op *ir.Op)
	modified(op *ir.Op)
	erasing(op *ir.Op)
}

// New returns a Rewriter without a driver, for passes that need only its methods.
func New(reg *ir.Registry) *Rewriter {
	rw := &Rewriter{Builder: *ir.NewBuilder(reg), Ctx: context.Background(), l: silent{}}
	return rw
}

type silent struct{}

func (silent) inserted(*ir.Op) {}
func (silent) modified(*ir.Op) {}
func (silent) erasing(*ir.Op)  {}

// newRewriter connects a Rewriter to its driver.
func newRewriter(reg *ir.Registry, l listener) *Rewriter {
	rw := New(reg)
	rw.l = l
	rw.Created = func(op *ir.Op) {
		rw.changed = true
		if rw.root != nil {
			rw.created = append(rw.created, op)
		}
		rw.l.inserted(op)
	}
	return rw
}

// Because sets the reason for the current pattern in the decision log, such as "x + 0 → x".
func (rw *Rewriter) Because(reason string) { rw.reason = reason }

// Replace replaces the uses of op's results with vs, one value for each result, and erases op.
func (rw *Rewriter) Replace(op *ir.Op, vs ...*ir.Value) {
	if len(vs) != op.NumResults() {
		panic("rewrite: BUG: " + op.Name() + " replaced by the wrong number of values")
	}
	for i, v := range vs {
		rw.ReplaceUses(op.ResultAt(i), v)
	}
	rw.erase(op)
}

// ReplaceWith replaces the uses of op's results with the results of the second operation, and
// erases op.
func (rw *Rewriter) ReplaceWith(op, by *ir.Op) {
	if by.NumResults() != op.NumResults() {
		panic("rewrite: BUG: " + op.Name() + " replaced by the wrong number of values")
	}
	for i := range op.NumResults() {
		rw.ReplaceUses(op.ResultAt(i), by.ResultAt(i))
	}
	rw.erase(op)
}

// ReplaceUses replaces every use of the first value with the second value.
func (rw *Rewriter) ReplaceUses(from, to *ir.Value) {
	if from == to {
		return
	}
	rw.changed = true
	for u := range from.Uses() {
		owner := u.Owner()
		u.Set(to)
		rw.l.modified(owner)
	}
}

// ReplaceUsesIf is like ReplaceUses, but replaces only the uses for which f returns true.
func (rw *Rewriter) ReplaceUsesIf(from, to *ir.Value, f func(*ir.Use) bool) {
	for u := range from.Uses() {
		if from != to && f(u) {
			rw.changed = true
			owner := u.Owner()
			u.Set(to)
			rw.l.modified(owner)
		}
	}
}

// Erase erases op and its regions. The results of op must have no uses.
func (rw *Rewriter) Erase(op *ir.Op) { rw.erase(op) }

func (rw *Rewriter) erase(op *ir.Op) {
	rw.changed = true
	rw.announceErase(op)
	blk, before := rw.Point()
	if before == op {
		rw.SetPoint(blk, op.Next())
	}
	op.Erase()
}

// announceErase calls erasing for op and the operations in its regions, inner operations first.
func (rw *Rewriter) announceErase(op *ir.Op) {
	for i := range op.NumRegions() {
		blocks := op.RegionAt(i).Blocks
		for j := len(blocks) - 1; j >= 0; j-- {
			for inner := range blocks[j].Backward() {
				rw.announceErase(inner)
			}
		}
	}
	rw.l.erasing(op)
}

// Update calls f, which changes op in place: its operands, attributes, successors or types.
func (rw *Rewriter) Update(op *ir.Op, f func()) {
	rw.changed = true
	f()
	rw.l.modified(op)
}

// Move moves op to the position before the second operation.
func (rw *Rewriter) Move(op, at *ir.Op) {
	rw.changed = true
	op.MoveBefore(at)
	rw.l.modified(op)
}

// EraseBlock erases b and its operations. No branch to b may exist.
func (rw *Rewriter) EraseBlock(b *ir.Block) {
	rw.changed = true
	for op := range b.Backward() {
		rw.announceErase(op)
	}
	b.Region().EraseBlock(b)
}

// InlineBlockBefore moves the operations of b to the position before the given operation, replaces
// the arguments of b with args, and erases b.
func (rw *Rewriter) InlineBlockBefore(b *ir.Block, at *ir.Op, args ...*ir.Value) {
	for i, a := range b.Args() {
		rw.ReplaceUses(a, args[i])
	}
	for op := range b.Ops() {
		rw.Move(op, at)
	}
	if r := b.Region(); r != nil {
		r.RemoveBlock(b)
	}
}

// MergeBlocks moves the operations of b to the end of the second block, replaces the arguments of b
// with args, and erases b.
func (rw *Rewriter) MergeBlocks(b, into *ir.Block, args ...*ir.Value) {
	for i, a := range b.Args() {
		rw.ReplaceUses(a, args[i])
	}
	rw.changed = true
	for op := range b.Ops() {
		op.MoveToEnd(into)
		rw.l.modified(op)
	}
	if r := b.Region(); r != nil {
		r.RemoveBlock(b)
	}
}

// apply runs p on op, with op as the insertion point. If p was applied, apply records the decision
// and the sources of new operations, and returns true.
func (rw *Rewriter) apply(p Pattern, op *ir.Op) bool {
	if !rw.Log.Allows() {
		return false
	}
	rw.Before(op)
	rw.root, rw.changed, rw.reason = op, false, ""
	rw.created = rw.created[:0]
	id := op.ID()
	if !p.match(op, rw) {
		if rw.changed {
			panic("rewrite: BUG: pattern " + p.name + " changed the program and reported no match")
		}
		rw.root = nil
		return false
	}
	rw.root = nil
	for _, c := range rw.created {
		c.Derive(op)
	}
	if rw.Log.Recording() {
		rw.Log.Add(decision.Entry{Kind: decision.Pattern, Rule: p.name, Ops: []uint32{id}, Reason: rw.reason})
	}
	return true
}
