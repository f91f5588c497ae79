// Package build has constructors for operations that lowering often creates, such as slices with
// constant offsets, reshapes, and loops whose bodies are Go functions. All shapes are static.
package build

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
)

// Index inserts an index constant.
func Index(b *ir.Builder, v int64) *ir.Value { return arith.NewIndex(b, v).Op.Result() }

// Constant inserts an arith.constant with value a.
func Constant(b *ir.Builder, a ir.Attr) *ir.Value { return arith.NewConstant(b, a).Op.Result() }

// LoopIndex inserts linalg.index: the index of the current iteration of loop d.
func LoopIndex(b *ir.Builder, d int) *ir.Value { return linalg.NewIndex(b, d).Op.Result() }

// For inserts scf.for. The function "body" inserts the operations of the loop's body. It receives a
// builder for them, the loop variable and the carried values, and returns the carried values of the
// next iteration.
func For(b *ir.Builder, lo, hi, step *ir.Value, carried []*ir.Value,
	body func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value,
) *ir.Op {
	o := scf.NewFor(b, lo, hi, step, carried...)
	inner := inside(b, o.Body())
	scf.NewYield(inner, body(inner, o.InductionVar(), o.IterArgs())...)
	return o.Op
}

// If inserts scf.if. The functions "then" and "otherwise" insert the operations of the branches,
// and return the values that the branches yield. If "otherwise" is nil, there is no else branch.
func If(b *ir.Builder, cond *ir.Value, types []ir.Type, then, otherwise func(b *ir.Builder) []*ir.Value) *ir.Op {
	o := scf.NewIf(b, cond, types, otherwise != nil)
	inner := inside(b, o.Then())
	scf.NewYield(inner, then(inner)...)
	if otherwise != nil {
		inner = inside(b, o.Else())
		scf.NewYield(inner, otherwise(inner)...)
	}
	return o.Op
}

// inside returns a builder at the end of block, with the fields Loc and Created of b.
func inside(b *ir.Builder, block *ir.Block) *ir.Builder {
	inner := ir.NewBuilder(b.Registry())
	inner.Loc, inner.Created = b.Loc, b.Created
	inner.AtEnd(block)
	return inner
}
