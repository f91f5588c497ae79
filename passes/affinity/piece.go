package affinity

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// divider builds functions from operations that are not placed yet, so that a device judges only
// the operations that it would compile.
type divider struct {
	f fn.Func
	b *ir.Builder
}

// ask queries a device about some operations of f, and calls the function "answer" with each
// answer. Operations connected by values become one function, with the constants that they read.
func (c *divider) ask(ctx context.Context, d irplace.Device, rest []*ir.Op, answer func(irplace.Answer)) error {
	for _, piece := range c.pieces(rest) {
		f, original := c.function(piece)
		answers, err := d.Querier.Query(ctx, f)
		if err != nil {
			return fmt.Errorf("device '%s' could not be queried about @%s: %w", d.Name, c.f.SymName(), err)
		}
		for _, a := range answers {
			if op := original[a.Op]; op != nil {
				a.Op = op
				answer(a)
			}
		}
	}
	return nil
}

// pieces divides operations into components that are connected by values. The operations are in
// program order.
func (c *divider) pieces(rest []*ir.Op) [][]*ir.Op {
	root := make([]int, len(rest))
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	at := make(map[*ir.Op]int, len(rest))
	for i, op := range rest {
		at[op], root[i] = i, i
		irplace.Reads(op, c.f.Entry(), func(v *ir.Value) {
			if k, ok := at[v.Def()]; ok {
				a, b := find(i), find(k)
				root[max(a, b)] = min(a, b)
			}
		})
	}
	var pieces [][]*ir.Op
	number := map[int]int{}
	for i, op := range rest {
		r := find(i)
		if _, ok := number[r]; !ok {
			number[r] = len(pieces)
			pieces = append(pieces, nil)
		}
		pieces[number[r]] = append(pieces[number[r]], op)
	}
	return pieces
}

// function returns a function in a new module with clones of the operations of a piece. original
// maps each clone to its original.
func (c *divider) function(piece []*ir.Op) (f fn.Func, original map[*ir.Op]*ir.Op) {
	inside := map[*ir.Op]bool{}
	for _, op := range piece {
		inside[op] = true
	}
	ops, ins, outs := c.border(piece, inside)
	m := ir.NewModule(c.f.Op.Registry())
	c.b.AtEnd(m.Body())
	f = fn.New(c.b, c.f.SymName(), typesOf(ins), typesOf(outs))
	if slices.ContainsFunc(piece, irplace.RefersToSymbols) {
		irplace.CloneOthers(c.b, c.f, m)
	}
	to := &ir.Mapping{}
	for i, v := range ins {
		to.Map(v, f.Entry().Arg(i))
	}
	original = map[*ir.Op]*ir.Op{}
	c.b.AtEnd(f.Entry())
	for _, op := range ops {
		original[c.b.Clone(op, to)] = op
	}
	results := make([]*ir.Value, len(outs))
	for i, v := range outs {
		results[i] = to.Value(v)
	}
	fn.NewReturn(c.b, results...)
	return f, original
}

// border returns the piece's operations in program order, with each constant before its first
// reader, and the piece's inputs and outputs.
func (c *divider) border(piece []*ir.Op, inside map[*ir.Op]bool) (ops []*ir.Op, ins, outs []*ir.Value) {
	seen := map[*ir.Value]bool{}
	for _, op := range piece {
		irplace.Reads(op, c.f.Entry(), func(v *ir.Value) {
			def := v.Def()
			if seen[v] || def != nil && inside[def] {
				return
			}
			seen[v] = true
			if def != nil && irplace.IsConstant(def) {
				ops = append(ops, def)
				return
			}
			ins = append(ins, v)
		})
		ops = append(ops, op)
		for v := range op.Results() {
			if leaves(v, inside, c.f.Entry()) {
				outs = append(outs, v)
			}
		}
	}
	return ops, ins, outs
}

// leaves reports whether a value is used outside the piece.
func leaves(v *ir.Value, inside map[*ir.Op]bool, blk *ir.Block) bool {
	for u := range v.Uses() {
		op := u.Owner()
		for op != nil && op.Block() != blk {
			op = op.Parent()
		}
		if !inside[op] {
			return true
		}
	}
	return false
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}
