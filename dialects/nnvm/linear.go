package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func linearOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Dense](rules{shapes: denseShapes, pattern: OutFusable, expand: expandDense, layout: denseLayout, grad: gradDense}),
		declare[MatMul](rules{shapes: matmulShapes, pattern: OutFusable, expand: expandMatMul, layout: matmulLayout, grad: gradMatMul}),
	}
}

// Dense is data · weightᵀ + bias.
//
//	%r = nnvm.dense(%x, %w, %b) {units = 30 : i64} : (tensor<10x20xf32>, tensor<30x20xf32>, tensor<30xf32>) -> tensor<10x30xf32>
type Dense struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o Dense) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o Dense) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o Dense) Bias() *ir.Value   { return optional(o.Op, 2) }

// Spec implements ir.View.
func (Dense) Spec() ir.Spec {
	return operator("dense", "The product data · weightᵀ, plus bias.", "data weight bias?", "result", need(intParam("units")), boolParam("use_bias"))
}

// Verify implements ir.Verifier.
func (o Dense) Verify() error { return verify(o.Op) }

// optional(op, i) returns operand i, or nil if there is none.
func optional(op *ir.Op, i int) *ir.Value {
	if i >= op.NumOperands() {
		return nil
	}
	return op.OperandAt(i)
}

// biased fails if use_bias contradicts the number of operands.
func biased(s *Shapes) error { return biasedBy(s.Op, len(s.In) > 2) }

func biasedBy(op *ir.Op, has bool) error {
	switch {
	case op.Attr("use_bias").IsNil() || boolOf(op, "use_bias", has) == has:
		return nil
	case has:
		return ir.Errorf(op, "has a bias, but use_bias is false")
	}
	return ir.Errorf(op, "has no bias, but use_bias is true")
}

func denseShapes(s *Shapes) error {
	if err := biased(s); err != nil {
		return err
	}
	units := intOf(s.Op, "units", 0)
	if units < 1 {
		return ir.Errorf(s.Op, "needs at least one unit, but has %d", units)
	}
	in, rows := ir.Dynamic, ir.Dynamic
	if d := s.In[0]; len(d) == 2 {
		rows, in = d[0], d[1]
	}
	if w := s.In[1]; len(w) == 2 && in == ir.Dynamic {
		in = w[1]
	}
	if o := s.Out[0]; len(o) == 2 && rows == ir.Dynamic {
		rows = o[0]
	}
	if err := firstOf(s.SetIn(0, Shape{rows, in}), s.SetIn(1, Shape{units, in}), s.SetOut(0, Shape{rows, units})); err != nil {
		return err
	}
	if len(s.In) > 2 {
		return s.SetIn(2, Shape{units})
	}
	return nil
}

// firstOf returns the first error that is not nil.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func expandDense(x *expansion) []*ir.Value {
	y := x.Dot(x.in[0], x.in[1], 1, 1)
	if len(x.in) > 2 {
		y = x.Add(y, x.Trailing(x.in[2], x.shape()))
	}
	return one(y)
}

// MatMul is the product lhs · rhs, which sums over the last dimension of lhs and the first of rhs.
// The parameters transpose_a and transpose_b reverse the dimensions of lhs and rhs before the
// product.
//
//	%r = nnvm.matmul(%a, %b) : (tensor<10x20xf32>, tensor<20x30xf32>) -> tensor<10x30xf32>
type MatMul struct{ ir.Binary }

// Spec implements ir.View.
func (MatMul) Spec() ir.Spec {
	return operator("matmul", "The product lhs · rhs, which sums over the last dimension of lhs and the first of rhs.", "lhs rhs", "result",
		boolParam("transpose_a"), boolParam("transpose_b"))
}

// Verify implements ir.Verifier.
func (o MatMul) Verify() error { return verify(o.Op) }

func reversed(s Shape, yes bool) Shape {
	if s = slices.Clone(s); yes {
		slices.Reverse(s)
	}
	return s
}

func matmulShapes(s *Shapes) error {
	turnA, turnB := boolOf(s.Op, "transpose_a", false), boolOf(s.Op, "transpose_b", false)
	a, b := reversed(s.In[0], turnA), reversed(s.In[1], turnB)
	for i, in := range s.In {
		if in != nil && len(in) == 0 {
			return ir.Errorf(s.Op, "cannot multiply with operand #%d of shape %s, which has no dimension", i, in)
		}
	}
	a, b, err := factors(s, a, b)
	if err != nil || a == nil {
		return err
	}
	last := len(a) - 1
	shared, ok := Unify(a[last:], b[:1])
	if !ok {
		return ir.Errorf(s.Op, "cannot multiply shapes %s and %s: extents %d and %d differ", a, b, a[last], b[0])
	}
	if last == 0 && len(b) == 1 {
		return firstOf(s.SetOut(0, Shape{1}), s.SetIn(0, shared), s.SetIn(1, shared)) // NNVM has no scalars: the product of two vectors has shape [1]
	}
	if err := s.SetOut(0, slices.Concat(a[:last], b[1:])); err != nil {
		return err
	}
	out := s.Out[0]
	a, b = slices.Concat(out[:last], shared), slices.Concat(shared, out[last:])
	return firstOf(s.SetIn(0, reversed(a, turnA)), s.SetIn(1, reversed(b, turnB)))
}

// factors returns the shapes of both factors. If only one is known, factors infers the rank of the
// other from the product. If it cannot, both shapes are nil.
func factors(s *Shapes, a, b Shape) (x, y Shape, err error) {
	known, out := a, s.Out[0]
	if known == nil {
		known = b
	}
	switch {
	case a != nil && b != nil:
		return a, b, nil
	case known == nil || mayBeScalar(out):
		return nil, nil, nil
	}
	left := len(out) - (len(known) - 1)
	switch {
	case left < 0:
		return nil, nil, ir.Errorf(s.Op, "has an operand of shape %s, but a result of shape %s, which has too few dimensions", known, out)
	case a == nil:
		return rank(left + 1), b, nil
	}
	return a, rank(left + 1), nil
}

func expandMatMul(x *expansion) []*ir.Value {
	turn := func(v *ir.Value, yes bool) *ir.Value {
		if !yes {
			return v
		}
		perm := make([]int64, len(emit.Shape(v)))
		for i := range perm {
			perm[i] = int64(len(perm) - 1 - i)
		}
		return x.Transpose(v, perm...)
	}
	a, b := turn(x.in[0], boolOf(x.op, "transpose_a", false)), turn(x.in[1], boolOf(x.op, "transpose_b", false))
	return one(x.Reshape(x.Dot(a, b, len(emit.Shape(a))-1, 0), x.shape()...))
}
