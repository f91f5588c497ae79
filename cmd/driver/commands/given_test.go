package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// The plan of a program that is divided already, as regions or as launches, is the
// plan that divided it, but for names and ids; and a mutated one is refused.
func TestPlanOfDivided(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	_, plan, _ := lathe(t, "", "plan", "--devices=vm,c", "testdata/butterfly.mlir")
	first, _, _ := strings.Cut(plan, "copies between")
	for _, passes := range [][]string{{"--partition"}, {"--partition", "--cluster-outline=copies=true"}} {
		file := filepath.Join(t.TempDir(), "divided.mlir")
		args := append(append([]string{"--affinity=devices=vm,c"}, passes...), "testdata/butterfly.mlir", "-o", file)
		if status := tool.Opt(context.Background(), args, strings.NewReader(""), os.Stderr, os.Stderr); status != 0 {
			t.Fatal(status)
		}
		_, again, errs := lathe(t, "", "plan", file)
		same, _, _ := strings.Cut(again, "copies between")
		if diff := cmp.Diff(strings.Replace(first, "strategy: contract", "strategy: given", 1), same); diff != "" || errs != "" {
			t.Errorf("%v: -first +again\n%s%s", passes, diff, errs)
		}
		if _, out, errs := lathe(t, "", "explain", file); strings.Count(out, "as the clusters of the program say") != 2 {
			t.Errorf("%s%s", out, errs)
		}
		if _, _, errs := lathe(t, "", "plan", "--strategy=grow", file); !strings.Contains(errs, "the program is divided already") {
			t.Error(errs)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mutated := strings.Replace(string(text), `{cluster.device = "c"}`, `{cluster.device = "vm"}`, 1)
		if _, _, errs := lathe(t, mutated, "plan", "-"); !strings.Contains(errs, "for 'vm'") && !strings.Contains(errs, "for device 'vm'") {
			t.Errorf("mutated: %s", errs)
		}
	}
}
