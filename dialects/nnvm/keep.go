package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
)

// Keeper saves values of variables, so that they remain available after operations change the
// variables. Variables are arguments of the graph.
type Keeper struct {
	*versions.Versions
	b    *ir.Builder
	kept map[version]*ir.Value
}

// version identifies the value of variable v after n changes.
type version struct {
	v *ir.Value
	n int
}

// NewKeeper finds the operations in b that change variables. Afterwards, callers must not move
// operations across an operation that changes a variable.
func NewKeeper(b *ir.Block) *Keeper {
	read := versions.Of(b)
	read.Note()
	return &Keeper{read, ir.NewBuilder(b.Parent().Registry()), map[version]*ir.Value{}}
}

// Keep returns a value that is valid anywhere after op and equals variable v at op. If v does not
// change later, Keep returns v itself. Otherwise, it returns the result of a [Read] before op.
// Later calls can return the same Read, so callers must visit operations in program order.
func (k *Keeper) Keep(op *ir.Op, v *ir.Value) *ir.Value {
	if k.Last(op, v) {
		return v
	}
	key := version{v, k.At(op, v)}
	if r := k.kept[key]; r != nil {
		return r
	}
	k.b.Before(op)
	r := NewRead(k.b, v)
	k.NoteBefore(r.Def(), op)
	k.kept[key] = r
	return r
}
