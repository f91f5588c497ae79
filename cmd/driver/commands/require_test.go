package commands_test

import (
	"strings"
	"testing"
)

// slow is a program whose first device takes all of it, where the second runs it faster.
const slow = `module attributes {cluster.devices = [#cluster.target<"vm", {compute = 1.0}>, #cluster.target<"c", {compute = 1.0e+12}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.add %x, %x : tensor<4xf32>
    %b = stablehlo.multiply %a, %a {cluster.device = "c"} : tensor<4xf32>
    %c = stablehlo.add %b, %b : tensor<4xf32>
    return %c : tensor<4xf32>
  }
}
`

// TestDRequiredInTheEnd: what is required is asked of the division, after operations have
// moved; and where the first device is the only one, none moves.
func TestDRequiredInTheEnd(t *testing.T) {
	for _, how := range []string{"--strategy=mincut", "--strategy=place", "--cost", "--min-cluster-size=3"} {
		status, out, errs := lathe(t, slow, "plan", how, "--require-devices=vm", "-")
		if status != 1 || !strings.Contains(errs, "device 'vm' is required, but runs nothing where ") || !strings.Contains(errs, "help: pin operations to it") {
			t.Errorf("%s: status %d\n%s%s", how, status, out, errs)
		}
		if status, out, errs := lathe(t, slow, "plan", how, "--require-devices=c", "-"); status != 0 {
			t.Errorf("%s: c is busy, but status %d\n%s%s", how, status, out, errs)
		}
		status, out, errs = lathe(t, slow, "plan", how, "--no-fallback", "--require-devices=vm", "-")
		if status != 0 || strings.Count(out, "@cluster_") < 3 {
			t.Errorf("%s: operations must stay on the first device, but status %d\n%s%s", how, status, out, errs)
		}
	}
	status, _, errs := lathe(t, slow, "plan", "--strategy=balance", "--no-fallback", "-")
	if status != 1 || !strings.Contains(errs, "no-fallback and strategy balance exclude each other") {
		t.Errorf("status %d, %s", status, errs)
	}
	status, _, errs = lathe(t, slow, "plan", "--strategy=mincut", "--require-devices=gpu", "-")
	if status != 1 || !strings.Contains(errs, "device 'gpu' is required, but the devices are 'vm', 'c'") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// TestFlagsThatDoNothing: a flag that nothing would read is an error.
func TestFlagsThatDoNothing(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--no-repair", "--strategy=grow"}, "--strategy has nothing to do beside --no-repair"},
		{[]string{"--no-repair", "--fit"}, "fit has nothing to do: no-repair takes clusters as they are"},
		{[]string{"--no-repair", "--cost"}, "cost has nothing to do"},
		{[]string{"--saturate-host"}, "saturate-host has nothing to do: strategy contract does not follow it"},
	} {
		status, out, errs := lathe(t, slow, append(append([]string{"plan"}, test.args...), "-")...)
		if status != 1 || !strings.Contains(errs, test.want) {
			t.Errorf("%v: status %d\n%s%s", test.args, status, out, errs)
		}
	}
	divided := `module attributes {cluster.devices = [#cluster.target<"vm">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.ops = 1 : i64} {
    %0 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.add %x, %x : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
`
	for _, flag := range []string{"--rules=pin op stablehlo.add to vm", "--cost", "--no-fallback", "--fit"} {
		name, _, _ := strings.Cut(flag, "=")
		if status, _, errs := lathe(t, divided, "plan", flag, "-"); status != 1 || !strings.Contains(errs, "divided already, so "+name+" has nothing to do") {
			t.Errorf("%s: status %d, %s", flag, status, errs)
		}
	}
}
