package main

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Fixed is the type of numbers with a fixed binary point.
//
//	!my.fixed<8>
type Fixed struct {
	Fraction int64 // binary digits after the point
}

// NewFixed returns the type. Types with equal text are the same ir.Type, so == compares types.
func NewFixed(fraction int64) ir.Type { return ir.NewType(&Fixed{fraction}) }

// Print implements ir.TypeData. It writes the complete text of the type, with the prefix "!my.".
func (t *Fixed) Print(w *ir.Writer) {
	w.Str("!my.fixed<")
	w.Int(t.Fraction)
	w.Byte('>')
}

// Power is an attribute: 2 to the power of N.
//
//	#my.power<-3>
type Power struct{ N int64 }

// NewPower returns the attribute.
func NewPower(n int64) ir.Attr { return ir.NewAttr(&Power{n}) }

// Print implements ir.AttrData.
func (a *Power) Print(w *ir.Writer) {
	w.Str("#my.power<")
	w.Int(a.N)
	w.Byte('>')
}

// syntax reads the dialect's types and attributes.
type syntax struct{}

// ParseType implements asm.TypeSyntax. It reads the text after "!my.fixed", such as <8>.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	if mnemonic != "fixed" {
		return ir.Type{}, p.UnknownType("my", mnemonic, "fixed")
	}
	n, err := number(p)
	return NewFixed(n), err
}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic != "power" {
		return ir.Attr{}, p.UnknownAttr("my", mnemonic, "power")
	}
	n, err := number(p)
	return NewPower(n), err
}

// number reads an integer between < and >.
func number(p *asm.Parser) (int64, error) {
	if err := p.Expect(asm.Less); err != nil {
		return 0, err
	}
	n, err := p.Int()
	if err != nil {
		return 0, err
	}
	return n, p.Expect(asm.Greater)
}

// Scale multiplies a number by a power of 2.
//
//	%r = my.scale %x by <3> : !my.fixed<8>
type Scale struct{ ir.Ref }

// X returns the operand.
func (o Scale) X() *ir.Value { return o.Op.OperandAt(0) }

// By returns the power.
func (o Scale) By() *Power {
	p, _ := ir.AttrAs[*Power](o.Op.AttrAt(0))
	return p
}

// Result returns the product.
func (o Scale) Result() *ir.Value { return o.Op.Result() }

// Spec implements ir.View.
func (Scale) Spec() ir.Spec {
	fixed := ir.Constraint{Text: "a fixed-point number", Var: "T", Accept: func(t ir.Type) bool {
		_, ok := ir.TypeAs[*Fixed](t)
		return ok
	}}
	power := ir.AttrConstraint{Text: "a power of 2", Form: ir.FormStripped, Mnemonic: "my.power", Accept: func(a ir.Attr) bool {
		_, ok := ir.AttrAs[*Power](a)
		return ok
	}}
	return ir.Spec{
		Name:     "my.scale",
		Doc:      "multiply by a power of 2",
		Operands: []ir.Field{{Name: "x", Type: fixed}},
		Results:  []ir.Field{{Name: "result", Type: fixed}},
		Attrs:    []ir.AttrField{{Name: "by", Type: power}},
		Traits:   ir.Pure,
		Format:   "$x `by` $by attr-dict `:` type($x)",
	}
}

// NewScale inserts an operation that computes x · 2ⁿ at the insertion point of b.
func NewScale(b *ir.Builder, x *ir.Value, n int64) Scale {
	return ir.Create[Scale](b, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type()}, Attrs: []ir.Attr{NewPower(n)}})
}

// dialect describes the dialect to a registry.
func dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:    "my",
		Doc:     "fixed-point numbers",
		Ops:     func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Scale]()} },
		Syntax:  syntax{},
		Targets: map[string]any{"my.checksum": checksum},
	}
}
