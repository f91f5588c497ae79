// Package mlprogram is MLIR's ml_program dialect: functions, graphs and global
// variables of machine-learning programs.
package mlprogram

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "ml_program",
		Doc:  "Functions, graphs and global variables of machine-learning programs.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Func](), ir.Decl[Return](), ir.Decl[Subgraph](), ir.Decl[Output](),
				ir.Decl[Global](), ir.Decl[GlobalLoad](), ir.Decl[GlobalLoadConst](), ir.Decl[GlobalLoadGraph](),
				ir.Decl[GlobalStore](), ir.Decl[GlobalStoreGraph](), ir.Decl[Token](),
			}
		},
		Syntax:          syntax{},
		ResourceSection: true,
	}
}

// TokenType is the type of tokens, which determine the order of operations in a graph.
//
//	!ml_program.token
type TokenType struct{}

// Print implements ir.TypeData.
func (*TokenType) Print(w *ir.Writer) { w.Str("!ml_program.token") }

// ExternAttr marks a global whose value is defined outside of the program, under the same name.
//
//	#ml_program.extern : tensor<4xi32>
type ExternAttr struct{ Type ir.Type }

// Print implements ir.AttrData.
func (a *ExternAttr) Print(w *ir.Writer) {
	w.Str("#ml_program.extern")
	if !a.Type.IsNil() {
		w.Str(" : ")
		w.Type(a.Type)
	}
}

// TypeOf returns the type of the value.
func (a *ExternAttr) TypeOf() ir.Type { return a.Type }

// Alias implements ir.Aliaser.
func (*ExternAttr) Alias() string { return "extern" }

// syntax reads the dialect's type, its attribute and the custom directives.
type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	if mnemonic != "token" {
		return ir.Type{}, p.UnknownType("ml_program", mnemonic, "token")
	}
	return ir.NewType(&TokenType{}), nil
}

// ParseTypedAttr implements asm.TypedAttrSyntax.
func (syntax) ParseTypedAttr(p *asm.Parser, mnemonic string, t ir.Type) (ir.Attr, error) {
	if mnemonic != "extern" {
		return ir.Attr{}, p.UnknownAttr("ml_program", mnemonic, "extern")
	}
	return ir.NewAttr(&ExternAttr{t}), nil
}

// Directive implements asm.DirectiveSyntax.
func (syntax) Directive(name string) (asm.Directive, bool) {
	switch name {
	case "SymbolVisibility":
		return asm.Directive{Parse: parseVisibility, Print: printVisibility}, true
	case "TypedInitialValue":
		return asm.Directive{Parse: parseInitialValue, Print: printInitialValue}, true
	case "TokenOrdering":
		return asm.Directive{Parse: parseOrdering, Print: printOrdering}, true
	}
	return asm.Directive{}, false
}

func token() ir.Constraint {
	return ir.Constraint{
		Text:   "Token for establishing execution ordering in a graph",
		Accept: ir.IsType[*TokenType],
		Fixed:  ir.NewType(&TokenType{}),
	}
}

func tokens(name string) ir.Field {
	return ir.Field{Name: name, Type: token(), Arity: ir.Variadic}
}

// Token creates a token that depends on no operation.
//
//	%t = ml_program.token
type Token struct{ ir.Ref }

// Token returns the result.
func (o Token) Token() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Token) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ml_program.token",
		Doc:     "Creates a token that depends on no operation.",
		Results: []ir.Field{{Name: "token", Type: token()}},
		Traits:  ir.Pure,
		Format:  "attr-dict",
	}
}
