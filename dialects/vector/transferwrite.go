package vector

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// TransferWrite writes a vector to a slice of a buffer. If Base is a tensor, the result is a copy
// of the tensor in which the slice is replaced.
//
//	vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
type TransferWrite struct{ ir.Ref }

// ValueToStore returns the vector, Base returns the buffer or tensor, and Indices returns the
// position where the slice begins. Mask returns the mask of the elements that are written, or nil.
func (o TransferWrite) ValueToStore() *ir.Value { return o.Op.OperandAt(0) }
func (o TransferWrite) Base() *ir.Value         { return o.Op.OperandAt(1) }
func (o TransferWrite) Indices() []*ir.Value    { return o.Op.OperandsOf(2) }
func (o TransferWrite) Mask() *ir.Value         { return o.Op.OptionalOperand(3) }

// PermutationMap returns the map from the dimensions of the base to those of the vector. InBounds
// reports, for each dimension of the vector, whether all elements along this dimension are inside
// the base.
func (o TransferWrite) PermutationMap() affine.Map { return mapOf(o.Op.AttrAt(0)) }
func (o TransferWrite) InBounds() []bool           { return boolsOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (TransferWrite) Spec() ir.Spec {
	return ir.Spec{
		Name: "vector.transfer_write",
		Doc:  "Writes a vector to a slice of a buffer, or returns a copy of a tensor in which the slice is replaced.",
		Operands: []ir.Field{
			{Name: "valueToStore", Type: constraint.Vector}, {Name: "base", Type: constraint.Shaped}, indices("indices"),
			{Name: "mask", Type: masks, Arity: ir.Optional},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Optional}},
		Attrs:   transferAttrs(),
		Traits:  ir.AttrSizedOperandSegments,
	}
}

// NewTransferWrite inserts a TransferWrite operation without a mask and with the default map. If
// inBounds is empty, in_bounds is false for all dimensions.
func NewTransferWrite(b *ir.Builder, v, base *ir.Value, indices []*ir.Value, inBounds ...bool) TransferWrite {
	m := MinorIdentity(base.Type(), v.Type())
	in := ir.Init{Operands: append([]*ir.Value{v, base}, indices...), Attrs: []ir.Attr{
		ir.NewAffineMap(m), boolArray(fill(inBounds, len(m.Results))), ir.NewDenseI32(1, 1, int32(len(indices)), 0),
	}}
	if constraint.IsTensor(base.Type()) {
		in.Results = []ir.Type{base.Type()}
	}
	return ir.Create[TransferWrite](b, in)
}

// Effects implements ir.Effecter.
func (o TransferWrite) Effects() []ir.Effect {
	if constraint.IsTensor(o.Base().Type()) {
		return nil
	}
	return []ir.Effect{{Kind: ir.Write, Value: o.Base()}}
}

// ParseOp implements asm.OpParser.
func (TransferWrite) ParseOp(p *asm.Parser, st *asm.State) error {
	value, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	base, err := p.Operand()
	if err != nil {
		return err
	}
	os, err := p.OperandList(asm.LSquare, asm.RSquare)
	if err != nil {
		return err
	}
	mask, hasMask, err := parseMask(p)
	if err != nil {
		return err
	}
	v, shaped, err := parseTransferTypes(p, st)
	if err != nil {
		return err
	}
	m, err := transferMap(p, st, shaped, v, hasMask)
	if err != nil {
		return err
	}
	val, err := p.Resolve(value, v)
	if err != nil {
		return err
	}
	st.Add(val)
	if err := resolve(p, st, base, shaped, os); err != nil {
		return err
	}
	if constraint.IsTensor(shaped) {
		st.AddResults(shaped)
	}
	return addMask(p, st, mask, hasMask, MaskType(v, m), 1, 1, int32(len(os)))
}

// PrintOp implements asm.OpPrinter.
func (o TransferWrite) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.ValueToStore())
	w.Str(", ")
	w.Value(o.Base())
	w.Byte('[')
	w.Values(o.Indices())
	w.Byte(']')
	printTransferEnd(w, o.Op, o.Mask(), o.ValueToStore().Type(), o.Base().Type())
}

// Verify implements ir.Verifier.
func (o TransferWrite) Verify() error {
	base := o.Base().Type()
	if len(base.Dims()) != len(o.Indices()) {
		return ir.Errorf(o.Op, "requires %d indices", len(base.Dims()))
	}
	for _, e := range o.PermutationMap().Results {
		if _, isConst := e.Const(); isConst && len(base.Dims()) > 0 {
			return ir.Errorf(o.Op, "should not have broadcast dimensions")
		}
	}
	if n := len(tensorsOf(o.Base())); n != o.Op.NumResults() {
		return ir.Errorf(o.Op, "expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", o.Op.NumResults(), n)
	}
	if o.Op.NumResults() == 1 && o.Op.ResultAt(0).Type() != base {
		return ir.Errorf(o.Op, "expected type of operand #1 ('%s') to match type of corresponding result ('%s')", base, o.Op.ResultAt(0).Type())
	}
	return verifyTransfer(o.Op, base, o.ValueToStore().Type(), o.Mask(), o.PermutationMap(), o.InBounds())
}

// tensorsOf returns a list that contains v if v is a tensor, and an empty list otherwise.
func tensorsOf(v *ir.Value) []*ir.Value {
	if constraint.IsTensor(v.Type()) {
		return []*ir.Value{v}
	}
	return nil
}
