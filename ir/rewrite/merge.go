package rewrite

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// mergeIdentical merges a block into an earlier block with the same arguments and operations, if no
// value of the two blocks is used in other blocks. It does not merge blocks into the entry block.
func (s *simplifier) mergeIdentical(r *ir.Region) (changed bool) {
	if len(r.Blocks) < 3 {
		return false
	}
	blocks := slices.Clone(r.Blocks[1:])
	index := map[*ir.Block]int{}
	hashes := ir.BlockHashes(blocks, true)
	similar := map[outline][]int{} // the indices of blocks, ascending
	outlineOf := func(b *ir.Block) outline { return outlineOf(b, hashes[index[b]]) }
	put := func(b *ir.Block) {
		k := outlineOf(b)
		at, _ := slices.BinarySearch(similar[k], index[b])
		similar[k] = slices.Insert(similar[k], at, index[b])
	}
	take := func(b *ir.Block) {
		k := outlineOf(b)
		at, _ := slices.BinarySearch(similar[k], index[b])
		similar[k] = slices.Delete(similar[k], at, at+1)
	}
	for i, b := range blocks {
		index[b] = i
		put(b)
	}
	for i, b := range blocks {
		if b.Region() != r || !local(b) {
			continue // merged into an earlier block, or not to be merged
		}
		for j := i; ; {
			list := similar[outlineOf(b)]
			at, _ := slices.BinarySearch(list, j+1)
			if at == len(list) {
				break
			}
			j = list[at]
			other := blocks[j]
			if !ir.EquivalentBlocks(b, other) || !local(other) {
				continue
			}
			take(other)
			var from []*ir.Block // predecessors of other, whose outlines change
			for t := range other.Uses() {
				p := t.Block()
				if _, ok := index[p]; ok && p != other && !slices.Contains(from, p) {
					from = append(from, p)
					take(p)
				}
			}
			s.redirect(other, b)
			for _, p := range from {
				put(p)
			}
			changed = true
		}
	}
	return changed
}

// outline has properties that are equal for all equivalent blocks.
type outline struct {
	args       int
	hash       uint64    // of the operations
	target, or *ir.Block // the first and the last successor; nil: none
}

func outlineOf(b *ir.Block, hash uint64) outline {
	o := outline{args: b.NumArgs(), hash: hash}
	if last := b.Last(); last != nil && last.NumSuccessors() > 0 {
		o.target, o.or = last.SuccessorAt(0), last.SuccessorAt(last.NumSuccessors()-1)
	}
	return o
}

// local reports whether the values of b are used only in b.
func local(b *ir.Block) bool {
	inside := func(v *ir.Value) bool {
		for u := range v.Uses() {
			if u.Owner().Block() != b {
				return false
			}
		}
		return true
	}
	for _, a := range b.Args() {
		if !inside(a) {
			return false
		}
	}
	for op := range b.Ops() {
		for v := range op.Results() {
			if !inside(v) {
				return false
			}
		}
	}
	return true
}

// redirect changes all branches to b so that they lead to the other block, and erases b.
func (s *simplifier) redirect(b, to *ir.Block) {
	for t, i := range b.Uses() {
		s.g.rw.Update(t, func() { t.SetSuccessorAt(i, to) })
	}
	s.g.rw.EraseBlock(b)
}

// dropRedundantArgs replaces a block argument by a value that dominates the block, if every branch
// passes this value or the argument itself.
func (s *simplifier) dropRedundantArgs(r *ir.Region) (changed bool) {
	if len(r.Blocks) < 2 {
		return false
	}
	dom := ir.NewDominance()
	for _, b := range r.Blocks[1:] {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			v := onlyFeed(b, i)
			if v == nil || v.Block() == b || !dom.BlockDominates(v.Block(), b) {
				continue
			}
			s.g.rw.ReplaceUses(b.Arg(i), v)
			dropForwarded(s.g.rw, b, i, 0)
			b.EraseArg(i)
			changed = true
		}
	}
	return changed
}

// onlyFeed returns the only value, other than argument i itself, that branches to b pass for
// argument i. It returns nil if b's region has no such value, or if there are several.
func onlyFeed(b *ir.Block, i int) (only *ir.Value) {
	for t, k := range b.Uses() {
		br, ok := branch(t)
		if !ok {
			return nil
		}
		lo, hi := br.Forwarded(k)
		at := hi - (b.NumArgs() - i)
		if at < lo {
			return nil
		}
		v := t.OperandAt(at)
		if v == b.Arg(i) {
			continue
		}
		if only != nil && only != v || v.Block().Region() != b.Region() {
			return nil
		}
		only = v
	}
	return only
}
