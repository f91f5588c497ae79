// Package index numbers the operations and values of a block densely, so that analyses can use
// arrays instead of maps. It also computes reachability between operations.
//
// It recurses only into nested regions, not along operands, so it can index and query a chain of a
// million operations. Only Closure, which is for small graphs, needs quadratic memory.
package index

import (
	"sync"

	"github.com/lathe-ir/lathe/ir"
)

// Index is the numbering of a block. Operations, including the terminator, are numbered in program
// order. Values are numbered in this order: the block's arguments, then the results of operations.
// An operation reads its operands and the values that its regions capture.
type Index struct {
	Ops    []*ir.Op
	Values []*ir.Value
	Args   int  // number of arguments among the values
	Reads  Rows // for each operation: the values that it reads, each once
	Makes  Rows // for each operation: the values that it defines
	Users  Rows // for each value: the operations that read it

	ops func() map[*ir.Op]int32 // computed when it is first needed
}

// Of returns the Index of block b.
func Of(b *ir.Block) *Index {
	n := b.Len()
	x := &Index{Ops: make([]*ir.Op, 0, n), Values: make([]*ir.Value, 0, n)}
	x.ops = sync.OnceValue(x.numbers)
	x.Values = append(x.Values, b.Args()...)
	x.Args = len(x.Values)
	makes, reads := make([]Pair, 0, n), make([]Pair, 0, n)
	for op := range b.Ops() {
		n := int32(len(x.Ops))
		x.Ops = append(x.Ops, op)
		op.SetMark(uint32(n))
		for v := range op.Results() {
			makes = append(makes, Pair{n, int32(len(x.Values))})
			x.Values = append(x.Values, v)
		}
	}
	x.Makes = NewRows(makes, len(x.Ops))
	for n, op := range x.Ops {
		Captures(op, b, func(v *ir.Value) {
			read := int32(v.Index())
			if !v.IsArg() {
				read += x.Makes.Start[v.Def().Mark()] + int32(x.Args)
			}
			reads = append(reads, Pair{int32(n), read})
		})
	}
	for _, op := range x.Ops {
		op.SetMark(0)
	}
	x.Reads = NewRows(reads, len(x.Ops))
	x.Users = x.Reads.Transpose(len(x.Values))
	return x
}

// numbers returns a map from operations to their numbers.
func (x *Index) numbers() map[*ir.Op]int32 {
	ops := make(map[*ir.Op]int32, len(x.Ops))
	for n, op := range x.Ops {
		ops[op] = int32(n)
	}
	return ops
}

// Op returns an operation's number. ok is false if the operation is not directly in the block.
func (x *Index) Op(op *ir.Op) (n int32, ok bool) {
	n, ok = x.ops()[op]
	return n, ok
}

// Value returns a value's number. ok is false if the value is not defined directly in the block.
func (x *Index) Value(v *ir.Value) (n int32, ok bool) {
	if v.IsArg() {
		n, ok = int32(v.Index()), x.Args > v.Index() && x.Values[v.Index()] == v
		return n, ok
	}
	if n, ok = x.ops()[v.Def()]; ok {
		n = x.Makes.Start[n] + int32(x.Args+v.Index())
	}
	return n, ok
}

// Edges returns, for each operation, the operations that read its results.
func (x *Index) Edges() Rows {
	var pairs []Pair
	for n := range x.Ops {
		for _, v := range x.Makes.Row(int32(n)) {
			for _, u := range x.Users.Row(v) {
				pairs = append(pairs, Pair{int32(n), u})
			}
		}
	}
	return NewRows(pairs, len(x.Ops))
}

// Captures calls f for each use of a value of b as an operand, by op or by an operation in the
// regions of op. Regions that are isolated from above are ignored.
func Captures(op *ir.Op, b *ir.Block, f func(*ir.Value)) {
	for v := range op.Operands() {
		if v.Block() == b {
			f(v)
		}
	}
	if op.Has(ir.IsolatedFromAbove) {
		return
	}
	for i := range op.NumRegions() {
		for _, inner := range op.RegionAt(i).Blocks {
			for o := range inner.Ops() {
				Captures(o, b, f)
			}
		}
	}
}
