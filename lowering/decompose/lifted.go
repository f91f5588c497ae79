package decompose

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// lifted applies the body of o, a stablehlo.map on complex numbers, to whole tensors, since later
// passes can replace complex tensors by their parts. It returns nil if an operation of the body is
// not elementwise.
func lifted(e emit.Emitter, o stablehlo.Map) []*ir.Value {
	body, shape := o.Computation().Entry(), shapeOf(o.Op.Result())
	touches := isComplex(o.Op.Result().Type())
	for _, v := range o.Inputs() {
		touches = touches || isComplex(v.Type())
	}
	for op := range body.Ops() {
		touches = touches && (op == body.Last() || ir.Is[stablehlo.Constant](op) || op.Has(ir.Elementwise))
	}
	if !touches {
		return nil
	}
	var m ir.Mapping
	for i, v := range o.Inputs() {
		m.Map(body.Arg(i), v)
	}
	for op := body.First(); op != body.Last(); op = op.Next() {
		if ir.Is[stablehlo.Constant](op) {
			m.Map(op.Result(), e.Broadcast(e.B.Clone(op, &m).Result(), shape))
			continue
		}
		var operands []*ir.Value
		for _, v := range op.OperandList() {
			operands = append(operands, m.Value(v))
		}
		t := ir.Tensor(op.Result().Type().Elem(), shape...)
		whole := e.B.Op(op.Name(), ir.Init{Operands: operands, Results: []ir.Type{t}})
		for name, a := range op.Attrs() {
			whole.SetAttr(name, a)
		}
		m.Map(op.Result(), whole.Result())
	}
	return []*ir.Value{m.Value(body.Last().OperandList()[0])}
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
