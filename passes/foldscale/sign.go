package foldscale

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
)

// deepest limits the recursion that determines signs.
const deepest = 32

type signs struct {
	f    fn.Func
	read *versions.Versions
}

// positive reports whether all elements of v are positive, and nonNegative whether no element is
// negative. Exponentials and products of positive tensors are not positive, because they can round
// to 0: exp(-200) is 0 in f32.
func (s signs) positive(v *ir.Value) bool    { return s.of(v, true, deepest) }
func (s signs) nonNegative(v *ir.Value) bool { return s.of(v, false, deepest) }

func (s signs) of(v *ir.Value, strict bool, depth int) bool {
	if v.IsArg() {
		// PositiveAttr is ignored if an assignment changes the argument.
		d := s.f.ArgAttrs(v.Index())
		if d == nil || s.read.Changes(v) {
			return false
		}
		positive := d.Get(PositiveAttr)
		n, isInt := positive.Int()
		return !positive.IsNil() && !(isInt && n == 0) // false is the integer 0
	}
	if depth == 0 {
		return false
	}
	op := v.Def()
	all := func(strict bool) bool {
		for x := range op.Operands() {
			if !s.of(x, strict, depth-1) {
				return false
			}
		}
		return true
	}
	switch op.View().(type) {
	case nnvm.Ones, nnvm.OnesLike:
		return true
	case nnvm.Exp, nnvm.Sigmoid:
		return !strict
	case nnvm.Abs, nnvm.Relu:
		return !strict || all(true)
	case nnvm.Sqrt, nnvm.ElemAdd, nnvm.BroadcastAdd, nnvm.ExpandDims, nnvm.Reshape, nnvm.Squeeze, nnvm.Flatten, nnvm.Copy,
		nnvm.Transpose, nnvm.BroadcastTo, nnvm.Sum:
		return all(strict)
	case nnvm.ElemMul, nnvm.BroadcastMul:
		return !strict && all(false)
	}
	return signWith(op, strict, all)
}

// signWith is [signs.of] for operators with a scalar parameter, which is rounded to the element
// type. all(strict) is the result of signs.of if it holds for every operand.
func signWith(op *ir.Op, strict bool, all func(strict bool) bool) bool {
	number := func(name string) (n float64, positive bool) {
		d, ok := ir.AttrAs[*ir.FloatAttr](op.Attr(name))
		elem := op.Result().Type().Elem()
		if !ok || !elem.IsFloat() {
			return math.NaN(), false
		}
		rounded, _ := ir.AttrAs[*ir.FloatAttr](ir.NewFloat(d.Float(), elem))
		return rounded.Float(), rounded.Float() > 0
	}
	switch op.View().(type) {
	case nnvm.Full, nnvm.FullLike:
		n, positive := number("fill_value")
		return positive || n == 0 && !strict
	case nnvm.MulScalar:
		n, positive := number("scalar")
		return positive && (!strict || n >= 1) && all(strict)
	case nnvm.DivScalar:
		n, positive := number("scalar")
		return positive && (!strict || n <= 1) && all(strict)
	case nnvm.RDivScalar: // 1/-0 is negative
		_, positive := number("scalar")
		return positive && !strict && all(true)
	case nnvm.AddScalar:
		n, positive := number("scalar")
		return positive && all(false) || n == 0 && all(strict)
	}
	return false
}
