package affinity

import (
	"maps"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// checkLists fails if an allow or deny list from a file or the program names an unknown operation.
func checkLists(m ir.Module, devices []irplace.Device) error {
	var errs diag.List
	for _, d := range devices {
		for _, list := range []struct {
			name  string
			names []string
		}{{"allow", d.Spec.Allow}, {"deny", d.Spec.Deny}} {
			for _, name := range list.names {
				at, checked := d.Spec.Places[name]
				if !checked || known(m, name) {
					continue
				}
				e := diag.Errorf(at, "the %s list of device '%s' has '%s', but there is no such operation", list.name, d.Name, name)
				errs = append(errs, e.WithHelp(nearest(m, name)))
			}
		}
	}
	return errs.Limit(ir.MaxErrors).Err()
}

// known reports whether a name, or a pattern that ends in *, matches an operation of a
// dialect or of the program.
func known(m ir.Module, name string) bool {
	prefix, open := strings.CutSuffix(name, "*")
	if !open && m.Op.Registry().Op(name) != nil {
		return true
	}
	if dialect, whole := strings.CutSuffix(prefix, "."); open && (prefix == "" || whole && m.Op.Registry().Dialect(dialect) != nil) {
		return true
	}
	if open && slices.ContainsFunc(m.Op.Registry().Ops(), func(d *ir.OpDef) bool { return strings.HasPrefix(d.Name(), prefix) }) {
		return true
	}
	return m.Op.Contains(func(op *ir.Op) bool { return op.Name() == name || open && strings.HasPrefix(op.Name(), prefix) })
}

// nearest suggests a name that resembles the given name. Names that the program uses are preferred.
// If the given name is a dialect, nearest suggests a pattern for all its operations.
func nearest(m ir.Module, name string) string {
	if d := strings.TrimSuffix(name, "."); m.Op.Registry().Dialect(d) != nil {
		return "did you mean '" + d + ".*'?"
	}
	begin := strings.TrimSuffix(name, "*")
	own, all := map[string]bool{}, map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		own[op.Name()] = true
		return true
	})
	for _, d := range m.Op.Registry().Ops() {
		all[d.Name()] = true
	}
	for _, names := range []map[string]bool{own, all} {
		for _, n := range slices.Sorted(maps.Keys(names)) {
			if strings.HasSuffix(n, "."+name) || strings.HasPrefix(n, begin) && begin != "" {
				return "did you mean '" + n + "'?"
			}
		}
		if near, ok := diag.Suggest(begin, maps.Keys(names)); ok {
			return "did you mean '" + near + "'?"
		}
	}
	dialects := map[string]bool{}
	for d := range m.Op.Registry().Dialects() {
		dialects[d.Name] = true
	}
	dialect, rest, _ := strings.Cut(name, ".")
	if rest == "" {
		rest = "*"
	}
	if near, ok := diag.Suggest(dialect, maps.Keys(dialects)); ok && known(m, near+"."+rest) {
		return "did you mean '" + near + "." + rest + "'?"
	}
	return "give the name of an operation, such as stablehlo.add, or a common prefix of several names and a star, such as stablehlo.*"
}
