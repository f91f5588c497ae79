package stablehloopt

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// folder has the options of the folding patterns.
type folder struct{ FolderOptions }

// Folds returns the patterns of stablehlo-aggressive-folder.
func Folds(o FolderOptions) []rewrite.Pattern {
	f := folder{o}
	return append(ShapeFolds(o),
		rewrite.On(f.iota),
		rewrite.On(caseOfConstant),
		rewrite.On(reduceOfNoDims),
		rewrite.On(reduceToConstant),
		rewrite.On(reduceToOuterValues),
		rewrite.On(reduceOfSplats),
		rewrite.On(whileNever),
		rewrite.On(f.whileNeverUnused),
	)
}

// ShapeFolds returns the folding patterns that computations of shapes need.
func ShapeFolds(o FolderOptions) []rewrite.Pattern {
	f := folder{o}
	return []rewrite.Pattern{
		rewrite.OnInterface(f.constants),
		rewrite.On(concatenateSplats),
		rewrite.On(dynamicSliceOfSplat),
		rewrite.On(getDimensionSize),
		rewrite.On(setDimensionSize),
	}
}

// op(constants) → constant
func (f folder) constants(op *ir.Op, _ interp.Evaler, rw *rewrite.Rewriter) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumRegions() > 0 {
		return false
	}
	var buf [3]ir.Attr
	consts := buf[:0]
	for v := range op.Operands() {
		a, ok := rewrite.Const(v)
		if !ok || !ir.IsAttr[*ir.DenseElements](a) {
			return false
		}
		consts = append(consts, a)
	}
	limit, ok := f.limit(op, consts)
	if !ok {
		return false
	}
	a, ok := stablehlo.Evaluate(op, consts, limit)
	if !ok {
		return false
	}
	rw.Replace(op, stablehlo.NewConstant(&rw.Builder, a).Op.Result())
	return true
}

// limit returns the largest number of elements of a folded result of op that is not a splat. If
// only splats are allowed, it returns -1. ok is false if op is not folded.
func (f folder) limit(op *ir.Op, consts []ir.Attr) (n int, ok bool) {
	k := op.Result().Type().Kind()
	number := k.IsInt() || f.Floats && k.IsFloat()
	const none, splats = math.MaxInt, -1
	switch o := op.View().(type) {
	case stablehlo.Add, stablehlo.Subtract, stablehlo.Multiply, stablehlo.Maximum, stablehlo.Minimum, stablehlo.Clamp, stablehlo.Slice:
		return none, number
	case stablehlo.Divide, stablehlo.Remainder:
		return none, number && !(k.IsInt() && anyElement(consts[1], isZero))
	case stablehlo.And, stablehlo.Or, stablehlo.Xor:
		return none, k.IsInt()
	case stablehlo.Compare:
		of := o.LHS().Type().Kind()
		return none, of.IsInt() || of.IsFloat()
	case stablehlo.BroadcastInDim:
		return splats, number || f.Floats
	case stablehlo.Reshape:
		return none, number || f.Floats
	case stablehlo.Transpose:
		return none, true
	case stablehlo.Concatenate:
		return f.Limit, number
	case stablehlo.Convert:
		return f.Limit, f.converts(o, consts[0])
	case stablehlo.Select:
		if isSplat(consts[0]) {
			return none, number
		}
		return f.Limit, k.IsInt()
	case stablehlo.Reverse:
		return f.Limit, (k.IsInt() || k.IsFloat()) && !isSplat(consts[0]) && movesElements(o)
	}
	return none, foldsFunction(op, k, consts)
}

// foldsFunction reports whether op applies a function to each element, and the function is defined
// for all elements of the constant operand.
func foldsFunction(op *ir.Op, k tensor.Kind, consts []ir.Attr) bool {
	switch op.View().(type) {
	case stablehlo.Abs, stablehlo.Negate, stablehlo.Not:
		return k.IsInt() || k.IsFloat()
	case stablehlo.Cosine, stablehlo.Exponential, stablehlo.Logistic, stablehlo.RoundNearestAfz, stablehlo.RoundNearestEven,
		stablehlo.Sine, stablehlo.Tan, stablehlo.Tanh, chlo.Erf:
		return k.IsFloat()
	case stablehlo.Log, stablehlo.Rsqrt:
		return k.IsFloat() && !anyElement(consts[0], func(t *tensor.Tensor, i int) bool { return t.Float(i) <= 0 })
	case stablehlo.Sqrt:
		return k.IsFloat() && !anyElement(consts[0], func(t *tensor.Tensor, i int) bool { return t.Float(i) < 0 })
	case stablehlo.Sign:
		if k.IsInt() {
			return !k.IsUnsigned()
		}
		return k.IsFloat() && !anyElement(consts[0], func(t *tensor.Tensor, i int) bool { return math.IsNaN(t.Float(i)) })
	}
	return false
}

// converts reports whether o may be folded. If o converts from or to floats, the options must allow
// folding of floats. If o converts floats to integers other than i1, no element of the constant c
// may be -0, and the result type must be able to represent all elements, rounded toward zero.
func (f folder) converts(o stablehlo.Convert, c ir.Attr) bool {
	from, to := o.Operand().Type().Kind(), o.Op.Result().Type().Kind()
	floats := from.IsFloat() || to.IsFloat()
	if !from.IsInt() && !from.IsFloat() || !to.IsInt() && !to.IsFloat() || floats && !f.Floats {
		return false
	}
	if !from.IsFloat() || !to.IsInt() || to == tensor.I1 {
		return true
	}
	low, high := 0.0, math.Ldexp(1, to.Bits())
	if !to.IsUnsigned() {
		low, high = -high/2, high/2
	}
	return !anyElement(c, func(t *tensor.Tensor, i int) bool {
		x := t.Float(i)
		whole := math.Trunc(x)
		return !(whole >= low && whole < high) || x == 0 && math.Signbit(x)
	})
}

// movesElements reports whether a reversed dimension has more than one element.
func movesElements(o stablehlo.Reverse) bool {
	shape := o.Operand().Type().Dims()
	return o.Operand().Type().NumElements() > 1 && slices.ContainsFunc(o.Dimensions(), func(d int64) bool { return shape[d] != 1 })
}

// anyElement reports whether is(t, i) is true for some element i of a constant t.
func anyElement(a ir.Attr, is func(t *tensor.Tensor, i int) bool) bool {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok {
		return false
	}
	t, ok := d.Splat()
	if !ok {
		t = d.Tensor()
	}
	for i := range t.NumElements() {
		if is(t, i) {
			return true
		}
	}
	return false
}

func isZero(t *tensor.Tensor, i int) bool { return t.Int(i) == 0 }

func isSplat(a ir.Attr) bool {
	_, ok := splatOf(a)
	return ok
}

// splatOf returns the single element of a splat.
func splatOf(a ir.Attr) (*tensor.Tensor, bool) {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok {
		return nil, false
	}
	return d.Splat()
}

// splatConstant returns the single element of v if v is a constant of equal elements.
func splatConstant(v *ir.Value) (*tensor.Tensor, bool) {
	a, ok := rewrite.Const(v)
	if !ok {
		return nil, false
	}
	return splatOf(a)
}

// iota : tensor of at most one integer → constant
func (f folder) iota(op stablehlo.Iota, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	if !t.Kind().IsInt() || t.NumElements() > min(1, f.Limit) {
		return false
	}
	shape, _ := t.Shape()
	replaceByConstant(rw, op.Op, ir.NewDense(t, tensor.New(t.Kind(), shape...)))
	return true
}

func replaceByConstant(rw *rewrite.Rewriter, op *ir.Op, a ir.Attr) {
	rw.Replace(op, stablehlo.NewConstant(&rw.Builder, a).Op.Result())
}

// concatenate(splat, splat, x) → concatenate(larger splat, x)
func concatenateSplats(op stablehlo.Concatenate, rw *rewrite.Rewriter) bool {
	inputs, dim := op.Inputs(), op.Dimension()
	value := func(v *ir.Value) ir.Attr {
		a, _ := rewrite.Const(v)
		if !isSplat(a) {
			return ir.Attr{}
		}
		return a
	}
	type run struct {
		first *ir.Value
		n     int64
	}
	var runs []run
	for i, v := range inputs {
		if a := value(v); i > 0 && !a.IsNil() && a == value(inputs[i-1]) {
			runs[len(runs)-1].n++
			continue
		}
		runs = append(runs, run{v, 1})
	}
	if len(runs) == len(inputs) {
		return false
	}
	joined := make([]*ir.Value, len(runs))
	for i, r := range runs {
		joined[i] = r.first
		if r.n > 1 {
			one, _ := splatOf(value(r.first))
			shape := slices.Clone(r.first.Type().Dims())
			shape[dim] *= r.n
			joined[i] = stablehlo.NewConstant(&rw.Builder, ir.NewSplat(r.first.Type().WithShape(shape), one)).Op.Result()
		}
	}
	rw.Replace(op.Op, stablehlo.NewConcatenate(&rw.Builder, op.Op.Result().Type(), dim, joined...).Op.Result())
	return true
}

// dynamic_slice(splat, …) → smaller splat
func dynamicSliceOfSplat(op stablehlo.DynamicSlice, rw *rewrite.Rewriter) bool {
	one, ok := splatConstant(op.Operand())
	if t := op.Op.Result().Type(); ok && t.HasStaticShape() {
		replaceByConstant(rw, op.Op, ir.NewSplat(t, one))
		return true
	}
	return false
}

// get_dimension_size(x, dim) → the extent of x, if it is static
func getDimensionSize(op stablehlo.GetDimensionSize, rw *rewrite.Rewriter) bool {
	f, ok := op.Fold(nil)
	if !ok {
		return false
	}
	replaceByConstant(rw, op.Op, f[0].Attr)
	return true
}

// set_dimension_size(x, n, dim) → x, if x has extent n in dimension dim
func setDimensionSize(op stablehlo.SetDimensionSize, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	n, ok := rewrite.ConstInt(op.Size())
	if !ok || op.Operand().Type() != t || t.Dims()[op.Dimension()] != n {
		return false
	}
	rw.Replace(op.Op, op.Operand())
	return true
}
