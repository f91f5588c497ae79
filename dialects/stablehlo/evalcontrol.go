package stablehlo

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval runs the true branch or the false branch.
func (o If) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	if in[0].(*tensor.Tensor).Data[0] != 0 {
		return c.Region(o.TrueBranch())
	}
	return c.Region(o.FalseBranch())
}

// Eval runs the branch that the index selects, or the last branch if the index is out of range.
func (o Case) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	i := in[0].(*tensor.Tensor).Int(0)
	if i < 0 || i >= int64(o.Op.NumRegions()) {
		i = int64(o.Op.NumRegions()) - 1
	}
	return c.Region(o.Op.RegionAt(int(i)))
}

// Eval repeats the body while the condition is true.
func (o While) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	state := slices.Clone(in)
	for {
		if err := cmp.Or(interp.CheckArgs(o.Cond(), state), interp.CheckArgs(o.Body(), state)); err != nil {
			return nil, err
		}
		p, err := c.Region(o.Cond(), state...)
		if err != nil {
			return nil, err
		}
		if p[0].(*tensor.Tensor).Data[0] == 0 {
			return state, nil
		}
		if state, err = c.Region(o.Body(), state...); err != nil {
			return nil, err
		}
	}
}

// AcceptsAllShapes implements interp.ShapeAgnostic. The body may change dynamic shapes. Eval checks
// the shapes.
func (o While) AcceptsAllShapes() {}

// Eval returns its operands.
func (o OptimizationBarrier) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return slices.Clone(in), nil
}

// AcceptsAllShapes implements interp.ShapeAgnostic.
func (o OptimizationBarrier) AcceptsAllShapes() {}

// Eval returns a token.
func (o CreateToken) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) {
	return interp.One(interp.Token{})
}

// Eval returns a token.
func (o AfterAll) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) {
	return interp.One(interp.Token{})
}

// Eval groups its operands.
func (o Tuple) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return interp.One(interp.Tuple(slices.Clone(in)))
}

// Eval takes an element.
func (o GetTupleElement) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	t, ok := in[0].(interp.Tuple)
	if !ok || o.Index() >= int64(len(t)) {
		return nil, interp.Unsupported(o.Op, "its operand is not a tuple with an element at this index")
	}
	return interp.One(t[o.Index()])
}

// Eval calls the decomposition.
func (o Composite) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	f := ir.LookupNearest(o.Op, o.Decomposition())
	if f == nil {
		return nil, interp.Unsupported(o.Op, "there is no decomposition "+o.Decomposition().String())
	}
	return c.Call(f, slices.Clone(in))
}

// Eval sorts along a dimension by the comparator. The sort is stable, even if is_stable is false.
func (o Sort) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	dim := o.Dimension()
	if dim < 0 {
		dim += int64(len(ts[0].Shape))
	}
	outs := make([]interp.Value, len(ts))
	for i, t := range ts {
		outs[i] = c.New(t.Kind, t.Shape...)
	}
	if len(ts[0].Shape) == 0 {
		return slices.Clone(in), nil
	}
	if ts[0].NumElements() == 0 {
		return outs, nil
	}
	lines, step := slices.Clone(ts[0].Shape), int(ts[0].Strides()[dim])
	n := int(lines[dim])
	lines[dim] = 1
	order, spare := scratch[int64](n), scratch[int64](n)
	args := make([]interp.Value, 2*len(ts))
	err = counter(c, lines, func(at []int64) error {
		base := int(flat(at, ts[0].Strides()))
		c.Parts(n, func(from, to int) {
			for i := from; i < to; i++ {
				order[i] = int64(base + i*step)
			}
		})
		var failed error
		mergeSort(order, spare, func(a, b int64) bool {
			for i, t := range ts {
				args[2*i], args[2*i+1] = elementAt(t, int(a)), elementAt(t, int(b))
			}
			c.Work(256) // a comparison runs a region
			p, err := c.Region(o.Comparator(), args...)
			if err != nil {
				failed = err
				return false
			}
			return p[0].(*tensor.Tensor).Data[0] != 0
		})
		c.Parts(n, func(from, to int) {
			for i := from; i < to; i++ {
				for j, t := range ts {
					setElement(outs[j].(*tensor.Tensor), base+i*step, elementAt(t, int(order[i])))
				}
			}
		})
		return failed
	})
	return outs, err
}

// mergeSort is a stable bottom-up merge sort. It compares elements in the same order as compiled
// kernels do. So all engines compute the same result, even if the function "less" is not an
// ordering. spare must have the length of v.
func mergeSort(v, spare []int64, less func(a, b int64) bool) {
	for width := 1; width < len(v); width *= 2 {
		for low := 0; low+width < len(v); low += 2 * width {
			mergeRuns(v[low:min(low+2*width, len(v))], width, spare, less)
		}
	}
}

// mergeRuns merges the first mid elements of v with the other elements of v. Both parts must be
// sorted. spare must have at least mid elements.
func mergeRuns(v []int64, mid int, spare []int64, less func(a, b int64) bool) {
	left := spare[:copy(spare, v[:mid])]
	i, j, k := 0, mid, 0
	for i < len(left) && j < len(v) {
		if less(v[j], left[i]) {
			v[k] = v[j]
			j++
		} else {
			v[k] = left[i]
			i++
		}
		k++
	}
	copy(v[k:], left[i:])
}
