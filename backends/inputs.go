package backends

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CheckInputs fails unless inputs have the shapes and kinds of types. The error
// names the first argument that does not fit.
func CheckInputs(types []ir.Type, inputs []*tensor.Tensor) error {
	if len(types) != len(inputs) {
		return diag.Errorf(diag.Span{}, "the function takes %d inputs, but got %d", len(types), len(inputs)).
			WithHelp("give one input for each argument, in order, or none to have them generated")
	}
	for i, t := range types {
		shape, _ := t.Shape()
		in := inputs[i]
		if in.Kind == t.Kind() && fits(in.Shape, shape) {
			continue
		}
		return diag.Errorf(diag.Span{}, "input #%d must be '%s', but got '%s'", i, t, typeOf(in)).
			WithHelp(fixInput(t, in))
	}
	return nil
}

// fits reports whether a shape is one of those that a type allows.
func fits(got, want []int64) bool {
	return slices.EqualFunc(got, want, func(g, w int64) bool { return g == w || w == ir.Dynamic })
}

// typeOf spells the type of a tensor as the IR does.
func typeOf(t *tensor.Tensor) ir.Type { return ir.Tensor(ir.KindType(t.Kind), t.Shape...) }

// fixInput says how an input that does not fit can be made to.
func fixInput(want ir.Type, got *tensor.Tensor) string {
	shape, _ := want.Shape()
	switch {
	case slices.Equal(shape, got.Shape):
		return fmt.Sprintf("convert its elements from %s to %s", got.Kind, want.Kind())
	case tensor.NumElements(shape) == got.NumElements():
		return fmt.Sprintf("reshape it to %v: it has the right number of elements", shape)
	}
	return fmt.Sprintf("make an array of shape %v, or change the argument's type", shape)
}
