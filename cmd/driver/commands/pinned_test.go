package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const pinnedProgram = `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = stablehlo.tanh %x {cluster.device = "vm.1"} : tensor<8xf32>
  %b = stablehlo.add %a, %x : tensor<8xf32>
  return %b : tensor<8xf32>
}
`

const calledProgram = `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %b = stablehlo.add %a, %x : tensor<8xf32>
  return %b : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = stablehlo.tanh %x {cluster.candidates = ["vm.1"]} : tensor<8xf32>
  return %a : tensor<8xf32>
}
`

// TestStrategiesKeepPins checks that strategies do not move operations that an attribute or a rule
// pins, or that have a single candidate. Only the strategy "profiling" moves them, and its
// partition must record this. It must be possible to replay all partitions.
func TestStrategiesKeepPins(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.mlir")
	for _, pinned := range []struct {
		by, program string
		flags       []string
	}{
		{"attribute", pinnedProgram, nil},
		{"candidates", strings.Replace(pinnedProgram, `device = "vm.1"`, `candidates = ["vm.1"]`, 1), nil},
		{"candidates of a callee", calledProgram, nil},
		{"rule", strings.ReplaceAll(pinnedProgram, ` {cluster.device = "vm.1"}`, ""), []string{"--rules=pin op stablehlo.tanh to vm.1"}},
	} {
		if err := os.WriteFile(file, []byte(pinned.program), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, strategy := range []string{"contract", "grow", "collector", "select", "mincut", "place", "memory", "balance", "profiling"} {
			args := append([]string{"--devices=vm.0,vm.1", file}, pinned.flags...)
			status, text, errs := lathe(t, "", append([]string{"plan", "--strategy=" + strategy, "--partition-to=-"}, args...)...)
			if status != 0 {
				t.Errorf("%s, %s: %s", pinned.by, strategy, errs)
				continue
			}
			kept := regexp.MustCompile(`cluster "vm\.1"( as .*)? {\n    #2 `).MatchString(text)
			if overrules := strings.Contains(text, "overrules pins"); kept == overrules || overrules != (strategy == "profiling") {
				t.Errorf("%s, %s:\n%s", pinned.by, strategy, text)
			}
			if strategy == "profiling" {
				args[0] += ",ref"
			}
			partition := filepath.Join(t.TempDir(), "partition")
			if err := os.WriteFile(partition, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			status, again, errs := lathe(t, "", append([]string{"plan", "--partition-from=" + partition, "--partition-to=-"}, args...)...)
			if status != 0 || again != text {
				t.Errorf("%s, %s: the partition cannot be replayed: %s\nfirst:\n%sagain:\n%s", pinned.by, strategy, errs, text, again)
			}
		}
	}
}
