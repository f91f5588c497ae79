package scf

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

func trueConstant(rw *rewrite.Rewriter) *ir.Value {
	return arith.NewConstant(&rw.Builder, ir.BoolAttr(true)).Op.Result()
}

func indexConstants(rw *rewrite.Rewriter, ns []int64) []*ir.Value {
	vs := make([]*ir.Value, len(ns))
	for i, n := range ns {
		vs[i] = arith.NewConstant(&rw.Builder, ir.NewInt(n, ir.Index())).Op.Result()
	}
	return vs
}
