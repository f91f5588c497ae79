package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tables is a program that reads rows of two tables, in four lookups, and combines the results at
// the end.
const tables = `func.func @main(%i: tensor<8xi64>, %n: tensor<2xi32>, %d: tensor<2x2xf32>) -> tensor<2x18xf32> {
  %s = stablehlo.constant dense<1.0> : tensor<10x4xf32>
  %t = stablehlo.constant dense<2.0> : tensor<10x4xf32>
  %a = nn.sparse_lengths_sum %s, %i, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %b = nn.sparse_lengths_sum %t, %i, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %c = nn.sparse_lengths_sum %s, %i, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %e = nn.sparse_lengths_sum %t, %i, %n : (tensor<10x4xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x4xf32>
  %z = stablehlo.concatenate %a, %b, %c, %e, %d, dim = 1 : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x18xf32>
  return %z : tensor<2x18xf32>
}
`

// In the program "twice", an operation reads %x1 before %x2 is computed. Two other operations read
// %x2, but not %x1.
const twice = `func.func @main(%a: tensor<4xf32>, %b: tensor<6xf32>) -> (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  %x1 = stablehlo.tanh %a : tensor<4xf32>
  %y = stablehlo.negate %x1 : tensor<4xf32>
  %x2 = stablehlo.exponential %b : tensor<6xf32>
  %z = stablehlo.add %x2, %x2 : tensor<6xf32>
  %w = stablehlo.multiply %x2, %b : tensor<6xf32>
  return %y, %z, %w : tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}
`

// TestPlanOfJoined checks plans in which several outputs of a cluster are concatenated and leave
// the cluster as one value. The plan of the original program must equal the plan of the divided
// program, and both programs must compute the same results.
func TestPlanOfJoined(t *testing.T) {
	dir := t.TempDir()
	devices := written(t, dir, "devices.yaml", "- {name: vm.0}\n- {name: vm.1}\n- {name: vm.2}\n")
	for _, test := range []struct{ program, how, clusters, copies string }{
		{tables, "strategy=sparsenn cards=2 join-outputs", "", "%b+%c"},
		{twice, "from", `  cluster "vm.0" as "a" joined #4 #2 { #2 #4 }  cluster "vm.1" as "b" { #3 #5 }  cluster "vm.2" as "c" { #6 }`, "%x1+%x2"},
	} {
		program, divided := written(t, dir, "program.mlir", test.program), filepath.Join(dir, "divided.mlir")
		plan, pass := "--"+strings.Replace(test.how, "from", "partition-from", 1), test.how
		if test.clusters != "" {
			file := partitionOf(t, dir, devices, program, test.clusters)
			plan, pass = plan+"="+file, pass+"="+file
		}
		_, first, errs := lathe(t, "", "plan", "--json", "--devices="+devices, plan, program)
		if !strings.Contains(first, `"copies":[{"value":"`+test.copies+`"`) {
			t.Errorf("%s: no copy of %s in %s%s", test.how, test.copies, first, errs)
		}
		optimized(t, "--affinity=candidates devices="+devices, "--partition="+pass, "--cluster-verify", "-o", divided, program)
		_, again, more := lathe(t, "", "plan", "--json", divided)
		if diff := cmp.Diff(planFacts(t, again+more), planFacts(t, first)); diff != "" {
			t.Errorf("%s: -divided before +divided here\n%s", test.how, diff)
		}
		_, want, _ := lathe(t, "", "run", program)
		for _, args := range [][]string{{divided}, {"--devices=" + devices, plan, program}} {
			if _, got, errs := lathe(t, "", append([]string{"run", "--no-cache"}, args...)...); got != want || want == "" {
				t.Errorf("%v computes %s%s, not %s", args, got, errs, want)
			}
		}
		value, _, _ := strings.Cut(test.copies, "+")
		_, said, _ := lathe(t, "", "explain", "--devices="+devices, plan, program, value)
		if want := "after: " + test.copies + " = nn.concat "; !strings.Contains(said, want) {
			t.Errorf("%s: no %q in %s", test.how, want, said)
		}
	}
}

// partitionOf writes a partition file with the given text of clusters.
func partitionOf(t *testing.T, dir, devices, program, clusters string) (file string) {
	t.Helper()
	_, own, errs := lathe(t, "", "plan", "--devices="+devices, "--partition-to=-", program)
	head := regexp.MustCompile(`(?s)^.*?func [^{]*\{\n`).FindString(own)
	if head == "" {
		t.Fatal(own, errs)
	}
	return written(t, dir, "partition", head+clusters+"\n}\n")
}

// TestPeersOfJoined checks that joined outputs count as one input if the number of inputs of a
// device is limited. If the partitions on a device read more values than it accepts, a strategy
// fails, but a partition file is applied with a warning.
func TestPeersOfJoined(t *testing.T) {
	dir := t.TempDir()
	program, file := written(t, dir, "program.mlir", tables), filepath.Join(dir, "partition")
	for peers, want := range map[string]string{
		"2": "",
		"1": "error: 'stablehlo.concatenate' op logical device 0 reads 2 values from other partitions, but a device of backend 'vm' accepts 1\n",
	} {
		devices := written(t, dir, "devices.yaml", strings.ReplaceAll("- {name: vm.0, peers: N}\n- {name: vm.1, peers: N}\n", "N", peers))
		status, _, errs := lathe(t, "", "plan", "--devices="+devices, "--strategy=sparsenn join-outputs", "--partition-to="+file, program)
		if (status == 0) != (want == "") || !strings.Contains(errs, want) || want == "" && errs != "" {
			t.Errorf("peers %s: got %d and %swant %s", peers, status, errs, want)
		}
	}
	devices := written(t, dir, "devices.yaml", "- {name: vm.0, peers: 1}\n- {name: vm.1, peers: 3}\n")
	_, _, _ = lathe(t, "", "plan", "--devices=vm.0,vm.1", "--strategy=sparsenn join-outputs", "--partition-to="+file, program)
	status, _, errs := lathe(t, "", "plan", "--devices="+devices, "--partition-from="+file, program)
	want := "warning: 'func.func' op the partitions of @main on device 'vm.0' (main_SLSPartition_0, main_NonSLSPartition_) read 2 values from other partitions, but the device accepts 1\n"
	if status != 0 || !strings.Contains(errs, want) || strings.Count(errs, "warning") != 1 {
		t.Errorf("got %d and %swant %s", status, errs, want)
	}
}

// TestJoinedUnlike checks that a request to join outputs that cannot be joined is an error at the
// location of the request.
func TestJoinedUnlike(t *testing.T) {
	dir := t.TempDir()
	program := written(t, dir, "program.mlir", strings.NewReplacer("tensor<4xf32>", "tensor<4x1xf32>", "tensor<6xf32>", "tensor<6x1xf32>").Replace(twice))
	file := partitionOf(t, dir, "vm.0,vm.1", program, `  cluster "vm.0" as "a" joined #2 #4 { #2 #4 } cluster "vm.1" { #3 #5 #6 }`)
	want := "partition 'a' cannot join the result of #4: it must be a tensor of static shape without encoding, and may differ from the result of #2 only in the last dimension\n"
	if status, _, errs := lathe(t, "", "plan", "--devices=vm.0,vm.1", "--partition-from="+file, program); status == 0 || !strings.Contains(errs, "partition:3:18: error: "+want) {
		t.Errorf("got %d and %swant %s", status, errs, want)
	}
}

// TestJoinedNothing checks the error for a request to join a single output, an output that is
// listed twice, or an output that the function returns.
func TestJoinedNothing(t *testing.T) {
	dir := t.TempDir()
	program := written(t, dir, "program.mlir", twice)
	for _, joined := range []string{"#2", "#2 #2", "#2 #4 #4", "#2 #4 #5"} {
		file := partitionOf(t, dir, "vm.0,vm.1", program, `  cluster "vm.0" as "a" joined `+joined+` { #2 #4 #5 } cluster "vm.1" { #3 #6 }`)
		want := "partition:3:18: error: partition 'a' must join at least two results, each listed once, read by another cluster and not returned, but joins " + joined + "\n"
		if status, _, errs := lathe(t, "", "plan", "--devices=vm.0,vm.1", "--partition-from="+file, program); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("got %d and %swant %s", status, errs, want)
		}
	}
}

// TestNumbersContradict checks that a partition file is rejected if and only if it gives a device
// two numbers, or gives two devices the same number.
func TestNumbersContradict(t *testing.T) {
	dir := t.TempDir()
	program := written(t, dir, "program.mlir", twice)
	file := filepath.Join(dir, "partition")
	for _, test := range []struct{ a, b, want string }{
		{`numbers 0 on "vm.0"`, `numbers 1 on "vm.1"`, ""},
		{`numbers 0,1 on "vm.0" "vm.1"`, `numbers 1 on "vm.1"`, ""},
		{`numbers 0 on "vm.0"`, `numbers 0 on "vm.1"`, "device number 0 is 'vm.1' for partition 'b', but 'vm.0' for partition 'a'\n"},
		{`numbers 0,1 on "vm.0" "vm.1"`, `numbers 2 on "vm.1"`, "device 'vm.1' is number 2 for partition 'b', but number 1 for partition 'a'\n"},
	} {
		partitionOf(t, dir, "vm.0,vm.1", program, `  cluster "vm.0" as "a" `+test.a+` { #2 #4 }`+"\n"+`  cluster "vm.1" as "b" `+test.b+` { #3 #5 #6 }`)
		status, _, errs := lathe(t, "", "plan", "--devices=vm.0,vm.1", "--partition-from="+file, program)
		if (status == 0) != (test.want == "") || test.want != "" && !strings.Contains(errs, "partition:4:18: error: "+test.want) {
			t.Errorf("%s, %s: got %d and %swant %s", test.a, test.b, status, errs, test.want)
		}
	}
}

// TestRoomOfReplay checks the warning for a partition file that makes a device reserve more than
// its memory.
func TestRoomOfReplay(t *testing.T) {
	dir := t.TempDir()
	devices, program := written(t, dir, "devices.yaml", "- {name: vm.0, memory: 200}\n- {name: vm.1}\n"), written(t, dir, "program.mlir", twice)
	for contexts, want := range map[string]string{
		"": "", "contexts 2": "", "contexts 3": "warning: 'func.func' op @main needs 240 bytes for its partitions on device 'vm.0' (a), which has 200\n",
		"replicas 3": "warning: 'func.func' op @main needs 240 bytes for its partitions on device 'vm.0' (a), which has 200\n",
	} {
		file := partitionOf(t, dir, devices, program, `  cluster "vm.0" as "a" `+contexts+` { #2 #4 } cluster "vm.1" { #3 #5 #6 }`)
		for _, command := range []string{"plan", "run"} {
			status, _, errs := lathe(t, "", command, "--devices="+devices, "--partition-from="+file, program)
			if status != 0 || !strings.Contains(errs, want) || strings.Contains(errs, "needs") != (want != "") {
				t.Errorf("%s %q: got %d and %swant %s", command, contexts, status, errs, want)
			}
		}
	}
}

// TestReplayOfProfiling checks that the partition of the strategy "profiling" can be replayed with
// the same flags. The replayed plan must use and list the device that profiling added.
func TestReplayOfProfiling(t *testing.T) {
	dir := t.TempDir()
	file, program := filepath.Join(dir, "partition"), written(t, dir, "program.mlir", twice)
	first, again := filepath.Join(dir, "first.mlir"), filepath.Join(dir, "again.mlir")
	for _, devices := range []string{"vm.0,vm.1", "vm,ref", written(t, dir, "devices.yaml", "- {name: vm}\n- {name: ref, memory: 1MiB}\n")} {
		_, out, errs := lathe(t, "", "plan", "--json", "--devices="+devices, "--strategy=profiling", "--partition-to="+file, program)
		status, replayed, more := lathe(t, "", "plan", "--json", "--devices="+devices, "--partition-from="+file, program)
		if diff := cmp.Diff(planFacts(t, out+errs), planFacts(t, replayed+more)); status != 0 || diff != "" {
			t.Errorf("%s: -profiling +as the file says\n%s", devices, diff)
		}
		_, want, _ := lathe(t, "", "run", program)
		if _, got, errs := lathe(t, "", "run", "--no-cache", "--devices="+devices, "--partition-from="+file, program); got != want || want == "" {
			t.Errorf("%s: got %s%s, want %s", devices, got, errs, want)
		}
		_, text, _ := lathe(t, "", "plan", "--devices="+devices, "--partition-from="+file, program)
		if added := strings.Contains(text, ", where it runs clusters)\n"); added != (devices != "vm,ref") {
			t.Errorf("%s: the plan does not list exactly the devices that the strategy added: it begins %.80s", devices, text)
		}
		optimized(t, "--affinity=candidates devices="+devices, "--partition=strategy=profiling", "-o", first, program)
		optimized(t, "--affinity=candidates devices="+devices, "--partition=from="+file, "--cluster-verify", "-o", again, program)
		if diff := cmp.Diff(textOf(t, first), textOf(t, again)); diff != "" {
			t.Errorf("%s: -profiling +as the file says\n%s", devices, diff)
		}
	}
	typo := strings.ReplaceAll(textOf(t, file), " elsewhere", "")
	if err := os.WriteFile(file, []byte(typo), 0o666); err != nil {
		t.Fatal(err)
	}
	want := "cluster is for device 'ref.0', but the devices are vm\n"
	if status, _, errs := lathe(t, "", "plan", "--devices=vm", "--partition-from="+file, program); status == 0 || !strings.Contains(errs, want) {
		t.Errorf("got %d and %swant %s", status, errs, want)
	}
}
