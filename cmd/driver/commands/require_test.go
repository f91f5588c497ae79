package commands_test

import (
	"strings"
	"testing"
)

// slow is a program for two devices that accept all of its operations. The second device is faster.
const slow = `module attributes {cluster.devices = [#cluster.target<"vm", {compute = 1.0}>, #cluster.target<"c", {compute = 1.0e+12}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.add %x, %x : tensor<4xf32>
    %b = stablehlo.multiply %a, %a {cluster.device = "c"} : tensor<4xf32>
    %c = stablehlo.add %b, %b : tensor<4xf32>
    return %c : tensor<4xf32>
  }
}
`

// TestDRequiredInTheEnd checks that --require-devices applies after operations have moved.
func TestDRequiredInTheEnd(t *testing.T) {
	for _, how := range []string{"--strategy=mincut", "--strategy=place", "--cost", "--min-cluster-size=3"} {
		status, out, errs := lathe(t, slow, "plan", how, "--require-devices=vm", "-")
		if status != 1 || !strings.Contains(errs, "device 'vm' is required, but runs nothing; ") || !strings.Contains(errs, " may have moved its operations to other devices") || !strings.Contains(errs, "help: pin operations to it") {
			t.Errorf("%s: got status %d\n%s%s", how, status, out, errs)
		}
		if status, out, errs := lathe(t, slow, "plan", how, "--require-devices=c", "-"); status != 0 {
			t.Errorf("%s: device c runs operations, but got status %d, expected 0\n%s%s", how, status, out, errs)
		}
		status, out, errs = lathe(t, slow, "plan", how, "--no-fallback", "--require-devices=vm", "-")
		if status != 0 || strings.Count(out, "\n@cluster_") < 3 {
			t.Errorf("%s: got status %d, expected 0 and at least 3 clusters\n%s%s", how, status, out, errs)
		}
	}
	status, _, errs := lathe(t, slow, "plan", "--strategy=balance", "--no-fallback", "-")
	if status != 1 || !strings.Contains(errs, "--no-fallback and strategy balance exclude each other") {
		t.Errorf("got status %d, %s", status, errs)
	}
	status, _, errs = lathe(t, slow, "plan", "--strategy=mincut", "--require-devices=gpu", "-")
	if status != 1 || !strings.Contains(errs, "device 'gpu' is required, but the devices are 'vm', 'c'") {
		t.Errorf("got status %d, %s", status, errs)
	}
}

// TestFlagsThatDoNothing checks that a placement flag without effect is an error, in particular if
// the program is already divided into clusters.
func TestFlagsThatDoNothing(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--no-repair", "--strategy=grow"}, "--strategy has no effect with --no-repair"},
		{[]string{"--no-repair", "--fit"}, "--fit has no effect: --no-repair does not change clusters"},
		{[]string{"--no-repair", "--cost"}, "--cost has no effect"},
		{[]string{"--saturate-host"}, "--saturate-host has no effect: strategy contract does not read it"},
	} {
		status, out, errs := lathe(t, slow, append(append([]string{"plan"}, test.args...), "-")...)
		if status != 1 || !strings.Contains(errs, test.want) {
			t.Errorf("%v: got status %d\n%s%s", test.args, status, out, errs)
		}
	}
	divided := `module attributes {cluster.devices = [#cluster.target<"vm">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.add %x, %x : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
`
	for _, flag := range []string{
		"--rules=pin op stablehlo.add to vm", "--cost", "--no-fallback", "--fit", "--strategy=grow", "--partition-from=nofile", "--min-cluster-size=2",
		"--allow-split", "--partition-config=nofile", "--saturate-host",
	} {
		for _, command := range []string{"plan", "explain", "run", "bisect"} {
			name, _, _ := strings.Cut(flag, "=")
			if status, _, errs := lathe(t, divided, command, flag, "-"); status != 1 || !strings.Contains(errs, "divided already, so "+name+" has nothing to do") {
				t.Errorf("%s %s: got status %d, %s", command, flag, status, errs)
			}
		}
	}
	for _, test := range []struct{ flag, want string }{
		{"--require-devices=vm", ""},
		{"--devices=vm,ref", ""},
		{"--require-devices=c", "device 'c' is required, but the devices are 'vm'"},
		{"--devices=ref", "is a cluster for device 'vm', but the devices are ref"},
		{"--backend=ref", "warning: --backend=ref runs everything; the devices of the module's attribute cluster.devices (vm) are not used"},
	} {
		status, _, errs := lathe(t, divided, "run", test.flag, "-")
		if failed := test.want != "" && !strings.HasPrefix(test.want, "warning"); (status != 0) != failed || !strings.Contains(errs, test.want) {
			t.Errorf("run %s: got status %d, %s", test.flag, status, errs)
		}
	}
	for _, command := range []string{"run", "plan", "explain", "bisect"} {
		status, _, errs := lathe(t, divided, command, "--devices=vm,ref", "--require-devices=ref", "-")
		if want := "error: device 'ref' is required, but runs nothing: none of the program's clusters is for it\n  help: run lathe-opt --cluster-inline on the program first, to divide it again\n"; status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: got status %d, %s", command, status, errs)
		}
	}
}
