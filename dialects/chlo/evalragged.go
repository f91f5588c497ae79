package chlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval computes each element of the result as a sum of products.
func (o RaggedDot) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	d := o.Dims()
	kind := o.Op.Result().Type().Kind()
	if kind == tensor.Invalid {
		return nil, interp.Unsupported(o.Op, "elements of this type")
	}
	m := &raggedProduct{run: c, d: d, lhs: ts[0], rhs: ts[1], sizes: ts[2], byGroup: slices.Contains(d.LHSContracting, d.LHSRagged[0])}
	return interp.One(m.eval(kind))
}

// raggedProduct evaluates a ragged_dot. An index tuple of a tensor has one index for each
// dimension.
type raggedProduct struct {
	run             *interp.Context
	d               *RaggedDims
	lhs, rhs, sizes *tensor.Tensor
	byGroup         bool // each group has its own result
}

// first returns the index in m.sizes of the size of group 0, for an index tuple of lhs. If m.sizes
// has more than one dimension, the sizes depend on the indices in the dimensions
// [RaggedDims.Outer].
func (m *raggedProduct) first(at []int64) int {
	base := 0
	if len(m.sizes.Shape) > 1 {
		for i, dim := range m.d.Outer() {
			base = base*int(m.sizes.Shape[i]) + int(at[dim])
		}
	}
	return base * int(m.sizes.Shape[len(m.sizes.Shape)-1])
}

// bounds returns the range [lo, hi) of a group along the ragged dimension. The parameter "at" is an
// index tuple of lhs, which selects the group sizes.
func (m *raggedProduct) bounds(group int64, at []int64) (lo, hi int64) {
	base := m.first(at)
	m.run.Work(16 + 8*int(group))
	for g := range group {
		lo += m.sizes.Int(base + int(g))
	}
	return lo, lo + m.sizes.Int(base+int(group))
}

func (m *raggedProduct) eval(kind tensor.Kind) *tensor.Tensor {
	d, groups := m.d, m.sizes.Shape[len(m.sizes.Shape)-1]
	out := m.run.New(kind, d.result(m.lhs.Shape, m.rhs.Shape, m.sizes.Shape)...)
	lfree := rest(len(m.lhs.Shape), d.LHSBatching, d.LHSContracting, nil)
	rfree := rest(len(m.rhs.Shape), d.RHSBatching, d.RHSContracting, d.RHSGroup)
	l, r := make([]int64, len(m.lhs.Shape)), make([]int64, len(m.rhs.Shape))
	for i := range out.NumElements() {
		m.run.Work(64)
		at := place(i, out.Shape)
		group := int64(-1)
		if m.byGroup {
			group, at = at[0], at[1:]
		}
		for j, dim := range d.LHSBatching {
			l[dim], r[d.RHSBatching[j]] = at[j], at[j]
		}
		at = at[len(d.LHSBatching):]
		for j, dim := range lfree {
			l[dim] = at[j]
		}
		for j, dim := range rfree {
			r[dim] = at[len(lfree)+j]
		}
		if !d.divides() {
			if group = m.groupAt(l, groups); group < 0 {
				continue
			}
			r[d.RHSGroup[0]] = group
		}
		m.sum(out, i, l, r, group)
	}
	return out
}

// groupAt returns the group that contains the index tuple l of lhs, or -1 if no group does.
func (m *raggedProduct) groupAt(l []int64, groups int64) int64 {
	base, lo, at := m.first(l), int64(0), l[m.d.LHSRagged[0]]
	for g := range groups {
		m.run.Work(8)
		hi := lo + m.sizes.Int(base+int(g))
		if lo <= at && at < hi {
			return g
		}
		lo = hi
	}
	return -1
}

// sum sets element i of out to the sum of the products over the contracting dimensions. Integers
// wrap. A sum of booleans is their disjunction. l and r are index tuples of the operands. sum
// overwrites their indices in the contracting dimensions.
func (m *raggedProduct) sum(out *tensor.Tensor, i int, l, r []int64, group int64) {
	if out.Kind.IsInt() && m.lhs.Kind.IsInt() && m.rhs.Kind.IsInt() {
		total := int64(0)
		m.terms(l, r, group, func(x, y int) { total += m.lhs.Int(x) * m.rhs.Int(y) })
		if out.Kind == tensor.I1 {
			total = min(total, 1)
		}
		out.SetInt(i, total)
		return
	}
	var total complex128
	m.terms(l, r, group, func(x, y int) { total += m.lhs.Complex(x) * m.rhs.Complex(y) })
	switch {
	case out.Kind.IsComplex():
		out.SetComplex(i, total)
	case out.Kind.IsInt():
		out.SetInt(i, int64(real(total)))
	default:
		out.SetFloat(i, real(total))
	}
}

// terms calls f for each product of a sum. x and y are the indices of its factors in lhs and rhs.
// If each group has its own result, terms skips elements of other groups.
func (m *raggedProduct) terms(l, r []int64, group int64, f func(x, y int)) {
	d := m.d
	shape := make([]int64, len(d.LHSContracting))
	for i, dim := range d.LHSContracting {
		shape[i] = m.lhs.Shape[dim]
	}
	for k := range tensor.NumElements(shape) {
		m.run.Work(64)
		for i, n := range place(k, shape) {
			l[d.LHSContracting[i]], r[d.RHSContracting[i]] = n, n
		}
		if m.byGroup {
			if lo, hi := m.bounds(group, l); l[d.LHSRagged[0]] < lo || l[d.LHSRagged[0]] >= hi {
				continue
			}
		}
		f(indexOf(m.lhs, l), indexOf(m.rhs, r))
	}
}

// rest returns the dimensions from 0 to n-1 that are in none of the lists.
func rest(n int, lists ...[]int64) []int {
	var dims []int
	for i := range n {
		if !slices.Contains(slices.Concat(lists...), int64(i)) {
			dims = append(dims, i)
		}
	}
	return dims
}

// place returns the index tuple of element i of a tensor with the given shape.
func place(i int, shape []int64) []int64 {
	at := make([]int64, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = int64(i) % shape[d]
		i /= int(shape[d])
	}
	return at
}

// indexOf returns the index of the element of t with the given index tuple.
func indexOf(t *tensor.Tensor, at []int64) int {
	i := int64(0)
	for d, n := range at {
		i = i*t.Shape[d] + n
	}
	return int(i)
}
