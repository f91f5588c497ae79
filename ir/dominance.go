package ir

// Dominance answers which values may be used where. It is computed per region,
// on demand, for an unchanging program.
type Dominance struct {
	idom map[*Region]map[*Block]*Block
}

// NewDominance returns an empty analysis.
func NewDominance() *Dominance { return &Dominance{idom: map[*Region]map[*Block]*Block{}} }

// graphRegion reports whether order does not matter in the region.
func graphRegion(r *Region) bool {
	return r.owner != nil && (r.owner.def.traits&GraphRegion != 0 || r.owner.def.unregistered)
}

// Dominates reports whether v is defined before op on every path to it.
func (d *Dominance) Dominates(v *Value, op *Op) bool {
	db := v.Block()
	if db == nil || op.block == nil {
		return false
	}
	// Find the ancestor of op in the region of v's definition.
	at := op
	for at.block.region != db.region {
		at = at.Parent()
		if at == nil || at.block == nil {
			return false
		}
	}
	def := v.Def()
	if at != op && def == at {
		// Defined by an operation around op: its own inside must not see it,
		// except where order does not matter.
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

// BlockDominates reports whether a is on every path to b, in one region. An
// unreachable b is dominated by all.
func (d *Dominance) BlockDominates(a, b *Block) bool {
	if a == b {
		return true
	}
	idom := d.tree(a.region)
	if _, ok := idom[b]; !ok {
		return true
	}
	for b != nil {
		if a == b {
			return true
		}
		b = idom[b]
	}
	return false
}

// Reachable reports whether control can get from the region's entry to b.
func (d *Dominance) Reachable(b *Block) bool {
	_, ok := d.tree(b.region)[b]
	return ok
}

// tree returns the immediate dominators of a region's reachable blocks, by the
// algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
func (d *Dominance) tree(r *Region) map[*Block]*Block {
	if t, ok := d.idom[r]; ok {
		return t
	}
	order, num := reversePostorder(r)
	preds := predecessors(r)
	idom := make(map[*Block]*Block, len(order))
	entry := r.Blocks[0]
	idom[entry] = entry
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			var n *Block
			for _, p := range preds[b] {
				if idom[p] == nil {
					continue
				}
				if n == nil {
					n = p
					continue
				}
				n = intersect(idom, num, p, n)
			}
			if idom[b] != n {
				idom[b] = n
				changed = true
			}
		}
	}
	idom[entry] = nil
	d.idom[r] = idom
	return idom
}

func intersect(idom map[*Block]*Block, num map[*Block]int, a, b *Block) *Block {
	for a != b {
		for num[a] > num[b] {
			a = idom[a]
		}
		for num[b] > num[a] {
			b = idom[b]
		}
	}
	return a
}

// reversePostorder lists the reachable blocks, without recursion.
func reversePostorder(r *Region) (order []*Block, num map[*Block]int) {
	type frame struct {
		b *Block
		i int
	}
	seen := map[*Block]bool{r.Blocks[0]: true}
	stack := []frame{{r.Blocks[0], 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		var succs []*Block
		if f.b.last != nil {
			succs = f.b.last.Successors()
		}
		if f.i < len(succs) {
			s := succs[f.i]
			f.i++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		order = append(order, f.b)
		stack = stack[:len(stack)-1]
	}
	num = map[*Block]int{}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	for i, b := range order {
		num[b] = i
	}
	return order, num
}

// Children returns the dominator tree of a region's reachable blocks: for each
// block those that it immediately dominates, in the region's order.
func (d *Dominance) Children(r *Region) map[*Block][]*Block {
	idom := d.tree(r)
	kids := map[*Block][]*Block{}
	for _, b := range r.Blocks {
		if p := idom[b]; p != nil {
			kids[p] = append(kids[p], b)
		}
	}
	return kids
}
