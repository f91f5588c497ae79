package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func binaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[ElemAdd](elementwise(emit.Emitter.Add, gradElemAdd)),
		declare[ElemSub](elementwise(emit.Emitter.Sub, gradElemSub)),
		declare[ElemMul](elementwise(emit.Emitter.Mul, gradElemMul)),
		declare[ElemDiv](elementwise(emit.Emitter.Div, gradElemDiv)),
		declare[BroadcastAdd](broadcasting(emit.Emitter.Add, gradBroadcastAdd)),
		declare[BroadcastSub](broadcasting(emit.Emitter.Sub, gradBroadcastSub)),
		declare[BroadcastMul](broadcasting(emit.Emitter.Mul, gradBroadcastMul)),
		declare[BroadcastDiv](broadcasting(emit.Emitter.Div, gradBroadcastDiv)),
		declare[BroadcastPow](broadcasting(emit.Emitter.Pow, gradBroadcastPow)),
		declare[BroadcastMax](broadcasting(emit.Emitter.Max, gradBroadcastMax)),
		declare[BroadcastMin](broadcasting(emit.Emitter.Min, gradBroadcastMin)),
		declare[ElemMod](elementwise(emitRem, nil)),
		declare[ElemPow](elementwise(emit.Emitter.Pow, gradElemPow)),
		declare[BroadcastMod](broadcasting(emitRem, nil)),
		declare[ElemSum](elemSum()),
	}
}

// elementwise returns the rules of operators on two tensors with equal shapes.
func elementwise(f emit.Combine, grad func(*Grads) []*ir.Value) rules {
	return rules{
		shapes: sameShape, pattern: Elementwise, inPlace: [][2]int{{0, 0}, {1, 0}}, layout: keepLayout, grad: grad,
		expand: func(x *expansion) []*ir.Value { return one(f(x.Emitter, x.in[0], x.in[1])) },
	}
}

// broadcasting returns the rules of operators that broadcast two tensors.
func broadcasting(f emit.Combine, grad func(*Grads) []*ir.Value) rules {
	return rules{
		shapes: broadcastShapes, pattern: Broadcast, inPlace: [][2]int{{0, 0}, {1, 0}}, layout: broadcastLayout, grad: grad,
		expand: func(x *expansion) []*ir.Value {
			return one(f(x.Emitter, x.Trailing(x.in[0], x.shape()), x.Trailing(x.in[1], x.shape())))
		},
	}
}

func elemSum() rules {
	r := elementwise(emit.Emitter.Add, func(g *Grads) []*ir.Value {
		out := make([]*ir.Value, g.Op.NumOperands())
		for i := range out {
			out[i] = g.Out[0]
		}
		return out
	})
	r.inPlace = first()
	r.expand = func(x *expansion) []*ir.Value {
		sum := x.in[0]
		for _, v := range x.in[1:] {
			sum = x.Add(sum, v)
		}
		return one(sum)
	}
	return r
}

// broadcastShapes is the shape rule of operators that broadcast as NumPy does.
func broadcastShapes(s *Shapes) error {
	for _, in := range s.In {
		if in != nil && s.Out[0] != nil && !broadcasts(in, s.Out[0]) {
			return ir.Errorf(s.Op, "cannot broadcast shape %s to the result's shape %s", in, s.Out[0])
		}
	}
	if err := firstOf(broadcastBack(s, 0), broadcastBack(s, 1)); err != nil {
		return err
	}
	a, b := s.In[0], s.In[1]
	if a == nil || b == nil {
		return nil
	}
	out := rank(max(len(a), len(b)))
	for i := range out {
		x, y := fromEnd(a, len(out)-i), fromEnd(b, len(out)-i)
		switch {
		case x == 1 || x == y:
			out[i] = y
		case y == 1:
			out[i] = x
		case x == ir.Dynamic || y == ir.Dynamic:
			// One extent is unknown, the other is not 1. So the result has the known extent.
			out[i] = max(x, y)
		default:
			return ir.Errorf(s.Op, "cannot broadcast shapes %s and %s", a, b)
		}
	}
	return s.SetOut(0, out)
}

// broadcastBack infers unknown extents of operand i from the shapes of the result and of the other
// operand. It infers an extent if the result has extent 1, or if the other operand has extent 1 or
// lacks the dimension.
func broadcastBack(s *Shapes, i int) error {
	in, other, out := s.In[i], s.In[1-i], s.Out[0]
	if out == nil || other == nil || in == nil && len(other) == len(out) {
		// If the shape of the other operand is unknown, each extent of operand i may be 1. If the
		// other operand has all dimensions of the result, operand i may have fewer.
		return nil
	}
	if in == nil {
		in = rank(len(out))
	}
	back := slices.Clone(in)
	for d := range back {
		k := len(back) - d
		if back[d] == ir.Dynamic && (fromEnd(other, k) == 1 || fromEnd(out, k) == 1) {
			back[d] = fromEnd(out, k)
		}
	}
	return s.SetIn(i, back)
}

// broadcasts reports whether a tensor of the first shape can be broadcast to the second shape.
func broadcasts(from, to Shape) bool {
	if len(from) > len(to) {
		return false
	}
	for k := 1; k <= len(from); k++ {
		x, y := fromEnd(from, k), fromEnd(to, k)
		if x != 1 && x != y && x != ir.Dynamic && y != ir.Dynamic {
			return false
		}
	}
	return true
}

// fromEnd returns the k-th extent counted from the end, where k starts at 1. It returns 1 if s has
// fewer dimensions.
func fromEnd(s Shape, k int) int64 {
	if k > len(s) {
		return 1
	}
	return s[len(s)-k]
}

// binary returns the Spec of an operator on two tensors.
func binary(name, doc string) ir.Spec { return operator(name, doc, "lhs rhs", "result") }

// ElemAdd is lhs + rhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_add(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemAdd struct{ ir.Binary }

// Spec implements ir.View.
func (ElemAdd) Spec() ir.Spec {
	return binary("elemwise_add", "The sum lhs + rhs of two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemAdd) Verify() error { return verify(o.Op) }

// ElemSub is lhs - rhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_sub(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemSub struct{ ir.Binary }

// Spec implements ir.View.
func (ElemSub) Spec() ir.Spec {
	return binary("elemwise_sub", "The difference lhs - rhs of two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemSub) Verify() error { return verify(o.Op) }

// ElemMul is lhs · rhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_mul(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemMul struct{ ir.Binary }

// Spec implements ir.View.
func (ElemMul) Spec() ir.Spec {
	return binary("elemwise_mul", "The product lhs · rhs of two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemMul) Verify() error { return verify(o.Op) }

// ElemDiv is lhs / rhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_div(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemDiv struct{ ir.Binary }

// Spec implements ir.View.
func (ElemDiv) Spec() ir.Spec {
	return binary("elemwise_div", "The quotient lhs / rhs of two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemDiv) Verify() error { return verify(o.Op) }

// BroadcastAdd is lhs + rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_add(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastAdd struct{ ir.Binary }

// LHSUse and RHSUse return the uses of the operands.
func (o BroadcastAdd) LHSUse() *ir.Use { return o.Op.UseAt(0) }
func (o BroadcastAdd) RHSUse() *ir.Use { return o.Op.UseAt(1) }

// Spec implements ir.View.
func (BroadcastAdd) Spec() ir.Spec {
	return binary("broadcast_add", "The sum lhs + rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastAdd) Verify() error { return verify(o.Op) }

// BroadcastSub is lhs - rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_sub(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastSub struct{ ir.Binary }

// LHSUse and RHSUse return the uses of the operands.
func (o BroadcastSub) LHSUse() *ir.Use { return o.Op.UseAt(0) }
func (o BroadcastSub) RHSUse() *ir.Use { return o.Op.UseAt(1) }

// Spec implements ir.View.
func (BroadcastSub) Spec() ir.Spec {
	return binary("broadcast_sub", "The difference lhs - rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastSub) Verify() error { return verify(o.Op) }

// BroadcastMul is lhs · rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_mul(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastMul struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMul) Spec() ir.Spec {
	return binary("broadcast_mul", "The product lhs · rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastMul) Verify() error { return verify(o.Op) }

// BroadcastDiv is lhs / rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_div(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastDiv struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastDiv) Spec() ir.Spec {
	return binary("broadcast_div", "The quotient lhs / rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastDiv) Verify() error { return verify(o.Op) }

// BroadcastPow is lhs to the power of rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_pow(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastPow struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastPow) Spec() ir.Spec {
	return binary("broadcast_pow", "The power with base lhs and exponent rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastPow) Verify() error { return verify(o.Op) }

// BroadcastMax is the larger of lhs and rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_max(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastMax struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMax) Spec() ir.Spec {
	return binary("broadcast_max", "The larger of lhs and rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastMax) Verify() error { return verify(o.Op) }

// BroadcastMin is the smaller of lhs and rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_min(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastMin struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMin) Spec() ir.Spec {
	return binary("broadcast_min", "The smaller of lhs and rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastMin) Verify() error { return verify(o.Op) }

// emitRem creates the remainder of a division that rounds towards 0.
func emitRem(e emit.Emitter, x, y *ir.Value) *ir.Value { return binaryOf[stablehlo.Remainder](e, x, y) }

// ElemMod is the remainder of lhs / rhs, with the sign of lhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_mod(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemMod struct{ ir.Binary }

// Spec implements ir.View.
func (ElemMod) Spec() ir.Spec {
	return binary("elemwise_mod", "The remainder of lhs / rhs, for two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemMod) Verify() error { return verify(o.Op) }

// ElemPow is lhs to the power of rhs, for two tensors with equal shapes.
//
//	%r = nnvm.elemwise_pow(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemPow struct{ ir.Binary }

// Spec implements ir.View.
func (ElemPow) Spec() ir.Spec {
	return binary("elemwise_pow", "The power with base lhs and exponent rhs, for two tensors with equal shapes.")
}

// Verify implements ir.Verifier.
func (o ElemPow) Verify() error { return verify(o.Op) }

// BroadcastMod is the remainder of lhs / rhs; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_mod(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
type BroadcastMod struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMod) Spec() ir.Spec {
	return binary("broadcast_mod", "The remainder of lhs / rhs. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastMod) Verify() error { return verify(o.Op) }

// ElemSum is the sum of several tensors with equal shapes.
//
//	%r = nnvm.elemwise_sum(%a, %b, %c) {num_args = 3 : i64} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ElemSum struct{ ir.Ref }

// Spec implements ir.View.
func (ElemSum) Spec() ir.Spec {
	return operator("elemwise_sum", "The sum of several tensors with equal shapes.", "args*", "result", intParam("num_args"))
}

// Verify implements ir.Verifier.
func (o ElemSum) Verify() error {
	if o.Op.NumOperands() == 0 {
		return ir.Errorf(o.Op, "needs at least one operand")
	}
	if n := intOf(o.Op, "num_args", int64(o.Op.NumOperands())); n != int64(o.Op.NumOperands()) {
		return ir.Errorf(o.Op, "has num_args = %d, but %d operands", n, o.Op.NumOperands())
	}
	return verify(o.Op)
}
