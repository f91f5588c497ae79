package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/interp"
)

// stateOps lists the operators that read or change variables, and control dependencies.
func stateOps() []ir.OpDecl {
	return []ir.OpDecl{
		// Assign has no expansion, because StableHLO operations are pure. The pass state-to-values
		// replaces an Assign by a value that the function returns.
		declare[Assign](rules{shapes: sameShape, pattern: Opaque, inPlace: [][2]int{{1, 0}}, layout: keepLayout, grad: gradAssign}),
		// Read has no expansion either: its result depends on its position.
		declare[Read](rules{shapes: sameShape, pattern: Opaque, layout: keepLayout, grad: gradCopy}),
		ir.Decl[After](),
	}
}

// Assign assigns a new value to a variable, which is an argument of the function. The new value is
// also the result. Later uses of the variable see the new value.
//
//	%r = nnvm._assign(%w, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type Assign struct{ ir.Ref }

// Variable and Value return the operands.
func (o Assign) Variable() *ir.Value { return o.Op.OperandAt(0) }
func (o Assign) Value() *ir.Value    { return o.Op.OperandAt(1) }

// VariableUse returns the use of the variable.
func (o Assign) VariableUse() *ir.Use { return o.Op.UseAt(0) }

// Spec implements ir.View.
func (Assign) Spec() ir.Spec {
	s := operator("_assign", "Gives a variable a new value.", "variable value", "result")
	s.Traits = 0
	return s
}

// Effects implements ir.Effecter.
func (o Assign) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Variable()}} }

// Mutated implements index.Mutator.
func (o Assign) Mutated() []*ir.Use { return []*ir.Use{o.VariableUse()} }

// Verify implements ir.Verifier.
func (o Assign) Verify() error {
	if !o.Variable().IsArg() {
		return ir.Errorf(o.Op, "changes a value that is not a variable")
	}
	return verify(o.Op)
}

// gradAssign passes the gradient to the new value. The variable's old value has no gradient.
func gradAssign(g *Grads) []*ir.Value { return []*ir.Value{nil, g.Out[0]} }

// Read returns the value that a variable has at the operation's position. The variable is an
// argument of the function. Operations can use a variable as an operand without a Read. A Read
// keeps the old value for uses after the variable changes.
//
// In NNVM's JSON, a reference to a variable has a version: the number of earlier changes. If the
// function returns the result of a Read, the exported graph returns a reference to the variable,
// with the version at the Read's position. Any other Read is exported as a copy operator.
//
//	%r = nnvm.read(%w) : (tensor<4xf32>) -> tensor<4xf32>
type Read struct{ ir.Ref }

// NewRead reads a variable.
func NewRead(b *ir.Builder, variable *ir.Value) *ir.Value {
	return ir.Create[Read](b, ir.Init{Operands: operands(variable), Results: []ir.Type{variable.Type()}}).Op.Result()
}

// Variable returns the operand.
func (o Read) Variable() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Read) Spec() ir.Spec {
	s := operator("read", "The value of a variable at this position.", "variable", "result")
	s.Traits = 0
	return s
}

// Effects implements ir.Effecter.
func (o Read) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Variable()}} }

// Read implements index.Reader.
func (o Read) Read() *ir.Use { return o.Op.UseAt(0) }

// Verify implements ir.Verifier.
func (o Read) Verify() error {
	if !o.Variable().IsArg() {
		return ir.Errorf(o.Op, "reads a value that is not a variable")
	}
	return verify(o.Op)
}

// After is a control dependency: the operation that defines %then runs after the operation that
// defines %first.
//
//	nnvm.after %then, %first : tensor<4xf32>, tensor<4xf32>
type After struct{ ir.Ref }

// Then and First return the operands.
func (o After) Then() *ir.Value  { return o.Op.OperandAt(0) }
func (o After) First() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (After) Spec() ir.Spec {
	return ir.Spec{
		Name: "nnvm.after", Doc: "Orders two operations: the one that defines operand #0 runs after the one that defines operand #1.",
		Operands: []ir.Field{{Name: "then", Type: constraint.AnyTensor}, {Name: "first", Type: constraint.AnyTensor}},
		Traits:   ir.AlwaysEffect,
		Format:   "operands attr-dict `:` type(operands)",
	}
}

// NewAfter creates an [After] operation.
func NewAfter(b *ir.Builder, then, first *ir.Value) After {
	return ir.Create[After](b, ir.Init{Operands: []*ir.Value{then, first}})
}

// Sequence implements index.Sequencer.
func (o After) Sequence() (first, then *ir.Value) { return o.First(), o.Then() }

// Expand implements nn.Expander. It creates nothing: the pass state-to-values runs earlier and
// makes all operations pure, and pure operations need no order.
func (o After) Expand(*ir.Builder, []*ir.Value) []*ir.Value { return nil }

// Eval implements interp.Evaler; it does nothing.
func (o After) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) { return nil, nil }

// Verify implements ir.Verifier. It requires that the operations are in the specified order.
func (o After) Verify() error {
	first, then := o.First().Def(), o.Then().Def()
	switch {
	case then == nil:
		return ir.Errorf(o.Op, "orders a function argument after another value, but only the result of an operation can be operand #0")
	case first != nil && first.Block() == then.Block() && !first.IsBefore(then):
		return ir.Errorf(o.Op, "contradicts the order of the operations: '%s' is before '%s'", then.Name(), first.Name())
	}
	return nil
}
