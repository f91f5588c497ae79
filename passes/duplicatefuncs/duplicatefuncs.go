// Package duplicatefuncs merges functions that are equal except for their names.
package duplicatefuncs

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Deduplicate functions

Among the functions of a symbol table that have bodies and differ only in their names, all but the
first are erased. References to the erased functions become references to the first.`

// Pass returns duplicate-function-elimination.
func Pass() passes.Pass {
	p := passes.On("duplicate-function-elimination", doc, run)
	p.Title = "DuplicateFunctionEliminationPass"
	return p
}

// name is the name of a function in a symbol table.
type name struct {
	table *ir.Op
	text  string
}

func run(r *passes.Run, m ir.Module) error {
	type key struct {
		table *ir.Op
		hash  uint64
	}
	known := map[key][]fn.Func{}
	first := map[name]string{} // for each duplicate, the name of the first equal function
	var extra []fn.Func
	m.Op.Walk(func(op *ir.Op) bool {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() { // equal declarations can have different definitions elsewhere
			return true
		}
		k := key{ir.NearestTable(op.Parent()), hashOf(f)}
		for _, g := range known[k] {
			if same(f, g) {
				// If the log has reached its limit, f is kept.
				if r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "duplicate-function-elimination", Ops: []uint32{f.Op.ID()}}) {
					first[name{k.table, f.SymName()}] = g.SymName()
					extra = append(extra, f)
					return false // the functions inside f are erased with f
				}
				return true
			}
		}
		known[k] = append(known[k], f)
		return true
	})
	if len(extra) == 0 {
		r.Unchanged()
		return nil
	}
	tables := map[*ir.Op]*ir.Symbols{}
	ir.ReplaceSymbolRefs(m.Op, func(table *ir.Op, ref *ir.SymbolRefAttr) ir.Attr {
		path := append([]string{ref.Root}, ref.Nested...)
		for i, text := range path {
			if table == nil || table.Def().Traits()&ir.SymbolTable == 0 {
				break
			}
			if by, gone := first[name{table, text}]; gone {
				path[i] = by
				break
			}
			if tables[table] == nil {
				tables[table] = ir.NewSymbols(table)
			}
			table = tables[table].Lookup(text)
		}
		return ir.NewSymbolRef(path[0], path[1:]...)
	})
	for _, f := range extra {
		f.Op.Erase()
	}
	return nil
}

// hashOf returns equal hashes for functions that differ only in their names. Functions with
// different callees have different hashes.
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
