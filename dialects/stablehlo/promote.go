package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// RegionElements returns an element type for each operand of a reduce, reduce_window, scatter,
// select_and_scatter, all_reduce, reduce_scatter or collective_reduce. Before the region runs, the
// operand must be converted to this element type, which is that of the region argument. The indices
// of scatter keep their type. The list has no entry for the roots of a collective_reduce.
// RegionElements returns nil for other operations. It fails if the region combines two elements of
// different types.
func RegionElements(op *ir.Op) ([]ir.Type, error) {
	switch o := op.View().(type) {
	case Reduce, ReduceWindow:
		elems, err := argElements(op.RegionAt(0))
		return slices.Concat(elems, elems), err
	case Scatter:
		elems, err := argElements(o.UpdateComputation())
		return slices.Concat(elems, []ir.Type{o.ScatterIndices().Type().Elem()}, elems), err
	case SelectAndScatter:
		from, err := argElements(o.Select())
		if err != nil {
			return nil, err
		}
		to, err := argElements(o.Scatter())
		return slices.Concat(from, to, to), err
	case AllReduce, ReduceScatter:
		return repeatedElements(op.RegionAt(0), op.NumOperands())
	case CollectiveReduce:
		return repeatedElements(o.Computation(), len(dataOf(op, o.HasDynamicRoot())))
	}
	return nil, nil
}

// argElements returns the element types of the accumulators of a region, which are the first half
// of its arguments. The second half are the elements to combine with the accumulators. argElements
// fails if the two halves have different element types.
func argElements(r *ir.Region) ([]ir.Type, error) {
	args := r.Entry().Args()
	n := len(args) / 2
	elems := make([]ir.Type, n)
	for i := range elems {
		next := args[n+i].Type().Elem()
		if elems[i] = args[i].Type().Elem(); elems[i] != next {
			return nil, ir.Errorf(r.Owner(), "has a region that combines elements of %s with elements of %s, which is not supported", elems[i], next).
				WithHelp("give both arguments the type of the result, and convert inside the region")
		}
	}
	return elems, nil
}

// repeatedElements returns the element types of n operands. The region combines the elements of one
// operand at a time.
func repeatedElements(r *ir.Region, n int) ([]ir.Type, error) {
	elems, err := argElements(r)
	if err != nil {
		return nil, err
	}
	return slices.Repeat(elems, n), nil
}

// promoted converts the operands to the element types that RegionElements returns.
func promoted(c *interp.Context, op *ir.Op, in []interp.Value) ([]*tensor.Tensor, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	elems, err := RegionElements(op)
	for i, t := range elems {
		if k := t.Kind(); k != tensor.Invalid {
			ts[i] = convertTo(c, ts[i], k)
		}
	}
	return ts, err
}
