package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSilentMistakes checks that mistakes that are easy to overlook give an error or a warning, in
// particular flags, rules and device descriptions without effect.
func TestSilentMistakes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	program := write("p.mlir", `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = stablehlo.tanh %x : tensor<8xf32>
  return %a : tensor<8xf32>
}
`)
	loop := write("loop.mlir", `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.while(%v = %x) : tensor<8xf32>
      cond {
        stablehlo.return %c : tensor<i1>
      } do {
        stablehlo.return %v : tensor<8xf32>
      }
  return %r : tensor<8xf32>
}
`)
	call := write("call.mlir", `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = func.call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>
`)
	listed := write("listed.mlir", "module attributes {cluster.devices = [#cluster.target<\"vm\", {sram = 1024}>]} {\n"+
		"func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}\n}\n")
	if status, _, errs := lathe(t, "", "plan", "--devices="+write("bom.yaml", "\ufeff- name: vm\n"), program); status != 0 {
		t.Errorf("expected that plan reads a file with a byte order mark, but got %s", errs)
	}
	others := write("others.mlir", "module attributes {cluster.devices = [#cluster.target<\"vm.0\">]} {\n"+
		"func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  %a = stablehlo.tanh %x : tensor<8xf32>\n  return %a : tensor<8xf32>\n}\n}\n")
	if status, _, errs := lathe(t, "", "plan", "--devices=ref", others); status != 0 || !strings.Contains(errs, "lists the devices vm.0, which are not used: --devices names others") {
		t.Errorf("plan: expected a warning about a list that is not used, but got %s", errs)
	}
	if status, _, errs := lathe(t, "", "run", "--no-cache", "--devices=ref", others); status != 0 || !strings.Contains(errs, "lists the devices vm.0, which are not used") {
		t.Errorf("run: expected a warning about a list that is not used, but got %s", errs)
	}
	for _, name := range []string{"d.yml", "d.yaml"} {
		file := write(name, "- name: vm.0\n")
		for _, command := range [][]string{{"run", "--no-cache"}, {"plan"}} {
			if status, _, errs := lathe(t, "", append(command, "--devices="+file, others)...); status != 0 || errs != "" {
				t.Errorf("%s: the file %s names the device of the module's list: expected no warning, but got status %d, %s", command[0], name, status, errs)
			}
		}
	}
	if _, _, errs := lathe(t, "", "plan", "--devices=ref,vm.0", others); errs != "" {
		t.Errorf("expected no warning about a list that is used, but got %s", errs)
	}
	for _, x := range []struct {
		args []string
		want []string
	}{
		{[]string{"plan", "--devices=vm,ref", "--fit", program}, []string{"fit has no effect: the memory of no device is known", "memory: 2GiB"}},
		{[]string{"plan", "--devices=" + write("d.yaml", "- name: vm\n  sram: 1GiB\n"), program}, []string{"d.yaml:2:9: error: sram has no effect without sram_bandwidth"}},
		{[]string{"plan", "--devices=" + write("e.yaml", "- name: vm\n  sram_bandwidth: 1e12\n"), program}, []string{"sram_bandwidth has no effect without sram"}},
		{[]string{"plan", listed}, []string{"device 'vm' has 'sram', but not 'sram_bandwidth'"}},
		{[]string{"plan", "--devices=vm", "--json", "--partition-to=-", program}, []string{"--json and --partition-to=- exclude each other"}},
		{[]string{"plan", "--devices=vm", "--rules=" + write("empty.rules", "# nothing\n"), program}, []string{"there are no rules"}},
		{[]string{"explain", "--devices=vm", program, ""}, []string{"an argument after '" + program + "' is empty"}},
		{[]string{"bisect", "--passes=cse", "--fail-cmd=diff {program} {partition}", program}, []string{"--fail-cmd has {partition}, but the placeholders for files are {program}"}},
		{[]string{"bisect", "--devices=vm", "--fail-cmd=cat {programm}; awk '{exit}' {partition}", program}, []string{"--fail-cmd has {programm}, but the placeholders for files are {partition}, {program}"}},
		{[]string{"plan", "--devices=vm,ref", "--rules=pin op stablehlo.constant to ref", loop}, []string{"the rule matches no operation", "constants are placed with their readers"}},
		{[]string{"run", "--no-cache", call}, []string{"cannot be lowered to kernels", "define the function that it calls"}},
	} {
		status, out, errs := lathe(t, "", x.args...)
		for _, want := range x.want {
			if status == 0 || !strings.Contains(errs, want) {
				t.Errorf("%v: %q is missing from %s%s", x.args, want, errs, out)
			}
		}
	}
}
