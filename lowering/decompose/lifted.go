package decompose

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// maxMapped is the maximum number of operations in the body of a map that becomes one loop nest.
// A larger body becomes operations on whole tensors, which are fused into nests of limited size.
const maxMapped = 64

// lifted applies the body of o to whole tensors if the body is large or has complex numbers, which
// later passes replace only in tensors. It returns nil if the body stays scalar.
func lifted(e emit.Emitter, o stablehlo.Map) []*ir.Value {
	body, shape := o.Computation().Entry(), shapeOf(o.Op.Result())
	if body.Len() <= maxMapped && !hasComplex(o.Op) {
		return nil
	}
	for op := range body.Ops() {
		if op != body.Last() && !ir.Is[stablehlo.Constant](op) && !stablehlo.PerElement(op) {
			return nil
		}
	}
	var m ir.Mapping
	for i, v := range o.Inputs() {
		m.Map(body.Arg(i), v)
	}
	// The body may also read scalars that are defined outside.
	whole := func(v *ir.Value) *ir.Value { return e.Broadcast(m.Value(v), shape) }
	for op := body.First(); op != body.Last(); op = op.Next() {
		if ir.Is[stablehlo.Constant](op) {
			m.Map(op.Result(), e.Broadcast(e.B.Clone(op, &m).Result(), shape))
			continue
		}
		var operands []*ir.Value
		for _, v := range op.OperandList() {
			operands = append(operands, whole(v))
		}
		t := ir.Tensor(op.Result().Type().Elem(), shape...)
		made := e.B.Op(op.Name(), ir.Init{Operands: operands, Results: []ir.Type{t}})
		for name, a := range op.Attrs() {
			made.SetAttr(name, a)
		}
		m.Map(op.Result(), made.Result())
	}
	return []*ir.Value{whole(body.Last().OperandList()[0])}
}

// convolved replaces the dynamic convolution o by a static convolution. It returns nil if the
// padding of o is not constant.
func convolved(e emit.Emitter, o stablehlo.DynamicConv) *ir.Value {
	padding, ok := constant(o.Padding())
	if !ok {
		return nil
	}
	c := e.B.Op("stablehlo.convolution", ir.Init{Operands: []*ir.Value{o.LHS(), o.RHS()}, Results: []ir.Type{o.Op.Result().Type()}})
	for name, a := range o.Op.Attrs() {
		c.SetAttr(name, a)
	}
	c.SetAttr("padding", ir.NewDense(ir.Tensor(ir.I64(), int64(len(padding)/2), 2), tensor.FromSlice([]int64{int64(len(padding) / 2), 2}, padding)))
	return c.Result()
}
