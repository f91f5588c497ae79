package vector

import (
	"errors"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/diag"
)

// ExtractStridedSlice is a slice of a vector. Offsets, sizes and strides describe the slice in the
// leading dimensions. In all other dimensions, the slice has the full extent of the vector.
//
//	%r = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
type ExtractStridedSlice struct{ ir.Ref }

// Source returns the vector. Offsets, Sizes and Strides describe the slice.
func (o ExtractStridedSlice) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o ExtractStridedSlice) Offsets() []int64  { return intsOf(o.Op.AttrAt(0)) }
func (o ExtractStridedSlice) Sizes() []int64    { return intsOf(o.Op.AttrAt(1)) }
func (o ExtractStridedSlice) Strides() []int64  { return intsOf(o.Op.AttrAt(2)) }

// Spec implements ir.View.
func (ExtractStridedSlice) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.extract_strided_slice",
		Doc:      "A slice of a vector that offsets, sizes and strides describe.",
		Operands: []ir.Field{{Name: "source", Type: nonScalar}},
		Results:  []ir.Field{{Name: "result", Type: nonScalar}},
		Attrs: []ir.AttrField{
			{Name: "offsets", Type: slicesOf()}, {Name: "sizes", Type: slicesOf()}, {Name: "strides", Type: slicesOf()},
		},
		Traits: ir.Pure,
		Format: "$source attr-dict `:` type($source) `to` type(results)",
	}
}

// Verify implements ir.Verifier.
func (o ExtractStridedSlice) Verify() error {
	from, to := o.Source().Type(), o.Op.Result().Type()
	if err := sameElem(o.Op, from, to, "operand and result"); err != nil {
		return err
	}
	off, size, step := o.Offsets(), o.Sizes(), o.Strides()
	if len(off) != len(size) || len(off) != len(step) {
		return ir.Errorf(o.Op, "expected offsets, sizes and strides attributes of same size")
	}
	shape := from.Dims()
	if err := verifyLength(o.Op, "offsets", off, shape); err != nil {
		return err
	}
	if err := errors.Join(
		confined(o.Op, "offsets", off, shape, 0),
		confined(o.Op, "sizes", size, shape, 1),
		unitStrides(o.Op, step),
		confined(o.Op, "sum(offsets, sizes)", sums(off, size), shape, 1),
	); err != nil {
		return diag.All(err)[0]
	}
	d, _ := ir.TypeAs[*ir.VectorType](from)
	c := *d
	c.Shape = append(slices.Clone(size), shape[len(size):]...)
	if want := ir.NewType(&c); want != to {
		return ir.Errorf(o.Op, "expected result type to be '%s'", want)
	}
	for i, n := range size {
		if isScalable(from, i) && n != shape[i] {
			return wholeScalable(o.Op, i, n, shape[i])
		}
	}
	return nil
}

// confined checks that low <= list[i] < shape[i] + low for each i. The parameter "low" is 0 for
// offsets, and 1 for sizes and ends. The error message contains "name", the name of the list.
func confined(op *ir.Op, name string, list, shape []int64, low int64) error {
	for i, n := range list {
		if high := shape[i] + low; n < low || n >= high {
			return ir.Errorf(op, "expected %s dimension %d to be confined to [%d, %d)", name, i, low, high)
		}
	}
	return nil
}

func unitStrides(op *ir.Op, strides []int64) error {
	for _, n := range strides {
		if n != 1 {
			return ir.Errorf(op, "expected strides to be confined to [1, 2)")
		}
	}
	return nil
}

func sums(a, b []int64) []int64 {
	s := slices.Clone(a)
	for i := range s {
		s[i] += b[i]
	}
	return s
}

// wholeScalable returns the error for a slice of size n in the scalable dimension i. The size must
// be the extent of the dimension.
func wholeScalable(op *ir.Op, i int, n, extent int64) error {
	return ir.Errorf(op, "expected size at idx=%d to match the corresponding base size from the input vector (%d vs %d)", i, n, extent)
}

func verifyLength(op *ir.Op, name string, v, shape []int64) error {
	if len(v) > len(shape) {
		return ir.Errorf(op, "expected %s attribute of rank no greater than vector rank", name)
	}
	return nil
}

// InsertStridedSlice returns a copy of a vector in which another vector replaces the slice that
// begins at Offsets.
//
//	%r = vector.insert_strided_slice %a, %b {offsets = [0, 2], strides = [1]} : vector<4xf32> into vector<2x8xf32>
type InsertStridedSlice struct{ ir.Ref }

// ValueToStore returns the inserted vector, and Dest returns the vector that is copied. Offsets and
// Strides describe the replaced slice.
func (o InsertStridedSlice) ValueToStore() *ir.Value { return o.Op.OperandAt(0) }
func (o InsertStridedSlice) Dest() *ir.Value         { return o.Op.OperandAt(1) }
func (o InsertStridedSlice) Offsets() []int64        { return intsOf(o.Op.AttrAt(0)) }
func (o InsertStridedSlice) Strides() []int64        { return intsOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (InsertStridedSlice) Spec() ir.Spec {
	same := constraint.Same(nonScalar, "T")
	return ir.Spec{
		Name:     "vector.insert_strided_slice",
		Doc:      "A copy of a vector in which a slice is replaced.",
		Operands: []ir.Field{{Name: "valueToStore", Type: nonScalar}, {Name: "dest", Type: same}},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Attrs:    []ir.AttrField{{Name: "offsets", Type: slicesOf()}, {Name: "strides", Type: slicesOf()}},
		Traits:   ir.Pure,
		Format:   "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
	}
}

// Verify implements ir.Verifier.
func (o InsertStridedSlice) Verify() error {
	from, to := o.ValueToStore().Type(), o.Dest().Type()
	if err := sameElem(o.Op, from, to, "operand #0 and result"); err != nil {
		return err
	}
	off, step := o.Offsets(), o.Strides()
	a, b := from.Dims(), to.Dims()
	switch {
	case len(off) != len(b):
		return ir.Errorf(o.Op, "expected offsets of same size as destination vector rank")
	case len(step) != len(a):
		return ir.Errorf(o.Op, "expected strides of same size as source vector rank")
	case len(a) > len(b):
		return ir.Errorf(o.Op, "expected source rank to be no greater than destination rank")
	}
	lead := len(b) - len(a)
	size := append(slices.Repeat([]int64{1}, lead), a...)
	if err := errors.Join(
		confined(o.Op, "offsets", off, b, 0),
		unitStrides(o.Op, step),
		confined(o.Op, "sum(offsets, source vector shape)", sums(off, size), b, 1),
	); err != nil {
		return diag.All(err)[0]
	}
	for i, n := range a {
		switch {
		case isScalable(from, i) != isScalable(to, i+lead):
			return ir.Errorf(o.Op, "mismatching scalable flags (at source vector idx=%d)", i)
		case isScalable(from, i) && n != b[i+lead]:
			return wholeScalable(o.Op, i, n, b[i+lead])
		}
	}
	return nil
}

// ScalableExtract is a fixed-length slice of a scalable vector.
//
//	%r = vector.scalable.extract %v[4] : vector<4xf32> from vector<[8]xf32>
type ScalableExtract struct{ ir.Ref }

// Source returns the scalable vector, and Pos returns the position where the slice begins.
func (o ScalableExtract) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o ScalableExtract) Pos() int64        { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ScalableExtract) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.scalable.extract",
		Doc:      "A fixed-length slice of a scalable vector.",
		Operands: []ir.Field{{Name: "source", Type: scalable}},
		Results:  []ir.Field{{Name: "result", Type: oneDim}},
		Attrs:    []ir.AttrField{{Name: "pos", Type: constraint.I64, Doc: "The position."}},
		Traits:   ir.Pure,
		Format:   "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
	}
}

// Verify implements ir.Verifier.
func (o ScalableExtract) Verify() error {
	if o.Source().Type().Elem() != o.Op.Result().Type().Elem() {
		return ir.Errorf(o.Op, "failed to verify that all of {source, result} have same element type")
	}
	if o.Pos()%int64(o.Op.Result().Type().NumElements()) != 0 {
		return ir.Errorf(o.Op, "failed to verify that position is a multiple of the result length.")
	}
	return nil
}

// ScalableInsert returns a copy of a scalable vector in which a slice is replaced by a fixed-length
// vector.
//
//	%r = vector.scalable.insert %a, %v[4] : vector<4xf32> into vector<[8]xf32>
type ScalableInsert struct{ ir.Ref }

// ValueToStore returns the fixed-length vector, Dest returns the scalable vector, and Pos returns
// the position where the slice begins.
func (o ScalableInsert) ValueToStore() *ir.Value { return o.Op.OperandAt(0) }
func (o ScalableInsert) Dest() *ir.Value         { return o.Op.OperandAt(1) }
func (o ScalableInsert) Pos() int64              { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ScalableInsert) Spec() ir.Spec {
	same := constraint.Same(scalable, "T")
	return ir.Spec{
		Name:     "vector.scalable.insert",
		Doc:      "A copy of a scalable vector in which a slice is replaced by a fixed-length vector.",
		Operands: []ir.Field{{Name: "valueToStore", Type: oneDim}, {Name: "dest", Type: same}},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Attrs:    []ir.AttrField{{Name: "pos", Type: constraint.I64, Doc: "The position."}},
		Traits:   ir.Pure,
		Format:   "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)",
	}
}

// Verify implements ir.Verifier.
func (o ScalableInsert) Verify() error {
	if o.ValueToStore().Type().Elem() != o.Dest().Type().Elem() {
		return ir.Errorf(o.Op, "failed to verify that all of {valueToStore, dest} have same element type")
	}
	if o.Pos()%int64(o.ValueToStore().Type().NumElements()) != 0 {
		return ir.Errorf(o.Op, "failed to verify that position is a multiple of the source length.")
	}
	return nil
}
