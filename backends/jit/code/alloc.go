package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// place is the location of a virtual register: a machine register, or memory.
type place struct {
	reg     asm.Reg // None: in memory
	slot    int32   // offset in the argument block
	isConst bool    // a constant without a register of its own; see encoder.constant
}

// allocation has the locations of all virtual registers.
type allocation struct {
	f        *function
	p        processor
	webs     *webs
	places   []place // by the root of a web; see webs
	inMemory []bool  // by root: the web has no register of its own
	scratch  [classes][]asm.Reg
	used     [classes]int // number of registers used
	windows  []window     // in the order of their first instructions; see window
	spilled  int
}

// place returns the location of r.
func (a *allocation) place(r reg) *place { return &a.places[a.webs.find(r)] }

// allocate assigns a location to each virtual register of f. The argument "most", if not 0, limits
// the number of machine registers of each class.
func allocate(f *function, p processor, most int) *allocation {
	a := &allocation{f: f, p: p, webs: coalesce(f, analyze(f)), places: make([]place, len(f.class)), inMemory: make([]bool, len(f.class))}
	hints := a.hints()
	weights := a.weights()
	for c := range classes {
		a.class(c, most, hints, weights)
	}
	return a
}

// hints returns, for each root, the roots that should share its machine register if possible.
func (a *allocation) hints() map[reg][]reg {
	h := map[reg][]reg{}
	add := func(x, y reg) {
		if x != 0 && y != 0 {
			x, y = a.webs.find(x), a.webs.find(y)
			h[x], h[y] = append(h[x], y), append(h[y], x)
		}
	}
	for i := range a.f.insts {
		in := &a.f.insts[i]
		switch in.kind {
		case tied, move, conditional, extreme:
			add(in.r[0], in.r[1])
		case fma:
			add(in.r[0], in.r[3])
			add(in.r[0], in.r[1])
		case commute:
			add(in.r[0], in.r[1])
			add(in.r[0], in.r[2])
		}
	}
	return h
}

// weights estimates how often each root is read and written.
func (a *allocation) weights() []float64 {
	times := make([]float64, len(a.f.insts))
	for i := range times {
		times[i] = 1
	}
	for _, l := range a.f.loops {
		for i := l.first; i <= l.last; i++ {
			times[i] *= l.trips
		}
	}
	w := make([]float64, len(a.f.class))
	for i := range a.f.insts {
		a.f.insts[i].operands(
			func(r reg, _ bool) { w[a.webs.find(r)] += times[i] },
			func(r reg, _ bool) { w[a.webs.find(r)] += times[i] })
	}
	return w
}

// available returns the allocatable registers of class c, and the scratch registers for operands in
// memory. The argument "most", if not 0, limits the number of allocatable registers.
func (a *allocation) available(c class, most int) (free, scratch []asm.Reg) {
	free, scratch, last := a.p.registers(c)
	if most > 0 && len(free) > most {
		free = free[:most]
	}
	if last > 0 && len(free) > 0 {
		scratch = free[len(free)-last:]
	}
	return free, scratch
}

// class allocates the registers of one class, if possible without spills.
func (a *allocation) class(c class, most int, hints map[reg][]reg, weights []float64) {
	var roots []reg
	for r := 1; r < len(a.f.class); r++ {
		if a.f.class[r] == c && a.webs.find(reg(r)) == reg(r) && len(a.webs.ranges[r]) > 0 {
			roots = append(roots, reg(r))
		}
	}
	var free []asm.Reg
	free, a.scratch[c] = a.available(c, most)
	slices.SortStableFunc(roots, func(x, y reg) int {
		return int(a.webs.ranges[x][0].start - a.webs.ranges[y][0].start)
	})
	needed := make([]int, len(a.f.insts))
	if a.scan(roots, free, a.reserved(c, free, needed), hints, func(reg) bool { return false }) {
		return
	}
	s := &spiller{allocation: a, c: c, roots: roots, free: free, needed: needed, weights: weights}
	s.prepare()
	for fits := false; !fits; {
		s.relieve()
		s.roots = slices.DeleteFunc(s.roots, func(r reg) bool { return a.inMemory[r] })
		taken := a.reserved(c, free, needed)
		fits = a.scan(s.roots, free, taken, hints, func(r reg) bool { s.replace(r, taken); return true })
	}
	// Windows are for vectors: general constants are immediates, and constant masks are rare.
	if c == vector {
		a.windows = s.windows()
	}
}

// reserved returns, for each register in the list "free", the positions at which an instruction
// reserves the register.
func (a *allocation) reserved(c class, free []asm.Reg, needed []int) []positions {
	out := make([]positions, len(free))
	for i := range out {
		out[i] = make(positions, len(a.f.insts)/16+1)
	}
	for i := range a.f.insts {
		for _, r := range a.needs(c, i, needed[i]) {
			if at := slices.Index(free, r); at >= 0 {
				out[at].flip(segment{int32(4 * i), int32(4*i + 4)})
			}
		}
	}
	return out
}

// needs returns the registers that instruction i reserves, if n of its operands are in memory.
func (a *allocation) needs(c class, i, n int) []asm.Reg {
	if own := a.p.needs(c, &a.f.insts[i]); own != nil {
		return own
	}
	return a.scratch[c][:min(n, len(a.scratch[c]))]
}

// scan assigns to each root a register that is free throughout the root's range. The list "taken"
// has the positions at which each register is not free, and scan adds the ranges of the roots. If
// no register is free for a root, scan calls failed(root), and stops if this call returns false.
// scan reports whether every root that is not in memory got a register.
func (a *allocation) scan(roots []reg, free []asm.Reg, taken []positions, hints map[reg][]reg, failed func(r reg) bool) bool {
	used := map[asm.Reg]int{}
	for i, r := range free {
		used[r] = i
	}
	for _, r := range roots {
		a.places[r] = place{reg: asm.None, slot: -1}
	}
	most, fits := 0, true
	for _, r := range roots {
		if a.inMemory[r] {
			continue // an earlier call of failed has spilled r
		}
		at := a.choose(r, used, taken, hints[r])
		if at < 0 {
			fits = false
			if !failed(r) {
				return false
			}
			continue
		}
		a.places[r].reg = free[at]
		taken[at].flip(a.webs.ranges[r]...)
		most = max(most, at+1)
	}
	if len(roots) > 0 {
		a.used[a.f.class[roots[0]]] = most
	}
	return fits
}

// choose returns the index of a register that is free throughout r's range. It prefers the register
// of one of the hints to the first free register. It returns -1 if no register is free.
func (a *allocation) choose(r reg, used map[asm.Reg]int, taken []positions, hints []reg) int {
	for _, h := range hints {
		if i, ok := used[a.places[h].reg]; ok && a.f.class[h] == a.f.class[r] && !taken[i].overlap(a.webs.ranges[r]) {
			return i
		}
	}
	return slices.IndexFunc(taken, func(p positions) bool { return !p.overlap(a.webs.ranges[r]) })
}

// spill puts r in memory.
func (a *allocation) spill(r reg) {
	a.inMemory[r] = true
	a.places[r] = place{reg: asm.None, slot: -1}
	p := &a.places[r]
	if home, ok := a.f.home[r]; ok {
		p.slot = home
		return
	}
	if _, ok := a.f.consts[r]; ok {
		p.isConst = true
		return
	}
	size := int32(8)
	if a.f.class[r] == vector {
		size = int32(a.f.size[r])
	}
	a.f.frame = (a.f.frame + size - 1) &^ (size - 1)
	p.slot = a.f.frame
	a.f.frame += size
	a.spilled++
}
