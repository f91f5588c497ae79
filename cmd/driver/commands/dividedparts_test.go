package commands_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
)

// The program twoSides has two halves with separate constants. The last operation multiplies the
// results of the halves.
const twoSides = `func.func @main(%a: tensor<1x16xf32>, %b: tensor<1x16xf32>) -> tensor<1x8xf32> {
  %w0 = stablehlo.constant dense<0.01> : tensor<16x16xf32>
  %w1 = stablehlo.constant dense<0.02> : tensor<16x8xf32>
  %w2 = stablehlo.constant dense<0.03> : tensor<16x16xf32>
  %w3 = stablehlo.constant dense<0.04> : tensor<16x8xf32>
  %l0 = stablehlo.dot %a, %w0 : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
  %l1 = stablehlo.tanh %l0 : tensor<1x16xf32>
  %l2 = stablehlo.dot %l1, %w1 : (tensor<1x16xf32>, tensor<16x8xf32>) -> tensor<1x8xf32>
  %r0 = stablehlo.dot %b, %w2 : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
  %r1 = stablehlo.tanh %r0 : tensor<1x16xf32>
  %r2 = stablehlo.dot %r1, %w3 : (tensor<1x16xf32>, tensor<16x8xf32>) -> tensor<1x8xf32>
  %m = stablehlo.multiply %l2, %r2 : tensor<1x8xf32>
  return %m : tensor<1x8xf32>
}
`

// Each of fourDevices is too small to hold the whole program twoSides.
const fourDevices = "- {name: vm.0, memory: 3000}\n- {name: vm.1, memory: 3000}\n- {name: vm.2, memory: 3000}\n- {name: vm.3, memory: 3000}\n"

// TestPlanOfDividedParts checks that the plan of a divided program equals the plan by which it was
// divided. The clusters are regions, functions, or one function for each replica. In the last form,
// operations copy values between devices.
func TestPlanOfDividedParts(t *testing.T) {
	dir := t.TempDir()
	devices, program := written(t, dir, "devices.yaml", fourDevices), written(t, dir, "program.mlir", twoSides)
	config := written(t, dir, "parts.yaml", "partitions: 2\nnames: [left, rest]\nlogical: [[0], [1, 2]]\nunits: [2, 3]\nfast: [[a], []]\noptions: [{key: value}, {}]\nreplicas: {0: 2}\nops: {l0: 0, l1: 0}\n")
	for _, test := range []struct {
		Plan []string
		pass string
	}{
		{[]string{"--strategy=memory", "--saturate-host"}, "strategy=memory saturate-host"},
		{[]string{"--strategy=balance"}, "strategy=balance"},
		{[]string{"--strategy=user", "--partition-config=" + config}, "strategy=user config=" + config},
	} {
		_, first, errs := lathe(t, "", append(append([]string{"plan", "--json", "--devices=" + devices}, test.Plan...), program)...)
		want := planFacts(t, first+errs)
		if len(want.Clusters) < 2 || want.Clusters[0].Part == nil {
			t.Fatalf("%s: no partitions in %s", test.pass, first)
		}
		for _, after := range [][]string{nil, {"--cluster-outline"}, {"--cluster-outline=copies replicas"}} {
			divided := filepath.Join(dir, "divided.mlir")
			optimized(t, append([]string{"--affinity=candidates devices=" + devices, "--partition=" + test.pass, "-o", divided, program}, after...)...)
			_, again, errs := lathe(t, "", "plan", "--json", divided)
			if diff := cmp.Diff(want, planFacts(t, again+errs)); diff != "" {
				t.Errorf("%s %v: -divided here +divided before\n%s", test.pass, after, diff)
			}
		}
	}
}

// TestReplayOfParts checks that a partition file describes each [placement.Part] completely.
// Replaying the file gives the same plan and the same program.
func TestReplayOfParts(t *testing.T) {
	dir := t.TempDir()
	devices, program := written(t, dir, "devices.yaml", fourDevices), written(t, dir, "program.mlir", twoSides)
	config := written(t, dir, "parts.yaml", "partitions: 2\nnames: [left, rest]\nlogical: [[0], [1, 2]]\nunits: [2, 3]\nfast: [[a], []]\noptions: [{key: 'a \"b\"'}, {}]\nreplicas: {0: 2}\nops: {l0: 0, l1: 0}\n")
	tables := written(t, dir, "tables.mlir", sparseProgram)
	for _, test := range []struct{ program, strategy, config string }{
		{program, "memory contexts=2 saturate-host", ""},
		{program, "balance", ""},
		{program, "user", config},
		{program, "contract", ""},
		{tables, "sparsenn join-outputs table-units=3", ""},
	} {
		args, pass := []string{"plan", "--json", "--devices=" + devices, "--strategy=" + test.strategy}, "strategy="+test.strategy
		if test.config != "" {
			args, pass = append(args, "--partition-config="+test.config), pass+" config="+test.config
		}
		file, first, again := filepath.Join(dir, "partition"), filepath.Join(dir, "first.mlir"), filepath.Join(dir, "again.mlir")
		_, out, errs := lathe(t, "", append(args, "--partition-to="+file, test.program)...)
		_, replayed, more := lathe(t, "", "plan", "--json", "--devices="+devices, "--partition-from="+file, test.program)
		if diff := cmp.Diff(planFacts(t, out+errs), planFacts(t, replayed+more)); diff != "" {
			t.Errorf("%s: -divided here +as the file says\n%s", test.strategy, diff)
		}
		optimized(t, "--affinity=candidates devices="+devices, "--partition="+pass, "-o", first, test.program)
		optimized(t, "--affinity=candidates devices="+devices, "--partition=from="+file, "-o", again, test.program)
		if diff := cmp.Diff(textOf(t, first), textOf(t, again)); diff != "" {
			t.Errorf("%s: -divided here +as the file says\n%s", test.strategy, diff)
		}
	}
}

// TestReplayPartErrors checks the errors for invalid parts in partition files.
func TestReplayPartErrors(t *testing.T) {
	const program = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.negate %a : tensor<2xf32>\n  %1 = stablehlo.tanh %0 : tensor<2xf32>\n  return %1 : tensor<2xf32>\n}\n"
	dir := t.TempDir()
	file := written(t, dir, "partition", "")
	if _, _, errs := lathe(t, program, "plan", "--devices=vm.0,vm.1", "--partition-to="+file, "-"); errs != "" {
		t.Fatal(errs)
	}
	whole := textOf(t, file)
	for part, want := range map[string]string{
		`as "p" on "vm.7"`:                    "partition:3:18: error: partition 'p' is on device 'vm.7', but the devices are vm.0, vm.1\n",
		`as "p" on "vm.1"`:                    "partition 'p' is in a cluster for device 'vm.0', so its devices must include it, but they are vm.1\n",
		`as ""`:                               "partition:3:18: error: partition '' has an empty name\n",
		`as "p" numbers 0,0 on "vm.0" "vm.0"`: "partition 'p' must be on different devices, but they are vm.0, vm.0\n",
		`as "p" numbers 0,1 on "vm.0"`:        "partition 'p' must have a logical id for each of its devices (vm.0), but has 0,1\n",
		`as "p" numbers 0,x on "vm.0" "vm.1"`: "partition 'p' must have logical device ids, but has 0,x\n",
		`as "p" contexts 0`:                   "partition 'p' must have a number of contexts that is at least 1, but has 0\n",
		`as "p" options "key"`:                "partition 'p' must have a key and a value for each option, but the number of words is 1\n",
		`as "p" joined #9`:                    "partition 'p' cannot join the result of #9: it must be an operation of the cluster, and must have exactly one result\n",
		`as "p" {} cluster "vm.0" as "p"`:     "two clusters have the partition name 'p'\n",
		`as "p" replicas 2 on "vm.0"`:         "unexpected token \"on\"",
	} {
		written(t, dir, "partition", strings.Replace(whole, `cluster "vm.0" {`, `cluster "vm.0" `+part+" {", 1))
		if status, _, errs := lathe(t, program, "plan", "--devices=vm.0,vm.1", "--partition-from="+file, "-"); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: got %swant %s", part, errs, want)
		}
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHolderOfDividedParts checks that a device that holds a partition of a divided program must
// be among the given devices.
func TestHolderOfDividedParts(t *testing.T) {
	const text = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = cluster.region "vm.0" (%x = %a : tensor<2xf32>) -> tensor<2xf32> attributes {cluster.part = {name = "p", logical = array<i64: 0, 1>, devices = ["vm.0", "vm.1"]}} {
    %1 = stablehlo.negate %x : tensor<2xf32>
    cluster.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}`
	if _, out, errs := lathe(t, text, "plan", "--devices=vm.0,vm.1", "-"); !strings.Contains(out, "\nvm.1      0 (+1) ") || errs != "" {
		t.Errorf("got %s%s", out, errs)
	}
	want := "is in partition 'p', which device 'vm.1' holds, but the devices are vm.0\n"
	if status, _, errs := lathe(t, text, "plan", "--devices=vm.0", "-"); status == 0 || !strings.Contains(errs, want) {
		t.Errorf("got status %d, %q, want %q", status, errs, want)
	}
}

// planFacts returns the plan of the function in a JSON plan. It removes what differs for a divided
// program: the names of values, the operations and origins of clusters, the field Crossed, and the
// advice.
func planFacts(t *testing.T, text string) plan.Function {
	t.Helper()
	var r plan.Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	f := r.Functions[0]
	f.Crossed, f.Advice = nil, nil
	for i := range f.Clusters {
		c := &f.Clusters[i]
		c.Origin, c.Ops = "", nil
		nameless(c.Inputs)
		nameless(c.Outputs)
	}
	for i := range f.Copies {
		f.Copies[i].Value = ""
	}
	return f
}

func nameless(values []plan.ValueReport) {
	for i := range values {
		values[i].Value = ""
	}
}

func optimized(t *testing.T, args ...string) {
	t.Helper()
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	if status := tool.Opt(context.Background(), args, strings.NewReader(""), os.Stderr, os.Stderr); status != 0 {
		t.Fatalf("%v ends with %d", args, status)
	}
}

func written(t *testing.T, dir, name, text string) (file string) {
	t.Helper()
	file = filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
