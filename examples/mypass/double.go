// Mypass is lathe-opt with an additional dialect, pattern and pass. This Go module contains all of
// the additional code: Lathe is not changed.
package main

import (
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

func main() { driver.Main(all.Bundle(), bundle()) }

// bundle returns what this module adds to lathe-opt.
func bundle() driver.Bundle {
	return driver.Bundle{
		Dialects: []*ir.Dialect{dialect()},
		Patterns: []rewrite.Pattern{rewrite.On(joinScales)},
		Passes:   []passes.Pass{double()},
	}
}

// double returns the pass. It runs on functions, because the parameter f has type fn.Func.
func double() passes.Pass {
	set := rewrite.NewSet(rewrite.On(mulTwo))
	return passes.On("double", "turn x * 2 into x + x", func(r *passes.Run, f fn.Func) error {
		_, err := rewrite.Greedy(r.Registry, f.Op, set, rewrite.Options{Log: r.Log, Ctx: r.Ctx})
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

// (x · 2ᵃ) · 2ᵇ → x · 2ᵃ⁺ᵇ
func joinScales(op Scale, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Scale](op.X())
	if !ok {
		return false
	}
	joined := NewScale(&rw.Builder, inner.X(), inner.By().N+op.By().N)
	joined.Op.Derive(inner.Op) // so that reports name both my.scale operations
	rw.Replace(op.Op, joined.Result())
	return true
}
