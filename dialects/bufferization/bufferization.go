// Package bufferization is MLIR's bufferization dialect: conversions between tensors and memrefs. A
// tensor is an immutable value; a memref is a buffer in memory.
package bufferization

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "bufferization",
		Doc:  "Conversions between tensors, which are values, and buffers in memory.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[AllocTensor](), ir.Decl[Clone](), ir.Decl[MaterializeInDestination](), ir.Decl[Dealloc](),
				ir.Decl[DeallocTensor](), ir.Decl[ToTensor](), ir.Decl[ToBuffer](),
			}
		},
		VerifyAttr:    verifyAttr,
		VerifyArgAttr: verifyArgAttr,
	}
}

// The names of the attributes that this dialect adds to function arguments and to operations of
// other dialects.
const (
	WritableAttr           = "bufferization.writable"
	AccessAttr             = "bufferization.access"
	LayoutAttr             = "bufferization.buffer_layout"
	ManualDeallocationAttr = "bufferization.manual_deallocation"
)

func verifyAttr(op *ir.Op, name string, _ ir.Attr) error {
	if name != ManualDeallocationAttr {
		return ir.ErrorAt(op, `attribute '"%s"' not supported as an op attribute by the bufferization dialect`, name)
	}
	if op.Def().Registered() && (op.NumOperands() < fixed(op.Def().Spec.Operands) || op.NumResults() < fixed(op.Def().Spec.Results)) {
		return nil // ir.Verify reports missing operands and results later; Effects may need them
	}
	es, _ := op.Effects()
	for _, e := range es {
		if e.Kind == ir.Allocate || e.Kind == ir.Free {
			return nil
		}
	}
	return ir.Errorf(op, "attribute '%s' can be used only on ops that have an allocation and/or free side effect", name)
}

// fixed(fields) returns the number of fields that always consist of exactly one value.
func fixed(fields []ir.Field) int {
	n := 0
	for _, f := range fields {
		if f.Arity == ir.One {
			n++
		}
	}
	return n
}

func verifyArgAttr(op *ir.Op, _ int, name string, a ir.Attr) error {
	switch name {
	case WritableAttr:
		if !constraint.Bool.Accept(a) {
			return ir.ErrorAt(op, "'%s' is expected to be a boolean attribute", name)
		}
		if op.RegionAt(0).Empty() {
			return ir.ErrorAt(op, "'%s' is invalid on external functions", name)
		}
	case AccessAttr:
		s, ok := a.Str()
		if !ok {
			return ir.ErrorAt(op, "'%s' is expected to be a string attribute", name)
		}
		if !slices.Contains([]string{"none", "read", "write", "read-write"}, s) {
			return ir.ErrorAt(op, "invalid value for '%s'", name).WithHelp("use none, read, write or read-write")
		}
	case LayoutAttr:
		if !ir.IsAttr[*ir.AffineMapAttr](a) && !ir.IsAttr[*ir.StridedLayoutAttr](a) {
			return ir.ErrorAt(op, "'%s' is expected to be a memref layout attribute", name)
		}
	default:
		return ir.ErrorAt(op, `attribute '%s' not supported as a region arg attribute by the bufferization dialect`, name)
	}
	return nil
}

var (
	bufferLike = ir.Constraint{
		Text: "BufferLikeType instance", Accept: constraint.IsMemRef, Class: constraint.IsMemRef,
	}
	tensorLike = ir.Constraint{
		Text: "TensorLikeType instance", Accept: constraint.IsTensor, Class: constraint.IsTensor,
	}
)

// flag describes an optional unit attribute.
func flag(name, doc string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.Unit, Optional: true, Doc: doc}
}

// setFlags returns a unit attribute for each flag that is set, and a nil attribute for the others.
func setFlags(flags ...bool) []ir.Attr {
	as := make([]ir.Attr, len(flags))
	for i, on := range flags {
		if on {
			as[i] = ir.Unit()
		}
	}
	return as
}

// Clone returns a buffer with the contents of another buffer. The buffers may share memory, so
// neither may be written afterwards.
//
//	%r = bufferization.clone %m : memref<?xf32> to memref<?xf32>
type Clone struct{ ir.Ref }

// Input and Output return the cloned buffer and the result.
func (o Clone) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o Clone) Output() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Clone) Spec() ir.Spec {
	return ir.Spec{
		Name:     "bufferization.clone",
		Doc:      "Returns a buffer with the contents of another buffer. Neither may be written afterwards.",
		Operands: []ir.Field{{Name: "input", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "output", Type: constraint.AnyMemRef}},
		Format:   "$input attr-dict `:` type($input) `to` type($output)",
	}
}

// Effects implements ir.Effecter.
func (o Clone) Effects() []ir.Effect {
	return []ir.Effect{
		{Kind: ir.Read, Value: o.Input()}, {Kind: ir.Write, Value: o.Output()}, {Kind: ir.Allocate, Value: o.Output()},
	}
}

// DeallocTensor frees the buffer of a tensor.
//
//	bufferization.dealloc_tensor %t : tensor<4xf32>
type DeallocTensor struct{ ir.Ref }

// Tensor returns the tensor.
func (o DeallocTensor) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (DeallocTensor) Spec() ir.Spec {
	return ir.Spec{
		Name:     "bufferization.dealloc_tensor",
		Doc:      "Frees the buffer of a tensor.",
		Operands: []ir.Field{{Name: "tensor", Type: constraint.AnyTensor}},
		Format:   "$tensor attr-dict `:` type($tensor)",
	}
}

// ToTensor returns the contents of a buffer as a tensor.
//
//	%t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
type ToTensor struct{ ir.Ref }

// Buffer returns the buffer.
func (o ToTensor) Buffer() *ir.Value { return o.Op.OperandAt(0) }

// Restrict reports whether the operation guarantees that no other value aliases the buffer.
func (o ToTensor) Restrict() bool { return !o.Op.AttrAt(0).IsNil() }

// Writable reports whether the buffer may be written.
func (o ToTensor) Writable() bool { return !o.Op.AttrAt(1).IsNil() }

// Spec implements ir.View.
func (ToTensor) Spec() ir.Spec {
	return ir.Spec{
		Name:     "bufferization.to_tensor",
		Doc:      "The contents of a buffer as a tensor.",
		Operands: []ir.Field{{Name: "buffer", Type: bufferLike}},
		Results:  []ir.Field{{Name: "result", Type: tensorLike}},
		Attrs: []ir.AttrField{
			flag("restrict", "No other value aliases the buffer."),
			flag("writable", "The buffer may be written."),
		},
		Format: "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)",
	}
}

// Effects implements ir.Effecter.
func (o ToTensor) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Read, Value: o.Buffer()}} }

// Verify implements ir.Verifier.
func (o ToTensor) Verify() error { return verifyMatch(o.Op, o.Op.Result().Type(), o.Buffer().Type()) }

// Fold folds to_tensor(to_buffer t) to t if the to_buffer directly precedes o. An operation between
// the two might write the buffer.
func (o ToTensor) Fold([]ir.Attr) (ir.Folded, bool) {
	to, ok := ir.Defining[ToBuffer](o.Buffer())
	if !ok || to.Op.Next() != o.Op || to.Tensor().Type() != o.Op.Result().Type() {
		return nil, false
	}
	return ir.FoldTo(to.Tensor()), true
}

// ToBuffer returns the buffer that holds the contents of a tensor.
//
//	%m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
type ToBuffer struct{ ir.Ref }

// Tensor and Buffer return the tensor and its buffer.
func (o ToBuffer) Tensor() *ir.Value { return o.Op.OperandAt(0) }
func (o ToBuffer) Buffer() *ir.Value { return o.Op.ResultAt(0) }

// ReadOnly reports whether the operation guarantees that the buffer is not written.
func (o ToBuffer) ReadOnly() bool { return !o.Op.AttrAt(0).IsNil() }

// Spec implements ir.View.
func (ToBuffer) Spec() ir.Spec {
	return ir.Spec{
		Name:     "bufferization.to_buffer",
		Doc:      "The buffer that holds a tensor.",
		Operands: []ir.Field{{Name: "tensor", Type: tensorLike}},
		Results:  []ir.Field{{Name: "buffer", Type: bufferLike}},
		Attrs:    []ir.AttrField{flag("read_only", "The buffer will not be written.")},
		Traits:   ir.Pure,
		Format:   "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)",
	}
}

// NewToBuffer inserts a ToBuffer operation.
func NewToBuffer(b *ir.Builder, tensor *ir.Value, t ir.Type, readOnly bool) ToBuffer {
	return ir.Create[ToBuffer](b, ir.Init{
		Operands: []*ir.Value{tensor}, Results: []ir.Type{t}, Attrs: setFlags(readOnly),
	})
}

// Verify implements ir.Verifier.
func (o ToBuffer) Verify() error { return verifyMatch(o.Op, o.Tensor().Type(), o.Buffer().Type()) }

// Fold folds to_buffer(to_tensor m) to m if the types are equal.
func (o ToBuffer) Fold([]ir.Attr) (ir.Folded, bool) {
	from, ok := ir.Defining[ToTensor](o.Tensor())
	if !ok || from.Buffer().Type() != o.Buffer().Type() {
		return nil, false
	}
	return ir.FoldTo(from.Buffer()), true
}

// verifyMatch checks that the types of a tensor and its buffer have the same shape and element
// type.
func verifyMatch(op *ir.Op, tensor, buffer ir.Type) error {
	s, ok1 := tensor.Shape()
	t, ok2 := buffer.Shape()
	what := ""
	switch {
	case ok1 != ok2 || !slices.Equal(s, t):
		what = "shapes do not match"
	case tensor.Elem() != buffer.Elem():
		what = "element types do not match"
	default:
		return nil
	}
	return diag.List{
		ir.ErrorAt(op, "%s", what).WithLabel("of '" + tensor.String() + "' and '" + buffer.String() + "'"),
		ir.Errorf(op, "failed to verify that specified tensor and buffer types match"),
	}
}
