package code

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// spiller chooses which registers of a class to spill if more registers are live than the machine
// has. It prefers registers that are rarely read and written, and whose spilling frees a needed
// register in much of the code.
type spiller struct {
	*allocation
	c        class
	roots    []reg
	free     []asm.Reg
	needed   []int // by instruction: number of operands in memory
	weights  []float64
	users    map[reg][]int // by root: indices of instructions, once for each operand that is the root
	pressure []int         // by position: number of live registers that are not in memory
	over     []int32       // by position: number of earlier positions with too many live registers
}

func (s *spiller) prepare() {
	s.users = map[reg][]int{}
	for i := range s.f.insts {
		add := func(r reg, _ bool) {
			if s.f.class[r] == s.c {
				r = s.webs.find(r)
				s.users[r] = append(s.users[r], i)
			}
		}
		s.f.insts[i].operands(add, add)
	}
	s.pressure = make([]int, 4*len(s.f.insts)+4)
	s.over = make([]int32, len(s.pressure)+1)
	for _, r := range s.roots {
		s.count(r, 1)
	}
}

// count adds n to the pressure where r is live.
func (s *spiller) count(r reg, n int) {
	for _, g := range s.webs.ranges[r] {
		for p := g.start; p < g.end; p++ {
			s.pressure[p] += n
		}
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

// excess returns how many more registers are needed at position p than the machine has.
func (s *spiller) excess(p int) int {
	n := s.pressure[p] - len(s.free)
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
		for p := range s.pressure {
			s.over[p+1] = s.over[p]
			if s.excess(p) > 0 {
				s.over[p+1]++
			}
		}
		spilled = false
		for p := range s.pressure {
			for s.over[p+1] > s.over[p] && s.excess(p) > 0 {
				here := []segment{{int32(p), int32(p + 1)}}
				r := s.cheapest(here, func(g segment) int32 { return s.over[g.end] - s.over[g.start] })
				if r == 0 {
					break // the remaining excess is scratch registers of an instruction
				}
				s.spill(r)
				spilled = true
			}
		}
	}
}

// conflicting returns the cheapest register to spill among r and the registers that are live at a
// position where r is live.
func (s *spiller) conflicting(r reg) reg {
	return s.cheapest(s.webs.ranges[r], func(g segment) int32 { return g.end - g.start })
}

// cheapest returns the best register to spill among the registers that are live at a position of
// the given segments; 0 if there is none. The benefit of spilling a register is
// the sum of gain over its segments.
func (s *spiller) cheapest(where []segment, gain func(g segment) int32) reg {
	best, least := reg(0), math.Inf(1)
	for _, r := range s.roots {
		if s.inMemory[r] || !overlap(where, s.webs.ranges[r]) {
			continue
		}
		helps := 0.0
		for _, g := range s.webs.ranges[r] {
			helps += float64(gain(g))
		}
		cost := s.weights[r]
		if _, ok := s.f.consts[r]; ok {
			cost /= 4 // a constant is only read, never stored
		}
		// Instructions that read or write r still need a register for r, so they do not benefit.
		cost /= max(0.01, helps-float64(4*len(s.users[r])))
		if cost < least {
			best, least = r, cost
		}
	}
	return best
}
