package code

// positions is a set of positions of instructions, with one bit for each position.
type positions []uint64

// flip adds each position of the segments to p or, if p already has it, removes it. The segments
// must not overlap each other.
func (p positions) flip(segments ...segment) {
	for _, g := range segments {
		for w := g.start / 64; w <= (g.end-1)/64; w++ {
			p[w] ^= g.word(w)
		}
	}
}

// overlap reports whether p has a position of one of the segments.
func (p positions) overlap(segments []segment) bool {
	for _, g := range segments {
		for w := g.start / 64; w <= (g.end-1)/64; w++ {
			if p[w]&g.word(w) != 0 {
				return true
			}
		}
	}
	return false
}

// word returns the positions of g in word w of a set, as bits.
func (g segment) word(w int32) uint64 {
	bits := ^uint64(0) << max(0, g.start-64*w)
	if n := g.end - 64*w; n < 64 {
		bits &= 1<<n - 1
	}
	return bits
}
