package vector

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// Verify implements ir.Verifier.
func (o Contract) Verify() error {
	elem := o.Op.Result().Type().Elem()
	switch {
	case o.LHS().Type().Elem() != o.RHS().Type().Elem():
		return ir.Errorf(o.Op, "failed to verify that lhs and rhs have same element type")
	case o.Acc().Type().Elem() != elem:
		return ir.Errorf(o.Op, "failed to verify that third operand acc and result have same element type")
	case ir.IsType[*ir.IntType](elem) && !elem.IsInt(0):
		return ir.Errorf(o.Op, "only supports signless integer types")
	}
	maps, reductions := o.IndexingMaps(), o.IsReduction()
	if len(maps) != 3 {
		return ir.Errorf(o.Op, "expected an indexing map for each vector operand")
	}
	for i, m := range maps {
		rank := len(o.Op.OperandAt(i).Type().Dims())
		switch {
		case m.Syms != 0:
			return ir.Errorf(o.Op, "expected indexing map %d to have no symbols", i)
		case m.Dims != len(reductions):
			return ir.Errorf(o.Op, "expected indexing map %d to have %d number of inputs", i, len(reductions))
		case len(m.Results) != rank:
			return ir.Errorf(o.Op, "expected indexing map %d to have %d number of outputs", i, rank)
		case !m.IsProjectedPermutation(false):
			return ir.Errorf(o.Op, "expected indexing map %d to be a projected permutation of its inputs", i)
		}
	}
	if err := o.verifyLoops(maps, reductions); err != nil {
		return err
	}
	if !combines(o.Kind(), elem) {
		return ir.Errorf(o.Op, "unsupported contraction type")
	}
	return nil
}

// loopExtents returns the extents of the loops in an operand of type t with map m. The extent of a
// loop is 0 if m does not use the loop.
func loopExtents(m affine.Map, t ir.Type) []int64 {
	extents := make([]int64, m.Dims)
	for i, e := range m.Results {
		d, _ := e.Dim()
		extents[d] = t.Dims()[i]
	}
	return extents
}

// verifyLoops checks that both factors use a common reduction loop. Such a loop must have the same
// extent in both factors. So must a parallel loop that the factors and the accumulator use.
func (o Contract) verifyLoops(maps []affine.Map, reductions []bool) error {
	lhs, rhs := loopExtents(maps[0], o.LHS().Type()), loopExtents(maps[1], o.RHS().Type())
	differ := func(reduced, batch bool) bool {
		for i, n := range lhs {
			if n != 0 && rhs[i] != 0 && n != rhs[i] && reductions[i] == reduced && (!batch || maps[2].UsesDim(i)) {
				return true
			}
		}
		return false
	}
	contracted, free := 0, 0
	for i, r := range reductions {
		switch {
		case r && lhs[i] != 0 && rhs[i] != 0:
			contracted++
		case lhs[i] != 0 || rhs[i] != 0:
			free++
		}
	}
	switch {
	case contracted == 0:
		return ir.Errorf(o.Op, "expected at least one contracting dimension pair")
	case differ(true, false):
		return ir.Errorf(o.Op, "invalid contracting dimension map")
	case differ(false, true):
		return ir.Errorf(o.Op, "invalid batch dimension map")
	}
	return o.verifyShape(maps[2], lhs, rhs, free)
}

// verifyShape checks the shape of the accumulator and of the result. If "free" is 0, they must be
// scalars. "free" counts the loops of the factors, without the reduction loops of both factors.
func (o Contract) verifyShape(m affine.Map, lhs, rhs []int64, free int) error {
	acc, to := o.Acc().Type(), o.Op.Result().Type()
	if isVector(acc) != (free > 0) || isVector(to) != (free > 0) {
		return ir.Errorf(o.Op, "invalid accumulator/result vector shape")
	}
	if free == 0 {
		return nil
	}
	for i := range lhs {
		if lhs[i] == 0 && rhs[i] == 0 {
			return ir.Errorf(o.Op, "expected all dimensions to be either a LHS or a RHS dimension")
		}
	}
	d, _ := ir.TypeAs[*ir.VectorType](to)
	want := &ir.VectorType{Elem: d.Elem, Scalable: d.Scalable}
	for _, e := range m.Results {
		i, _ := e.Dim()
		want.Shape = append(want.Shape, max(lhs[i], rhs[i]))
	}
	if t := ir.NewType(want); t != to || t != acc {
		return ir.Errorf(o.Op, "invalid accumulator/result vector shape, expected: '%s'", t)
	}
	return nil
}

// ExpectedMask implements Maskable. The mask has an element for each point of the iteration space.
func (o Contract) ExpectedMask() ir.Type {
	maps := o.IndexingMaps()
	mask := &ir.VectorType{Elem: ir.I1(), Shape: make([]int64, maps[0].Dims), Scalable: make([]bool, maps[0].Dims)}
	for k, v := range []*ir.Value{o.LHS(), o.RHS()} {
		for i, e := range maps[k].Results {
			d, _ := e.Dim()
			mask.Shape[d], mask.Scalable[d] = v.Type().Dims()[i], isScalable(v.Type(), i)
		}
	}
	if !slices.Contains(mask.Scalable, true) {
		mask.Scalable = nil
	}
	return ir.NewType(mask)
}
