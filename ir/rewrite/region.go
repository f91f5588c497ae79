package rewrite

import "github.com/lathe-ir/lathe/ir"

// simplify simplifies r and the regions inside r at the level g.o.Regions.
func (g *greedy) simplify(r *ir.Region) (changed bool) {
	s := &simplifier{g: g, regions: g.regionsOf(r, nil)}
	for _, r := range s.regions {
		changed = s.eraseUnreachable(r) || changed
	}
	s.regions = g.regionsOf(r, s.regions[:0])
	changed = s.eraseDead(r) || changed
	if g.o.Regions == SimplifyAggressive {
		s.regions = g.regionsOf(r, s.regions[:0])
		for _, r := range s.regions {
			changed = s.mergeIdentical(r) || changed
			changed = s.mergeSimilar(r) || changed
			changed = s.dropRedundantArgs(r) || changed
		}
	}
	return changed
}

// regionsOf appends r and the regions inside r to the given list, outer regions first.
func (g *greedy) regionsOf(r *ir.Region, out []*ir.Region) []*ir.Region {
	out = append(out, r)
	for _, b := range r.Blocks {
		for op := b.First(); op != nil; op = op.Next() {
			if n := op.NumRegions(); n > 0 && !g.skips(op) {
				for i := range n {
					out = g.regionsOf(op.RegionAt(i), out)
				}
			}
		}
	}
	return out
}

type simplifier struct {
	g       *greedy
	regions []*ir.Region
}

// eraseUnreachable erases the blocks that are not reachable from the entry block.
func (s *simplifier) eraseUnreachable(r *ir.Region) bool {
	if len(r.Blocks) < 2 {
		return false
	}
	reached := map[*ir.Block]bool{r.Entry(): true}
	for stack := []*ir.Block{r.Entry()}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.Last() == nil {
			continue
		}
		for _, succ := range b.Last().Successors() {
			if !reached[succ] {
				reached[succ] = true
				stack = append(stack, succ)
			}
		}
	}
	var dead []*ir.Block
	for _, b := range r.Blocks {
		if !reached[b] {
			dead = append(dead, b)
		}
	}
	// Unreachable blocks may use each other's values in any order, so all operands in these blocks
	// are dropped before the blocks are erased.
	for _, b := range dead {
		for op := range b.Ops() {
			op.DropOperands()
		}
	}
	for _, b := range dead {
		s.g.rw.EraseBlock(b)
	}
	return len(dead) > 0
}
