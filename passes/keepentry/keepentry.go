// Package keepentry makes one function the only public function of a module.
package keepentry

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Make the entry function the only public function

All other functions become private, so that symbol-dce erases the functions that
the entry does not need.`

// Options say which function is the entry.
type Options struct {
	Entry string `opt:"entry" help:"the function to keep; by default @main or the only public function"`
}

// Pass returns keep-entry.
func Pass() passes.Pass {
	return passes.OnWith("keep-entry", doc, Options{}, run)
}

func run(r *passes.Run, m ir.Module, o Options) error {
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return err
	}
	changed := !f.Op.Attr("sym_visibility").IsNil()
	f.Op.SetAttr("sym_visibility", ir.Attr{})
	for op := range m.Body().Ops() {
		g, ok := ir.As[fn.Func](op)
		if !ok || op == f.Op || op.IsPrivate() {
			continue
		}
		g.SetPrivate()
		changed = true
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}
