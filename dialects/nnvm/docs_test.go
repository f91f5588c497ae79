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

// TestOperatorsOfTheDocs checks that docs/nnvm.md lists exactly the operators of the dialect.
func TestOperatorsOfTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/nnvm.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "## Operators\n")
	_, list, _ = strings.Cut(list, "```\n")
	list, _, _ = strings.Cut(list, "```")
	reg, err := ir.NewRegistry(builtin.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, def := range reg.Ops() {
		if name, ok := strings.CutPrefix(def.Name(), "nnvm."); ok && name != "after" && name != "read" {
			have = append(have, name)
		}
	}
	listed := strings.Fields(list)
	slices.Sort(listed)
	slices.Sort(have)
	if !slices.Equal(listed, have) {
		t.Errorf("the page lists\n%s\nbut there are\n%s", strings.Join(listed, " "), strings.Join(have, " "))
	}
}
