package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// Concatenate joins tensors along an axis.
//
//	%r = nnvm.concatenate(%a, %b) {axis = 1 : i64} : (tensor<10x20xf32>, tensor<10x30xf32>) -> tensor<10x50xf32>
type Concatenate struct{ ir.Ref }

// Spec implements ir.View.
func (Concatenate) Spec() ir.Spec {
	return operator("concatenate", "Joins tensors along an axis.", "data*", "result", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Concatenate) Verify() error { return verify(o.Op) }

func concatShapes(s *Shapes) error {
	if len(s.In) == 0 {
		return ir.Errorf(s.Op, "needs at least one operand")
	}
	known := slices.IndexFunc(s.In, func(in Shape) bool { return in != nil })
	first := s.Out[0]
	if known >= 0 {
		first = s.In[known]
	}
	if first == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(first))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), first)
	}
	whole, err := concatOthers(s, first, axis)
	if err != nil {
		return err
	}
	return concatAxis(s, whole, axis)
}

// concatOthers returns the shape that the operands and the result share, with the extent along axis
// unknown. It ignores a result that does not match, for which concatAxis fails.
func concatOthers(s *Shapes, first Shape, axis int) (whole Shape, err error) {
	for i, in := range append(slices.Clone(s.In), s.Out[0]) {
		if in == nil {
			continue
		}
		var both Shape
		ok := len(in) == len(first)
		if ok {
			others := slices.Clone(in)
			others[axis] = ir.Dynamic
			both, ok = Unify(whole, others)
		}
		switch {
		case ok:
			whole = both
		case i < len(s.In):
			return nil, ir.Errorf(s.Op, "cannot join shape %s with shape %s of operand #%d", first, in, i)
		}
	}
	return whole, nil
}

// concatAxis sets the shapes of all operands and the result. The operands' extents along axis add
// up to the result's extent. So it infers one of these extents if all others are known.
func concatAxis(s *Shapes, whole Shape, axis int) error {
	along := func(n int64) Shape {
		sh := slices.Clone(whole)
		sh[axis] = n
		return sh
	}
	sum, open, last := int64(0), 0, 0
	for i := range s.In {
		if err := s.SetIn(i, along(ir.Dynamic)); err != nil {
			return err
		}
		if n := s.In[i][axis]; n != ir.Dynamic {
			sum = plus(sum, n)
		} else {
			open, last = open+1, i
		}
	}
	if open == 0 {
		return s.SetOut(0, along(sum))
	}
	if err := s.SetOut(0, along(ir.Dynamic)); err != nil || s.Out[0][axis] == ir.Dynamic {
		return err
	}
	left := minus(s.Out[0][axis], sum)
	switch {
	case left < 0:
		return ir.Errorf(s.Op, "operands have at least %d elements along axis %d, but the result has shape %s", sum, axis, s.Out[0])
	case open > 1:
		return nil
	}
	return s.SetIn(last, along(left))
}

func expandConcat(x *expansion) []*ir.Value {
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(x.shape()))
	return one(x.Concat(int64(axis), x.in...))
}

// Split splits a tensor along an axis, into a number of equal parts or at given positions.
//
//	%a, %b = nnvm.split(%x) {indices_or_sections = array<i64: 11>} : (tensor<10x20xf32>) -> (tensor<10x11xf32>, tensor<10x9xf32>)
type Split struct{ ir.Ref }

// Spec implements ir.View.
func (Split) Spec() ir.Spec {
	return operator("split", "Cuts a tensor along an axis.", "data", "results*", need(countParam("indices_or_sections")), intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Split) Verify() error { return verify(o.Op) }

// bounds returns the start of each part of an extent n, followed by n. It reports false if n cannot
// be split into the requested parts.
func (o Split) bounds(n int64) ([]int64, bool) {
	a := o.Op.Attr("indices_or_sections")
	if parts, ok := a.Int(); ok {
		if parts < 1 || n%parts != 0 {
			return nil, false
		}
		var at []int64
		for i := range parts + 1 {
			at = append(at, i*(n/parts))
		}
		return at, true
	}
	cuts, _ := a.Ints()
	at := slices.Concat([]int64{0}, cuts, []int64{n})
	return at, slices.IsSorted(at)
}

func splitShapes(s *Shapes) error {
	o, _ := ir.As[Split](s.Op)
	if n, ok := s.Op.Attr("indices_or_sections").Int(); ok && n != int64(len(s.Out)) {
		return ir.Errorf(s.Op, "splits into %d parts, but has %d results", n, len(s.Out))
	}
	known := slices.IndexFunc(s.Out, func(out Shape) bool { return out != nil })
	first := s.In[0]
	if first == nil && known >= 0 {
		first = s.Out[known]
	}
	if first == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(first))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), first)
	}
	whole, err := splitOthers(s, first, axis)
	if err != nil {
		return err
	}
	if whole[axis] == ir.Dynamic {
		whole[axis] = o.joined(s.Out, axis)
	}
	if err := s.SetIn(0, whole); err != nil || whole[axis] == ir.Dynamic {
		return err
	}
	at, ok := o.bounds(whole[axis])
	if !ok || len(at) != len(s.Out)+1 {
		return ir.Errorf(s.Op, "cannot cut an extent of %d into %d parts", whole[axis], len(s.Out))
	}
	for i := range s.Out {
		out := slices.Clone(whole)
		out[axis] = at[i+1] - at[i]
		if err := s.SetOut(i, out); err != nil {
			return err
		}
	}
	return nil
}

// splitOthers unifies the shapes of data and of the parts, except along axis. It sets the shapes of
// the parts with unknown extents along axis, and returns the shape of data.
func splitOthers(s *Shapes, first Shape, axis int) (Shape, error) {
	whole := slices.Clone(first)
	if s.In[0] == nil {
		whole[axis] = ir.Dynamic
	}
	for i, out := range s.Out {
		if out == nil {
			continue
		}
		others := slices.Clone(out)
		if len(out) == len(whole) {
			others[axis] = whole[axis]
		}
		u, ok := Unify(whole, others)
		if !ok {
			return nil, ir.Errorf(s.Op, "cuts a tensor of shape %s, but its result #%d has shape %s", whole, i, out)
		}
		whole = slices.Clone(u)
	}
	for i := range s.Out {
		part := slices.Clone(whole)
		part[axis] = ir.Dynamic
		if err := s.SetOut(i, part); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// joined(parts, axis) returns the extent of data along axis, or ir.Dynamic if the parts do not
// determine it. If the parts are equal, the extent of any part is sufficient. Otherwise, the extent
// of the last part must be known.
func (o Split) joined(parts []Shape, axis int) int64 {
	a := o.Op.Attr("indices_or_sections")
	if n, ok := a.Int(); ok {
		for _, p := range parts {
			if p != nil && p[axis] != ir.Dynamic {
				return times(n, p[axis])
			}
		}
		return ir.Dynamic
	}
	cuts, _ := a.Ints()
	if len(parts) == 0 || len(parts) != len(cuts)+1 || parts[len(parts)-1][axis] == ir.Dynamic {
		return ir.Dynamic
	}
	last := parts[len(parts)-1][axis]
	if len(cuts) == 0 {
		return last
	}
	return plus(cuts[len(cuts)-1], last)
}

func expandSplit(x *expansion) []*ir.Value {
	o, _ := ir.As[Split](x.op)
	in := emit.Shape(x.in[0])
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(in))
	at, _ := o.bounds(in[axis])
	var parts []*ir.Value
	for i := range len(at) - 1 {
		low, high := make([]int64, len(in)), slices.Clone(in)
		low[axis], high[axis] = at[i], at[i+1]
		parts = append(parts, x.Slice(x.in[0], low, high))
	}
	return parts
}
