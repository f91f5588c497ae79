package ir

// Dominance reports whether a value may be used at an operation. It is computed for each region on
// demand. The program must not change while the Dominance is in use.
type Dominance struct {
	trees map[*Region]*domTree
}

// NewDominance returns an empty analysis.
func NewDominance() *Dominance { return &Dominance{trees: map[*Region]*domTree{}} }

// graphRegion reports whether the order of operations in r does not matter.
func graphRegion(r *Region) bool {
	return r.owner != nil && (r.owner.def.traits&GraphRegion != 0 || r.owner.def.unregistered)
}

// Dominates reports whether op may use v. This is the case if every path to op defines v first, or
// if a graph region defines v. The operation "at" is in the region that defines v, and is or
// contains op.
func (d *Dominance) Dominates(v *Value, op, at *Op) bool {
	db, def := v.Block(), v.Def()
	if at != op && def == at {
		// An operation that contains op defines v. Only in a graph region can an operation's
		// regions use its results.
		return graphRegion(db.region)
	}
	if db == at.block {
		if def == nil || graphRegion(db.region) {
			return true
		}
		return def != at && def.IsBefore(at)
	}
	if graphRegion(db.region) {
		return true
	}
	return d.BlockDominates(db, at.block)
}

// BlockDominates reports whether a is on every path from the entry to b. Both must be in the same
// region. An unreachable b is dominated by all blocks.
func (d *Dominance) BlockDominates(a, b *Block) bool {
	if a == b {
		return true
	}
	t := d.tree(a.region)
	j, ok := t.number[b]
	if !ok {
		return true
	}
	i, ok := t.number[a]
	return ok && t.first[i] <= t.first[j] && t.first[j] < t.first[i]+t.size[i]
}

// Reachable reports whether b is reachable from the entry block of its region.
func (d *Dominance) Reachable(b *Block) bool {
	_, ok := d.tree(b.region).number[b]
	return ok
}

func (d *Dominance) tree(r *Region) *domTree {
	t := d.trees[r]
	if t == nil {
		t = newDomTree(r)
		d.trees[r] = t
	}
	return t
}

// Children returns the dominator tree of a region's reachable blocks. It maps each block to the
// blocks that it immediately dominates, in the region's order.
func (d *Dominance) Children(r *Region) map[*Block][]*Block {
	t := d.tree(r)
	kids := map[*Block][]*Block{}
	for _, b := range r.Blocks {
		if i, ok := t.number[b]; ok && i > 0 {
			p := t.blocks[t.idom[i]]
			kids[p] = append(kids[p], b)
		}
	}
	return kids
}
