package exact

import (
	"context"
	"math/bits"

	"github.com/lathe-ir/lathe/passes/placement"
)

// finder searches for the fewest connected clusters of one part. The nodes of the part are called
// atoms.
type finder struct {
	n      int
	device []int32 // the device of each atom; an atom that must be alone, or that no device accepts, has a unique number
	succ   []uint64
	edges  []edge

	best []uint64 // atoms of each cluster
	left int      // number of states that may still be visited
	// opened is the smallest lower bound of the states that were skipped because left was 0, or n+1
	// if no state was skipped.
	opened int
}

func newFinder(r *reduced, part []int32, states int) *finder {
	f := &finder{n: len(part), succ: make([]uint64, len(part)), left: states, opened: len(part) + 1}
	at := map[int32]int{}
	for i, v := range part {
		at[v] = i
		d := r.g.Device[v]
		if d == placement.None || r.g.Flags[v]&placement.Alone != 0 {
			d = int32(-2 - i)
		}
		f.device = append(f.device, d)
	}
	for i, v := range part {
		for _, u := range r.g.Succs(v) {
			k, ok := at[u]
			if !ok {
				continue
			}
			f.succ[i] |= 1 << uint(k)
			if f.device[i] == f.device[k] {
				f.edges = append(f.edges, edge{int8(i), int8(k)})
			}
		}
	}
	for i := range part {
		f.best = append(f.best, 1<<uint(i))
	}
	return f
}

func (f *finder) bound() int { return min(len(f.best), f.opened) }

func (f *finder) search(ctx context.Context) error {
	stack := []*state{{}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.left&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !f.derive(s) {
			continue
		}
		circle := f.circle(s)
		if circle == nil {
			f.take(s)
			continue
		}
		least := f.least(s)
		if least >= len(f.best) {
			continue
		}
		if f.left--; f.left <= 0 {
			f.opened = min(f.opened, least)
			continue
		}
		stack = append(stack, f.branches(s, circle)...)
	}
	return nil
}

// take keeps a solution if it is better than the best solution so far.
func (f *finder) take(s *state) {
	if len(s.comps) >= len(f.best) {
		return
	}
	f.best = f.best[:0]
	for _, set := range s.comps {
		atoms := uint64(0)
		for k := range eachBit(set) {
			atoms |= s.member[k]
		}
		f.best = append(f.best, atoms)
	}
}

// branches returns one state for each edge of the list circle, in which this edge is cut and the
// earlier edges are not. The last state is to be visited first.
func (f *finder) branches(s *state, circle []edge) []*state {
	var out []*state
	for i := range circle {
		t := &state{}
		t.same = append(append(t.same, s.same...), circle[:i]...)
		t.cut = append(append(t.cut, s.cut...), circle[i])
		out = append(out, t)
	}
	return out
}

// least returns a lower bound on the number of clusters in any solution that a state allows.
func (f *finder) least(s *state) int {
	total := 0
	needs := map[int8]int{}
	for _, set := range s.comps {
		k := clique(s, set)
		needs[s.comp[bits.TrailingZeros64(set)]] = k
		total += k
	}
	for _, knot := range f.knots(s) {
		whole := true
		for _, c := range knot {
			whole = whole && needs[c] == 1
		}
		if whole {
			total++
		}
	}
	return total
}

// clique returns the size of a greedily chosen subset of the classes in set. All classes of the
// subset must be in different clusters.
func clique(s *state, set uint64) int {
	best := 1
	for start := range eachBit(set) {
		size := 1
		for left := s.apart[start] & set; left != 0; size++ {
			pick, most := -1, -1
			for k := range eachBit(left) {
				if n := bits.OnesCount64(s.apart[k] & left); n > most {
					pick, most = k, n
				}
			}
			left &= s.apart[pick]
		}
		best = max(best, size)
	}
	return best
}

// reachOf returns the components that each component reaches. A component reaches itself only if it
// is on a cycle.
func (f *finder) reachOf(s *state) (below [64]uint64) {
	for k := range eachBit(s.names) {
		c := s.comp[k]
		for i := range eachBit(s.member[k]) {
			for j := range eachBit(f.succ[i]) {
				if to := s.comp[s.class[j]]; to != c {
					below[c] |= 1 << uint(to)
				}
			}
		}
	}
	for _, via := range s.comps {
		v := bits.TrailingZeros64(via)
		for _, set := range s.comps {
			if c := bits.TrailingZeros64(set); below[c]>>uint(v)&1 == 1 {
				below[c] |= below[v]
			}
		}
	}
	return below
}

// knots lists the sets of components that wait for each other.
func (f *finder) knots(s *state) (knots [][]int8) {
	below := f.reachOf(s)
	done := uint64(0)
	for _, set := range s.comps {
		c := bits.TrailingZeros64(set)
		if done>>uint(c)&1 == 1 || below[c]>>uint(c)&1 == 0 {
			continue
		}
		var knot []int8
		for d := range eachBit(below[c]) {
			if below[d]>>uint(c)&1 == 1 {
				knot = append(knot, int8(d))
				done |= 1 << uint(d)
			}
		}
		knots = append(knots, knot)
	}
	return knots
}
