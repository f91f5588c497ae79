package irplace

import "github.com/lathe-ir/lathe/ir"

// Peak returns the most bytes of nested values that op holds at once: the largest peak of its
// regions and of the functions that it references. Constants and values outside op do not count.
// The memory of a recursive function counts once.
func (n *Insides) Peak(op *ir.Op) (most int64) {
	if op.NumRegions() > 0 {
		// The region arguments of a reduction, or of another operation that runs its region for
		// each element, need no memory. The region arguments of a loop hold the values of the
		// previous iteration.
		_, elements := ir.Cast[Repeating](op)
		most = n.regionsPeak(op, !elements)
	}
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		if f, ok := n.function(r.Root); ok {
			most = max(most, n.peakOf(f))
		}
	})
	return most
}

func (n *Insides) peakOf(f *ir.Op) int64 {
	most, known := n.peaks[f]
	if !known {
		n.peaks[f] = 0
		most = n.regionsPeak(f, false) // its arguments are the operands of the call
		n.peaks[f] = most
	}
	return most
}

// regionsPeak returns the largest number of bytes that a region of op holds: the sum of the values
// that pass between its blocks, plus the largest peak of a block. The arguments of the region's
// first block are included only if own is set.
func (n *Insides) regionsPeak(op *ir.Op, own bool) (most int64) {
	for i := range op.NumRegions() {
		shared, inOne := int64(0), int64(0)
		for k, blk := range op.RegionAt(i).Blocks {
			peak, between := n.blockPeak(blk, own || k > 0)
			shared += between
			inOne = max(inOne, peak)
		}
		most = max(most, shared+inOne)
	}
	return most
}

// blockPeak returns two sizes in bytes, of values that blk produces: the peak of the values that
// only blk reads, and the sum of the values that other blocks read. A value is live from its
// producer to its last reader. If own is set, the arguments of blk are included.
func (n *Insides) blockPeak(blk *ir.Block, own bool) (most, between int64) {
	b := blockTally{at: map[*ir.Op]int{}}
	for op := range blk.Ops() {
		b.at[op] = len(b.at)
	}
	b.freed = make([]int64, len(b.at)+1)
	if own {
		for _, v := range blk.Args() {
			b.hold(v, blk, 0)
		}
	}
	most = b.live
	for op := range blk.Ops() {
		i := b.at[op]
		if !IsConstant(op) {
			most = max(most, b.live+n.Peak(op))
			for v := range op.Results() {
				b.hold(v, blk, i)
			}
			most = max(most, b.live)
		}
		b.live -= b.freed[i]
	}
	return most, b.between
}

// blockTally counts the live bytes in a block.
type blockTally struct {
	at            map[*ir.Op]int // position in the block
	freed         []int64        // bytes freed after each position
	live, between int64
}

// hold adds a value that is produced at a position.
func (b *blockTally) hold(v *ir.Value, blk *ir.Block, made int) {
	bytes, _ := Bytes(v.Type())
	last := made
	for u := range v.Uses() {
		o := u.Owner()
		for o != nil && o.Block() != blk {
			o = o.Parent()
		}
		if o == nil {
			b.between += bytes
			return
		}
		last = max(last, b.at[o])
	}
	b.live += bytes
	b.freed[last] += bytes
}
