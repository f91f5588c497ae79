package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// ExpandQuantized replaces quantized ranked tensors inside root by tensors of the storage type. It
// dequantizes the operands of operations, and quantizes their results. [expander.product] describes
// how a dot_general or convolution of two quantized operands is expanded. ExpandQuantized reports
// whether any value was quantized.
func ExpandQuantized(root *ir.Op) bool {
	x := &expander{types: map[*ir.Value]ir.Type{}}
	var work []*ir.Op
	x.collect(root, &work)
	if len(x.types) == 0 {
		return false
	}
	x.b = ir.NewBuilder(root.Registry())
	for _, op := range work {
		x.expand(op)
	}
	for _, op := range x.casts {
		op.Result().ReplaceAllUses(op.OperandAt(0))
		op.Erase()
	}
	return true
}

// expander rewrites operations. types has the original type of each value that was quantized. casts
// has the operations quant.scast. They are removed last, because until then their operand and
// result must be different values: only one of the two is in types.
type expander struct {
	types map[*ir.Value]ir.Type
	casts []*ir.Op
	b     *ir.Builder
}

// storageOf returns t with the storage type as its element type, and true. If t is not a ranked
// tensor of quantized elements, storageOf returns t and false.
func storageOf(t ir.Type) (ir.Type, bool) {
	q, ok := uniformOf(t)
	if !ok || !ir.IsType[*ir.TensorType](t) {
		return t, false
	}
	return t.WithElem(q.storage.Type()), true
}

func (x *expander) retype(v *ir.Value) bool {
	t, ok := storageOf(v.Type())
	if ok {
		x.types[v] = v.Type()
		v.SetType(t)
	}
	return ok
}

// collect gives quantized values their storage types. It appends the operations that use or define
// quantized values to *work.
func (x *expander) collect(op *ir.Op, work *[]*ir.Op) {
	x.signature(op)
	touched := false
	for v := range op.Operands() {
		if _, ok := x.types[v]; ok {
			touched = true
		}
	}
	for v := range op.Results() {
		touched = x.retype(v) || touched
	}
	if touched {
		*work = append(*work, op)
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks {
			for _, v := range b.Args() {
				x.retype(v)
			}
			for inner := range b.Ops() {
				x.collect(inner, work)
			}
		}
	}
}

// signature replaces the quantized types in op's attribute function_type, if op has this attribute.
func (x *expander) signature(op *ir.Op) {
	for i, f := range op.Def().Spec.Attrs {
		d, ok := ir.AttrAs[*ir.TypeAttr](op.AttrAt(i))
		if !ok || f.Name != "function_type" {
			continue
		}
		sig, ok := ir.TypeAs[*ir.FunctionType](d.Type)
		if !ok {
			continue
		}
		ins, outs := slices.Clone(sig.Inputs), slices.Clone(sig.Results)
		for _, ts := range [][]ir.Type{ins, outs} {
			for j := range ts {
				ts[j], _ = storageOf(ts[j])
			}
		}
		op.SetAttrAt(i, ir.NewAttr(&ir.TypeAttr{Type: ir.Function(ins, outs)}))
	}
}

// passes reports whether op can work on values of storage types without a change.
func passes(op *ir.Op) bool {
	switch op.View().(type) {
	case Constant, BitcastConvert, OptimizationBarrier, CustomCall, Composite, Tuple, GetTupleElement:
		return true
	}
	if _, ok := ir.Cast[ir.Caller](op); ok {
		return true
	}
	return op.NumRegions() > 0 || op.Terminator()
}

// expand rewrites an operation that uses or defines quantized values.
func (x *expander) expand(op *ir.Op) {
	if passes(op) {
		return
	}
	x.b.Before(op)
	scale := ir.Type{}
	switch op := op.View().(type) {
	case UniformQuantize:
		in := x.real(op.Operand())
		x.replace(op.Op, x.quantized(in, x.types[op.Op.Result()]))
		return
	case UniformDequantize:
		x.replace(op.Op, x.real(op.Operand()))
		return
	case quant.QuantizeCast:
		if t, ok := x.types[op.Op.Result()]; ok {
			x.replace(op.Op, x.quantized(op.Input(), t))
		}
		return
	case quant.DequantizeCast:
		x.replace(op.Op, x.real(op.Input()))
		return
	case quant.StorageCast:
		x.casts = append(x.casts, op.Op)
		return
	case DotGeneral, Convolution:
		scale = x.product(op)
	}
	ins := make([]*ir.Value, op.NumOperands())
	for i := range ins {
		ins[i] = op.OperandAt(i)
		switch t, ok := x.types[ins[i]]; {
		case !ok:
		case scale.IsNil():
			ins[i] = x.real(ins[i])
		default:
			ins[i] = x.shifted(ins[i], t)
		}
	}
	for i, v := range ins {
		op.SetOperandAt(i, v)
	}
	for i := range op.NumResults() {
		x.result(op, op.ResultAt(i), scale)
	}
}

// result changes the type of v, a result of op, to the expressed type. It replaces the uses of v by
// the quantized value. If the quantized type "scale" is not nil, result first multiplies v by the
// scales of this type.
func (x *expander) result(op *ir.Op, v *ir.Value, scale ir.Type) {
	t, ok := x.types[v]
	if !ok {
		return
	}
	q, _ := uniformOf(t)
	delete(x.types, v)
	v.SetType(t.WithElem(q.expressed))
	x.b.After(op)
	uses := slices.Collect(v.Uses())
	out := v
	if !scale.IsNil() {
		s, _ := uniformOf(scale)
		out = NewMultiply(x.b, out, x.params(s, v.Type(), s.axis, scaleOf)).Op.Result()
	}
	out = x.quantized(out, t)
	x.types[out] = t
	for _, u := range uses {
		u.Set(out)
	}
}

// product returns a nil type if an operand of a dot_general or convolution is not quantized, or if
// the left operand is quantized per axis. Otherwise the operation computes on the stored integers
// minus the zero points, and its result is multiplied by the products of the operands' scales.
// product returns a quantized type with these products as scales. If the right operand is quantized
// per axis, the type is quantized along the corresponding dimension of the result.
func (x *expander) product(view ir.View) ir.Type {
	op := ir.OpOf(view)
	l, ok1 := uniformOf(x.typeOf(op.OperandAt(0)))
	r, ok2 := uniformOf(x.typeOf(op.OperandAt(1)))
	if !ok1 || !ok2 || l.perAxis {
		return ir.Type{}
	}
	axis := int64(0)
	if r.perAxis {
		switch o := view.(type) {
		case Convolution:
			axis = o.DimensionNumbers().OutputFeature
		case DotGeneral:
			d := o.DotDimensionNumbers()
			free := keptDims(o.RHS().Type().Dims(), slices.Concat(d.RHSBatching, d.RHSContracting))
			axis = int64(rankOf(o.Op.Result().Type()) - len(free) + slices.Index(free, int(r.axis)))
		}
	}
	params := make([]quant.Param, len(r.params))
	for i, q := range r.params {
		params[i].Scale = q.Scale * l.params[0].Scale
	}
	if r.perAxis {
		return ir.NewType(&quant.PerAxisType{Storage: r.storage, Of: r.expressed, Axis: axis, Params: params})
	}
	return ir.NewType(&quant.UniformType{Storage: r.storage, Of: r.expressed, Param: params[0]})
}

// keptDims returns the indices of the dimensions of shape, except those in dims.
func keptDims(shape, dims []int64) []int {
	var kept []int
	for i := range shape {
		if !slices.Contains(dims, int64(i)) {
			kept = append(kept, i)
		}
	}
	return kept
}

func (x *expander) typeOf(v *ir.Value) ir.Type {
	if t, ok := x.types[v]; ok {
		return t
	}
	return v.Type()
}

func (x *expander) replace(op *ir.Op, v *ir.Value) {
	if t, ok := x.types[op.Result()]; ok {
		x.types[v] = t
	}
	op.Result().ReplaceAllUses(v)
	op.Erase()
}

func scaleOf(p quant.Param) float64     { return p.Scale }
func zeroPointOf(p quant.Param) float64 { return float64(p.ZeroPoint) }

// params returns a tensor of type t with the scales or the zero points of q. The function "of" is
// scaleOf or zeroPointOf. If q is quantized per axis, axis is the quantized dimension of t.
func (x *expander) params(q uniform, t ir.Type, axis int64, of func(quant.Param) float64) *ir.Value {
	shape := []int64{}
	if q.perAxis {
		shape = append(shape, int64(len(q.params)))
	}
	elem := t.Elem()
	c := tensor.New(elem.Kind(), shape...)
	for i := range c.NumElements() {
		c.SetFloat(i, of(q.params[i]))
	}
	v := NewConstant(x.b, ir.NewDense(ir.Tensor(elem, shape...), c)).Op.Result()
	return x.broadcast(v, t, axis)
}

func (x *expander) broadcast(v *ir.Value, t ir.Type, axis int64) *ir.Value {
	dims := []int64{}
	if rankOf(v.Type()) > 0 {
		dims = append(dims, axis)
	}
	return ir.Create[BroadcastInDim](x.b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(dims...)}}).Op.Result()
}

func (x *expander) number(n float64, t ir.Type) *ir.Value {
	return x.params(uniform{params: []quant.Param{{Scale: n}}}, t, 0, scaleOf)
}

func (x *expander) convert(v *ir.Value, t ir.Type) *ir.Value {
	return ir.Create[Convert](x.b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
}

func (x *expander) bitcast(v *ir.Value, t ir.Type) *ir.Value {
	return ir.Create[BitcastConvert](x.b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
}

// unsigned() returns the unsigned integer type that is as wide as the storage type.
func (q uniform) unsigned() ir.Type {
	return ir.NewType(&ir.IntType{Bits: q.storage.Bits, Sign: ir.Unsigned})
}

// shifted(v, t) returns v minus the zero point, as a float. v has the storage type of the quantized
// type t.
func (x *expander) shifted(v *ir.Value, t ir.Type) *ir.Value {
	q, _ := uniformOf(t)
	if !q.storage.Signed {
		v = x.bitcast(v, t.WithElem(q.unsigned()))
	}
	float := t.WithElem(q.expressed)
	return NewSubtract(x.b, x.convert(v, float), x.params(q, float, q.axis, zeroPointOf)).Op.Result()
}

// real(v) returns the real number that v represents if v was quantized, and v otherwise.
func (x *expander) real(v *ir.Value) *ir.Value {
	t, ok := x.types[v]
	if !ok {
		return v
	}
	q, _ := uniformOf(t)
	float := t.WithElem(q.expressed)
	return NewMultiply(x.b, x.shifted(v, t), x.params(q, float, q.axis, scaleOf)).Op.Result()
}

// quantized converts the real number v to the quantized type t, and returns the stored integer.
func (x *expander) quantized(v *ir.Value, t ir.Type) *ir.Value {
	q, _ := uniformOf(t)
	float := v.Type()
	v = NewDivide(x.b, v, x.params(q, float, q.axis, scaleOf)).Op.Result()
	v = NewAdd(x.b, v, x.params(q, float, q.axis, zeroPointOf)).Op.Result()
	v = ir.Create[Clamp](x.b, ir.Init{
		Operands: []*ir.Value{x.number(float64(q.storage.Min), float), v, x.number(float64(q.storage.Max), float)},
		Results:  []ir.Type{float},
	}).Op.Result()
	v = ir.Create[RoundNearestEven](x.b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{float}}).Op.Result()
	stored, _ := storageOf(t)
	if q.storage.Signed {
		return x.convert(v, stored)
	}
	return x.bitcast(x.convert(v, t.WithElem(q.unsigned())), stored)
}
