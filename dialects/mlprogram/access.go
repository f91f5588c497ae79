package mlprogram

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// GlobalLoad reads a global.
//
//	%v = ml_program.global_load @g : tensor<?xi32>
type GlobalLoad struct{ ir.Ref }

// Global returns the symbol of the global.
func (o GlobalLoad) Global() ir.Attr { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (GlobalLoad) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ml_program.global_load",
		Doc:     "Reads a global.",
		Attrs:   []ir.AttrField{global()},
		Results: []ir.Field{{Name: "result"}},
		Format:  "$global `:` type($result) attr-dict",
	}
}

// Effects implements ir.Effecter.
func (GlobalLoad) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read}} }

// ResultNames implements ir.Namer.
func (o GlobalLoad) ResultNames(set func(*ir.Value, string)) { nameResult(o.Op, set) }

// VerifySymbols implements ir.SymbolUser.
func (o GlobalLoad) VerifySymbols(t *ir.Symbols) error { return verifyLoad(o.Op, t) }

// GlobalLoadConst reads an immutable global.
//
//	%v = ml_program.global_load_const @g : tensor<?xi32>
type GlobalLoadConst struct{ ir.Ref }

// Global returns the symbol of the global.
func (o GlobalLoadConst) Global() ir.Attr { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (GlobalLoadConst) Spec() ir.Spec {
	return ir.Spec{
		Name:    "ml_program.global_load_const",
		Doc:     "Reads an immutable global.",
		Attrs:   []ir.AttrField{global()},
		Results: []ir.Field{{Name: "result"}},
		Traits:  ir.Pure,
		Format:  "$global `:` type($result) attr-dict",
	}
}

// ResultNames implements ir.Namer.
func (o GlobalLoadConst) ResultNames(set func(*ir.Value, string)) { nameResult(o.Op, set) }

// VerifySymbols implements ir.SymbolUser.
func (o GlobalLoadConst) VerifySymbols(t *ir.Symbols) error {
	g, err := resolve(o.Op, t)
	if err != nil {
		return err
	}
	if g.Mutable() {
		return ir.Errorf(o.Op, "cannot load as const from mutable global %s", o.Op.AttrAt(0))
	}
	return verifyLoad(o.Op, t)
}

// GlobalLoadGraph reads a global in a graph, after the operations whose tokens it consumes.
//
//	%v, %u = ml_program.global_load_graph @g ordering(%t -> !ml_program.token) : tensor<?xi32>
type GlobalLoadGraph struct{ ir.Ref }

// Global returns the symbol of the global. ConsumeTokens returns the tokens of earlier operations,
// and ProduceToken the token of this operation.
func (o GlobalLoadGraph) Global() ir.Attr            { return o.Op.AttrAt(0) }
func (o GlobalLoadGraph) ConsumeTokens() []*ir.Value { return o.Op.OperandsOf(0) }
func (o GlobalLoadGraph) ProduceToken() *ir.Value    { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (GlobalLoadGraph) Spec() ir.Spec {
	return ir.Spec{
		Name:     "ml_program.global_load_graph",
		Doc:      "Reads a global in a graph, after the operations whose tokens it consumes.",
		Operands: []ir.Field{tokens("consumeTokens")},
		Attrs:    []ir.AttrField{global()},
		Results:  []ir.Field{{Name: "result"}, {Name: "produceToken", Type: token()}},
		Format:   "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($result) attr-dict",
	}
}

// Effects implements ir.Effecter.
func (GlobalLoadGraph) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read}} }

// VerifySymbols implements ir.SymbolUser.
func (o GlobalLoadGraph) VerifySymbols(t *ir.Symbols) error { return verifyLoad(o.Op, t) }

// GlobalStore writes a global.
//
//	ml_program.global_store @g = %v : tensor<?xi32>
type GlobalStore struct{ ir.Ref }

// Global returns the symbol of the global, and Value the value that is stored.
func (o GlobalStore) Global() ir.Attr  { return o.Op.AttrAt(0) }
func (o GlobalStore) Value() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (GlobalStore) Spec() ir.Spec {
	return ir.Spec{
		Name:     "ml_program.global_store",
		Doc:      "Writes a global.",
		Operands: []ir.Field{{Name: "value"}},
		Attrs:    []ir.AttrField{global()},
		Format:   "$global `=` $value `:` type($value) attr-dict",
	}
}

// Effects implements ir.Effecter.
func (GlobalStore) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }

// VerifySymbols implements ir.SymbolUser.
func (o GlobalStore) VerifySymbols(t *ir.Symbols) error { return verifyStore(o.Op, t) }

// GlobalStoreGraph writes a global in a graph, after the operations whose tokens it consumes.
//
//	%u = ml_program.global_store_graph @g = %v ordering(%t -> !ml_program.token) : tensor<?xi32>
type GlobalStoreGraph struct{ ir.Ref }

// Global returns the symbol of the global, and Value the value that is stored. ConsumeTokens
// returns the tokens of earlier operations, and ProduceToken the token of this operation.
func (o GlobalStoreGraph) Global() ir.Attr            { return o.Op.AttrAt(0) }
func (o GlobalStoreGraph) Value() *ir.Value           { return o.Op.OperandAt(0) }
func (o GlobalStoreGraph) ConsumeTokens() []*ir.Value { return o.Op.OperandsOf(1) }
func (o GlobalStoreGraph) ProduceToken() *ir.Value    { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (GlobalStoreGraph) Spec() ir.Spec {
	return ir.Spec{
		Name:     "ml_program.global_store_graph",
		Doc:      "Writes a global in a graph, after the operations whose tokens it consumes.",
		Operands: []ir.Field{{Name: "value"}, tokens("consumeTokens")},
		Attrs:    []ir.AttrField{global()},
		Results:  []ir.Field{{Name: "produceToken", Type: token()}},
		Format:   "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($value) attr-dict",
	}
}

// Effects implements ir.Effecter. MLIR declares a read instead, and may erase the operation.
func (GlobalStoreGraph) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }

// VerifySymbols implements ir.SymbolUser.
func (o GlobalStoreGraph) VerifySymbols(t *ir.Symbols) error { return verifyStore(o.Op, t) }

// parseOrdering reads ordering(%a, %b -> type), or ordering(() -> type).
func parseOrdering(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	if err := p.ExpectKeyword("ordering"); err != nil {
		return err
	}
	if err := p.Expect(asm.LParen); err != nil {
		return err
	}
	if p.Try(asm.LParen) {
		if err := p.Expect(asm.RParen); err != nil {
			return err
		}
	} else if p.Peek() == asm.PercentID {
		os, err := p.Operands()
		if err != nil {
			return err
		}
		c.AddOperand(args[0].Index, os...)
	}
	if err := p.Expect(asm.Arrow); err != nil {
		return err
	}
	t, err := p.Type()
	if err != nil {
		return err
	}
	c.SetResultTypes(args[1].Index, t)
	return p.Expect(asm.RParen)
}

func printOrdering(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	w.Str(" ordering(")
	if vs := op.OperandsOf(args[0].Index); len(vs) > 0 {
		w.Values(vs)
	} else {
		w.Str("()")
	}
	w.Str(" -> ")
	w.Type(op.ResultsOf(args[1].Index)[0].Type())
	w.Str(")")
}
