// Package scf is MLIR's scf dialect: structured control flow, such as loops and conditionals.
package scf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "scf",
		Doc:  "Structured control flow.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[For](), ir.Decl[If](), ir.Decl[While](), ir.Decl[Condition](), ir.Decl[Yield](),
				ir.Decl[Parallel](), ir.Decl[Reduce](), ir.Decl[ReduceReturn](),
				ir.Decl[Forall](), ir.Decl[InParallel](), ir.Decl[ExecuteRegion](), ir.Decl[IndexSwitch](),
			}
		},
		Syntax: syntax{},
	}
}

// syntax implements the custom directives in the formats of the dialect's operations.
type syntax struct{}

// Directive implements asm.DirectiveSyntax.
func (syntax) Directive(name string) (asm.Directive, bool) {
	if name == "SwitchCases" {
		return asm.Directive{Parse: parseCases, Print: printCases}, true
	}
	return asm.Directive{}, false
}

// Yield ends a region. Its operands are passed to the enclosing operation.
//
//	scf.yield %a, %b : i32, f32
type Yield struct{ ir.Ref }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.yield",
		Doc:      "Ends a region. The operands are passed to the enclosing operation.",
		Operands: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"},
		Format:   "attr-dict ($results^ `:` type($results))?",
	}
}

// NewYield inserts a Yield operation.
func NewYield(b *ir.Builder, vs ...*ir.Value) Yield {
	return ir.Create[Yield](b, ir.Init{Operands: vs})
}

// Condition ends the first region of an scf.while. Its first operand decides whether the loop
// continues. If the loop continues, the other operands become the arguments of the second region.
// Otherwise, they become the results of the scf.while.
//
//	scf.condition(%go) %a : i32
type Condition struct{ ir.Ref }

// Condition returns the operand that decides whether the loop continues. Args returns the other
// operands.
func (o Condition) Condition() *ir.Value { return o.Op.OperandAt(0) }
func (o Condition) Args() []*ir.Value    { return o.Op.OperandsOf(1) }

// Spec implements ir.View.
func (Condition) Spec() ir.Spec {
	return ir.Spec{
		Name: "scf.condition",
		Doc:  "Ends the first region of a while. Decides whether the loop continues, and passes values to the second region or to the results.",
		Operands: []ir.Field{
			{Name: "condition", Type: constraint.I1},
			{Name: "args", Type: constraint.Any, Arity: ir.Variadic},
		},
		Traits:  ir.Pure | ir.Terminator,
		Parents: []string{"scf.while"},
		Format:  "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
	}
}

// NewCondition inserts a Condition operation.
func NewCondition(b *ir.Builder, cond *ir.Value, args ...*ir.Value) Condition {
	return ir.Create[Condition](b, ir.Init{Operands: append([]*ir.Value{cond}, args...)})
}

// ExecuteRegion executes its region once. The region may have several blocks.
//
//	%r = scf.execute_region -> i32 { … scf.yield %a : i32 }
type ExecuteRegion struct{ ir.Ref }

// Body returns the region.
func (o ExecuteRegion) Body() *ir.Region { return o.Op.RegionAt(0) }

// NoInline reports whether the region must not be inlined.
func (o ExecuteRegion) NoInline() bool { return !o.Op.AttrAt(0).IsNil() }

// Spec implements ir.View.
func (ExecuteRegion) Spec() ir.Spec {
	return ir.Spec{
		Name:    "scf.execute_region",
		Doc:     "Executes its region once; the region may have several blocks.",
		Results: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs:   []ir.AttrField{{Name: "no_inline", Type: constraint.Unit, Optional: true, Doc: "The region must not be inlined."}},
		Regions: []ir.RegionField{{Name: "region"}},
		Traits:  ir.RecursiveEffects,
	}
}

// ParseOp implements asm.OpParser.
func (ExecuteRegion) ParseOp(p *asm.Parser, st *asm.State) error {
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	if p.TryKeyword("no_inline") {
		st.SetAttr("no_inline", ir.Unit())
	}
	if err := p.Region(st, st.AddRegion()); err != nil {
		return err
	}
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o ExecuteRegion) PrintOp(w *asm.Printer) {
	w.OptionalArrowTypes(o.Op.ResultTypes())
	w.Byte(' ')
	if o.NoInline() {
		w.Str("no_inline ")
	}
	w.Region(o.Body(), false, true)
	w.AttrDict(o.Op, "no_inline")
}

// Verify implements ir.Verifier.
func (o ExecuteRegion) Verify() error {
	switch {
	case o.Body().Empty():
		return ir.Errorf(o.Op, "region needs to have at least one block")
	case o.Body().Entry().NumArgs() > 0:
		return ir.Errorf(o.Op, "region cannot have any arguments")
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o ExecuteRegion) VerifyRegions() error {
	return constraint.Leaves(o.Op, o.Body(), "scf.yield")
}
