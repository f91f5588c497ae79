package vector

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// FMA is the fused multiply-add a * b + c of the elements of three vectors, with one rounding.
//
//	%r = vector.fma %a, %b, %c : vector<4xf32>
type FMA struct{ ir.Ref }

// LHS, RHS and Acc return a, b and c.
func (o FMA) LHS() *ir.Value { return o.Op.OperandAt(0) }
func (o FMA) RHS() *ir.Value { return o.Op.OperandAt(1) }
func (o FMA) Acc() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (FMA) Spec() ir.Spec {
	same := constraint.Same(floats, "T")
	return ir.Spec{
		Name:     "vector.fma",
		Doc:      "The fused multiply-add a * b + c of vectors, with one rounding.",
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: same}, {Name: "acc", Type: same}},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
	}
}

// NewFMA inserts an FMA operation; the operands must have equal types.
func NewFMA(b *ir.Builder, x, y, z *ir.Value) FMA {
	return ir.Create[FMA](b, ir.Init{Operands: []*ir.Value{x, y, z}, Results: []ir.Type{x.Type()}})
}

// Reduction combines the elements of a vector with each other and with an optional initial value.
//
//	%r = vector.reduction <add>, %v, %acc : vector<4xf32> into f32
type Reduction struct{ ir.Ref }

// Kind returns the combining function, and Vector returns the vector. Acc returns the initial value
// or nil. FastMath returns the fast-math flags, and Dest returns the result.
func (o Reduction) Kind() Kind               { return KindOf(o.Op.AttrAt(0)) }
func (o Reduction) Vector() *ir.Value        { return o.Op.OperandAt(0) }
func (o Reduction) Acc() *ir.Value           { return o.Op.OptionalOperand(1) }
func (o Reduction) FastMath() arith.FastMath { return arith.FastMathOf(o.Op.AttrAt(1)) }
func (o Reduction) Dest() *ir.Value          { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Reduction) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.reduction",
		Doc:      "Combines the elements of a vector with each other and with an optional initial value.",
		Operands: []ir.Field{{Name: "vector", Type: constraint.Vector}, {Name: "acc", Type: constraint.Any, Arity: ir.Optional}},
		Results:  []ir.Field{{Name: "dest", Type: constraint.Any}},
		Attrs:    []ir.AttrField{kindField(), arith.FastMathField()},
		Traits:   ir.Pure,
		Rules:    []ir.TypeRule{{From: "dest", To: "acc", Text: "dest and acc have the same type"}},
		Format:   "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
	}
}

// NewReduction inserts a Reduction operation; acc may be nil.
func NewReduction(b *ir.Builder, k Kind, v, acc *ir.Value) Reduction {
	in := ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type().Elem()}, Attrs: []ir.Attr{NewKind(k)}}
	if acc != nil {
		in.Operands = append(in.Operands, acc)
	}
	return ir.Create[Reduction](b, in)
}

// Verify implements ir.Verifier.
func (o Reduction) Verify() error {
	t := o.Vector().Type()
	if err := sameElem(o.Op, t, o.Dest().Type(), "source operand and result"); err != nil {
		return err
	}
	if t.Rank() > 1 {
		return ir.Errorf(o.Op, "unsupported reduction rank: %d", t.Rank())
	}
	if t := o.Dest().Type(); t.IsShaped() || !combines(o.Kind(), t) {
		return ir.Errorf(o.Op, "unsupported reduction type ''%s'' for kind '%s'", t, o.Kind())
	}
	return nil
}

// combines reports whether k is defined for t. For a vector type, its element type decides.
func combines(k Kind, t ir.Type) bool {
	t = t.Elem()
	switch k {
	case Add, Mul:
		return t.IsIndex() || ir.IsType[*ir.IntType](t) || t.IsFloat()
	case MinUI, MinSI, MaxUI, MaxSI, And, Or, Xor:
		return t.IsIndex() || ir.IsType[*ir.IntType](t)
	}
	return t.IsFloat()
}

// MultiReduction combines the elements of a vector along some dimensions, and then with an initial
// value.
//
//	%r = vector.multi_reduction <add>, %v, %acc [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
type MultiReduction struct{ ir.Ref }

// Kind returns the combining function, Source returns the vector, and Acc returns the initial
// value. ReductionDims returns the reduced dimensions, and Dest returns the result.
func (o MultiReduction) Kind() Kind             { return KindOf(o.Op.AttrAt(0)) }
func (o MultiReduction) Source() *ir.Value      { return o.Op.OperandAt(0) }
func (o MultiReduction) Acc() *ir.Value         { return o.Op.OperandAt(1) }
func (o MultiReduction) ReductionDims() []int64 { return intsOf(o.Op.AttrAt(1)) }
func (o MultiReduction) Dest() *ir.Value        { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (MultiReduction) Spec() ir.Spec {
	same := constraint.Same(constraint.Any, "T")
	return ir.Spec{
		Name:     "vector.multi_reduction",
		Doc:      "Combines the elements of a vector along some dimensions, and then with an initial value.",
		Operands: []ir.Field{{Name: "source", Type: nonScalar}, {Name: "acc", Type: same}},
		Results:  []ir.Field{{Name: "dest", Type: same}},
		Attrs:    []ir.AttrField{kindField(), {Name: "reduction_dims", Type: constraint.I64s, Doc: "The reduced dimensions."}},
		Traits:   ir.Pure,
		Format:   "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
	}
}

// NewMultiReduction inserts a MultiReduction operation.
func NewMultiReduction(b *ir.Builder, k Kind, v, acc *ir.Value, dims ...int64) MultiReduction {
	return ir.Create[MultiReduction](b, ir.Init{
		Operands: []*ir.Value{v, acc}, Results: []ir.Type{acc.Type()}, Attrs: []ir.Attr{NewKind(k), ir.NewDenseI64(dims...)},
	})
}

// Verify implements ir.Verifier.
func (o MultiReduction) Verify() error {
	from := o.Source().Type()
	if err := sameElem(o.Op, from, o.Dest().Type(), "source operand and result"); err != nil {
		return err
	}
	kept := &ir.VectorType{Elem: from.Elem()}
	for i, n := range from.Dims() {
		if !slices.Contains(o.ReductionDims(), int64(i)) {
			kept.Shape, kept.Scalable = append(kept.Shape, n), append(kept.Scalable, isScalable(from, i))
		}
	}
	if !anyTrue(kept.Scalable) {
		kept.Scalable = nil
	}
	want := from.Elem()
	if len(kept.Shape) > 0 {
		want = ir.NewType(kept)
	}
	if want != o.Dest().Type() {
		return ir.Errorf(o.Op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", want, o.Dest().Type())
	}
	if !combines(o.Kind(), o.Dest().Type()) {
		return ir.Errorf(o.Op, "unsupported reduction type ''%s'' for kind '%s'", o.Dest().Type(), o.Kind())
	}
	return nil
}

// Scan computes prefix reductions along a dimension, beginning with an initial value.
//
//	%dest, %acc = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
type Scan struct{ ir.Ref }

// Kind returns the combining function, Source returns the vector, InitialValue returns the initial
// value, and ReductionDim returns the scanned dimension. Inclusive reports whether element i of the
// result includes element i of the source. Dest returns the prefix reductions, and AccumulatedValue
// returns the last prefix reduction along the dimension.
func (o Scan) Kind() Kind                  { return KindOf(o.Op.AttrAt(0)) }
func (o Scan) Source() *ir.Value           { return o.Op.OperandAt(0) }
func (o Scan) InitialValue() *ir.Value     { return o.Op.OperandAt(1) }
func (o Scan) ReductionDim() int64         { return intOf(o.Op.AttrAt(1)) }
func (o Scan) Inclusive() bool             { return o.Op.AttrAt(2) == ir.BoolAttr(true) }
func (o Scan) Dest() *ir.Value             { return o.Op.ResultAt(0) }
func (o Scan) AccumulatedValue() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (Scan) Spec() ir.Spec {
	whole, part := constraint.Same(nonScalar, "T"), constraint.Same(constraint.Vector, "U")
	return ir.Spec{
		Name:     "vector.scan",
		Doc:      "Combines, for each position along a dimension, the initial value and the elements up to this position.",
		Operands: []ir.Field{{Name: "source", Type: whole}, {Name: "initial_value", Type: part}},
		Results:  []ir.Field{{Name: "dest", Type: whole}, {Name: "accumulated_value", Type: part}},
		Attrs: []ir.AttrField{
			kindField(), {Name: "reduction_dim", Type: constraint.I64, Doc: "The scanned dimension."},
			{Name: "inclusive", Type: constraint.Bool, Doc: "Whether element i of the result includes element i of the source."},
		},
		Traits: ir.Pure,
		Format: "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value) ",
	}
}

// Verify implements ir.Verifier.
func (o Scan) Verify() error {
	from, start := o.Source().Type(), o.InitialValue().Type()
	d, n := o.ReductionDim(), int64(from.Rank())
	if d >= n || d < 0 {
		return ir.Errorf(o.Op, "reduction dimension %d has to be less than %d", d, n)
	}
	if int64(start.Rank()) != n-1 {
		return ir.Errorf(o.Op, "initial value rank %d has to be equal to %d", start.Rank(), n-1)
	}
	want := slices.Delete(slices.Clone(from.Dims()), int(d), int(d)+1)
	if !slices.Equal(want, start.Dims()) {
		return ir.Errorf(o.Op, "incompatible input/initial value shapes")
	}
	if !combines(o.Kind(), from) {
		return ir.Errorf(o.Op, "unsupported reduction type %s for kind '%s'", from.Elem(), o.Kind())
	}
	return nil
}
