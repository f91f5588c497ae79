// Package controlflowsink moves operations into the only region that uses their results.
package controlflowsink

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Sink operations into conditional blocks

If only one region uses an operation without effects, and this region runs at most
once, the operation moves to the start of the region.`

// Pass returns control-flow-sink.
func Pass() passes.Pass {
	p := passes.On("control-flow-sink", doc, run)
	p.Title = "ControlFlowSinkPass"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	s := &sinker{r: r, dom: ir.NewDominance(), outside: map[*ir.Op]*ir.Op{}}
	op.WalkPost(func(o *ir.Op) {
		if _, ok := ir.Cast[ir.OnceRegions](o); !ok {
			return
		}
		for _, region := range o.Regions() {
			if !region.Empty() {
				s.sink(region)
			}
		}
	})
	r.Count("num-sunk", s.moved)
	if s.moved == 0 {
		r.Unchanged()
	}
	return nil
}

type sinker struct {
	r     *passes.Run
	dom   *ir.Dominance
	moved int
	// outside has one user of each operation that could not move. If this user is outside of a
	// region, the operation cannot move there, and its other users need not be examined.
	outside map[*ir.Op]*ir.Op
}

// sink moves operations into a region if all users of their results are in the region. Then it does
// the same for the operands of the moved operations.
func (s *sinker) sink(region *ir.Region) {
	var work []*ir.Op
	for _, b := range region.Blocks {
		for op := range b.Ops() {
			work = append(work, op)
		}
	}
	for len(work) > 0 {
		user := work[len(work)-1]
		work = work[:len(work)-1]
		for v := range user.Operands() {
			op := v.Def()
			if op == nil || op.ParentRegion() == region || !s.usedOnlyIn(op, region) || !op.EffectFree() || op.Terminator() {
				continue
			}
			if !s.r.Log.Add(decision.Entry{Kind: decision.Move, Rule: "control-flow-sink", Ops: []uint32{op.ID(), region.Owner().ID()}}) {
				return
			}
			op.MoveBefore(region.Entry().First())
			s.moved++
			work = append(work, op)
		}
	}
}

// usedOnlyIn reports whether every user of op is in region, in a block that the start of region
// dominates.
func (s *sinker) usedOnlyIn(op *ir.Op, region *ir.Region) bool {
	if user := s.outside[op]; user != nil && !s.in(user, region) {
		return false
	}
	for v := range op.Results() {
		for u := range v.Uses() {
			if !s.in(u.Owner(), region) {
				s.outside[op] = u.Owner()
				return false
			}
		}
	}
	return true
}

// in reports whether op is in region, in a block that the start of region dominates.
func (s *sinker) in(op *ir.Op, region *ir.Region) bool {
	for op != nil && op.ParentRegion() != region {
		op = op.Parent()
	}
	return op != nil && s.dom.BlockDominates(region.Entry(), op.Block())
}
