package commands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
)

// TestCrossingAndBalance checks that plans show the bytes between partitions and the balance of the
// devices, in text and in JSON. It tests several strategies, and a program that was divided before.
func TestCrossingAndBalance(t *testing.T) {
	dir := t.TempDir()
	devices, program := written(t, dir, "devices.yaml", fourDevices), written(t, dir, "program.mlir", twoSides)
	config := written(t, dir, "parts.yaml", "partitions: 2\nops: {l0: 0, l1: 0}\n")
	divided := dir + "/divided.mlir"
	optimized(t, "--affinity=candidates devices="+devices, "--partition=strategy=memory", "-o", divided, program)
	const many, alone = " times the mean of the 2 devices that run something\n", " runs operations\n"
	for _, test := range []struct {
		args              []string
		crossing, balance string
		devices           int
	}{
		{[]string{"--strategy=memory", "--devices=" + devices, program}, "crossing: 96 bytes go between 2 partitions; before operations were moved and partitions merged, 96 bytes between 2 partitions\n", many, 2},
		{[]string{"--strategy=memory", "--devices=vm.0,vm.1", program}, "crossing: 0 bytes go between 1 partition\n", "balance: only vm.0" + alone, 1},
		{[]string{"--strategy=balance devices=2", "--devices=vm.0,vm.1", program}, "crossing: 128 bytes go between 2 partitions\n", many, 2},
		{[]string{"--strategy=user", "--partition-config=" + config, "--devices=" + devices, program}, "crossing: 64 bytes go between 2 partitions\n", many, 2},
		{[]string{"--strategy=profiling", "--devices=" + devices, program}, "crossing: 0 bytes go between 1 partition\n", "balance: only ref" + alone, 1},
		{[]string{divided}, "crossing: 96 bytes go between 2 partitions\n", many, 2},
	} {
		_, out, errs := lathe(t, "", append([]string{"plan"}, test.args...)...)
		if !strings.Contains(out, test.crossing) || !strings.Contains(out, test.balance) {
			t.Errorf("%v: expected %sand …%s, but got\n%s%s", test.args, test.crossing, test.balance, out, errs)
		}
		_, out, errs = lathe(t, "", append([]string{"plan", "--json"}, test.args...)...)
		var r plan.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err, errs)
		}
		f := r.Functions[0]
		if f.Crossed == nil || f.Crossed.Partitions != len(f.Clusters) || f.Balance == nil || f.Balance.Devices != test.devices || f.Balance.Ratio < 1 {
			t.Errorf("%v: got the wrong fields crossed %+v or balance %+v", test.args, f.Crossed, f.Balance)
		}
	}
	if _, out, _ := lathe(t, "", "plan", "--devices=vm.0,vm.1", program); strings.Contains(out, "crossing") || strings.Contains(out, "balance") {
		t.Errorf("expected no report about partitions, because there are none, but got\n%s", out)
	}
}

// TestAdviceFollowsStrategy checks that advice about memory mentions --fit only if the strategy
// supports it. In the plan of the strategy "profiling", no device has too little memory.
func TestAdviceFollowsStrategy(t *testing.T) {
	dir := t.TempDir()
	devices := "--devices=" + written(t, dir, "devices.yaml", "- {name: ref, memory: 3250}\n- {name: vm}\n")
	config := "--partition-config=" + written(t, dir, "parts.yaml", "partitions: 1\n")
	const full = "advice: ref would hold 3360 B, but has only 3250 B, constants alone 3072 B"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--strategy=memory"}, full + ", and --fit counts only constants: place fewer operations on it, or list"},
		{[]string{"--strategy=user", config}, full + ": place fewer operations on it, or list"},
		{[]string{"--strategy=profiling"}, "\nref.0          1  7 (100%)"},
	} {
		_, out, errs := lathe(t, twoSides, append(append([]string{"plan", devices}, test.args...), "-")...)
		if !strings.Contains(out, test.want) || strings.Contains(out, "--fit") != strings.Contains(test.want, "--fit") {
			t.Errorf("%v: expected %q, but got\n%s%s", test.args, test.want, out, errs)
		}
	}
}
