package kernelverify

import (
	"cmp"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// independent proves, for every buffer that k writes, that iterations of the grid are independent:
// if an iteration writes an element, no other iteration reads or writes it.
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
				WithHelp("in one index, the coefficient of the grid loop's variable must exceed the range of the other terms"))
		}
	}
}

// parts proves that accesses of different slices have different addresses. A slice is the range of
// iterations of the grid that one call of the kernel runs. The methods of parts take lists of
// numbers, one number for each access. The address of an access determines its number in each list:
// if two accesses have the same address, their numbers are equal.
type parts struct {
	e  *env
	ts []touch
	// pure are the lists in which the number of every access is the same function of the iteration.
	pure [][]form
}

// separate reports whether accesses of different slices never have the same address. It divides
// accesses into groups with disjoint ranges, such as the ranges of a vector loop and its tail.
func (e *env) separate(ts []touch) bool {
	p := &parts{e: e, ts: ts}
	for d := range ts[0].index {
		if groups := p.apart(numbersOf(ts, d)); len(groups) > 1 {
			return !slices.ContainsFunc(groups, func(g []int) bool { return !e.separate(only(ts, g)) })
		}
	}
	for d := range ts[0].index {
		if p.tell(numbersOf(ts, d), 6) {
			return true
		}
	}
	return p.determined()
}

// numbersOf returns the indices of accesses in dimension d.
func numbersOf(ts []touch, d int) []form {
	numbers := make([]form, len(ts))
	for i, t := range ts {
		numbers[i] = t.index[d]
	}
	return numbers
}

// only(all, which) returns the list of the elements all[i], for each i in the list which.
func only[T any](all []T, which []int) []T {
	some := make([]T, len(which))
	for i, n := range which {
		some[i] = all[n]
	}
	return some
}

// apart groups accesses so that the ranges of numbers of different groups are disjoint. It returns
// nil if a range is unknown.
func (p *parts) apart(numbers []form) [][]int {
	spans := make([]span, len(numbers))
	order := make([]int, len(numbers))
	for i, f := range numbers {
		order[i] = i
		lo, ok1 := p.ts[i].known.min(f)
		hi, ok2 := p.ts[i].known.max(f)
		if !ok1 || !ok2 {
			return nil
		}
		spans[i] = span{lo, hi}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].lo, spans[b].lo) })
	var groups [][]int
	end := int64(math.MinInt64)
	for _, i := range order {
		if groups == nil || spans[i].lo > end {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
		end = max(end, spans[i].hi)
	}
	return groups
}

// tell reports whether numbers, or their quotients or remainders, are proved to be in disjoint
// ranges for different slices of the grid. It tries to divide all numbers by each modulus m (see
// [moduli]), and treats quotients and remainders as two lists of numbers.
func (p *parts) tell(numbers []form, depth int) bool {
	if p.ranged(numbers) {
		return true
	}
	if p.same(numbers) {
		p.pure = append(p.pure, numbers)
	}
	if depth == 0 {
		return false
	}
	if groups := p.apart(numbers); len(groups) > 1 {
		return !slices.ContainsFunc(groups, func(g []int) bool { return !p.group(g).proved(only(numbers, g), depth-1) })
	}
	for _, m := range moduli(numbers) {
		high, low, ok := p.split(numbers, m)
		if ok && (p.tell(high, depth-1) || p.tell(low, depth-1)) {
			return true
		}
	}
	return false
}

// group returns p restricted to the accesses with the given indices. These accesses never have the
// same address as the other accesses.
func (p *parts) group(which []int) *parts {
	g := &parts{e: p.e, ts: only(p.ts, which)}
	for _, numbers := range p.pure {
		g.pure = append(g.pure, only(numbers, which))
	}
	return g
}

// proved reports whether numbers, alone or together with the pure lists, are proved to differ for
// different slices.
func (p *parts) proved(numbers []form, depth int) bool {
	return p.tell(numbers, depth) || p.determined()
}

// mostSteps is the maximum number of distances between accesses that are tried as moduli.
const mostSteps = 8

// moduli returns candidates for moduli, the largest first: all coefficients, and all steps that
// divide a coefficient. Addresses in a tile of several rows differ by the length of a row, which is
// a step but need not be a coefficient.
func moduli(numbers []form) []int64 {
	ms := coefficients(numbers)
	for _, step := range steps(numbers) {
		if slices.ContainsFunc(ms, func(m int64) bool { return m%step == 0 }) {
			ms = append(ms, step)
		}
	}
	slices.Sort(ms)
	slices.Reverse(ms)
	return slices.Compact(ms)
}

// steps returns the distances from the constant of the first number to the constants of the other
// numbers. It leaves out distances below 2 and keeps the mostSteps smallest distances.
func steps(numbers []form) []int64 {
	var all []int64
	for _, f := range numbers[1:] {
		if d, ok := mulAdd(f.c, numbers[0].c, -1); ok && d != math.MinInt64 && max(d, -d) > 1 {
			all = append(all, max(d, -d))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), mostSteps)]
}

// coefficients returns the absolute values of the coefficients of numbers, if they are above 1.
func coefficients(numbers []form) []int64 {
	var ms []int64
	for _, f := range numbers {
		for _, t := range f.terms {
			if m := t.coeff; m != math.MinInt64 && max(m, -m) > 1 {
				ms = append(ms, max(m, -m))
			}
		}
	}
	return ms
}

// split applies fromZero to numbers, and divides the results by m. ok is false if all quotients are
// constant, if a remainder is not proved to be in [0, m), or if the budget is spent.
func (p *parts) split(numbers []form, m int64) (high, low []form, ok bool) {
	apart := false
	numbers = p.fromZero(numbers)
	for i, f := range numbers {
		if !p.e.budget.spend(1) {
			return nil, nil, false
		}
		h, l := p.divided(i, f, m)
		if !p.ts[i].known.atLeast(l, 0) || !p.ts[i].known.atMost(l, m-1) {
			return nil, nil, false
		}
		high, low = append(high, h), append(low, l)
		apart = apart || !h.isConst()
	}
	return high, low, apart
}

// fromZero subtracts the least value of all numbers from each number, if the least value is known.
// Equal numbers remain equal, and the least number becomes 0, a multiple of each modulus.
func (p *parts) fromZero(numbers []form) []form {
	least := int64(math.MaxInt64)
	for i, f := range numbers {
		v, ok := p.ts[i].known.min(f)
		if !ok {
			return numbers
		}
		least = min(least, v)
	}
	moved := make([]form, len(numbers))
	for i, f := range numbers {
		c, ok := mulAdd(f.c, least, -1)
		if !ok {
			return numbers
		}
		moved[i] = form{c, f.terms}
	}
	return moved
}

// divided returns f, the number of access i in one list, as m·high + low. If a lower bound of the
// form low is known, divided chooses the constant of low so that this bound is in [0, m).
func (p *parts) divided(i int, f form, m int64) (high, low form) {
	high, low = f.split(m)
	least, ok := p.ts[i].known.min(low)
	if !ok {
		return high, low
	}
	q := floorDiv(least, m)
	c, ok1 := mulAdd(low.c, q, -m)
	h, ok2 := mulAdd(high.c, q, 1)
	if !ok1 || !ok2 {
		return high, low
	}
	return form{h, high.terms}, form{c, low.terms}
}

// ranged reports whether it finds s > 0 and c such that all numbers lie in [s·lo + c, s·hi + c) for
// every slice [lo, hi) of the grid.
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

// slopes returns candidates for the growth per iteration of f, the number of access i in one list.
// The first candidate is the sum of the coefficients of the iteration's variable and of the slice's
// start; the other candidates are the coefficients of single terms.
func (p *parts) slopes(i int, f form) []int64 {
	sum := f.coeff(p.e.slice)
	var all []int64
	for _, t := range f.terms {
		if p.ts[i].known.at(t.atom).iteration {
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

// same reports whether all numbers are the same function of the iteration.
func (p *parts) same(numbers []form) bool {
	first, ok := p.describe(0, numbers[0])
	for i, f := range numbers {
		s, isPure := p.describe(i, f)
		ok = ok && isPure && s == first
	}
	return ok && !numbers[0].isConst()
}

// describe returns the form f as a text in which only the iteration is variable. It uses the facts
// known at access i. ok is false if f depends on anything but the iteration.
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

// name returns the text of atom n of access i, as describe does for a form.
func (p *parts) name(i, n int) (s string, ok bool) {
	a := p.ts[i].known.at(n)
	defer func() { ok = ok && p.e.budget.spend(1+len(s)/8) }()
	switch {
	case a.iteration:
		return "g", true
	case a.by == 0:
		return "", false
	}
	if !a.rem {
		return p.quotient(i, a.of, a.by)
	}
	of, ok := p.describe(i, a.of)
	return "(" + of + "%" + form{c: a.by}.key() + ")", ok
}

// quotient returns the text of ⌊f/by⌋ for access i, as describe does for a form. The quotient
// (x/a)/b has the text of x/(a·b), which is equal.
func (p *parts) quotient(i int, f form, by int64) (s string, ok bool) {
	if f.c == 0 && len(f.terms) == 1 && f.terms[0].coeff == 1 {
		a := p.ts[i].known.at(f.terms[0].atom)
		if product, ok := mulAdd(0, a.by, by); ok && a.by > 0 && !a.rem {
			return p.quotient(i, a.of, product)
		}
	}
	of, ok := p.describe(i, f)
	return "(" + of + "/" + form{c: by}.key() + ")", ok
}

// determined reports whether the pure numbers determine the iteration. An atom becomes known if it
// is the only unknown atom in a known form. A dividend becomes known if its quotient and remainder
// are known.
func (p *parts) determined() bool {
	known := map[string]bool{}
	var equations []form
	for _, numbers := range p.pure {
		equations = append(equations, numbers[0])
	}
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

// onlyUnknown returns the text of the atom of f that is not known, if there is exactly one.
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

// whole appends to equations each dividend whose quotient and remainder for one divisor are known.
func (p *parts) whole(equations []form, known map[string]bool) []form {
	facts := p.ts[0].known
	for n := range facts.count {
		a := facts.at(n)
		if a.by <= 0 {
			continue
		}
		of, pure := p.describe(0, a.of)
		high, _ := p.quotient(0, a.of, a.by)
		if pure && known[high] && known["("+of+"%"+form{c: a.by}.key()+")"] && !slices.ContainsFunc(equations, a.of.equal) {
			equations = append(equations, a.of)
		}
	}
	return equations
}
