package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Flatten joins all dimensions except the first.
//
//	%r = nnvm.flatten(%x) : (tensor<2x4x2xf32>) -> tensor<2x8xf32>
type Flatten struct{ ir.Ref }

// Spec implements ir.View.
func (Flatten) Spec() ir.Spec { return unary("flatten", "Joins all dimensions but the first.") }

// Verify implements ir.Verifier.
func (o Flatten) Verify() error { return verify(o.Op) }

func flattenShapes(s *Shapes) error {
	in := slices.Clone(s.In[0])
	switch {
	case in == nil:
		return s.SetOut(0, rank(2))
	case len(in) == 0:
		return ir.Errorf(s.Op, "keeps the first dimension, but its data of shape %s has no dimensions", in)
	}
	if err := s.SetOut(0, Shape{in[0], product(in[1:])}); err != nil {
		return err
	}
	in[0] = s.Out[0][0]
	if rest := filled(in[1:], s.Out[0][1]); rest != nil {
		copy(in[1:], rest)
	}
	return s.SetIn(0, in)
}

// product multiplies extents. It returns ir.Dynamic if one of them is unknown.
func product(s Shape) int64 {
	n := int64(1)
	for _, e := range s {
		if e == ir.Dynamic {
			return e
		}
		n = times(n, e)
	}
	return n
}

func expandReshape(x *expansion) []*ir.Value { return one(x.Reshape(x.in[0], x.shape()...)) }

// Reshape changes the shape of a tensor. The parameter shape lists extents and codes. 0 keeps the
// next extent, and -1 is computed from the number of elements. -2 copies all further extents, and
// -3 merges the next two extents. -4 splits the next extent into the two numbers that follow.
//
//	%r = nnvm.reshape(%x) {shape = array<i64: 6, -1>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
type Reshape struct{ ir.Ref }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return unary("reshape", "Gives the elements another shape.", need(tupleParam("shape")))
}

// Verify implements ir.Verifier.
func (o Reshape) Verify() error { return verify(o.Op) }

func reshapeShapes(s *Shapes) error {
	in, to := s.In[0], intsOf(s.Op, "shape")
	if in == nil {
		out := slices.Clone(Shape(to)) // the result's shape, if it does not depend on the operand
		for i, n := range out {
			switch {
			case n == -1:
				out[i] = ir.Dynamic
			case n <= 0:
				return nil
			}
		}
		return s.SetOut(0, out)
	}
	out, ok := reshaped(in, to)
	switch {
	case ok:
	case product(in) == tooLarge:
		return ir.Errorf(s.Op, "cannot reshape a tensor of shape %s: its number of elements is too large", in)
	default:
		return ir.Errorf(s.Op, "cannot reshape shape %s to %s", in, FormatTuple(to))
	}
	if err := s.SetOut(0, out); err != nil {
		return err
	}
	return sameElements(s)
}

// reshaped returns the shape of the result of a [Reshape]. "in" is the shape of data, and "to" is
// the parameter shape. reshaped reports false if they do not match.
func reshaped(in Shape, to []int64) (Shape, bool) {
	var out Shape
	// "at" is the next index in "in", and "left" is the index of the code -1 in "out", or -1.
	at, left := 0, -1
	for i := 0; i < len(to); i++ {
		switch code := to[i]; {
		case code > 0:
			out = append(out, code)
			at++
		case code == -1:
			if left >= 0 {
				return nil, false
			}
			left = len(out)
			out = append(out, ir.Dynamic)
			at++
		case code == -2:
			out = append(out, in[min(at, len(in)):]...)
			at = len(in)
		case code == 0 && at < len(in):
			out = append(out, in[at])
			at++
		case code == -3 && at+1 < len(in):
			out = append(out, product(in[at:at+2]))
			at += 2
		case code == -4 && at < len(in) && i+2 < len(to):
			a, b, ok := halves(in[at], to[i+1], to[i+2])
			if !ok {
				return nil, false
			}
			out = append(out, a, b)
			at++
			i += 2
		default:
			return nil, false
		}
	}
	if out == nil {
		out = Shape{}
	}
	return completed(in, out, left)
}

// completed computes the extent out[left], or nothing if left is negative. It reports false if "in"
// and "out" cannot have the same number of elements, if several extents are possible, or if the
// number of elements exceeds 64 bits.
func completed(in, out Shape, left int) (Shape, bool) {
	total := product(in)
	if left < 0 {
		have := product(out)
		return out, total == ir.Dynamic || have == ir.Dynamic || have == total && total != tooLarge
	}
	rest := product(slices.Delete(slices.Clone(out), left, left+1))
	switch {
	case total == ir.Dynamic || rest == ir.Dynamic:
		return out, true
	case rest == 0 || total == tooLarge || total%rest != 0:
		return nil, false
	}
	out[left] = total / rest
	return out, true
}

// halves splits extent n into positive factors a and b. If a or b is -1, halves computes this
// factor from n, which may be ir.Dynamic. halves reports false if n is not the product.
func halves(n, a, b int64) (int64, int64, bool) {
	quotient := func(by int64) int64 {
		if n == ir.Dynamic {
			return ir.Dynamic
		}
		return n / by
	}
	switch {
	case a == -1 && b > 0:
		return quotient(b), b, n == ir.Dynamic || n > 0 && n%b == 0
	case b == -1 && a > 0:
		return a, quotient(a), n == ir.Dynamic || n > 0 && n%a == 0
	}
	return a, b, a > 0 && b > 0 && (n == ir.Dynamic || times(a, b) == n)
}

// ReshapeLike gives the elements of data the shape of another tensor.
//
//	%r = nnvm.reshape_like(%x, %y) : (tensor<6xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
type ReshapeLike struct{ ir.Ref }

// Data and Like return the operands.
func (o ReshapeLike) Data() *ir.Value { return o.Op.OperandAt(0) }
func (o ReshapeLike) Like() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ReshapeLike) Spec() ir.Spec {
	return operator("reshape_like", "Gives the elements of data the shape of another tensor.", "data like", "result")
}

// Verify implements ir.Verifier.
func (o ReshapeLike) Verify() error { return verify(o.Op) }

// likeShapes requires that the result has the shape of the second operand.
func likeShapes(s *Shapes) error { return firstOf(s.SetOut(0, s.In[1]), s.SetIn(1, s.Out[0])) }

func reshapeLikeShapes(s *Shapes) error {
	if err := likeShapes(s); err != nil {
		return err
	}
	return firstOf(sameElements(s), likeShapes(s))
}

// sameElements requires that data and result have the same number of elements. It infers an unknown
// extent from this number.
func sameElements(s *Shapes) error {
	in, out := product(s.In[0]), product(s.Out[0])
	switch {
	case s.In[0] == nil || s.Out[0] == nil:
		return nil
	case in == tooLarge || out == tooLarge || in != out && in != ir.Dynamic && out != ir.Dynamic:
		return ir.Errorf(s.Op, "cannot reshape shape %s to %s", s.In[0], s.Out[0])
	case in != ir.Dynamic:
		if sh := filled(s.Out[0], in); sh != nil {
			return s.SetOut(0, sh)
		}
	case out != ir.Dynamic:
		if sh := filled(s.In[0], out); sh != nil {
			return s.SetIn(0, sh)
		}
	}
	return nil
}

// filled computes the only unknown extent of sh from the number of elements. It returns nil if this
// is impossible.
func filled(sh Shape, elements int64) Shape {
	at := slices.Index(sh, ir.Dynamic)
	if at < 0 || elements == 0 || elements == tooLarge {
		return nil
	}
	rest := product(slices.Delete(slices.Clone(sh), at, at+1))
	if rest < 1 || elements%rest != 0 {
		return nil
	}
	out := slices.Clone(sh)
	out[at] = elements / rest
	return out
}

// ExpandDims adds num_newaxis dimensions of extent 1 at axis.
//
//	%r = nnvm.expand_dims(%x) {axis = 1 : i64} : (tensor<10x20xf32>) -> tensor<10x1x20xf32>
type ExpandDims struct{ ir.Ref }

// Data returns the operand.
func (o ExpandDims) Data() *ir.Value { return o.Op.OperandAt(0) }

// Axis returns the index at which dimensions are added, and NumNewAxis their number.
func (o ExpandDims) Axis() int64       { return intOf(o.Op, "axis", 0) }
func (o ExpandDims) NumNewAxis() int64 { return intOf(o.Op, "num_newaxis", 1) }

// Spec implements ir.View.
func (ExpandDims) Spec() ir.Spec {
	return unary("expand_dims", "Adds dimensions of extent 1.", need(intParam("axis")), intParam("num_newaxis"))
}

// Verify implements ir.Verifier.
func (o ExpandDims) Verify() error { return verify(o.Op) }

func expandDimsShapes(s *Shapes) error {
	o, _ := ir.As[ExpandDims](s.Op)
	in, n := s.In[0], int(max(-1, min(o.NumNewAxis(), 65)))
	switch {
	case n < 0 || n > 64:
		return ir.Errorf(s.Op, "needs num_newaxis between 0 and 64, but has %d", o.NumNewAxis())
	case in == nil && s.Out[0] == nil:
		return nil
	case in == nil && len(s.Out[0]) < n:
		return ir.Errorf(s.Op, "adds %d dimensions, but its result has shape %s", n, s.Out[0])
	case in == nil:
		in = rank(len(s.Out[0]) - n)
	}
	at, ok := axisOf(o.Axis(), len(in)+1)
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", o.Axis(), in)
	}
	if err := s.SetOut(0, slices.Insert(slices.Clone(in), at, slices.Repeat(Shape{1}, n)...)); err != nil {
		return err
	}
	return s.SetIn(0, slices.Delete(slices.Clone(s.Out[0]), at, at+n))
}

// Squeeze removes dimensions of extent 1: those that axis lists, or all if it lists none.
//
//	%r = nnvm.squeeze(%x) : (tensor<1x3x1xf32>) -> tensor<3xf32>
type Squeeze struct{ ir.Ref }

// Spec implements ir.View.
func (Squeeze) Spec() ir.Spec {
	return unary("squeeze", "Removes dimensions of extent 1.", tupleParam("axis"))
}

// Verify implements ir.Verifier.
func (o Squeeze) Verify() error { return verify(o.Op) }

func squeezeShapes(s *Shapes) error {
	in := slices.Clone(s.In[0])
	if removed := len(intsOf(s.Op, "axis")); in == nil && removed > 0 && !mayBeScalar(s.Out[0]) {
		in = rank(len(s.Out[0]) + removed)
	}
	if in == nil {
		return nil
	}
	axes, err := distinctAxes(s.Op, "axis", len(in))
	if err != nil {
		return err
	}
	out, kept := Shape{}, []int(nil)
	for i, n := range in {
		switch {
		case len(axes) == 0 && n == ir.Dynamic:
			return nil
		case len(axes) == 0 && n == 1:
		case !slices.Contains(axes, i):
			out, kept = append(out, n), append(kept, i)
		case n != 1 && n != ir.Dynamic:
			return ir.Errorf(s.Op, "removes dimension %d of shape %s, whose extent is not 1", i, in)
		default:
			in[i] = 1
		}
	}
	if len(out) == 0 {
		out = Shape{1} // NNVM has no scalars
	}
	if err := s.SetOut(0, out); err != nil {
		return err
	}
	for i, d := range kept {
		in[d] = s.Out[0][i]
	}
	return s.SetIn(0, in)
}

// mayBeScalar reports whether a shape is [1] or unknown and possibly [1]. NNVM has no scalars, and
// uses tensors of shape [1] instead.
func mayBeScalar(out Shape) bool {
	return out == nil || len(out) == 1 && (out[0] == 1 || out[0] == ir.Dynamic)
}

// axesIn returns the axes that the parameter with the given name lists, counted from the front.
func axesIn(op *ir.Op, name string, rank int) ([]int, error) {
	var out []int
	for _, a := range intsOf(op, name) {
		i, ok := axisOf(a, rank)
		if !ok {
			return nil, ir.Errorf(op, "has axis %d, but a tensor of rank %d", a, rank)
		}
		out = append(out, i)
	}
	return out, nil
}

// distinctAxes is like [axesIn], but fails if an axis is repeated.
func distinctAxes(op *ir.Op, name string, rank int) ([]int, error) {
	axes, err := axesIn(op, name, rank)
	for i, a := range axes {
		if slices.Contains(axes[:i], a) {
			return nil, ir.Errorf(op, "has axis %d twice in %s", a, FormatTuple(intsOf(op, name)))
		}
	}
	return axes, err
}
