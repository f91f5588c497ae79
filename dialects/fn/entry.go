package fn

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Entry returns the function of m that has the given name and a body. If name is "", Entry returns
// @main. If there is no @main, Entry returns the only function that has a body and is not private.
// It returns an error if there is no such function.
func Entry(m ir.Module, name string) (Func, error) {
	if m.Op == nil {
		return Func{}, diag.Errorf(diag.Span{}, "there is no module: m.Op is nil")
	}
	var all []Func
	var names []string
	for op := range m.Body().Ops() {
		f, ok := ir.As[Func](op)
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
		return Func{}, e
	case len(all) == 1:
		return all[0], nil
	case len(all) == 0:
		return Func{}, ir.ErrorAt(m.Op, "module has no function to run").WithHelp("define func.func @main")
	}
	return Func{}, ir.ErrorAt(m.Op, "module has %d public functions and none is @main", len(all)).
		WithHelp("rename one of them to @main, or make all but one private")
}
