package scf

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// trueConstant makes the constant true in front of the pattern's root.
func trueConstant(rw *rewrite.Rewriter) *ir.Value {
	return arith.NewConstant(&rw.Builder, ir.BoolAttr(true)).Result()
}
