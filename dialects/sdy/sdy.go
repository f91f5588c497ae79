// Package sdy is the dialect of Shardy: meshes of devices, and shardings of tensors over these
// meshes. Lathe has no pass that shards programs.
package sdy

import "github.com/lathe-ir/lathe/ir"

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "sdy",
		Doc:  "Meshes of devices, and shardings of tensors over them.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Mesh](), ir.Decl[ShardingConstraint](), ir.Decl[Reshard](), ir.Decl[Return](),
				ir.Decl[ManualComputation](), ir.Decl[ShardingGroup](), ir.Decl[Constant](), ir.Decl[DataFlowEdge](),
				ir.Decl[PropagationBarrier](), ir.Decl[NamedComputation](), ir.Decl[AllGather](), ir.Decl[AllSlice](),
				ir.Decl[AllToAll](), ir.Decl[CollectivePermute](), ir.Decl[AllReduce](), ir.Decl[ReduceScatter](),
				ir.Decl[ShardedToUnreduced](), ir.Decl[ReplicatedToUnreduced](), ir.Decl[FuncDataFlowEdge](),
			}
		},
		Syntax: syntax{},
	}
}

// stripped declares an attribute of this dialect that is printed without its "#sdy.mnemonic".
func stripped[D ir.AttrData](name, mnemonic, text string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: text, Accept: ir.IsAttr[D], Form: ir.FormStripped, Mnemonic: "sdy." + mnemonic,
	}}
}

func shardingAttr(name string) ir.AttrField {
	return stripped[*Sharding](name, "sharding", "Tensor sharding")
}

func anyType() ir.Constraint { return ir.Constraint{Text: "any type"} }

func shaped() ir.Constraint {
	return ir.Constraint{Text: "shaped of any type values", Accept: ir.Type.IsShaped}
}

func rankedTensor() ir.Constraint {
	return ir.Constraint{Text: "ranked tensor of any type values", Accept: ir.IsType[*ir.TensorType]}
}

// Mesh defines a mesh of devices with a symbol name.
//
//	sdy.mesh @mesh = <["x"=2, "y"=4]>
type Mesh struct{ ir.Ref }

// SymName returns the name of the mesh.
func (o Mesh) SymName() string {
	s, _ := o.Op.AttrAt(0).Str()
	return s
}

// Mesh returns the attribute that describes the mesh.
func (o Mesh) Mesh() *MeshAttr {
	m, _ := ir.AttrAs[*MeshAttr](o.Op.AttrAt(1))
	return m
}

// Spec implements ir.View.
func (Mesh) Spec() ir.Spec {
	return ir.Spec{
		Name: "sdy.mesh",
		Doc:  "Names a mesh of devices.",
		Attrs: []ir.AttrField{
			{Name: "sym_name", Type: ir.SymbolNameConstraint},
			stripped[*MeshAttr]("mesh", "mesh", "Mesh of axes and a list of devices"),
		},
		Traits:  ir.Symbol,
		Parents: []string{"builtin.module"},
		Format:  "$sym_name `=` $mesh attr-dict",
	}
}

// Verify implements ir.Verifier.
func (o Mesh) Verify() error {
	if err := o.Mesh().check(); err != nil {
		return ir.Errorf(o.Op, "%s", err)
	}
	return nil
}

// Effects implements ir.Effecter.
func (o Mesh) Effects() []ir.Effect { return nil }

// ShardingConstraint gives a tensor a sharding.
//
//	%r = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<8xf32>
type ShardingConstraint struct{ ir.Ref }

// Input returns the tensor, and Sharding its sharding.
func (o ShardingConstraint) Input() *ir.Value    { return o.Op.OperandAt(0) }
func (o ShardingConstraint) Sharding() *Sharding { return shardingAt(o.Op, 0) }

// Spec implements ir.View.
func (ShardingConstraint) Spec() ir.Spec {
	return constrain("sharding_constraint", "Gives a tensor a sharding.", ir.SameOperandsAndResultType)
}

func constrain(name, doc string, traits ir.Trait) ir.Spec {
	return ir.Spec{
		Name:     "sdy." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "input", Type: anyType()}},
		Results:  []ir.Field{{Name: "result", Type: anyType()}},
		Attrs:    []ir.AttrField{shardingAttr("sharding")},
		Traits:   traits,
		Rules:    sameType("input"),
		Format:   "$input $sharding attr-dict `:` type($result)",
	}
}

// sameType returns the rule that the named operand has the type of the result.
func sameType(operand string) []ir.TypeRule { return []ir.TypeRule{{From: "result", To: operand}} }

func shardingAt(op *ir.Op, slot int) *Sharding {
	d, _ := ir.AttrAs[*Sharding](op.AttrAt(slot))
	return d
}

// VerifySymbols implements ir.SymbolUser.
func (o ShardingConstraint) VerifySymbols(t *ir.Symbols) error {
	return verifySharding(o.Op, t, o.Sharding(), o.Op.Result().Type())
}

// Reshard changes the sharding of a tensor.
//
//	%r = sdy.reshard %x <@mesh, [{"x"}]> : tensor<8xf32>
type Reshard struct{ ir.Ref }

// Input returns the tensor, and Sharding its new sharding.
func (o Reshard) Input() *ir.Value    { return o.Op.OperandAt(0) }
func (o Reshard) Sharding() *Sharding { return shardingAt(o.Op, 0) }

// Spec implements ir.View.
func (Reshard) Spec() ir.Spec {
	return constrain("reshard", "Changes the sharding of a tensor.", ir.Pure|ir.SameOperandsAndResultType)
}

// VerifySymbols implements ir.SymbolUser.
func (o Reshard) VerifySymbols(t *ir.Symbols) error {
	return verifySharding(o.Op, t, o.Sharding(), o.Op.Result().Type())
}

// Return ends a region of this dialect.
//
//	sdy.return %x : tensor<8xf32>
type Return struct{ ir.Ref }

// Spec implements ir.View.
func (Return) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.return",
		Doc:      "Ends a region of this dialect.",
		Operands: []ir.Field{{Name: "results", Type: anyType(), Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
		Format:   "attr-dict ($results^ `:` type($results))?",
	}
}

// ShardingGroup adds a tensor to a group. All tensors of a group must have the same sharding.
//
//	sdy.sharding_group %x group_id=21 : tensor<8xf32>
type ShardingGroup struct{ ir.Ref }

// Input returns the tensor.
func (o ShardingGroup) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ShardingGroup) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.sharding_group",
		Doc:      "Requires that all tensors of a group have the same sharding.",
		Operands: []ir.Field{{Name: "input", Type: rankedTensor()}},
		Attrs: []ir.AttrField{{Name: "group_id", Type: ir.AttrConstraint{
			Text: "64-bit signless integer attribute", Form: ir.FormNoType, Type: ir.I64(),
			Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.IntAttr](a) && a.TypeOf() == ir.I64() },
		}}},
		Format: "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)",
	}
}

// Constant is a constant tensor.
//
//	%r = sdy.constant dense<1.0> : tensor<8xf32>
type Constant struct{ ir.Ref }

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold returns the value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// Verify implements ir.Verifier.
func (o Constant) Verify() error {
	if have, want := o.Value().TypeOf(), o.Op.Result().Type(); have != want {
		return ir.Errorf(o.Op, "has a value of type '%s', but its result is of type '%s'", have, want)
	}
	return nil
}

// InferTypes implements ir.TypeInferrer.
func (Constant) InferTypes(in ir.Init) ([]ir.Type, error) {
	return []ir.Type{in.Attrs[0].TypeOf()}, nil
}

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name: "sdy.constant",
		Doc:  "A constant tensor.",
		Results: []ir.Field{{Name: "output", Type: ir.Constraint{
			Text:   "statically shaped tensor of any type values",
			Accept: func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && t.HasStaticShape() },
		}}},
		Attrs:  []ir.AttrField{{Name: "value", Type: ir.AttrConstraint{Text: "constant vector/tensor attribute", Accept: func(a ir.Attr) bool { return a.TypeOf().IsShaped() }}}},
		Traits: ir.Pure | ir.ConstantLike,
		Format: "attr-dict $value",
	}
}

// DataFlowEdge marks a value with several sources and targets, such as a value that a loop carries.
// All sources and targets have the same sharding.
//
//	%r = sdy.data_flow_edge %x sharding=<@mesh, [{"x"}]> : tensor<8xf32>
type DataFlowEdge struct{ ir.Ref }

// Input returns the value. Sharding returns its sharding, or nil if the attribute is absent.
func (o DataFlowEdge) Input() *ir.Value    { return o.Op.OperandAt(0) }
func (o DataFlowEdge) Sharding() *Sharding { return shardingAt(o.Op, 0) }

// Spec implements ir.View.
func (DataFlowEdge) Spec() ir.Spec {
	s := shardingAttr("sharding")
	s.Optional = true
	return ir.Spec{
		Name:     "sdy.data_flow_edge",
		Doc:      "Marks a value whose sources and targets all have the same sharding.",
		Operands: []ir.Field{{Name: "input", Type: shaped()}},
		Results:  []ir.Field{{Name: "result", Type: shaped()}},
		Attrs:    []ir.AttrField{s},
		Traits:   ir.SameOperandsAndResultType,
		Rules:    sameType("input"),
		Format:   "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)",
	}
}

// VerifySymbols implements ir.SymbolUser.
func (o DataFlowEdge) VerifySymbols(t *ir.Symbols) error {
	if !o.Input().HasOneUse() {
		return ir.Errorf(o.Op, "expected input of sdy.data_flow_edge to have a single user")
	}
	if o.Sharding() == nil {
		return nil
	}
	return verifySharding(o.Op, t, o.Sharding(), o.Op.Result().Type())
}

// PropagationBarrier limits the directions in which shardings are propagated between its operand
// and its result.
//
//	%r = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8xf32>
type PropagationBarrier struct{ ir.Ref }

// Input returns the tensor.
func (o PropagationBarrier) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (PropagationBarrier) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.propagation_barrier",
		Doc:      "Limits the direction in which shardings are propagated.",
		Operands: []ir.Field{{Name: "input", Type: rankedTensor()}},
		Results:  []ir.Field{{Name: "result", Type: rankedTensor()}},
		Attrs:    []ir.AttrField{wordAttr("allowed_direction", "propagation direction enum", directions())},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Rules:    []ir.TypeRule{{From: "input", To: "result"}},
		Format:   "$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)",
	}
}

func directions() []string { return []string{"NONE", "FORWARD", "BACKWARD", "BOTH"} }

func wordAttr(name, text string, words []string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: text, Form: ir.FormEnum, Type: ir.I32(), Enum: words,
		Accept: func(a ir.Attr) bool {
			n, ok := a.Int()
			return ok && a.TypeOf() == ir.I32() && n >= 0 && n < int64(len(words))
		},
	}}
}

// Verify implements ir.Verifier.
func (o PropagationBarrier) Verify() error {
	if n, _ := o.Op.AttrAt(0).Int(); directions()[n] == "BOTH" {
		return ir.Errorf(o.Op, "cannot specify `BOTH` as the direction")
	}
	return nil
}

// FuncDataFlowEdge is a [DataFlowEdge] at the boundary of a function, without a sharding.
//
//	%r = sdy.func_data_flow_edge %x : tensor<8xf32>
type FuncDataFlowEdge struct{ ir.Unary }

// Spec implements ir.View.
func (FuncDataFlowEdge) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.func_data_flow_edge",
		Doc:      "A data flow edge at the boundary of a function.",
		Operands: []ir.Field{{Name: "operand", Type: shaped()}},
		Results:  []ir.Field{{Name: "result", Type: shaped()}},
		Traits:   ir.SameOperandsAndResultType,
		Rules:    sameType("operand"),
		Format:   "$operand attr-dict `:` type($result)",
	}
}
