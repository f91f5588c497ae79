package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// window is a part of straight-line code in which a constant is in a register. Before and after the
// window, each user of the constant loads it from memory.
type window struct {
	r           reg
	first, last int // instructions
	to          asm.Reg
}

// farthest is the largest number of instructions between neighboring users in a window. A loop that
// computes an elementary function, for example exp, uses a constant once for each of up to four
// interleaved vectors, so these users are close together. Longer windows would take registers from
// other constants. On AVX2, windows reduce the time of exp by 13% and of tanh by 5%.
const farthest = 8

// windows returns windows for the constants of the spiller's register class that are in memory. A
// window uses a register that is free throughout the window, so that several users share one load.
func (s *spiller) windows() []window {
	var found []window
	var busy [][]bool // by register and instruction
	blocks := s.blocks()
	for r := reg(1); int(r) < len(s.f.class); r++ {
		if users := s.users[r]; s.f.class[r] == s.c && s.inMemory[r] && s.places[r].isConst && len(users) > 1 {
			if busy == nil {
				busy = s.busy()
			}
			for len(users) > 1 {
				w, n := s.window(r, users, busy, blocks)
				if w.last > w.first {
					found = append(found, w)
				}
				users = users[n:]
			}
		}
	}
	slices.SortStableFunc(found, func(a, b window) int { return a.first - b.first })
	return found
}

// window returns the window of r that begins at users[0] and has the most users. It also returns
// the number of these users. If no register is free from users[0] to the next instruction that uses
// r, the window has one instruction and must not be used. Otherwise the window's register becomes
// busy, and the users no longer need a scratch register.
func (s *spiller) window(r reg, users []int, busy [][]bool, blocks []int) (window, int) {
	w := window{r: r, first: users[0], last: users[0]}
	at, in := 0, 0
	for i := range s.free {
		if last, n := s.extent(i, users, busy[i], blocks); n > in {
			w.last, at, in = last, i, n
		}
	}
	if w.last > w.first {
		w.to = s.free[at]
		s.used[s.c] = max(s.used[s.c], at+1)
		for i := w.first; i <= w.last; i++ {
			busy[at][i] = true
		}
		for _, i := range users[:in] {
			s.needed[i]--
		}
	}
	return w, max(in, 1)
}

// extent returns the last instruction and the number of users of the longest window that begins at
// users[0] and uses register s.free[at].
func (s *spiller) extent(at int, users []int, busy []bool, blocks []int) (last, n int) {
	last = users[0]
	between := 0
	for i := users[0]; n < len(users) && between <= farthest && i < len(s.f.insts) && blocks[i] == blocks[last]; i++ {
		own := 0
		for n+own < len(users) && users[n+own] == i {
			own++
		}
		if busy[i] || slices.Contains(s.needs(s.c, i, s.needed[i]-own), s.free[at]) {
			break
		}
		if own > 0 {
			last, n, between = i, n+own, 0
		} else if k := s.f.insts[i].kind; k != note && k != nothing {
			between++
		}
	}
	return last, n
}

// busy returns, for each register and instruction, whether the register has a value at the
// instruction.
func (s *spiller) busy() [][]bool {
	out := make([][]bool, len(s.free))
	for i := range out {
		out[i] = make([]bool, len(s.f.insts))
	}
	for _, r := range s.roots {
		at := slices.Index(s.free, s.places[r].reg)
		for _, g := range s.webs.ranges[r] {
			for i := g.start / 4; i <= (g.end-1)/4 && int(i) < len(s.f.insts); i++ {
				out[at][i] = true
			}
		}
	}
	return out
}

// blocks returns the number of labels and jumps up to and including each instruction. Instructions
// with equal numbers are in the same straight-line code.
func (s *spiller) blocks() []int {
	out, n := make([]int, len(s.f.insts)), 0
	for i, in := range s.f.insts {
		switch in.kind {
		case label, jump, compareJump:
			n++
		}
		out[i] = n
	}
	return out
}
