package nnvm_test

import (
	"strconv"
	"strings"
	"testing"

	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/buffers"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/correctlayout"
	"github.com/lathe-ir/lathe/passes/foldscale"
	"github.com/lathe-ir/lathe/passes/fusiongroups"
	"github.com/lathe-ir/lathe/passes/infershapes"
	"github.com/lathe-ir/lathe/passes/simplifyinference"
)

func itoa(n int) string { return strconv.Itoa(n) }

func nameOf(v *ir.Value) string { return dialect.NameOf(v) }

// graphs returns the JSON texts of the graphs in NNVM's tests.
func graphs(t testing.TB) []string {
	infer := nodes("[2, 0, 0]", "null x shape=(2,4,2)", "elemwise_add add1 | [0, 0, 0], [0, 0, 0]", "flatten flatten | [1, 0, 0]")
	withAttrs := strings.TrimSuffix(infer, "\n}") + `, 
  "attrs": {
    "version": ["str", "0.1.0"], 
    "ilist": ["list_int", [1, 2, 3]], 
    "shape": ["list_shape", [
        [2, 4, 2], 
        [2, 4, 2], 
        [2, 8]]]
  }
}`
	return []string{
		dense, infer, withAttrs,
		strings.TrimSuffix(infer, "\n}") + ", \n  \"attrs\": {\"version\": [\"str\", \"0.1.0\"]}\n}",
		nodes("[2, 0, 0]", "null x dtype=0", "elemwise_add add1 | [0, 0, 0], [0, 0, 0]", "cast cast1 dtype=float64 | [1, 0, 0]"),
		nodes("[4, 0, 0]", "null x shape=(4,2)", "elemwise_add addk | [0, 0, 0], [0, 0, 0]", "flatten reshapek | [1, 0, 0]",
			"elemwise_add add2 | [2, 0, 0], [1, 0, 0]", "elemwise_add elemwise_add0 | [3, 0, 0], [3, 0, 0]"),
		nodes("[4, 0, 0]", "null x shape=(1,1,10,20)", "__add_scalar__ __add_scalar__0 scalar=1.0 | [0, 0, 0]",
			"null y_weight channels=10 kernel_size=(3,3)", "null y_bias channels=10 kernel_size=(3,3)",
			"conv2d y channels=10 kernel_size=(3,3) | [1, 0, 0], [2, 0, 0], [3, 0, 0]"),
		nodes("[3, 0, 0], [4, 0, 0]", "null x", "null y", "sqrt sqrt0 | [1, 0, 0]", "elemwise_add elemwise_add0 | [0, 0, 0], [2, 0, 0]",
			"log log0 | [0, 0, 0]"),
		nodes("[5, 0, 0]", "null x", "null bn_gamma", "null bn_beta", "null bn_moving_mean", "null bn_moving_var",
			"batch_norm bn axis=1 epsilon=2e-5 | [0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1], [4, 0, 1]"),
		nodes("[2, 0, 0]", "null x", "elemwise_add add gpu=2 | [0, 0, 0], [0, 0, 0]", "exp exp gpu=1 kk=1 | [1, 0, 0]"),
		mutation("", ""),
		nodes("[13, 0, 0], [1, 1, 0]", "null x shape=(10,20)", "split y indices_or_sections=(11,) | [0, 0, 0]", "relu r | [1, 0, 0]",
			"relu r1 | [2, 0, 0]", "relu r2 | [3, 0, 0]", "relu r3 | [4, 0, 0]", "relu r4 | [5, 0, 0]", "relu r5 | [6, 0, 0]",
			"relu r6 | [7, 0, 0]", "relu r7 | [8, 0, 0]", "relu r8 | [9, 0, 0]", "relu r9 | [10, 0, 0]",
			"transpose tr axes=[1,0] | [11, 0, 0]", "__mul_scalar__ last scalar=2 | [12, 0, 0]"),
	}
}

// allPasses returns the passes that tests run as part of a pipeline.
func allPasses() []passes.Pass {
	return []passes.Pass{
		correctlayout.Pass(), infershapes.Pass(), simplifyinference.Pass(), foldscale.Pass(), fusiongroups.Pass(), buffers.PoolsPass(),
	}
}
