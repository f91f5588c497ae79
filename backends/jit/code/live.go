package code

import "slices"

// segment is a range of positions at which a register holds a value that is read later; end is
// excluded. Instruction i has the positions 4i to 4i+3. The segment of an operand ends at 4i+1 or,
// if the operand is read late, at 4i+2. The segment of a result begins at 4i+2 or, if the result is
// written early, at 4i+1. See inst.operands.
type segment struct{ start, end int32 }

// liveness finds the segments of each register.
type liveness struct {
	f      *function
	ranges [][]segment // by register, ascending
	live   []bool
	open   []int32 // by live register: the end of its current segment, whose start is not known yet
	labels map[int][]reg
	list   []reg     // has all live registers; snapshot removes dead ones and duplicates
	first  []segment // memory for first segments
}

// analyze returns the live ranges of f's registers. It visits the instructions in reverse order,
// and removes dead instructions.
func analyze(f *function) [][]segment {
	n := len(f.class)
	l := &liveness{f: f, ranges: make([][]segment, n), live: make([]bool, n), open: make([]int32, n), labels: map[int][]reg{}}
	backs := map[int]*loop{}
	heads := map[int]*loop{}
	for i := range f.loops {
		backs[f.loops[i].last], heads[f.loops[i].first] = &f.loops[i], &f.loops[i]
	}
	for i := len(f.insts) - 1; i >= 0; i-- {
		in := &f.insts[i]
		at := int32(4 * i)
		switch in.kind {
		case jump:
			l.become(l.labels[in.label], at)
			continue
		case compareJump:
			if lp := backs[i]; lp != nil {
				for _, r := range lp.carried {
					l.use(r, at+3)
				}
				break
			}
			for _, r := range l.labels[in.label] {
				l.use(r, at+3)
			}
		case label:
			if lp := heads[i]; lp != nil {
				l.extend(lp)
			}
			l.labels[in.label] = l.snapshot()
			continue
		}
		if l.dead(in) {
			*in = inst{kind: nothing}
			continue
		}
		in.operands(func(reg, bool) {}, func(r reg, early bool) {
			start := at + 2
			if early {
				start = at + 1
			}
			l.define(r, start)
		})
		in.operands(func(r reg, late bool) {
			end := at + 1
			if late {
				end = at + 2
			}
			l.use(r, end)
		}, func(reg, bool) {})
		if in.clobbers != 0 {
			l.ranges[in.clobbers] = append(l.ranges[in.clobbers], segment{at + 1, at + 3})
		}
	}
	// Arguments and constants are live from the start.
	for _, r := range l.snapshot() {
		l.close(r, 0)
	}
	for r := range l.ranges {
		slices.Reverse(l.ranges[r])
		l.ranges[r] = normal(l.ranges[r])
	}
	return l.ranges
}

// dead reports whether the only effect of an instruction is to write a register that is never read.
func (l *liveness) dead(in *inst) bool {
	dead := false
	in.operands(func(reg, bool) {}, func(r reg, _ bool) { dead = !l.live[r] })
	return dead
}

// normal sorts segments, and merges those that touch or overlap. It overwrites s.
func normal(s []segment) []segment {
	slices.SortFunc(s, func(a, b segment) int { return int(a.start - b.start) })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && x.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, x.end)
		} else {
			out = append(out, x)
		}
	}
	return out
}

func (l *liveness) use(r reg, end int32) {
	if !l.live[r] {
		l.live[r], l.open[r] = true, end
		l.list = append(l.list, r)
	}
	l.open[r] = max(l.open[r], end)
}

func (l *liveness) define(r reg, start int32) {
	if l.live[r] {
		l.close(r, start)
	} else {
		l.ranges[r] = append(l.ranges[r], segment{start, start + 1})
	}
}

// close records the current segment of r, which begins at start.
func (l *liveness) close(r reg, start int32) {
	if l.ranges[r] == nil { // most registers have one segment
		if len(l.first) == 0 {
			l.first = make([]segment, 64)
		}
		l.ranges[r], l.first = l.first[:0:1], l.first[1:]
	}
	l.ranges[r] = append(l.ranges[r], segment{start, l.open[r]})
	l.live[r] = false
}

// snapshot returns the list of live registers.
func (l *liveness) snapshot() []reg {
	l.list = slices.DeleteFunc(l.list, func(r reg) bool { return !l.live[r] })
	slices.Sort(l.list)
	l.list = slices.Compact(l.list)
	return slices.Clone(l.list)
}

// The method named become sets the live registers before a jump. The parameter "after" has the
// registers that are live at the label of the jump, and "at" is the position of the jump.
func (l *liveness) become(after []reg, at int32) {
	keep := map[reg]bool{}
	for _, r := range after {
		keep[r] = true
	}
	for _, r := range l.snapshot() {
		if !keep[r] {
			l.close(r, at+4)
		}
	}
	for _, r := range after {
		l.use(r, at+3)
	}
}

// extend makes the registers that are live at the start of lp live in all of lp, except the
// loop-carried registers.
func (l *liveness) extend(lp *loop) {
	carried := map[reg]bool{}
	for _, r := range lp.carried {
		carried[r] = true
	}
	for _, r := range l.list {
		if l.live[r] && !carried[r] {
			l.open[r] = max(l.open[r], int32(4*lp.last+3))
		}
	}
}

// overlap reports whether two ranges have a position in common.
func overlap(a, b []segment) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].end <= b[j].start:
			i++
		case b[j].end <= a[i].start:
			j++
		default:
			return true
		}
	}
	return false
}

// merge returns the union of two ranges.
func merge(a, b []segment) []segment { return normal(append(slices.Clone(a), b...)) }
