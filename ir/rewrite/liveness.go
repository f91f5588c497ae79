package rewrite

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// eraseDead erases operations and block arguments on which no live operation depends, even if they
// depend on each other in a cycle.
func (s *simplifier) eraseDead(top *ir.Region) bool {
	for _, r := range s.regions {
		if !straight(r) {
			l := &liveness{g: s.g, args: map[*ir.Value]bool{}, changed: true}
			for l.changed {
				l.changed = false
				l.region(top)
			}
			changed := l.dropUses(top)
			changed = l.eraseOps(top) || changed
			l.unmark(top)
			return changed
		}
	}
	// Without branches and cycles, one backward sweep finds all dead operations.
	return s.sweep(top)
}

// straight reports whether r has at most one block, where values are known to precede their uses.
func straight(r *ir.Region) bool {
	if len(r.Blocks) > 1 {
		return false
	}
	if r.Owner() != nil && !r.Owner().Has(ir.GraphRegion) && r.Owner().Def().Registered() {
		return true
	}
	for _, b := range r.Blocks {
		for op := b.First(); op != nil; op = op.Next() {
			if op.NumResults() > 0 {
				return false
			}
		}
	}
	return true
}

func (s *simplifier) sweep(r *ir.Region) (changed bool) {
	for i := len(r.Blocks) - 1; i >= 0; i-- {
		for op := range r.Blocks[i].Backward() {
			if op.Dead() {
				s.g.rw.Erase(op)
				changed = true
				continue
			}
			if n := op.NumRegions(); n > 0 && !s.g.skips(op) {
				for k := range n {
					changed = s.sweep(op.RegionAt(k)) || changed
				}
			}
		}
	}
	return changed
}

// liveness computes the live operations and arguments as a least fixed point. An operation is live
// if its mark has the bit live. The other bits of the mark are its position in the worklist.
type liveness struct {
	g       *greedy
	args    map[*ir.Value]bool // live block arguments
	changed bool
}

const live = 1 << 31

func (l *liveness) isLive(op *ir.Op) bool { return op.Mark()&live != 0 }

func (l *liveness) region(r *ir.Region) {
	for i := len(r.Blocks) - 1; i >= 0; i-- {
		b := r.Blocks[i]
		for op := range b.Backward() {
			l.visit(op)
		}
		for _, a := range b.Args() {
			if !l.args[a] && l.used(a) {
				l.args[a], l.changed = true, true
			}
		}
	}
}

// visit processes the regions of op. It marks op live if a result is used, or if op must be kept
// even without uses, for example because it has effects.
func (l *liveness) visit(op *ir.Op) {
	if n := op.NumRegions(); n > 0 && !l.g.skips(op) {
		for i := range n {
			l.region(op.RegionAt(i))
		}
	}
	if l.isLive(op) {
		return
	}
	needed := !op.DeadIfUnused()
	for v := range op.Results() {
		needed = needed || l.used(v)
	}
	if !needed {
		return
	}
	op.SetMark(op.Mark() | live)
	l.changed = true
	l.producedArgs(op)
}

// producedArgs marks block arguments as live if op, a live terminator, produces their values
// itself, instead of forwarding operands.
func (l *liveness) producedArgs(op *ir.Op) {
	br, ok := branch(op)
	for i, b := range op.Successors() {
		forwarded := 0
		if ok {
			lo, hi := br.Forwarded(i)
			forwarded = hi - lo
		}
		for _, a := range b.Args()[:b.NumArgs()-forwarded] {
			l.args[a] = true
		}
	}
}

// used reports whether a live operation reads v. If a branch forwards v to a block argument, the
// branch counts as a reader only if the argument is live.
func (l *liveness) used(v *ir.Value) bool {
	for u := range v.Uses() {
		if a := forwardedTo(u); a != nil {
			if l.args[a] {
				return true
			}
		} else if l.isLive(u.Owner()) {
			return true
		}
	}
	return false
}

// forwardedTo returns the block argument to which a branch forwards the operand u, or nil.
func forwardedTo(u *ir.Use) *ir.Value {
	op := u.Owner()
	br, ok := branch(op)
	if !ok {
		return nil
	}
	n := u.Index()
	for i, b := range op.Successors() {
		if lo, hi := br.Forwarded(i); lo <= n && n < hi {
			return b.Arg(b.NumArgs() - (hi - n))
		}
	}
	return nil
}

func branch(op *ir.Op) (ir.Branch, bool) {
	if op.NumSuccessors() == 0 {
		return nil, false
	}
	return ir.Cast[ir.Branch](op)
}

// dropUses drops the operands of dead operations in r and in the regions inside it. It also erases
// dead block arguments and the operands that branches forward to them.
func (l *liveness) dropUses(r *ir.Region) (changed bool) {
	for _, b := range r.Blocks {
		for op := b.First(); op != nil; op = op.Next() {
			if !l.isLive(op) {
				// l.g.erasing needs the operands, so it must be called before they are dropped.
				l.g.erasing(op)
				op.DropOperands()
				continue
			}
			for k := 0; k < op.NumRegions() && !l.g.skips(op); k++ {
				changed = l.dropUses(op.RegionAt(k)) || changed
			}
		}
	}
	if len(r.Blocks) > 1 {
		changed = l.eraseArgs(r) || changed
	}
	return changed
}

// eraseOps erases the dead operations in r. dropUses must be called first, because the users of an
// operation may come before it.
func (l *liveness) eraseOps(r *ir.Region) (changed bool) {
	for i := len(r.Blocks) - 1; i >= 0; i-- {
		for op := range r.Blocks[i].Backward() {
			if !l.isLive(op) {
				// Operations inside op can be live. Erase removes them from the worklist, and uses
				// their marks as positions in it, so the bit live must be cleared first.
				for k := range op.NumRegions() {
					l.unmark(op.RegionAt(k))
				}
				l.g.rw.Erase(op)
				changed = true
				continue
			}
			for k := 0; k < op.NumRegions() && !l.g.skips(op); k++ {
				changed = l.eraseOps(op.RegionAt(k)) || changed
			}
		}
	}
	return changed
}

func (l *liveness) eraseArgs(r *ir.Region) (changed bool) {
	for _, b := range r.Blocks[1:] {
		dropped := 0
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if !l.args[b.Arg(i)] {
				dropForwarded(l.g.rw, b, i, dropped)
				dropped++
				changed = true
			}
		}
	}
	for _, b := range r.Blocks[1:] {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if !l.args[b.Arg(i)] {
				b.EraseArg(i)
			}
		}
	}
	return changed
}

// dropForwarded removes, from the branches to b, the operands that are forwarded to argument i of
// b. dropped is the number of later arguments of b whose operands were already removed.
func dropForwarded(rw *Rewriter, b *ir.Block, i, dropped int) {
	// The operand is counted from the last argument, because the branch itself may produce the first
	// arguments, without operands.
	back := b.NumArgs() - i - dropped
	done := map[*ir.Op]bool{}
	for t, k := range b.Uses() {
		if s, ok := ir.Cast[ir.ForwardSetter](t); !ok {
			br, _ := branch(t)
			_, hi := br.Forwarded(k)
			rw.Update(t, func() { t.EraseOperand(hi - back) })
		} else if !done[t] {
			done[t] = true
			rw.Update(t, func() {
				s.SetForwarded(func(k int, vs []*ir.Value) []*ir.Value {
					if t.SuccessorAt(k) != b {
						return vs
					}
					return slices.Delete(vs, len(vs)-back, len(vs)-back+1)
				})
			})
		}
	}
}

func (l *liveness) unmark(r *ir.Region) {
	for _, b := range r.Blocks {
		for op := b.First(); op != nil; op = op.Next() {
			op.SetMark(op.Mark() &^ live)
			for i := 0; i < op.NumRegions() && !l.g.skips(op); i++ {
				l.unmark(op.RegionAt(i))
			}
		}
	}
}
