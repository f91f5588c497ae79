// Package build makes the operations of upstream dialects that lowering needs,
// with their attributes by name.
package build

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// Math inserts the elementwise operation math.name.
func Math(b *ir.Builder, name string, operands ...*ir.Value) *ir.Value {
	return b.Op("math."+name, ir.Init{Operands: operands, Results: []ir.Type{operands[0].Type()}}).Result()
}

// Index inserts an index constant.
func Index(b *ir.Builder, v int64) *ir.Value { return arith.NewIndex(b, v).Result() }

// LoopIndex inserts linalg.index: the number of the current iteration of loop d.
func LoopIndex(b *ir.Builder, d int) *ir.Value {
	return b.Op("linalg.index", ir.Init{
		Results: []ir.Type{ir.Index()}, Discard: []ir.NamedAttr{{Name: "dim", Attr: ir.NewI64(int64(d))}},
	}).Result()
}

// For inserts scf.for; body gets a builder in the block, the loop variable and
// the carried values, and returns the next ones.
func For(b *ir.Builder, lo, hi, step *ir.Value, carried []*ir.Value,
	body func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value,
) *ir.Op {
	types := make([]ir.Type, len(carried))
	for i, v := range carried {
		types[i] = v.Type()
	}
	op := b.Op("scf.for", ir.Init{
		Operands: append([]*ir.Value{lo, hi, step}, carried...), Results: types, NumRegions: 1,
	})
	block := op.RegionAt(0).AddBlock(append([]ir.Type{ir.Index()}, types...)...)
	inner := ir.NewBuilder(b.Registry())
	inner.Loc = b.Loc
	inner.AtEnd(block)
	inner.Op("scf.yield", ir.Init{Operands: body(inner, block.Arg(0), block.Args()[1:])})
	return op
}

// If inserts scf.if with both branches; each returns what it yields.
func If(b *ir.Builder, cond *ir.Value, types []ir.Type, then, otherwise func(b *ir.Builder) []*ir.Value) *ir.Op {
	op := b.Op("scf.if", ir.Init{Operands: []*ir.Value{cond}, Results: types, NumRegions: 2})
	for i, branch := range []func(*ir.Builder) []*ir.Value{then, otherwise} {
		if branch == nil {
			continue
		}
		inner := ir.NewBuilder(b.Registry())
		inner.Loc = b.Loc
		inner.AtEnd(op.RegionAt(i).AddBlock())
		inner.Op("scf.yield", ir.Init{Operands: branch(inner)})
	}
	return op
}
