// Package foldscale folds scales of channels into the weights of convolutions, like NNVM's
// FoldScaleAxis.
package foldscale

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `fold scales of channels into the weights of convolutions

A scale moves up to the convolution that produces the scaled value, or down to all
convolutions that read the product. It can move through additions, subtractions and
avg_pool2d. It moves through relu, leaky_relu and max_pool2d only if no element of the scale
can be negative. It moves down through additions and subtractions only if all its elements are
positive.
The attribute nnvm.positive on an argument says that all its elements are positive, unless
its value is false. Only scales of floating-point numbers move.`

// PositiveAttr marks an argument whose elements are positive.
const PositiveAttr = "nnvm.positive"

type options struct {
	AssumePositive bool `opt:"assume-positive" help:"assume that every scale is positive, as NNVM does: results are wrong if a scale is not positive"`
}

// Pass returns fold-scale-axis.
func Pass() passes.Pass {
	p := passes.OnWith("fold-scale-axis", doc, options{}, func(r *passes.Run, f fn.Func, o options) error {
		if f.IsDeclaration() {
			return nil
		}
		n := Func(f, o.AssumePositive)
		if r.Count("folded", n); n == 0 {
			r.Unchanged()
		}
		return nil
	})
	p.Needs = []passes.Fact{passes.Shapes()}
	return p
}

// Func folds scales in f, whose shapes must be known, and returns the number of folded scales.
// First it moves scales up to the convolution that produces the scaled value, beginning with the
// last scale. Then it moves the remaining scales down to the convolutions that read the product.
// New expand_dims operations have unknown types.
func Func(f fn.Func, assumePositive bool) int {
	var muls []*ir.Op
	read := versions.Of(f.Entry())
	for op := range f.Entry().Ops() {
		if ir.Is[nnvm.BroadcastMul](op) {
			muls = append(muls, op)
		}
	}
	n := 0
	for _, op := range slices.Backward(muls) {
		n += fold(f, read, op, assumePositive, (*folder).up)
	}
	for _, op := range muls {
		if op.Block() != nil {
			n += fold(f, read, op, assumePositive, (*folder).down)
		}
	}
	return n
}

// change is an operand to multiply or divide by the scale along an axis.
type change struct {
	use    *ir.Use
	axis   int
	divide bool
}

// folder follows one scale.
type folder struct {
	f       fn.Func
	scale   *ir.Value // a vector
	source  *ir.Op    // the operation that reads the scale
	sign    bool      // no element of the scale is negative
	nonzero bool      // no element of the scale is 0
	changes []change
}

// fold moves the scale of op if op is a multiplication whose scale can be moved.
func fold(f fn.Func, read *versions.Versions, op *ir.Op, assume bool, move func(*folder, *ir.Value, *ir.Value, int) bool) int {
	mul, ok := ir.As[nnvm.BroadcastMul](op)
	if !ok {
		return 0
	}
	t := op.Result().Type()
	out, _ := t.Shape()
	if len(out) < 2 || !t.Elem().IsFloat() { // integer averages and quotients are rounded, and products wrap around
		return 0
	}
	for _, side := range [][2]*ir.Value{{mul.LHS(), mul.RHS()}, {mul.RHS(), mul.LHS()}} {
		data, by := side[0], side[1]
		axis := vectorAxis(out, by)
		scale := vectorOf(by)
		if shape, _ := data.Type().Shape(); axis < 0 || scale == nil || !slices.Equal(shape, out) {
			continue
		}
		s := signs{f, read}
		positive := assume || s.positive(scale)
		w := &folder{f: f, scale: scale, source: op, sign: positive || s.nonNegative(scale), nonzero: positive}
		if scale != by {
			w.source = by.Def()
		}
		if move(w, data, op.Result(), axis) && w.readSame(read, op, data) {
			w.apply(op, data)
			return 1
		}
	}
	return 0
}

// vectorAxis returns the axis of shape along which v varies. Exactly one dimension of v must have
// an extent other than 1, and shape must have the same extent in this axis. Otherwise, vectorAxis
// returns -1.
func vectorAxis(shape []int64, v *ir.Value) int {
	s, _ := v.Type().Shape()
	axis := -1
	for i, n := range s {
		d := len(shape) - len(s) + i
		if n == 1 {
			continue
		}
		if axis >= 0 || n != shape[d] {
			return -1
		}
		axis = d
	}
	return axis
}

// vectorOf returns v if v is a vector. If v adds dimensions of extent 1 at the end of a vector, it
// returns this vector. Otherwise it returns nil.
func vectorOf(v *ir.Value) *ir.Value {
	if shape, _ := v.Type().Shape(); len(shape) == 1 {
		return v
	}
	e, ok := ir.Defining[nnvm.ExpandDims](v)
	if !ok || e.Axis() != 1 {
		return nil
	}
	if shape, _ := e.Data().Type().Shape(); len(shape) != 1 {
		return nil
	}
	return e.Data()
}

// up reports whether the scale can move up to the convolution that produces the value data, and
// records the necessary changes.
func (w *folder) up(data, _ *ir.Value, axis int) bool {
	op := data.Def()
	if op == nil || !data.HasOneUse() {
		return false
	}
	switch o := op.View().(type) {
	case nnvm.Conv2D:
		_, kernel, out := o.Layouts()
		if kernel != "OIHW" || out != "NCHW" || axis != 1 {
			return false
		}
		w.multiply(o.WeightUse(), 0)
		if bias := o.BiasUse(); bias != nil {
			w.multiply(bias, 0)
		}
		return true
	case nnvm.BroadcastAdd, nnvm.BroadcastSub:
		main, addend := sides(o, axis)
		if main == nil {
			return false
		}
		w.multiply(addend, axisOf(addend, axis))
		return w.up(main.Value(), nil, axis)
	}
	through := w.passes(op, axis)
	return through != nil && w.up(through, nil, axis)
}

// down reports whether the scale can move down to the convolutions that read product, the result of
// the multiplication. It records the necessary changes.
func (w *folder) down(_, product *ir.Value, axis int) bool {
	if !product.HasUses() {
		return false
	}
	for u := range product.Uses() {
		if !w.reader(u, axis) {
			return false
		}
	}
	return true
}

func (w *folder) reader(u *ir.Use, axis int) bool {
	op := u.Owner()
	switch o := op.View().(type) {
	case nnvm.Conv2D:
		data, kernel, _ := o.Layouts()
		if u != o.DataUse() || kernel != "OIHW" || data != "NCHW" || axis != 1 || o.Groups() > 1 {
			return false
		}
		w.multiply(o.WeightUse(), 1)
		return true
	case nnvm.BroadcastAdd, nnvm.BroadcastSub:
		main, addend := sides(o, axis)
		if main != u || !w.nonzero {
			return false
		}
		w.changes = append(w.changes, change{use: addend, axis: axisOf(addend, axis), divide: true})
		return w.down(nil, op.Result(), axis)
	}
	return w.passes(op, axis) != nil && w.down(nil, op.Result(), axis)
}

// passes returns the operand x of op for which op(scale·x) is scale·op(x), or nil. The scale is
// along axis.
func (w *folder) passes(op *ir.Op, axis int) *ir.Value {
	switch o := op.View().(type) {
	case nnvm.Relu:
		if w.sign {
			return o.Data()
		}
	case nnvm.LeakyRelu:
		if w.sign {
			return o.Data()
		}
	case nnvm.MaxPool2D:
		if w.sign && axis == 1 && o.Layout() == "NCHW" {
			return o.Data()
		}
	case nnvm.AvgPool2D:
		if axis == 1 && o.Layout() == "NCHW" {
			return o.Data()
		}
	}
	return nil
}

// sides returns the operands of an addition or subtraction: main has the shape of the result, and
// addend is a vector along axis. If the operands have other shapes, both are nil.
func sides(sum ir.View, axis int) (main, addend *ir.Use) {
	var left, right *ir.Use
	switch o := sum.(type) {
	case nnvm.BroadcastAdd:
		left, right = o.LHSUse(), o.RHSUse()
	case nnvm.BroadcastSub:
		left, right = o.LHSUse(), o.RHSUse()
	}
	out, _ := left.Owner().Result().Type().Shape()
	fits := func(main, addend *ir.Use) bool {
		shape, _ := main.Value().Type().Shape()
		return slices.Equal(shape, out) && vectorAxis(out, addend.Value()) == axis
	}
	switch {
	case fits(left, right):
		return left, right
	case fits(right, left):
		return right, left
	}
	return nil, nil
}

// axisOf returns the dimension of an addend that corresponds to an axis of the result.
func axisOf(addend *ir.Use, axis int) int {
	shape, _ := addend.Value().Type().Shape()
	out, _ := addend.Owner().Result().Type().Shape()
	return axis - (len(out) - len(shape))
}

func (w *folder) multiply(use *ir.Use, axis int) {
	w.changes = append(w.changes, change{use: use, axis: axis})
}

// apply makes the changes and removes the multiplication.
func (w *folder) apply(mul *ir.Op, data *ir.Value) {
	b := ir.NewBuilder(mul.Registry())
	w.lift(mul)
	for _, c := range w.changes {
		b.Before(c.use.Owner())
		v := c.use.Value()
		shape, _ := v.Type().Shape()
		by := nnvm.AlongAxis(b, w.scale, len(shape), c.axis)
		scaled := nnvm.Make[nnvm.BroadcastMul]
		if c.divide {
			scaled = nnvm.Make[nnvm.BroadcastDiv]
		}
		out := scaled(b, []*ir.Value{v, by})
		out.SetType(v.Type())
		c.use.Set(out)
	}
	mul.Result().ReplaceAllUses(data)
	dead := mul.OperandList()
	mul.Erase()
	for _, v := range dead {
		if d := v.Def(); d != nil && d.Dead() {
			d.Erase()
		}
	}
}

// readSame reports whether the rewritten operations read the same versions of variables as before
// (see package versions), and whether the producers of the scale can be moved. The changed
// operations will read the scale, and the readers of mul's product will read data. The producers of
// the scale will run before the first changed operation.
func (w *folder) readSame(read *versions.Versions, mul *ir.Op, data *ir.Value) bool {
	for u := range mul.Result().Uses() {
		if !read.Same(data, mul, u.Owner()) {
			return false
		}
	}
	for _, c := range w.changes {
		if !read.Same(w.scale, w.source, c.use.Owner()) {
			return false
		}
	}
	first := w.first(mul)
	seen := map[*ir.Value]bool{}
	for todo := []*ir.Value{w.scale}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		d := v.Def()
		if seen[v] || d == nil || d.Block() != first.Block() || d.IsBefore(first) {
			continue
		}
		if seen[v] = true; d.NumRegions() > 0 || !read.Movable(d, first) { // a region can read values of the function
			return false
		}
		todo = append(todo, d.OperandList()...)
	}
	return true
}

// first returns the earliest of mul and the changed operations.
func (w *folder) first(mul *ir.Op) *ir.Op {
	first := mul
	for _, c := range w.changes {
		if o := c.use.Owner(); o.IsBefore(first) {
			first = o
		}
	}
	return first
}

// lift moves operations that compute the scale before the first changed operation, if they are
// after it.
func (w *folder) lift(mul *ir.Op) {
	first := w.first(mul)
	var above func(v *ir.Value)
	above = func(v *ir.Value) {
		d := v.Def()
		if d == nil || d.Block() != first.Block() || d.IsBefore(first) {
			return
		}
		for x := range d.Operands() {
			above(x)
		}
		d.MoveBefore(first)
	}
	above(w.scale)
}
