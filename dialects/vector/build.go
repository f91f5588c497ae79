package vector

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Broadcast repeats a scalar or vector, so that the copies fill a vector of the result type.
//
//	%r = vector.broadcast %x : f32 to vector<4xf32>
type Broadcast struct{ ir.Ref }

// Source returns the operand, and Vector returns the result.
func (o Broadcast) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Broadcast) Vector() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Broadcast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.broadcast",
		Doc:      "Repeats a scalar or vector, so that the copies fill a vector of the result type.",
		Operands: []ir.Field{{Name: "source", Type: constraint.Any}},
		Results:  []ir.Field{{Name: "vector", Type: constraint.Vector}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($vector)",
	}
}

// NewBroadcast inserts a Broadcast operation.
func NewBroadcast(b *ir.Builder, v *ir.Value, t ir.Type) Broadcast {
	return ir.Create[Broadcast](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}})
}

// Fold folds a broadcast to its source if both have the same type. It evaluates a broadcast of a
// constant scalar or splat.
func (o Broadcast) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Vector().Type() {
		return ir.FoldTo(o.Source()), true
	}
	if s, ok := splat(c[0], o.Vector().Type()); ok {
		return ir.FoldConst(s), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Broadcast) Verify() error {
	from, to := o.Source().Type(), o.Vector().Type()
	if err := sameElem(o.Op, from, to, "source operand and result"); err != nil {
		return err
	}
	if from.IsShaped() && !isVector(from) {
		return ir.Errorf(o.Op, "source type is not a vector")
	}
	if !isVector(from) {
		return nil
	}
	a, _ := ir.TypeAs[*ir.VectorType](from)
	b, _ := ir.TypeAs[*ir.VectorType](to)
	if len(a.Shape) > len(b.Shape) {
		return ir.Errorf(o.Op, "source rank higher than destination rank")
	}
	lead := len(b.Shape) - len(a.Shape)
	for i, n := range a.Shape {
		sa, sb := a.Scalable != nil && a.Scalable[i], b.Scalable != nil && b.Scalable[lead+i]
		// The extent [1] of a scalable dimension can be more than 1, so it is not repeated.
		if m := b.Shape[lead+i]; (n != 1 || sa) && (n != m || sa != sb) {
			return ir.Errorf(o.Op, "dimension mismatch (%s vs. %s)", dimText(n, sa), dimText(m, sb))
		}
	}
	return nil
}

// FromElements is a vector of the given elements, in row-major order.
//
//	%r = vector.from_elements %a, %b : vector<2xf32>
type FromElements struct{ ir.Ref }

// Elements returns the elements, and Dest returns the vector.
func (o FromElements) Elements() []*ir.Value { return o.Op.OperandsOf(0) }
func (o FromElements) Dest() *ir.Value       { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (FromElements) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.from_elements",
		Doc:      "A vector of the given elements, in row-major order.",
		Operands: []ir.Field{{Name: "elements", Type: constraint.Any, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "dest", Type: fixed}},
		Traits:   ir.Pure,
		Rules: []ir.TypeRule{{
			From: "dest", To: "elements", Fn: ir.Type.Elem, Text: "shaped type 'dest' matches 'elements' element count and types",
		}},
		Format: "$elements attr-dict `:` type($dest)",
	}
}

// NewFromElements inserts a FromElements operation.
func NewFromElements(b *ir.Builder, t ir.Type, vs ...*ir.Value) FromElements {
	return ir.Create[FromElements](b, ir.Init{Operands: vs, Results: []ir.Type{t}})
}

// Verify implements ir.Verifier.
func (o FromElements) Verify() error {
	ok := o.Dest().Type().NumElements() == o.Op.NumOperands()
	for v := range o.Op.Operands() {
		ok = ok && v.Type() == o.Dest().Type().Elem()
	}
	if !ok {
		return ir.Errorf(o.Op, "failed to verify that shaped type 'dest' matches 'elements' element count and types")
	}
	return nil
}

// ToElements returns the elements of a vector as scalars, in row-major order.
//
//	%r:2 = vector.to_elements %v : vector<2xf32>
type ToElements struct{ ir.Ref }

// Source returns the vector, and Elements returns the scalars.
func (o ToElements) Source() *ir.Value     { return o.Op.OperandAt(0) }
func (o ToElements) Elements() []*ir.Value { return o.Op.ResultsOf(0) }

// Spec implements ir.View.
func (ToElements) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.to_elements",
		Doc:      "The elements of a vector, in row-major order.",
		Operands: []ir.Field{{Name: "source", Type: constraint.Vector}},
		Results:  []ir.Field{{Name: "elements", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source)",
	}
}

// InferTypes implements ir.TypeInferrer.
func (ToElements) InferTypes(in ir.Init) ([]ir.Type, error) {
	t := in.Operands[0].Type()
	if n := t.NumElements(); n > ir.MaxResults {
		return nil, fmt.Errorf("'%s' has %d elements, but an operation has at most %d results", t, n, ir.MaxResults)
	}
	ts := make([]ir.Type, t.NumElements())
	for i := range ts {
		ts[i] = t.Elem()
	}
	return ts, nil
}

// Verify implements ir.Verifier.
func (o ToElements) Verify() error {
	t := o.Source().Type()
	ok := t.NumElements() == o.Op.NumResults()
	for v := range o.Op.Results() {
		ok = ok && v.Type() == t.Elem()
	}
	if !ok {
		return ir.Errorf(o.Op, "failed to verify that shaped type 'source' matches 'elements' element count and types")
	}
	return nil
}

// Step is the vector 0, 1, 2, …
//
//	%r = vector.step : vector<4xindex>
type Step struct{ ir.Ref }

// Spec implements ir.View.
func (Step) Spec() ir.Spec {
	return ir.Spec{
		Name:    "vector.step",
		Doc:     "0, 1, 2, …",
		Results: []ir.Field{{Name: "result", Type: steps}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($result)",
	}
}

// NewStep inserts a Step operation.
func NewStep(b *ir.Builder, t ir.Type) Step {
	return ir.Create[Step](b, ir.Init{Results: []ir.Type{t}})
}

// VScale is the factor vscale. A scalable dimension [n] has n · vscale elements at run time.
//
//	%vscale = vector.vscale
type VScale struct{ ir.Ref }

// Res returns the factor.
func (o VScale) Res() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (VScale) Spec() ir.Spec {
	return ir.Spec{
		Name:    "vector.vscale",
		Doc:     "The factor by which the static extents of scalable dimensions must be multiplied to get the extents at run time.",
		Results: []ir.Field{{Name: "res", Type: constraint.Index}},
		Traits:  ir.Pure,
		Format:  "attr-dict",
	}
}

// ResultNames implements ir.Namer.
func (o VScale) ResultNames(set func(*ir.Value, string)) { set(o.Res(), "vscale") }

// CreateMask is a mask. An element is set if each of its indices is less than the bound.
//
//	%m = vector.create_mask %n, %k : vector<4x3xi1>
type CreateMask struct{ ir.Ref }

// Bounds returns the bounds, one per dimension.
func (o CreateMask) Bounds() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (CreateMask) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.create_mask",
		Doc:      "A mask that is set at each position whose indices are all less than the bounds of their dimensions.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: masks}},
		Traits:   ir.Pure,
		Format:   "$operands attr-dict `:` type(results)",
	}
}

// NewCreateMask inserts a CreateMask operation.
func NewCreateMask(b *ir.Builder, t ir.Type, bounds ...*ir.Value) CreateMask {
	return ir.Create[CreateMask](b, ir.Init{Operands: bounds, Results: []ir.Type{t}})
}

// Verify implements ir.Verifier.
func (o CreateMask) Verify() error {
	n := o.Op.Result().Type().Rank()
	switch {
	case n == 0 && o.Op.NumOperands() != 1:
		return ir.Errorf(o.Op, "must specify exactly one operand for 0-D create_mask")
	case n > 0 && o.Op.NumOperands() != n:
		return ir.Errorf(o.Op, "must specify an operand for each result vector dimension")
	}
	return nil
}

// ConstantMask is a mask like CreateMask, with constant bounds.
//
//	%m = vector.constant_mask [3, 2] : vector<4x3xi1>
type ConstantMask struct{ ir.Ref }

// MaskDimSizes returns the bounds, one per dimension.
func (o ConstantMask) MaskDimSizes() []int64 { return intsOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ConstantMask) Spec() ir.Spec {
	return ir.Spec{
		Name:    "vector.constant_mask",
		Doc:     "A mask that is set at each position whose indices are all less than the constant bounds of their dimensions.",
		Results: []ir.Field{{Name: "result", Type: masks}},
		Attrs:   []ir.AttrField{{Name: "mask_dim_sizes", Type: constraint.I64s, Doc: "The bounds, one per dimension."}},
		Traits:  ir.Pure,
		Format:  "$mask_dim_sizes attr-dict `:` type(results)",
	}
}

// NewConstantMask inserts a ConstantMask operation.
func NewConstantMask(b *ir.Builder, t ir.Type, bounds ...int64) ConstantMask {
	return ir.Create[ConstantMask](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewDenseI64(bounds...)}})
}

// Verify implements ir.Verifier.
func (o ConstantMask) Verify() error {
	d, _ := ir.TypeAs[*ir.VectorType](o.Op.Result().Type())
	sizes := o.MaskDimSizes()
	if len(d.Shape) == 0 {
		switch {
		case len(sizes) != 1:
			return ir.ErrorAt(o.Op, "array attr must have length 1 for 0-D vectors")
		case sizes[0] != 0 && sizes[0] != 1:
			return ir.ErrorAt(o.Op, "mask dim size must be either 0 or 1 for 0-D vectors")
		}
		return nil
	}
	if len(sizes) != len(d.Shape) {
		return ir.Errorf(o.Op, "must specify array attr of size equal vector result rank")
	}
	zeros := 0
	for i, n := range sizes {
		if n < 0 || n > d.Shape[i] {
			return ir.Errorf(o.Op, "array attr of size out of bounds of vector result dimension size")
		}
		if n == 0 {
			zeros++
		}
		if d.Scalable != nil && d.Scalable[i] && n != 0 && n != d.Shape[i] {
			return ir.Errorf(o.Op, "only supports 'none set' or 'all set' scalable dimensions")
		}
	}
	if zeros > 0 && zeros != len(sizes) {
		return ir.Errorf(o.Op, "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim")
	}
	return nil
}
