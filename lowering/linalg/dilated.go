package linalg

import (
	"slices"
	"sort"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// A dilated input has holes, which are zeros between its elements. Such inputs appear in the
// gradient of a convolution with strides. If there are s-1 holes between two elements, a
// convolution is lowered as s convolutions without holes. Each of them uses every s-th element of
// the window and computes every s-th result. Multiplications of holes are left out.

// phase describes, for one spatial dimension, one of the convolutions without holes.
type phase struct {
	first, taps, step int64 // the elements of the window: the first, their number, and their distance
	low, high         int64 // padding
	result, results   int64 // the first result, and the number of results at a distance of step
}

// phasesOf returns the phases of a dimension with the given number of elements (parameter from), in
// the order of their first results. There are step-1 holes between two elements. Phases that use no
// element of the window or compute no result are left out.
func phasesOf(from, step, window, low, results int64) []phase {
	var all []phase
	for first := range min(step, window) {
		r := ((low-first)%step + step) % step
		if r >= results {
			continue
		}
		p := phase{first: first, step: step, low: (low - r - first) / step, result: r, results: (results - r + step - 1) / step}
		p.taps = (window - first + step - 1) / step
		p.high = p.results - from - p.low + p.taps - 1
		all = append(all, p)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].result < all[j].result })
	return all
}

// mostParts is the largest number of convolutions that replace a convolution with holes.
const mostParts = 16

// hasHoles reports whether the input of o has holes and o can be replaced by convolutions without
// holes.
func hasHoles(o stablehlo.Convolution) bool {
	d := o.DimensionNumbers()
	n := len(d.InputSpatial)
	window, _ := o.RHS().Type().Shape()
	stride, dilation, base := orOnes(o.WindowStrides(), n), orOnes(o.RhsDilation(), n), orOnes(o.LhsDilation(), n)
	holes, parts := false, int64(1)
	for i, b := range base {
		parts *= min(b, window[d.KernelSpatial[i]])
		if b > 1 && (stride[i] > 1 || dilation[i] > 1) || parts > mostParts {
			return false
		}
		holes = holes || b > 1
	}
	return holes && !slices.ContainsFunc(o.WindowReversal(), func(r int64) bool { return r != 0 })
}

// withoutHoles lowers o, which has holes, as convolutions without holes.
func (c *converter) withoutHoles(o stablehlo.Convolution) (*ir.Value, error) {
	d := o.DimensionNumbers()
	n := len(d.InputSpatial)
	from, _ := o.LHS().Type().Shape()
	window, _ := o.RHS().Type().Shape()
	t := o.Op.Result().Type()
	results, _ := t.Shape()
	base, padding := orOnes(o.LhsDilation(), n), o.Padding()
	if len(padding) == 0 {
		padding = make([]int64, 2*n)
	}
	w := stablehlo.Window{Strides: slices.Clone(orOnes(o.WindowStrides(), n)), Padding: make([][2]int64, n), Dilation: slices.Clone(orOnes(o.RhsDilation(), n))}
	starts, taps, steps := make([]int64, len(window)), slices.Clone(window), ones(len(window))
	at, sizes, apart := make([]int64, len(results)), slices.Clone(results), ones(len(results))
	whole := build.Empty(c.b, kernelop.Stored(t))
	if slices.ContainsFunc(d.KernelSpatial, func(k int64) bool { return window[k] < slices.Max(base) }) {
		whole = build.Fill(c.b, zeroOf(c.b, kernelop.Stored(t).Elem()), whole).Result() // some results use no element of the window
	}
	var visit func(i int) error
	visit = func(i int) error {
		if i == n {
			part, err := c.part(o, w, ir.Tensor(t.Elem(), sizes...), starts, taps, steps)
			if err == nil {
				whole = build.InsertSlice(c.b, part, whole, slices.Clone(at), slices.Clone(apart))
			}
			return err
		}
		in, k, out := d.InputSpatial[i], d.KernelSpatial[i], d.OutputSpatial[i]
		if base[i] == 1 {
			w.Padding[i] = [2]int64{padding[2*i], padding[2*i+1]}
			return visit(i + 1)
		}
		for _, p := range phasesOf(from[in], base[i], window[k], padding[2*i], results[out]) {
			starts[k], taps[k], steps[k] = p.first, p.taps, p.step
			at[out], sizes[out], apart[out] = p.result, p.results, p.step
			w.Padding[i] = [2]int64{p.low, p.high}
			if err := visit(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	err := visit(0)
	return whole, err
}

// part lowers the convolution o with a slice of its kernel and with the window w. starts, taps and
// steps are the offsets, sizes and strides of the slice.
func (c *converter) part(o stablehlo.Convolution, w stablehlo.Window, t ir.Type, starts, taps, steps []int64) (*ir.Value, error) {
	scratch := ir.NewBlock()
	b := ir.NewBuilder(o.Op.Registry())
	b.Loc = o.Op.Loc()
	b.AtEnd(scratch)
	x := scratch.AddArg(o.LHS().Type(), b.Loc)
	k := scratch.AddArg(ir.Tensor(o.RHS().Type().Elem(), taps...), b.Loc)
	c.values.Map(x, c.value(o.LHS()))
	c.values.Map(k, build.ExtractSlice(c.b, c.value(o.RHS()), kernelop.Stored(k.Type()), slices.Clone(starts), slices.Clone(steps)))
	vs, err := c.convolution(stablehlo.NewConvolution(b, x, k, t, w, *o.DimensionNumbers(), o.FeatureGroupCount(), o.BatchGroupCount()))
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}
