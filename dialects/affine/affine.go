// Package affine is MLIR's affine dialect: loops, conditions and memory accesses. Their bounds,
// conditions and subscripts are affine functions of induction variables (dimensions) and of
// loop-invariant values (symbols).
package affine

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "affine",
		Doc:  "Loops, conditions and memory accesses with affine bounds and subscripts.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Apply](), ir.Decl[Min](), ir.Decl[Max](), ir.Decl[For](), ir.Decl[If](), ir.Decl[Parallel](),
				ir.Decl[Yield](), ir.Decl[Load](), ir.Decl[Store](), ir.Decl[VectorLoad](), ir.Decl[VectorStore](),
				ir.Decl[Prefetch](), ir.Decl[DelinearizeIndex](), ir.Decl[LinearizeIndex](),
				ir.Decl[DmaStart](), ir.Decl[DmaWait](),
			}
		},
		Constant:  Materialize,
		Inlinable: inlinable,
	}
}

// Materialize creates an arith or ub constant that has the value a and a result of type t. It
// returns nil if there is no such constant.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	if op := ub.Materialize(b, a, t); op != nil {
		return op
	}
	return arith.Materialize(b, a, t)
}

func mapField(name string) ir.AttrField { return ir.AttrField{Name: name, Type: constraint.Map} }

// mapOf returns the affine map in the attribute a, or an empty map if a is not an affine map.
func mapOf(a ir.Attr) aff.Map {
	d, ok := ir.AttrAs[*ir.AffineMapAttr](a)
	if !ok {
		return aff.Map{}
	}
	return d.Map
}

// printOperands writes (dims)[symbols]. It omits the square brackets if there are no symbols.
func printOperands(w *asm.Printer, vs []*ir.Value, dims int) {
	dims = min(dims, len(vs))
	w.Byte('(')
	w.Values(vs[:dims])
	w.Byte(')')
	if len(vs) > dims {
		w.Byte('[')
		w.Values(vs[dims:])
		w.Byte(']')
	}
}

// parseOperands reads (dims)[symbols] and adds the values, which have type index, to the operands
// of st.
func parseOperands(p *asm.Parser, st *asm.State) (dims, syms int, err error) {
	ds, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return 0, 0, err
	}
	var ss []asm.Operand
	if p.Peek() == asm.LSquare {
		if ss, err = p.OperandList(asm.LSquare, asm.RSquare); err != nil {
			return 0, 0, err
		}
	}
	if err := p.ResolveIndices(st, ds); err != nil {
		return 0, 0, err
	}
	return len(ds), len(ss), p.ResolveIndices(st, ss)
}

func parseMap(p *asm.Parser) (ir.Attr, aff.Map, error) {
	off := p.Offset()
	a, err := p.Attr()
	if err != nil {
		return a, aff.Map{}, err
	}
	d, ok := ir.AttrAs[*ir.AffineMapAttr](a)
	if !ok {
		return a, aff.Map{}, p.OpErrorAt(off, "invalid kind of attribute specified").WithHelp("write an affine map, such as affine_map<(d0) -> (d0 + 1)>")
	}
	return a, d.Map, nil
}

// Apply computes the result of an affine map that has one result.
//
//	%r = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
type Apply struct{ ir.Ref }

// Map returns the map. MapOperands returns the operands for its dimensions, then for its symbols.
func (o Apply) Map() aff.Map             { return mapOf(o.Op.AttrAt(0)) }
func (o Apply) MapOperands() []*ir.Value { return o.Op.OperandList() }

// Spec implements ir.View.
func (Apply) Spec() ir.Spec {
	return ofMap("apply", "mapOperands", "The value of an affine map with one result.")
}

// ofMap returns the Spec of affine.apply, affine.min or affine.max.
func ofMap(name, operands, doc string) ir.Spec {
	return ir.Spec{
		Name:     "affine." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: operands, Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Type: constraint.Index}},
		Attrs:    []ir.AttrField{mapField("map")},
		Traits:   ir.Pure,
	}
}

func ofMapInit(m aff.Map, vs []*ir.Value) ir.Init {
	return ir.Init{Operands: vs, Results: []ir.Type{ir.Index()}, Attrs: []ir.Attr{ir.NewAffineMap(m)}}
}

// NewApply inserts an Apply operation. operands are the values of the map's dimensions, then those
// of its symbols.
func NewApply(b *ir.Builder, m aff.Map, operands ...*ir.Value) Apply {
	return ir.Create[Apply](b, ofMapInit(m, operands))
}

// ParseOp implements asm.OpParser.
func (Apply) ParseOp(p *asm.Parser, st *asm.State) error {
	a, m, err := parseMap(p)
	if err != nil {
		return err
	}
	dims, syms, err := parseOperands(p, st)
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if dims != m.Dims || syms != m.Syms {
		return p.OpErrorAt(st.Start, "dimension or symbol index mismatch").
			WithHelp("write one operand in parentheses for each dimension of the map, and one in brackets for each symbol")
	}
	st.SetAttr("map", a)
	for range m.Results {
		st.AddResults(ir.Index())
	}
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o Apply) PrintOp(w *asm.Printer) { printOfMap(w, o.Op) }

func printOfMap(w *asm.Printer, op *ir.Op) {
	w.Byte(' ')
	w.Attr(op.AttrAt(0))
	printOperands(w, op.OperandList(), mapOf(op.AttrAt(0)).Dims)
	w.AttrDict(op, "map")
}

// Verify implements ir.Verifier.
func (o Apply) Verify() error {
	m := o.Map()
	if o.Op.NumOperands() != m.Dims+m.Syms {
		return ir.Errorf(o.Op, "operand count and affine map dimension and symbol count must match")
	}
	if len(m.Results) != 1 {
		return ir.Errorf(o.Op, "mapping must produce one value")
	}
	scope := scopeOf(o.Op)
	for _, v := range o.Op.OperandRange(m.Dims, o.Op.NumOperands()) {
		if isDim(v, scope) && !isSymbol(v, scope) {
			return ir.Errorf(o.Op, "dimensional operand cannot be used as a symbol")
		}
	}
	return nil
}

// Min computes the least result of an affine map.
//
//	%r = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
type Min struct{ ir.Ref }

// Map returns the map. MapOperands returns the operands for its dimensions, then for its symbols.
func (o Min) Map() aff.Map             { return mapOf(o.Op.AttrAt(0)) }
func (o Min) MapOperands() []*ir.Value { return o.Op.OperandList() }

// Spec implements ir.View.
func (Min) Spec() ir.Spec { return ofMap("min", "operands", "The least result of an affine map.") }

// ParseOp implements asm.OpParser.
func (Min) ParseOp(p *asm.Parser, st *asm.State) error { return parseOfMap(p, st) }

// PrintOp implements asm.OpPrinter.
func (o Min) PrintOp(w *asm.Printer) { printOfMap(w, o.Op) }

// Verify implements ir.Verifier.
func (o Min) Verify() error { return verifyMinMax(o.Op) }

// Max computes the greatest result of an affine map.
//
//	%r = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
type Max struct{ ir.Ref }

// Map returns the map. MapOperands returns the operands for its dimensions, then for its symbols.
func (o Max) Map() aff.Map             { return mapOf(o.Op.AttrAt(0)) }
func (o Max) MapOperands() []*ir.Value { return o.Op.OperandList() }

// Spec implements ir.View.
func (Max) Spec() ir.Spec { return ofMap("max", "operands", "The greatest result of an affine map.") }

// ParseOp implements asm.OpParser.
func (Max) ParseOp(p *asm.Parser, st *asm.State) error { return parseOfMap(p, st) }

// PrintOp implements asm.OpPrinter.
func (o Max) PrintOp(w *asm.Printer) { printOfMap(w, o.Op) }

// Verify implements ir.Verifier.
func (o Max) Verify() error { return verifyMinMax(o.Op) }

func parseOfMap(p *asm.Parser, st *asm.State) error {
	a, _, err := parseMap(p)
	if err != nil {
		return err
	}
	if _, _, err := parseOperands(p, st); err != nil {
		return err
	}
	st.SetAttr("map", a)
	st.AddResults(ir.Index())
	return p.AttrDict(st)
}

func verifyMinMax(op *ir.Op) error {
	m := mapOf(op.AttrAt(0))
	if op.NumOperands() != m.Dims+m.Syms {
		return ir.Errorf(op, "operand count and affine map dimension and symbol count must match")
	}
	if len(m.Results) == 0 {
		return ir.Errorf(op, "affine map expect at least one result")
	}
	return nil
}
