package stablehlo

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const shapeDoc = `replace computations of shapes by StableHLO on tensors of i32

Operations of the dialects shape and tensor become StableHLO, and so do products and casts of
indices. Conversion casts connect an index with a scalar tensor of i32, and a tensor of index
with a tensor of i32.`

// ShapePass returns shape-legalize-to-stablehlo.
func ShapePass() passes.Pass {
	return passes.On("shape-legalize-to-stablehlo", shapeDoc, func(r *passes.Run, m ir.Module) error {
		var ops []*ir.Op
		m.Op.Walk(func(op *ir.Op) bool {
			if isShapeOp(op) {
				ops = append(ops, op)
			}
			return true
		})
		rw := rewrite.New(r.Registry)
		for _, op := range ops {
			if err := fewDimensions(op); err != nil {
				return err
			}
			rw.Before(op)
			rw.Loc = op.Loc()
			rw.Created = func(made *ir.Op) { made.Derive(op) }
			v := shapeRule(indices{emit.Emitter{B: &rw.Builder}}, op)
			if v == nil || v.Type() != op.Result().Type() {
				return ir.ErrorAt(op, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
			}
			rw.Replace(op, v)
		}
		if len(ops) == 0 {
			r.Unchanged()
		}
		return nil
	})
}

// maxRank is the largest number of dimensions of a shape, as in StableHLO's verifier. It limits the
// code for a shape, which grows with the number of dimensions.
const maxRank = 1 << 16

// fewDimensions fails if op is an operation on a shape of more than maxRank dimensions.
func fewDimensions(op *ir.Op) error {
	if !ir.Is[shape.NumElements](op) && !ir.Is[shape.Broadcast](op) {
		return nil
	}
	for v := range op.Operands() {
		if t := v.Type(); t.IsShaped() && t.HasStaticShape() && t.NumElements() > maxRank {
			return ir.Errorf(op, "has a shape of %d dimensions, but at most %d are supported", t.NumElements(), maxRank).
				WithHelp("use a tensor of fewer dimensions")
		}
	}
	return nil
}

// isShapeOp reports whether op must be replaced.
func isShapeOp(op *ir.Op) bool {
	switch op.View().(type) {
	case arith.IndexCast, arith.MulI:
		return true
	case tensor.Cast:
		return false
	}
	dialect, _, _ := strings.Cut(op.Name(), ".")
	return dialect == "shape" || dialect == "tensor" ||
		dialect == "stablehlo" && slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool { return ofIndex(v.Type()) })
}

func ofIndex(t ir.Type) bool { return t.IsIndex() || t.IsShaped() && t.Elem().IsIndex() }

// indices inserts operations on tensors of i32 in place of operations on indices.
type indices struct{ emit.Emitter }

// shapeRule returns the value that replaces the result of op, or nil if there is no rule.
func shapeRule(e indices, op *ir.Op) *ir.Value {
	switch o := op.View().(type) {
	case shape.ConstShape:
		return e.constShape(o)
	case shape.ShapeOf:
		return e.shapeOf(o)
	case shape.NumElements:
		return e.numElements(o)
	case shape.Broadcast:
		return e.broadcast(o)
	case tensor.Dim:
		if n, ok := rewrite.ConstInt(o.Index()); ok {
			return e.toIndex(e.dimensionSize(o.Source(), n))
		}
	case tensor.Extract:
		return e.extract(o)
	case tensor.FromElements:
		return e.fromElements(o)
	case arith.MulI:
		if x, y := e.factor(o.LHS()), e.factor(o.RHS()); ofIndex(op.Result().Type()) && x != nil && y != nil {
			return e.toIndex(e.Mul(x, y))
		}
	case arith.IndexCast:
		return e.indexCast(o)
	case stablehlo.DynamicBroadcastInDim, stablehlo.DynamicReshape:
		return e.withOperands(op)
	}
	return nil
}

func (e indices) cast(v *ir.Value, t ir.Type) *ir.Value {
	return builtin.NewCast(e.B, v, t).Op.Result()
}

// to32 returns v as a tensor of i32 if v is an index, or a tensor of indices or of i32 with a
// static shape. Otherwise it returns nil.
func (e indices) to32(v *ir.Value) *ir.Value {
	t := v.Type()
	switch {
	case t.IsIndex():
		return e.cast(v, ir.Tensor(ir.I32()))
	case !ir.IsType[*ir.TensorType](t) || !t.HasStaticShape():
		return nil
	case t.Elem() == ir.I32():
		return v
	case t.Elem().IsIndex():
		return e.cast(v, t.WithElem(ir.I32()))
	}
	return nil
}

// toIndex returns v if v is an index or a tensor of indices. It converts a tensor of i32 with a
// static shape to an index if its rank is 0, and otherwise to a tensor of indices. For other types,
// it returns nil.
func (e indices) toIndex(v *ir.Value) *ir.Value {
	t := v.Type()
	switch {
	case ofIndex(t):
		return v
	case !ir.IsType[*ir.TensorType](t) || !t.HasStaticShape() || t.Elem() != ir.I32():
		return nil
	case t.Rank() == 0:
		return e.cast(v, ir.Index())
	}
	return e.cast(v, t.WithElem(ir.Index()))
}

// factor returns v as a tensor of i32, or nil if v is neither an index nor a tensor of indices with
// a static shape. If v is a constant index, the result is a constant.
func (e indices) factor(v *ir.Value) *ir.Value {
	if !ofIndex(v.Type()) {
		return nil
	}
	if n, ok := rewrite.ConstInt(v); ok && v.Type().IsIndex() {
		return e.Scalar(ir.I32(), float64(n))
	}
	return e.to32(v)
}

func (e indices) constShape(o shape.ConstShape) *ir.Value {
	if !ir.IsType[*ir.TensorType](o.Op.Result().Type()) {
		return nil
	}
	return e.toIndex(e.list(o.Extents()))
}

func (e indices) list(shape []int64) *ir.Value {
	values := make([]float64, len(shape))
	for i, n := range shape {
		values[i] = float64(n)
	}
	return e.Table(ir.I32(), values, int64(len(shape)))
}

func (e indices) dimensionSize(x *ir.Value, dim int64) *ir.Value {
	if dim < 0 || dim >= int64(x.Type().Rank()) {
		return e.Scalar(ir.I32(), 0) // the result is not defined in this case
	}
	return ir.Create[stablehlo.GetDimensionSize](e.B, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(ir.I32())}, Attrs: []ir.Attr{ir.NewI64(dim)},
	}).Op.Result()
}

func (e indices) shapeOf(o shape.ShapeOf) *ir.Value {
	x := o.Arg()
	if !ir.IsType[*ir.TensorType](x.Type()) {
		return nil
	}
	var sizes []*ir.Value
	for i := range x.Type().Rank() {
		sizes = append(sizes, e.Reshape(e.dimensionSize(x, int64(i)), 1))
	}
	if len(sizes) == 0 {
		return e.toIndex(e.list(nil))
	}
	return e.toIndex(e.Concat(0, sizes...))
}

func (e indices) numElements(o shape.NumElements) *ir.Value {
	s := e.to32(o.Shape())
	if s == nil || o.Op.Result().Type() != ir.Index() {
		return nil
	}
	n := e.Scalar(ir.I32(), 1)
	for i := range emit.Shape(s)[0] {
		one := e.Reshape(e.Slice(s, []int64{i}, []int64{i + 1}))
		n = e.Mul(n, one)
	}
	return e.toIndex(n)
}

// broadcast returns the elementwise maximum of two shapes. The shorter shape is extended with
// leading ones.
func (e indices) broadcast(o shape.Broadcast) *ir.Value {
	if len(o.Shapes()) != 2 {
		return nil
	}
	x := e.to32(o.Shapes()[0])
	if x == nil {
		return nil
	}
	y := e.to32(o.Shapes()[1])
	if y == nil {
		return nil
	}
	switch m, n := emit.Shape(x)[0], emit.Shape(y)[0]; {
	case m < n:
		x = e.Concat(0, e.ones(n-m), x)
	case m > n:
		y = e.Concat(0, e.ones(m-n), y)
	}
	return e.toIndex(e.Max(x, y))
}

func (e indices) ones(n int64) *ir.Value { return e.list(slices.Repeat([]int64{1}, int(n))) }

// extract returns a slice of one element. It returns nil if an index is not constant, or not inside
// of a static shape.
func (e indices) extract(o tensor.Extract) *ir.Value {
	have := emit.Shape(o.Tensor())
	var start, limit []int64
	for i, v := range o.Indices() {
		n, ok := rewrite.ConstInt(v)
		if !ok || n < 0 || have[i] == ir.Dynamic || n >= have[i] {
			return nil
		}
		start, limit = append(start, n), append(limit, n+1)
	}
	x := e.to32(o.Tensor())
	if x == nil {
		return nil
	}
	v := e.Reshape(e.Slice(x, start, limit))
	if o.Op.Result().Type().IsIndex() {
		return e.toIndex(v)
	}
	return e.cast(v, o.Op.Result().Type())
}

func (e indices) fromElements(o tensor.FromElements) *ir.Value {
	t := o.Op.Result().Type()
	if t.Rank() == 0 {
		return e.cast(o.Elements()[0], t)
	}
	if t.Rank() != 1 || !t.Elem().IsIndex() {
		return nil
	}
	var parts []*ir.Value
	for _, v := range o.Elements() {
		if n, ok := rewrite.ConstInt(v); ok {
			parts = append(parts, e.list([]int64{n}))
			continue
		}
		parts = append(parts, e.Reshape(e.to32(v), 1))
	}
	if len(parts) == 0 {
		return e.toIndex(e.list(nil))
	}
	return e.toIndex(e.Concat(0, parts...))
}

func (e indices) indexCast(o arith.IndexCast) *ir.Value {
	in, out := o.In(), o.Op.Result().Type()
	switch {
	case in.Type().IsIndex():
		v := e.to32(in)
		if !out.IsInt(32) {
			v = e.Convert(v, out)
		}
		return e.cast(v, out)
	case !in.Type().IsShaped() && ofIndex(out):
		return e.cast(e.cast(in, ir.Tensor(in.Type())), out)
	}
	v := e.to32(in)
	if v == nil {
		return nil
	}
	if ofIndex(out) {
		return e.toIndex(v)
	}
	return v
}

// withOperands replaces the index operands of an operation of StableHLO by tensors of i32.
func (e indices) withOperands(op *ir.Op) *ir.Value {
	operands := op.OperandList()
	for i, v := range operands {
		if !ofIndex(v.Type()) {
			continue
		}
		if operands[i] = e.to32(v); operands[i] == nil {
			return nil
		}
	}
	made := e.B.Op(op.Name(), ir.Init{Operands: operands, Results: op.ResultTypes()})
	for name, a := range op.Attrs() {
		made.SetAttr(name, a)
	}
	return made.Result()
}
