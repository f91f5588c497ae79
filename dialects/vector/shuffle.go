package vector

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Shuffle concatenates two vectors along the outermost dimension, and selects slices of the
// concatenation by index. The index -1 selects poison.
//
//	%r = vector.shuffle %a, %b[0, 2] : vector<2xf32>, vector<2xf32>
type Shuffle struct{ ir.Ref }

// V1 and V2 return the operands, Mask returns the indices, and Vector returns the result.
func (o Shuffle) V1() *ir.Value     { return o.Op.OperandAt(0) }
func (o Shuffle) V2() *ir.Value     { return o.Op.OperandAt(1) }
func (o Shuffle) Mask() []int64     { return intsOf(o.Op.AttrAt(0)) }
func (o Shuffle) Vector() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Shuffle) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.shuffle",
		Doc:      "Concatenates two vectors along the outermost dimension, and selects slices of this concatenation by a list of indices.",
		Operands: []ir.Field{{Name: "v1", Type: fixed}, {Name: "v2", Type: fixed}},
		Results:  []ir.Field{{Name: "vector", Type: nonScalar}},
		Attrs:    []ir.AttrField{{Name: "mask", Type: constraint.I64s, Doc: "The indices of the slices."}},
		Traits:   ir.Pure,
		Format:   "operands $mask attr-dict `:` type(operands)",
	}
}

// InferTypes implements ir.TypeInferrer.
func (Shuffle) InferTypes(in ir.Init) ([]ir.Type, error) {
	t := in.Operands[0].Type()
	shape := []int64{int64(len(intsOf(in.Attrs[0])))}
	if t.Rank() > 1 {
		shape = append(shape, t.Dims()[1:]...)
	}
	return []ir.Type{ir.Vector(t.Elem(), shape...)}, nil
}

// NewShuffle inserts a Shuffle operation.
func NewShuffle(b *ir.Builder, v1, v2 *ir.Value, mask ...int64) Shuffle {
	in := ir.Init{Operands: []*ir.Value{v1, v2}, Attrs: []ir.Attr{ir.NewDenseI64(mask...)}}
	in.Results, _ = Shuffle{}.InferTypes(in)
	return ir.Create[Shuffle](b, in)
}

// Verify implements ir.Verifier.
func (o Shuffle) Verify() error {
	a, b, to := o.V1().Type(), o.V2().Type(), o.Vector().Type()
	switch {
	case a.Elem() != to.Elem():
		return ir.Errorf(o.Op, "failed to verify that first operand v1 and result have same element type")
	case b.Elem() != to.Elem():
		return ir.Errorf(o.Op, "failed to verify that second operand v2 and result have same element type")
	case !(a.Rank() == 0 && b.Rank() == 0 && to.Rank() == 1) && (a.Rank() != to.Rank() || b.Rank() != to.Rank()):
		return ir.Errorf(o.Op, "rank mismatch")
	}
	for i := 1; i < a.Rank(); i++ {
		if a.Dims()[i] != to.Dims()[i] || b.Dims()[i] != to.Dims()[i] {
			return ir.Errorf(o.Op, "dimension mismatch")
		}
	}
	mask := o.Mask()
	if len(mask) == 0 {
		return ir.Errorf(o.Op, "invalid mask length")
	}
	if int64(len(mask)) != to.Dims()[0] {
		return ir.Errorf(o.Op, "mask length mismatch")
	}
	n := lead(a) + lead(b)
	if i := slices.IndexFunc(mask, func(v int64) bool { return v < -1 || v >= n }); i >= 0 {
		return ir.Errorf(o.Op, "mask index #%d out of range", i+1)
	}
	return nil
}

// lead returns the extent of the outermost dimension of t, or 1 if t has rank 0.
func lead(t ir.Type) int64 {
	if s := t.Dims(); len(s) > 0 {
		return s[0]
	}
	return 1
}

// Interleave returns a vector in which the elements of two vectors alternate.
//
//	%r = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
type Interleave struct{ ir.Binary }

// Spec implements ir.View.
func (Interleave) Spec() ir.Spec {
	same := constraint.Same(constraint.Vector, "T")
	return ir.Spec{
		Name:     "vector.interleave",
		Doc:      "A vector in which the elements of two vectors alternate.",
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: same}},
		Results:  []ir.Field{{Name: "result", Type: nonScalar}},
		Traits:   ir.Pure,
		Rules:    []ir.TypeRule{{From: "lhs", To: "result", Fn: doubled, Text: "type of 'result' is double the width of the inputs"}},
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
	}
}

// doubled(t) returns t with twice the extent of the innermost dimension.
func doubled(t ir.Type) ir.Type {
	d, ok := ir.TypeAs[*ir.VectorType](t)
	if !ok {
		return t
	}
	if len(d.Shape) == 0 {
		return ir.Vector(d.Elem, 2)
	}
	c := *d
	c.Shape = slices.Clone(d.Shape)
	c.Shape[len(c.Shape)-1] *= 2
	return ir.NewType(&c)
}

// halved(t) returns t with half the extent of the innermost dimension, rounded down. If this extent
// is 1, halved(t) returns t.
func halved(t ir.Type) ir.Type {
	d, ok := ir.TypeAs[*ir.VectorType](t)
	if !ok || len(d.Shape) == 0 || d.Shape[len(d.Shape)-1] < 2 {
		return t
	}
	c := *d
	c.Shape = slices.Clone(d.Shape)
	c.Shape[len(c.Shape)-1] /= 2
	return ir.NewType(&c)
}

// Deinterleave separates the elements at even positions of a vector from the elements at odd
// positions.
//
//	%res1, %res2 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
type Deinterleave struct{ ir.Ref }

// Source returns the vector. Res1 returns the elements at even positions, and Res2 returns the
// elements at odd positions.
func (o Deinterleave) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Deinterleave) Res1() *ir.Value   { return o.Op.ResultAt(0) }
func (o Deinterleave) Res2() *ir.Value   { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (Deinterleave) Spec() ir.Spec {
	same := constraint.Same(nonScalar, "T")
	return ir.Spec{
		Name:     "vector.deinterleave",
		Doc:      "Separates the elements at even positions of a vector from the elements at odd positions.",
		Operands: []ir.Field{{Name: "source", Type: nonScalar}},
		Results:  []ir.Field{{Name: "res1", Type: same}, {Name: "res2", Type: same}},
		Traits:   ir.Pure,
		Rules: []ir.TypeRule{{
			From: "source", To: "res1", Fn: halved,
			Text: "the trailing dimension of the results is half the width of source trailing dimension",
		}},
		Format: "$source attr-dict `:` type($source) `->` type($res1)",
	}
}

// Verify implements ir.Verifier.
func (o Deinterleave) Verify() error {
	s := o.Source().Type().Dims()
	if s[len(s)-1]%2 != 0 {
		return ir.Errorf(o.Op, "failed to verify that the trailing dimension of the source vector has an even number of elements")
	}
	return nil
}
