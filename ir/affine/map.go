package affine

import (
	"fmt"
	"slices"
)

// Map is a function from dimensions and symbols to a list of integers:
//
//	(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)
//
// The zero Map is "() -> ()".
type Map struct {
	Dims, Syms int // numbers of dimensions and symbols
	Results    []Expr
}

// Identity returns (d0, …) -> (d0, …) with n dimensions.
func Identity(n int) Map { return MinorIdentity(n, n) }

// MinorIdentity returns a map to its last dimensions. MinorIdentity(3, 2) is (d0, d1, d2) -> (d1,
// d2).
func MinorIdentity(dims, results int) Map {
	if results > dims {
		panic(fmt.Sprintf("affine: BUG: a minor identity of %d dimensions cannot have %d results", dims, results))
	}
	m := Map{Dims: dims, Results: make([]Expr, results)}
	for i := range m.Results {
		m.Results[i] = Dim(dims - results + i)
	}
	return m
}

// Constant returns () -> (c).
func Constant(c int64) Map { return Map{Results: []Expr{Const(c)}} }

// Permutation returns the map whose result i is dimension perm[i].
func Permutation(perm []int) Map {
	m := Map{Dims: len(perm), Results: make([]Expr, len(perm))}
	for i, d := range perm {
		m.Results[i] = Dim(d)
	}
	return m
}

// Equal reports whether two maps have equal results and the same numbers of dimensions and symbols.
func (m Map) Equal(n Map) bool {
	return m.Dims == n.Dims && m.Syms == n.Syms && slices.Equal(m.Results, n.Results)
}

// Check returns an error if a result uses an undeclared dimension or symbol.
func (m Map) Check() error { return checkSpace(m.Dims, m.Syms, m.Results) }

func checkSpace(dims, syms int, exprs []Expr) error {
	for _, e := range exprs {
		var err error
		e.Walk(func(x Expr) {
			if i, ok := x.Dim(); ok && (i < 0 || i >= dims) {
				err = fmt.Errorf("dimension %d is out of range: the number of dimensions is %d", i, dims)
			}
			if i, ok := x.Sym(); ok && (i < 0 || i >= syms) {
				err = fmt.Errorf("symbol %d is out of range: the number of symbols is %d", i, syms)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// UsesDim reports whether a result uses dimension i.
func (m Map) UsesDim(i int) bool {
	return slices.ContainsFunc(m.Results, func(e Expr) bool { return e.UsesDim(i) })
}

// IsIdentity reports whether the results are all dimensions in order. The map may have symbols.
func (m Map) IsIdentity() bool {
	return m.Dims == len(m.Results) && m.endsInDims()
}

// IsMinorIdentity reports whether the results are the last dimensions in order, and the map has no
// symbols.
func (m Map) IsMinorIdentity() bool {
	return m.Syms == 0 && m.Dims >= len(m.Results) && m.endsInDims()
}

func (m Map) endsInDims() bool {
	first := m.Dims - len(m.Results)
	for i, e := range m.Results {
		if e != Dim(first+i) {
			return false
		}
	}
	return true
}

// IsPermutation reports whether the results are all dimensions in some order, and the map has no
// symbols.
func (m Map) IsPermutation() bool {
	return m.Dims == len(m.Results) && m.IsProjectedPermutation(false)
}

// IsProjectedPermutation reports whether the map has no symbols and its results are different
// dimensions. If zeros is set, results may also be 0, as in the map of a broadcast operand.
func (m Map) IsProjectedPermutation(zeros bool) bool {
	if m.Syms > 0 || len(m.Results) > m.Dims {
		return false
	}
	seen := make([]bool, m.Dims)
	for _, e := range m.Results {
		if zeros && e == Const(0) {
			continue
		}
		i, ok := e.Dim()
		if !ok || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}

// Permuted returns the position of each result's dimension. It returns false if the map is not a
// projected permutation.
func (m Map) Permuted() ([]int, bool) {
	if !m.IsProjectedPermutation(false) {
		return nil, false
	}
	perm := make([]int, len(m.Results))
	for i, e := range m.Results {
		perm[i], _ = e.Dim()
	}
	return perm, true
}

// Inverse returns the map from the results of m to its dimensions. If several results are the same
// dimension, Inverse uses the first. It returns false if a dimension of m is not among the results,
// or if m has symbols.
//
//	(d0, d1) -> (d1, d0, d0) has the inverse (d0, d1, d2) -> (d1, d0)
func (m Map) Inverse() (Map, bool) {
	if m.Syms > 0 {
		return Map{}, false
	}
	inv := Map{Dims: len(m.Results), Results: make([]Expr, m.Dims)}
	seen, missing := make([]bool, m.Dims), m.Dims
	for i, e := range m.Results {
		d, ok := e.Dim()
		if !ok || seen[d] {
			continue
		}
		seen[d] = true
		missing--
		inv.Results[d] = Dim(i)
	}
	return inv, missing == 0
}

// Constants returns the values of the results if all results are constants, and false otherwise.
func (m Map) Constants() ([]int64, bool) {
	out := make([]int64, len(m.Results))
	for i, e := range m.Results {
		c, ok := e.Const()
		if !ok {
			return nil, false
		}
		out[i] = c
	}
	return out, true
}

// Eval returns the values of the results. It returns false if a result has no value; see Expr.Eval.
func (m Map) Eval(dims, syms []int64) ([]int64, bool) {
	out := make([]int64, len(m.Results))
	for i, e := range m.Results {
		v, ok := e.Eval(dims, syms)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// Compose returns the map that applies n first and then m. n must have as many results as m has
// dimensions. The symbols of m come before the symbols of n.
func (m Map) Compose(n Map) Map {
	if m.Dims != len(n.Results) {
		panic(fmt.Sprintf("affine: BUG: %s cannot follow %s", m, n))
	}
	dims := make([]Expr, len(n.Results))
	for i, e := range n.Results {
		dims[i] = e.ShiftSyms(0, m.Syms)
	}
	return m.Replace(dims, nil, n.Dims, m.Syms+n.Syms)
}

// Replace replaces dimension i by dims[i] and symbol i by syms[i] in all results. It returns a map
// over newDims dimensions and newSyms symbols.
func (m Map) Replace(dims, syms []Expr, newDims, newSyms int) Map {
	return Map{Dims: newDims, Syms: newSyms, Results: replaceAll(m.Results, dims, syms)}
}

func replaceAll(exprs, dims, syms []Expr) []Expr {
	out := make([]Expr, len(exprs))
	for i, e := range exprs {
		out[i] = e.Replace(dims, syms)
	}
	return out
}

// SubMap returns the map with only the results at the given positions.
func (m Map) SubMap(positions ...int) Map {
	out := Map{Dims: m.Dims, Syms: m.Syms, Results: make([]Expr, len(positions))}
	for i, p := range positions {
		out.Results[i] = m.Results[p]
	}
	return out
}
