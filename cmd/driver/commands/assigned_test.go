package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In assignedProgram, the attribute cluster.part of an operation names its partition.
const assignedProgram = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p", backend = "vm"}, {name = "q", backend = "ref"}]} {
  %e = stablehlo.exponential %x {cluster.part = "p"} : tensor<4xf32>
  %r = stablehlo.add %e, %e {cluster.part = "q"} : tensor<4xf32>
  return %r : tensor<4xf32>
}
`

// dividedProgram calls a function for each of its parts.
const dividedProgram = `func.func private @f0(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {logical = array<i64: 0>}} {
  %t = stablehlo.add %a, %a : tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func private @f1(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {logical = array<i64: 0, 1>, replicas = 2}} {
  %t = stablehlo.multiply %a, %a : tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f0(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %m = call @f1(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}
`

// sparseProgram reads rows of two tables.
const sparseProgram = `func.func @main(%i: tensor<8xi64>, %j: tensor<8xi64>, %n: tensor<2xi32>) -> tensor<2x8xf32> {
  %s = stablehlo.constant dense<1.0> : tensor<10x4xf32>
  %t = stablehlo.constant dense<2.0> : tensor<10x4xf32>
  %a = nn.sparse_lengths_sum %s, %i, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %b = nn.sparse_lengths_sum %t, %j, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %c = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %c : tensor<2x8xf32>
}
`

// TestAssigned checks that the commands "plan", "explain" and "run" support the strategies user,
// prepartitioned and sparsenn.
func TestAssigned(t *testing.T) {
	for _, c := range []struct {
		strategy, devices, text, what string
		Plan, explained               []string
	}{
		{"user", "vm,ref", assignedProgram, "%r",
			[]string{"\n@cluster_0_vm ", "\n@cluster_1_ref "},
			[]string{"device: ref (moved by user from vm", "strategy user applies a given division, so no other division is tried"}},
		{"prepartitioned", "vm.0,vm.1", dividedProgram, "#2",
			[]string{"\nmain_f0 ", "\nmain_f1 "},
			[]string{"= stablehlo.add #2 in @main", "strategy prepartitioned applies a given division, so no other division is tried"}},
		{"sparsenn", "vm.0,vm.1", sparseProgram, "%a",
			[]string{"\nmain_NonSLSPartition_ "},
			[]string{"strategy sparsenn then finds no division: %"}},
	} {
		for command, wants := range map[string][]string{"plan": c.Plan, "explain": c.explained, "run": {"tensor<"}} {
			args := []string{command, "--strategy=" + c.strategy, "--devices=" + c.devices, "-"}
			if command == "explain" {
				args = append(args, c.what)
			}
			status, out, errs := lathe(t, c.text, args...)
			if status != 0 {
				t.Errorf("%s of %s: %s", command, c.strategy, errs)
			}
			for _, want := range wants {
				if !strings.Contains(out, want) {
					t.Errorf("%s of %s has no %q:\n%s", command, c.strategy, want, out)
				}
			}
		}
	}
}

// TestSingle checks that the commands, like the pass partition, reject programs of several
// functions if the strategy accepts only one function.
func TestSingle(t *testing.T) {
	two := assignedProgram + strings.Replace(assignedProgram, "@main", "@other", 1)
	for _, command := range []string{"plan", "explain", "run"} {
		status, _, errs := lathe(t, two, command, "--strategy=profiling", "--devices=vm", "-")
		if want := "strategy profiling divides a program of one function, but there are 2"; status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: got status %d, no %q in\n%s", command, status, want, errs)
		}
	}
}

// TestUnlistedPart checks the error for an operation whose partition is not in cluster.parts of the
// function.
func TestUnlistedPart(t *testing.T) {
	text := strings.Replace(assignedProgram, `cluster.part = "q"`, `cluster.part = "nix"`, 1)
	_, _, errs := lathe(t, text, "plan", "--strategy=user", "--devices=vm,ref", "-")
	if want := "<stdin>:3:8: error: 'stablehlo.add' op is in partition 'nix', which cluster.parts of @main does not list: it has p, q"; !strings.Contains(errs, want) {
		t.Errorf("no %q in\n%s", want, errs)
	}
}

// TestExplainInlined checks that the command "explain" finds values of inlined functions, and
// results of inlined calls, by their names in the file.
func TestExplainInlined(t *testing.T) {
	renamed := strings.ReplaceAll(dividedProgram, "%t = stablehlo.multiply", "%q:1 = stablehlo.multiply")
	for _, c := range []struct{ text, what, want string }{
		{dividedProgram, "%t", "error: 2 values are called '%t'\n  help: name one of: @f0:%t, @f1:%t"},
		{dividedProgram, "@f0:%t", "@f0:%t = stablehlo.add #"},
		{dividedProgram, "@f1:%t", "@f1:%t = stablehlo.multiply #"},
		{dividedProgram, "%0", "@f0:%t = stablehlo.add #"},
		{dividedProgram, "@main:%m", "@f1:%t = stablehlo.multiply #"},
		{dividedProgram, "@f0:%a", "@f0:%a is an argument of @main"},
		{dividedProgram, "@f1:%a", "@f0:%t = stablehlo.add #"},
		{dividedProgram, "@f2:%t", "error: no value is called '%t' in @f2"},
		{strings.ReplaceAll(renamed, "return %t : tensor<4xf32>\n}\nfunc.func @main", "return %q : tensor<4xf32>\n}\nfunc.func @main"), "%q", "%q = stablehlo.multiply #"},
	} {
		_, out, errs := lathe(t, c.text, "explain", "--strategy=prepartitioned", "--devices=vm.0,vm.1", "-", c.what)
		if !strings.HasPrefix(out+errs, c.want) {
			t.Errorf("%s: got %s%s", c.what, out, errs)
		}
	}
}

// TestPlanOfParts plans a program that is divided into functions. Without a strategy, planning must
// fail. With a strategy, a call counts as one operation.
func TestPlanOfParts(t *testing.T) {
	want := "<stdin>:10:8: error: 'func.call' op calls a function with attribute cluster.part, so the program is already divided into parts: @f0, @f1"
	help := "help: use strategy prepartitioned"
	for _, command := range []string{"plan", "explain", "run"} {
		if status, _, errs := lathe(t, dividedProgram, command, "--devices=ref", "-"); status != 1 || !strings.Contains(errs, want) || !strings.Contains(errs, help) {
			t.Errorf("%s: got status %d, %s", command, status, errs)
		}
	}
	if status, out, errs := lathe(t, dividedProgram, "plan", "--devices=ref", "--strategy=grow", "-"); status != 0 || !strings.Contains(out, "2×call") {
		t.Errorf("got status %d, %s%s", status, out, errs)
	}
}

// TestPartitionFileOfAnother checks that the commands "plan", "explain" and "run" reject a
// partition file for a function that does not exist.
func TestPartitionFileOfAnother(t *testing.T) {
	file := filepath.Join(t.TempDir(), "parts.yaml")
	if err := os.WriteFile(file, []byte("function: mian\npartitions: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"plan", "-"}, {"explain", "-", "%r"}, {"run", "-"}} {
		args = append(args, "--strategy=user", "--devices=vm,ref", "--partition-config="+file)
		status, _, errs := lathe(t, assignedProgram, args...)
		if want := "parts.yaml:1:11: error: there is no function @mian to divide; the functions to choose from are @main"; status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%v: got status %d, no %q in\n%s", args, status, want, errs)
		}
	}
}

// TestHolders checks plans in which several devices hold the same cluster in memory. Each of these
// devices must reserve memory for the cluster, and must not be reported as idle. The plan must also
// print the number of replicas.
func TestHolders(t *testing.T) {
	for _, c := range []struct {
		text  string
		args  []string
		wants []string
	}{
		{dividedProgram, []string{"--strategy=prepartitioned", "--devices=vm.0-1:compute=1e10"}, []string{
			"\nvm.0           2  2 (100%)  8 (100%)  64 B (100%)  10 µs         32 B",
			"\nvm.1      0 (+1)    0 (0%)    0 (0%)     0 B (0%)   0 ns         32 B",
			"  replicas\n", "            1         2\n",
		}},
		{sparseProgram, []string{"--strategy=sparsenn", "--devices=vm.0,vm.1"}, []string{" (+1)  "}},
		{assignedProgram, []string{"--strategy=memory", "--saturate-host", "--devices=vm.0,vm.1,vm.2"}, []string{
			"\nvm.1      0 (+1) ", "\nvm.2      0 (+1) ", "  0 ns         48 B\nvm.2",
		}},
	} {
		_, out, errs := lathe(t, c.text, append([]string{"plan", "-"}, c.args...)...)
		for _, want := range c.wants {
			if !strings.Contains(out, want) {
				t.Errorf("%v: no %q in\n%s%s", c.args, want, out, errs)
			}
		}
		if strings.Contains(out, "runs nothing") {
			t.Errorf("%v: the plan reports that a device runs nothing, although the device holds a partition:\n%s", c.args, out)
		}
	}
}
