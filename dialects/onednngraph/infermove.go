package onednngraph

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

func inferConcat(x *inference) error {
	for _, s := range x.operands {
		if s == nil {
			return nil
		}
	}
	out := slices.Clone(x.operands[0])
	d, err := axis(x.op, "axis", len(out))
	if err != nil {
		return err
	}
	for i, s := range x.operands[1:] {
		other := slices.Clone(s)
		if len(s) == len(out) {
			other[d] = out[d]
		}
		if !compatible(other, out) {
			return ir.Errorf(x.op, "needs operands that differ in dimension %d only, but operand #0 has shape %s and operand #%d has %s", d, brackets(x.operands[0]), i+1, brackets(s))
		}
		if out[d] != ir.Dynamic {
			out[d] += s[d]
			if s[d] == ir.Dynamic {
				out[d] = ir.Dynamic
			}
		}
	}
	x.results[0] = out
	return nil
}

func inferReshape(x *inference) error {
	src := x.operands[0]
	out := slices.Clone(intsOf(x.op, "shape"))
	open := -1
	for i, n := range out {
		switch {
		case n == 0 && boolOf(x.op, "special_zero"):
			if src == nil || i >= len(src) {
				if src != nil {
					return ir.Errorf(x.op, "has extent 0 for dimension %d, but its operand of shape %s has no such dimension", i, brackets(src))
				}
				return nil
			}
			out[i] = src[i]
		case n == -1 && open < 0:
			open = i
			out[i] = 1
		case n < 0:
			return ir.Errorf(x.op, "has shape %s, in which at most one extent may be negative, and this extent must be -1", brackets(intsOf(x.op, "shape")))
		}
	}
	if !isStatic(src) || slices.Contains(out, ir.Dynamic) {
		return nil
	}
	from, ok1 := product(src)
	to, ok2 := product(out)
	if open >= 0 && ok2 && to > 0 && from%to == 0 {
		out[open] = from / to
		to = from
	}
	if !ok1 || !ok2 || from != to {
		return ir.Errorf(x.op, "cannot reshape %s to %s: the numbers of elements differ", brackets(src), brackets(intsOf(x.op, "shape")))
	}
	x.results[0] = out
	return nil
}

// permutation returns the attribute "order" with negative dimensions converted: they count from the
// end.
func permutation(op *ir.Op, rank int) ([]int64, error) {
	order := slices.Clone(intsOf(op, "order"))
	seen := make([]bool, rank)
	for i, d := range order {
		if d < 0 {
			order[i] += int64(rank)
		}
		if len(order) != rank || order[i] < 0 || order[i] >= int64(rank) || seen[order[i]] {
			return nil, ir.Errorf(op, "has order %s, which is not a permutation of %d dimensions", brackets(intsOf(op, "order")), rank)
		}
		seen[order[i]] = true
	}
	if len(order) != rank {
		return nil, ir.Errorf(op, "has order %s, which is not a permutation of %d dimensions", brackets(intsOf(op, "order")), rank)
	}
	return order, nil
}

func inferTranspose(x *inference) error {
	src := x.operands[0]
	if src == nil {
		return nil
	}
	order, err := permutation(x.op, len(src))
	if err != nil {
		return err
	}
	out := make([]int64, len(src))
	for i, d := range order {
		out[i] = src[d]
	}
	x.results[0] = out
	return nil
}

func inferInterpolate(x *inference) error {
	src, sizes := x.operands[0], intsOf(x.op, "sizes")
	if len(x.operands) > 1 {
		sizes = runtimeShape(x.op)
	}
	if src == nil || len(x.operands) > 1 && sizes == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 3); err != nil {
		return err
	}
	n := len(src) - 2
	want := map[string]int{"bilinear": 2, "trilinear": 3}[textOf(x.op, "mode")]
	if want != 0 && want != n {
		return ir.Errorf(x.op, "has mode %s, but %d spatial dimensions", textOf(x.op, "mode"), n)
	}
	out := slices.Clone(src)
	first := 1
	if strings.HasPrefix(textOf(x.op, "data_format"), "NC") {
		first = 2
	}
	scales := floatsOf(x.op, "scales")
	for i := range n {
		switch {
		case src[first+i] == 0:
			return ir.Errorf(x.op, "cannot resize an empty dimension: shape %s", brackets(src))
		case len(sizes) == n:
			out[first+i] = sizes[i]
		case len(scales) == n && src[first+i] != ir.Dynamic:
			extent := float64(float32(scales[i])) * float64(src[first+i])
			if !(extent >= 1 && extent <= mostExtent) {
				return ir.Errorf(x.op, "cannot resize spatial dimension %d to %.3g elements", i, extent)
			}
			out[first+i] = int64(extent)
		case len(scales) == n:
		default:
			return ir.Errorf(x.op, "has %d spatial dimensions, but sizes has %d elements and scales has %d", n, len(sizes), len(scales))
		}
		if m := out[first+i]; m != ir.Dynamic && (m < 1 || m > mostExtent) {
			return ir.Errorf(x.op, "cannot resize spatial dimension %d to %d elements", i, m)
		}
	}
	x.results[0] = out
	return nil
}

// inferInterpolateBackward requires that the shapes of data and gradient differ in spatial
// dimensions only, and that no dimension is empty.
func inferInterpolateBackward(x *inference) error {
	src, diff := x.operands[0], x.operands[1]
	x.results[0] = src
	if src == nil || diff == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 3); err != nil {
		return err
	}
	c := channel(x.op, len(src))
	for d := range src {
		if len(src) != len(diff) || (d == 0 || d == c) && !compatible(src[d:d+1], diff[d:d+1]) {
			return ir.Errorf(x.op, "needs data and gradient that differ in spatial dimensions only, but has shapes %s and %s", brackets(src), brackets(diff))
		}
		if src[d] == 0 || diff[d] == 0 {
			return ir.Errorf(x.op, "cannot resize an empty dimension: shapes %s and %s", brackets(src), brackets(diff))
		}
	}
	return nil
}
