package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// verifyContraction checks that a computation sums products of two operands.
func verifyContraction(s Structured) error {
	op := ir.OpOf(s)
	switch {
	case len(s.Inputs()) != 2 || len(s.Outputs()) != 1:
		return ir.ErrorAt(op, "expected op with 2 inputs and 1 output")
	case !slices.Contains(s.Iterators(), Reduction):
		return ir.ErrorAt(op, "expected at least one reduction loop")
	}
	for _, m := range s.Maps() {
		if !m.IsProjectedPermutation(false) {
			return ir.ErrorAt(op, "expected indexing maps to be projected permutations")
		}
	}
	if !addsProduct(s.Body()) {
		return ir.ErrorAt(op, "expected add/mul op in the body")
	}
	return nil
}

// addsProduct reports whether a body yields its third argument plus the product of the first two.
// It ignores operations with one operand, such as casts.
func addsProduct(blk *ir.Block) bool {
	y := blk.Last()
	if blk.NumArgs() != 3 || y.NumOperands() != 1 {
		return false
	}
	sum := beforeCasts(y.OperandAt(0)).Def()
	if sum == nil || sum.NumOperands() != 2 {
		return false
	}
	acc, product := beforeCasts(sum.OperandAt(0)), beforeCasts(sum.OperandAt(1)).Def()
	if acc != blk.Arg(2) {
		acc, product = beforeCasts(sum.OperandAt(1)), beforeCasts(sum.OperandAt(0)).Def()
	}
	if acc != blk.Arg(2) || product == nil || product.NumOperands() != 2 || !isAddMul(sum, product) {
		return false
	}
	x, z := beforeCasts(product.OperandAt(0)), beforeCasts(product.OperandAt(1))
	return x == blk.Arg(0) && z == blk.Arg(1) || x == blk.Arg(1) && z == blk.Arg(0)
}

// beforeCasts returns the value from which operations with one operand, such as casts, compute v.
func beforeCasts(v *ir.Value) *ir.Value {
	for {
		def := v.Def()
		if def == nil || def.NumOperands() != 1 {
			return v
		}
		v = def.OperandAt(0)
	}
}

func isAddMul(sum, product *ir.Op) bool {
	switch {
	case ir.Is[arith.AddF](sum):
		return ir.Is[arith.MulF](product)
	case ir.Is[arith.AddI](sum):
		return ir.Is[arith.MulI](product)
	case ir.Is[complex.Add](sum):
		return ir.Is[complex.Mul](product)
	case ir.Is[arith.OrI](sum):
		return ir.Is[arith.AndI](product)
	}
	return false
}

// verifyOwnMaps checks user-defined maps of a matrix product. The map of an input may transpose the
// input, or omit loops to broadcast it. batch is the operation's name without "matmul": it is empty
// for linalg.matmul.
func verifyOwnMaps(op *ir.Op, batch string, maps, usual []affine.Map) error {
	if slices.EqualFunc(maps, usual, affine.Map.Equal) {
		return nil
	}
	if batch == "" {
		return verifyMatmulMaps(op, maps, usual)
	}
	if len(maps) != 3 {
		return ir.Errorf(op, "Indexing_map attribute must have 3 affine maps.")
	}
	for i := range 2 {
		if err := verifyBatchMap(op, maps[i], usual[i], i == 0); err != nil {
			return err
		}
	}
	return verifyBatchOutput(op, maps[2], usual[2])
}

func verifyMatmulMaps(op *ir.Op, maps, usual []affine.Map) error {
	for i := range min(2, len(maps)) {
		if !isSubset(maps[i], usual[i]) {
			return ir.Errorf(op, "Unexpected dim expression in map result.")
		}
		short := len(maps[i].Results) < len(usual[i].Results)
		if short && (len(maps[i].Results) == 0 || !maps[i].Results[0].UsesDim(maps[i].Dims-1)) {
			return ir.Errorf(op, "Invalid broadcast requested, should be (d2).")
		}
	}
	return nil
}

func isSubset(m, usual affine.Map) bool {
	for _, e := range m.Results {
		if !slices.Contains(usual.Results, e) {
			return false
		}
	}
	return true
}

// verifyBatchMap checks the map m of the left or right input of a batched matrix product.
func verifyBatchMap(op *ir.Op, m, usual affine.Map, left bool) error {
	const batch, row, column, sum = 0, 1, 2, 3
	at := func(i, d int) bool { return m.Results[i].UsesDim(d) }
	ok := false
	switch n := len(m.Results); {
	case !isSubset(m, usual):
		return ir.Errorf(op, "Unexpected result dim expression (outside the set of default result dims).")
	case n > 3:
		return ir.Errorf(op, "no. of result dim expressions exceeds 3.")
	case n == 3 && !at(0, batch):
		return ir.Errorf(op, "Invalid batch dimension expression.")
	case n == 3:
		return nil
	case n == 2 && left:
		ok = (at(0, batch) || at(0, row)) && at(1, sum)
	case n == 2:
		ok = at(0, batch) && at(1, sum) || at(0, sum) && at(1, column)
	case n == 1:
		ok = at(0, sum)
	}
	if !ok {
		return ir.Errorf(op, "Invalid broadcast requested.")
	}
	return nil
}

func verifyBatchOutput(op *ir.Op, m, usual affine.Map) error {
	if n := len(usual.Results); len(m.Results) != n {
		return ir.Errorf(op, "expects %d dims, but got (%d).", n, len(m.Results))
	}
	for i, e := range usual.Results {
		if d, _ := e.Dim(); !m.Results[i].UsesDim(d) {
			return ir.Errorf(op, "Invalid output map result dimension.")
		}
	}
	return nil
}
