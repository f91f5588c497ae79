package cli

import (
	"errors"
	"os"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Inputs reads the inputs from .npy files. If files is empty, it generates them from the seed. It
// does not compare the types of inputs from files with the given types.
func Inputs(files []string, seed uint64, types []ir.Type) ([]*tensor.Tensor, error) {
	inputs := make([]*tensor.Tensor, len(types))
	for i, t := range types {
		if t.Kind() == tensor.Invalid {
			return nil, diag.Errorf(diag.Span{}, "input #%d has the type '%s', which tensors cannot have", i, t)
		}
	}
	if len(files) == 0 {
		for i, t := range types {
			shape, _ := t.Shape()
			if slices.Contains(shape, ir.Dynamic) {
				return nil, diag.Errorf(diag.Span{}, "input #%d has the type '%s', whose extents are not known", i, t).WithHelp("give one --input for each argument")
			}
			var err error
			if inputs[i], err = tensor.TryRandom(t.Kind(), shape, seed, uint64(i)); err != nil {
				return nil, diag.Errorf(diag.Span{}, "input #%d has the type '%s': %v", i, t, err)
			}
		}
		return inputs, nil
	}
	if len(files) != len(types) {
		return nil, diag.Errorf(diag.Span{}, "the function takes %d inputs, but got %d", len(types), len(files)).
			WithHelp("pass one --input for each argument, in order, or none to generate them")
	}
	for i, file := range files {
		in, err := tensor.ReadNpyFile(file)
		var path *os.PathError
		if errors.As(err, &path) {
			return nil, diag.Errorf(diag.Span{}, "input #%d: cannot open input file '%s': %v", i, file, path.Err)
		}
		if err != nil {
			return nil, diag.Errorf(diag.Span{}, "input #%d: %v", i, err)
		}
		if inputs[i], err = traveled(in, types[i].Kind()); err != nil {
			return nil, diag.Errorf(diag.Span{}, "input #%d, %s: %v", i, file, err)
		}
		// Some programs cannot write arrays of rank 0, so an array with one element is also valid
		// for an input of rank 0.
		if shape, _ := types[i].Shape(); len(shape) == 0 && inputs[i].NumElements() == 1 {
			inputs[i].Shape = nil
		}
	}
	return inputs, nil
}

// traveled converts t, which was read from a .npy file, to the kind "want" if NumPy lacks this
// kind. For such a kind, the file stores integers.
func traveled(t *tensor.Tensor, want tensor.Kind) (*tensor.Tensor, error) {
	var carrier tensor.Kind
	switch want {
	case tensor.Index:
		carrier = tensor.I64
	case tensor.BF16:
		carrier = tensor.U16
	case tensor.TF32:
		carrier = tensor.U32
	case tensor.I2, tensor.I4, tensor.U2, tensor.U4:
		carrier = tensor.U8
	default:
		if want.IsFloat() && want.Size() == 1 {
			carrier = tensor.U8
		}
	}
	if t.Kind != carrier {
		return t, nil
	}
	return t.As(want)
}
