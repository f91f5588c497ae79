package placement

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// DropCopies lets what reads a copy between devices, in an entry function that is not
// divided yet, read the value itself. The copies say nothing more there: devices stand on
// the operations, and a division makes every crossing anew.
func DropCopies(m ir.Module) {
	for _, f := range Entries(m) {
		if Divided(f) {
			continue
		}
		for op := range f.Entry().Ops() {
			if c, ok := ir.As[cluster.Copy](op); ok {
				op.Result().ReplaceAllUses(c.Input())
				op.Erase()
			}
		}
	}
}

// Divided reports whether f has clusters already.
func Divided(f fn.Func) bool {
	for op := range f.Entry().Ops() {
		if ir.Is[cluster.Region](op) || ir.Is[cluster.Launch](op) {
			return true
		}
	}
	return false
}
