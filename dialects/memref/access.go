package memref

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Load reads one element of a buffer.
//
//	%x = memref.load %m[%i, %j] : memref<4x?xf32>
type Load struct{ ir.Ref }

// Memref returns the buffer, and Indices the position of the element.
func (o Load) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o Load) Indices() []*ir.Value { return o.Op.OperandsOf(1) }

// Nontemporal reports whether the operation has the hint that the memory will not be accessed
// again soon. Alignment returns the known alignment of the address in bytes, or 0.
func (o Load) Nontemporal() bool { return o.Op.AttrAt(0) == ir.BoolAttr(true) }
func (o Load) Alignment() int64  { return alignmentOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Load) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.load",
		Doc:      "Reads one element.",
		Operands: []ir.Field{{Name: "memref", Type: constraint.MemRef}, {Name: "indices", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Any}},
		Attrs:    []ir.AttrField{constraint.Nontemporal(), constraint.Alignment()},
		Rules:    []ir.TypeRule{{From: "memref", To: "result", Fn: ir.Type.Elem, Text: "result type matches element type of 'memref'"}},
		Format:   "$memref `[` $indices `]` attr-dict `:` type($memref)",
	}
}

// NewLoad inserts a Load operation.
func NewLoad(b *ir.Builder, m *ir.Value, indices ...*ir.Value) Load {
	return ir.Create[Load](b, ir.Init{Operands: append([]*ir.Value{m}, indices...), Results: []ir.Type{m.Type().Elem()}})
}

// Effects implements ir.Effecter.
func (o Load) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Memref()}} }

// Verify implements ir.Verifier.
func (o Load) Verify() error {
	n := o.Op.NumOperands() - 1
	if r := o.Memref().Type().Rank(); r != n {
		return ir.Errorf(o.Op, "incorrect number of indices for load, expected %d but got %d", r, n)
	}
	return nil
}

// Store writes one element of a buffer.
//
//	memref.store %x, %m[%i, %j] : memref<4x?xf32>
type Store struct{ ir.Ref }

// Value returns the stored value, Memref the buffer, and Indices the position of the element.
func (o Store) Value() *ir.Value     { return o.Op.OperandAt(0) }
func (o Store) Memref() *ir.Value    { return o.Op.OperandAt(1) }
func (o Store) Indices() []*ir.Value { return o.Op.OperandsOf(2) }

// Nontemporal reports whether the operation has the hint that the memory will not be accessed
// again soon. Alignment returns the known alignment of the address in bytes, or 0.
func (o Store) Nontemporal() bool { return o.Op.AttrAt(0) == ir.BoolAttr(true) }
func (o Store) Alignment() int64  { return alignmentOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Store) Spec() ir.Spec {
	return ir.Spec{
		Name: "memref.store",
		Doc:  "Writes one element.",
		Operands: []ir.Field{
			{Name: "value", Type: constraint.Any}, {Name: "memref", Type: constraint.MemRef},
			{Name: "indices", Type: constraint.Index, Arity: ir.Variadic},
		},
		Attrs:  []ir.AttrField{constraint.Nontemporal(), constraint.Alignment()},
		Rules:  []ir.TypeRule{{From: "memref", To: "value", Fn: ir.Type.Elem, Text: "type of 'value' matches element type of 'memref'"}},
		Format: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
	}
}

// NewStore inserts a Store operation.
func NewStore(b *ir.Builder, v, m *ir.Value, indices ...*ir.Value) Store {
	return ir.Create[Store](b, ir.Init{Operands: append([]*ir.Value{v, m}, indices...)})
}

// Effects implements ir.Effecter.
func (o Store) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Memref()}} }

// Verify implements ir.Verifier.
func (o Store) Verify() error {
	return checkIndices(o.Op, o.Memref(), o.Op.NumOperands()-2, "store index operand count not equal to memref rank")
}

// Copy copies the elements of a buffer to another buffer of the same shape.
//
//	memref.copy %a, %b : memref<4xf32> to memref<4xf32>
type Copy struct{ ir.Ref }

// Source returns the buffer that is read, and Target returns the buffer that is written.
func (o Copy) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Copy) Target() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Copy) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.copy",
		Doc:      "Copies the elements of a buffer to another buffer of the same shape.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}, {Name: "target", Type: constraint.AnyMemRef}},
		Traits:   ir.SameOperandsElementType | ir.SameOperandsShape,
		Format:   "$source `,` $target attr-dict `:` type($source) `to` type($target)",
	}
}

// NewCopy inserts a Copy operation.
func NewCopy(b *ir.Builder, source, target *ir.Value) Copy {
	return ir.Create[Copy](b, ir.Init{Operands: []*ir.Value{source, target}})
}

// Effects implements ir.Effecter.
func (o Copy) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.Read, Value: o.Source()}, {Kind: ir.Write, Value: o.Target()}}
}

// Prefetch is a hint that an element will be accessed soon.
//
//	memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
type Prefetch struct{ ir.Ref }

// The indices of Prefetch's inherent attributes.
const (
	prefetchWrite = iota
	prefetchLocality
	prefetchData
)

// Memref returns the buffer, and Indices returns the position of the element.
func (o Prefetch) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o Prefetch) Indices() []*ir.Value { return o.Op.OperandsOf(1) }

// IsWrite reports whether the prefetch is for a write, not for a read. IsDataCache reports whether
// it is for the data cache, not for the instruction cache.
func (o Prefetch) IsWrite() bool     { return o.Op.AttrAt(prefetchWrite) == ir.BoolAttr(true) }
func (o Prefetch) IsDataCache() bool { return o.Op.AttrAt(prefetchData) == ir.BoolAttr(true) }

// LocalityHint returns the temporal locality, from 0 (none) to 3 (keep in the cache).
func (o Prefetch) LocalityHint() int64 { return alignmentOf(o.Op.AttrAt(prefetchLocality)) }

// Spec implements ir.View.
func (Prefetch) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.prefetch",
		Doc:      "A hint that an element will be accessed soon.",
		Operands: []ir.Field{{Name: "memref", Type: constraint.MemRef}, {Name: "indices", Type: constraint.Index, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "isWrite", Type: constraint.Bool},
			{Name: "localityHint", Type: ir.AttrConstraint{
				Text: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
				Form: ir.FormNoType, Type: ir.I32(), Stores: ir.IsAttr[*ir.IntAttr],
				Accept: func(a ir.Attr) bool {
					v, ok := a.Int()
					return ok && a.TypeOf() == ir.I32() && v >= 0 && v <= 3
				},
			}},
			{Name: "isDataCache", Type: constraint.Bool},
		},
	}
}

// NewPrefetch inserts a prefetch for reading, with locality 3, into the data cache.
func NewPrefetch(b *ir.Builder, m *ir.Value, indices ...*ir.Value) Prefetch {
	return ir.Create[Prefetch](b, ir.Init{
		Operands: append([]*ir.Value{m}, indices...),
		Attrs:    []ir.Attr{ir.BoolAttr(false), ir.NewInt(3, ir.I32()), ir.BoolAttr(true)},
	})
}

// ParseOp implements asm.OpParser.
func (Prefetch) ParseOp(p *asm.Parser, st *asm.State) error {
	m, indices, err := parseAddress(p)
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	if err := parseChoice(p, st, "isWrite", "write", "read", "rw specifier has to be 'read' or 'write'"); err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return p.Expect(asm.Comma) },
		func() error { return p.ExpectKeyword("locality") },
		func() error { return p.Expect(asm.Less) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	hint, err := p.AttrOfType(ir.I32())
	if err != nil {
		return err
	}
	st.SetAttr("localityHint", hint)
	if err := p.Expect(asm.Greater); err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	if err := parseChoice(p, st, "isDataCache", "data", "instr", "cache type has to be 'data' or 'instr'"); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	return resolveAddress(p, st, m, t, indices)
}

// parseChoice reads a keyword. It sets the attribute with the given name to true if the keyword is
// the parameter "yes", and to false if it is the parameter "no". msg is the error for any other
// keyword.
func parseChoice(p *asm.Parser, st *asm.State, name, yes, no, msg string) error {
	off := p.Offset()
	w, err := p.Keyword()
	if err != nil {
		return err
	}
	if w != yes && w != no {
		return st.ErrorAt(p, off, "%s", msg)
	}
	st.SetAttr(name, ir.BoolAttr(w == yes))
	return nil
}

// parseAddress reads %m[%i, %j].
func parseAddress(p *asm.Parser) (m asm.Operand, indices []asm.Operand, err error) {
	if m, err = p.Operand(); err != nil {
		return m, nil, err
	}
	indices, err = p.OperandList(asm.LSquare, asm.RSquare)
	return m, indices, err
}

// resolveAddress adds the memref m, which has type t, and its indices to the operands of st.
func resolveAddress(p *asm.Parser, st *asm.State, m asm.Operand, t ir.Type, indices []asm.Operand) error {
	v, err := p.Resolve(m, t)
	if err != nil {
		return err
	}
	st.Add(v)
	return p.ResolveIndices(st, indices)
}

// PrintOp implements asm.OpPrinter.
func (o Prefetch) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	printAddress(w, o.Memref(), o.Indices())
	w.Str(choose(o.IsWrite(), ", write", ", read"))
	w.Str(", locality<")
	w.Int(o.LocalityHint())
	w.Str(choose(o.IsDataCache(), ">, data", ">, instr"))
	w.AttrDict(o.Op, "isWrite", "localityHint", "isDataCache")
	w.Str(" : ")
	w.Type(o.Memref().Type())
}

func choose(c bool, yes, no string) string {
	if c {
		return yes
	}
	return no
}

func printAddress(w *asm.Printer, m *ir.Value, indices []*ir.Value) {
	w.Value(m)
	w.Byte('[')
	w.Values(indices)
	w.Byte(']')
}

// Effects implements ir.Effecter.
func (o Prefetch) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Memref()}} }

// Verify implements ir.Verifier.
func (o Prefetch) Verify() error {
	return checkIndices(o.Op, o.Memref(), o.Op.NumOperands()-1, "too few indices")
}

// Dim returns the extent of a buffer in one dimension.
//
//	%n = memref.dim %m, %i : memref<4x?xf32>
type Dim struct{ ir.Ref }

// Source returns the buffer, and Index returns the dimension.
func (o Dim) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Dim) Index() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Dim) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.dim",
		Doc:      "The extent of one dimension.",
		Operands: []ir.Field{{Name: "source", Type: notScalar}, {Name: "index", Type: constraint.Index}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:   ir.NoSideEffect,
		Format:   "attr-dict $source `,` $index `:` type($source)",
	}
}

// NewDim inserts a Dim operation.
func NewDim(b *ir.Builder, m, i *ir.Value) Dim {
	return ir.Create[Dim](b, ir.Init{Operands: []*ir.Value{m, i}, Results: []ir.Type{ir.Index()}})
}

// ResultNames implements ir.Namer.
func (o Dim) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "dim") }

// Rank returns the number of dimensions of a buffer.
//
//	%r = memref.rank %m : memref<*xf32>
type Rank struct{ ir.Ref }

// Memref returns the buffer.
func (o Rank) Memref() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Rank) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.rank",
		Doc:      "The number of dimensions.",
		Operands: []ir.Field{{Name: "memref", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:   ir.Pure,
		Format:   "$memref attr-dict `:` type($memref)",
	}
}
