package linalg

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// access records, for each loop of a convolution, which maps use it and how.
type access struct {
	alone     []bool // a dimension of the input is indexed by just this loop
	convolved []bool // a dimension of the input is indexed by a sum of this loop and another loop
	kernel    []bool // this loop indexes a dimension of the kernel
	output    []bool // this loop indexes a dimension of the output
}

// verifyConvolution checks that a computation is a convolution: each loop is a batch, a position,
// an offset in the window, a channel or a feature.
func verifyConvolution(s Structured) error {
	op, maps := ir.OpOf(s), s.Maps()
	if len(s.Inputs()) < 2 || len(s.Outputs()) != 1 {
		return ir.ErrorAt(op, "expected op with 2 inputs and 1 output")
	}
	kernel, out := maps[1], maps[len(maps)-1]
	a := access{make([]bool, out.Dims), make([]bool, out.Dims), make([]bool, out.Dims), make([]bool, out.Dims)}
	for _, e := range maps[0].Results {
		if !a.input(e) {
			return ir.ErrorAt(op, "unexpected input index map for convolutions")
		}
	}
	if !kernel.IsProjectedPermutation(false) || !out.IsProjectedPermutation(false) {
		return ir.ErrorAt(op, "expected output/filter indexing maps to be projected permutations")
	}
	mark(a.kernel, kernel)
	mark(a.output, out)
	return a.verifyLoops(op, s.Iterators())
}

func mark(seen []bool, m affine.Map) {
	for _, e := range m.Results {
		if d, ok := e.Dim(); ok {
			seen[d] = true
		}
	}
}

// input records the loops in e, the index of a dimension of the input. e must be a loop, or a sum
// of two loops with optional constant factors. input returns false for any other e, and for a loop
// that was recorded before.
func (a access) input(e affine.Expr) bool {
	if d, ok := e.Dim(); ok {
		return a.note(a.alone, d)
	}
	if e.Kind() != affine.KindAdd {
		return false
	}
	lhs, rhs := e.Operands()
	d0, ok0 := scaledLoop(lhs)
	d1, ok1 := scaledLoop(rhs)
	return ok0 && ok1 && a.note(a.convolved, d0) && a.note(a.convolved, d1)
}

func (a access) note(set []bool, d int) bool {
	if a.alone[d] || a.convolved[d] {
		return false
	}
	set[d] = true
	return true
}

// scaledLoop returns the loop d and true if e is d or d * constant.
func scaledLoop(e affine.Expr) (int, bool) {
	if e.Kind() != affine.KindMul {
		return e.Dim()
	}
	lhs, rhs := e.Operands()
	d, ok := lhs.Dim()
	if _, isConst := rhs.Const(); !isConst {
		return 0, false
	}
	return d, ok
}

func (a access) verifyLoops(op *ir.Op, its []Iterator) error {
	windows := false
	for d := range its {
		input := a.alone[d] || a.convolved[d]
		windows = windows || a.convolved[d]
		switch {
		case a.output[d] && !input && !a.kernel[d],
			!a.output[d] && !(input && a.kernel[d]),
			a.output[d] && a.kernel[d] && a.convolved[d]:
			return ir.ErrorAt(op, "unexpected loop dimension for convolution op")
		case a.output[d] && its[d] != Parallel:
			return ir.ErrorAt(op, "expected all iterators used to access outputs to be parallel")
		case !a.output[d] && its[d] != Reduction:
			return ir.ErrorAt(op, "expected all iterators not used to access outputs to be reduction")
		}
	}
	if !windows {
		return ir.ErrorAt(op, "expected convolved dim to be non-empty")
	}
	return nil
}
