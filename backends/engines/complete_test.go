package engines_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
)

// absent returns the operations without a case in TestOps, each with the reason.
func absent() map[string]string {
	const (
		collective = "exchanges values between processes, see above"
		ids        = "is 0 in a program of one process; `interpreter.run_parallel` runs several processes"
		host       = "runs only on `ref`, in programs that `interpreter.run_parallel` runs"
		async      = "runs only on `ref`: the other engines do not support futures"
		tokens     = "does nothing. Tokens are not needed, since operations with effects run in the order of the program"
	)
	reasons := map[string]string{
		"chlo._asin_acos_kernel":      "only StableHLO's own tools create it, when they expand `asin` or `acos`",
		"stablehlo.composite":         "runs as a call of its decomposition",
		"stablehlo.cross-replica-sum": "deprecated: no engine has it, and no framework exports it",
		"stablehlo.custom_call":       "the host runs the function that the call names",
		"stablehlo.infeed":            host,
		"stablehlo.outfeed":           "does nothing, since no operation reads the values",
		"stablehlo.recv":              host,
		"stablehlo.send":              host,
		"stablehlo.async_done":        async,
		"stablehlo.async_start":       async,
		"stablehlo.partition_id":      ids,
		"stablehlo.replica_id":        ids,
		"stablehlo.return":            "ends a region",
	}
	for _, op := range strings.Fields("after_all create_token") {
		reasons["stablehlo."+op] = tokens
	}
	for _, op := range strings.Fields("all_gather all_reduce all_to_all collective_broadcast collective_permute collective_reduce reduce_scatter") {
		reasons["stablehlo."+op] = collective
	}
	return reasons
}

// operation returns the full name of the operation that c tests; "" if there is none.
func (c opCase) operation(reg *ir.Registry) string {
	name, _, _ := strings.Cut(c.name, " ")
	for _, full := range []string{name, "stablehlo." + name, "chlo." + name} {
		if d := reg.Op(full); d != nil && d.Dialect() != nil {
			return full
		}
	}
	return ""
}

// groups returns the names that docs/operations.md uses for lists of element types.
func groups() []struct {
	name  string
	types []string
} {
	return []struct {
		name  string
		types []string
	}{
		{"i1", truths}, {"integers", ints}, {"signed integers", ints[:6]}, {"floats", floats}, {"bf16, f16, f32, f64", floats[11:]}, {"f32, f64", floats[13:]}, {"complex", complexes},
	}
}

// summary returns the text for a list of element types: the names of groups whose types are all in
// the list, and the remaining types.
func summary(have []string) string {
	var parts []string
	for _, g := range groups() {
		if !slices.ContainsFunc(g.types, func(t string) bool { return !slices.Contains(have, t) }) {
			parts = append(parts, g.name)
			have = slices.DeleteFunc(slices.Clone(have), func(t string) bool { return slices.Contains(g.types, t) })
		}
	}
	return strings.Join(append(parts, have...), ", ")
}

// TestCompleteness compares the table of docs/operations.md with the cases of TestOps. Each
// operation of StableHLO and CHLO must have either a case or a reason in the function absent.
func TestCompleteness(t *testing.T) {
	reg, reasons := registry(t), absent()
	have := map[string][]string{}
	for _, c := range opCases() {
		op := c.operation(reg)
		if op == "" {
			t.Errorf("case %q begins with no operation", c.name)
		}
		for _, elem := range c.types {
			if !slices.Contains(have[op], elem) {
				have[op] = append(have[op], elem)
			}
		}
	}
	all := types(truths, ints, floats, complexes)
	var table, without strings.Builder
	for _, dialect := range []string{"stablehlo", "chlo"} {
		for _, op := range slices.Sorted(reg.OpNames(dialect)) {
			elems, reason := have[op], reasons[op]
			slices.SortFunc(elems, func(a, b string) int { return cmp.Compare(slices.Index(all, a), slices.Index(all, b)) })
			switch {
			case elems == nil && reason == "":
				t.Errorf("%s has neither a case in TestOps nor a reason", op)
			case elems != nil && reason != "":
				t.Errorf("%s has cases in TestOps, but the function absent has a reason why it has none", op)
			case reason != "":
				without.WriteString("| `" + op + "` | " + reason + " |\n")
			default:
				table.WriteString("| `" + op + "` | " + summary(elems) + " |\n")
			}
		}
	}
	want := "| operation | element types |\n|---|---|\n" + table.String() + "\n| operation | why it is not in the table |\n|---|---|\n" + without.String()
	page := filepath.Join("..", "..", "docs", "operations.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, found, _ := strings.Cut(string(text), "| operation |")
	if "| operation |"+found == want {
		return
	}
	if !*update {
		t.Errorf("docs/operations.md differs from the cases of TestOps; update it with go test ./backends/engines -run TestCompleteness -update")
		return
	}
	if err := os.WriteFile(page, []byte(head+want), 0o666); err != nil {
		t.Fatal(err)
	}
}
