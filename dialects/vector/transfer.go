package vector

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// TransferRead reads a slice of a buffer or tensor as a vector. Elements outside the base have the
// value of the padding.
//
//	%v = vector.transfer_read %m[%i, %j], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
type TransferRead struct{ ir.Ref }

// Base returns the buffer or tensor, Indices returns the position where the slice begins, and
// Padding returns the value of elements outside the base. Mask returns the mask of the elements
// that are read, or nil.
func (o TransferRead) Base() *ir.Value      { return o.Op.OperandAt(0) }
func (o TransferRead) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o TransferRead) Padding() *ir.Value   { return o.Op.OperandsOf(2)[0] }
func (o TransferRead) Mask() *ir.Value      { return o.Op.OptionalOperand(3) }

// PermutationMap returns the map from the dimensions of the base to those of the vector. InBounds
// reports, for each dimension of the vector, whether all elements along this dimension are inside
// the base.
func (o TransferRead) PermutationMap() affine.Map { return mapOf(o.Op.AttrAt(0)) }
func (o TransferRead) InBounds() []bool           { return boolsOf(o.Op.AttrAt(1)) }

func mapOf(a ir.Attr) affine.Map {
	m, _ := ir.AttrAs[*ir.AffineMapAttr](a)
	return m.Map
}

func boolsOf(a ir.Attr) []bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil
	}
	bs := make([]bool, len(d.Elems))
	for i, e := range d.Elems {
		bs[i] = e == ir.BoolAttr(true)
	}
	return bs
}

func boolArray(bs []bool) ir.Attr {
	as := make([]ir.Attr, len(bs))
	for i, b := range bs {
		as[i] = ir.BoolAttr(b)
	}
	return ir.NewArray(as...)
}

func transferAttrs() []ir.AttrField {
	return []ir.AttrField{
		{Name: "permutation_map", Type: constraint.Map},
		{Name: "in_bounds", Type: constraint.BoolArray},
		{Name: ir.OperandSegments, Type: constraint.Segments},
	}
}

// Spec implements ir.View.
func (TransferRead) Spec() ir.Spec {
	return ir.Spec{
		Name: "vector.transfer_read",
		Doc:  "Reads a slice of a buffer or tensor as a vector.",
		Operands: []ir.Field{
			{Name: "base", Type: constraint.Shaped}, indices("indices"), {Name: "padding", Type: constraint.Any},
			{Name: "mask", Type: masks, Arity: ir.Optional},
		},
		Results: []ir.Field{{Name: "vector", Type: constraint.Vector}},
		Attrs:   transferAttrs(),
		Traits:  ir.AttrSizedOperandSegments,
	}
}

// NewTransferRead inserts a TransferRead operation without a mask and with the default map. If
// inBounds is empty, in_bounds is false for all dimensions.
func NewTransferRead(b *ir.Builder, base *ir.Value, indices []*ir.Value, padding *ir.Value, t ir.Type, inBounds ...bool) TransferRead {
	vs := append(append([]*ir.Value{base}, indices...), padding)
	m := MinorIdentity(base.Type(), t)
	return ir.Create[TransferRead](b, ir.Init{Operands: vs, Results: []ir.Type{t}, Attrs: []ir.Attr{
		ir.NewAffineMap(m), boolArray(fill(inBounds, len(m.Results))), ir.NewDenseI32(1, int32(len(indices)), 1, 0),
	}})
}

// fill returns bs or, if bs is empty, n elements that are false.
func fill(bs []bool, n int) []bool {
	if len(bs) == 0 {
		return make([]bool, n)
	}
	return bs
}

// MinorIdentity returns the default map of a transfer. Its results are the innermost n dimensions
// of the base. Here n is the rank of v, minus the rank of the base's elements if they are vectors.
// If the base does not have n dimensions, the map has no results. The map for a base of rank 0 and
// a vector of shape [1] is () -> (0).
func MinorIdentity(base, v ir.Type) affine.Map {
	dims, n := len(base.Dims()), v.Rank()
	if dims == 0 && n == 1 && v.Dims()[0] == 1 {
		return affine.Constant(0)
	}
	if isVector(base.Elem()) {
		n -= base.Elem().Rank()
	}
	if n < 0 || n > dims {
		return affine.MinorIdentity(dims, 0)
	}
	return affine.MinorIdentity(dims, n)
}

// MaskType returns the type of the mask of a transfer with vector type v and map m. The mask has
// the dimensions of v that correspond to dimensions of the base, in the order of the base. If there
// are no such dimensions, the mask has one element.
func MaskType(v ir.Type, m affine.Map) ir.Type {
	d, _ := ir.TypeAs[*ir.VectorType](v)
	mask := &ir.VectorType{Elem: ir.I1()}
	for dim := range m.Dims {
		for i, e := range m.Results {
			if p, ok := e.Dim(); ok && p == dim && i < len(d.Shape) {
				mask.Shape = append(mask.Shape, d.Shape[i])
				mask.Scalable = append(mask.Scalable, d.Scalable != nil && d.Scalable[i])
			}
		}
	}
	if len(mask.Shape) == 0 {
		mask.Shape, mask.Scalable = []int64{1}, nil
	}
	if !anyTrue(mask.Scalable) {
		mask.Scalable = nil
	}
	return ir.NewType(mask)
}

func anyTrue(bs []bool) bool {
	for _, b := range bs {
		if b {
			return true
		}
	}
	return false
}

// Effects implements ir.Effecter.
func (o TransferRead) Effects() []ir.Effect {
	if constraint.IsTensor(o.Base().Type()) {
		return nil
	}
	return []ir.Effect{{Kind: ir.Read, Value: o.Base()}}
}

// ParseOp implements asm.OpParser.
func (TransferRead) ParseOp(p *asm.Parser, st *asm.State) error {
	base, err := p.Operand()
	if err != nil {
		return err
	}
	os, err := p.OperandList(asm.LSquare, asm.RSquare)
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	padding, err := p.Operand()
	if err != nil {
		return err
	}
	mask, hasMask, err := parseMask(p)
	if err != nil {
		return err
	}
	shaped, v, err := parseTransferTypes(p, st)
	if err != nil {
		return err
	}
	m, err := transferMap(p, st, shaped, v, hasMask)
	if err != nil {
		return err
	}
	if err := resolve(p, st, base, shaped, os); err != nil {
		return err
	}
	pad, err := p.Resolve(padding, shaped.Elem())
	if err != nil {
		return err
	}
	st.Add(pad)
	st.AddResults(v)
	return addMask(p, st, mask, hasMask, MaskType(v, m), 1, int32(len(os)), 1)
}

// parseMask reads a comma and the mask. ok is false if the next token is not a comma.
func parseMask(p *asm.Parser) (o asm.Operand, ok bool, err error) {
	if !p.Try(asm.Comma) {
		return o, false, nil
	}
	o, err = p.Operand()
	return o, true, err
}

// parseTransferTypes reads {attributes} : type, type.
func parseTransferTypes(p *asm.Parser, st *asm.State) (first, second ir.Type, err error) {
	if err := p.AttrDict(st); err != nil {
		return first, second, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return first, second, err
	}
	off := p.Offset()
	ts, err := p.Types()
	if err != nil {
		return first, second, err
	}
	if len(ts) != 2 {
		return first, second, st.ErrorAt(p, off, "requires two types")
	}
	return ts[0], ts[1], nil
}

// transferMap returns the permutation map. It adds default values of permutation_map and in_bounds
// to st if they are missing. It returns an error for types that a transfer cannot have.
func transferMap(p *asm.Parser, st *asm.State, shaped, v ir.Type, hasMask bool) (affine.Map, error) {
	if !isVector(v) {
		return affine.Map{}, st.ErrorAt(p, st.Start, "requires vector type")
	}
	if !isTransferBase(shaped) {
		return affine.Map{}, st.ErrorAt(p, st.Start, "requires memref or ranked tensor type")
	}
	if hasMask && isVector(shaped.Elem()) {
		return affine.Map{}, st.ErrorAt(p, st.Start, "does not support masks with vector element type")
	}
	var m affine.Map
	if a, ok := ir.AttrAs[*ir.AffineMapAttr](st.Attr("permutation_map")); ok {
		m = a.Map
	} else {
		if n := len(v.Dims()) - len(shaped.Elem().Dims()); len(shaped.Dims()) < n && !(len(shaped.Dims()) == 0 && n == 1 && v.Dims()[0] == 1) {
			return m, st.ErrorAt(p, st.Start, "expected a custom permutation_map when rank(source) != rank(destination)")
		}
		m = MinorIdentity(shaped, v)
		st.SetAttr("permutation_map", ir.NewAffineMap(m))
	}
	if st.Attr("in_bounds").IsNil() {
		st.SetAttr("in_bounds", boolArray(make([]bool, len(m.Results))))
	}
	return m, nil
}

// resolve adds base, which has type t, and indices to the operands of st.
func resolve(p *asm.Parser, st *asm.State, base asm.Operand, t ir.Type, indices []asm.Operand) error {
	v, err := p.Resolve(base, t)
	if err != nil {
		return err
	}
	st.Add(v)
	return p.ResolveIndices(st, indices)
}

// addMask adds the mask to the operands of st if "has" is set. It sets the operand segments to
// sizes, followed by the number of masks.
func addMask(p *asm.Parser, st *asm.State, mask asm.Operand, has bool, t ir.Type, sizes ...int32) error {
	n := int32(0)
	if has {
		v, err := p.Resolve(mask, t)
		if err != nil {
			return err
		}
		st.Add(v)
		n = 1
	}
	st.SetSegments(append(sizes, n)...)
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o TransferRead) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.Base())
	w.Byte('[')
	w.Values(o.Indices())
	w.Str("], ")
	w.Value(o.Padding())
	printTransferEnd(w, o.Op, o.Mask(), o.Base().Type(), o.Op.Result().Type())
}

// printTransferEnd writes the mask if there is one, the attributes, and two types. It omits a false
// in_bounds and a minor identity. So it writes the default map () -> (0).
func printTransferEnd(w *asm.Printer, op *ir.Op, mask *ir.Value, first, second ir.Type) {
	if mask != nil {
		w.Str(", ")
		w.Value(mask)
	}
	var skip []string
	if m := mapOf(op.AttrAt(0)); m.IsMinorIdentity() {
		skip = append(skip, "permutation_map")
	}
	if !anyTrue(boolsOf(op.AttrAt(1))) {
		skip = append(skip, "in_bounds")
	}
	w.AttrDict(op, skip...)
	w.Str(" : ")
	w.Type(first)
	w.Str(", ")
	w.Type(second)
}

// Verify implements ir.Verifier.
func (o TransferRead) Verify() error {
	base, v := o.Base().Type(), o.Op.Result().Type()
	if len(base.Dims()) != len(o.Indices()) {
		return ir.Errorf(o.Op, "requires %d indices", len(base.Dims()))
	}
	if err := verifyTransfer(o.Op, base, v, o.Mask(), o.PermutationMap(), o.InBounds()); err != nil {
		return err
	}
	if pad := o.Padding().Type(); !isVector(base.Elem()) && !pad.IsFloat() && !pad.IsIndex() && !ir.IsType[*ir.IntType](pad) {
		return ir.Errorf(o.Op, "requires valid padding vector elemental type")
	}
	if pad := o.Padding().Type(); !isVector(base.Elem()) && pad != base.Elem() {
		return ir.Errorf(o.Op, "requires formal padding and source of the same elemental type")
	} else if isVector(base.Elem()) && pad != base.Elem() {
		return ir.Errorf(o.Op, "requires source element type and padding type to match.")
	}
	return nil
}

// isTransferBase reports whether t is a ranked memref or tensor type.
func isTransferBase(t ir.Type) bool {
	return ir.IsType[*ir.MemRefType](t) || ir.IsType[*ir.TensorType](t)
}

// verifyTransfer checks the rules that apply to both transfer_read and transfer_write.
func verifyTransfer(op *ir.Op, base, v ir.Type, mask *ir.Value, m affine.Map, in []bool) error {
	elem, of := base.Elem(), "source element type"
	if isVector(elem) {
		of = "minor 1-D vector of the source"
	}
	rank := len(elem.Dims()) // 0 for a scalar
	switch {
	case !isTransferBase(base):
		return ir.Errorf(op, "requires source to be a memref or ranked tensor type")
	case minorBits(elem) == 0 || minorBits(v)%minorBits(elem) != 0:
		return ir.Errorf(op, "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the %s", of)
	case rank > v.Rank():
		return ir.Errorf(op, "requires source vector element and vector result ranks to match.")
	case len(m.Results) != v.Rank()-rank:
		return ir.Errorf(op, "requires a permutation_map with result dims of the same rank as the vector type")
	case mask != nil && isVector(elem):
		return ir.Errorf(op, "does not support masks with vector element type")
	case m.Syms != 0:
		return ir.Errorf(op, "requires permutation_map without symbols")
	case m.Dims != len(base.Dims()):
		return ir.Errorf(op, "requires a permutation_map with input dims of the same rank as the source type")
	case len(in) != len(m.Results):
		return ir.Errorf(op, "expects the in_bounds attr of same rank as permutation_map results: affine_map<%s> vs inBounds of size: %d", m, len(in))
	}
	seen := map[int]bool{}
	for _, e := range m.Results {
		d, isDim := e.Dim()
		c, isConst := e.Const()
		switch {
		case isConst && c != 0 || !isDim && !isConst:
			return ir.Errorf(op, "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)")
		case isDim && seen[d]:
			return ir.Errorf(op, "requires a permutation_map that is a permutation (found one dim used more than once)")
		case isDim:
			seen[d] = true
		}
	}
	if mask != nil {
		if want := MaskType(v, m); mask.Type() != want {
			return ir.Errorf(op, "inferred mask type ('%s') and mask operand type ('%s') don't match", want, mask.Type())
		}
	}
	return nil
}

// minorBits returns the number of bits of the elements along the innermost dimension of a vector.
func minorBits(t ir.Type) int {
	n := bits(t)
	if s := t.Dims(); len(s) > 0 {
		n *= int(s[len(s)-1])
	}
	return n
}
