package exact

import "math/bits"

// circle returns the edges inside the components of a cycle of components, or nil if there is no
// cycle. A component is a connected set of classes (see [state]). Of the cycles found, circle takes
// the cycle with the fewest such edges.
func (f *finder) circle(s *state) []edge {
	below := f.reachOf(s)
	var best []edge
	for _, set := range s.comps {
		c := int8(bits.TrailingZeros64(set))
		if below[c]>>uint(c)&1 == 0 {
			continue
		}
		if edges := f.loop(s, c, below); best == nil || len(edges) < len(best) {
			best = edges
		}
	}
	return best
}

// hop is an edge from an atom of one component to an atom of another.
type hop struct{ from, to int8 }

// loop returns the edges inside the components of a shortest cycle through the component start.
func (f *finder) loop(s *state, start int8, below [64]uint64) []edge {
	var came [64]hop
	seen := uint64(0)
	queue := []int8{start}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for k := range eachBit(s.comps[f.place(s, c)]) {
			for i := range eachBit(s.member[k]) {
				for j := range eachBit(f.succ[i]) {
					to := s.comp[s.class[j]]
					if to == c || seen>>uint(to)&1 == 1 || below[to]>>uint(start)&1 == 0 {
						continue
					}
					seen |= 1 << uint(to)
					came[to] = hop{int8(i), int8(j)}
					if to == start {
						return f.inside(s, start, came)
					}
					queue = append(queue, to)
				}
			}
		}
	}
	panic("exact: BUG: a component that reaches itself is on no circle")
}

func (f *finder) place(s *state, c int8) int {
	for i, set := range s.comps {
		if int8(bits.TrailingZeros64(set)) == c {
			return i
		}
	}
	panic("exact: BUG: no such component")
}

// inside collects edges inside the components of a cycle. In each component, they connect the atom
// where the cycle enters the component and the atom where it leaves. came[c] is the hop by which
// the cycle enters component c.
func (f *finder) inside(s *state, start int8, came [64]hop) (edges []edge) {
	c := start
	leaves := int8(-1)
	for {
		h := came[c]
		if leaves >= 0 {
			edges = append(edges, f.path(s, h.to, leaves)...)
		}
		leaves = h.from
		c = s.comp[s.class[h.from]]
		if c == start {
			return append(edges, f.path(s, came[start].to, leaves)...)
		}
	}
}

// path returns a shortest list of edges that connects two atoms of a component.
func (f *finder) path(s *state, from, to int8) []edge {
	start, end := s.class[from], s.class[to]
	if start == end {
		return nil
	}
	var came [64]int8
	seen := uint64(1) << uint(end)
	for queue := []int8{end}; len(queue) > 0; queue = queue[1:] {
		for k := range eachBit(s.joint[queue[0]] &^ seen) {
			seen |= 1 << uint(k)
			came[k] = queue[0]
			queue = append(queue, int8(k))
		}
	}
	var edges []edge
	for k := start; k != end; k = came[k] {
		edges = append(edges, f.between(s, k, came[k]))
	}
	return edges
}

// between returns an edge that joins two classes.
func (f *finder) between(s *state, a, b int8) edge {
	for _, e := range f.edges {
		x, y := s.class[e.from], s.class[e.to]
		if x == a && y == b || x == b && y == a {
			return e
		}
	}
	panic("exact: BUG: no edge joins two joint classes")
}
