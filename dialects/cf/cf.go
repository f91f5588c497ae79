// Package cf is MLIR's cf dialect: branches between the blocks of a region.
package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "cf",
		Doc:  "Branches between the blocks of a region.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{ir.Decl[Assert](), ir.Decl[Br](), ir.Decl[CondBr](), ir.Decl[Switch]()}
		},
		Constant: arith.Materialize,
	}
}

// Assert ends the program with a message if its operand is false.
//
//	cf.assert %ok, "out of range"
type Assert struct{ ir.Ref }

// Arg returns the condition.
func (o Assert) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Msg returns the message.
func (o Assert) Msg() string {
	s, _ := o.Op.AttrAt(0).Str()
	return s
}

// Spec implements ir.View.
func (Assert) Spec() ir.Spec {
	return ir.Spec{
		Name:     "cf.assert",
		Doc:      "Ends the program with a message if its operand is false.",
		Operands: []ir.Field{{Name: "arg", Type: constraint.I1}},
		Attrs:    []ir.AttrField{{Name: "msg", Type: constraint.String, Doc: "The message."}},
		Format:   "$arg `,` $msg attr-dict",
	}
}

// Effects implements ir.Effecter. The write effect prevents passes from moving or removing the
// assertion.
func (Assert) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }

// Br is an unconditional branch to a block.
//
//	cf.br ^bb1(%a : i32)
type Br struct{ ir.Ref }

// Dest returns the block, and DestOperands returns the values that its arguments receive.
func (o Br) Dest() *ir.Block           { return o.Op.SuccessorAt(0) }
func (o Br) DestOperands() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Br) Spec() ir.Spec {
	return ir.Spec{
		Name:       "cf.br",
		Doc:        "Branches to a block.",
		Operands:   []ir.Field{{Name: "destOperands", Type: constraint.Any, Arity: ir.Variadic}},
		Successors: []ir.Field{{Name: "dest"}},
		Traits:     ir.Pure | ir.Terminator,
		Format:     "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
	}
}

// NewBr inserts a Br operation.
func NewBr(b *ir.Builder, dest *ir.Block, vs ...*ir.Value) Br {
	return ir.Create[Br](b, ir.Init{Operands: vs, Successors: []*ir.Block{dest}})
}

// Forwarded implements ir.Branch.
func (o Br) Forwarded(int) (lo, hi int) { return 0, o.Op.NumOperands() }

// SetForwarded implements ir.ForwardSetter.
func (o Br) SetForwarded(f func(i int, vs []*ir.Value) []*ir.Value) {
	o.Op.SetOperands(f(0, o.Op.OperandList()))
}

// CondBr is a conditional branch to one of two blocks.
//
//	cf.cond_br %c, ^bb1(%a : i32), ^bb2
type CondBr struct{ ir.Ref }

// Condition returns the condition. If the condition is true, the branch goes to TrueDest, whose
// arguments receive TrueDestOperands. Otherwise the branch goes to FalseDest, whose arguments
// receive FalseDestOperands.
func (o CondBr) Condition() *ir.Value           { return o.Op.OperandAt(0) }
func (o CondBr) TrueDestOperands() []*ir.Value  { return o.Op.OperandsOf(1) }
func (o CondBr) FalseDestOperands() []*ir.Value { return o.Op.OperandsOf(2) }
func (o CondBr) TrueDest() *ir.Block            { return o.Op.SuccessorAt(0) }
func (o CondBr) FalseDest() *ir.Block           { return o.Op.SuccessorAt(1) }

// BranchWeights returns the relative frequencies of the two branches, or nil if they are unknown.
func (o CondBr) BranchWeights() []int64 {
	v, _ := o.Op.AttrAt(0).Ints()
	return v
}

// Spec implements ir.View.
func (CondBr) Spec() ir.Spec {
	return ir.Spec{
		Name: "cf.cond_br",
		Doc:  "Branches to one of two blocks.",
		Operands: []ir.Field{
			{Name: "condition", Type: constraint.I1},
			{Name: "trueDestOperands", Type: constraint.Any, Arity: ir.Variadic},
			{Name: "falseDestOperands", Type: constraint.Any, Arity: ir.Variadic},
		},
		Attrs: []ir.AttrField{
			{Name: "branch_weights", Type: constraint.I32s, Optional: true, Doc: "How often each branch is taken."},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Successors: []ir.Field{{Name: "trueDest"}, {Name: "falseDest"}},
		Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperandSegments,
		Format: "$condition (`weights` `(` $branch_weights^ `)`)? `,` " +
			"$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` " +
			"$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
	}
}

// NewCondBr inserts a CondBr operation.
func NewCondBr(b *ir.Builder, cond *ir.Value, yes *ir.Block, yesArgs []*ir.Value, no *ir.Block, noArgs []*ir.Value) CondBr {
	vs := append(append([]*ir.Value{cond}, yesArgs...), noArgs...)
	return ir.Create[CondBr](b, ir.Init{
		Operands: vs, Successors: []*ir.Block{yes, no},
		Attrs: []ir.Attr{{}, ir.NewDenseI32(1, int32(len(yesArgs)), int32(len(noArgs)))},
	})
}

// Forwarded implements ir.Branch.
func (o CondBr) Forwarded(i int) (lo, hi int) { return o.Op.OperandGroup(1 + i) }

// SetForwarded implements ir.ForwardSetter.
func (o CondBr) SetForwarded(f func(i int, vs []*ir.Value) []*ir.Value) {
	yes, no := f(0, o.TrueDestOperands()), f(1, o.FalseDestOperands())
	o.Op.SetAttrAt(1, ir.NewDenseI32(1, int32(len(yes)), int32(len(no))))
	o.Op.SetOperands(slices.Concat([]*ir.Value{o.Condition()}, yes, no))
}
