package fn

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Call calls a function by name.
//
//	%r = func.call @f(%a) : (i32) -> i32
type Call struct{ ir.Ref }

// The indices of Call's inherent attributes.
const (
	callCallee = iota
	callArgAttrs
	callResAttrs
	callNoInline
)

// Spec implements ir.View.
func (Call) Spec() ir.Spec {
	return ir.Spec{
		Name:     "func.call",
		Doc:      "Calls a function by name.",
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "callee", Type: ir.AttrConstraint{Text: "flat symbol reference attribute", Accept: isFlatRef}},
			{Name: "arg_attrs", Type: dictArray(), Optional: true},
			{Name: "res_attrs", Type: dictArray(), Optional: true},
			{Name: "no_inline", Type: constraint.Unit, Optional: true},
		},
		Format: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	}
}

func isFlatRef(a ir.Attr) bool {
	r, ok := ir.AttrAs[*ir.SymbolRefAttr](a)
	return ok && len(r.Nested) == 0
}

// NewCall inserts a call of a function. callee is the name of the function.
func NewCall(b *ir.Builder, callee string, args []*ir.Value, results []ir.Type) Call {
	return ir.Create[Call](b, ir.Init{Operands: args, Results: results, Attrs: []ir.Attr{ir.NewSymbolRef(callee)}})
}

// Callee implements ir.Caller.
func (o Call) Callee() ir.Attr { return o.Op.AttrAt(callCallee) }

// CalleeName returns the name of the function that is called.
func (o Call) CalleeName() string {
	ref, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Callee())
	return ref.Root
}

// SetCallee makes the operation call the function with the given name.
func (o Call) SetCallee(name string) { o.Op.SetAttrAt(callCallee, ir.NewSymbolRef(name)) }

// Args implements ir.Caller.
func (o Call) Args() []*ir.Value { return o.Op.OperandList() }

// VerifySymbols implements ir.SymbolUser.
func (o Call) VerifySymbols(t *ir.Symbols) error {
	ref, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Callee())
	f, ok := ir.As[Func](t.Resolve(o.Callee()))
	if !ok {
		return ir.Errorf(o.Op, "'%s' does not reference a valid function", ref.Root)
	}
	want := f.FunctionType()
	if len(want.Inputs) != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "incorrect number of operands for callee")
	}
	for i, in := range want.Inputs {
		if got := o.Op.OperandAt(i).Type(); got != in {
			return ir.Errorf(o.Op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", in, got, i)
		}
	}
	if len(want.Results) != o.Op.NumResults() {
		return ir.Errorf(o.Op, "incorrect number of results for callee")
	}
	for i, out := range want.Results {
		if got := o.Op.ResultAt(i).Type(); got != out {
			d := ir.Errorf(o.Op, "result type mismatch at index %d", i)
			ir.NoteAt(d, o.Op, "op result types: %s", typeList(o.Op.ResultTypes()))
			return ir.NoteAt(d, o.Op, "function result types: %s", typeList(want.Results))
		}
	}
	return nil
}

func typeList(ts []ir.Type) string {
	s := ""
	for i, t := range ts {
		if i > 0 {
			s += ", "
		}
		s += "'" + t.String() + "'"
	}
	return s
}

// CallIndirect calls a function that is an SSA value.
//
//	%r = func.call_indirect %f(%a) : (i32) -> i32
type CallIndirect struct{ ir.Ref }

// Spec implements ir.View.
func (CallIndirect) Spec() ir.Spec {
	return ir.Spec{
		Name: "func.call_indirect",
		Doc:  "Calls a function value.",
		Operands: []ir.Field{
			{Name: "callee", Type: ir.Constraint{Text: "function type", Accept: ir.IsType[*ir.FunctionType]}},
			{Name: "callee_operands", Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "results", Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "arg_attrs", Type: dictArray(), Optional: true},
			{Name: "res_attrs", Type: dictArray(), Optional: true},
		},
		Rules: []ir.TypeRule{},
	}
}

// FuncValue returns the function that is called.
func (o CallIndirect) FuncValue() *ir.Value { return o.Op.OperandAt(0) }

// CalleeOperands returns the arguments of the call.
func (o CallIndirect) CalleeOperands() []*ir.Value { return o.Op.OperandsOf(1) }

// Verify implements ir.Verifier.
func (o CallIndirect) Verify() error {
	t, _ := ir.TypeAs[*ir.FunctionType](o.FuncValue().Type())
	if !slices.Equal(t.Inputs, o.Op.OperandTypes()[1:]) {
		return ir.Errorf(o.Op, "failed to verify that callee input types match argument types")
	}
	if !slices.Equal(t.Results, o.Op.ResultTypes()) {
		return ir.Errorf(o.Op, "failed to verify that callee result types match result types")
	}
	return nil
}

// Constant is the SSA value that represents a function.
//
//	%f = func.constant @f : (i32) -> i32
type Constant struct{ ir.Ref }

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "func.constant",
		Doc:     "A function as a value.",
		Results: []ir.Field{{Name: "result"}},
		Attrs:   []ir.AttrField{{Name: "value", Type: ir.AttrConstraint{Text: "flat symbol reference attribute", Accept: isFlatRef}}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value `:` type(results)",
	}
}

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds to the symbol reference.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// ResultNames implements ir.Namer.
func (o Constant) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "f") }

// VerifySymbols implements ir.SymbolUser.
func (o Constant) VerifySymbols(t *ir.Symbols) error {
	ref, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Value())
	f, ok := ir.As[Func](t.Resolve(o.Value()))
	if !ok {
		return ir.Errorf(o.Op, "reference to undefined function '%s'", ref.Root)
	}
	want := f.FunctionType()
	got, _ := ir.TypeAs[*ir.FunctionType](o.Op.Result().Type())
	if got == nil || !slices.Equal(got.Inputs, want.Inputs) || !slices.Equal(got.Results, want.Results) {
		return ir.Errorf(o.Op, "reference to function with mismatched type")
	}
	return nil
}
