// Package tiles decides which nests run together as one grid of tiles: a reduction, and elementwise
// nests that use its result while it is in registers. These nests are consecutive linalg.generic
// operations with the same number in the attribute lathe.tile. Such a group is also called a tile.
package tiles

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

// Attr is the attribute of a nest with the number of its tile.
const Attr = "lathe.tile"

const doc = `group a reduction with the elementwise nests that continue it

The nests of a group are adjacent, and have the same number in the attribute 'lathe.tile'. They
become one kernel, and a value that only these nests read is never stored. Results don't change.`

// Name is the name of the pass.
const Name = "form-tiles"

// Pass returns form-tiles.
func Pass() passes.Pass { return passes.On(Name, doc, run) }

// most is the maximum number of operations in the elementwise nests of a tile. This maximum is low
// because kernels repeat these operations for each vector.
const most = 12

// run forms the tiles of f, a function in linalg on tensors.
func run(r *passes.Run, f fn.Func) error {
	var reductions []*ir.Op
	f.Op.Walk(func(op *ir.Op) bool {
		if n, ok := structured.Of(op); ok && !n.Parallel() && len(n.Outs) == 1 {
			reductions = append(reductions, op)
		}
		return !ir.Is[linalg.Generic](op)
	})
	number := int64(0)
	for _, op := range reductions {
		former := &former{run: r, number: number}
		if op.Attr(Attr).IsNil() && former.grow(op) {
			number++
		}
	}
	return nil
}

// Of returns the nests of the tile that begins with op.
func Of(op *ir.Op) []*ir.Op {
	members := []*ir.Op{op}
	if op.Attr(Attr).IsNil() {
		return members
	}
	for next := op.Next(); next != nil; next = next.Next() {
		if ir.Is[linalg.Generic](next) {
			if next.Attr(Attr) != op.Attr(Attr) {
				break
			}
			members = append(members, next)
		}
	}
	return members
}

// Continues reports whether op is in the same tile as the operation before it.
func Continues(op *ir.Op) bool {
	prev := op.Prev()
	return prev != nil && !op.Attr(Attr).IsNil() && prev.Attr(Attr) == op.Attr(Attr)
}

type former struct {
	run    *passes.Run
	number int64
	ops    int // operations in the bodies of the elementwise nests
}

// grow forms the tile of the nest "first" and the nests that continue it, and moves them directly
// before the last of them. It returns false if no nest continues first.
func (f *former) grow(first *ir.Op) bool {
	members := []*ir.Op{first}
	for {
		last := members[len(members)-1]
		next, ok := f.next(last)
		if !ok {
			break
		}
		members = append(members, next)
	}
	if len(members) == 1 {
		return false
	}
	last := members[len(members)-1]
	for _, op := range members {
		op.SetAttr(Attr, ir.NewI64(f.number))
		if op != last {
			op.MoveBefore(last)
		}
	}
	return true
}

// next returns the nest that continues op in its tile.
func (f *former) next(op *ir.Op) (*ir.Op, bool) {
	if op.NumResults() != 1 || !op.Result().HasUses() {
		return nil, false
	}
	var user *ir.Op
	for u := range op.Result().Uses() {
		user = u.Owner()
	}
	c, ok := structured.Of(user)
	if !ok || user.Block() != op.Block() || !user.Attr(Attr).IsNil() {
		return nil, false
	}
	why := f.refuse(c, op.Result())
	if !f.run.Allows(op.Sources()) || !f.run.Allows(user.Sources()) || !f.allowed(op, user, why) {
		return nil, false
	}
	f.ops += work(c.Body())
	return user, true
}

// refuse returns why c should not continue the nest that computes v, or "" if it should.
func (f *former) refuse(c structured.Nest, v *ir.Value) string {
	if !v.HasOneUse() {
		return "other operations also use the result, so it is stored"
	}
	if !c.Parallel() || len(c.Outs) != 1 || !c.OutMap(0).IsIdentity() || c.Body().Arg(len(c.Ins)).HasUses() {
		return "it is not elementwise"
	}
	for i, in := range c.Ins {
		if in == v && !c.Maps[i].IsIdentity() {
			return "it reads the result in another order"
		}
	}
	for op := range c.Body().Ops() {
		if ir.Is[tensor.Extract](op) {
			return "it reads elements at computed indices"
		}
	}
	if n := f.ops + work(c.Body()); n > most {
		return fmt.Sprintf("a tile would repeat %d operations for each vector", n)
	}
	return ""
}

// work returns the sum of the weights of the operations in a body. Constants, indices and the yield
// do not count.
func work(b *ir.Block) int {
	n := 0
	for op := range b.Ops() {
		switch op.View().(type) {
		case arith.Constant, linalg.Index, linalg.Yield:
		default:
			n += weight(op)
		}
	}
	return n
}

// weight returns 1 if lowering keeps op as one operation. If lowering expands op to many
// operations, weight returns most + 1, so that no nest with op continues a tile.
func weight(op *ir.Op) int {
	switch op.View().(type) {
	case math.AbsF, math.Sqrt, math.Floor, math.Ceil, math.Trunc, math.RoundEven, math.CopySign, math.Fma:
		return 1
	}
	if strings.HasPrefix(op.Name(), "math.") {
		return most + 1
	}
	return 1
}

// allowed records that the nest "next" continues op, or why it does not. It reports whether the
// nest may continue op.
func (f *former) allowed(op, next *ir.Op, why string) bool {
	log := f.run.Log
	if !log.Recording() {
		return why == ""
	}
	ops := append(append([]uint32(nil), next.Sources()...), op.Sources()...)
	ok := log.Add(decision.Entry{Kind: decision.Fuse, Rule: Name, Ops: ops, Reason: why, Refused: why != ""})
	return ok && why == ""
}
