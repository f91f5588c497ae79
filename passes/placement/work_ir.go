package placement

import "github.com/lathe-ir/lathe/ir"

// Laborious is an operation that knows how many scalar operations it does.
// Others are taken to do one for each element of their results.
type Laborious interface{ Flops() float64 }

// Work estimates the scalar operations of op, what is inside included: once, since
// nobody knows how often a loop runs.
func Work(op *ir.Op) float64 {
	if l, ok := ir.Cast[Laborious](op); ok {
		return l.Flops()
	}
	n := 0.0
	if op.NumRegions() == 0 {
		for v := range op.Results() {
			n += elements(v.Type())
		}
		return n
	}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				n += Work(o)
			}
		}
	}
	return n
}

// elements is the number of elements of a value; 0 where the type does not say.
func elements(t ir.Type) float64 {
	if !t.IsShaped() {
		return 1
	}
	shape, ok := t.Shape()
	if !ok {
		return 0
	}
	n := 1.0
	for _, d := range shape {
		if d == ir.Dynamic {
			return 0
		}
		n *= float64(d)
	}
	return n
}
