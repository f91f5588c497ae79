package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/cmd/driver/commands/run"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func lathe(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	status = commands.Lathe(context.Background(), tool, args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

const addOne = `
func.func @main(%a: tensor<2xf32>, %b: tensor<2xbf16>, %n: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xbf16>, tensor<2xi1>) {
  %c = stablehlo.constant dense<1.0> : tensor<2xf32>
  %s = stablehlo.add %a, %c : tensor<2xf32>
  %d = stablehlo.add %b, %b : tensor<2xbf16>
  %m = stablehlo.not %n : tensor<2xi1>
  "stablehlo.return"(%s, %d, %m) : (tensor<2xf32>, tensor<2xbf16>, tensor<2xi1>) -> ()
}`

const customCall = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.custom_call @foo(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}`

const clustered = `
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = cluster.region "ref" (%x = %a : tensor<2xf32>) -> tensor<2xf32> {
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    cluster.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}`

// TestRunDevicesOfProgram checks that the program's devices are used and printed by default.
func TestRunDevicesOfProgram(t *testing.T) {
	const body = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %a, %a : tensor<2xf32>
  %s = stablehlo.multiply %r, %r PIN : tensor<2xf32>
  return %s : tensor<2xf32>
}`
	pinned := strings.Replace(body, "PIN", `{cluster.device = "ref"}`, 1)
	free := strings.Replace(body, "PIN ", "", 1)
	_, want, _ := lathe(t, free, "run", "-")
	for _, test := range []struct{ name, text, flag, says string }{
		{"pins", pinned, "", fmt.Sprintf("devices that operations are pinned to: %[1]s, ref (%[1]s runs the operations that are not pinned)\n", defaultBackend(t))},
		{"pins to two", strings.Replace(pinned, "add %a, %a", `add %a, %a {cluster.device = "vm.1"}`, 1), "", "devices that operations are pinned to: vm.1, ref\n"},
		{"list", "module attributes {cluster.devices = [#cluster.target<\"ref\">]} {" + free + "}", "",
			"devices of the module's attribute cluster.devices: ref\n"},
		{"backend", pinned, "--backend=vm", "warning: --backend=vm runs everything; the devices that operations are pinned to (ref) are not used\n"},
		{"given", pinned, "--devices=ref,vm", ""},
		{"none", free, "", ""},
	} {
		args := []string{"run", "-"}
		if test.flag != "" {
			args = append(args, test.flag)
		}
		status, out, errs := lathe(t, test.text, args...)
		if status != 0 || out != want || errs != test.says {
			t.Errorf("%s: got status %d, output %q instead of %q, says %q instead of %q", test.name, status, out, want, errs, test.says)
		}
	}
	for _, test := range []struct{ pin, says string }{
		{defaultBackend(t) + ".1", fmt.Sprintf("devices: %s.1 (in this order)\n", defaultBackend(t))},
		{"ref", fmt.Sprintf("devices: %[1]s, ref (in this order; %[1]s runs the operations that are not pinned)\n", defaultBackend(t))},
	} {
		if _, out, errs := lathe(t, strings.Replace(pinned, "\"ref\"", "\""+test.pin+"\"", 1), "plan", "-"); !strings.HasPrefix(out, test.says) {
			t.Errorf("pinned to %s: plan prints %q, %q", test.pin, out, errs)
		}
	}
	if status, out, errs := lathe(t, free, "plan", "-"); status != 0 || errs != "" || !strings.HasPrefix(out, fmt.Sprintf("devices: %s (in this order)\n", defaultBackend(t))) {
		t.Errorf("without devices: plan prints %q, %q", out, errs)
	}
	for what, says := range map[string]string{"": "not on the first device: 0 operations\n", "%s": "device: " + defaultBackend(t) + " "} {
		status, out, errs := lathe(t, free, append([]string{"explain", "-"}, strings.Fields(what)...)...)
		if status != 0 || errs != "" || !strings.Contains(out, says) {
			t.Errorf("without devices: explain %s prints %q, %q", what, out, errs)
		}
	}
	_, doubled, _ := lathe(t, strings.Replace(strings.Replace(body, "multiply %r, %r PIN", "abs %a", 1), "return %s", "return %r", 1), "run", "-")
	status, out, errs := lathe(t, clustered, "run", "-")
	if status != 0 || out != doubled || errs != "devices of the program's clusters: ref\n" {
		t.Errorf("clusters: got status %d, output %q instead of %q, says %q", status, out, doubled, errs)
	}
}

// TestDevicesOfAttributesAndRules checks that rules pin operations like attributes do.
func TestDevicesOfAttributesAndRules(t *testing.T) {
	const program = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %a, %a {cluster.device = "ref"} : tensor<2xf32>
  %s = stablehlo.multiply %r, %r : tensor<2xf32>
  return %s : tensor<2xf32>
}`
	for _, rule := range []string{"pin op stablehlo.multiply to ref", "pin name %s to ref"} {
		if status, _, errs := lathe(t, program, "run", "--no-cache", "--rules="+rule, "-"); status != 0 || errs != "devices that operations are pinned to: ref\n" {
			t.Errorf("%s: run: got status %d, says %q", rule, status, errs)
		}
		if _, out, errs := lathe(t, program, "plan", "--rules="+rule, "-"); !strings.HasPrefix(out, "devices: ref (in this order)\n") {
			t.Errorf("%s: plan prints %q, %q", rule, out, errs)
		}
	}
}

// TestRunFoldersFirst checks that output folders are checked before the program is parsed.
func TestRunFoldersFirst(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--output=", "--kernels="} {
		_, _, errs := lathe(t, "not a program", "run", "-", flag+filepath.Join(file, "below"))
		if !strings.Contains(errs, "cannot open output directory") || strings.Contains(errs, "<stdin>") {
			t.Errorf("%s: %q", flag, errs)
		}
	}
}

// write writes a tensor to a .npy file and returns the flag that reads it.
func write(t *testing.T, dir, name string, v *tensor.Tensor) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := tensor.WriteNpyFile(file, v); err != nil {
		t.Fatal(err)
	}
	return "--input=" + file
}

func TestRunFiles(t *testing.T) {
	dir := t.TempDir()
	b := tensor.New(tensor.BF16, 2)
	b.SetFloat(0, 1.5)
	b.SetFloat(1, -3)
	args := []string{
		"run", "-", "-o", filepath.Join(dir, "out"),
		write(t, dir, "a.npy", tensor.FromSlice([]int64{2}, []float32{1, 2})),
		write(t, dir, "b.npy", b), // stored as ui16
		write(t, dir, "n.npy", tensor.FromSlice([]int64{2}, []bool{true, false})),
	}
	if status, out, errs := lathe(t, addOne, args...); status != 0 || out+errs != "" {
		t.Fatalf("got status %d, output %q, errors %q", status, out, errs)
	}
	for i, want := range []string{"tensor<2xf32> [2, 3]", "tensor<2xui16> [16448, 49344]", "tensor<2xi1> [false, true]"} {
		got, err := tensor.ReadNpyFile(filepath.Join(dir, "out", "out"+string(rune('0'+i))+".npy"))
		if err != nil {
			t.Fatal(err)
		}
		if s := tensor.Format(got, 10); s != want {
			t.Errorf("result %d is %s, expected %s", i, s, want)
		}
	}
	left, _ := os.ReadDir(filepath.Join(dir, "out"))
	if len(left) != 3 {
		t.Errorf("the folder has %d files, expected 3", len(left))
	}
}

// TestRunOutputName checks that an error names the result's file, not the temporary file.
func TestRunOutputName(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fmt.Sprintf(".out0.%d.npy", os.Getpid())), 0o777); err != nil {
		t.Fatal(err)
	}
	const program = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}"
	if status, _, errs := lathe(t, program, "run", "--no-cache", "-", "-o", dir); status == 0 || !strings.Contains(errs, filepath.Join(dir, "out0.npy")+": ") {
		t.Errorf("got status %d, errors %q", status, errs)
	}
}

// TestRunScalarFile passes files with one element and rank 0, 1 or 2 for an argument of rank 0. For
// example, numpy.ascontiguousarray turns a scalar into an array of rank 1.
func TestRunScalarFile(t *testing.T) {
	const program = "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}"
	dir := t.TempDir()
	for rank := range 3 {
		one := tensor.FromSlice([]int64{1, 1}[:rank], []float32{7})
		if status, out, errs := lathe(t, program, "run", "-", write(t, dir, "a.npy", one)); status != 0 || out != "tensor<f32> 7\n" {
			t.Errorf("rank %d: got status %d, output %q, errors %q", rank, status, out, errs)
		}
	}
	two := write(t, dir, "b.npy", tensor.FromSlice([]int64{2}, []float32{7, 8}))
	if status, _, errs := lathe(t, program, "run", "-", two); status != 1 || !strings.Contains(errs, "input #0 must be 'tensor<f32>', but got 'tensor<2xf32>'") {
		t.Errorf("two elements: got status %d, errors %q", status, errs)
	}
}

func TestRunPrints(t *testing.T) {
	_, first, _ := lathe(t, addOne, "run", "-", "--seed=3")
	_, again, _ := lathe(t, addOne, "run", "-", "--seed=3", "--threads=1")
	_, other, _ := lathe(t, addOne, "run", "-", "--seed=4")
	if first != again || first == other || strings.Count(first, "\n") != 3 || !strings.HasPrefix(first, "tensor<2xf32> [") {
		t.Errorf("seed 3 gives %q and then %q, seed 4 gives %q; expected equal results for equal seeds only", first, again, other)
	}
}

func TestRunBench(t *testing.T) {
	status, out, errs := lathe(t, addOne, "run", "-", "--bench=3")
	var report run.BenchReport
	if err := json.Unmarshal([]byte(out), &report); status != 0 || err != nil {
		t.Fatalf("got status %d, %v, errors %q", status, err, errs)
	}
	if report.Runs != 3 || report.Min <= 0 || report.Median < report.Min || report.Compile <= 0 {
		t.Errorf("got an invalid report %+v", report)
	}
}

func devices(n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("vm.%d", i))
	}
	return strings.Join(names, ",")
}

// TestRunErrors checks that each error is printed once, and leaves no output folder.
func TestRunErrors(t *testing.T) {
	dir := t.TempDir()
	wrong := write(t, dir, "wrong.npy", tensor.New(tensor.F32, 3))
	right := write(t, dir, "right.npy", tensor.New(tensor.F32, 2))
	truncated := filepath.Join(dir, "truncated.npy")
	if err := os.WriteFile(truncated, []byte("\x93NUMPY\x01\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	const one = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}"
	for _, test := range []struct {
		name, stdin string
		args        []string
		want        []string
	}{
		{"missing file", "", []string{"nofile.mlir"}, []string{"cannot open input file 'nofile.mlir'"}},
		{"syntax", "func.func @main(%a: tensor<2xf32) {", []string{"-"}, []string{"<stdin>:1:33: error: "}},
		{"a graph", `{"nodes": [], "arg_nodes": [], "heads": []}`, []string{"-"}, []string{"<stdin>:1:1: error: the input is JSON, not a program", "help: convert an NNVM graph to a program with lathe convert"}},
		{"variables", "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = nnvm._assign(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\n  return %r : tensor<2xf32>\n}",
			[]string{"-"}, []string{"<stdin>:2:8: error: 'nnvm._assign' op cannot be lowered to kernels: no rule lowers it", "state-to-values"}},
		{"type", "func.func @main(%a: tensor<2xf32>) -> tensor<3xf32> {\n  return %a : tensor<2xf32>\n}", []string{"-"}, []string{"<stdin>:2:3: error: "}},
		{"unknown backend", one, []string{"-", "--backend=vmm"}, []string{"unknown backend 'vmm'", "help: did you mean 'vm'?"}},
		{"unknown device", one, []string{"-", "--devices=vm,npu.0"}, []string{"unknown backend 'npu' of device 'npu.0'; have c, jit, ref, vm"}},
		{"no devices", one, []string{"-", "--devices="}, []string{"--devices must name at least one device, but is empty", "help: "}},
		{"hetero is not a device", one, []string{"-", "--devices=hetero,vm"}, []string{"device 'hetero' must be of a backend that supports operations", "help: name the devices themselves"}},
		{"empty backend", one, []string{"-", "--backend="}, []string{"error: --backend must have a value, but is empty", "help: "}},
		{"empty strategy", one, []string{"-", "--devices=vm", "--strategy", ""}, []string{"error: --strategy must have a value, but is empty", "help: "}},
		{"negative size of clusters", one, []string{"-", "--devices=vm", "--min-cluster-size=-1"}, []string{"error: --min-cluster-size must not be negative, but is -1", "help: "}},
		{"kernels of a backend that emits none", one, []string{"-", "--backend=ref", "--kernels=" + filepath.Join(dir, "k")}, []string{"error: --kernels has nothing to write: no backend of this run emits kernels", "help: "}},
		{"too many devices", one, []string{"-", "--devices=" + devices(65)}, []string{"error: at most 64 devices can be given, but there are 65", "help: "}},
		{"long bench", one, []string{"-", "--bench=99999999999"}, []string{"--bench must be at most 1000000, but got 99999999999", "help: "}},
		{"argument of none", "func.func @main(%a: none) {\n  return\n}", []string{"-", "--backend=ref"}, []string{"error: input #0 has the type 'none', which tensors cannot have"}},
		{"result that is quantized", "func.func @main(%a: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>> {\n  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>\n  return %0 : tensor<4x!quant.uniform<i8:f32, 2.0>>\n}", []string{"-", "--backend=vm"}, []string{"'func.func' op cannot return result #0: there are no tensors of type 'tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>'"}},
		{"argument of i65", "func.func @main(%a: i65) -> i65 {\n  return %a : i65\n}", []string{"-", "--backend=ref"}, []string{"error: input #0 has the type 'i65', which tensors cannot have"}},
		{"negative bench", one, []string{"-", "--bench=-1"}, []string{"--bench must not be negative, but got -1", "help: "}},
		{"custom call", customCall, []string{"-", "--backend=ref"}, []string{"<stdin>:2:8: error: 'stablehlo.custom_call' op is unsupported by the interpreter: target @foo"}},
		{"custom call on devices", customCall, []string{"-", "--devices=ref"}, []string{"<stdin>:2:8: error: 'stablehlo.custom_call' op is supported by no device", "device 'ref' refuses it: the interpreter cannot run this 'stablehlo.custom_call': target @foo"}},
		{"pin", "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = stablehlo.add %a, %a {cluster.device = \"npu\"} : tensor<2xf32>\n  return %r : tensor<2xf32>\n}",
			[]string{"-"}, []string{"<stdin>:2:8: error: unknown backend 'npu'", "help: name an existing device"}},
		{"listed device with the name of a device file", strings.Replace(one, "func.func", "module attributes {cluster.devices = [#cluster.target<\"vm.yaml\", {backend = \"vm\"}>]} { func.func", 1) + "}",
			[]string{"-"}, []string{"<stdin>:1:1: error: the name of a device must not have the suffix of a device file, but is \"vm.yaml\"", "help: "}},
		{"pin to a device that is not listed and has the name of a device file", "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = stablehlo.add %a, %a {cluster.device = \"vm.yaml\"} : tensor<2xf32>\n  return %r : tensor<2xf32>\n}",
			[]string{"-"}, []string{"<stdin>:2:8: error: the name of a device must not have the suffix of a device file", "help: "}},
		{"no device file", one, []string{"-", "--devices=nof.yaml"}, []string{"cannot open device file 'nof.yaml'", "help: name an existing file"}},
		{"no rules file", one, []string{"-", "--devices=vm", "--rules=nof.rules"}, []string{"cannot open rules file 'nof.rules'", "help: name an existing file"}},
		{"id 0, which no operation has", "func.func @main(%a: tensor<2xf32>) -> tensor<f32> {\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}",
			[]string{"-", "--devices=vm", "--rules=pin id 0 to vm"}, []string{"the rule matches no operation"}},
		{"clusters of other devices", clustered, []string{"-", "--devices=vm"}, []string{"<stdin>:3:8: error: 'cluster.region' op is a cluster for device 'ref', but the devices are vm", "help: "}},
		{"both devices and a backend", one, []string{"-", "--devices=vm", "--backend=vm"}, []string{"exclude each other"}},
		{"unsupported", customCall, []string{"-", "--backend=vm"}, []string{"<stdin>:2:8: error: 'stablehlo.custom_call' op cannot be lowered"}},
		{"too few inputs", addOne, []string{"-", right}, []string{"the function takes 3 inputs, but got 1", "help: "}},
		{"wrong shape", one, []string{"-", wrong}, []string{"input #0 must be 'tensor<2xf32>', but got 'tensor<3xf32>'", "help: "}},
		{"truncated input", one, []string{"-", "--input=" + truncated}, []string{"input #0", "truncated.npy"}},
		{"missing input", one, []string{"-", "--input=none.npy"}, []string{"input #0: cannot open input file 'none.npy': no such file or directory"}},
		{"output is a file", one, []string{"-", "-o", truncated}, []string{"cannot open output directory '" + truncated + "': not a directory", "help: "}},
		{"kernels into a file", one, []string{"-", "--kernels", truncated}, []string{"cannot open output directory '" + truncated + "'"}},
		{"negative threads", one, []string{"-", "--threads=-1"}, []string{"--threads must not be negative, but got -1", "help: "}},
		{"no function", "module {}", []string{"-"}, []string{"module has no function to run"}},
		{"backend c in a tool that cannot load its code", one, []string{"-", "--backend=c"}, []string{"help: use lathe, or --backend=vm"}},
		{"bad flag", one, []string{"-", "--bogus"}, []string{"unknown flag --bogus"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			status, stdout, stderr := lathe(t, test.stdin, append([]string{"run", "-o", out}, test.args...)...)
			if status == 0 || stdout != "" {
				t.Errorf("got status %d, output %q", status, stdout)
			}
			for _, w := range test.want {
				if !strings.Contains(stderr, w) {
					t.Errorf("errors are %q, expected %q", stderr, w)
				}
			}
			if n := strings.Count(stderr, "error: "); n != 1 {
				t.Errorf("got %d errors, expected 1: %q", n, stderr)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("the command failed, but left an output folder")
			}
		})
	}
}

func TestLatheLists(t *testing.T) {
	if status, out, _ := lathe(t, "", "devices"); status != 0 || !strings.Contains(out, "vm       kernels evaluated in portable Go") || strings.Contains(out, "hetero") {
		t.Errorf("devices: got status %d, %q", status, out)
	}
	if status, out, _ := lathe(t, "", "version"); status != 0 || !strings.HasPrefix(out, "lathe 0") {
		t.Errorf("version: got status %d, %q", status, out)
	}
	status, out, errs := lathe(t, addOne, "plan", "--devices=vm,c", "-")
	if status != 0 || !strings.Contains(out, "vm") {
		t.Errorf("plan: got status %d, %q, %q", status, out, errs)
	}
}

// TestRunNames checks that rules and errors use the value names of the program's text.
func TestRunNames(t *testing.T) {
	const text = `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  %b = stablehlo.abs %a {cluster.group = "g"} : tensor<2xf32>
  %c = stablehlo.negate %b {cluster.group = "g"} : tensor<2xf32>
  return %c : tensor<2xf32>
}
`
	for _, test := range []struct{ rules, want string }{
		{"pin name a to ref; keep name %a from vm", ""},
		{"pin name nix to ref", "the rule matches no operation"},
		{"keep name a from vm; keep name a from ref", "the rule 'keep name a from ref' keeps it away"},
		{"keep name b from vm; keep name b from ref", "device 'vm' refuses it: it refuses %b of the same group 'g'"},
	} {
		status, _, errs := lathe(t, text, "run", "--devices=vm,ref", "--no-cache", "--rules="+test.rules, "-")
		if (status == 0) != (test.want == "") || !strings.Contains(errs, test.want) {
			t.Errorf("%s: got status %d\n%s", test.rules, status, errs)
		}
	}
}

// TestUsualWords checks that help and --version work as in other tools.
func TestUsualWords(t *testing.T) {
	for words, want := range map[string]string{"help": "Usage: lathe <command>", "help run": "Usage: lathe run <file>", "--version": "lathe ", "version": "lathe "} {
		if status, out, errs := lathe(t, "", strings.Fields(words)...); status != 0 || !strings.HasPrefix(out, want) {
			t.Errorf("%s: got status %d, %q, %q", words, status, out, errs)
		}
	}
}

// TestNoCacheFolder checks that the command "run" prints one warning if caching is enabled and the
// system has no cache folder, or only a relative one.
func TestNoCacheFolder(t *testing.T) {
	t.Setenv("HOME", "")
	for _, dir := range []string{"", "relative"} {
		t.Setenv("XDG_CACHE_HOME", dir)
		for _, test := range []struct {
			flags []string
			warns bool
		}{{nil, true}, {[]string{"--no-cache"}, false}, {[]string{"--cache-dir=" + t.TempDir()}, false}} {
			status, _, errs := lathe(t, addOne, append([]string{"run", "-"}, test.flags...)...)
			warns := strings.Contains(errs, "there is no folder for caches: ") && strings.Contains(errs, "XDG_CACHE_HOME")
			if status != 0 || warns != test.warns {
				t.Errorf("XDG_CACHE_HOME=%q %v: got status %d, %q", dir, test.flags, status, errs)
			}
		}
	}
}

// defaultBackend returns the backend that this machine uses for programs without devices.
func defaultBackend(t *testing.T) string {
	t.Helper()
	r := backends.NewRegistry(all.Bundle().Backends, backends.Config{})
	defer r.Close()
	return compile.DefaultBackend(r, nil)
}

// TestPlanLooksIntoCallees checks that "lathe plan" rejects a call if ref cannot run the callee.
func TestPlanLooksIntoCallees(t *testing.T) {
	text := `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @outer(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @outer(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @inner(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @inner(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @nobody(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
`
	for _, name := range []string{"plan", "run"} {
		status, out, errs := lathe(t, text, name, "--devices=ref", "-")
		if status == 0 || !strings.Contains(errs, "'func.call' calls @outer") || !strings.Contains(errs, "custom_call") {
			t.Error(name, status, out, errs)
		}
	}
}

// TestPlanLooksIntoRecursiveCallees checks functions that call each other.
func TestPlanLooksIntoRecursiveCallees(t *testing.T) {
	text := `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = func.call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @nobody(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
`
	status, out, errs := lathe(t, text, "plan", "--devices=ref", "-")
	if status == 0 || !strings.Contains(errs, "'func.call' calls @f: ") || !strings.Contains(errs, "'func.call' calls @g: ") {
		t.Error(status, out, errs)
	}
}

// TestRunDynamic runs a program on two shapes, also on engines that need static shapes.
func TestRunDynamic(t *testing.T) {
	const program = `func.func @main(%x: tensor<?x2xf32>) -> tensor<?x1xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %c = stablehlo.constant dense<10.0> : tensor<f32>
  %ten = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x1xf32>
  %column = stablehlo.slice %x [0:1, 0:1] : (tensor<?x2xf32>) -> tensor<1x1xf32>
  %all = stablehlo.broadcast_in_dim %column, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %flat = stablehlo.reshape %all : (tensor<1x1xf32>) -> tensor<f32>
  %spread = stablehlo.dynamic_broadcast_in_dim %flat, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x1xf32>
  %r = stablehlo.add %ten, %spread : tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}`
	dir := t.TempDir()
	two := write(t, dir, "a.npy", tensor.FromSlice([]int64{2, 2}, []float32{1, 2, 3, 4}))
	three := write(t, dir, "b.npy", tensor.FromSlice([]int64{3, 2}, []float32{5, 6, 7, 8, 9, 0}))
	for _, on := range []string{"--backend=jit", "--backend=vm", "--backend=ref", "--devices=vm,ref"} {
		for file, want := range map[string]string{two: "tensor<2x1xf32> [[11], [11]]\n", three: "tensor<3x1xf32> [[15], [15], [15]]\n"} {
			if status, out, errs := lathe(t, program, "run", "-", "--no-cache", on, file); status != 0 || out != want {
				t.Errorf("%s: got status %d, output %q, errors %q", on, status, out, errs)
			}
		}
	}
	bad := write(t, dir, "c.npy", tensor.FromSlice([]int64{2, 3}, make([]float32, 6)))
	if status, _, errs := lathe(t, program, "run", "-", bad); status != 1 || !strings.Contains(errs, "input #0 must be 'tensor<?x2xf32>', but got 'tensor<2x3xf32>'") {
		t.Errorf("other shape: got status %d, errors %q", status, errs)
	}
}
