package placement

import "github.com/lathe-ir/lathe/ir"

// Peak is the most that op holds at once of what is made inside: in its regions, and in
// the functions that it names, of all those in the one that holds most. Constants do not
// count, nor what is around op at that time. What a function that calls itself holds is
// counted once.
func (n *Insides) Peak(op *ir.Op) (most int64) {
	if op.NumRegions() > 0 {
		// What runs for each element is given elements, which nobody copies. The arguments
		// of others, such as loops, are what the turn before has made.
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

// regionsPeak is the most that a region of op holds: all that its blocks read of each
// other, and what lives in one block only where that is most. own says that the arguments
// of first blocks count.
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

// blockPeak is the most that a block holds of what it makes and reads alone, and what it
// makes for other blocks. A value is held from the operation that makes it to the last one
// that reads it. own says that its arguments count as made at its beginning.
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

// blockTally counts what lives in a block.
type blockTally struct {
	at            map[*ir.Op]int // place in the block
	freed         []int64        // by the place after which it goes
	live, between int64
}

// hold adds a value that is made at a place.
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
