package vector

import (
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Load reads consecutive elements of a buffer as a vector.
//
//	%v = vector.load %m[%i, %j] : memref<8x8xf32>, vector<4xf32>
type Load struct{ ir.Ref }

// Base returns the buffer, and Indices returns the position of the first element.
func (o Load) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o Load) Indices() []*ir.Value { return o.Op.OperandsOf(1) }

// Nontemporal reports whether the operation has the hint that the memory is not accessed again
// soon. Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o Load) Nontemporal() bool { return o.Op.AttrAt(0) == ir.BoolAttr(true) }
func (o Load) Alignment() int64  { return intOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Load) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.load",
		Doc:      "Reads consecutive elements of a buffer as a vector.",
		Operands: []ir.Field{{Name: "base", Type: constraint.MemRef}, indices("indices")},
		Results:  []ir.Field{{Name: "result", Type: constraint.Vector}},
		Attrs:    []ir.AttrField{constraint.Nontemporal(), constraint.Alignment()},
		Format:   "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
	}
}

// NewLoad inserts a Load operation.
func NewLoad(b *ir.Builder, m *ir.Value, t ir.Type, indices ...*ir.Value) Load {
	return ir.Create[Load](b, ir.Init{Operands: append([]*ir.Value{m}, indices...), Results: []ir.Type{t}})
}

// Effects implements ir.Effecter.
func (o Load) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o Load) Verify() error {
	if err := verifyAccess(o.Op, o.Base().Type(), o.Op.Result().Type(), false); err != nil {
		return err
	}
	if n := len(o.Base().Type().Dims()); n != o.Op.NumOperands()-1 {
		return ir.Errorf(o.Op, "requires %d indices", n)
	}
	return nil
}

// verifyAccess checks the types of a load or store of a vector of type v in a buffer of type m.
func verifyAccess(op *ir.Op, m, v ir.Type, store bool) error {
	value, lower := "result", "destination memref has lower rank than the result vector"
	if store {
		value, lower = "valueToStore", "source memref has lower rank than the vector to store"
	}
	d, _ := ir.TypeAs[*ir.MemRefType](m)
	elem := m.Elem()
	switch {
	case v.Rank() > len(d.Shape) && !isVector(elem):
		return ir.Errorf(op, "%s", lower)
	case !consecutive(d, v):
		return ir.Errorf(op, "most minor memref dim must have unit stride")
	case isVector(elem) && elem != v:
		return ir.Errorf(op, "base memref and %s vector types should match", value)
	case elem.Elem() != v.Elem() && store:
		return ir.Errorf(op, "base and valueToStore element type should match")
	case elem.Elem() != v.Elem():
		return ir.Errorf(op, "base and result element types should match")
	}
	return nil
}

// consecutive reports whether the elements of a vector of type v are contiguous in a buffer of type
// m. They are if the innermost dimension of m has stride 1, if m has rank 0, or if v has only one
// element.
func consecutive(m *ir.MemRefType, v ir.Type) bool {
	if v.NumElements() == 1 && !isScalable(v, 0) {
		return true
	}
	strides, _, ok := memref.Strides(m)
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

// Store writes a vector to consecutive elements of a buffer.
//
//	vector.store %v, %m[%i, %j] : memref<8x8xf32>, vector<4xf32>
type Store struct{ ir.Ref }

// ValueToStore returns the vector, Base returns the buffer, and Indices returns the position of the
// first element.
func (o Store) ValueToStore() *ir.Value { return o.Op.OperandAt(0) }
func (o Store) Base() *ir.Value         { return o.Op.OperandAt(1) }
func (o Store) Indices() []*ir.Value    { return o.Op.OperandsOf(2) }

// Nontemporal reports whether the operation has the hint that the memory is not accessed again
// soon. Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o Store) Nontemporal() bool { return o.Op.AttrAt(0) == ir.BoolAttr(true) }
func (o Store) Alignment() int64  { return intOf(o.Op.AttrAt(1)) }

// SetNontemporal adds the hint that the memory is not accessed again soon.
func (o Store) SetNontemporal() { o.Op.SetAttrAt(0, ir.BoolAttr(true)) }

// Spec implements ir.View.
func (Store) Spec() ir.Spec {
	return ir.Spec{
		Name: "vector.store",
		Doc:  "Writes a vector to consecutive elements of a buffer.",
		Operands: []ir.Field{
			{Name: "valueToStore", Type: constraint.Vector}, {Name: "base", Type: constraint.MemRef}, indices("indices"),
		},
		Attrs:  []ir.AttrField{constraint.Nontemporal(), constraint.Alignment()},
		Format: "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
	}
}

// NewStore inserts a Store operation.
func NewStore(b *ir.Builder, v, m *ir.Value, indices ...*ir.Value) Store {
	return ir.Create[Store](b, ir.Init{Operands: append([]*ir.Value{v, m}, indices...)})
}

// Effects implements ir.Effecter.
func (o Store) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o Store) Verify() error {
	if err := verifyAccess(o.Op, o.Base().Type(), o.ValueToStore().Type(), true); err != nil {
		return err
	}
	if n := len(o.Base().Type().Dims()); n != o.Op.NumOperands()-2 {
		return ir.Errorf(o.Op, "requires %d indices", n)
	}
	return nil
}

// masked(…) returns the Spec of a masked load or store. The parameter "value" is the name of the
// last operand: pass_thru or valueToStore.
func masked(name, value, doc string, load bool) ir.Spec {
	s := ir.Spec{
		Name: "vector." + name,
		Doc:  doc,
		Operands: []ir.Field{
			{Name: "base", Type: constraint.MemRef}, indices("indices"),
			{Name: "mask", Type: masks}, {Name: value, Type: nonScalar},
		},
		Attrs:  []ir.AttrField{constraint.Alignment()},
		Format: "$base `[` $indices `]` `,` $mask `,` $" + value + " attr-dict `:` type($base) `,` type($mask) `,` type($" + value + ")",
	}
	if load {
		s.Results = []ir.Field{{Name: "result", Type: nonScalar}}
		s.Format += " `into` type($result)"
	}
	return s
}

// verifyMasked checks a masked load or store with n indices. v is the type of its last operand.
func verifyMasked(op *ir.Op, m, mask, v ir.Type, n int, load bool) error {
	what := map[bool]string{true: "result", false: "valueToStore"}[load]
	got := v
	if load {
		got = op.Result().Type()
	}
	switch {
	case got.Elem() != m.Elem():
		return ir.Errorf(op, "base and %s element type should match", what)
	case n != len(m.Dims()):
		return ir.Errorf(op, "requires %d indices", len(m.Dims()))
	case constraint.I1Like(got) != mask:
		return ir.Errorf(op, "expected %s shape to match mask shape", what)
	case load && got != v:
		return ir.Errorf(op, "expected pass_thru of same type as result type")
	}
	return nil
}

// MaskedLoad reads the elements of a vector for which the mask is set. The other elements come from
// pass_thru.
//
//	%v = vector.maskedload %m[%i], %mask, %other : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
type MaskedLoad struct{ ir.Ref }

// Base returns the buffer, and Indices returns the position of the first element. Mask selects the
// elements that are read, and PassThru returns the vector that provides the other elements.
func (o MaskedLoad) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o MaskedLoad) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o MaskedLoad) Mask() *ir.Value      { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o MaskedLoad) PassThru() *ir.Value  { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o MaskedLoad) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MaskedLoad) Spec() ir.Spec {
	return masked("maskedload", "pass_thru", "Reads the elements of a vector for which the mask is set. The other elements come from pass_thru.", true)
}

// NewMaskedLoad inserts a MaskedLoad operation.
func NewMaskedLoad(b *ir.Builder, m *ir.Value, indices []*ir.Value, mask, passThru *ir.Value) MaskedLoad {
	vs := append(append([]*ir.Value{m}, indices...), mask, passThru)
	return ir.Create[MaskedLoad](b, ir.Init{Operands: vs, Results: []ir.Type{passThru.Type()}})
}

// Effects implements ir.Effecter.
func (o MaskedLoad) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o MaskedLoad) Verify() error {
	return verifyMasked(o.Op, o.Base().Type(), o.Mask().Type(), o.PassThru().Type(), o.Op.NumOperands()-3, true)
}

// MaskedStore writes the elements of a vector for which the mask is set.
//
//	vector.maskedstore %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
type MaskedStore struct{ ir.Ref }

// Base returns the buffer, and Indices returns the position of the first element. Mask selects the
// elements that are written, and ValueToStore returns the vector.
func (o MaskedStore) Base() *ir.Value         { return o.Op.OperandAt(0) }
func (o MaskedStore) Indices() []*ir.Value    { return o.Op.OperandsOf(1) }
func (o MaskedStore) Mask() *ir.Value         { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o MaskedStore) ValueToStore() *ir.Value { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o MaskedStore) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MaskedStore) Spec() ir.Spec {
	return masked("maskedstore", "valueToStore", "Writes the elements of a vector for which the mask is set.", false)
}

// NewMaskedStore inserts a MaskedStore operation.
func NewMaskedStore(b *ir.Builder, m *ir.Value, indices []*ir.Value, mask, v *ir.Value) MaskedStore {
	vs := append(append([]*ir.Value{m}, indices...), mask, v)
	return ir.Create[MaskedStore](b, ir.Init{Operands: vs})
}

// Effects implements ir.Effecter.
func (o MaskedStore) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o MaskedStore) Verify() error {
	return verifyMasked(o.Op, o.Base().Type(), o.Mask().Type(), o.ValueToStore().Type(), o.Op.NumOperands()-3, false)
}

// ExpandLoad reads consecutive elements. It places them, in order, at the positions of the result
// for which the mask is set. The other elements of the result come from pass_thru.
//
//	%v = vector.expandload %m[%i], %mask, %other : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
type ExpandLoad struct{ ir.Ref }

// Base returns the buffer, and Indices returns the position of the first element. Mask selects the
// positions of the result that receive the elements, and PassThru returns the vector that provides
// the other elements.
func (o ExpandLoad) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o ExpandLoad) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o ExpandLoad) Mask() *ir.Value      { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o ExpandLoad) PassThru() *ir.Value  { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o ExpandLoad) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ExpandLoad) Spec() ir.Spec {
	s := masked("expandload", "pass_thru", "Reads consecutive elements, and places them at the positions of a vector for which the mask is set.", true)
	s.Operands[2].Type = fixedMasks
	return s
}

// Effects implements ir.Effecter.
func (o ExpandLoad) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o ExpandLoad) Verify() error {
	return verifyMasked(o.Op, o.Base().Type(), o.Mask().Type(), o.PassThru().Type(), o.Op.NumOperands()-3, true)
}

// CompressStore writes the elements of a vector for which the mask is set. These elements are
// consecutive in the buffer.
//
//	vector.compressstore %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
type CompressStore struct{ ir.Ref }

// Base returns the buffer, and Indices returns the position of the first element. Mask selects the
// elements that are written, and ValueToStore returns the vector.
func (o CompressStore) Base() *ir.Value         { return o.Op.OperandAt(0) }
func (o CompressStore) Indices() []*ir.Value    { return o.Op.OperandsOf(1) }
func (o CompressStore) Mask() *ir.Value         { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o CompressStore) ValueToStore() *ir.Value { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o CompressStore) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (CompressStore) Spec() ir.Spec {
	s := masked("compressstore", "valueToStore", "Writes the elements of a vector for which the mask is set. They are consecutive in the buffer.", false)
	s.Operands[2].Type = fixedMasks
	return s
}

// Effects implements ir.Effecter.
func (o CompressStore) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write, Value: o.Base()}} }

// Verify implements ir.Verifier.
func (o CompressStore) Verify() error {
	return verifyMasked(o.Op, o.Base().Type(), o.Mask().Type(), o.ValueToStore().Type(), o.Op.NumOperands()-3, false)
}
