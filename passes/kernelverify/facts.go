package kernelverify

import (
	"math"
	"slices"
)

// bound is the rational number f/den; den is positive.
type bound struct {
	f   form
	den int64
}

// atom is an unknown integer to which forms refer. It may be a loop's count of iterations, an end
// of the slice, the lane index, or a result that is not affine in other atoms. Bounds and cases
// refer to atoms of lower number only.
type atom struct {
	lo, hi       int64 // lo > hi: the current code is never reached
	upper, lower []bound
	cases        []form // if not empty, the atom equals one of them
	// If by > 0, the atom is a result of dividing "of" by "by": the remainder if rem is set,
	// otherwise the quotient.
	of  form
	by  int64
	rem bool
	// iteration is set if the atom is a position in the slice, so its value differs between slices.
	iteration bool
	// perLane is set if the atom's value differs between the lanes of a vector.
	perLane bool
}

// facts holds the known facts about atoms at a point of the program. Facts that hold in a region
// only are undone when the region ends.
type facts struct {
	budget *budget
	atoms  []atom
	undo   []undone
	dead   int // number of current assumptions that contradict known facts

	version int    // counts changes
	latest  *facts // the last snapshot
	// base, changed and count are set in a snapshot. base is the facts from which the snapshot was
	// taken. changed has, by index, the atoms with facts from the scopes that were open at that
	// time. count is the number of atoms at that time.
	base    *facts
	changed map[int]*atom
	count   int
}

// undone has the previous facts about an atom, which the end of a scope restores.
type undone struct {
	atom         int
	lo, hi       int64
	upper, lower int // number of bounds
	dead         int
}

// fuel is the largest number of substitutions in a proof. A search for a bound may use an eighth of
// it. Proofs for generated kernels need some tens of substitutions.
const fuel = 4000

func (s *facts) add(a atom) int {
	s.atoms = append(s.atoms, a)
	return len(s.atoms) - 1
}

func (s *facts) at(i int) *atom {
	if s.base == nil {
		return &s.atoms[i]
	}
	if a := s.changed[i]; a != nil {
		return a
	}
	return &s.base.atoms[i]
}

// snapshot returns a copy of the current facts, which does not change when s changes. It stores
// only atoms with additional facts from open scopes, so that many snapshots of many atoms need
// little memory.
func (s *facts) snapshot() *facts {
	if c := s.latest; c != nil && c.version == s.version && c.count == len(s.atoms) {
		return c
	}
	s.budget.spend(8 * len(s.undo))
	c := &facts{budget: s.budget, base: s, changed: map[int]*atom{}, count: len(s.atoms), version: s.version}
	for _, u := range s.undo {
		if c.changed[u.atom] == nil {
			// The copy shares the lists of bounds with s, which never overwrites their elements.
			a := s.atoms[u.atom]
			a.upper, a.lower = slices.Clip(a.upper), slices.Clip(a.lower)
			c.changed[u.atom] = &a
		}
	}
	s.latest = c
	return c
}

// max returns an upper bound of f; ok is false if none is found that fits 64 bits.
func (s *facts) max(f form) (v int64, ok bool) {
	q := query{s: s, fuel: fuel / 8}
	return q.max(f, 1)
}

// min returns a lower bound of f.
func (s *facts) min(f form) (v int64, ok bool) {
	neg, ok := f.times(-1)
	if !ok {
		return 0, false
	}
	v, ok = s.max(neg)
	return -v, ok && v != math.MinInt64
}

// atMost reports whether f ≤ limit is proved.
func (s *facts) atMost(f form, limit int64) bool {
	q := query{s: s, fuel: fuel, goal: limit, bounded: true}
	v, ok := q.max(f, 1)
	return ok && v <= limit
}

// atLeast reports whether f ≥ limit is proved.
func (s *facts) atLeast(f form, limit int64) bool {
	if v, ok := s.plain(f, false); ok && v >= limit {
		return true
	}
	neg, ok := f.times(-1)
	return ok && s.atMost(neg, -max(limit, -math.MaxInt64))
}

// lessEqual reports whether f ≤ g is proved.
func (s *facts) lessEqual(f, g form) bool {
	d, ok := f.plus(g, -1)
	return ok && s.atMost(d, 0)
}

// query is the search for an upper bound of a form. It replaces the newest atom by one of its
// bounds, or by each of its cases, until a constant is left.
type query struct {
	s       *facts
	fuel    int
	goal    int64 // a bound that is good enough; used if bounded is set
	bounded bool
}

// max returns an upper bound of f/den, rounded down, because the bounded value is an integer.
func (q *query) max(f form, den int64) (int64, bool) {
	if f.isConst() {
		return floorDiv(f.c, den), true
	}
	best, found := q.s.plain(f, true)
	if best = floorDiv(best, den); q.enough(best, found) || q.fuel <= 0 || !q.s.budget.spend(1+len(f.terms)/8) {
		return best, found
	}
	last := f.terms[len(f.terms)-1]
	a := q.s.at(last.atom)
	if len(f.terms) == 1 && len(a.upper)+len(a.lower)+len(a.cases) == 0 {
		return best, found
	}
	q.fuel--
	rest := f.without(last.atom)
	bounds, end := a.lower, a.lo
	if last.coeff > 0 {
		bounds, end = a.upper, a.hi
	}
	for i := range len(bounds) + 1 {
		b := bound{constant(end), 1}
		if i < len(bounds) {
			b = bounds[i]
		}
		if v, ok := q.replace(rest, last.coeff, b, den); ok && (!found || v < best) {
			best, found = v, true
		}
		if q.enough(best, found) {
			return best, true
		}
	}
	if v, ok := q.cases(rest, last.coeff, a, den); ok && (!found || v < best) {
		best, found = v, true
	}
	return best, found
}

func (q *query) enough(v int64, found bool) bool { return found && q.bounded && v <= q.goal }

// replace returns an upper bound of (rest + coeff·b)/den.
func (q *query) replace(rest form, coeff int64, b bound, den int64) (int64, bool) {
	wide, ok1 := rest.times(b.den)
	f, ok2 := wide.plus(b.f, coeff)
	d, ok3 := mulAdd(0, den, b.den)
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	if g := f.gcd(d); g > 1 {
		// All coefficients are multiples of g. The result is rounded down, so the constant can be
		// divided by g and rounded down first.
		f, _ = f.split(g)
		d /= g
	}
	return q.max(f, d)
}

// cases returns an upper bound of (rest + coeff·a)/den: the largest bound over all cases of a.
func (q *query) cases(rest form, coeff int64, a *atom, den int64) (worst int64, ok bool) {
	for i, c := range a.cases {
		f, ok := rest.plus(c, coeff)
		if !ok {
			return 0, false
		}
		v, ok := q.max(f, den)
		if !ok {
			return 0, false
		}
		if i == 0 || v > worst {
			worst = v
		}
	}
	return worst, len(a.cases) > 0
}

// plain returns an upper bound of f if the parameter above is true, and a lower bound otherwise. It
// computes the bound from constant bounds of atoms only.
func (s *facts) plain(f form, above bool) (int64, bool) {
	sum := f.c
	for _, t := range f.terms {
		a := s.at(t.atom)
		v := a.lo
		if t.coeff > 0 == above {
			v = a.hi
		}
		var ok bool
		if sum, ok = mulAdd(sum, t.coeff, v); !ok {
			return 0, false
		}
	}
	return sum, true
}
