package ir

import (
	"bytes"
	"io"
	"strings"
)

// Module is a list of top-level operations and a symbol table.
//
//	module @name attributes {…} { … }
type Module struct{ Ref }

// Spec implements View.
func (Module) Spec() Spec {
	return Spec{
		Name: "builtin.module",
		Doc:  "A top-level container of operations, and a symbol table.",
		Attrs: []AttrField{
			{Name: "sym_name", Type: SymbolNameConstraint, Optional: true},
			{Name: "sym_visibility", Type: StringConstraint, Optional: true},
		},
		Regions: []RegionField{{Name: "bodyRegion", Sized: true}},
		Traits: AffineScope | IsolatedFromAbove | NoRegionArguments | SymbolTable | Symbol |
			SingleBlock | NoTerminator | GraphRegion | NoSideEffect | RecursiveEffects,
		Format: "($sym_name^)? attr-dict-with-keyword $bodyRegion",
	}
}

// DefaultDialect implements asm.DefaultDialect, so that nested modules can be written "module"
// instead of "builtin.module".
func (Module) DefaultDialect() {}

// Verify implements Verifier. It checks that discardable attributes of a module have the prefix of
// a dialect.
func (o Module) Verify() error {
	for _, e := range o.Op.DiscardableAttrs() {
		if !strings.Contains(e.Name, ".") {
			return Errorf(o.Op, "can only contain attributes with dialect-prefixed names, found: '%s'", e.Name)
		}
	}
	return nil
}

// NewModule returns an empty, detached module.
func NewModule(reg *Registry) Module {
	b := NewBuilder(reg)
	m := Create[Module](b, Init{NumRegions: 1})
	m.Op.RegionAt(0).AddBlock()
	return m
}

// Body returns the module's block.
func (o Module) Body() *Block { return o.Op.RegionAt(0).Blocks[0] }

// StringConstraint accepts string attributes.
var StringConstraint = AttrConstraint{Text: "string attribute", Accept: func(a Attr) bool { return IsAttr[*StringAttr](a) }}

// SymbolNameConstraint accepts string attributes, which custom formats write as @name.
var SymbolNameConstraint = AttrConstraint{Text: "string attribute", Accept: StringConstraint.Accept, Form: FormSymbolName}

// PrintGeneric writes op in generic form.
func PrintGeneric(out io.Writer, op *Op) error {
	opts := NewPrintOptions()
	opts.Generic = true
	w := NewWriter(out, opts)
	w.Op(op)
	return w.Flush()
}

// String returns op in generic form. The numbers of values start at op, so the numbers of operands
// defined outside op have no meaning.
func (op *Op) String() string {
	var b bytes.Buffer
	PrintGeneric(&b, op)
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
