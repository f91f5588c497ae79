package mlprogram

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Global is a variable or a constant that lives as long as the program.
//
//	ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<?xi32>
type Global struct{ ir.Ref }

const (
	globalName = iota
	globalType
	globalMutable
	globalValue
	globalVisibility
)

// Spec implements ir.View.
func (Global) Spec() ir.Spec {
	return ir.Spec{
		Name: "ml_program.global",
		Doc:  "A variable, or a constant, that lives as long as the program.",
		Attrs: []ir.AttrField{
			{Name: "sym_name", Type: constraint.SymbolName},
			{Name: "type", Type: ir.AttrConstraint{Text: "any type attribute", Accept: ir.IsAttr[*ir.TypeAttr]}},
			{Name: "is_mutable", Type: constraint.Unit, Optional: true},
			{Name: "value", Type: constraint.AnyAttr, Optional: true},
			{Name: "sym_visibility", Type: constraint.String, Optional: true},
		},
		Traits: ir.Symbol,
		Format: "custom<SymbolVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` custom<TypedInitialValue>($type, $value) attr-dict",
	}
}

// SymName returns the name, and ValueType the type. Mutable reports whether operations may store to
// the global. InitialValue returns the initial value, or a nil attribute if there is none.
func (o Global) SymName() string {
	s, _ := o.Op.AttrAt(globalName).Str()
	return s
}
func (o Global) ValueType() ir.Type {
	t, _ := ir.AttrAs[*ir.TypeAttr](o.Op.AttrAt(globalType))
	return t.Type
}
func (o Global) Mutable() bool         { return !o.Op.AttrAt(globalMutable).IsNil() }
func (o Global) InitialValue() ir.Attr { return o.Op.AttrAt(globalValue) }

// Verify implements ir.Verifier.
func (o Global) Verify() error {
	if !o.Mutable() && o.InitialValue().IsNil() {
		return ir.Errorf(o.Op, "immutable global must have an initial value")
	}
	return nil
}

// visibilities are the keywords for visibility in the custom form.
var visibilities = []string{"public", "private", "nested"}

// NeedsGeneric implements asm.GenericPrinter. A global without visibility needs the generic form.
func (o Global) NeedsGeneric() bool {
	v, _ := o.Op.AttrAt(globalVisibility).Str()
	return !slices.Contains(visibilities, v)
}

func parseVisibility(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	for _, word := range visibilities {
		if p.TryKeyword(word) {
			c.SetAttr(args[0].Name, ir.NewString(word))
			return nil
		}
	}
	return p.OpErrorf("expected 'public', 'private', or 'nested'")
}

func printVisibility(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	v, _ := op.AttrAt(globalVisibility).Str()
	w.Str(v)
}

// parseInitialValue reads (value) : type, or : type.
func parseInitialValue(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	if p.Try(asm.LParen) {
		v, err := p.Attr()
		if err != nil {
			return err
		}
		if err := p.Expect(asm.RParen); err != nil {
			return err
		}
		c.SetAttr(args[1].Name, v)
	}
	t, err := p.ColonType()
	c.SetAttr(args[0].Name, ir.NewTypeAttr(t))
	return err
}

func printInitialValue(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	o := Global{ir.Ref{Op: op}}
	if v := o.InitialValue(); !v.IsNil() {
		w.Str("(")
		w.Attr(v)
		w.Str(")")
	}
	w.Str(" : ")
	w.Type(o.ValueType())
}

// global declares the attribute of loads and stores that refers to the global.
func global() ir.AttrField {
	return ir.AttrField{Name: "global", Type: ir.AttrConstraint{Text: "symbol reference attribute", Accept: ir.IsAttr[*ir.SymbolRefAttr]}}
}

// nameResult gives the loaded value the name of the global.
func nameResult(op *ir.Op, set func(*ir.Value, string)) {
	ref, ok := ir.AttrAs[*ir.SymbolRefAttr](op.AttrAt(0))
	if !ok {
		return
	}
	name := ref.Root
	if n := len(ref.Nested); n > 0 {
		name = ref.Nested[n-1]
	}
	set(op.ResultAt(0), name)
}

func resolve(op *ir.Op, t *ir.Symbols) (Global, error) {
	g, ok := ir.As[Global](t.Resolve(op.AttrAt(0)))
	if !ok {
		return g, ir.Errorf(op, "undefined global: %s", op.AttrAt(0))
	}
	return g, nil
}

func verifyLoad(op *ir.Op, t *ir.Symbols) error {
	g, err := resolve(op, t)
	if err != nil {
		return err
	}
	if got := op.ResultAt(0).Type(); got != g.ValueType() {
		return ir.Errorf(op, "cannot load from global typed '%s' as '%s'", g.ValueType(), got)
	}
	return nil
}

func verifyStore(op *ir.Op, t *ir.Symbols) error {
	g, err := resolve(op, t)
	if err != nil {
		return err
	}
	if !g.Mutable() {
		return ir.Errorf(op, "cannot store to an immutable global %s", op.AttrAt(0))
	}
	if got := op.OperandAt(0).Type(); got != g.ValueType() {
		return ir.Errorf(op, "cannot store to a global typed '%s' from '%s'", g.ValueType(), got)
	}
	return nil
}
