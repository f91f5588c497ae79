package kernelverify

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// term is coeff times an atom (see type atom). Coefficients are never zero.
type term struct {
	atom  int
	coeff int64
}

// form is the integer c + Σ coeff·atom, terms sorted by atom. Forms are values:
// terms are never changed in place.
type form struct {
	c     int64
	terms []term
}

func constant(c int64) form { return form{c: c} }

func ofAtom(a int) form { return form{terms: []term{{a, 1}}} }

func (f form) isConst() bool { return len(f.terms) == 0 }

// plus returns f + k·g; ok is false if the constant or a coefficient overflows 64 bits, or if the
// sum has more than mostTerms terms.
func (f form) plus(g form, k int64) (sum form, ok bool) {
	if k == 0 {
		return f, true
	}
	if sum.c, ok = mulAdd(f.c, g.c, k); !ok {
		return form{}, false
	}
	switch {
	case len(g.terms) == 0:
		sum.terms = f.terms
		return sum, true
	case len(f.terms) == 0 && k == 1:
		sum.terms = g.terms
		return sum, true
	}
	sum.terms = make([]term, 0, len(f.terms)+len(g.terms))
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		if j == len(g.terms) || i < len(f.terms) && f.terms[i].atom < g.terms[j].atom {
			sum.terms = append(sum.terms, f.terms[i])
			i++
			continue
		}
		t := term{atom: g.terms[j].atom}
		if i < len(f.terms) && f.terms[i].atom == t.atom {
			t.coeff = f.terms[i].coeff
			i++
		}
		if t.coeff, ok = mulAdd(t.coeff, g.terms[j].coeff, k); !ok {
			return form{}, false
		}
		j++
		if t.coeff != 0 {
			sum.terms = append(sum.terms, t)
		}
	}
	return sum, len(sum.terms) <= mostTerms
}

func (f form) times(k int64) (form, bool) { return form{}.plus(f, k) }

// without(a) returns f minus its term of atom a.
func (f form) without(a int) form {
	if last := len(f.terms) - 1; last >= 0 && f.terms[last].atom == a {
		return form{f.c, f.terms[:last:last]}
	}
	terms := make([]term, 0, len(f.terms))
	for _, t := range f.terms {
		if t.atom != a {
			terms = append(terms, t)
		}
	}
	return form{f.c, terms}
}

func (f form) coeff(a int) int64 {
	for _, t := range f.terms {
		if t.atom == a {
			return t.coeff
		}
	}
	return 0
}

func (f form) equal(g form) bool { return f.c == g.c && slices.Equal(f.terms, g.terms) }

// split returns two forms, high and low, with f = d·high + low. d must be positive. The constant of
// the form low is in [0, d). The terms of low are the terms of f whose coefficients are not
// multiples of d.
func (f form) split(d int64) (high, low form) {
	high.c = floorDiv(f.c, d)
	low.c = f.c - high.c*d
	for _, t := range f.terms {
		if t.coeff%d == 0 {
			high.terms = append(high.terms, term{t.atom, t.coeff / d})
		} else {
			low.terms = append(low.terms, t)
		}
	}
	return high, low
}

// key returns a text that identifies f.
func (f form) key() string {
	b := strconv.AppendInt(nil, f.c, 10)
	for _, t := range f.terms {
		b = strconv.AppendInt(append(b, '+'), t.coeff, 10)
		b = strconv.AppendInt(append(b, 'a'), int64(t.atom), 10)
	}
	return string(b)
}

// gcd returns the greatest common divisor of den and all coefficients of f.
func (f form) gcd(den int64) int64 {
	for _, t := range f.terms {
		for x := t.coeff; x != 0; {
			den, x = x, den%x
		}
		if den < 0 {
			den = -den
		}
	}
	return den
}

// mulAdd returns a + b·k; ok is false if it overflows 64 bits.
func mulAdd(a, b, k int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(b), magnitude(k))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	p := int64(lo)
	if b < 0 != (k < 0) {
		p = -p
	}
	s := a + p
	if s > a != (p > 0) {
		return 0, false
	}
	return s, true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// floorDiv is ⌊a/b⌋ for positive b.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// ceilDiv is ⌈a/b⌉ for positive b.
func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}
