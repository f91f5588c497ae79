package commands_test

import (
	"strings"
	"testing"
)

// TestStrategyOptions checks options after the name of the strategy, as in --strategy="memory
// contexts=2". It also checks the errors for wrong options and for options without effect.
func TestStrategyOptions(t *testing.T) {
	dir := t.TempDir()
	devices, program := written(t, dir, "devices.yaml", fourDevices), written(t, dir, "program.mlir", twoSides)
	_, out, errs := lathe(t, "", "plan", "--json", "--devices="+devices, "--strategy=memory contexts=2 saturate-host", program)
	f := planFacts(t, out+errs)
	for i, c := range f.Clusters {
		if p := c.Part; p.Contexts != 2 || p.ReservedBytes != 2*(p.BytesIn+p.BytesOut)+p.ConstantBytes || len(p.Devices) != 2 {
			t.Errorf("partition %d: %+v", i, *p)
		}
	}
	for _, command := range [][]string{{"plan"}, {"explain"}, {"run"}, {"bisect"}} {
		for _, test := range []struct{ strategy, want string }{
			{"memory contxts=2", "--strategy:1:8: error: <Pass-Options-Parser>: no such option contxts\n"},
			{"memory contxts=2", "  help: did you mean 'contexts'?\n"},
			{"memory contexts=two", "--strategy:1:8: error: for the --contexts option: 'two' value invalid for long argument!\n"},
			{"memory contexts=-2", "error: contexts must not be negative, but is -2\n"},
			{"contract contexts=2", "error: contexts has no effect: strategy contract does not read it\n"},
			{"contract saturate-host", "error: saturate-host has no effect: "},
			{"memory devices=2", "error: devices has no effect: strategy memory does not read it\n"},
			{"contract join=999", "error: the option join lists '999', but no operation in a divided function has such an id\n"},
			{"memry contexts=2", "error: no strategy \"memry\"; have contract, "},
			{"memry contexts=2", "  help: did you mean 'memory'?\n"},
		} {
			status, out, errs := lathe(t, "", append(command, "--devices="+devices, "--strategy="+test.strategy, program)...)
			if status == 0 || !strings.Contains(errs, test.want) {
				t.Errorf("%s --strategy='%s' ends with %d and\n%s%swant %s", command[0], test.strategy, status, out, errs, test.want)
			}
		}
	}
	if status, out, errs := lathe(t, "", "run", "--devices="+devices, "--strategy=memory contexts=2", program); status != 0 || !strings.HasPrefix(out, "tensor<1x8xf32>") {
		t.Errorf("run ends with %d and %s%s", status, out, errs)
	}
	figured := written(t, dir, "figured.yaml", strings.ReplaceAll(fourDevices, "3000", "3000, compute: 1e10"))
	if _, out, errs := lathe(t, "", "explain", "--devices="+figured, "--strategy=balance devices=3", program, "@cluster_2_vm.0"); !strings.Contains(out, "formed by balance") {
		t.Errorf("explain: %s%s", out, errs)
	}
}

// TestFlagsAreOptions checks that a flag is the same as an option after the strategy's name.
func TestFlagsAreOptions(t *testing.T) {
	devices := "--devices=" + written(t, t.TempDir(), "devices.yaml", "- {name: a, backend: vm, deny: [stablehlo.tanh]}\n- {name: b, backend: vm}\n")
	for _, test := range [][2]string{{"--min-cluster-size=3", "contract min-size=3"}, {"--cost", "contract cost"}} {
		_, byFlag, _ := lathe(t, twoSides, "plan", devices, test[0], "-")
		_, byOption, errs := lathe(t, twoSides, "plan", devices, "--strategy="+test[1], "-")
		_, plain, _ := lathe(t, twoSides, "plan", devices, "-")
		if byFlag != byOption || byFlag == plain {
			t.Errorf("%s:\n%s%s:\n%s%s", test[0], byFlag, test[1], byOption, errs)
		}
	}
}
