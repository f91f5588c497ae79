package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// controlOps lists control flow, tokens, tuples and calls.
func controlOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[CreateToken](),
		ir.Decl[AfterAll](),
		ir.Decl[If](),
		ir.Decl[Case](),
		ir.Decl[While](),
		ir.Decl[OptimizationBarrier](),
		ir.Decl[Tuple](),
		ir.Decl[GetTupleElement](),
		ir.Decl[CustomCall](),
		ir.Decl[Composite](),
		ir.Decl[AsyncStart](),
		ir.Decl[AsyncDone](),
	}
}

// CreateToken makes a token.
//
//	%t = stablehlo.create_token : !stablehlo.token
type CreateToken struct{ ir.Ref }

// Spec implements ir.View.
func (CreateToken) Spec() ir.Spec {
	return ir.Spec{
		Name:    "stablehlo.create_token",
		Doc:     "CreateToken makes a token.",
		Results: []ir.Field{{Name: "output", Type: token()}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type(results)",
	}
}

// AfterAll makes a token that depends on all of its operands.
//
//	%t = stablehlo.after_all %a, %b : !stablehlo.token
type AfterAll struct{ ir.Ref }

// Inputs returns the operands.
func (o AfterAll) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (AfterAll) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.after_all",
		Doc:      "AfterAll makes a token that depends on all of its operands.",
		Operands: []ir.Field{{Name: "inputs", Type: token(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: token()}},
		Traits:   ir.Pure,
		Format:   "$inputs attr-dict `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))",
	}
}

// If runs one of two regions.
//
//	%r = "stablehlo.if"(%p) ({…}, {…}) : (tensor<i1>) -> tensor<f32>
type If struct{ ir.Ref }

// Pred, TrueBranch and FalseBranch return the operand and regions with these names.
func (o If) Pred() *ir.Value         { return o.Op.OperandAt(0) }
func (o If) TrueBranch() *ir.Region  { return o.Op.RegionAt(0) }
func (o If) FalseBranch() *ir.Region { return o.Op.RegionAt(1) }

// Spec implements ir.View.
func (If) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.if",
		Doc:      "If runs one of two regions.",
		Operands: []ir.Field{{Name: "pred", Type: predTensor()}},
		Results:  []ir.Field{{Name: "results", Type: tensorOrToken(), Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "true_branch", Sized: true}, {Name: "false_branch", Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// Case runs the region with the given index, or the last region if the index is out of range.
//
//	%r = "stablehlo.case"(%i) ({…}, {…}, {…}) : (tensor<i32>) -> tensor<f32>
type Case struct{ ir.Ref }

// Index returns the operand.
func (o Case) Index() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Case) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.case",
		Doc:      "Case runs the region with the given index, or the last one if the index is out of range.",
		Operands: []ir.Field{{Name: "index", Type: i32Tensor()}},
		Results:  []ir.Field{{Name: "results", Type: tensorOrToken(), Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "branches", Arity: ir.Variadic, Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// While runs its body as long as its condition holds.
//
//	%r = stablehlo.while(%iterArg = %x) : tensor<i32>
//	cond {…} do {…}
type While struct{ ir.Ref }

// Operand, Cond and Body return the operands and regions with these names.
func (o While) Operand() []*ir.Value { return o.Op.OperandsOf(0) }
func (o While) Cond() *ir.Region     { return o.Op.RegionAt(0) }
func (o While) Body() *ir.Region     { return o.Op.RegionAt(1) }

// Spec implements ir.View.
func (While) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.while",
		Doc:      "While runs its body as long as its condition holds.",
		Operands: []ir.Field{{Name: "operand", Type: tensorTokenOrBuffer(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: tensorTokenOrBuffer(), Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "cond", Sized: true}, {Name: "body", Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// OptimizationBarrier prevents passes from moving operations across the barrier.
//
//	%r:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<f32>
type OptimizationBarrier struct{ ir.Ref }

// Operand returns the operands.
func (o OptimizationBarrier) Operand() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (OptimizationBarrier) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.optimization_barrier",
		Doc:      "OptimizationBarrier prevents passes from moving operations across the barrier.",
		Operands: []ir.Field{{Name: "operand", Type: oneOf(anyTensor(), token()), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: oneOf(anyTensor(), token()), Arity: ir.Variadic}},
		Traits:   ir.Pure,
		Format:   "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?",
	}
}

// Tuple groups values.
//
//	%t = stablehlo.tuple %a, %b : tuple<tensor<f32>, tensor<i32>>
type Tuple struct{ ir.Ref }

// Val returns the operands.
func (o Tuple) Val() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Tuple) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.tuple",
		Doc:      "Tuple groups values.",
		Operands: []ir.Field{{Name: "val", Type: anyValue(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: tuple()}},
		Traits:   ir.Pure,
		Format:   "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))",
	}
}

// GetTupleElement returns an element of a tuple.
//
//	%a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
type GetTupleElement struct{ ir.Ref }

// Operand and Index return the operand and attribute with these names.
func (o GetTupleElement) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o GetTupleElement) Index() int64       { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (GetTupleElement) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.get_tuple_element",
		Doc:      "GetTupleElement returns an element of a tuple.",
		Operands: []ir.Field{{Name: "operand", Type: tuple()}},
		Results:  []ir.Field{{Name: "result", Type: anyValue()}},
		Attrs: []ir.AttrField{
			i32Attr("index", nonNegative),
		},
		Traits: ir.Pure,
		Format: "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)",
	}
}

// CustomCall calls a target by its name. The program does not define the target.
//
//	%r = stablehlo.custom_call @foo(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
type CustomCall struct{ ir.Ref }

// Inputs, CallTargetName, HasSideEffect, BackendConfig, ApiVersion, CalledComputations,
// OperandLayouts, ResultLayouts, OutputOperandAliases and ResultTilings return the operands and
// attributes with these names.
func (o CustomCall) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o CustomCall) CallTargetName() string        { return stringAt(o.Op, 0) }
func (o CustomCall) HasSideEffect() bool           { return boolAt(o.Op, 1) }
func (o CustomCall) BackendConfig() ir.Attr        { return o.Op.AttrAt(2) }
func (o CustomCall) ApiVersion() ir.Attr           { return o.Op.AttrAt(3) }
func (o CustomCall) CalledComputations() ir.Attr   { return o.Op.AttrAt(4) }
func (o CustomCall) OperandLayouts() ir.Attr       { return o.Op.AttrAt(5) }
func (o CustomCall) ResultLayouts() ir.Attr        { return o.Op.AttrAt(6) }
func (o CustomCall) OutputOperandAliases() ir.Attr { return o.Op.AttrAt(7) }
func (o CustomCall) ResultTilings() ir.Attr        { return o.Op.AttrAt(8) }

// Effects implements ir.Effecter. If has_side_effect is absent or true, the call may have any
// effect.
func (o CustomCall) Effects() []ir.Effect {
	if a := o.Op.AttrAt(1); !a.IsNil() && !o.HasSideEffect() {
		return nil
	}
	return []ir.Effect{{Kind: ir.Read}, {Kind: ir.Write}, {Kind: ir.Allocate}, {Kind: ir.Free}}
}

// Spec implements ir.View.
func (CustomCall) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.custom_call",
		Doc:      "CustomCall calls a target by its name; the program does not define the target.",
		Operands: []ir.Field{{Name: "inputs", Type: customCallValue(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: customCallValue(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			stringAttr("call_target_name"),
			withDefault(boolAttr("has_side_effect"), ir.BoolAttr(false)),
			optional(ir.AttrField{Name: "backend_config", Type: ir.AttrConstraint{Text: "string attribute or dictionary of named attribute values", Accept: isConfig}}),
			withDefault(i32Attr("api_version", anyNumber), ir.NewI32(1)),
			withDefault(arrayAttr("called_computations", "flat symbol ref array attribute", isFlatRef), ir.NewArray()),
			optional(arrayAttr("operand_layouts", "Array of layout (1D tensor of index type) attributes", constraint.IsElements)),
			optional(arrayAttr("result_layouts", "Array of layout (1D tensor of index type) attributes", constraint.IsElements)),
			withDefault(arrayAttr("output_operand_aliases", "Aliasing attribute for outputs and operands of CustomCall", ir.IsAttr[*OutputOperandAlias]), ir.NewArray()),
			optional(arrayAttr("result_tilings", "Array of tiling attributes", ir.IsAttr[*ir.ArrayAttr])),
		},
		Format: "custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)",
	}
}

// Composite is an operation that is implemented by a function of the module, its decomposition.
//
//	%r = stablehlo.composite "my.op" %x {composite_attributes = {n = 1 : i32}, decomposition = @impl} : (tensor<f32>) -> tensor<f32>
type Composite struct{ ir.Ref }

// Inputs, CompositeName, CompositeAttributes, Decomposition and Version return the operands and
// attributes with these names.
func (o Composite) Inputs() []*ir.Value          { return o.Op.OperandsOf(0) }
func (o Composite) CompositeName() string        { return stringAt(o.Op, 0) }
func (o Composite) CompositeAttributes() ir.Attr { return o.Op.AttrAt(1) }
func (o Composite) Decomposition() ir.Attr       { return o.Op.AttrAt(2) }
func (o Composite) Version() ir.Attr             { return o.Op.AttrAt(3) }

// Spec implements ir.View.
func (Composite) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.composite",
		Doc:      "Composite is an operation that is implemented by a function of the module, its decomposition.",
		Operands: []ir.Field{{Name: "inputs", Type: tensorTokenOrTuple(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: tensorTokenOrTuple(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			stringAttr("name"),
			withDefault(ir.AttrField{Name: "composite_attributes", Type: ir.AttrConstraint{Text: "dictionary of named attribute values", Accept: ir.IsAttr[*ir.DictAttr]}}, ir.NewDict()),
			ir.AttrField{Name: "decomposition", Type: ir.AttrConstraint{Text: "flat symbol reference attribute", Accept: isFlatRef}},
			withDefault(i32Attr("version", anyNumber), ir.NewI32(0)),
		},
		Regions: []ir.RegionField{{Name: "composite_regions", Arity: ir.Variadic}},
		Format:  "$name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)",
	}
}

// AsyncStart starts its region, which may run asynchronously. The result represents the results of
// the region.
//
//	%f = "stablehlo.async_start"(%x) ({…}) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
type AsyncStart struct{ ir.Ref }

// Inputs and Body return the operands and region with these names.
func (o AsyncStart) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }
func (o AsyncStart) Body() *ir.Region    { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (AsyncStart) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.async_start",
		Doc:      "AsyncStart starts its region, which may run asynchronously.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: future()}},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.IsolatedFromAbove | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// AsyncDone waits for the region that async_start started, and returns the results of the region.
//
//	%r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
type AsyncDone struct{ ir.Unary }

// Spec implements ir.View.
func (AsyncDone) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.async_done",
		Doc:      "AsyncDone waits for the region that async_start started, and returns its results.",
		Operands: []ir.Field{{Name: "operand", Type: future()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
	}
}
