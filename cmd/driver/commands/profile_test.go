package commands_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// observed runs a program of two operations, which are pinned to vm.0 and vm.1.
func observed(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	const text = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {cluster.device = "vm.0"} : tensor<4xf32>
  %1 = stablehlo.tanh %0 {cluster.device = "vm.1"} : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	return lathe(t, text, append([]string{"run", "-", "--no-cache"}, args...)...)
}

// TestProfile checks the profile and the trace of each mode. Results must be the same without them.
func TestProfile(t *testing.T) {
	_, want, _ := observed(t, "--devices=vm.0,vm.1")
	for _, mode := range []string{"sequential", "asynchronous", "pipelined"} {
		file := filepath.Join(t.TempDir(), "run.json")
		status, out, errs := observed(t, "--devices=vm.0,vm.1", "--property", "mode="+mode, "--property=streams=2", "--profile", "--trace="+file)
		if status != 0 || out != want {
			t.Fatalf("%s: got status %d, %s%s", mode, status, out, errs)
		}
		for _, line := range []string{"part1@vm.0: stablehlo.add %0 #2 line 2", "part2@vm.1: stablehlo.tanh %1 #3 line 3", "EXECUTED", "the run"} {
			if !strings.Contains(errs, line) {
				t.Errorf("%s: no %q in\n%s", mode, line, errs)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil || !json.Valid(text) || !strings.Contains(string(text), "part2@vm.1: stablehlo.tanh %1 #3 line 3") {
			t.Errorf("%s: the trace is %s, %v", mode, text, err)
		}
	}
}

// TestProfileNames checks that the line of each kernel names an operation of the program. An
// operation can become several kernels, or a kernel that only copies. For an operation that was
// optimized out, the line must also name the operation that does its work.
func TestProfileNames(t *testing.T) {
	const text = `func.func @main(%w: tensor<100x16xf32>, %i: tensor<24xi64>, %l: tensor<8xi32>, %d: tensor<8x4xf32>) -> tensor<8x20xf32> {
  %e = nn.sparse_lengths_sum %w, %i, %l {cluster.device = "vm.0"} : (tensor<100x16xf32>, tensor<24xi64>, tensor<8xi32>) -> tensor<8x16xf32>
  %z = stablehlo.constant {cluster.device = "vm.1"} dense<1.0> : tensor<8x16xf32>
  %s = stablehlo.add %e, %z {cluster.device = "vm.1"} : tensor<8x16xf32>
  %c = stablehlo.concatenate %s, %d, dim = 1 {cluster.device = "vm.1"} : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<8x20xf32>
  return %c : tensor<8x20xf32>
}`
	status, _, errs := lathe(t, text, "run", "-", "--no-cache", "--devices=vm.0,vm.1", "--profile-all")
	if status != 0 {
		t.Fatal(errs)
	}
	kernels := 0
	for line := range strings.Lines(errs) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "EXECUTED" && words[0] != "OPTIMIZED_OUT" {
			continue
		}
		kernels++
		if !strings.Contains(line, ": nn.") && !strings.Contains(line, ": stablehlo.") || words[0] == "OPTIMIZED_OUT" && strings.Count(line, words[5]) != 2 {
			t.Errorf("the line does not name an operation of the program: %s", line)
		}
	}
	if kernels < 8 || !strings.Contains(errs, "part1@vm.0: nn.sparse_lengths_sum") || !strings.Contains(errs, "part2@vm.1: stablehlo.concatenate") {
		t.Errorf("got %d kernels, expected at least 8, with the lookup on vm.0 and the concatenation on vm.1, in\n%s", kernels, errs)
	}
}

// TestProfileOfLoop checks that the operations inside a while are listed below it.
func TestProfileOfLoop(t *testing.T) {
	const text = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.tanh %x : tensor<4xf32>
      stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}`
	file := filepath.Join(t.TempDir(), "run.json")
	status, _, errs := lathe(t, text, "run", "-", "--no-cache", "--backend=ref", "--profile", "--trace="+file)
	for _, line := range []string{
		`4 +  stablehlo\.compare %c #\d+ line 7 +interpreter`, `3 +  stablehlo\.tanh %y #\d+ line 11 +interpreter`,
		`1 +stablehlo\.while %r #\d+ line 5 +interpreter\n.*  stablehlo\.compare`,
	} {
		if status != 0 || !regexp.MustCompile(line).MatchString(errs) {
			t.Errorf("no %q in\n%s", line, errs)
		}
	}
	trace, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(trace), `"runs":3`) {
		t.Errorf("the trace is %s, %v", trace, err)
	}
	_, _, errs = lathe(t, text, "run", "-", "--no-cache", "--backend=vm", "--profile")
	if !regexp.MustCompile(`3 +  stablehlo\.tanh %y #\d+ line 11 +k\d`).MatchString(errs) || strings.Contains(errs, "OPTIMIZED_OUT") || !strings.Contains(errs, "--profile-all shows them") {
		t.Errorf("the profile on vm has a wrong line for %%y, or lists operations that were optimized out:\n%s", errs)
	}
	devices := strings.Replace(text, "stablehlo.while(%i = %zero", "stablehlo.while(%i = %from", 1)
	devices = strings.Replace(devices, "  %r:2", "  %from = stablehlo.add %zero, %zero {cluster.device = \"ref\"} : tensor<i32>\n  %r:2", 1)
	_, _, errs = lathe(t, devices, "run", "-", "--no-cache", "--devices=vm,ref", "--profile")
	if !regexp.MustCompile(`part\d@vm: stablehlo\.tanh %y #\d+ line 12 +k\d`).MatchString(errs) {
		t.Errorf("the profile on vm and ref has a wrong line for %%y:\n%s", errs)
	}
}

// TestObserveErrors checks the errors about properties, profiles and traces.
func TestObserveErrors(t *testing.T) {
	for _, test := range []struct {
		says string
		args []string
	}{
		{"--property must be KEY=VALUE, but is 'mode'", []string{"--property=mode"}},
		{"property 'streams' is given twice", []string{"--property=streams=1", "--property=streams=2"}},
		{"did you mean 'streams'?", []string{"--backend=vm", "--property=stream=1"}},
		{"must be one of sequential, asynchronous, pipelined, but got 'fast'", []string{"--devices=vm.0,vm.1", "--property=mode=fast"}},
		{"--bench excludes --profile", []string{"--bench=2", "--profile"}},
		{"cannot write trace file", []string{"--backend=none", "--trace=" + filepath.Join(t.TempDir(), "none", "t.json")}},
		{"cannot write profile", []string{"--backend=none", "--profile-to=" + filepath.Join(t.TempDir(), "none", "t.json")}},
		{"cannot write profile", []string{"--backend=none", "--profile-to=" + t.TempDir()}},
	} {
		status, _, errs := observed(t, test.args...)
		if status == 0 || !strings.Contains(errs, test.says) {
			t.Errorf("%v: got status %d, %s", test.args, status, errs)
		}
	}
}

// TestProfileOfKernels checks the columns GFLOP/s, GB/s and percentage of the peak rate.
func TestProfileOfKernels(t *testing.T) {
	const product = "func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {\n" +
		"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n  return %0 : tensor<64x64xf32>\n}\n"
	status, _, errs := lathe(t, product, "run", "-", "--backend=vm", "--profile")
	for _, want := range []string{`by +GFLOP/s +GB/s +of peak\n`, `EXECUTED .* k0 +[0-9]+\.[0-9] +[0-9]+\.[0-9] +[1-9][0-9]*%\n`} {
		if !regexp.MustCompile(want).MatchString(errs) {
			t.Errorf("got exit status %d, and no %q in\n%s", status, want, errs)
		}
	}
}
