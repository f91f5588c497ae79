package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
)

// Keeper makes values of what operations read of variables, for use behind later changes.
type Keeper struct {
	*versions.Versions
	b    *ir.Builder
	kept map[version]*ir.Value
}

// version is what a variable holds between two changes.
type version struct {
	v *ir.Value
	n int
}

// NewKeeper finds the changes in b, across which no operation is moved from then on.
func NewKeeper(b *ir.Block) *Keeper {
	read := versions.Of(b)
	read.Note()
	return &Keeper{read, ir.NewBuilder(b.Parent().Registry()), map[version]*ir.Value{}}
}

// Keep returns v as op reads it, as a value that is the same anywhere behind op: v itself
// if it does not change there, else a [Read] of it. Callers go through the operations in
// program order, since what was read in front of one serves those behind.
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
