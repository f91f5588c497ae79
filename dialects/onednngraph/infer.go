package onednngraph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// inference computes the shapes of an operation's results from those of its operands. A shape is
// nil if the rank is unknown, and ir.Dynamic is an unknown extent.
type inference struct {
	op       *ir.Op
	operands [][]int64
	results  [][]int64
}

func newInference(op *ir.Op) *inference {
	x := &inference{op: op, operands: make([][]int64, op.NumOperands()), results: make([][]int64, op.NumResults())}
	for i := range x.operands {
		x.operands[i] = shapeOf(op.OperandAt(i))
	}
	return x
}

// shapeOf returns the shape of a value, or nil if its rank is unknown.
func shapeOf(v *ir.Value) []int64 {
	shape, ok := v.Type().Shape()
	if ok && shape == nil {
		return []int64{}
	}
	return shape
}

// runtimeShape returns the shape in the optional last operand of op. A negative element is an
// unknown extent. runtimeShape returns nil if the operand is absent or not constant, or if all its
// elements are 0.
func runtimeShape(op *ir.Op) []int64 {
	v := optionalOperand(op, len(op.Def().Spec.Operands)-1)
	if v == nil {
		return nil
	}
	c, _ := rewrite.Const(v)
	shape, _ := c.Ints()
	if !slices.ContainsFunc(shape, func(n int64) bool { return n != 0 }) {
		return nil
	}
	for i, n := range shape {
		if n < 0 {
			shape[i] = ir.Dynamic
		}
	}
	return shape
}

func brackets(shape []int64) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = extentText(n)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// extentText formats an extent: an unknown extent is "?".
func extentText(n int64) string {
	if n == ir.Dynamic {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}

// compatible reports whether two shapes may be equal at run time.
func compatible(a, b []int64) bool {
	return slices.EqualFunc(a, b, func(m, n int64) bool { return m == n || m == ir.Dynamic || n == ir.Dynamic })
}

// merged replaces unknown extents of shape by those of type t.
func merged(shape []int64, t ir.Type) []int64 {
	have, ok := t.Shape()
	out := slices.Clone(shape)
	for i := range out {
		if ok && i < len(have) && out[i] == ir.Dynamic {
			out[i] = have[i]
		}
	}
	return out
}

func isStatic(shape []int64) bool { return shape != nil && !slices.Contains(shape, ir.Dynamic) }

// sameShape gives the results the shape of operand 0.
func sameShape(x *inference) error {
	for i := range x.results {
		x.results[i] = x.operands[0]
	}
	return nil
}

// allSame requires equal shapes of all operands, and gives the results this shape.
func allSame(x *inference) error {
	for i, s := range x.operands {
		if s != nil && x.operands[0] != nil && !compatible(s, x.operands[0]) {
			return ir.Errorf(x.op, "needs operands of equal shapes, but operand #0 has shape %s and operand #%d has %s", brackets(x.operands[0]), i, brackets(s))
		}
	}
	return sameShape(x)
}

// broadcastShapes broadcasts two shapes by NumPy's rules. It reports false if this is impossible.
func broadcastShapes(a, b []int64) (out []int64, ok bool) {
	if len(a) < len(b) {
		a, b = b, a
	}
	out = slices.Clone(a)
	for i, n := range b {
		d := len(a) - len(b) + i
		switch m := a[d]; {
		case m == n || n == 1:
		case m == 1:
			out[d] = n
		case m == ir.Dynamic:
			out[d] = n
		case n != ir.Dynamic:
			return nil, false
		}
	}
	return out, true
}

// elementwise is the shape rule of operations on several tensors. If auto_broadcast is none, the
// operands must have equal shapes. Otherwise, they are broadcast.
func elementwise(x *inference) error {
	shape := x.operands[0]
	for i, s := range x.operands[1:] {
		if s == nil || shape == nil {
			return nil
		}
		if textOf(x.op, "auto_broadcast") == "none" {
			if !compatible(s, shape) {
				return ir.Errorf(x.op, "needs operands of equal shapes, since auto_broadcast is none, but operand #0 has shape %s and operand #%d has %s", brackets(shape), i+1, brackets(s))
			}
			continue
		}
		wide, ok := broadcastShapes(shape, s)
		if !ok {
			return ir.Errorf(x.op, "cannot broadcast shape %s with operand #%d of shape %s", brackets(shape), i+1, brackets(s))
		}
		shape = wide
	}
	x.results[0] = shape
	return nil
}

// axis returns the attribute with the given name as the index of a dimension of a tensor with the
// given rank. A negative attribute counts from the end.
func axis(op *ir.Op, name string, rank int) (int, error) {
	n := intOf(op, name)
	if n < 0 {
		n += int64(rank)
	}
	if n < 0 || n >= int64(rank) {
		return 0, ir.Errorf(op, "has %s %d, but its operand has rank %d", name, intOf(op, name), rank)
	}
	return int(n), nil
}

// alongAxis is allSame for operations along one dimension. It also checks the attribute "axis".
func alongAxis(x *inference) error {
	if x.operands[0] == nil {
		return nil
	}
	if _, err := axis(x.op, "axis", len(x.operands[0])); err != nil {
		return err
	}
	return allSame(x)
}

// channel returns the index of the dimension of channels of a tensor with the given rank.
func channel(op *ir.Op, rank int) int {
	if textOf(op, "data_format") == "NCX" && rank > 1 {
		return 1
	}
	return rank - 1
}

// needRank requires a rank of at least low if the rank is known. "what" names the operand in the
// message.
func needRank(op *ir.Op, what string, shape []int64, low int) error {
	if shape != nil && len(shape) < low {
		return ir.Errorf(op, "needs %s of rank %d or more, but its shape is %s", what, low, brackets(shape))
	}
	return nil
}

// needVector requires that an operand is absent or a vector of n elements.
func needVector(x *inference, operand int, n int64) error {
	if operand >= len(x.operands) {
		return nil
	}
	s := x.operands[operand]
	if s == nil || n == ir.Dynamic || compatible(s, []int64{n}) {
		return nil
	}
	return ir.Errorf(x.op, "needs operand #%d of shape [%d], with one element for each channel, but it has shape %s", operand, n, brackets(s))
}

// product returns the number of elements of a static shape. It reports false if the number exceeds
// 2⁶².
func product(shape []int64) (n int64, ok bool) {
	n = 1
	for _, e := range shape {
		if e != 0 && n > (1<<62)/max(e, 1) {
			return 0, false
		}
		n *= e
	}
	return n, true
}

// axesByShape returns the axes of a reduction if the shapes of its operand and its result determine
// them. It reports false if a shape is not static, or if several or no sets of axes give the
// result's shape. Axes of extent 1 do not make sets different.
func axesByShape(op *ir.Op) (axes []int64, ok bool) {
	src, out := shapeOf(op.OperandAt(0)), shapeOf(op.ResultAt(0))
	if !isStatic(src) || !isStatic(out) || src == nil || out == nil {
		return nil, false
	}
	if boolOf(op, "keep_dims") {
		if len(out) != len(src) {
			return nil, false
		}
		for i, n := range src {
			if n != out[i] {
				if out[i] != 1 {
					return nil, false
				}
				axes = append(axes, int64(i))
			}
		}
		return axes, true
	}
	one := func(n int64) bool { return n == 1 }
	long, short := slices.DeleteFunc(slices.Clone(src), one), slices.DeleteFunc(slices.Clone(out), one)
	first, found := missing(long, short)
	slices.Reverse(long)
	slices.Reverse(short)
	last, _ := missing(long, short)
	for i := range last {
		last[i] = int64(len(long)) - 1 - last[i]
	}
	slices.Reverse(last)
	if !found || !slices.Equal(first, last) {
		return nil, false
	}
	return missing(src, out)
}

// missing returns the indices of elements of long whose removal leaves short. It reports false if
// there are no such indices.
func missing(long, short []int64) (at []int64, ok bool) {
	k := 0
	for i, n := range long {
		if k < len(short) && short[k] == n {
			k++
			continue
		}
		at = append(at, int64(i))
	}
	return at, k == len(short)
}
