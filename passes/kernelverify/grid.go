package kernelverify

import (
	"cmp"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// independent proves for every buffer that k writes that what one iteration of the
// grid writes no other one reads or writes.
func (e *env) independent() {
	if e.k.grid <= 1 {
		return
	}
	for b, w := range e.k.written {
		if !w {
			continue
		}
		var ts []touch
		var write *ir.Op
		for _, t := range e.touches {
			l, _ := layoutOf(t.op)
			if at := t.op.OperandAt(l.buffer).Index(); at != b && at != e.k.partner[b] {
				continue
			}
			ts = append(ts, t)
			if write == nil && writes(t.op) {
				write = t.op
			}
		}
		if write != nil && !e.separate(ts) {
			e.v.fail(ir.NoteAt(ir.Errorf(write, "cannot prove that iterations of the grid write disjoint elements of buffer #%d", b),
				e.k.Op, "the kernel has a grid of %d iterations", e.k.grid).
				WithHelp("an index must grow with the variable of the loop from the slice's start to its end, by more than the rest of the index"))
		}
	}
}

// parts are the numbers that an address determines, one for each access: if two
// accesses meet in one address, these are equal.
type parts struct {
	e  *env
	ts []touch
	// pure are numbers that are the same function of the iteration in all accesses.
	pure []form
}

// separate reports whether accesses of different slices never meet. Those that keep
// to ranges of their own, such as a loop of vectors and its tail, never meet each
// other.
func (e *env) separate(ts []touch) bool {
	for d := range ts[0].index {
		if groups := apart(ts, d); len(groups) > 1 {
			return !slices.ContainsFunc(groups, func(g []touch) bool { return !e.separate(g) })
		}
	}
	p := &parts{e: e, ts: ts}
	for d := range ts[0].index {
		numbers := make([]form, len(ts))
		for i, t := range ts {
			numbers[i] = t.index[d]
		}
		if p.tell(numbers, 6) {
			return true
		}
	}
	return p.determined()
}

// apart groups accesses by index d: ranges of different groups are disjoint.
func apart(ts []touch, d int) [][]touch {
	spans := make([]span, len(ts))
	order := make([]int, len(ts))
	for i, t := range ts {
		order[i] = i
		lo, ok1 := t.known.min(t.index[d])
		hi, ok2 := t.known.max(t.index[d])
		if !ok1 || !ok2 {
			return [][]touch{ts}
		}
		spans[i] = span{lo, hi}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].lo, spans[b].lo) })
	var groups [][]touch
	end := int64(math.MinInt64)
	for _, i := range order {
		if groups == nil || spans[i].lo > end {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], ts[i])
		end = max(end, spans[i].hi)
	}
	return groups
}

// tell reports whether numbers, or parts of them, lie in different ranges for
// different slices of the grid. A modulus that divides some terms, while the others
// stay below it, takes numbers apart.
func (p *parts) tell(numbers []form, depth int) bool {
	if p.ranged(numbers) {
		return true
	}
	if p.same(numbers) {
		p.pure = append(p.pure, numbers[0])
	}
	if depth == 0 {
		return false
	}
	for _, m := range moduli(numbers) {
		high, low, ok := p.split(numbers, m)
		if ok && (p.tell(low, depth-1) || p.tell(high, depth-1)) {
			return true
		}
	}
	return false
}

// moduli are the coefficients of numbers but 1, largest first.
func moduli(numbers []form) []int64 {
	var ms []int64
	for _, f := range numbers {
		for _, t := range f.terms {
			if m := t.coeff; m != math.MinInt64 && max(m, -m) > 1 {
				ms = append(ms, max(m, -m))
			}
		}
	}
	slices.Sort(ms)
	slices.Reverse(ms)
	return slices.Compact(ms)
}

// split divides numbers by m; ok is false where it takes nothing apart, or the rest
// is not proved to be in [0, m).
func (p *parts) split(numbers []form, m int64) (high, low []form, ok bool) {
	apart := false
	for i, f := range numbers {
		if !p.e.budget.spend(1) {
			return nil, nil, false
		}
		h, l := f.split(m)
		if !p.ts[i].known.atLeast(l, 0) || !p.ts[i].known.atMost(l, m-1) {
			return nil, nil, false
		}
		high, low = append(high, h), append(low, l)
		apart = apart || !h.isConst()
	}
	return high, low, apart
}

// ranged reports whether there are s and c such that all numbers lie in
// [s·lo + c, s·hi + c) for every slice [lo, hi) of the grid.
func (p *parts) ranged(numbers []form) bool {
	var tried []int64
	for i, f := range numbers {
		for _, s := range p.slopes(i, f) {
			if s <= 0 || slices.Contains(tried, s) {
				continue
			}
			tried = append(tried, s)
			if p.rangedBy(numbers, s) {
				return true
			}
		}
	}
	return false
}

// slopes are by how much f, of access i, may grow with the iteration: as the
// iteration's variable and the slice's start say, or as any of its terms does.
func (p *parts) slopes(i int, f form) []int64 {
	sum := f.coeff(p.e.slice)
	var all []int64
	for _, t := range f.terms {
		if p.ts[i].known.atoms[t.atom].iteration {
			sum, _ = mulAdd(sum, t.coeff, 1)
		}
		all = append(all, t.coeff)
	}
	return append([]int64{sum}, all...)
}

func (p *parts) rangedBy(numbers []form, s int64) bool {
	least := int64(math.MaxInt64)
	for i, f := range numbers {
		above, ok := f.plus(ofAtom(p.e.slice), -s)
		if !ok {
			return false
		}
		v, ok := p.ts[i].known.min(above)
		if !ok {
			return false
		}
		least = min(least, v)
	}
	for i, f := range numbers {
		below, ok := f.plus(ofAtom(p.e.slice+1), -s)
		if !ok || least == math.MinInt64 || !p.ts[i].known.atMost(below, least-1) {
			return false
		}
	}
	return true
}

// same reports whether numbers are one function of the iteration.
func (p *parts) same(numbers []form) bool {
	first, ok := p.describe(0, numbers[0])
	for i, f := range numbers {
		s, isPure := p.describe(i, f)
		ok = ok && isPure && s == first
	}
	return ok && !numbers[0].isConst()
}

// describe spells f, of access i, in terms of the iteration alone; ok is false where
// it depends on anything else.
func (p *parts) describe(i int, f form) (s string, ok bool) {
	s = form{c: f.c}.key()
	var names []string
	for _, t := range f.terms {
		name, ok := p.name(i, t.atom)
		if !ok {
			return "", false
		}
		names = append(names, form{c: t.coeff}.key()+"*"+name)
	}
	slices.Sort(names)
	for _, n := range names {
		s += "+" + n
	}
	return s, true
}

// name spells an atom of access i as describe does.
func (p *parts) name(i, n int) (s string, ok bool) {
	a := &p.ts[i].known.atoms[n]
	defer func() { ok = ok && p.e.budget.spend(1+len(s)/8) }()
	switch {
	case a.iteration:
		return "g", true
	case a.by == 0:
		return "", false
	}
	of, ok := p.describe(i, a.of)
	sign := "/"
	if a.rem {
		sign = "%"
	}
	return "(" + of + sign + form{c: a.by}.key() + ")", ok
}

// determined reports whether the pure numbers determine the iteration: an unknown
// that is alone in a known form is known, and quotient and remainder make a number.
func (p *parts) determined() bool {
	known := map[string]bool{}
	equations := slices.Clone(p.pure)
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(equations); i++ {
			if name, ok := p.onlyUnknown(equations[i], known); ok {
				known[name], changed = true, true
				equations = p.whole(equations, known)
			}
		}
	}
	return known["g"]
}

// onlyUnknown is the atom of f that is not known, if there is exactly one.
func (p *parts) onlyUnknown(f form, known map[string]bool) (unknown string, ok bool) {
	for _, t := range f.terms {
		name, _ := p.name(0, t.atom)
		if known[name] {
			continue
		}
		if ok {
			return "", false
		}
		unknown, ok = name, true
	}
	return unknown, ok
}

// whole adds to equations the numbers whose quotient and remainder are both known.
func (p *parts) whole(equations []form, known map[string]bool) []form {
	atoms := p.ts[0].known.atoms
	for n := range atoms {
		if a := &atoms[n]; a.by > 0 && !a.rem {
			of, pure := p.describe(0, a.of)
			by := form{c: a.by}.key()
			if pure && known["("+of+"/"+by+")"] && known["("+of+"%"+by+")"] &&
				!slices.ContainsFunc(equations, a.of.equal) {
				equations = append(equations, a.of)
			}
		}
	}
	return equations
}
