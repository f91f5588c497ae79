package mlprogram

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Func is a function whose body is a control-flow graph.
//
//	ml_program.func @f(%a: i32) -> i32 { … }
type Func struct{ ir.Ref }

// SymName returns the name, FunctionType the type, and Body the region.
func (o Func) SymName() string                { return fn.Of(o.Op).SymName() }
func (o Func) FunctionType() *ir.FunctionType { return fn.Of(o.Op).FunctionType() }
func (o Func) Body() *ir.Region               { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Func) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ml_program.func",
		Doc:     "A function whose body is a control-flow graph.",
		Attrs:   fn.Attrs(),
		Regions: []ir.RegionField{{Name: "body"}},
		Traits:  ir.IsolatedFromAbove | ir.Symbol,
	}
}

// CallableRegion implements ir.Callable.
func (o Func) CallableRegion() *ir.Region { return fn.Of(o.Op).CallableRegion() }

// CallableType implements ir.Callable.
func (o Func) CallableType() *ir.FunctionType { return fn.Of(o.Op).FunctionType() }

// ParseOp implements asm.OpParser.
func (Func) ParseOp(p *asm.Parser, st *asm.State) error { return fn.Func{}.ParseOp(p, st) }

// PrintOp implements asm.OpPrinter.
func (o Func) PrintOp(w *asm.Printer) { fn.Of(o.Op).PrintOp(w) }

// Verify implements ir.Verifier.
func (o Func) Verify() error { return fn.Of(o.Op).Verify() }

// Subgraph is a function whose body is a dataflow graph: its operations have no order.
//
//	ml_program.subgraph @f(%a: i32) -> i32 { … }
type Subgraph struct{ ir.Ref }

// SymName returns the name, FunctionType the type, and Body the region.
func (o Subgraph) SymName() string                { return fn.Of(o.Op).SymName() }
func (o Subgraph) FunctionType() *ir.FunctionType { return fn.Of(o.Op).FunctionType() }
func (o Subgraph) Body() *ir.Region               { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Subgraph) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ml_program.subgraph",
		Doc:     "A function whose body is a dataflow graph: its operations have no order.",
		Attrs:   fn.Attrs(),
		Regions: []ir.RegionField{{Name: "body"}},
		Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.GraphRegion | ir.SingleBlock,
	}
}

// CallableRegion implements ir.Callable.
func (o Subgraph) CallableRegion() *ir.Region { return fn.Of(o.Op).CallableRegion() }

// CallableType implements ir.Callable.
func (o Subgraph) CallableType() *ir.FunctionType { return fn.Of(o.Op).FunctionType() }

// ParseOp implements asm.OpParser.
func (Subgraph) ParseOp(p *asm.Parser, st *asm.State) error { return fn.Func{}.ParseOp(p, st) }

// PrintOp implements asm.OpPrinter.
func (o Subgraph) PrintOp(w *asm.Printer) { fn.Of(o.Op).PrintOp(w) }

// Verify implements ir.Verifier.
func (o Subgraph) Verify() error { return fn.Of(o.Op).Verify() }

// Return ends a Func. Its operands are the function's results.
//
//	ml_program.return %a : i32
type Return struct{ ir.Ref }

// Spec implements ir.View.
func (Return) Spec() ir.Spec {
	return end("ml_program.return", "Ends a function with its results.", "ml_program.func")
}

// Verify implements ir.Verifier.
func (o Return) Verify() error { return verifyEnd(o.Op, "return", "returns") }

// Output ends a Subgraph. Its operands are the graph's results.
//
//	ml_program.output %a : i32
type Output struct{ ir.Ref }

// Spec implements ir.View.
func (Output) Spec() ir.Spec {
	return end("ml_program.output", "Ends a graph with its results.", "ml_program.subgraph")
}

// Verify implements ir.Verifier.
func (o Output) Verify() error { return verifyEnd(o.Op, "output", "outputs") }

// end returns the Spec of a terminator. parent is the name of the operation around it.
func end(name, doc, parent string) ir.Spec {
	return ir.Spec{
		Name:     name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{parent},
		Format:   "attr-dict ($operands^ `:` type($operands))?",
	}
}

// verifyEnd checks the operands of the terminator op against the result types of its function. noun
// and verb describe op in messages.
func verifyEnd(op *ir.Op, noun, verb string) error {
	f := fn.Of(op.Parent())
	want := f.FunctionType().Results
	if op.NumOperands() != len(want) {
		return ir.Errorf(op, "has %d operands, but enclosing function (@%s) %s %d", op.NumOperands(), f.SymName(), verb, len(want))
	}
	for i, t := range want {
		if got := op.OperandAt(i).Type(); got != t {
			return ir.ErrorAt(op, "type of %s operand %d ('%s') doesn't match function result type ('%s') in function @%s", noun, i, got, t, f.SymName())
		}
	}
	return nil
}
