package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlanOfTheDocs: the plan that docs/placement.md explains is what plan prints.
func TestPlanOfTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/placement.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)### Reading a plan.*?```yaml\n(.*?)```.*?```mlir\n(.*?)```.*?```\n(.*?)```").FindSubmatch(page)
	if blocks == nil {
		t.Fatal("the page has no plan")
	}
	dir := t.TempDir()
	devices, program := filepath.Join(dir, "devices.yaml"), filepath.Join(dir, "model.mlir")
	for name, text := range map[string][]byte{devices: blocks[1], program: blocks[2]} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, out, errs := lathe(t, "", "plan", "--devices="+devices, program)
	if diff := cmp.Diff(string(blocks[3]), out); diff != "" || errs != "" {
		t.Errorf("-docs +plan\n%s%s", diff, errs)
	}
}
