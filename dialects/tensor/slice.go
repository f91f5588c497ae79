package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

const lists = "`` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) " +
	"custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` "

// ExtractSlice returns a slice of a tensor.
//
//	%r = tensor.extract_slice %t[0, %i] [4, %n] [1, 2] : tensor<12x4xf32> to tensor<4x?xf32>
type ExtractSlice struct{ ir.Ref }

// Source returns the tensor.
func (o ExtractSlice) Source() *ir.Value { return o.Op.OperandAt(0) }

// Offsets, Sizes and Strides describe the slice. They have one element per dimension of the source.
func (o ExtractSlice) Offsets() slice.Mixed { return slice.Of(o.Op, 1, "static_offsets") }
func (o ExtractSlice) Sizes() slice.Mixed   { return slice.Of(o.Op, 2, "static_sizes") }
func (o ExtractSlice) Strides() slice.Mixed { return slice.Of(o.Op, 3, "static_strides") }

// Spec implements ir.View.
func (ExtractSlice) Spec() ir.Spec {
	f := slice.Fields3()
	return ir.Spec{
		Name:     "tensor.extract_slice",
		Doc:      "A slice of a tensor.",
		Operands: append([]ir.Field{{Name: "source", Type: constraint.RankedTensor}}, f.Operands...),
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs:    f.Attrs,
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format:   "$source " + lists + "type($source) `to` type($result)",
	}
}

// NewExtractSlice inserts an ExtractSlice operation. The result has the rank of t.
func NewExtractSlice(b *ir.Builder, t *ir.Value, offsets, sizes, strides slice.Mixed) ExtractSlice {
	in := slice.Init([]*ir.Value{t}, offsets, sizes, strides, 1)
	in.Results = []ir.Type{ir.Tensor(t.Type().Elem(), sizes.Static...)}
	return ir.Create[ExtractSlice](b, in)
}

// ResultNames implements ir.Namer.
func (o ExtractSlice) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "extracted_slice") }

// Verify implements ir.Verifier.
func (o ExtractSlice) Verify() error {
	from, to := o.Source().Type(), o.Op.Result().Type()
	off, size, step := o.Offsets(), o.Sizes(), o.Strides()
	n := from.Rank()
	if err := slice.Verify(o.Op, off, size, step, n, n, n); err != nil {
		return err
	}
	d, _ := ir.TypeAs[*ir.TensorType](from)
	want := ir.NewType(&ir.TensorType{Shape: size.Static, Elem: d.Elem, Encoding: d.Encoding})
	if err := reduces(o.Op, want, to); err != nil {
		return err
	}
	return slice.InBounds(o.Op, d.Shape, off.Static, size.Static, step.Static)
}

// reduces requires that "got" is "want", or is "want" without some dimensions of extent 1.
func reduces(op *ir.Op, want, got ir.Type) error {
	w, _ := want.Shape()
	g, _ := got.Shape()
	_, ok := slice.Dropped(w, g)
	switch {
	case len(g) > len(w):
		return ir.ErrorAt(op, "expected rank to be smaller or equal to the other rank. ")
	case !ok:
		return ir.ErrorAt(op, "expected type to be '%s' or a rank-reduced version. (size mismatch) ", want)
	case want.Elem() != got.Elem():
		return ir.ErrorAt(op, "expected element type to be '%s'", want.Elem())
	}
	return nil
}

// InsertSlice returns a copy of a tensor in which a slice is replaced.
//
//	%r = tensor.insert_slice %s into %t[0, %i] [4, %n] [1, 2] : tensor<4x?xf32> into tensor<12x4xf32>
type InsertSlice struct{ ir.Ref }

// Source returns the new slice, and Dest returns the tensor.
func (o InsertSlice) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o InsertSlice) Dest() *ir.Value   { return o.Op.OperandAt(1) }

// Offsets, Sizes and Strides have one element per dimension of the tensor.
func (o InsertSlice) Offsets() slice.Mixed { return slice.Of(o.Op, 2, "static_offsets") }
func (o InsertSlice) Sizes() slice.Mixed   { return slice.Of(o.Op, 3, "static_sizes") }
func (o InsertSlice) Strides() slice.Mixed { return slice.Of(o.Op, 4, "static_strides") }

// Spec implements ir.View.
func (InsertSlice) Spec() ir.Spec {
	s := insertion("insert_slice", "A copy of a tensor in which a slice is replaced.")
	s.Results = []ir.Field{{Name: "result", Type: constraint.RankedTensor}}
	s.Rules = []ir.TypeRule{{From: "dest", To: "result", Text: "expected result type to match dest type"}}
	s.Traits |= ir.Pure
	return s
}

func insertion(name, doc string) ir.Spec {
	f := slice.Fields3()
	lead := []ir.Field{{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor}}
	return ir.Spec{
		Name:     "tensor." + name,
		Doc:      doc,
		Operands: append(lead, f.Operands...),
		Attrs:    f.Attrs,
		Traits:   ir.AttrSizedOperandSegments,
		Format:   "$source `into` $dest " + lists + "type($source) `into` type($dest)",
	}
}

// NewInsertSlice inserts an InsertSlice operation.
func NewInsertSlice(b *ir.Builder, part, t *ir.Value, offsets, sizes, strides slice.Mixed) InsertSlice {
	in := slice.Init([]*ir.Value{part, t}, offsets, sizes, strides, 1, 1)
	in.Results = []ir.Type{t.Type()}
	return ir.Create[InsertSlice](b, in)
}

// ResultNames implements ir.Namer.
func (o InsertSlice) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "inserted_slice") }

// Verify implements ir.Verifier.
func (o InsertSlice) Verify() error {
	return verifyInsertion(o.Op, o.Offsets(), o.Sizes(), o.Strides())
}

func verifyInsertion(op *ir.Op, off, size, step slice.Mixed) error {
	from, to := op.OperandAt(0).Type(), op.OperandAt(1).Type()
	n := to.Rank()
	if err := slice.Verify(op, off, size, step, n, n, n); err != nil {
		return err
	}
	d, _ := ir.TypeAs[*ir.TensorType](to)
	want := ir.NewType(&ir.TensorType{Shape: size.Static, Elem: d.Elem, Encoding: d.Encoding})
	if err := reduces(op, want, from); err != nil {
		return err
	}
	return slice.InBounds(op, d.Shape, off.Static, size.Static, step.Static)
}

// ParallelInsertSlice replaces a slice of a shared output of a forall.
//
//	tensor.parallel_insert_slice %s into %out[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
type ParallelInsertSlice struct{ ir.Ref }

// Source returns the new slice, and Dest returns the shared output.
func (o ParallelInsertSlice) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o ParallelInsertSlice) Dest() *ir.Value   { return o.Op.OperandAt(1) }

// Offsets, Sizes and Strides have one element per dimension of the shared output.
func (o ParallelInsertSlice) Offsets() slice.Mixed { return slice.Of(o.Op, 2, "static_offsets") }
func (o ParallelInsertSlice) Sizes() slice.Mixed   { return slice.Of(o.Op, 3, "static_sizes") }
func (o ParallelInsertSlice) Strides() slice.Mixed { return slice.Of(o.Op, 4, "static_strides") }

// Spec implements ir.View.
func (ParallelInsertSlice) Spec() ir.Spec {
	return insertion("parallel_insert_slice", "Replaces a part of a shared output of a forall.")
}

// NewParallelInsertSlice inserts a ParallelInsertSlice operation.
func NewParallelInsertSlice(b *ir.Builder, part, out *ir.Value, offsets, sizes, strides slice.Mixed) ParallelInsertSlice {
	return ir.Create[ParallelInsertSlice](b, slice.Init([]*ir.Value{part, out}, offsets, sizes, strides, 1, 1))
}

// CombinesInto implements scf.ParallelCombining.
func (o ParallelInsertSlice) CombinesInto() []*ir.Value { return []*ir.Value{o.Dest()} }

// Verify implements ir.Verifier.
func (o ParallelInsertSlice) Verify() error {
	if p := o.Op.Parent(); p == nil || p.Name() != "scf.forall.in_parallel" {
		return ir.ErrorAt(o.Op, "expected InParallelOpInterface parent, got: %s", parentName(p))
	}
	return verifyInsertion(o.Op, o.Offsets(), o.Sizes(), o.Strides())
}

func parentName(p *ir.Op) string {
	if p == nil {
		return "none"
	}
	return p.Name()
}

// Concat concatenates tensors along one dimension.
//
//	%r = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
type Concat struct{ ir.Ref }

// Inputs returns the tensors.
func (o Concat) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Dim returns the dimension.
func (o Concat) Dim() int64 {
	v, _ := o.Op.AttrAt(0).Int()
	return v
}

// Spec implements ir.View.
func (Concat) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.concat",
		Doc:      "Concatenates tensors along one dimension.",
		Operands: []ir.Field{{Name: "inputs", Type: constraint.RankedTensor, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs:    []ir.AttrField{{Name: "dim", Type: constraint.I64, Doc: "The dimension."}},
		Traits:   ir.Pure,
		Format:   "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)",
	}
}

// ResultNames implements ir.Namer.
func (o Concat) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "concat") }

// Verify implements ir.Verifier.
func (o Concat) Verify() error {
	if o.Op.NumOperands() < 1 {
		return ir.Errorf(o.Op, "requires at least one input")
	}
	to, dim := o.Op.Result().Type(), o.Dim()
	n := to.Rank()
	for v := range o.Op.Operands() {
		if v.Type().Rank() != n {
			return ir.Errorf(o.Op, "rank of concatenated inputs must match result rank")
		}
	}
	if dim < 0 || int(dim) >= n {
		return ir.Errorf(o.Op, "concatenation dim must be less than the tensor rank")
	}
	return o.verifyExtents(to, int(dim))
}

func (o Concat) verifyExtents(to ir.Type, dim int) error {
	shape, _ := to.Shape()
	want := make([]int64, len(shape))
	for d := range shape {
		want[d] = ir.Dynamic
		for i, v := range o.Inputs() {
			s, _ := v.Type().Shape()
			switch {
			case v.Type().Elem() != to.Elem():
				return ir.Errorf(o.Op, "inputs and result element type must match")
			case d == dim && (s[d] == ir.Dynamic || i > 0 && want[d] == ir.Dynamic):
				want[d] = ir.Dynamic
			case d == dim && i > 0:
				want[d] += s[d]
			case d == dim, want[d] == ir.Dynamic:
				want[d] = s[d]
			case s[d] != ir.Dynamic && s[d] != want[d]:
				return ir.Errorf(o.Op, "static concatenation size mismatch along non-concatenated dimension %d", d)
			}
		}
	}
	for d := range shape {
		if shape[d] != want[d] && shape[d] != ir.Dynamic && want[d] != ir.Dynamic {
			return ir.Errorf(o.Op, "result type '%s'does not match inferred shape '%s' static sizes", to, ir.Tensor(to.Elem(), want...))
		}
	}
	return nil
}

// Pad adds a border before and after the elements of a tensor in each dimension. The region
// computes the elements of the border.
//
//	%r = tensor.pad %t low[1, %a] high[0, 2] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<2x3xf32> to tensor<3x?xf32>
type Pad struct{ ir.Ref }

// The indices of Pad's inherent attributes.
const (
	padLow = iota
	padHigh
	padNofold
	padSegments
)

// Source returns the tensor, and Body returns the block that computes an element of the border.
func (o Pad) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Pad) Body() *ir.Block   { return o.Op.RegionAt(0).Blocks[0] }

// Low and High return the widths of the border before and after the elements, per dimension.
func (o Pad) Low() slice.Mixed  { return slice.Of(o.Op, 1, "static_low") }
func (o Pad) High() slice.Mixed { return slice.Of(o.Op, 2, "static_high") }

// Nofold reports whether the operation must not be folded, even if the border is empty.
func (o Pad) Nofold() bool { return !o.Op.AttrAt(padNofold).IsNil() }

// Spec implements ir.View.
func (Pad) Spec() ir.Spec {
	return ir.Spec{
		Name: "tensor.pad",
		Doc:  "Adds a border to a tensor. The region computes the elements of the border.",
		Operands: []ir.Field{
			{Name: "source", Type: constraint.RankedTensor},
			{Name: "low", Type: constraint.Index, Arity: ir.Variadic}, {Name: "high", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs: []ir.AttrField{
			{Name: "static_low", Type: constraint.I64s, Doc: "The static widths before the elements."},
			{Name: "static_high", Type: constraint.I64s, Doc: "The static widths after the elements."},
			{Name: "nofold", Type: constraint.Unit, Optional: true},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.Pure | ir.SingleBlock | ir.AttrSizedOperandSegments,
		Implicit: "tensor.yield",
		Format: "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) " +
			"`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)",
	}
}

// NewPad inserts a Pad operation. The block of its region has an index argument per dimension. The
// caller must add the operations and the yield.
func NewPad(b *ir.Builder, t *ir.Value, result ir.Type, low, high slice.Mixed) Pad {
	vs := append(append([]*ir.Value{t}, low.Values...), high.Values...)
	o := ir.Create[Pad](b, ir.Init{
		Operands: vs, Results: []ir.Type{result}, NumRegions: 1,
		Attrs: []ir.Attr{
			ir.NewDenseI64(low.Static...), ir.NewDenseI64(high.Static...), {},
			ir.NewDenseI32(1, int32(len(low.Values)), int32(len(high.Values))),
		},
	})
	blk := o.Op.RegionAt(0).AddBlock()
	for range t.Type().Rank() {
		blk.AddArg(ir.Index(), b.Loc)
	}
	return o
}

// ResultNames implements ir.Namer.
func (o Pad) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "padded") }

// Verify implements ir.Verifier.
func (o Pad) Verify() error {
	from, _ := o.Source().Type().Shape()
	to, _ := o.Op.Result().Type().Shape()
	low, high := o.Low().Static, o.High().Static
	if len(low) != len(from) || len(high) != len(from) {
		return ir.ErrorAt(o.Op, "failed to infer expectedType from sourceType '%s', specified resultType is '%s'", o.Source().Type(), o.Op.Result().Type()).
			WithHelp("write one value per dimension in both low and high")
	}
	fits := func(n, inferred int64) bool { return inferred == ir.Dynamic || n == inferred }
	t := o.inferred()
	if want, _ := t.Shape(); !slices.EqualFunc(to, want, fits) {
		return ir.ErrorAt(o.Op, "specified type '%s' does not match the inferred type '%s'", o.Op.Result().Type(), t)
	}
	return nil
}

// inferred returns the result type that follows from the source and the border.
func (o Pad) inferred() ir.Type {
	from, _ := o.Source().Type().Shape()
	low, high := o.Low().Static, o.High().Static
	shape := make([]int64, len(from))
	for i, n := range from {
		shape[i] = ir.Dynamic
		if n != ir.Dynamic && low[i] != ir.Dynamic && high[i] != ir.Dynamic {
			shape[i] = n + low[i] + high[i]
		}
	}
	return ir.Tensor(o.Source().Type().Elem(), shape...)
}

// VerifyRegions implements ir.RegionVerifier.
func (o Pad) VerifyRegions() error {
	blk, n := o.Body(), o.Op.Result().Type().Rank()
	if blk.NumArgs() != n {
		return ir.ErrorAt(o.Op, "expected the block to have %d arguments", n)
	}
	for i, a := range blk.Args() {
		if !a.Type().IsIndex() {
			return ir.Errorf(o.Op, "expected block argument %d to be an index", i+1)
		}
	}
	y, ok := ir.As[Yield](blk.Last())
	if !ok || y.Value().Type() != o.Op.Result().Type().Elem() {
		return ir.Errorf(o.Op, "expected yield type to match shape element type")
	}
	return nil
}
