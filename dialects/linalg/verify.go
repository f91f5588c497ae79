package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// verifyStructured checks that the operands of a computation agree with its maps, its results and
// the arguments of its body.
func verifyStructured(s Structured) error {
	op := ir.OpOf(s)
	if err := verifyResults(op, s.Outputs()); err != nil {
		return err
	}
	if err := verifyPure(op); err != nil {
		return err
	}
	vs := append(s.Inputs(), s.Outputs()...)
	maps, its := s.Maps(), s.Iterators()
	if err := verifyMaps(op, vs, maps, len(its)); err != nil {
		return err
	}
	for i, m := range maps {
		if m.Dims != len(its) {
			return ir.Errorf(op, "expected indexing_map #%d to have %d dim(s) to match the number of loops", i, len(its))
		}
	}
	return verifyBody(op, s.Body(), vs)
}

// verifyPure checks that the operands include tensors or buffers, but not both.
func verifyPure(op *ir.Op) error {
	tensors, buffers := false, false
	for i := range op.NumOperands() {
		t := op.OperandAt(i).Type()
		tensors = tensors || constraint.IsTensor(t)
		buffers = buffers || constraint.IsMemRef(t)
	}
	if op.NumOperands() > 0 && tensors == buffers {
		return ir.Errorf(op, "expected to have pure tensor or buffer semantics")
	}
	return nil
}

// verifyMaps checks that each map agrees with the shape of its operand.
func verifyMaps(op *ir.Op, vs []*ir.Value, maps []affine.Map, loops int) error {
	if len(maps) != len(vs) {
		return ir.Errorf(op, "expected the number of indexing_map (%d) to be equal to the number of input/output operands (%d)", len(maps), len(vs))
	}
	for i, m := range maps {
		if m.Syms != 0 {
			return ir.Errorf(op, "unexpected symbols in indexing_map #%d", i)
		}
		if n := rank(vs[i].Type()); len(m.Results) != n {
			return ir.Errorf(op, "expected operand #%d rank (%d) to match the result rank of indexing_map (%d)", i, n, len(m.Results))
		}
	}
	// Maps may differ in their numbers of dimensions here. The caller checks this afterwards.
	if len(maps) > 0 {
		loops = slices.MaxFunc(maps, func(m, n affine.Map) int { return m.Dims - n.Dims }).Dims
	}
	extents, ok := loopExtents(vs, maps, loops)
	if !ok {
		return ir.Errorf(op, "invalid indexing maps are non-invertible: (%s)", together(maps, loops))
	}
	if slices.Contains(extents, ir.Dynamic) {
		return nil
	}
	return verifyExtents(op, vs, maps, extents)
}

// together returns a map with the results of all maps.
func together(maps []affine.Map, loops int) affine.Map {
	all := affine.Map{Dims: loops}
	for _, m := range maps {
		all.Results = append(all.Results, m.Results...)
	}
	return all
}

// verifyResults checks that outs are tensors or memrefs, and that the results of op have the types
// of the tensors.
func verifyResults(op *ir.Op, outs []*ir.Value) error {
	var tensors []int
	for i, v := range outs {
		n := op.NumOperands() - len(outs) + i
		switch {
		case constraint.IsTensor(v.Type()):
			tensors = append(tensors, n)
		case !constraint.IsMemRef(v.Type()):
			return ir.Errorf(op, "expected that operand #%d is a ranked tensor or a ranked memref, but got '%s'", n, v.Type())
		}
	}
	if len(tensors) != op.NumResults() {
		return ir.Errorf(op, "expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", op.NumResults(), len(tensors))
	}
	for i, n := range tensors {
		if got, want := op.ResultAt(i).Type(), op.OperandAt(n).Type(); got != want {
			return ir.Errorf(op, "expected type of operand #%d ('%s') to match type of corresponding result ('%s')", n, want, got)
		}
	}
	return nil
}

// loopExtents returns the extent of each loop: the extent of the first operand dimension whose
// index is just this loop, such as d0. ok is false if a loop has no such dimension.
func loopExtents(vs []*ir.Value, maps []affine.Map, n int) (extents []int64, ok bool) {
	extents = make([]int64, n)
	found := make([]bool, n)
	for i, m := range maps {
		shape, _ := vs[i].Type().Shape()
		for j, e := range m.Results {
			if d, isDim := e.Dim(); isDim && !found[d] {
				extents[d], found[d] = shape[j], true
			}
		}
	}
	for _, f := range found {
		if !f {
			return nil, false
		}
	}
	return extents, true
}

// LoopExtents returns the extent of each dimension of the iteration space of s. An unknown extent
// is ir.Dynamic. If the maps do not determine all extents, s is invalid and ok is false.
func LoopExtents(s Structured) (extents []int64, ok bool) {
	return loopExtents(append(s.Inputs(), s.Outputs()...), s.Maps(), len(s.Iterators()))
}

// verifyExtents checks each operand's shape against the shape that the iteration space implies.
func verifyExtents(op *ir.Op, vs []*ir.Value, maps []affine.Map, extents []int64) error {
	firsts, lasts := make([]int64, len(extents)), make([]int64, len(extents))
	for i, n := range extents {
		lasts[i] = n - 1
	}
	for i, m := range maps {
		shape, _ := vs[i].Type().Shape()
		for j, e := range m.Results {
			if shape[j] == ir.Dynamic || shape[j] == 0 {
				continue
			}
			lo, ok1 := e.Eval(firsts, nil)
			hi, ok2 := e.Eval(lasts, nil)
			if !ok1 || !ok2 {
				continue
			}
			want := max(lo, hi) + 1
			_, isDim := e.Dim()
			switch {
			case min(lo, hi) < 0:
				return ir.Errorf(op, "unexpected result less than 0 at expression #%d in %s", j, m)
			case isDim && want != shape[j]:
				return ir.Errorf(op, "inferred input/output operand #%d has shape's dimension #%d to be %d, but found %d", i, j, want, shape[j])
			case !isDim && want > shape[j]:
				return ir.Errorf(op, "inferred input/output operand #%d has shape's dimension #%d to be greater than or equal to %d, but found %d", i, j, want, shape[j])
			}
		}
	}
	return nil
}

// verifyBody checks that the types of the body's arguments are the operands' element types.
func verifyBody(op *ir.Op, blk *ir.Block, vs []*ir.Value) error {
	if op.NumRegions() != 1 || blk == nil || len(op.RegionAt(0).Blocks) != 1 {
		return ir.Errorf(op, "expects to have 1 region with 1 block")
	}
	if blk.NumArgs() != len(vs) {
		return ir.Errorf(op, "expected as many non-induction variable region arguments as the number of input/output operands")
	}
	for i, v := range vs {
		if got := blk.Arg(i).Type(); got != element(v.Type()) {
			return ir.Errorf(op, "expected type of bb argument #%d ('%s') to match element or self type of the corresponding operand ('%s')", i, got, element(v.Type()))
		}
	}
	return nil
}
