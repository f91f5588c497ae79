package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
)

// tileAt writes the tile, or the block of tiles, of grid iteration g. Consecutive iterations go
// down a column of tiles, then to the next column, and at last to the next iteration of the outer
// loops. If acrossFirst is true, they go from left to right first. If acrossLast is true, they go
// to the next column last.
func (w *writer) tileAt(g *ir.Value) {
	down, across := w.gridTiles()
	outer := w.outerLoops()
	var sizes []int64
	for _, d := range outer {
		sizes = append(sizes, w.extents()[d])
	}
	// Positions in the slice "at". The outer loops begin at the position "outside".
	row, column, outside := len(sizes)+1, len(sizes), 0
	pieces := int64(1) // the number of pieces of a row
	switch {
	case w.acrossFirst():
		pieces = w.pieces
		row, column = column+1, row+1
		sizes = append(sizes, pieces, down, across/pieces)
	case w.acrossLast:
		column, outside = 0, 1
		sizes = append(append([]int64{across}, sizes...), down)
	default:
		sizes = append(sizes, across, down)
	}
	at := make([]*ir.Value, len(sizes))
	for i, n := range slices.Backward(sizes) {
		switch {
		case n == 1:
			at[i] = w.index(0)
		case product(sizes[:i]) == 1:
			at[i] = g
		default:
			at[i] = arith.NewRemUI(w.b, g, w.index(n)).Op.Result()
			g = arith.NewDivUI(w.b, g, w.index(n)).Op.Result()
		}
	}
	if pieces > 1 {
		at[column] = arith.NewAddI(w.b, arith.NewMulI(w.b, at[row-1], w.index(across/pieces)).Op.Result(), at[column]).Op.Result()
	}
	tile := func(row, column *ir.Value) {
		w.strip(0, 0, 0, column, func(width int64, first *ir.Value) {
			// The width is set before addresses are computed, because the address in a packed
			// operand depends on it.
			w.width = width
			w.nested(outer, at[outside:][:len(outer)], func() {
				w.heights(row, func(height int64, row *ir.Value) { w.rectangle(height, row, first) })
			})
		})
	}
	if w.block != nil {
		w.tilesOf(at[row], at[column], tile)
	} else {
		tile(at[row], at[column])
	}
}

// acrossFirst reports whether consecutive grid iterations compute tiles in the same row. This is so
// if the nest packs an operand whose rows are contiguous in memory.
func (w *writer) acrossFirst() bool {
	return w.rows >= 0 && w.vec >= 0 && w.packsTerm(w.rows) && w.turned == nil && w.ins[0].coef[w.vec] == 1
}

// outerLoops returns the parallel loops that are divided neither into columns nor into rows. A tile
// computes one iteration of each of these loops.
func (w *writer) outerLoops() []int {
	var loops []int
	for _, d := range w.parallel {
		if d != w.vec && d != w.rows {
			loops = append(loops, d)
		}
	}
	return loops
}

// nested writes body inside the given loops. at[k] is the index of loops[k].
func (w *writer) nested(loops []int, at []*ir.Value, body func()) {
	if len(loops) == 0 {
		body()
		return
	}
	w.inside(loops[0], at[0], func() { w.nested(loops[1:], at[1:], body) })
}

// strip writes body for the tiles of strip i and of all later strips. body gets the width and the
// first column of a tile. tiles is the number of tiles to the left of strip i, and start is the
// first column of strip i.
func (w *writer) strip(i int, tiles, start int64, column *ir.Value, body func(width int64, first *ir.Value)) {
	s := w.Strips[i]
	here := func() {
		// Even the column of a single tile is computed from the grid index, since kernel-verify
		// uses this computation to prove that tiles are disjoint.
		at := arith.NewMulI(w.b, column, w.index(s.Width)).Op.Result()
		if before := start - tiles*s.Width; before != 0 {
			at = arith.NewAddI(w.b, at, w.index(before)).Op.Result()
		}
		body(s.Width, at)
	}
	if i == len(w.Strips)-1 {
		here()
		return
	}
	w.either(arith.ULT, column, tiles+s.Count, here, func() { w.strip(i+1, tiles+s.Count, start+s.Width*s.Count, column, body) })
}

func (w *writer) heights(row *ir.Value, body func(height int64, first *ir.Value)) {
	w.rowPart(w.rowParts(), 0, row, body)
}

// rowPart writes body for the tiles of the given parts. tiles is the number of tiles above the
// first part.
func (w *writer) rowPart(parts []rowPart, tiles int64, row *ir.Value, body func(height int64, first *ir.Value)) {
	p := parts[0]
	here := func() {
		first := w.index(p.from)
		if tiles+p.count > 1 || len(parts) > 1 {
			// Even the row of a part with a single tile is computed from the index of the tile,
			// since kernel-verify uses this computation to prove that tiles are disjoint. Without
			// padding, the computation is the same for all parts.
			step := p.height
			if len(w.edges()) == 0 {
				step = w.Height
			}
			first = arith.NewMulI(w.b, row, w.index(step)).Op.Result()
			if by := p.from - tiles*step; by != 0 {
				first = arith.NewAddI(w.b, first, w.index(by)).Op.Result()
			}
		}
		w.innerRows = p.inner
		body(p.height, first)
	}
	if len(parts) == 1 {
		here()
		return
	}
	w.either(arith.ULT, row, tiles+p.count, here, func() { w.rowPart(parts[1:], tiles+p.count, row, body) })
}

// either writes an scf.if whose condition compares v with n by the predicate p.
func (w *writer) either(p arith.IntPredicate, v *ir.Value, n int64, then, otherwise func()) {
	outer := w.b
	branch := func(body func()) func(*ir.Builder) []*ir.Value {
		return func(b *ir.Builder) []*ir.Value {
			w.b = b
			body()
			return nil
		}
	}
	cond := arith.NewCmpI(outer, p, v, w.index(n)).Op.Result()
	build.If(outer, cond, nil, branch(then), branch(otherwise))
	w.b = outer
}

// rowCount returns the number of rows of all tiles.
func (s *schedule) rowCount() int64 {
	if s.rows < 0 {
		return 1
	}
	return s.extents[s.rows]
}

// rectangle writes a tile of the given number of rows that starts at row i and column j.
func (w *writer) rectangle(height int64, i, j *ir.Value) {
	place := func(body func()) {
		if w.vec < 0 {
			body()
			return
		}
		w.inside(w.vec, j, body)
	}
	rows := place
	if w.rows >= 0 {
		rows = func(body func()) { w.inside(w.rows, i, func() { place(body) }) }
	}
	w.atEdges(height, i, func() {
		w.wide = w.lanes
		rows(func() { w.spreadOver(height, w.width, w.contract) })
		w.wide = 1
	})
}

// spreadOver sets w.copies to the vectors of the tile, runs body, and restores w.copies.
func (w *writer) spreadOver(height, width int64, body func()) {
	base, copies := w.base[0], w.copies
	w.base, w.copies = nil, nil
	sums := map[addressKey]*ir.Value{}
	for r := range height {
		for v := range tiling.Vectors(width, w.lanes) {
			c := copyOf{r, min(v*w.lanes, max(0, width-w.lanes))}
			moved := make([]*ir.Value, len(base))
			for i := range base {
				by := int64(0)
				if w.rows >= 0 {
					by += c.row * w.coef(i, w.rows)
				}
				if w.vec >= 0 {
					by += c.column * w.columnStep(i)
				}
				moved[i] = w.plus(sums, base[i], by)
			}
			w.base, w.copies = append(w.base, moved), append(w.copies, c)
		}
	}
	body()
	w.base, w.copies = [][]*ir.Value{base}, copies
}

// plus returns base + c, where a nil base is 0. sums caches results.
func (w *writer) plus(sums map[addressKey]*ir.Value, base *ir.Value, c int64) *ir.Value {
	if c == 0 {
		return base
	}
	if base == nil {
		return w.index(c)
	}
	key := addressKey{base, c}
	v, ok := sums[key]
	if !ok {
		v = arith.NewAddI(w.b, base, w.index(c)).Op.Result()
		sums[key] = v
	}
	return v
}

// together writes a tile of a nest without reductions. It writes each operation for all copies
// before the next operation, and stores the results at the end.
func (w *writer) together() {
	if w.words != nil {
		w.copyWords()
		return
	}
	ms := make([]ir.Mapping, len(w.copies))
	for u := range ms {
		ms[u] = w.outputs(&w.stages[0], w.given(u))
	}
	w.finishStages(w.evaluate(&w.stages[0], 0, ms))
}

// contract writes a tile. If the nest reduces, the code adds each term to all copies before the
// next term, and then stores the results.
func (w *writer) contract() {
	w.forget()
	if len(w.reduce) == 0 {
		if w.turned != nil {
			w.turnedTile()
		} else {
			w.together()
		}
		return
	}
	n := len(w.outs)
	var acc []*ir.Value
	for u := range w.copies {
		for i := range w.outs {
			acc = append(acc, w.initial(u, i))
		}
	}
	if w.from != nil {
		acc = w.sumsSoFar(acc)
	}
	acc = append(acc, w.zeros()...)
	w.fetchForStages()
	final := w.reductions(0, acc, func(acc []*ir.Value) (next []*ir.Value) {
		w.forget()
		if w.words != nil {
			return w.wordTerms(acc)
		}
		for u := range w.copies {
			for _, v := range w.iteration(&w.stages[0], u, acc[u*n:(u+1)*n]) {
				next = append(next, w.broadcast(v, w.wide))
			}
		}
		w.fetchAhead()
		return next
	})
	w.forget()
	final = w.corrected(final)
	results := make([][]*ir.Value, len(w.copies))
	for u := range results {
		results[u] = append(results[u], final[u*n:(u+1)*n]...)
	}
	if w.from != nil {
		w.finishPass(results)
		return
	}
	w.finishStages(results)
}
