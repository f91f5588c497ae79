package fn

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Entry returns the function of m with the given name. If name is "", Entry returns @main, or else
// the only function that is not private. It ignores declarations. It returns an error if there is
// no function, or if the choice is ambiguous.
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
