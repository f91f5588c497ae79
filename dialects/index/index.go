// Package index is MLIR's index dialect: arithmetic on values of type index. The width of index
// depends on the target. Operations fold only to results that are valid for 32 and for 64 bits.
package index

import (
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "index",
		Doc:  "Arithmetic on values of type index, whose width depends on the target.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Add](), ir.Decl[Sub](), ir.Decl[Mul](), ir.Decl[DivS](), ir.Decl[DivU](),
				ir.Decl[CeilDivS](), ir.Decl[CeilDivU](), ir.Decl[FloorDivS](), ir.Decl[RemS](), ir.Decl[RemU](),
				ir.Decl[MaxS](), ir.Decl[MaxU](), ir.Decl[MinS](), ir.Decl[MinU](),
				ir.Decl[ShL](), ir.Decl[ShRS](), ir.Decl[ShRU](), ir.Decl[And](), ir.Decl[Or](), ir.Decl[XOr](),
				ir.Decl[CastS](), ir.Decl[CastU](), ir.Decl[Cmp](), ir.Decl[SizeOf](),
				ir.Decl[Constant](), ir.Decl[BoolConstant](),
			}
		},
		Syntax:   syntax{},
		Constant: Materialize,
	}
}

// Materialize creates a constant operation that has the value a and a result of type t. It returns
// nil if the dialect has no such constant.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	switch {
	case t == ir.I1() && constraint.Bool.Accept(a):
		return ir.Create[BoolConstant](b, constantInit(a)).Op
	case t.IsIndex() && constraint.IndexAttr.Accept(a):
		return ir.Create[Constant](b, constantInit(a)).Op
	}
	return nil
}

func constantInit(a ir.Attr) ir.Init {
	return ir.Init{Results: []ir.Type{a.TypeOf()}, Attrs: []ir.Attr{a}}
}

// binary returns the Spec of an operation on two values.
func binary(name string, traits ir.Trait, doc string) ir.Spec {
	return ir.Spec{
		Name:     "index." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: constraint.Index}, {Name: "rhs", Type: constraint.Index}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:   traits,
		Format:   "$lhs `,` $rhs attr-dict",
	}
}

// Constant is a constant of type index.
//
//	%idx42 = index.constant 42
type Constant struct{ ir.Ref }

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "index.constant",
		Doc:     "A constant of type index.",
		Results: []ir.Field{{Name: "result", Type: constraint.Index}},
		Attrs:   []ir.AttrField{{Name: "value", Type: constraint.IndexAttr}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
	}
}

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// ResultNames implements ir.Namer. An example of a name is %idx42.
func (o Constant) ResultNames(set func(*ir.Value, string)) {
	v, _ := o.Value().Int()
	set(o.Op.Result(), "idx"+strconv.FormatInt(v, 10))
}

// BoolConstant is the constant true or false. Folding a comparison creates it.
//
//	%true = index.bool.constant true
type BoolConstant struct{ ir.Ref }

// Spec implements ir.View.
func (BoolConstant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "index.bool.constant",
		Doc:     "True or false, the result of a folded comparison.",
		Results: []ir.Field{{Name: "result", Type: constraint.I1}},
		Attrs:   []ir.AttrField{{Name: "value", Type: constraint.Bool}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
	}
}

// Value implements ir.Constant.
func (o BoolConstant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o BoolConstant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// ResultNames implements ir.Namer. The names are %true and %false.
func (o BoolConstant) ResultNames(set func(*ir.Value, string)) {
	if o.Value() == ir.BoolAttr(true) {
		set(o.Op.Result(), "true")
		return
	}
	set(o.Op.Result(), "false")
}

// SizeOf is the width of index in bits.
//
//	%r = index.sizeof
type SizeOf struct{ ir.Ref }

// Spec implements ir.View.
func (SizeOf) Spec() ir.Spec {
	return ir.Spec{
		Name:    "index.sizeof",
		Doc:     "The width of index in bits.",
		Results: []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:  ir.Pure,
		Format:  "attr-dict",
	}
}

type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic != "cmp_predicate" {
		return ir.Attr{}, p.UnknownAttr("index", mnemonic, "cmp_predicate")
	}
	i, err := p.EnumWord(asm.Enum{Class: "index::IndexCmpPredicate", Attr: "IndexCmpPredicateAttr", Words: predicates()})
	return NewPredicate(Predicate(i)), err
}
