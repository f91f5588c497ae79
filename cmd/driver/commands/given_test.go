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

// TestPlanOfDivided divides a program into regions or launches. Up to the table of copies, the new
// plan must equal the plan of the original program, but with the strategy "given". A mutated
// program must be rejected.
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
		if _, out, errs := lathe(t, "", "explain", file); strings.Count(out, "according to the clusters of the program") != 2 {
			t.Errorf("%s%s", out, errs)
		}
		replays(t, file)
		if _, _, errs := lathe(t, "", "plan", "--strategy=grow", file); !strings.Contains(errs, "the program is divided already") {
			t.Error(errs)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mutated := strings.Replace(string(text), `{cluster.device = "c"}`, `{cluster.device = "vm"}`, 1)
		if _, _, errs := lathe(t, mutated, "plan", "-"); !strings.Contains(errs, "for 'vm'") && !strings.Contains(errs, "for device 'vm'") {
			t.Errorf("expected an error about device 'vm' for the changed program, but got: %s", errs)
		}
	}
}

// replays checks that the partition of a divided program applies to the program without clusters.
// The command "bisect" must pass this partition and this program to the command of --fail-cmd.
func replays(t *testing.T, divided string) {
	t.Helper()
	dir := t.TempDir()
	undivided, partition := filepath.Join(dir, "undivided.mlir"), filepath.Join(dir, "partition")
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	if status := tool.Opt(context.Background(), []string{"--cluster-inline", divided, "-o", undivided}, strings.NewReader(""), os.Stderr, os.Stderr); status != 0 {
		t.Fatal(status)
	}
	status, _, errs := lathe(t, "", "plan", "--partition-to="+partition, divided)
	again, out, more := lathe(t, "", "plan", "--partition-from="+partition, undivided)
	if status != 0 || again != 0 || !strings.Contains(out, "@cluster_2_c") || errs+more != "" {
		t.Errorf("the partition does not apply to the program without clusters: got %s%s%s", out, errs, more)
	}
	found := "--fail-cmd=case {program}{partition} in *.mlir*.partition) ;; *) exit 0;; esac; grep -q stablehlo.add {program} && ! grep -q cluster.region {program} && ! grep -q '\"c\"' {partition}"
	if _, out, errs := lathe(t, "", "bisect", "--by=cluster", found, divided); !strings.Contains(out, "culprit: cluster @cluster_0_c") {
		t.Errorf("bisect: got %s%s, expected @cluster_0_c as the culprit", out, errs)
	}
}

// TestExplainDivided checks that the command "explain" finds values of clusters by their names in
// the file. It must print these names with the name of the cluster, as in @cluster_0_vm:%1.
func TestExplainDivided(t *testing.T) {
	const text = `func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:2 = cluster.region "vm" (%x = %a : tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    %2 = stablehlo.negate %1 : tensor<2xf32>
    cluster.yield %1, %2 : tensor<2xf32>, tensor<2xf32>
  }
  %3 = cluster.region "c" (%x = %0#0 : tensor<2xf32>, %y = %0#1 : tensor<2xf32>) -> tensor<2xf32> {
    %1 = stablehlo.multiply %x, %y : tensor<2xf32>
    cluster.yield %1 : tensor<2xf32>
  }
  %4:2 = cluster.region "vm" (%x = %3 : tensor<2xf32>, %y = %a : tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    cluster.yield %x, %y : tensor<2xf32>, tensor<2xf32>
  }
  %5 = cluster.region "vm" () -> tensor<2xf32> {
    %k = stablehlo.constant {cluster.origin = 7 : i64} dense<1.0> : tensor<2xf32>
    cluster.yield %k : tensor<2xf32>
  }
  %6 = cluster.region "c" () -> tensor<2xf32> {
    %k = stablehlo.constant {cluster.origin = 7 : i64} dense<1.0> : tensor<2xf32>
    cluster.yield %k : tensor<2xf32>
  }
  return %4#0, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}`
	for what, want := range map[string]string{
		"%1":               "error: 2 values are called '%1'\n  help: name one of: @cluster_0_vm:%1, @cluster_1_c:%1\n",
		"%2":               "@cluster_0_vm:%2 = stablehlo.negate #",
		"%0#1":             "@cluster_0_vm:%2 = stablehlo.negate #",
		"%3":               "@cluster_1_c:%1 = stablehlo.multiply #",
		"%4":               "@cluster_1_c:%1 = stablehlo.multiply #",
		"%4#1":             "%4#1 is an argument of @main\n",
		"%5":               "%k = stablehlo.constant #",
		"%6":               "error: no value is called '%6'",
		"@cluster_1_c:%1":  "@cluster_1_c:%1 = stablehlo.multiply #",
		"@cluster_0_vm:%1": "@cluster_0_vm:%1 = stablehlo.add #",
		"@main:%0":         "@cluster_0_vm:%1 = stablehlo.add #",
		"@cluster_1_c:%2":  "error: no value is called '%2' in @cluster_1_c",
	} {
		if _, out, errs := lathe(t, text, "explain", "-", what); !strings.HasPrefix(out+errs, want) {
			t.Errorf("%s: got %s%s, want %q", what, out, errs, want)
		}
	}
}
