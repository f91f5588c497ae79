package nnvm_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// TestOperatorsOfTheDocs checks that the table in docs/nnvm.md lists all operators except
// nnvm.after and nnvm.read, in columns for operators with and without gradients.
func TestOperatorsOfTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/nnvm.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Operators\n")
	table, _, _ = strings.Cut(table, "\n## ")
	listed := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 {
			continue
		}
		for i, column := range []string{"with gradients", "without gradients"} {
			for name := range strings.FieldsSeq(cells[2+i]) {
				if quoted := strings.Trim(name, "`"); quoted != name {
					listed[column] = append(listed[column], quoted)
				}
			}
		}
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	have := map[string][]string{}
	for _, def := range reg.Ops() {
		name, ours := strings.CutPrefix(def.Name(), "nnvm.")
		if !ours || name == "after" || name == "read" {
			continue
		}
		column := "without gradients"
		if _, ok := ir.Cast[nnvm.Differentiable](ir.NewBuilder(reg).New(def, &ir.Init{})); ok {
			column = "with gradients"
		}
		have[column] = append(have[column], name)
	}
	for column, names := range have {
		slices.Sort(names)
		slices.Sort(listed[column])
		if !slices.Equal(listed[column], names) {
			t.Errorf("operators %s: the page lists\n%s\nbut the dialect has\n%s", column, strings.Join(listed[column], " "), strings.Join(names, " "))
		}
	}
}
