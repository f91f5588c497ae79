package affine

import (
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// access returns the Spec of a memory access. The parameter "operands" describes the operands
// before the buffer. The operands of the map follow the buffer.
func access(name, doc string, operands ...ir.Field) ir.Spec {
	return ir.Spec{
		Name: "affine." + name,
		Doc:  doc,
		Operands: append(operands,
			ir.Field{Name: "memref", Type: constraint.MemRef},
			ir.Field{Name: "indices", Type: constraint.Index, Arity: ir.Variadic}),
		Attrs: []ir.AttrField{mapField("map")},
	}
}

// parseSubscripts reads subscripts, such as [%i + 1, …]. It sets the attribute called name to the
// map that computes the subscripts, and returns the operands of this map.
func parseSubscripts(p *asm.Parser, st *asm.State, name string) ([]asm.Operand, error) {
	var vs asm.AffineValues
	es, err := p.AffineExprs(asm.LSquare, asm.RSquare, &vs)
	if err != nil {
		return nil, err
	}
	st.SetAttr(name, ir.NewAffineMap(vs.Map(es)))
	return append(vs.Dims, vs.Syms...), nil
}

// printSubscripts writes the subscripts that the map m computes from its operands vs.
func printSubscripts(w *asm.Printer, m aff.Map, vs []*ir.Value) {
	w.Byte('[')
	w.AffineExprs(m, vs)
	w.Byte(']')
}

func parseMemRef(p *asm.Parser) (ir.Type, error) {
	off := p.Offset()
	t, err := p.Type()
	if err == nil && !ir.IsType[*ir.MemRefType](t) {
		err = p.OpErrorAt(off, "invalid kind of type specified: expected builtin.memref, but found '%s'", t)
	}
	return t, err
}

// parseVector reads ", vector<…>".
func parseVector(p *asm.Parser) (ir.Type, error) {
	if err := p.Expect(asm.Comma); err != nil {
		return ir.Type{}, err
	}
	off := p.Offset()
	t, err := p.Type()
	if err == nil && !ir.IsType[*ir.VectorType](t) {
		err = p.OpErrorAt(off, "invalid kind of type specified: expected builtin.vector, but found '%s'", t)
	}
	return t, err
}

// parseAccess reads %m[…] {…} : memref<…>, followed by a vector type if vector is set. It adds
// operands to st: the stored value, if value is not nil, then the buffer, and then the operands of
// the map. elem is the type of the accessed element or vector.
func parseAccess(p *asm.Parser, st *asm.State, value *asm.Operand, vector bool) (elem ir.Type, err error) {
	m, err := p.Operand()
	if err != nil {
		return elem, err
	}
	indices, err := parseSubscripts(p, st, "map")
	if err != nil {
		return elem, err
	}
	if err := p.AttrDict(st); err != nil {
		return elem, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return elem, err
	}
	t, err := parseMemRef(p)
	if err != nil {
		return elem, err
	}
	elem = t.Elem()
	if vector {
		if elem, err = parseVector(p); err != nil {
			return elem, err
		}
	}
	if value != nil {
		v, err := p.Resolve(*value, elem)
		if err != nil {
			return elem, err
		}
		st.Add(v)
	}
	v, err := p.Resolve(m, t)
	if err != nil {
		return elem, err
	}
	st.Add(v)
	return elem, p.ResolveIndices(st, indices)
}

func parseLoad(p *asm.Parser, st *asm.State, vector bool) error {
	t, err := parseAccess(p, st, nil, vector)
	st.AddResults(t)
	return err
}

func parseStore(p *asm.Parser, st *asm.State, vector bool) error {
	v, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	_, err = parseAccess(p, st, &v, vector)
	return err
}

// printAccess writes an access to the buffer that is operand number "at". An operand before the
// buffer is the stored value. If vector is not nil, printAccess also writes its type.
func printAccess(w *asm.Printer, op *ir.Op, at int, vector *ir.Value) {
	m := op.OperandAt(at)
	w.Byte(' ')
	if at > 0 {
		w.Value(op.OperandAt(0))
		w.Str(", ")
	}
	w.Value(m)
	printSubscripts(w, mapOf(op.AttrAt(0)), op.OperandRange(at+1, op.NumOperands()))
	w.AttrDict(op, "map")
	w.Str(" : ")
	w.Type(m.Type())
	if vector != nil {
		w.Str(", ")
		w.Type(vector.Type())
	}
}

// verifyAccess checks the subscripts of an access to the buffer that is operand number "at". The
// operands after the buffer are those of the map.
func verifyAccess(op *ir.Op, at int) error {
	m := mapOf(op.AttrAt(0))
	shape, _ := op.OperandAt(at).Type().Shape()
	indices := op.OperandRange(at+1, op.NumOperands())
	if len(m.Results) != len(shape) {
		return ir.Errorf(op, "affine map num results must equal memref rank")
	}
	if m.Dims+m.Syms != len(indices) {
		return ir.Errorf(op, "expects as many subscripts as affine map inputs")
	}
	return verifyOperands(op, indices, m.Dims)
}

// Load reads an element.
//
//	%r = affine.load %m[%i + 1, %j * 2 + symbol(%n)] : memref<4x?xf32>
type Load struct{ ir.Ref }

// Memref returns the buffer, Map the map of the subscripts, and Indices the operands of this map.
func (o Load) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o Load) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Load) Map() aff.Map         { return mapOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Load) Spec() ir.Spec {
	s := access("load", "Reads an element.")
	s.Results = []ir.Field{{Name: "result", Type: constraint.Any}}
	return s
}

// Effects implements ir.Effecter.
func (o Load) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Memref()}} }

// ParseOp implements asm.OpParser.
func (Load) ParseOp(p *asm.Parser, st *asm.State) error { return parseLoad(p, st, false) }

// PrintOp implements asm.OpPrinter.
func (o Load) PrintOp(w *asm.Printer) { printAccess(w, o.Op, 0, nil) }

// Verify implements ir.Verifier.
func (o Load) Verify() error {
	if o.Op.Result().Type() != o.Memref().Type().Elem() {
		return ir.Errorf(o.Op, "result type must match element type of memref")
	}
	return verifyAccess(o.Op, 0)
}

// Store writes an element.
//
//	affine.store %v, %m[%i + 1, %j] : memref<4x?xf32>
type Store struct{ ir.Ref }

// Value returns the stored value, Memref the buffer, Map the map of the subscripts, and Indices the
// operands of this map.
func (o Store) Value() *ir.Value     { return o.Op.OperandAt(0) }
func (o Store) Memref() *ir.Value    { return o.Op.OperandAt(1) }
func (o Store) Indices() []*ir.Value { return o.Op.OperandsOf(2) }
func (o Store) Map() aff.Map         { return mapOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Store) Spec() ir.Spec {
	return access("store", "Writes an element.", ir.Field{Name: "value", Type: constraint.Any})
}

// Effects implements ir.Effecter.
func (o Store) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Memref()}} }

// ParseOp implements asm.OpParser.
func (Store) ParseOp(p *asm.Parser, st *asm.State) error { return parseStore(p, st, false) }

// PrintOp implements asm.OpPrinter.
func (o Store) PrintOp(w *asm.Printer) { printAccess(w, o.Op, 1, nil) }

// Verify implements ir.Verifier.
func (o Store) Verify() error {
	if o.Value().Type() != o.Memref().Type().Elem() {
		return ir.Errorf(o.Op, "value to store must have the same type as memref element type")
	}
	return verifyAccess(o.Op, 1)
}

// vectorField describes an operand or result that is a vector of at least one dimension.
func vectorField(name string) ir.Field {
	return ir.Field{Name: name, Type: ir.Constraint{
		Text: "vector of any type values",
		Accept: func(t ir.Type) bool {
			d, ok := ir.TypeAs[*ir.VectorType](t)
			return ok && len(d.Shape) > 0
		},
	}}
}

func verifyVector(op *ir.Op, at int, v *ir.Value) error {
	if err := verifyAccess(op, at); err != nil {
		return err
	}
	if op.OperandAt(at).Type().Elem() != v.Type().Elem() {
		return ir.Errorf(op, "requires memref and vector types of the same elemental type")
	}
	return nil
}

// VectorLoad reads a vector of adjacent elements.
//
//	%r = affine.vector_load %m[%i, %j] : memref<4x?xf32>, vector<4xf32>
type VectorLoad struct{ ir.Ref }

// Memref returns the buffer, Map the map of the subscripts, and Indices the operands of this map.
func (o VectorLoad) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o VectorLoad) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o VectorLoad) Map() aff.Map         { return mapOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (VectorLoad) Spec() ir.Spec {
	s := access("vector_load", "Reads neighboring elements.")
	s.Results = []ir.Field{vectorField("result")}
	return s
}

// Effects implements ir.Effecter.
func (o VectorLoad) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Memref()}} }

// ParseOp implements asm.OpParser.
func (VectorLoad) ParseOp(p *asm.Parser, st *asm.State) error { return parseLoad(p, st, true) }

// PrintOp implements asm.OpPrinter.
func (o VectorLoad) PrintOp(w *asm.Printer) { printAccess(w, o.Op, 0, o.Op.Result()) }

// Verify implements ir.Verifier.
func (o VectorLoad) Verify() error { return verifyVector(o.Op, 0, o.Op.Result()) }

// VectorStore writes a vector to adjacent elements.
//
//	affine.vector_store %v, %m[%i, %j] : memref<4x?xf32>, vector<4xf32>
type VectorStore struct{ ir.Ref }

// Value returns the stored value, Memref the buffer, Map the map of the subscripts, and Indices the
// operands of this map.
func (o VectorStore) Value() *ir.Value     { return o.Op.OperandAt(0) }
func (o VectorStore) Memref() *ir.Value    { return o.Op.OperandAt(1) }
func (o VectorStore) Indices() []*ir.Value { return o.Op.OperandsOf(2) }
func (o VectorStore) Map() aff.Map         { return mapOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (VectorStore) Spec() ir.Spec {
	return access("vector_store", "Writes neighboring elements.", vectorField("value"))
}

// Effects implements ir.Effecter.
func (o VectorStore) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Memref()}} }

// ParseOp implements asm.OpParser.
func (VectorStore) ParseOp(p *asm.Parser, st *asm.State) error { return parseStore(p, st, true) }

// PrintOp implements asm.OpPrinter.
func (o VectorStore) PrintOp(w *asm.Printer) { printAccess(w, o.Op, 1, o.Value()) }

// Verify implements ir.Verifier.
func (o VectorStore) Verify() error { return verifyVector(o.Op, 1, o.Value()) }
