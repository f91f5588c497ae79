package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// chooseBlock decides whether an iteration of the grid computes one tile or a block of tiles.
func (s *schedule) chooseBlock(n *nest, t target.Target) {
	if !s.blocks(n) {
		if len(s.given.Block) > 0 {
			s.refuse(n, "is not a contraction whose tiles form blocks, but has '%s' with a block", tiling.Attr)
		}
		return
	}
	// tall is true if the tiles were chosen by tiling.ChooseWords, and the sums of a tile do not
	// fit into vector registers.
	tall := t.Tiles && n.words != nil && s.Height*s.widest() > int64(t.Registers)-1
	if s.sums = s.memoryOfSums(); tall {
		s.sums = -1 // the sums stay in tile registers, so one pass adds all terms
	}
	c := tiling.Contraction{
		Rows: s.rowCount(), Terms: s.termsFrom(0), Inner: s.termsFrom(1), Columns: s.extents[s.vec], Lanes: s.lanes,
		Bytes: int64(n.outs[0].elem.Kind().Size()), Packed: n.strips != nil, Split: s.sums >= 0, Cut: s.given.Strips != nil,
	}
	switch {
	case s.given.Block != nil:
	case tall:
		s.block = s.BlockOfWords(c, t)
		return
	default:
		s.block = s.Block(c, t)
		return
	}
	var why string
	if s.block, why = s.GivenBlock(&s.given, c); why != "" {
		s.refuse(n, "has '%s' with the block %s, but %s", tiling.Attr, ir.NewDenseI64(s.given.Block...), why)
		s.block = s.Block(c, t)
	}
}

// blocks reports whether tiles of n can form blocks.
func (s *schedule) blocks(n *nest) bool {
	return s.vec >= 0 && len(s.edges()) == 0 && len(s.reduce) > 0 && len(n.ins) == 2 && len(n.outs) == 1 && n.combines()
}

// termsFrom returns the product of the extents of the loops s.reduce[i:].
func (s *schedule) termsFrom(i int) int64 {
	n := int64(1)
	for _, d := range s.reduce[min(i, len(s.reduce)):] {
		n *= s.extents[d]
	}
	return n
}

// memoryOfSums returns the index of an access that stores an output, if the memory of this output
// can hold the sums between two passes over the terms (see tilesOf). The output must have the
// element type of the sums, and no stage of the kernel may read its memory. If there is no such
// output, memoryOfSums returns -1.
func (s *schedule) memoryOfSums() int {
	elem := s.stages[0].outs[0].elem
	read := map[memory]bool{}
	for k := range s.stages {
		s.stages[k].reads(func(a access) bool {
			read[a.memory] = true
			return true
		})
	}
	for k := range s.stages {
		st := &s.stages[k]
		if a := st.outs[0]; st.keep[0] && a.elem == elem && !read[a.memory] {
			return st.first + len(st.ins)
		}
	}
	return -1
}

// gridTiles returns the numbers of tiles in the grid, from top to bottom and from left to right. If
// an iteration computes a block of tiles, gridTiles counts blocks.
func (s *schedule) gridTiles() (down, across int64) {
	_, across = s.Tiles(1)
	for _, p := range s.rowParts() {
		down += p.count
	}
	if b := s.block; b != nil {
		down, across = (down+b.Down-1)/b.Down, (across+b.Across-1)/b.Across
	}
	return down, across
}

// tilesOf writes the tiles of a block. If the terms are divided into passes, all tiles of the block
// add the terms of one pass before any of them adds the terms of the next pass. A pass consists of
// iterations of the outermost loop over terms. Each sum still adds its terms in order.
func (w *writer) tilesOf(row, column *ir.Value, tile func(row, column *ir.Value)) {
	down, across := w.Tiles(w.rowCount())
	step, outermost := w.block.Terms/w.termsFrom(1), w.extents()[w.reduce[0]]
	tiles := func() {
		w.part(row, w.block.Down, down, func(i *ir.Value) {
			w.part(column, w.block.Across, across, func(j *ir.Value) { tile(i, j) })
		})
	}
	if step == outermost {
		tiles()
		return
	}
	w.loop(w.index(0), w.index(outermost), step, nil, func(k *ir.Value, _ []*ir.Value) []*ir.Value {
		w.from, w.to = k, w.end(k, step, outermost)
		tiles()
		w.from, w.to = nil, nil
		return nil
	})
}

// fetchAhead prefetches the elements that the next tile to the right reads for the current term,
// because hardware prefetchers do not predict accesses with large strides. If the columns are in
// panels, fetchAhead prefetches the elements of a later term for the current tile.
func (w *writer) fetchAhead() {
	if w.line == 0 {
		return
	}
	for i := range w.ins {
		if w.ins[i].coef[w.vec] != 1 {
			continue
		}
		for at := int64(0); at < w.width; at += w.line {
			memref.NewPrefetch(w.b, w.args[w.ins[i].memory], w.plus(map[addressKey]*ir.Value{}, w.address(0, i), w.widthsAhead*w.width+at))
		}
	}
}

// fetchForStages prefetches the inputs of the later stages, so that they arrive in the caches while
// the first stage adds terms. It skips inputs that are not contiguous along the columns or do not
// depend on the row.
func (w *writer) fetchForStages() {
	if w.vec < 0 || w.rows < 0 || len(w.reduce) == 0 {
		return
	}
	for _, s := range w.stages[1:] {
		for i, from := range s.from {
			if a := s.ins[i]; from >= 0 || a.coef[w.vec] != 1 || a.coef[w.rows] == 0 {
				continue
			}
			for u := range w.copies {
				memref.NewPrefetch(w.b, w.args[s.ins[i].memory], w.address(u, s.first+i))
			}
		}
	}
}

// part writes a loop over one of the parts into which n iterations are divided. All parts have the
// given size, but the last can be smaller. "at" is the index of the part.
func (w *writer) part(at *ir.Value, size, n int64, body func(iv *ir.Value)) {
	switch {
	case size == 1:
		body(at)
		return
	case size < n:
		at = arith.NewMulI(w.b, at, w.index(size)).Op.Result()
	}
	w.loop(at, w.end(at, size, n), 1, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value { body(iv); return nil })
}

// end returns min(lo + size, n), the end of the part that begins at lo. It emits the minimum even
// if all parts have the same size, since kernel-verify needs it to prove that accesses are inside
// their buffers.
func (w *writer) end(lo *ir.Value, size, n int64) *ir.Value {
	if size >= n {
		return w.index(n)
	}
	hi := arith.NewAddI(w.b, lo, w.index(size)).Op.Result()
	return arith.NewMinSI(w.b, hi, w.index(n)).Op.Result()
}

// sumsSoFar returns the sums that the pass begins with: in the first pass, the initial values, and
// in later passes, the sums that the previous pass stored.
func (w *writer) sumsSoFar(initial []*ir.Value) []*ir.Value {
	outer := w.b
	first := arith.NewCmpI(outer, arith.EQ, w.from, w.index(0)).Op.Result()
	var types []ir.Type
	for _, v := range initial {
		types = append(types, v.Type())
	}
	sums := build.If(outer, first, types, func(*ir.Builder) []*ir.Value { return initial }, func(b *ir.Builder) (loaded []*ir.Value) {
		w.b = b
		w.forget()
		for u := range w.copies {
			loaded = append(loaded, w.broadcast(w.load(u, w.sums), w.wide))
		}
		return loaded
	})
	w.b = outer
	w.forget()
	return sums.ResultList()
}

// finishPass writes the code after a pass. If the kernel has later stages, they run after the last
// pass, and the other passes store the sums. Otherwise every pass stores its sums in the output.
func (w *writer) finishPass(results [][]*ir.Value) {
	if len(w.stages) == 1 {
		w.finishStages(results)
		return
	}
	w.either(arith.ULT, w.to, w.extents()[w.reduce[0]], func() {
		for u := range results {
			w.store(u, w.sums, results[u][0])
		}
	}, func() {
		w.forget()
		w.finishStages(results)
	})
	w.forget()
}
