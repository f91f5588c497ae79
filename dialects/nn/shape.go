package nn

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func shapeOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Concat](), ir.Decl[Slice](), ir.Decl[Reshape](), ir.Decl[Transpose](), ir.Decl[Tile](), ir.Decl[Splat](),
	}
}

// Concat joins tensors along a dimension.
//
//	%r = nn.concat %a, %b {axis = 0} : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
type Concat struct{ ir.Ref }

// Inputs returns the operands. Axis returns the dimension along which they are joined.
func (o Concat) Inputs() []*ir.Value { return o.Op.OperandList() }
func (o Concat) Axis() int64         { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Concat) Spec() ir.Spec {
	s := spec("concat", "Tensors joined along a dimension.", tensors("inputs"), result(), integer("axis", "dimension along which they are joined"))
	s.Operands[0].Arity = ir.Variadic
	return s
}

// NewConcat joins xs along dimension axis. In all other dimensions, the tensors must have equal
// extents.
func NewConcat(b *ir.Builder, axis int64, xs ...*ir.Value) Concat {
	shape := with(emit.Shape(xs[0]), int(axis), 0)
	for _, x := range xs {
		shape[axis] += emit.Shape(x)[axis]
	}
	return ir.Create[Concat](b, ir.Init{
		Operands: xs, Results: []ir.Type{ir.Tensor(xs[0].Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewI64(axis)},
	})
}

// Verify implements ir.Verifier.
func (o Concat) Verify() error {
	if err := verifyStatic(o.Op); err != nil {
		return err
	}
	if o.Op.NumOperands() == 0 {
		return ir.Errorf(o.Op, "needs an operand")
	}
	at, shape, elem := o.Axis(), emit.Shape(o.Op.OperandAt(0)), o.Op.OperandAt(0).Type().Elem()
	if at < 0 || at >= int64(len(shape)) {
		return ir.Errorf(o.Op, "axis must be at least 0 and less than the rank %d, but is %d", len(shape), at)
	}
	total := int64(0)
	for i, v := range o.Inputs() {
		s := emit.Shape(v)
		if len(s) != len(shape) || v.Type() != ir.Tensor(elem, with(shape, int(at), s[at])...) {
			return ir.Errorf(o.Op, "operand #%d must be '%s' except in dimension %d, but is '%s'", i, o.Op.OperandAt(0).Type(), at, v.Type())
		}
		total += s[at]
	}
	return verifyResult(o.Op, 0, elem, with(shape, int(at), total)...)
}

// Eval runs the expansion.
func (o Concat) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Concat) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Concat(o.Axis(), in...)}
}

// Slice returns the part of a tensor that begins at start and has the result's shape.
//
//	%r = nn.slice %a {start = array<i64: 0, 1>} : (tensor<2x4xf32>) -> tensor<2x3xf32>
type Slice struct{ ir.Ref }

// Operand returns the operand. Start returns the offsets of the part.
func (o Slice) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o Slice) Start() []int64     { return intsOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Slice) Spec() ir.Spec {
	return spec("slice", "A part of a tensor.", tensors("operand"), result(), ints("start", "where the part begins"))
}

// NewSlice returns the part of x that begins at start and has the given shape.
func NewSlice(b *ir.Builder, x *ir.Value, start, shape []int64) Slice {
	return ir.Create[Slice](b, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewDenseI64(start...)},
	})
}

// Verify implements ir.Verifier.
func (o Slice) Verify() error {
	if err := verifyStatic(o.Op); err != nil {
		return err
	}
	from, to, start := emit.Shape(o.Operand()), emit.Shape(o.Op.ResultAt(0)), o.Start()
	if len(from) != len(to) || len(start) != len(from) {
		return ir.Errorf(o.Op, "start and result must have %d dimensions, but have %d and %d", len(from), len(start), len(to))
	}
	for i := range from {
		if start[i] < 0 || start[i] > from[i]-to[i] {
			return ir.Errorf(o.Op, "takes %d elements of dimension %d from index %d on, but this dimension has %d elements", to[i], i, start[i], from[i])
		}
	}
	return verifyResult(o.Op, 0, o.Operand().Type().Elem(), to...)
}

// Eval runs the expansion.
func (o Slice) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Slice) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	start, shape := o.Start(), emit.Shape(o.Op.ResultAt(0))
	limit := make([]int64, len(start))
	for i := range start {
		limit[i] = start[i] + shape[i]
	}
	return []*ir.Value{emitting(b).Slice(in[0], start, limit)}
}

// Reshape gives the elements another shape, in the same order.
//
//	%r = nn.reshape %a : (tensor<2x4xf32>) -> tensor<8xf32>
type Reshape struct{ ir.Unary }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return spec("reshape", "The elements in another shape, in the same order.", tensors("operand"), result())
}

// Verify implements ir.Verifier.
func (o Reshape) Verify() error {
	if err := verifyStatic(o.Op); err != nil {
		return err
	}
	to := o.Op.ResultAt(0)
	if product(emit.Shape(o.Operand())) != product(emit.Shape(to)) {
		return ir.Errorf(o.Op, "number of elements must not change, but '%s' and '%s' have %d and %d", o.Operand().Type(), to.Type(), product(emit.Shape(o.Operand())), product(emit.Shape(to)))
	}
	return verifyResult(o.Op, 0, o.Operand().Type().Elem(), emit.Shape(to)...)
}

// Eval runs the expansion.
func (o Reshape) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Reshape) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Reshape(in[0], emit.Shape(o.Op.ResultAt(0))...)}
}

// Transpose permutes dimensions. Dimension permutation[i] of the operand becomes dimension i.
//
//	%r = nn.transpose %a {permutation = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
type Transpose struct{ ir.Ref }

// Operand returns the operand. Permutation returns the order of its dimensions.
func (o Transpose) Operand() *ir.Value   { return o.Op.OperandAt(0) }
func (o Transpose) Permutation() []int64 { return intsOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return spec("transpose", "Dimensions in another order.", tensors("operand"), result(), ints("permutation", "for each dimension of the result, the dimension of the operand"))
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	from, perm := emit.Shape(o.Operand()), o.Permutation()
	shape := make([]int64, len(perm))
	for i, d := range perm {
		if len(perm) != len(from) || d < 0 || d >= int64(len(from)) || slices.Contains(perm[:i], d) {
			return ir.Errorf(o.Op, "permutation must list each of %d dimensions once, but is %v", len(from), perm)
		}
		shape[i] = from[d]
	}
	if len(perm) != len(from) {
		return ir.Errorf(o.Op, "permutation must list each of %d dimensions once, but is %v", len(from), perm)
	}
	return first(verifyStatic(o.Op), verifyResult(o.Op, 0, o.Operand().Type().Elem(), shape...))
}

// Eval runs the expansion.
func (o Transpose) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Transpose) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Transpose(in[0], o.Permutation()...)}
}

// Tile repeats a tensor along a dimension.
//
//	%r = nn.tile %a {axis = 0, count = 32} : (tensor<1x16xf32>) -> tensor<32x16xf32>
type Tile struct{ ir.Ref }

// Operand returns the operand. Axis returns the repeated dimension, and Count how often it is
// repeated.
func (o Tile) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o Tile) Axis() int64        { return intOf(o.Op.AttrAt(0)) }
func (o Tile) Count() int64       { return intOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Tile) Spec() ir.Spec {
	return spec("tile", "A tensor repeated along a dimension.", tensors("operand"), result(),
		integer("axis", "dimension along which it is repeated"), integer("count", "number of repetitions"))
}

// Verify implements ir.Verifier.
func (o Tile) Verify() error {
	in := emit.Shape(o.Operand())
	switch {
	case o.Axis() < 0 || o.Axis() >= int64(len(in)):
		return ir.Errorf(o.Op, "axis must be at least 0 and less than the rank %d, but is %d", len(in), o.Axis())
	case o.Count() < 1:
		return ir.Errorf(o.Op, "count must be at least 1, but is %d", o.Count())
	}
	if err := verifyStatic(o.Op); err != nil {
		return err
	}
	n := in[o.Axis()]
	if n > 0 && o.Count() > math.MaxInt64/n {
		return ir.Errorf(o.Op, "count must be at most %d for %d elements in dimension %d, but is %d", math.MaxInt64/n, n, o.Axis(), o.Count())
	}
	return verifyResult(o.Op, 0, o.Operand().Type().Elem(), with(in, int(o.Axis()), n*o.Count())...)
}

// Eval runs the expansion.
func (o Tile) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander]. It broadcasts along a new dimension and then reshapes.
func (o Tile) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e, from := emitting(b), emit.Shape(in[0])
	var wide, dims []int64
	for i, n := range from {
		if int64(i) == o.Axis() {
			wide = append(wide, o.Count())
		}
		dims = append(dims, int64(len(wide)))
		wide = append(wide, n)
	}
	return []*ir.Value{e.Reshape(e.Broadcast(in[0], wide, dims...), emit.Shape(o.Op.ResultAt(0))...)}
}

// Splat is a constant tensor of equal elements. Placement counts no memory for a Splat, because its
// users inline the element.
//
//	%r = nn.splat {value = 1.0} : tensor<32xf32>
type Splat struct{ ir.Ref }

// Fill returns the value of the elements.
func (o Splat) Fill() float64 { return floatOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Splat) Spec() ir.Spec {
	s := spec("splat", "A tensor of equal elements.", nil, result(), number("value", "the element"))
	s.Format = "attr-dict `:` type($result)"
	s.Traits |= ir.ConstantLike
	return s
}

// Verify implements ir.Verifier.
func (o Splat) Verify() error {
	if err := verifyStatic(o.Op); err != nil {
		return err
	}
	elem := o.Op.ResultAt(0).Type().Elem()
	if !elem.IsFloat() && !holds(elem, o.Fill()) {
		return ir.Errorf(o.Op, "value %g is not an element of '%s'", o.Fill(), o.Op.ResultAt(0).Type())
	}
	return nil
}

// Weightless reports that placement counts no memory for a Splat.
func (Splat) Weightless() bool { return true }

// Fold returns the tensor as a constant, if a tensor.Tensor can have its element type.
func (o Splat) Fold([]ir.Attr) (ir.Folded, bool) {
	t := o.Op.ResultAt(0).Type()
	if t.Kind() == tensor.Invalid {
		return ir.Folded{}, false
	}
	one := tensor.New(t.Elem().Kind())
	one.SetFloat(0, o.Fill())
	return ir.FoldConst(ir.NewSplat(t, one)), true
}

// Eval runs the expansion.
func (o Splat) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Splat) Expand(b *ir.Builder, _ []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Fill(o.Op.ResultAt(0).Type(), o.Fill())}
}
