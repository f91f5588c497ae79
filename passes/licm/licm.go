// Package licm moves loop-invariant operations before the loop.
package licm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Hoist loop invariant instructions outside of the loop

An operation moves before the loop if it has no effects, can be executed speculatively,
and uses no value that the loop defines. Inner loops are processed first.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("loop-invariant-code-motion", doc, run)
	p.Title = "LoopInvariantCodeMotionPass"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	moved := 0
	op.WalkPost(func(o *ir.Op) {
		if loop, ok := ir.Cast[ir.LoopLike](o); ok {
			for _, region := range loop.LoopRegions() {
				moved += hoist(r, o, region)
			}
		}
	})
	if moved == 0 {
		r.Unchanged()
	}
	return nil
}

// hoist moves invariant operations of region before loop, and then operations that these moves make
// invariant. It returns the number of moved operations.
func hoist(r *passes.Run, loop *ir.Op, region *ir.Region) (moved int) {
	var work []*ir.Op
	for _, b := range region.Blocks {
		for op := range b.Ops() {
			work = append(work, op)
		}
	}
	for len(work) > 0 {
		op := work[0]
		work = work[1:]
		if op.ParentRegion() != region || op.Terminator() || !op.CanSpeculate() || !op.EffectFree() || !invariant(op, loop) {
			continue
		}
		if !r.Log.Add(decision.Entry{Kind: decision.Move, Rule: "loop-invariant-code-motion", Ops: []uint32{op.ID(), loop.ID()}}) {
			return moved
		}
		op.MoveBefore(loop)
		moved++
		for v := range op.Results() {
			for u := range v.Uses() {
				if u.Owner().ParentRegion() == region {
					work = append(work, u.Owner())
				}
			}
		}
	}
	return moved
}

// invariant reports whether op and its nested operations use no value that is defined inside loop
// but outside op.
func invariant(op, loop *ir.Op) bool {
	ok := true
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			ok = ok && (!definedIn(v, loop) || definedIn(v, op))
		}
		return ok
	})
	return ok
}

func definedIn(v *ir.Value, op *ir.Op) bool {
	b := v.Block()
	for b != nil {
		p := b.Parent()
		if p == op {
			return true
		}
		if p == nil {
			return false
		}
		b = p.Block()
	}
	return false
}
