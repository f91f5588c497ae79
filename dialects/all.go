// Package dialects lists the dialects of Lathe.
package dialects

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/affine"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/bufferization"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/index"
	"github.com/lathe-ir/lathe/dialects/interpreter"
	"github.com/lathe-ir/lathe/dialects/lapack"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/mlprogram"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/dialects/test"
	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// All returns all dialects of Lathe, in the order in which tools list them.
func All() []*ir.Dialect {
	return []*ir.Dialect{
		builtin.Dialect(), fn.Dialect(), affine.Dialect(), arith.Dialect(), bufferization.Dialect(), check.Dialect(),
		chlo.Dialect(), interpreter.Dialect(), math.Dialect(), cf.Dialect(), cluster.Dialect(), complex.Dialect(),
		index.Dialect(), lapack.Dialect(), linalg.Dialect(), memref.Dialect(), mlprogram.Dialect(), nn.Dialect(), nnvm.Dialect(),
		onednngraph.Dialect(), quant.Dialect(), scf.Dialect(), sdy.Dialect(), shape.Dialect(), stablehlo.Dialect(), tensor.Dialect(), test.Dialect(),
		ub.Dialect(), vector.Dialect(),
	}
}

// Canonical returns the canonicalization patterns of all dialects of Lathe.
func Canonical() []rewrite.Pattern {
	return slices.Concat(
		affine.Canonical(), arith.Canonical(), bufferization.Canonical(), cf.Canonical(), fn.Canonical(), linalg.Canonical(), memref.Canonical(),
		nn.Canonical(), scf.Canonical(), shape.Canonical(), stablehlo.Canonical(), tensor.Canonical(),
	)
}
