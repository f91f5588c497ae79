package vector

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Gather reads element i of its result at Offsets, with Indices[i] added to the last index. If the
// mask of element i is not set, the element comes from pass_thru.
//
//	%v = vector.gather %m[%i] [%pos], %mask, %other : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
type Gather struct{ ir.Ref }

// Base returns the buffer or tensor, and Offsets returns the position to which Indices are added.
func (o Gather) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o Gather) Offsets() []*ir.Value { return o.Op.OperandsOf(1) }

// Indices returns the positions, and Mask selects the positions that are read. PassThru returns the
// vector that provides the elements where the mask is not set.
func (o Gather) Indices() *ir.Value  { return o.Op.OperandAt(o.Op.NumOperands() - 3) }
func (o Gather) Mask() *ir.Value     { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o Gather) PassThru() *ir.Value { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o Gather) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Gather) Spec() ir.Spec {
	return ir.Spec{
		Name: "vector.gather",
		Doc:  "Reads elements at the positions that a vector lists.",
		Operands: []ir.Field{
			{Name: "base", Type: tensorOrMemRef}, indices("offsets"), {Name: "indices", Type: positions},
			{Name: "mask", Type: masks}, {Name: "pass_thru", Type: nonScalar},
		},
		Results: []ir.Field{{Name: "result", Type: nonScalar}},
		Attrs:   []ir.AttrField{constraint.Alignment()},
		Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` " +
			"type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
	}
}

// NewGather inserts a Gather operation.
func NewGather(b *ir.Builder, base *ir.Value, offsets []*ir.Value, positions, mask, passThru *ir.Value) Gather {
	vs := append(append([]*ir.Value{base}, offsets...), positions, mask, passThru)
	return ir.Create[Gather](b, ir.Init{Operands: vs, Results: []ir.Type{passThru.Type()}})
}

// Effects implements ir.Effecter.
func (o Gather) Effects() []ir.Effect {
	if constraint.IsTensor(o.Base().Type()) {
		return nil
	}
	return []ir.Effect{{Kind: ir.Read, Value: o.Base()}}
}

// Verify implements ir.Verifier.
func (o Gather) Verify() error {
	base, t := o.Base().Type(), o.Op.Result().Type()
	switch {
	case base.Rank() < 0:
		return ir.Errorf(o.Op, "requires base to be a memref or ranked tensor type")
	case t.Elem() != base.Elem():
		return ir.Errorf(o.Op, "base and result element type should match")
	case len(o.Offsets()) != len(base.Dims()):
		return ir.Errorf(o.Op, "requires %d indices", len(base.Dims()))
	case t.WithElem(ir.I1()) != o.Indices().Type().WithElem(ir.I1()):
		return ir.Errorf(o.Op, "expected result dim to match indices dim")
	case t.WithElem(ir.I1()) != o.Mask().Type():
		return ir.Errorf(o.Op, "expected result dim to match mask dim")
	case t != o.PassThru().Type():
		return ir.Errorf(o.Op, "expected pass_thru of same type as result type")
	}
	return nil
}

// Scatter writes element i of a vector to Offsets, with Indices[i] added to the last index. It
// writes only elements whose mask is set. If Base is a tensor, the result is a new tensor.
//
//	vector.scatter %m[%i] [%pos], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
type Scatter struct{ ir.Ref }

// Base returns the buffer or tensor, and Offsets returns the position to which Indices are added.
func (o Scatter) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o Scatter) Offsets() []*ir.Value { return o.Op.OperandsOf(1) }

// Indices returns the positions, Mask selects the positions that are written, and ValueToStore
// returns the elements.
func (o Scatter) Indices() *ir.Value      { return o.Op.OperandAt(o.Op.NumOperands() - 3) }
func (o Scatter) Mask() *ir.Value         { return o.Op.OperandAt(o.Op.NumOperands() - 2) }
func (o Scatter) ValueToStore() *ir.Value { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Alignment returns the known alignment of the address in bytes, or 0 if it is unknown.
func (o Scatter) Alignment() int64 { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Scatter) Spec() ir.Spec {
	return ir.Spec{
		Name: "vector.scatter",
		Doc:  "Writes elements to the positions that a vector lists.",
		Operands: []ir.Field{
			{Name: "base", Type: tensorOrMemRef}, indices("offsets"), {Name: "indices", Type: positions},
			{Name: "mask", Type: masks}, {Name: "valueToStore", Type: nonScalar},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Optional}},
		Attrs:   []ir.AttrField{constraint.Alignment()},
		Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` " +
			"type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
	}
}

// Effects implements ir.Effecter.
func (o Scatter) Effects() []ir.Effect {
	if constraint.IsTensor(o.Base().Type()) {
		return nil
	}
	return []ir.Effect{{Kind: ir.Write, Value: o.Base()}}
}

// Verify implements ir.Verifier.
func (o Scatter) Verify() error {
	base, t := o.Base().Type(), o.ValueToStore().Type()
	switch {
	case base.Rank() < 0:
		return ir.Errorf(o.Op, "requires base to be a memref or ranked tensor type")
	case t.Elem() != base.Elem():
		return ir.Errorf(o.Op, "base and valueToStore element type should match")
	case len(o.Offsets()) != len(base.Dims()):
		return ir.Errorf(o.Op, "requires %d indices", len(base.Dims()))
	case t.WithElem(ir.I1()) != o.Indices().Type().WithElem(ir.I1()):
		return ir.Errorf(o.Op, "expected valueToStore dim to match indices dim")
	case t.WithElem(ir.I1()) != o.Mask().Type():
		return ir.Errorf(o.Op, "expected valueToStore dim to match mask dim")
	}
	return nil
}

// TypeCast views a buffer of scalars as a buffer of one vector.
//
//	%r = vector.type_cast %m : memref<4x3xf32> to memref<vector<4x3xf32>>
type TypeCast struct{ ir.Ref }

// Memref returns the buffer.
func (o TypeCast) Memref() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (TypeCast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.type_cast",
		Doc:      "Views a buffer of scalars as a buffer of one vector.",
		Operands: []ir.Field{{Name: "memref", Type: staticMemRef}},
		Results:  []ir.Field{{Name: "result", Type: constraint.MemRef}},
		Traits:   ir.Pure,
		Format:   "$memref attr-dict `:` type($memref) `to` type($result)",
	}
}

// Verify implements ir.Verifier.
func (o TypeCast) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Memref().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	switch {
	case !from.Layout.IsNil():
		return ir.Errorf(o.Op, "expects operand to be a memref with identity layout")
	case !to.Layout.IsNil():
		return ir.Errorf(o.Op, "expects result to be a memref with identity layout")
	case from.Space != to.Space:
		return ir.Errorf(o.Op, "expects result in same memory space")
	}
	a, b := flat(o.Memref().Type()), flat(o.Op.Result().Type())
	if scalarOf(o.Memref().Type()) != scalarOf(o.Op.Result().Type()) {
		return ir.Errorf(o.Op, "expects result and operand with same underlying scalar type: '%s'", o.Op.Result().Type())
	}
	if !slices.Equal(a, b) {
		return ir.Errorf(o.Op, "expects concatenated result and operand shapes to be equal: '%s'", o.Op.Result().Type())
	}
	return nil
}

// flat(t) returns the extents of a buffer, followed by the extents of its elements (vectors).
func flat(t ir.Type) []int64 {
	return append(append([]int64(nil), t.Dims()...), t.Elem().Dims()...)
}

// scalarOf returns the scalar element type of a buffer of scalars or vectors.
func scalarOf(t ir.Type) ir.Type { return t.Elem().Elem() }
