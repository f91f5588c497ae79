package backends

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Entry returns the function of m to run: the one called name or, where name is "",
// @main or the only one that is not private.
func Entry(m ir.Module, name string) (fn.Func, error) {
	if m.Op == nil {
		return fn.Func{}, noModule()
	}
	var all []fn.Func
	var names []string
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() {
			continue
		}
		if n := f.SymName(); n == name || name == "" && n == "main" {
			return f, nil
		}
		names = append(names, f.SymName())
		if name == "" && !f.Op.IsPrivate() {
			all = append(all, f)
		}
	}
	switch {
	case name != "":
		e := ir.ErrorAt(m.Op, "module has no function @%s", name)
		if near, ok := diag.Suggest(name, slices.Values(names)); ok {
			e.WithHelp("did you mean @" + near + "?")
		}
		return fn.Func{}, e
	case len(all) == 1:
		return all[0], nil
	case len(all) == 0:
		return fn.Func{}, ir.ErrorAt(m.Op, "module has no function to run").WithHelp("define func.func @main")
	}
	return fn.Func{}, ir.ErrorAt(m.Op, "module has %d functions and none is @main", len(all)).
		WithHelp("call one of them @main, or make the others private")
}
