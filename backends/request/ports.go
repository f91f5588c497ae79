package request

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// portNames returns the names of a program's inputs or outputs; nil if p is not a Named.
func portNames(p backends.Program, input bool) []string {
	n, ok := p.(backends.Named)
	switch {
	case !ok:
		return nil
	case input:
		return n.InputNames()
	}
	return n.OutputNames()
}

// portOf finds the input or output with the given name.
func (r *Request) portOf(name string) (input bool, i int, err error) {
	if err := r.made(); err != nil {
		return false, 0, err
	}
	if i := slices.Index(portNames(r.program, true), name); i >= 0 {
		return true, i, nil
	}
	if i := slices.Index(portNames(r.program, false), name); i >= 0 {
		return false, i, nil
	}
	all := slices.Concat(portNames(r.program, true), portNames(r.program, false))
	if len(all) == 0 {
		return false, 0, diag.Errorf(diag.Span{}, "there is no input or output called '%s': the program's inputs and outputs have no names", name).
			WithHelp("use SetInput, SetOutput or Output with an index")
	}
	return false, 0, diag.Errorf(diag.Span{}, "there is no input or output called '%s'; have %s", name, strings.Join(all, ", ")).
		DidYouMean("", name, slices.Values(all))
}

// SetTensor sets the input or output with the given name to t; see SetInput and SetOutput.
func (r *Request) SetTensor(name string, t *tensor.Tensor) error {
	input, i, err := r.portOf(name)
	switch {
	case err != nil:
		return err
	case input:
		return r.SetInput(i, t)
	}
	return r.SetOutput(i, t)
}

// Tensor returns the tensor that was set for the input with the given name, or the value of the
// output with the given name. For an input that is a variable, it returns the current value, which
// a later run overwrites.
func (r *Request) Tensor(name string) (*tensor.Tensor, error) {
	input, i, err := r.portOf(name)
	switch {
	case err != nil:
		return nil, err
	case !input:
		return r.Output(i)
	}
	var t *tensor.Tensor
	err = r.change(func() error {
		t = r.inputs[i]
		for _, v := range r.variables {
			if v.Input == i {
				t = v.value
			}
		}
		return nil
	})
	if err == nil && t == nil {
		err = diag.Errorf(diag.Span{}, "%s has no value", r.port(true, i))
	}
	return t, err
}

// SetTensors sets an input to a copy of the batch, concatenated along the first dimension. The
// first dimension of each tensor must be 1.
func (r *Request) SetTensors(name string, batch []*tensor.Tensor) error {
	input, i, err := r.portOf(name)
	if err != nil {
		return err
	}
	if !input {
		return diag.Errorf(diag.Span{}, "a batch of tensors is for an input, but '%s' is an output", name)
	}
	t := r.takes[i]
	shape, _ := t.Shape()
	if len(shape) == 0 || !t.HasStaticShape() || shape[0] != int64(len(batch)) {
		return diag.Errorf(diag.Span{}, "%s has type '%s', and cannot be set to a batch of %d tensors", r.port(true, i), t, len(batch))
	}
	one := ir.Tensor(t.Elem(), append([]int64{1}, shape[1:]...)...)
	whole, err := tensor.TryNew(t.Kind(), shape...)
	if err != nil {
		return diag.OfKind(err, diag.Errorf(diag.Span{}, "%s cannot be assembled from a batch: %v", r.port(true, i), err))
	}
	for k, part := range batch {
		if err := backends.CheckTensor(fmt.Sprintf("tensor %d of %s", k, r.port(true, i)), one, part); err != nil {
			return err
		}
		copy(whole.Data[k*len(part.Data):], part.Data)
	}
	return r.SetInput(i, whole)
}
