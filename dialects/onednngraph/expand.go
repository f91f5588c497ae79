package onednngraph

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// expansion holds an operation during its expansion to StableHLO.
//
// Expansions compute 16-bit floats in f32: they convert the operands first and the results last. So
// each operation rounds to 16 bits once, as oneDNN's kernels do.
type expansion struct {
	emit.Emitter
	op *ir.Op
	in []*ir.Value
}

func newExpansion(b *ir.Builder, op *ir.Op, in []*ir.Value) *expansion {
	x := &expansion{emit.Emitter{B: b}, op, slices.Clone(in)}
	for i, v := range x.in {
		if isHalf(v.Type().Elem()) {
			x.in[i] = x.Convert(v, ir.F32())
		}
	}
	return x
}

func isHalf(t ir.Type) bool { return t.IsFloat() && ir.Tensor(t).Kind().Bits() == 16 }

// finish converts values to the types of the operation's results.
func (x *expansion) finish(vs []*ir.Value) []*ir.Value {
	for i, v := range vs {
		vs[i] = x.Convert(v, x.op.ResultAt(i).Type().Elem())
	}
	return vs
}

func one(v *ir.Value) []*ir.Value { return []*ir.Value{v} }

// out returns the shape of result i.
func (x *expansion) out(i int) []int64 { return shapeOf(x.op.ResultAt(i)) }

// like returns a tensor of v's type whose elements are all n.
func (x *expansion) like(v *ir.Value, n float64) *ir.Value { return x.Fill(v.Type(), n) }

func (x *expansion) plus(v *ir.Value, n float64) *ir.Value  { return x.Add(v, x.like(v, n)) }
func (x *expansion) times(v *ir.Value, n float64) *ir.Value { return x.Mul(v, x.like(v, n)) }

func (x *expansion) above(v *ir.Value, n float64) *ir.Value {
	return x.Compare("GT", v, x.like(v, n))
}

func (x *expansion) clamped(v *ir.Value, low, high float64) *ir.Value {
	return x.Min(x.Max(v, x.like(v, low)), x.like(v, high))
}

func unary[T ir.Typed](x *expansion, v *ir.Value) *ir.Value { return emit.Unary[T](x.Emitter, v) }

func (x *expansion) exp(v *ir.Value) *ir.Value  { return unary[stablehlo.Exponential](x, v) }
func (x *expansion) sqrt(v *ir.Value) *ir.Value { return unary[stablehlo.Sqrt](x, v) }
func (x *expansion) neg(v *ir.Value) *ir.Value  { return unary[stablehlo.Negate](x, v) }
func (x *expansion) tanh(v *ir.Value) *ir.Value { return unary[stablehlo.Tanh](x, v) }

// along(v, shape, dims) broadcasts v to shape. Dimension i of v becomes dimension dims[i] of the
// result.
func (x *expansion) along(v *ir.Value, shape []int64, dims ...int64) *ir.Value {
	return x.Broadcast(v, shape, dims...)
}

// channels broadcasts v, a vector with one element per channel, to shape.
func (x *expansion) channels(v *ir.Value, shape []int64) *ir.Value {
	return x.along(v, shape, int64(channel(x.op, len(shape))))
}

// counted returns the numbers 0 to n-1.
func counted(n int) []int64 {
	dims := make([]int64, n)
	for i := range dims {
		dims[i] = int64(i)
	}
	return dims
}

// except returns the dimensions from 0 to rank-1 without those in the given list.
func except(rank int, without ...int) []int64 {
	var dims []int64
	for i := range rank {
		if !slices.Contains(without, i) {
			dims = append(dims, int64(i))
		}
	}
	return dims
}

// sum adds elements along dims, and removes these dimensions.
func (x *expansion) sum(v *ir.Value, dims ...int64) *ir.Value {
	return x.Reduce(v, 0, emit.Emitter.Add, dims...)
}

// extents returns the number of elements of v along dims.
func extents(v *ir.Value, dims ...int64) float64 {
	n := 1.0
	for _, d := range dims {
		n *= float64(shapeOf(v)[d])
	}
	return n
}

func (x *expansion) mean(v *ir.Value, dims ...int64) *ir.Value {
	s := x.sum(v, dims...)
	return x.Div(s, x.like(s, extents(v, dims...)))
}

// expandNothing expands End, which has no results. Wildcard has this rule too, but is never
// expanded.
func expandNothing(*expansion) []*ir.Value { return nil }

// refuseRuntime returns why an operation cannot be expanded, or "". If the axes of a reduction are
// an operand, the shapes must determine the axes. A shape attribute must be the shape of the
// result. A shape operand is not checked: the expansion uses the shape of the result's type
// instead.
func refuseRuntime(op *ir.Op) string {
	if last := optionalOperand(op, len(op.Def().Spec.Operands)-1); last != nil && strings.HasPrefix(op.Name(), Prefix+"Reduce") {
		if _, ok := axesByShape(op); !ok {
			return "its axes are an operand, and the shapes do not determine them: pass them as the attribute axes"
		}
	}
	for _, name := range []string{"dst_shape", "weights_shape", "src_shape"} {
		if s := intsOf(op, name); s != nil && !slices.Equal(s, shapeOf(op.ResultAt(0))) {
			return "its attribute " + name + " is not the shape of its result"
		}
	}
	return ""
}

func refuseDilation(op *ir.Op) string {
	if slices.ContainsFunc(intsOf(op, "dilations"), func(n int64) bool { return n != 1 }) {
		return "the gradient of a max pool with dilations is not implemented"
	}
	return ""
}

func refuseWildcard(*ir.Op) string { return "oneDNN Graph does not define the semantics of Wildcard" }
