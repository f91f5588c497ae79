package vector

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func dimText(n int64, scalable bool) string {
	s := strconv.FormatInt(n, 10)
	if scalable {
		return "[" + s + "]"
	}
	return s
}

// splat returns a constant of type t whose elements are equal to the scalar a, or to the element of
// the splat a. It reports false for other attributes, or if no constant can have the element type
// of t.
func splat(a ir.Attr, t ir.Type) (ir.Attr, bool) {
	k := t.Kind()
	if k == tensor.Invalid {
		return ir.Attr{}, false
	}
	one := tensor.New(k)
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		one.SetInt(0, d.Value)
	case *ir.FloatAttr:
		one.SetBits128(0, d.Lo, d.Hi)
	case *ir.DenseElements:
		s, ok := d.Splat()
		if !ok {
			return ir.Attr{}, false
		}
		one = s
	default:
		return ir.Attr{}, false
	}
	return ir.NewSplat(t, one), true
}

// Extract is an element of a vector, or a subvector of lower rank, at a position.
//
//	%r = vector.extract %v[1, %i] : f32 from vector<4x3xf32>
type Extract struct{ ir.Ref }

// Source returns the vector, and Position returns the position in its leading dimensions.
func (o Extract) Source() *ir.Value     { return o.Op.OperandAt(0) }
func (o Extract) Position() slice.Mixed { return slice.Of(o.Op, 1, "static_position") }

// Spec implements ir.View.
func (Extract) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.extract",
		Doc:      "An element of a vector, or a subvector of lower rank, at a position.",
		Operands: []ir.Field{{Name: "source", Type: constraint.Vector}, indices("dynamic_position")},
		Results:  []ir.Field{{Name: "result", Type: constraint.Any}},
		Attrs:    []ir.AttrField{{Name: "static_position", Type: constraint.I64s, Doc: "The static parts of the position."}},
		Traits:   ir.Pure,
		Format:   "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
	}
}

// NewExtract inserts an Extract operation.
func NewExtract(b *ir.Builder, v *ir.Value, at slice.Mixed) Extract {
	return ir.Create[Extract](b, ir.Init{
		Operands: append([]*ir.Value{v}, at.Values...), Results: []ir.Type{inner(v.Type(), len(at.Static))},
		Attrs: []ir.Attr{ir.NewDenseI64(at.Static...)},
	})
}

// inner(t, n) returns the type of a vector without its first n dimensions.
func inner(t ir.Type, n int) ir.Type {
	d, _ := ir.TypeAs[*ir.VectorType](t)
	if n == len(d.Shape) {
		return d.Elem
	}
	c := &ir.VectorType{Shape: d.Shape[n:], Elem: d.Elem}
	if d.Scalable != nil && anyTrue(d.Scalable[n:]) {
		c.Scalable = d.Scalable[n:]
	}
	return ir.NewType(c)
}

// Fold applies to the result of an insertion if the positions of both operations are constant. It
// extracts from the inserted value, or from the vector before the insertion.
func (o Extract) Fold([]ir.Attr) (ir.Folded, bool) {
	insert, ok := ir.Defining[Insert](o.Source())
	if !ok {
		return nil, false
	}
	at, to := o.Position().Static, insert.Position().Static
	for _, n := range slices.Concat(at, to) {
		if n < 0 { // dynamic or poison
			return nil, false
		}
	}
	x := insert.ValueToStore()
	n := min(len(at), len(to))
	switch {
	case !slices.Equal(at[:n], to[:n]):
		o.Op.SetOperandAt(0, insert.Dest())
	case len(at) > len(to):
		o.Op.SetOperandAt(0, x)
		o.Op.SetAttrAt(0, ir.NewDenseI64(at[n:]...))
	case len(at) == len(to) && x.Type() == o.Op.Result().Type():
		return ir.FoldTo(x), true
	default:
		return nil, false
	}
	return nil, true
}

// Verify implements ir.Verifier.
func (o Extract) Verify() error {
	from, to := o.Source().Type(), o.Op.Result().Type()
	if err := sameElem(o.Op, from, to, "operand and result"); err != nil {
		return err
	}
	if err := verifyPosition(o.Op, o.Position(), from, "source"); err != nil {
		return err
	}
	if want := inner(from, len(o.Position().Static)); to != want && !oneElement(to, want) {
		return ir.Errorf(o.Op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", want, to)
	}
	return nil
}

// oneElement reports whether t is a vector type with one element, and u is the element type of t or
// a vector type with one element of this type.
func oneElement(t, u ir.Type) bool {
	return isVector(t) && t.NumElements() == 1 && t.Elem() == u.Elem() && u.NumElements() == 1
}

func verifyPosition(op *ir.Op, at slice.Mixed, t ir.Type, what string) error {
	open := 0
	for _, n := range at.Static {
		if n == ir.Dynamic {
			open++
		}
	}
	if open != len(at.Values) {
		return ir.Errorf(op, "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite")
	}
	if len(at.Static) > t.Rank() {
		return ir.Errorf(op, "expected position attribute of rank no greater than %s rank", map[string]string{"source": "vector", "dest": "dest vector"}[what])
	}
	for i, n := range at.Static {
		if n != ir.Dynamic && (n < -1 || n >= t.Dims()[i]) {
			return ir.Errorf(op, "expected position attribute #%d to be a non-negative integer smaller than the corresponding %s dimension or poison (-1)", i+1, map[string]string{"source": "vector", "dest": "dest vector"}[what])
		}
	}
	return nil
}

// Insert returns a copy of a vector in which an element, or a subvector of lower rank, is replaced.
//
//	%r = vector.insert %x, %v[1, %i] : f32 into vector<4x3xf32>
type Insert struct{ ir.Ref }

// ValueToStore returns the inserted value, and Dest returns the vector. Position returns the
// position in the leading dimensions of the vector.
func (o Insert) ValueToStore() *ir.Value { return o.Op.OperandAt(0) }
func (o Insert) Dest() *ir.Value         { return o.Op.OperandAt(1) }
func (o Insert) Position() slice.Mixed   { return slice.Of(o.Op, 2, "static_position") }

// Spec implements ir.View.
func (Insert) Spec() ir.Spec {
	same := constraint.Same(constraint.Vector, "T")
	return ir.Spec{
		Name:     "vector.insert",
		Doc:      "A copy of a vector in which an element, or a subvector of lower rank, is replaced.",
		Operands: []ir.Field{{Name: "valueToStore", Type: constraint.Any}, {Name: "dest", Type: same}, indices("dynamic_position")},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Attrs:    []ir.AttrField{{Name: "static_position", Type: constraint.I64s, Doc: "The static parts of the position."}},
		Traits:   ir.Pure,
		Format:   "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
	}
}

// NewInsert inserts an Insert operation.
func NewInsert(b *ir.Builder, x, v *ir.Value, at slice.Mixed) Insert {
	return ir.Create[Insert](b, ir.Init{
		Operands: append([]*ir.Value{x, v}, at.Values...), Results: []ir.Type{v.Type()},
		Attrs: []ir.Attr{ir.NewDenseI64(at.Static...)},
	})
}

// Verify implements ir.Verifier.
func (o Insert) Verify() error {
	x, to := o.ValueToStore().Type(), o.Dest().Type()
	if err := sameElem(o.Op, x, to, "source operand and result"); err != nil {
		return err
	}
	if len(o.Position().Static) > to.Rank() {
		return ir.Errorf(o.Op, "expected position attribute of rank no greater than dest vector rank")
	}
	if isVector(x) && len(o.Position().Static)+x.Rank() != to.Rank() {
		return ir.Errorf(o.Op, "expected position attribute rank + source rank to match dest vector rank")
	}
	if !isVector(x) && len(o.Position().Static) != to.Rank() {
		return ir.Errorf(o.Op, "expected position attribute rank to match the dest vector rank")
	}
	return verifyPosition(o.Op, o.Position(), to, "dest")
}

// ShapeCast returns the elements of a vector, in row-major order, in another shape.
//
//	%r = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
type ShapeCast struct{ ir.Ref }

// Source returns the vector.
func (o ShapeCast) Source() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ShapeCast) Spec() ir.Spec {
	return cast("shape_cast", "A vector in another shape with the same number of elements.")
}

func cast(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "vector." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "source", Type: constraint.Vector}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Vector}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($result)",
	}
}

// NewShapeCast inserts a ShapeCast operation.
func NewShapeCast(b *ir.Builder, v *ir.Value, t ir.Type) ShapeCast {
	return ir.Create[ShapeCast](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// Fold folds a cast to its source if both have the same type. It combines two successive casts.
func (o ShapeCast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Source()), true
	}
	if inner, ok := ir.Defining[ShapeCast](o.Source()); ok {
		if inner.Source().Type() == o.Op.Result().Type() {
			return ir.FoldTo(inner.Source()), true
		}
		o.Op.SetOperandAt(0, inner.Source())
		return nil, true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o ShapeCast) Verify() error {
	a, _ := ir.TypeAs[*ir.VectorType](o.Source().Type())
	b, _ := ir.TypeAs[*ir.VectorType](o.Op.Result().Type())
	switch {
	case a.Elem != b.Elem:
		return ir.Errorf(o.Op, "has different source and result element types")
	case o.Source().Type().NumElements() != o.Op.Result().Type().NumElements():
		return ir.Errorf(o.Op, "has different number of elements at source (%d) and result (%d)", o.Source().Type().NumElements(), o.Op.Result().Type().NumElements())
	case scalableDims(a) != scalableDims(b):
		return ir.Errorf(o.Op, "has different number of scalable dims at source (%d) and result (%d)", scalableDims(a), scalableDims(b))
	}
	return nil
}

func scalableDims(d *ir.VectorType) int {
	n := 0
	for _, s := range d.Scalable {
		if s {
			n++
		}
	}
	return n
}

// Bitcast reinterprets the bits of a vector as elements of another type.
//
//	%r = vector.bitcast %v : vector<4xi32> to vector<8xi16>
type Bitcast struct{ ir.Ref }

// Source returns the vector.
func (o Bitcast) Source() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Bitcast) Spec() ir.Spec {
	return cast("bitcast", "Interprets the bits of a vector as elements of another type.")
}

// NewBitcast inserts a Bitcast operation.
func NewBitcast(b *ir.Builder, v *ir.Value, t ir.Type) Bitcast {
	return ir.Create[Bitcast](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// Fold folds a cast to its source if both have the same type.
func (o Bitcast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Bitcast) Verify() error {
	a, b := o.Source().Type().Dims(), o.Op.Result().Type().Dims()
	if len(a) != len(b) {
		return ir.Errorf(o.Op, "failed to verify that all of {source, result} have same rank")
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return ir.Errorf(o.Op, "dimension size mismatch at: %d", i)
		}
	}
	w1, w2 := int64(bits(o.Source().Type())), int64(bits(o.Op.Result().Type()))
	if len(a) > 0 {
		w1, w2 = w1*a[len(a)-1], w2*b[len(b)-1]
	}
	if w1 != w2 {
		if len(a) == 0 {
			return ir.Errorf(o.Op, "source/result bitwidth of the 0-D vector element types must be equal")
		}
		return ir.Errorf(o.Op, "source/result bitwidth of the minor 1-D vectors must be equal")
	}
	return nil
}

// bits returns the number of bits of an element of t. An index has 64 bits.
func bits(t ir.Type) int {
	switch d := t.Elem().Data().(type) {
	case *ir.IntType:
		return d.Bits
	case *ir.FloatType:
		return d.Kind.Bits()
	}
	return 64
}

// Transpose returns a vector with its dimensions in another order.
//
//	%r = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
type Transpose struct{ ir.Ref }

// Vector returns the vector. Permutation returns, for each dimension of the result, the
// corresponding dimension of the vector.
func (o Transpose) Vector() *ir.Value    { return o.Op.OperandAt(0) }
func (o Transpose) Permutation() []int64 { return intsOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.transpose",
		Doc:      "A vector with its dimensions in another order.",
		Operands: []ir.Field{{Name: "vector", Type: constraint.Vector}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Vector}},
		Attrs:    []ir.AttrField{{Name: "permutation", Type: constraint.I64s, Doc: "For each dimension of the result, the corresponding dimension of the vector."}},
		Traits:   ir.Pure,
		Format:   "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
	}
}

// NewTranspose inserts a Transpose operation.
func NewTranspose(b *ir.Builder, v *ir.Value, t ir.Type, perm ...int64) Transpose {
	return ir.Create[Transpose](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(perm...)}})
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	from, to := o.Vector().Type(), o.Op.Result().Type()
	if err := sameElem(o.Op, from, to, "operand and result"); err != nil {
		return err
	}
	n, perm := to.Rank(), o.Permutation()
	if from.Rank() != n {
		return ir.Errorf(o.Op, "vector result rank mismatch: %d", n)
	}
	if len(perm) != n {
		return ir.Errorf(o.Op, "transposition length mismatch: %d", len(perm))
	}
	seen := make([]bool, n)
	for i, p := range perm {
		switch {
		case p < 0 || int(p) >= n:
			return ir.Errorf(o.Op, "transposition index out of range: %d", p)
		case seen[p]:
			return ir.Errorf(o.Op, "duplicate position index: %d", p)
		case to.Dims()[i] != from.Dims()[p]:
			return ir.Errorf(o.Op, "dimension size mismatch at: %d", p)
		}
		seen[p] = true
	}
	return nil
}
