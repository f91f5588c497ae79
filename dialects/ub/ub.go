// Package ub is MLIR's ub dialect: operations that represent undefined behavior.
package ub

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:     "ub",
		Doc:      "Undefined behavior made explicit.",
		Ops:      func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Poison](), ir.Decl[Unreachable]()} },
		Syntax:   syntax{},
		Constant: Materialize,
	}
}

// Materialize creates a poison operation of type t if a is #ub.poison, and returns nil otherwise.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	if !IsPoison(a) {
		return nil
	}
	return ir.Create[Poison](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{a}}).Op
}

// PoisonAttr is the value of a poison operation.
//
//	#ub.poison
type PoisonAttr struct{}

// Print implements ir.AttrData.
func (*PoisonAttr) Print(w *ir.Writer) { w.Str("#ub.poison") }

// NewPoisonAttr returns #ub.poison.
func NewPoisonAttr() ir.Attr { return ir.NewAttr(&PoisonAttr{}) }

// IsPoison reports whether a is #ub.poison.
func IsPoison(a ir.Attr) bool { return ir.IsAttr[*PoisonAttr](a) }

// syntax is the parser of the dialect's attributes.
type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic != "poison" {
		return ir.Attr{}, p.UnknownAttr("ub", mnemonic, "poison")
	}
	return NewPoisonAttr(), nil
}

// Poison is a poison value as in LLVM: the deferred result of undefined behavior.
//
//	%0 = ub.poison : i32
type Poison struct{ ir.Ref }

// Spec implements ir.View.
func (Poison) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ub.poison",
		Doc:     "A poison value as in LLVM: the deferred result of undefined behavior.",
		Results: []ir.Field{{Name: "result", Type: ir.Constraint{Text: "any type"}}},
		Attrs: []ir.AttrField{{
			Name: "value", Default: NewPoisonAttr(),
			Type: ir.AttrConstraint{Text: "PoisonAttrInterface instance", Accept: IsPoison},
		}},
		Traits: ir.Pure | ir.ConstantLike,
		Format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
	}
}

// Value implements ir.Constant.
func (o Poison) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds to #ub.poison.
func (o Poison) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// Unreachable ends a block that is never executed.
//
//	ub.unreachable
type Unreachable struct{ ir.Ref }

// Spec implements ir.View.
func (Unreachable) Spec() ir.Spec {
	return ir.Spec{
		Name:   "ub.unreachable",
		Doc:    "Ends a block that is never executed.",
		Traits: ir.Terminator,
		Format: "attr-dict",
	}
}
