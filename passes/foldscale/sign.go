package foldscale

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
)

// deepest is the largest depth of the recursion that determines signs.
const deepest = 32

// signs determines the signs of values of f.
type signs struct {
	f    fn.Func
	read *versions.Versions
}

// positive reports whether no element of v can be 0 or negative. nonNegative, below, reports
// whether no element can be negative. For exponentials and products of positive tensors, positive
// returns false, because they can round to 0. For example, exp(-200) is 0 in f32.
func (s signs) positive(v *ir.Value) bool    { return s.of(v, true, deepest) }
func (s signs) nonNegative(v *ir.Value) bool { return s.of(v, false, deepest) }

func (s signs) of(v *ir.Value, strict bool, depth int) bool {
	if v.IsArg() {
		// The attribute PositiveAttr of a variable applies only if the variable never changes.
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

// signWith is [signs.of] for operators with a scalar parameter. The parameter is rounded to the
// element type. all(false) reports whether no operand can be negative, and all(true) whether no
// operand can be negative or 0.
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
