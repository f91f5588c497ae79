package code

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// spiller chooses which registers of a class to spill if more registers are live than the machine
// has. It prefers registers that are rarely read and written, and that are live at many positions
// with too many live registers.
type spiller struct {
	*allocation
	c       class
	roots   []reg // of the webs of class c; see the type webs
	free    []asm.Reg
	needed  []int // by instruction: number of operands in memory
	weights []float64
	users   map[reg][]int // by root: the instructions that read or write it, once for each operand
	change  []int         // by position: the change of the number of live roots that are not in memory
	over    []int32       // by position: number of earlier positions with too many live registers
	near    [][]reg       // by group of adjacent positions: the roots that are live in the group
	rank    []int         // by root: its index in the field roots before the first spill
	seen    []int         // by root: the last call of cheapest that visited the root
	calls   int           // number of calls of cheapest
	most    int           // the largest number of registers that an instruction reserves
}

// group is the number of positions in a group of spiller.near.
const group = 128

func (s *spiller) prepare() {
	s.users = map[reg][]int{}
	s.most = len(s.scratch[s.c])
	for i := range s.f.insts {
		s.most = max(s.most, len(s.p.needs(s.c, &s.f.insts[i])))
		add := func(r reg, _ bool) {
			if s.f.class[r] == s.c {
				r = s.webs.find(r)
				s.users[r] = append(s.users[r], i)
			}
		}
		s.f.insts[i].operands(add, add)
	}
	s.change = make([]int, 4*len(s.f.insts)+5)
	s.over = make([]int32, len(s.change)+1)
	s.near = make([][]reg, len(s.change)/group+1)
	s.rank, s.seen = make([]int, len(s.f.class)), make([]int, len(s.f.class))
	for i, r := range s.roots {
		s.count(r, 1)
		s.rank[r] = i
		last := int32(-1)
		for _, g := range s.webs.ranges[r] {
			for n := max(last+1, g.start/group); n <= (g.end-1)/group; n++ {
				s.near[n] = append(s.near[n], r)
				last = n
			}
		}
	}
}

// count adds n to the number of live roots at the positions where r is live.
func (s *spiller) count(r reg, n int) {
	for _, g := range s.webs.ranges[r] {
		s.change[g.start] += n
		s.change[g.end] -= n
	}
}

// spill puts r in memory.
func (s *spiller) spill(r reg) {
	s.allocation.spill(r)
	s.count(r, -1)
	for _, i := range s.users[r] {
		s.needed[i]++
	}
}

// excess returns how many more registers are needed at position p than the machine has, if the
// given number of roots are live.
func (s *spiller) excess(p, live int) int {
	n := live - len(s.free)
	if n+s.most <= 0 {
		return n
	}
	if i := p / 4; i < len(s.f.insts) {
		for _, r := range s.needs(s.c, i, s.needed[i]) {
			if slices.Contains(s.free, r) {
				n++
			}
		}
	}
	return n
}

// relieve spills registers until, at every position, no more registers are needed than the machine
// has.
func (s *spiller) relieve() {
	for spilled := true; spilled; {
		live := 0
		for p := range s.change {
			live += s.change[p]
			s.over[p+1] = s.over[p]
			if s.excess(p, live) > 0 {
				s.over[p+1]++
			}
		}
		if s.over[len(s.change)] == 0 {
			return
		}
		spilled, live = false, 0
		for p := range s.change {
			live += s.change[p]
			for s.over[p+1] > s.over[p] && s.excess(p, live) > 0 {
				here := []segment{{int32(p), int32(p + 1)}}
				r := s.cheapest(here, func(g segment) int32 { return s.over[g.end] - s.over[g.start] })
				if r == 0 {
					break // the remaining excess is scratch registers of an instruction
				}
				s.spill(r)
				live--
				spilled = true
			}
		}
	}
}

// replace spills the cheapest among r and the roots that overlap r. If the spilled root has a
// machine register, replace removes the root's range from the list "taken". If the machine
// register is then free throughout r's range, r gets it.
func (s *spiller) replace(r reg, taken []positions) {
	out := s.cheapest(s.webs.ranges[r], func(g segment) int32 { return g.end - g.start })
	at := slices.Index(s.free, s.places[out].reg)
	s.spill(out)
	if at < 0 {
		return
	}
	taken[at].flip(s.webs.ranges[out]...)
	if !taken[at].overlap(s.webs.ranges[r]) {
		taken[at].flip(s.webs.ranges[r]...)
		s.places[r].reg = s.free[at]
	}
}

// cheapest returns the register with the lowest cost of spilling per unit of benefit, among the
// registers that are live at a position of the given segments; 0 if there is none. The benefit of
// spilling a register is the sum of gain over its segments.
func (s *spiller) cheapest(where []segment, gain func(g segment) int32) reg {
	best, least := reg(0), math.Inf(1)
	s.calls++
	for _, g := range where {
		for n := g.start / group; n <= (g.end-1)/group; n++ {
			for _, r := range s.near[n] {
				if s.seen[r] == s.calls {
					continue
				}
				s.seen[r] = s.calls
				if s.inMemory[r] || !overlap(where, s.webs.ranges[r]) {
					continue
				}
				if cost := s.cost(r, gain); cost < least || cost == least && s.rank[r] < s.rank[best] {
					best, least = r, cost
				}
			}
		}
	}
	return best
}

// cost estimates the cost of spilling r per unit of benefit, which is the sum of gain over r's
// segments.
func (s *spiller) cost(r reg, gain func(g segment) int32) float64 {
	helps := 0.0
	for _, g := range s.webs.ranges[r] {
		helps += float64(gain(g))
	}
	cost := s.weights[r]
	if _, ok := s.f.consts[r]; ok {
		cost /= 4 // a constant is only read, never stored
	}
	// If r is spilled, instructions that read or write r need a scratch register, so they do not
	// benefit.
	return cost / max(0.01, helps-float64(4*len(s.users[r])))
}
