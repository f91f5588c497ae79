package nnvm

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// compareOps lists comparisons, logical operators and the operator "where". The results of
// comparisons and logical operators are 1 or 0 in the element type of the operands. Logical
// operators treat every number except 0 as true.
func compareOps() []ir.OpDecl {
	logical := func(f emit.Combine) emit.Combine {
		return truths(func(e emit.Emitter, x, y *ir.Value) *ir.Value { return f(e, isTrue(e, x), isTrue(e, y)) })
	}
	and := func(e emit.Emitter, x, y *ir.Value) *ir.Value { return binaryOf[stablehlo.And](e, x, y) }
	or := func(e emit.Emitter, x, y *ir.Value) *ir.Value { return binaryOf[stablehlo.Or](e, x, y) }
	return []ir.OpDecl{
		declare[Greater](elementwise(compared("GT"), gradZeros)),
		declare[Less](elementwise(compared("LT"), gradZeros)),
		declare[LogicalAnd](elementwise(logical(and), gradZeros)),
		declare[LogicalOr](elementwise(logical(or), gradZeros)),
		declare[LogicalNot](pointwise(func(x *expansion) []*ir.Value {
			return one(x.Convert(x.Compare("EQ", x.in[0], x.Fill(x.out(0), 0)), x.out(0).Elem()))
		}, gradBlock)),
		declare[BroadcastGreater](broadcasting(compared("GT"), gradZeros)),
		declare[BroadcastLess](broadcasting(compared("LT"), gradZeros)),
		declare[BroadcastEqual](broadcasting(compared("EQ"), gradZeros)),
		declare[BroadcastNotEqual](broadcasting(compared("NE"), gradZeros)),
		declare[BroadcastGreaterEqual](broadcasting(compared("GE"), gradZeros)),
		declare[BroadcastLessEqual](broadcasting(compared("LE"), gradZeros)),
		declare[Where](rules{shapes: whereShapes, elems: whereElems, pattern: Broadcast, expand: expandWhere, layout: fixedLayout, grad: gradWhere}),
	}
}

// truths returns a function that calls f and converts its result, a tensor of booleans, to the
// element type of the operands.
func truths(f emit.Combine) emit.Combine {
	return func(e emit.Emitter, x, y *ir.Value) *ir.Value { return e.Convert(f(e, x, y), x.Type().Elem()) }
}

func compared(direction string) emit.Combine {
	return truths(func(e emit.Emitter, x, y *ir.Value) *ir.Value { return e.Compare(direction, x, y) })
}

func isTrue(e emit.Emitter, x *ir.Value) *ir.Value { return e.Compare("NE", x, e.Fill(x.Type(), 0)) }

func binaryOf[T ir.Typed](e emit.Emitter, x, y *ir.Value) *ir.Value {
	return ir.OpOf(ir.Create[T](e.B, ir.Init{Operands: []*ir.Value{x, y}, Results: []ir.Type{x.Type()}})).Result()
}

func gradZeros(g *Grads) []*ir.Value {
	out := make([]*ir.Value, g.Op.NumOperands())
	for i := range out {
		out[i] = Make[ZerosLike](g.B, operands(g.in(i)))
	}
	return out
}

// Greater is 1 where lhs > rhs, and 0 elsewhere. Both tensors have the same shape.
//
//	%r = nnvm.greater(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type Greater struct{ ir.Binary }

// Spec implements ir.View.
func (Greater) Spec() ir.Spec { return binary("greater", "1 where lhs > rhs, and 0 elsewhere.") }

// Verify implements ir.Verifier.
func (o Greater) Verify() error { return verify(o.Op) }

// Less is 1 where lhs < rhs, and 0 elsewhere. Both tensors have the same shape.
//
//	%r = nnvm.less(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type Less struct{ ir.Binary }

// Spec implements ir.View.
func (Less) Spec() ir.Spec { return binary("less", "1 where lhs < rhs, and 0 elsewhere.") }

// Verify implements ir.Verifier.
func (o Less) Verify() error { return verify(o.Op) }

// LogicalAnd is 1 where both operands are true, and 0 elsewhere.
//
//	%r = nnvm.logical_and(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type LogicalAnd struct{ ir.Binary }

// Spec implements ir.View.
func (LogicalAnd) Spec() ir.Spec {
	return binary("logical_and", "1 where both operands are true, and 0 elsewhere.")
}

// Verify implements ir.Verifier.
func (o LogicalAnd) Verify() error { return verify(o.Op) }

// LogicalOr is 1 where at least one operand is true, and 0 elsewhere.
//
//	%r = nnvm.logical_or(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type LogicalOr struct{ ir.Binary }

// Spec implements ir.View.
func (LogicalOr) Spec() ir.Spec {
	return binary("logical_or", "1 where at least one operand is true, and 0 elsewhere.")
}

// Verify implements ir.Verifier.
func (o LogicalOr) Verify() error { return verify(o.Op) }

// LogicalNot is 1 where data is 0, and 0 elsewhere.
//
//	%r = nnvm.logical_not(%x) : (tensor<4xf32>) -> tensor<4xf32>
type LogicalNot struct{ ir.Ref }

// Spec implements ir.View.
func (LogicalNot) Spec() ir.Spec { return unary("logical_not", "1 where data is 0, and 0 elsewhere.") }

// Verify implements ir.Verifier.
func (o LogicalNot) Verify() error { return verify(o.Op) }

// BroadcastGreater is 1 where lhs > rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_greater(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastGreater struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastGreater) Spec() ir.Spec {
	return binary("broadcast_greater", "1 where lhs > rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastGreater) Verify() error { return verify(o.Op) }

// BroadcastLess is 1 where lhs < rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_less(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastLess struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastLess) Spec() ir.Spec {
	return binary("broadcast_less", "1 where lhs < rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastLess) Verify() error { return verify(o.Op) }

// BroadcastEqual is 1 where lhs = rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_equal(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastEqual struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastEqual) Spec() ir.Spec {
	return binary("broadcast_equal", "1 where lhs = rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastEqual) Verify() error { return verify(o.Op) }

// BroadcastNotEqual is 1 where lhs ≠ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_not_equal(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastNotEqual struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastNotEqual) Spec() ir.Spec {
	return binary("broadcast_not_equal", "1 where lhs ≠ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastNotEqual) Verify() error { return verify(o.Op) }

// BroadcastGreaterEqual is 1 where lhs ≥ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_greater_equal(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastGreaterEqual struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastGreaterEqual) Spec() ir.Spec {
	return binary("broadcast_greater_equal", "1 where lhs ≥ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastGreaterEqual) Verify() error { return verify(o.Op) }

// BroadcastLessEqual is 1 where lhs ≤ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_less_equal(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastLessEqual struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastLessEqual) Spec() ir.Spec {
	return binary("broadcast_less_equal", "1 where lhs ≤ rhs, and 0 elsewhere; dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastLessEqual) Verify() error { return verify(o.Op) }

// Where takes elements of x where the condition is true, and of y elsewhere. The condition has the
// shape of x, or only its first dimension.
//
//	%r = nnvm.where(%c, %x, %y) : (tensor<4xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
type Where struct{ ir.Ref }

// Condition, X and Y return the operands.
func (o Where) Condition() *ir.Value { return o.Op.OperandAt(0) }
func (o Where) X() *ir.Value         { return o.Op.OperandAt(1) }
func (o Where) Y() *ir.Value         { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (Where) Spec() ir.Spec {
	return operator("where", "Takes elements of x where the condition is true, and of y elsewhere.", "condition x y", "result")
}

// Verify implements ir.Verifier.
func (o Where) Verify() error { return verify(o.Op) }

func whereShapes(s *Shapes) error {
	both := &Shapes{Op: s.Op, In: s.In[1:], Out: s.Out}
	if err := sameShape(both); err != nil || s.Out[0] == nil {
		return err
	}
	switch {
	case s.In[0] == nil && len(s.Out[0]) > 1:
		return nil // the condition has one dimension or the shape of the result
	case len(s.In[0]) == 1 && len(s.Out[0]) > 1:
		return s.SetIn(0, s.Out[0][:1])
	}
	return s.SetIn(0, s.Out[0])
}

// whereElems ignores the element type of the condition, which may differ from that of x and y.
func whereElems(e *Elems) error { return e.Same([]int{1, 2}, []int{0}) }

func expandWhere(x *expansion) []*ir.Value {
	p := isTrue(x.Emitter, x.in[0])
	if len(emit.Shape(p)) < len(x.shape()) {
		p = x.Broadcast(p, x.shape(), 0)
	}
	return one(x.Choose(p, x.in[1], x.in[2]))
}

func gradWhere(g *Grads) []*ir.Value {
	zero := Make[ZerosLike](g.B, operands(g.Out[0]))
	return operands(Make[ZerosLike](g.B, operands(g.in(0))),
		Make[Where](g.B, operands(g.in(0), g.Out[0], zero)), Make[Where](g.B, operands(g.in(0), zero, g.Out[0])))
}
