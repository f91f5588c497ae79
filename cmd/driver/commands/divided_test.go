package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestEditedDivisions changes the text of a divided program. All commands that plan or run the
// program must report the error of cluster-verify, with help. Without the attributes cluster.ops
// and cluster.hash, the changed program is valid.
func TestEditedDivisions(t *testing.T) {
	text := outlinedProgram(t)
	ops, hash := regexp.MustCompile(`cluster\.ops = \d+ : i64`), regexp.MustCompile(`cluster\.hash = "\w+",? ?`)
	for _, x := range []struct{ name, program, want string }{
		{"another operation", strings.Replace(text, "stablehlo.add", "stablehlo.subtract", 1), "was changed after it was divided"},
		{"another constant", strings.ReplaceAll(text, "dense<2.000000e+00>", "dense<3.000000e+00>"), "was changed after it was divided"},
		{"another number of operations", ops.ReplaceAllString(text, "cluster.ops = 7 : i64"), "had 7 operations before it was divided, not counting constants, but its clusters have"},
		{"no fingerprint", hash.ReplaceAllString(text, ""), "no attribute cluster.hash with the fingerprint that it had before it was divided"},
	} {
		if x.program == text {
			t.Fatalf("%s: the test did not change the program\n%s", x.name, text)
		}
		edited := filepath.Join(t.TempDir(), "edited.mlir")
		if err := os.WriteFile(edited, []byte(x.program), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"run"}, {"plan"}, {"explain"}, {"bisect"}} {
			status, _, errs := lathe(t, "", append(args, "--devices=vm,c", edited)...)
			if status == 0 || !strings.Contains(errs, x.want) || !strings.Contains(errs, "--cluster-inline") || !strings.Contains(errs, "cluster.ops and cluster.hash") {
				t.Errorf("%s: %s: got status %d, %s", x.name, args[0], status, errs)
			}
		}
		for _, backend := range []string{"vm", "ref", "hetero"} {
			if status, _, errs := lathe(t, "", "run", "--backend="+backend, edited); status == 0 || !strings.Contains(errs, x.want) {
				t.Errorf("%s: on %s: got status %d, %s", x.name, backend, status, errs)
			}
		}
	}
	unrecorded := hash.ReplaceAllString(regexp.MustCompile(`,? ?`+ops.String()).ReplaceAllString(strings.Replace(text, "stablehlo.add", "stablehlo.subtract", 1), ""), "")
	if status, _, errs := lathe(t, unrecorded, "plan", "--devices=vm,c", "-"); status != 0 {
		t.Errorf("the program without cluster.ops and cluster.hash must be valid, but got %s", errs)
	}
}

// outlinedProgram returns a divided program whose clusters are functions.
func outlinedProgram(t *testing.T) string {
	t.Helper()
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	args := []string{"--affinity=devices=vm,c", "--partition", "--cluster-outline", "testdata/butterfly.mlir"}
	if status := tool.Opt(context.Background(), args, strings.NewReader(""), &out, os.Stderr); status != 0 {
		t.Fatal(status)
	}
	return out.String()
}
