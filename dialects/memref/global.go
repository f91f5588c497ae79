package memref

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Global is a buffer that lives as long as the program.
//
//	memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
type Global struct{ ir.Ref }

// The indices of Global's inherent attributes.
const (
	globalName = iota
	globalVisibility
	globalType
	globalValue
	globalConstant
	globalAlignment
)

// SymName returns the name, and BufferType the type. Constant reports whether the buffer is never
// written. InitialValue returns the contents. It returns a nil attribute for a declaration, and a
// unit attribute for an uninitialized buffer. Alignment returns the required alignment in bytes, or
// 0 if none is required.
func (o Global) SymName() string {
	s, _ := o.Op.AttrAt(globalName).Str()
	return s
}
func (o Global) BufferType() ir.Type {
	t, _ := ir.AttrAs[*ir.TypeAttr](o.Op.AttrAt(globalType))
	return t.Type
}
func (o Global) Constant() bool        { return !o.Op.AttrAt(globalConstant).IsNil() }
func (o Global) InitialValue() ir.Attr { return o.Op.AttrAt(globalValue) }
func (o Global) Alignment() int64      { return alignmentOf(o.Op.AttrAt(globalAlignment)) }

// Spec implements ir.View.
func (Global) Spec() ir.Spec {
	return ir.Spec{
		Name: "memref.global",
		Doc:  "A buffer that lives as long as the program.",
		Attrs: []ir.AttrField{
			{Name: "sym_name", Type: constraint.SymbolName},
			{Name: "sym_visibility", Type: constraint.String, Optional: true},
			{Name: "type", Type: ir.AttrConstraint{Text: "memref type attribute", Accept: isMemRefType}},
			{Name: "initial_value", Type: constraint.AnyAttr, Optional: true},
			{Name: "constant", Type: constraint.Unit, Optional: true},
			constraint.Alignment(),
		},
		Traits: ir.Symbol,
		Format: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict",
	}
}

func isMemRefType(a ir.Attr) bool {
	t, ok := ir.AttrAs[*ir.TypeAttr](a)
	return ok && ir.IsType[*ir.MemRefType](t.Type)
}

// NewGlobal inserts a Global operation. If value is a nil attribute, the global is only declared.
func NewGlobal(b *ir.Builder, name string, t ir.Type, value ir.Attr, private, constant bool) Global {
	o := ir.Create[Global](b, ir.Init{Attrs: []ir.Attr{ir.NewString(name), {}, ir.NewTypeAttr(t), value}})
	if private {
		o.Op.SetAttrAt(globalVisibility, ir.NewString("private"))
	}
	if constant {
		o.Op.SetAttrAt(globalConstant, ir.Unit())
	}
	return o
}

// Effects implements ir.Effecter. The definition of a global has no effects.
func (o Global) Effects() []ir.Effect { return nil }

// parseGlobalValue reads memref<4xf32> = dense<…> or memref<4xf32> = uninitialized.
func parseGlobalValue(p *asm.Parser, c *asm.Fields, _ []asm.FieldRef) error {
	t, err := p.Type()
	if err != nil {
		return err
	}
	d, ok := ir.TypeAs[*ir.MemRefType](t)
	if !ok || !t.HasStaticShape() {
		return c.State.ErrorAt(p, c.State.Start, "type should be static shaped memref, but got '%s'", t)
	}
	c.SetAttr("type", ir.NewTypeAttr(t))
	if !p.Try(asm.Equal) {
		return nil
	}
	if p.TryKeyword("uninitialized") {
		c.SetAttr("initial_value", ir.Unit())
		return nil
	}
	v, err := p.AttrOfType(ir.Tensor(d.Elem, d.Shape...))
	if err != nil {
		return err
	}
	if !constraint.IsElements(v) {
		return c.State.ErrorAt(p, c.State.Start, "initial value should be a unit or elements attribute")
	}
	c.SetAttr("initial_value", v)
	return nil
}

func printGlobalValue(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	o := Global{ir.Ref{Op: op}}
	w.Type(o.BufferType())
	switch v := o.InitialValue(); {
	case v.IsNil():
	case v == ir.Unit():
		w.Str(" = uninitialized")
	default:
		w.Str(" = ")
		w.AttrNoType(v)
	}
}

// Verify implements ir.Verifier.
func (o Global) Verify() error {
	t := o.BufferType()
	if !t.HasStaticShape() {
		return ir.Errorf(o.Op, "type should be static shaped memref, but got '%s'", t)
	}
	v := o.InitialValue()
	if v.IsNil() {
		return nil
	}
	if v != ir.Unit() && !constraint.IsElements(v) {
		return ir.Errorf(o.Op, "initial value should be a unit or elements attribute, but got %s", v)
	}
	if !constraint.IsElements(v) {
		return nil
	}
	shape, _ := t.Shape()
	if want := ir.Tensor(t.Elem(), shape...); v.TypeOf() != want {
		if v.TypeOf().Elem() != t.Elem() {
			return ir.Errorf(o.Op, "initial value element expected to be of type '%s', but was of type '%s'", t.Elem(), v.TypeOf().Elem())
		}
		return ir.Errorf(o.Op, "initial value shape expected to be %s but was %s", shapeText(want), shapeText(v.TypeOf()))
	}
	return nil
}

// shapeText returns the extents of t, separated by commas, as MLIR prints them in messages.
func shapeText(t ir.Type) string {
	shape, _ := t.Shape()
	s := ""
	for i, n := range shape {
		if i > 0 {
			s += ", "
		}
		s += dimText(n)
	}
	return s
}

// GetGlobal returns the buffer of a global.
//
//	%m = memref.get_global @g : memref<2xf32>
type GetGlobal struct{ ir.Ref }

// SymbolRef returns the reference to the global.
func (o GetGlobal) SymbolRef() *ir.SymbolRefAttr {
	r, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Op.AttrAt(0))
	return r
}

// Spec implements ir.View.
func (GetGlobal) Spec() ir.Spec {
	return ir.Spec{
		Name:    "memref.get_global",
		Doc:     "Returns the buffer of a global.",
		Results: []ir.Field{{Name: "result", Type: static}},
		Attrs:   []ir.AttrField{{Name: "name", Type: constraint.FlatRef, Doc: "The global."}},
		Traits:  ir.Pure,
		Format:  "$name `:` type($result) attr-dict",
	}
}

// NewGetGlobal inserts a GetGlobal operation.
func NewGetGlobal(b *ir.Builder, name string, t ir.Type) GetGlobal {
	return ir.Create[GetGlobal](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewSymbolRef(name)}})
}

// VerifySymbols implements ir.SymbolUser.
func (o GetGlobal) VerifySymbols(t *ir.Symbols) error {
	g, ok := ir.As[Global](t.Resolve(o.Op.AttrAt(0)))
	if !ok {
		return ir.Errorf(o.Op, "'%s' does not reference a valid global memref", o.SymbolRef().Root)
	}
	if got := o.Op.Result().Type(); got != g.BufferType() {
		return ir.Errorf(o.Op, "result type '%s' does not match type '%s' of the global memref @%s", got, g.BufferType(), o.SymbolRef().Root)
	}
	return nil
}
