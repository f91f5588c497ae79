// Package builtin is MLIR's builtin dialect: modules, and temporary casts between types.
package builtin

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "builtin",
		Doc:  "Modules, and temporary casts between types.",
		Ops:  func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[ir.Module](), ir.Decl[Cast]()} },
	}
}

// Cast is a temporary conversion between types. A later dialect conversion must remove it.
//
//	%r = builtin.unrealized_conversion_cast %a : i32 to index
type Cast struct{ ir.Ref }

// Inputs and Outputs return the operands and the results.
func (o Cast) Inputs() []*ir.Value  { return o.Op.OperandsOf(0) }
func (o Cast) Outputs() []*ir.Value { return o.Op.ResultsOf(0) }

// Spec implements ir.View.
func (Cast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "builtin.unrealized_conversion_cast",
		Doc:      "A temporary cast between types, which a later conversion removes.",
		Operands: []ir.Field{{Name: "inputs", Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "outputs", Arity: ir.Variadic}},
		Traits:   ir.Pure,
		Format:   "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
	}
}

// NewCast inserts a cast of one value.
func NewCast(b *ir.Builder, v *ir.Value, t ir.Type) Cast {
	return ir.Create[Cast](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// Verify implements ir.Verifier.
func (o Cast) Verify() error {
	if o.Op.NumResults() == 0 {
		return ir.Errorf(o.Op, "expected at least one result for cast operation")
	}
	return nil
}

// Fold folds cast(x) and cast(cast(x)) to x if the result has the type of x.
func (o Cast) Fold([]ir.Attr) (ir.Folded, bool) {
	in := o.Inputs()
	if len(in) == 0 {
		return nil, false
	}
	if o.foldsTo(in) {
		return ir.FoldTo(in...), true
	}
	first, ok := ir.Defining[Cast](in[0])
	if !ok || first.Op.NumResults() != len(in) {
		return nil, false
	}
	for i, v := range in {
		if v != first.Op.ResultAt(i) {
			return nil, false
		}
	}
	if src := first.Inputs(); o.foldsTo(src) {
		return ir.FoldTo(src...), true
	}
	return nil, false
}

// foldsTo reports whether vs can replace the results of o. In a graph region, vs can be results of o
// itself, which cannot replace each other.
func (o Cast) foldsTo(vs []*ir.Value) bool {
	return sameTypes(vs, o.Outputs()) && !slices.ContainsFunc(vs, func(v *ir.Value) bool { return v.Def() == o.Op })
}

func sameTypes(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Type() != b[i].Type() {
			return false
		}
	}
	return true
}
