package code

import "slices"

// webs is a union-find structure of virtual registers that share a location. Two registers share a
// location if they have the same size, a move connects them, and their live ranges do not overlap.
// An example is a loop-carried value and the value that the body yields for it. Constants, and
// registers that are initially in the argument block, do not share locations.
type webs struct {
	parent []reg
	ranges [][]segment // by root
}

func (w *webs) find(r reg) reg {
	for w.parent[r] != r {
		w.parent[r] = w.parent[w.parent[r]]
		r = w.parent[r]
	}
	return r
}

// coalesce returns the webs of f. Moves in inner loops have priority.
func coalesce(f *function, ranges [][]segment) *webs {
	w := &webs{parent: make([]reg, len(f.class)), ranges: ranges}
	for i := range w.parent {
		w.parent[i] = reg(i)
	}
	depth := depths(f)
	var moves []int
	for i := range f.insts {
		if f.insts[i].kind == move {
			moves = append(moves, i)
		}
	}
	slices.SortStableFunc(moves, func(a, b int) int { return depth[b] - depth[a] })
	for _, i := range moves {
		w.join(f, f.insts[i].r[0], f.insts[i].r[1])
	}
	return w
}

// join makes a and b share a location if this is possible.
func (w *webs) join(f *function, a, b reg) {
	_, fixedA := f.consts[a]
	_, fixedB := f.consts[b]
	_, homeA := f.home[a]
	_, homeB := f.home[b]
	if fixedA || fixedB || homeA || homeB || f.size[a] != f.size[b] {
		return
	}
	a, b = w.find(a), w.find(b)
	if a == b || overlap(w.ranges[a], w.ranges[b]) {
		return
	}
	w.parent[b] = a
	w.ranges[a] = merge(w.ranges[a], w.ranges[b])
}

// depths returns the number of loops around each instruction.
func depths(f *function) []int {
	d := make([]int, len(f.insts))
	for _, l := range f.loops {
		for i := l.first; i <= l.last; i++ {
			d[i]++
		}
	}
	return d
}
