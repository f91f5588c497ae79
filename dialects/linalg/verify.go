package linalg

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// verifyStructured checks a computation: results against outputs, maps against
// operands, and the body's arguments.
func verifyStructured(s Structured) error {
	op := ir.OpOf(s)
	if err := verifyResults(op, s.Outputs()); err != nil {
		return err
	}
	vs := append(s.Inputs(), s.Outputs()...)
	maps, its := s.Maps(), s.Iterators()
	if len(s.Outputs()) == 0 {
		return ir.Errorf(op, "expected at least one output operand")
	}
	if len(maps) != len(vs) {
		return ir.Errorf(op, "expected the number of indexing_map (%d) to be equal to the number of input/output operands (%d)", len(maps), len(vs))
	}
	for i, m := range maps {
		switch {
		case m.Syms != 0:
			return ir.Errorf(op, "unexpected symbols in indexing_map #%d", i)
		case m.Dims != len(its):
			return ir.Errorf(op, "expected indexing_map #%d to have %d dim(s) to match the number of loops", i, len(its))
		case len(m.Results) != rank(vs[i].Type()):
			return ir.Errorf(op, "expected operand #%d rank (%d) to match the result rank of indexing_map (%d)", i, rank(vs[i].Type()), len(m.Results))
		}
	}
	extents, ok := loopExtents(vs, maps, len(its))
	if !ok {
		return ir.Errorf(op, "expected the shape-to-loops map to be non-null")
	}
	if err := verifyExtents(op, vs, maps, extents); err != nil {
		return err
	}
	return verifyBody(op, s.Body(), vs)
}

// verifyResults compares results with the outputs that are tensors.
func verifyResults(op *ir.Op, outs []*ir.Value) error {
	var tensors []*ir.Value
	for _, v := range outs {
		switch {
		case constraint.IsTensor(v.Type()):
			tensors = append(tensors, v)
		case !constraint.IsMemRef(v.Type()):
			return ir.Errorf(op, "expected that operand #%d is a ranked tensor or a ranked memref, but got '%s'", op.NumOperands()-1, v.Type())
		}
	}
	if len(tensors) != op.NumResults() {
		return ir.Errorf(op, "expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", op.NumResults(), len(tensors))
	}
	for i, v := range tensors {
		if got := op.ResultAt(i).Type(); got != v.Type() {
			return ir.Errorf(op, "expected type of operand #%d ('%s') to match type of corresponding result ('%s')", op.NumOperands()-len(outs)+i, v.Type(), got)
		}
	}
	return nil
}

// loopExtents returns how far each dimension of the iteration space goes, from
// the first operand that a map ties to it directly; ok is false where one of
// them is tied to none.
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

// LoopExtents returns how far each dimension of a computation's iteration space
// goes, ir.Dynamic where that is not known; ok is false for a computation that
// does not verify.
func LoopExtents(s Structured) (extents []int64, ok bool) {
	return loopExtents(append(s.Inputs(), s.Outputs()...), s.Maps(), len(s.Iterators()))
}

// verifyExtents compares each operand's shape with what the iteration space
// gives.
func verifyExtents(op *ir.Op, vs []*ir.Value, maps []affine.Map, extents []int64) error {
	for i, m := range maps {
		shape, _ := vs[i].Type().Shape()
		for j, e := range m.Results {
			if shape[j] == ir.Dynamic || usesDynamic(e, extents) {
				continue
			}
			if err := verifyExtent(op, i, j, shape[j], e, extents); err != nil {
				return err
			}
		}
	}
	return nil
}

func usesDynamic(e affine.Expr, extents []int64) bool {
	for d, n := range extents {
		if n == ir.Dynamic && e.UsesDim(d) {
			return true
		}
	}
	return false
}

func verifyExtent(op *ir.Op, operand, dim int, got int64, e affine.Expr, extents []int64) error {
	first, last := make([]int64, len(extents)), make([]int64, len(extents))
	for i, n := range extents {
		if n > 0 {
			last[i] = n - 1
		}
	}
	lo, ok1 := e.Eval(first, nil)
	hi, ok2 := e.Eval(last, nil)
	if !ok1 || !ok2 {
		return nil
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	want := hi + 1
	for d, n := range extents {
		if n == 0 && e.UsesDim(d) {
			want = 0
		}
	}
	_, isDim := e.Dim()
	switch {
	case lo < 0:
		return ir.Errorf(op, "unexpected result less than 0 at expression #%d in indexing_map", dim)
	case isDim && want != got:
		return ir.Errorf(op, "inferred input/output operand #%d has shape's dimension #%d to be %d, but found %d", operand, dim, want, got)
	case !isDim && want > got:
		return ir.Errorf(op, "inferred input/output operand #%d has shape's dimension #%d to be greater than or equal to %d, but found %d", operand, dim, want, got)
	}
	return nil
}

// verifyBody compares the body's arguments with the operands' elements.
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
