// Mypass is a pass of one's own: it turns x * 2 into x + x. This module is all it
// takes; nothing in Lathe knows of it.
package main

import (
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

// The tool is lathe-opt with one flag more: --double.
func main() { driver.Main(all.Bundle(), bundle()) }

// bundle is what this module brings.
func bundle() driver.Bundle {
	return driver.Bundle{Passes: []passes.Pass{double()}}
}

// double returns the pass. It works on functions because run takes an fn.Func.
func double() passes.Pass {
	set := rewrite.NewSet(rewrite.On(mulTwo))
	return passes.On("double", "turn x * 2 into x + x", func(r *passes.Run, f fn.Func) error {
		_, err := rewrite.Greedy(r.Registry, f.Op, set, rewrite.Options{Log: r.Log})
		return err
	})
}

// x * 2 → x + x
func mulTwo(op arith.MulI, rw *rewrite.Rewriter) bool {
	c, ok := rewrite.ConstInt(op.RHS())
	if !ok || c != 2 {
		return false
	}
	rw.Replace(op.Op, arith.NewAddI(&rw.Builder, op.LHS(), op.LHS()).Op.Result())
	return true
}
