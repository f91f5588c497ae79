package affine

import "slices"

// Set is the set of points at which all constraints are true. A constraint must be zero if its
// element of Eq is set, and at least zero otherwise:
//
//	(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0)
type Set struct {
	Dims, Syms  int // numbers of dimensions and symbols
	Constraints []Expr
	Eq          []bool // one element for each constraint
}

// EmptySet returns MLIR's canonical empty set, (d0, …) : (1 == 0).
func EmptySet(dims, syms int) Set {
	return Set{Dims: dims, Syms: syms, Constraints: []Expr{Const(1)}, Eq: []bool{true}}
}

// Equal reports whether two sets have the same constraints in the same order, and the same numbers
// of dimensions and symbols.
func (s Set) Equal(t Set) bool {
	return s.Dims == t.Dims && s.Syms == t.Syms &&
		slices.Equal(s.Constraints, t.Constraints) && slices.Equal(s.Eq, t.Eq)
}

// Check returns an error if a constraint uses an undeclared dimension or symbol.
func (s Set) Check() error { return checkSpace(s.Dims, s.Syms, s.Constraints) }

// Contains reports whether the point dims, syms is in the set. ok is false if a constraint has no
// value at this point; see Expr.Eval.
func (s Set) Contains(dims, syms []int64) (in, ok bool) {
	in = true
	for i, e := range s.Constraints {
		v, ok := e.Eval(dims, syms)
		if !ok {
			return false, false
		}
		in = in && (v == 0 || v > 0 && !s.Eq[i])
	}
	return in, true
}

// Replace replaces dimension i by dims[i] and symbol i by syms[i] in all constraints. It returns a
// set over newDims dimensions and newSyms symbols.
func (s Set) Replace(dims, syms []Expr, newDims, newSyms int) Set {
	return Set{
		Dims: newDims, Syms: newSyms,
		Constraints: replaceAll(s.Constraints, dims, syms), Eq: slices.Clone(s.Eq),
	}
}
