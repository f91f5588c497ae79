package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
)

// Keeper saves the values of variables that operations read, for use after later changes.
type Keeper struct {
	*versions.Versions
	b    *ir.Builder
	kept map[version]*ir.Value
}

// version is the value of a variable between two changes.
type version struct {
	v *ir.Value
	n int
}

// NewKeeper records the changes of variables in b. Callers must not move operations across them
// afterwards.
func NewKeeper(b *ir.Block) *Keeper {
	read := versions.Of(b)
	read.Note()
	return &Keeper{read, ir.NewBuilder(b.Parent().Registry()), map[version]*ir.Value{}}
}

// Keep returns the value of v that op reads, as a value valid anywhere after op: v itself if it
// does not change later, else a [Read] of it. Callers visit operations in program order, because
// a saved value also serves later operations.
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
