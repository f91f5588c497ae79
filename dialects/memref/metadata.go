package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// ExtractStridedMetadata returns the base buffer, the offset, the sizes and the strides of a
// buffer.
//
//	%base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<12x4xf32> -> memref<f32>, index, index, index, index, index
type ExtractStridedMetadata struct{ ir.Ref }

// Source returns the buffer.
func (o ExtractStridedMetadata) Source() *ir.Value { return o.Op.OperandAt(0) }

// BaseBuffer, Offset, Sizes and Strides return the results.
func (o ExtractStridedMetadata) BaseBuffer() *ir.Value { return o.Op.ResultAt(0) }
func (o ExtractStridedMetadata) Offset() *ir.Value     { return o.Op.ResultAt(1) }
func (o ExtractStridedMetadata) Sizes() []*ir.Value    { return o.Op.ResultsOf(2) }
func (o ExtractStridedMetadata) Strides() []*ir.Value  { return o.Op.ResultsOf(3) }

// Spec implements ir.View.
func (ExtractStridedMetadata) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.extract_strided_metadata",
		Doc:      "Returns the base buffer, the offset, the sizes and the strides of a buffer.",
		Operands: []ir.Field{{Name: "source", Type: strided}},
		Results: []ir.Field{
			{Name: "base_buffer", Type: scalar}, {Name: "offset", Type: constraint.Index},
			{Name: "sizes", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "strides", Type: constraint.Index, Arity: ir.Variadic},
		},
		Traits: ir.Pure,
		Format: "$source `:` type($source) `->` type(results) attr-dict",
	}
}

// ResultNames implements ir.Namer.
func (o ExtractStridedMetadata) ResultNames(set func(*ir.Value, string)) {
	set(o.BaseBuffer(), "base_buffer")
	set(o.Offset(), "offset")
	if sizes := o.Sizes(); len(sizes) > 0 {
		set(sizes[0], "sizes")
		set(o.Strides()[0], "strides")
	}
}

// Verify implements ir.Verifier.
func (o ExtractStridedMetadata) Verify() error {
	want := []ir.Type{ir.MemRef(o.Source().Type().Elem()), ir.Index()}
	if s := space(o.Source().Type()); !s.IsNil() {
		want[0] = ir.NewType(&ir.MemRefType{Elem: o.Source().Type().Elem(), Space: s})
	}
	for range 2 * o.Source().Type().Rank() {
		want = append(want, ir.Index())
	}
	if got := o.Op.ResultTypes(); !slices.Equal(got, want) {
		return ir.Errorf(o.Op, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(want), quoted(got))
	}
	return nil
}

// quoted(ts) returns the quoted names of types, separated by commas, as in MLIR's messages.
func quoted(ts []ir.Type) string {
	s := ""
	for i, t := range ts {
		if i > 0 {
			s += ", "
		}
		s += "'" + t.String() + "'"
	}
	return s
}

// ExtractAlignedPointerAsIndex returns the aligned address of a buffer as an index.
//
//	%p = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
type ExtractAlignedPointerAsIndex struct{ ir.Ref }

// Source returns the buffer, and AlignedPointer returns the address.
func (o ExtractAlignedPointerAsIndex) Source() *ir.Value         { return o.Op.OperandAt(0) }
func (o ExtractAlignedPointerAsIndex) AlignedPointer() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (ExtractAlignedPointerAsIndex) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.extract_aligned_pointer_as_index",
		Doc:      "The address of a buffer.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "aligned_pointer", Type: constraint.Index}},
		Traits:   ir.Pure,
		Format:   "$source `:` type($source) `->` type(results) attr-dict",
	}
}

// ResultNames implements ir.Namer.
func (o ExtractAlignedPointerAsIndex) ResultNames(set func(*ir.Value, string)) {
	set(o.Op.Result(), "intptr")
}

// AssumeAlignment returns a buffer whose address is assumed to be a multiple of the alignment in
// bytes.
//
//	%b = memref.assume_alignment %a, 16 : memref<4xf32>
type AssumeAlignment struct{ ir.Ref }

// Memref returns the buffer, and Alignment returns the alignment in bytes.
func (o AssumeAlignment) Memref() *ir.Value { return o.Op.OperandAt(0) }
func (o AssumeAlignment) Alignment() int64  { return alignmentOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (AssumeAlignment) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.assume_alignment",
		Doc:      "A buffer whose address is assumed to be a multiple of the alignment in bytes.",
		Operands: []ir.Field{{Name: "memref", Type: constraint.MemRef}},
		Results:  []ir.Field{{Name: "result", Type: constraint.MemRef}},
		Attrs: []ir.AttrField{{Name: "alignment", Type: ir.AttrConstraint{
			Text: "32-bit signless integer attribute whose value is positive", Form: ir.FormNoType, Type: ir.I32(),
			Accept: func(a ir.Attr) bool {
				v, ok := a.Int()
				return ok && a.TypeOf() == ir.I32() && v > 0
			},
		}}},
		Traits: ir.Pure | ir.SameOperandsAndResultType,
		Format: "$memref `,` $alignment attr-dict `:` type($memref)",
	}
}

// ResultNames implements ir.Namer.
func (o AssumeAlignment) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "assume_align") }

// Verify implements ir.Verifier.
func (o AssumeAlignment) Verify() error {
	if n := o.Alignment(); n&(n-1) != 0 {
		return ir.Errorf(o.Op, "alignment must be power of 2")
	}
	return nil
}

// DistinctObjects returns buffers that are assumed not to overlap.
//
//	%r:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
type DistinctObjects struct{ ir.Ref }

// Spec implements ir.View.
func (DistinctObjects) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.distinct_objects",
		Doc:      "Buffers that are assumed not to overlap.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.MemRef, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.MemRef, Arity: ir.Variadic}},
		Traits:   ir.Pure,
		Format:   "$operands attr-dict `:` type($operands)",
	}
}

// InferTypes implements ir.TypeInferrer.
func (DistinctObjects) InferTypes(in ir.Init) ([]ir.Type, error) {
	ts := make([]ir.Type, len(in.Operands))
	for i, v := range in.Operands {
		ts[i] = v.Type()
	}
	return ts, nil
}

// Verify implements ir.Verifier.
func (o DistinctObjects) Verify() error {
	if !slices.Equal(o.Op.OperandTypes(), o.Op.ResultTypes()) {
		return ir.Errorf(o.Op, "operand types and result types must match")
	}
	if o.Op.NumOperands() == 0 {
		return ir.Errorf(o.Op, "expected at least one operand")
	}
	return nil
}
