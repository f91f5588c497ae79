package asm_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

type nests struct{ ir.Ref }

func (nests) Spec() ir.Spec {
	return ir.Spec{
		Name: "test.nests", Doc: "Has regions.", Traits: ir.NoTerminator,
		Regions: []ir.RegionField{{Name: "first"}, {Name: "others", Arity: ir.Variadic}},
		Format:  "regions attr-dict",
	}
}

type configured struct{ ir.Ref }

func (configured) Spec() ir.Spec {
	return ir.Spec{
		Name: "test.configured", Doc: "Has two optional attributes.",
		Attrs: []ir.AttrField{
			{Name: "config", Type: constraint.AnyAttr, Optional: true},
			{Name: "size", Type: constraint.I64, Optional: true},
		},
		Format: "($config^)? `,` ($size^)? attr-dict",
	}
}

type named struct{ ir.Ref }

func (named) Spec() ir.Spec {
	return ir.Spec{
		Name: "test.named", Doc: "Has an attribute.",
		Attrs:  []ir.AttrField{{Name: "value", Type: constraint.AnyAttr}},
		Format: "custom<Value>(qualified($value)) attr-dict",
	}
}

// valueSyntax has custom<Value>($attr), which writes the name of the attribute and its value.
type valueSyntax struct{}

func (valueSyntax) Directive(name string) (asm.Directive, bool) {
	return asm.Directive{
		Parse: func(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
			if err := p.ExpectKeyword(args[0].Name); err != nil {
				return err
			}
			a, err := p.Attr()
			c.SetAttr(args[0].Name, a)
			return err
		},
		Print: func(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
			w.Str(args[0].Name + " ")
			w.Attr(op.AttrAt(args[0].Index))
		},
	}, name == "Value"
}

// TestFormats checks that rare elements of formats are printed as they were read.
func TestFormats(t *testing.T) {
	d := &ir.Dialect{
		Name: "test", Doc: "Rare elements of formats.", Syntax: valueSyntax{},
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{ir.Decl[nests](), ir.Decl[configured](), ir.Decl[named]()}
		},
	}
	irtest.CheckSpecs(t, d)
	reg, err := ir.NewRegistry(builtin.Dialect(), d)
	if err != nil {
		t.Fatal(err)
	}
	options := ir.NewPrintOptions()
	options.LocalScope = true
	for _, text := range []string{
		"test.nests {\n}",
		"test.nests {\n}, {\n}, {\n} {a = 1 : i64}",
		"test.configured,",
		"test.configured {a = 1 : i64},",
		"test.configured () -> (),",
		"test.configured loc(unknown),",
		"test.configured, 7 {a = 1 : i64}",
		"test.configured, {a = 1 : i64}",
		"test.named value 1 : i64",
	} {
		op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{NoImplicitModule: true})
		if err != nil {
			t.Errorf("%s: got error %v", text, err)
		} else if got := strings.TrimSpace(string(print(op, options))); got != text {
			t.Errorf("%s: got %s", text, got)
		}
	}
}
