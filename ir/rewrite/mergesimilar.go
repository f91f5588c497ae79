package rewrite

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// mergeSimilar merges blocks that are equal except for operands that are defined outside of them.
// These operands become block arguments. The entry block is not merged.
func (s *simplifier) mergeSimilar(r *ir.Region) (changed bool) {
	if len(r.Blocks) < 3 {
		return false
	}
	similar := map[outline][]*ir.Block{}
	var order []outline
	blocks := slices.DeleteFunc(slices.Clone(r.Blocks[1:]), func(b *ir.Block) bool { return !local(b) || !canForward(b) })
	hashes := ir.BlockHashes(blocks, false)
	for i, b := range blocks {
		k := outlineOf(b, hashes[i])
		if similar[k] == nil {
			order = append(order, k)
		}
		similar[k] = append(similar[k], b)
	}
	for _, k := range order {
		for list := similar[k]; len(list) > 1; {
			var c cluster
			c, list = newCluster(list)
			changed = s.merge(c) || changed
		}
	}
	return changed
}

// cluster is a list of blocks that are merged into the first block.
type cluster struct {
	blocks []*ir.Block
	// places are the operands of the first block in which a block differs. others has the
	// differing operands of each further block.
	places map[place]bool
	others []map[place]*ir.Value
}

type place struct {
	op      *ir.Op
	operand int
}

// newCluster returns a cluster of the first block of the list, and the blocks that are not in the
// cluster.
func newCluster(list []*ir.Block) (c cluster, rest []*ir.Block) {
	c = cluster{blocks: list[:1:1], places: map[place]bool{}}
	for _, b := range list[1:] {
		ds, ok := ir.Differences(list[0], b)
		if !ok {
			rest = append(rest, b)
			continue
		}
		c.blocks = append(c.blocks, b)
		other := map[place]*ir.Value{}
		for _, d := range ds {
			other[place{d.Op, d.Operand}] = d.Other
			c.places[place{d.Op, d.Operand}] = true
		}
		c.others = append(c.others, other)
	}
	return c, rest
}

// canForward reports whether all branches to b can pass further values: all values that b uses and
// that are defined outside of b. A branch cannot pass its own results.
func canForward(b *ir.Block) bool {
	for t := range b.Uses() {
		if _, ok := ir.Cast[ir.ForwardSetter](t); !ok || t.NumResults() > 0 {
			return false
		}
	}
	return true
}

// merge adds arguments to the first block of c and redirects the branches to the other blocks. It
// reports false, without a change, if an operation of the block does not accept the arguments. For
// example, subscripts of affine operations must be dimensions or symbols.
func (s *simplifier) merge(c cluster) bool {
	if len(c.blocks) < 2 {
		return false
	}
	b := c.blocks[0]
	old := b.NumArgs()
	var passed [][]*ir.Value // for each new argument, the value that each block's branches pass
	for op := range b.Ops() {
		for i, v := range op.OperandList() {
			p := place{op, i}
			if !c.places[p] {
				continue
			}
			vs := []*ir.Value{v}
			for _, other := range c.others {
				if o := other[p]; o != nil {
					vs = append(vs, o)
				} else {
					vs = append(vs, v)
				}
			}
			at := slices.IndexFunc(passed, func(x []*ir.Value) bool { return slices.Equal(x, vs) })
			if at < 0 {
				at = len(passed)
				passed = append(passed, vs)
				b.AddArg(v.Type(), v.Loc())
			}
			op.SetOperandAt(i, b.Arg(old+at))
		}
	}
	if !accepted(b) {
		for at, vs := range passed {
			b.Arg(old + at).ReplaceAllUses(vs[0])
		}
		for b.NumArgs() > old {
			b.EraseArg(b.NumArgs() - 1)
		}
		return false
	}
	for op := range b.Ops() {
		s.g.rw.Update(op, func() {})
	}
	s.pass(c, passed)
	for _, from := range c.blocks[1:] {
		s.redirect(from, b)
	}
	return true
}

// pass appends values to those that branches to the blocks of c pass. values[i][k] is value number i
// for branches to block number k.
func (s *simplifier) pass(c cluster, values [][]*ir.Value) {
	index := map[*ir.Block]int{}
	for k, b := range c.blocks {
		index[b] = k
	}
	done := map[*ir.Op]bool{}
	for _, b := range c.blocks {
		for t := range b.Uses() {
			if done[t] {
				continue
			}
			done[t] = true
			br, _ := ir.Cast[ir.ForwardSetter](t)
			s.g.rw.Update(t, func() {
				br.SetForwarded(func(i int, vs []*ir.Value) []*ir.Value {
					if k, ok := index[t.SuccessorAt(i)]; ok {
						for _, v := range values {
							vs = append(vs, v[k])
						}
					}
					return vs
				})
			})
		}
	}
}

// accepted reports whether the verifiers of the operations in b find no error.
func accepted(b *ir.Block) bool {
	for op := range b.Ops() {
		if v, ok := ir.Cast[ir.Verifier](op); ok && op.NumSuccessors() == 0 && v.Verify() != nil {
			return false
		}
	}
	return true
}
