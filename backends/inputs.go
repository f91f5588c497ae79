package backends

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CheckInputs checks that the inputs have the shapes and kinds of the given types. Their data must
// be aligned to the size of an element, but to at most 8 bytes. An element of fewer than 8 bits
// takes one byte, which must be in the range of the type: for example, 0 or 1 for i1. The error
// names the first input that is not valid.
func CheckInputs(types []ir.Type, inputs []*tensor.Tensor) error {
	if len(types) != len(inputs) {
		return diag.Errorf(diag.Span{}, "the function takes %d inputs, but got %d", len(types), len(inputs)).
			WithHelp("pass one input for each argument, in order")
	}
	for i, t := range types {
		if in := inputs[i]; !Fits(in, t) {
			return Misfit(fmt.Sprintf("input #%d", i), t, in)
		}
		if err := inputs[i].CheckBytes(); err != nil {
			return diag.Errorf(diag.Span{}, "input #%d %v", i, err)
		}
	}
	return nil
}

// CheckOutputs checks that the outputs have the shapes and kinds of the given types, are aligned as
// CheckInputs requires, and do not overlap each other or an input. If inputs is nil, the caller
// must check the overlap with inputs.
func CheckOutputs(types []ir.Type, outputs, inputs []*tensor.Tensor) error {
	if len(types) != len(outputs) {
		return diag.Errorf(diag.Span{}, "the function has %d outputs, but got tensors for %d", len(types), len(outputs))
	}
	for i, t := range types {
		if out := outputs[i]; !Fits(out, t) {
			return Misfit(fmt.Sprintf("output #%d", i), t, out)
		}
	}
	return CheckApart(outputs, inputs)
}

// CheckShapes checks that each output has the shape and kind of the result that will be copied to
// it. The shape of a result may be known only after the run.
func CheckShapes(outputs, results []*tensor.Tensor) error {
	for i, t := range results {
		if out, want := outputs[i], TypeOf(t); !Fits(out, want) {
			return Misfit(fmt.Sprintf("output #%d", i), want, out)
		}
	}
	return nil
}

// CheckTensor checks that t has the shape and kind of the expected type. "what" names t in errors.
func CheckTensor(what string, want ir.Type, t *tensor.Tensor) error {
	if !Fits(t, want) {
		return Misfit(what, want, t)
	}
	return nil
}

// Misfit returns the error for a tensor that does not have the expected type.
func Misfit(what string, want ir.Type, got *tensor.Tensor) error {
	if got == nil {
		return diag.Errorf(diag.Span{}, "%s must be '%s', but is missing", what, want)
	}
	if n := tensor.NumElements(got.Shape) * got.Kind.Size(); n != len(got.Data) {
		return diag.Errorf(diag.Span{}, "%s must be '%s', but has %d bytes for a '%s'", what, want, len(got.Data), TypeOf(got))
	}
	if !wellPlaced(got) {
		return diag.Errorf(diag.Span{}, "%s is a '%s', whose data must begin at a multiple of %d bytes, but is not aligned", what, TypeOf(got), alignmentOf(got.Kind)).
			WithHelp("create the tensor with tensor.Wrap, which copies data that is not aligned")
	}
	return diag.Errorf(diag.Span{}, "%s must be '%s', but got '%s'", what, want, TypeOf(got)).WithHelp(fixInput(want, got))
}

// Fits reports whether a tensor has a kind and shape that t allows, and data of the right size and
// alignment.
func Fits(got *tensor.Tensor, t ir.Type) bool {
	if got == nil || got.Kind != t.Kind() || len(got.Data) != tensor.NumElements(got.Shape)*got.Kind.Size() || !wellPlaced(got) {
		return false
	}
	want, _ := t.Shape()
	return slices.EqualFunc(got.Shape, want, func(g, w int64) bool { return g == w || w == ir.Dynamic })
}

// alignmentOf returns the required alignment of an element: its size, but at most the 8 bytes that
// tensor.New and tensor.Wrap guarantee.
func alignmentOf(k tensor.Kind) int { return min(k.Size(), 8) }

// wellPlaced reports whether t's data has the alignment that alignmentOf requires. The kind of t
// must be valid.
func wellPlaced(t *tensor.Tensor) bool {
	return len(t.Data) == 0 || uintptr(unsafe.Pointer(unsafe.SliceData(t.Data)))%uintptr(alignmentOf(t.Kind)) == 0
}

// TypeOf returns the IR type of a tensor.
func TypeOf(t *tensor.Tensor) ir.Type { return ir.Tensor(ir.KindType(t.Kind), t.Shape...) }

func fixInput(want ir.Type, got *tensor.Tensor) string {
	shape, _ := want.Shape()
	switch {
	case !want.HasStaticShape():
		return fmt.Sprintf("pass an array of type '%s', or change the type in the program", want)
	case slices.Equal(shape, got.Shape):
		return fmt.Sprintf("convert its elements from %s to %s", got.Kind, want.Kind())
	case tensor.NumElements(shape) == got.NumElements():
		return fmt.Sprintf("reshape it to %v: it has the right number of elements", shape)
	}
	return fmt.Sprintf("pass an array of shape %v, or change the type in the program", shape)
}
