package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// leastTurned is the minimum number of lanes for transposing in registers.
const leastTurned = 4

// turn schedules g if g is one nest without reductions, and an input is contiguous along a
// different loop than the results. Each tile then transposes such inputs in registers. turn returns
// false for other groups, if no tile fits, or if a tile would read elements that are already
// overwritten.
func (s *schedule) turn(g *group, most int64, t target.Target) bool {
	n := g.first()
	if len(s.reduce) > 0 || len(g.stages) > 1 || len(s.parallel) < 2 {
		return false
	}
	column := s.parallel[len(s.parallel)-1]
	if !g.stored(func(a access) bool { return a.coef[column] == 1 }) {
		return false
	}
	across := s.columnLanes(s.extents[column], most)
	for _, row := range slices.Backward(s.parallel[:len(s.parallel)-1]) {
		lanes := across
		for lanes > s.extents[row] {
			lanes /= 2
		}
		if lanes < leastTurned {
			continue
		}
		turned, any := make([]bool, len(n.ins)), false
		for i, a := range n.ins {
			turned[i] = a.coef[row] == 1 && a.coef[column] > 1 && a.panels == nil && a.elem.Kind().Size() >= 4
			any = any || turned[i]
		}
		if height := turnedHeight(s.extents[row], lanes); any && height > 0 {
			s.vec, s.lanes, s.turned = column, lanes, turned
			strips := tiling.Cut(s.extents[column], lanes, turnedVectors(product(s.extents)*g.width(), t))
			if !s.readsFirst(n, strips) {
				s.vec, s.lanes, s.turned = -1, 1, nil
				return false
			}
			s.tile = &tile{rows: row}
			s.checkTurned(n)
			s.Tile = tiling.Tile{Height: height, Strips: strips}
			if given := s.givenStrips(n, s.extents[column]); given != nil {
				s.Strips = given
			}
			if s.given.Height > 0 {
				s.Height = s.given.Height
			}
			return true
		}
	}
	return false
}

// turnedVectors returns the largest width, in vectors, of a tile that is transposed in registers.
// bytes is the size of the operand. A wide tile reads from many rows of the operand, which are
// often in different pages. This is slow if the operand is larger than the third-level cache.
func turnedVectors(bytes int64, t target.Target) int64 {
	if bytes > t.L3 {
		return 2
	}
	return 4
}

// turnedHeight returns the least height for which turns returns true. It returns 0 if there is none
// up to 3·lanes.
func turnedHeight(rows, lanes int64) int64 {
	for h := lanes; h <= min(rows, 3*lanes); h++ {
		if turns(h, rows, lanes) {
			return h
		}
	}
	return 0
}

// turns reports whether each tile of the given height, including the last, has at least as many
// rows as a vector has lanes.
func turns(height, rows, lanes int64) bool {
	edge := rows % height
	return height >= lanes && (edge == 0 || edge >= lanes)
}

// readsFirst reports whether every element is read before it is overwritten. An input with the same
// memory as an output must not be transposed, and must be indexed in the same way as the output.
// The vectors of a tile must not overlap.
func (s *schedule) readsFirst(n *nest, strips []tiling.Strip) bool {
	overlap := slices.ContainsFunc(strips, func(t tiling.Strip) bool { return t.Width%s.lanes != 0 })
	for _, out := range n.outs {
		for i, in := range n.ins {
			if in.start() == out.start() && (overlap || s.turned[i] || in.layout.offset != out.layout.offset || !slices.Equal(in.coef, out.coef)) {
				return false
			}
		}
	}
	return true
}

// turnedTile writes a tile in squares: w.lanes rows of one vector. In each square, it transposes
// the inputs for which w.turned is true.
func (w *writer) turnedTile() {
	base, copies := w.base, w.copies
	wide := tiling.Vectors(w.width, w.lanes)
	height := int64(len(copies)) / wide
	for done := int64(0); done < height; {
		first := min(done, height-w.lanes)
		for v := range wide {
			w.forget()
			w.base, w.copies = nil, nil
			for r := range w.lanes {
				u := (first+r)*wide + v
				w.base, w.copies = append(w.base, base[u]), append(w.copies, copies[u])
			}
			for i, turned := range w.turned {
				if turned {
					w.turnIn(i)
				}
			}
			w.base, w.copies = w.base[done-first:], w.copies[done-first:]
			w.together()
		}
		done = first + w.lanes
	}
	w.base, w.copies = base, copies
}

// turnIn loads as many contiguous vectors of access i as a vector has lanes, and transposes them.
// The results are the values of access i for all copies.
func (w *writer) turnIn(i int) {
	a := w.access(i)
	from, sums := w.args[a.memory], map[addressKey]*ir.Value{}
	var rows []*ir.Value
	for l := range w.lanes {
		at := w.plus(sums, w.address(0, i), l*a.coef[w.vec])
		rows = append(rows, w.neighbors(from, at))
	}
	for u, v := range w.transposed(rows, int64(a.elem.Kind().Size())) {
		w.loaded[w.loadKey(u, i)] = v
	}
}

// transposed returns the transpose of a square matrix: lane i of vector j becomes lane j of vector
// i. It first exchanges lanes within units of 16 bytes, and then whole units. Most processors have
// instructions for these shuffles.
func (w *writer) transposed(rows []*ir.Value, size int64) []*ir.Value {
	unit := min(w.lanes, 16/size)
	columns := make([]*ir.Value, w.lanes)
	inUnit := make([][]*ir.Value, unit) // by lane of a unit: one vector for each unit of rows
	for first := int64(0); first < w.lanes; first += unit {
		for l, v := range w.interleaved(rows[first:first+unit], 1, unit) {
			inUnit[l] = append(inUnit[l], v)
		}
	}
	for l, vs := range inUnit {
		for u, v := range w.exchanged(vs, unit) {
			columns[int64(u)*unit+int64(l)] = v
		}
	}
	return columns
}

// interleaved transposes several square matrices at once. Each vector is divided into units, whose
// length in lanes is the parameter "unit". Matrix k consists of unit k of each vector in rows. An
// element of a matrix has as many lanes as the parameter "piece" says. So there are unit/piece
// vectors.
func (w *writer) interleaved(rows []*ir.Value, piece, unit int64) []*ir.Value {
	if len(rows) == 1 {
		return rows
	}
	low, high := make([]int64, w.lanes), make([]int64, w.lanes)
	for l := range w.lanes {
		in := l % unit
		from := l - in + in/(2*piece)*piece + in%piece + in/piece%2*w.lanes
		low[l], high[l] = from, from+unit/2
	}
	lows, highs := w.shuffledPairs(rows, low, high)
	return append(w.interleaved(lows, 2*piece, unit), w.interleaved(highs, 2*piece, unit)...)
}

// exchanged transposes a square matrix of units: unit i of vector j becomes unit j of vector i.
func (w *writer) exchanged(rows []*ir.Value, unit int64) []*ir.Value {
	if len(rows) == 1 {
		return rows
	}
	even, odd := make([]int64, w.lanes), make([]int64, w.lanes)
	for l := range w.lanes {
		even[l] = l/unit*2*unit + l%unit
		odd[l] = even[l] + unit
	}
	evens, odds := w.shuffledPairs(rows, even, odd)
	evens, odds = w.exchanged(evens, unit), w.exchanged(odds, unit)
	var out []*ir.Value
	for i := range evens {
		out = append(out, evens[i], odds[i])
	}
	return out
}

func (w *writer) shuffledPairs(rows []*ir.Value, first, second []int64) (a, b []*ir.Value) {
	for i := 0; i < len(rows); i += 2 {
		a = append(a, vector.NewShuffle(w.b, rows[i], rows[i+1], first...).Vector())
		b = append(b, vector.NewShuffle(w.b, rows[i], rows[i+1], second...).Vector())
	}
	return a, b
}
