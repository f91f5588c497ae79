// Package duplicatefuncs merges functions that are equal except for their names.
package duplicatefuncs

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Deduplicate functions

Of functions that differ only in their names, all but the first are erased. Calls of
the erased functions become calls of the first.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("duplicate-function-elimination", doc, run)
	p.Title = "DuplicateFunctionEliminationPass"
	return p
}

func run(r *passes.Run, m ir.Module) error {
	known := map[uint64][]fn.Func{}
	first := map[string]string{} // from a function's name to the name of the first equal function
	var extra []fn.Func
	m.Op.Walk(func(op *ir.Op) bool {
		f, ok := ir.As[fn.Func](op)
		if !ok {
			return true
		}
		h := hashOf(f)
		for _, g := range known[h] {
			if same(f, g) {
				// Functions that the log refuses to merge are kept.
				if r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "duplicate-function-elimination", Ops: []uint32{f.Op.ID()}}) {
					first[f.SymName()] = g.SymName()
					extra = append(extra, f)
				}
				return true
			}
		}
		known[h] = append(known[h], f)
		return true
	})
	if len(extra) == 0 {
		r.Unchanged()
		return nil
	}
	m.Op.Walk(func(op *ir.Op) bool {
		if c, ok := ir.As[fn.Call](op); ok {
			if by, gone := first[c.CalleeName()]; gone {
				c.SetCallee(by)
			}
		}
		return true
	})
	for _, f := range extra {
		f.Op.Erase()
	}
	return nil
}

// hashOf returns equal hashes for functions that differ only in their names. The hash includes
// attributes, so that functions that differ only in their callees have different hashes.
func hashOf(f fn.Func) uint64 {
	name := f.SymName()
	f.SetSymName("")
	defer f.SetSymName(name)
	return f.Op.Hash()
}

// same reports whether two functions differ in their names only.
func same(f, g fn.Func) bool {
	name := f.SymName()
	f.SetSymName(g.SymName())
	defer f.SetSymName(name)
	return ir.Identical(f.Op, g.Op)
}
