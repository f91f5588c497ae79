package memref

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// AtomicKind is the combining function of an atomic operation.
type AtomicKind uint8

// The combining functions. AtomicWords lists their names in MLIR.
const (
	AtomicAddF AtomicKind = iota
	AtomicAddI
	AtomicAndI
	AtomicAssign
	AtomicMaximumF
	AtomicMaxNumF
	AtomicMaxS
	AtomicMaxU
	AtomicMinimumF
	AtomicMinNumF
	AtomicMinS
	AtomicMinU
	AtomicMulF
	AtomicMulI
	AtomicOrI
	AtomicXOrI
)

// AtomicWords returns MLIR's names of the combining functions, indexed by AtomicKind.
func AtomicWords() []string {
	return []string{"addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu",
		"minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"}
}

// AtomicRMW combines an element with a value atomically, and returns the old element.
//
//	%old = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
type AtomicRMW struct{ ir.Ref }

// Kind returns the combining function, and Value the value that is combined with the element.
// Memref and Indices return the buffer and the position of the element.
func (o AtomicRMW) Kind() AtomicKind     { return AtomicKind(alignmentOf(o.Op.AttrAt(0))) }
func (o AtomicRMW) Value() *ir.Value     { return o.Op.OperandAt(0) }
func (o AtomicRMW) Memref() *ir.Value    { return o.Op.OperandAt(1) }
func (o AtomicRMW) Indices() []*ir.Value { return o.Op.OperandsOf(2) }

// Spec implements ir.View.
func (AtomicRMW) Spec() ir.Spec {
	value := constraint.Same(number, "T")
	return ir.Spec{
		Name: "memref.atomic_rmw",
		Doc:  "Combines an element with a value atomically, and returns the old element.",
		Operands: []ir.Field{
			{Name: "value", Type: value}, {Name: "memref", Type: atomic},
			{Name: "indices", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: value}},
		Attrs:   []ir.AttrField{{Name: "kind", Type: constraint.Enum64(AtomicWords()...)}},
		Rules:   []ir.TypeRule{{From: "memref", To: "value", Fn: ir.Type.Elem, Text: "value type matches element type of memref"}},
		Format:  "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
	}
}

// Effects implements ir.Effecter.
func (o AtomicRMW) Effects() []ir.Effect { return readWrite(o.Memref()) }

func readWrite(m *ir.Value) []ir.Effect {
	return []ir.Effect{{Kind: ir.Read, Value: m}, {Kind: ir.Write, Value: m}}
}

// Verify implements ir.Verifier.
func (o AtomicRMW) Verify() error {
	if err := checkIndices(o.Op, o.Memref(), o.Op.NumOperands()-2, "expects the number of subscripts to be equal to memref rank"); err != nil {
		return err
	}
	t := o.Value().Type()
	word := AtomicWords()[o.Kind()]
	switch o.Kind() {
	case AtomicAddF, AtomicMaximumF, AtomicMinimumF, AtomicMulF:
		if !t.IsFloat() {
			return ir.Errorf(o.Op, "with kind '%s' expects a floating-point type", word)
		}
	case AtomicAddI, AtomicMaxS, AtomicMaxU, AtomicMinS, AtomicMinU, AtomicMulI, AtomicOrI, AtomicXOrI, AtomicAndI:
		if !t.IsInt(0) {
			return ir.Errorf(o.Op, "with kind '%s' expects an integer type", word)
		}
	}
	return nil
}

// GenericAtomicRMW atomically replaces an element by a value, and returns the old element. The
// region computes the value from the old element.
//
//	%old = memref.generic_atomic_rmw %m[%i] : memref<4xf32> { ^bb0(%a: f32): … }
type GenericAtomicRMW struct{ ir.Ref }

// Memref and Indices return the buffer and the position of the element, and Body returns the block
// of the region.
func (o GenericAtomicRMW) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o GenericAtomicRMW) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o GenericAtomicRMW) Body() *ir.Block      { return o.Op.RegionAt(0).Entry() }

// Spec implements ir.View.
func (GenericAtomicRMW) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.generic_atomic_rmw",
		Doc:      "Replaces an element atomically with the result of its region, and returns the old element.",
		Operands: []ir.Field{{Name: "memref", Type: atomic}, {Name: "indices", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: number}},
		Regions:  []ir.RegionField{{Name: "atomic_body"}},
		Traits:   ir.SingleBlock,
		Implicit: "memref.atomic_yield",
		Rules:    []ir.TypeRule{{From: "memref", To: "result", Fn: ir.Type.Elem, Text: "result type matches element type of memref"}},
	}
}

// ParseOp implements asm.OpParser.
func (GenericAtomicRMW) ParseOp(p *asm.Parser, st *asm.State) error {
	m, indices, err := parseAddress(p)
	if err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := resolveAddress(p, st, m, t, indices); err != nil {
		return err
	}
	if err := p.Region(st, st.AddRegion()); err != nil {
		return err
	}
	st.AddResults(t.Elem())
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o GenericAtomicRMW) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	printAddress(w, o.Memref(), o.Indices())
	w.Str(" : ")
	w.Type(o.Memref().Type())
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), true, true)
	w.AttrDict(o.Op)
}

// Effects implements ir.Effecter.
func (o GenericAtomicRMW) Effects() []ir.Effect { return readWrite(o.Memref()) }

// Verify implements ir.Verifier.
func (o GenericAtomicRMW) Verify() error {
	t := o.Op.Result().Type()
	blk := o.Body()
	switch {
	case blk == nil || blk.NumArgs() != 1:
		return ir.Errorf(o.Op, "expected single number of entry block arguments")
	case blk.Arg(0).Type() != t:
		return ir.Errorf(o.Op, "expected block argument of the same type result type")
	}
	for op := range blk.Ops() {
		if !op.IsPure() {
			d := ir.ErrorAt(op, "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects")
			return d
		}
	}
	return nil
}

// AtomicYield ends the region of a generic_atomic_rmw with the new element.
//
//	memref.atomic_yield %x : f32
type AtomicYield struct{ ir.Ref }

// Spec implements ir.View.
func (AtomicYield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.atomic_yield",
		Doc:      "Ends the region of a generic_atomic_rmw with the new element.",
		Operands: []ir.Field{{Name: "result", Type: constraint.Any}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"memref.generic_atomic_rmw"},
		Format:   "$result attr-dict `:` type($result)",
	}
}

// Verify implements ir.Verifier.
func (o AtomicYield) Verify() error {
	want, got := o.Op.Parent().Result().Type(), o.Op.OperandAt(0).Type()
	if want != got {
		return ir.Errorf(o.Op, "types mismatch between yield op: '%s' and its parent: '%s'", got, want)
	}
	return nil
}
