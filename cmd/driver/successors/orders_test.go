// In the names of tests, R and a number are a row of the tables in docs/successors.md.

package successors

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	devices "github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func source(t *testing.T, graph string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", graph+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestR13Cycles(t *testing.T) {
	TestGlow32DagValidationWithBackendHints(t)
	TestGlow33DagValidation1(t)
	TestGlow34DagValidation2(t)
}

func TestR14Limits(t *testing.T) {
	TestGlow03Error1(t)
	TestGlow31MemoryUsageValidation(t)
	TestGlow42ResourceCountValidation(t)
}

func TestR15Prepartitioned(t *testing.T) {
	TestGlow40PrePartitioned(t)
	ds := several("ref", 2, 0)
	beforehand(t).fails(t, append(ds, several("vm", 1, 0)...), "prepartitioned", placement.Options{}, nil, "devices must be of one backend, but are of 'ref' and 'vm'")
	load(t, "g03").fails(t, ds, "prepartitioned", placement.Options{}, nil, "op is not divided: no function that it calls has the attribute cluster.part")
}

func TestR16Profiling(t *testing.T) {
	p := load(t, "g03")
	if err := p.place(t, three()); err != nil {
		t.Fatal(err)
	}
	if err := p.divide(t, "profiling", placement.Options{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(p.Op); err != nil {
		t.Fatal(err)
	}
	p.expect(t, "test_part1 ref {sub} 192 [0]", "test_part2 ref {mul} 192 [1]", "test_part3 ref {add sub1} 256 [2]")
	p.Op.Walk(func(op *ir.Op) bool {
		if r, ok := ir.As[cluster.Region](op); ok && r.Device() != "ref" {
			t.Errorf("a cluster runs on %s, want ref", r.Device())
		}
		return true
	})
	p.devices = append(p.devices, irplace.Device{Name: "ref"})
	p.same(t, load(t, "g03"))
	q := parse(t, source(t, "g03")+source(t, "g06"))
	q.fails(t, three(), "profiling", placement.Options{}, nil, "divides a program of one function, but there are 2")
}

func TestR17SparseNN(t *testing.T) {
	// TestGlow06 to TestGlow20 test the configurations of Glow's own tests.
	load(t, "g03").fails(t, cards(), "sparsenn", placement.Options{}, nil, "no operation looks up rows of a table")
	parse(t, "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}").
		fails(t, cards(), "sparsenn", placement.Options{}, nil, "no operation looks up rows of a table")
	ds := cards()
	ds[1].Backend, ds[0].refuses, ds[2].refuses = "I", []string{"nn.fc"}, []string{"nn.fc"}
	parse(t, model{layers: 1}.text()).fails(t, ds, "sparsenn", placement.Options{}, nil, "is supported by CPU.1, but '%sls0' is supported by CPU.0, CPU.2")
	p := parse(t, model{layers: 1}.text())
	p.fails(t, cards(), "sparsenn", placement.Options{SparseOptions: placement.SparseOptions{Cards: 4}}, nil, "expected 4 devices for tables, but there are 3")
	parse(t, model{layers: 1}.text()).fails(t, several("CPU", 1, 1_000_000), "sparsenn", placement.Options{SparseOptions: placement.SparseOptions{Cards: 2}}, nil, "expected 2 devices for tables, but there is 1")
	p = parse(t, model{layers: 5}.text())
	p.fails(t, several("CPU", 3, 1_000_000), "sparsenn", placement.Options{}, nil, "the operations without tables need 1218240 bytes, but a device has 1000000")
	// An operation that several lookups read is in a partition that runs before the lookups.
	text := strings.Replace(model{shared: true, layers: 1}.text(), "%weights = nn.splat {value = 1.0} : tensor<2560xf32>", "%one = nn.splat {value = 1.0} : tensor<2560xf32>\n  %weights = nn.relu %one : tensor<2560xf32>", 1)
	text = strings.NewReplacer("2560", "64", "80.0", "2.0").Replace(text)
	q := parse(t, text)
	q.succeeds(t, parse(t, text), cards(), "sparsenn", placement.Options{}, nil)
	if got := strings.Join(q.parts(), "\n"); !strings.Contains(got, "main_PreSLSPartition_ CPU {weights}") {
		t.Errorf("got\n%s", got)
	}
}

func TestR18Precision(t *testing.T) { TestGlow37WithLogicalDevicesFp16(t) }

func TestR19DagObject(t *testing.T) {
	p := beforehand(t)
	p.succeeds(t, beforehand(t), several("ref", 3, 0), "prepartitioned", placement.Options{}, nil) // checks the text and the results of the divided program
	before := p.dag()
	text := p.text()
	again := parse(t, text)
	for i, n := range again.dag() {
		n.Op = before[i].Op
		if fmt.Sprintf("%+v", n) != fmt.Sprintf("%+v", before[i]) {
			t.Errorf("cluster %d of the parsed program is %+v, want %+v", i, n, before[i])
		}
	}
	if !slices.Equal(before[2].Fast, []string{"c", "d"}) {
		t.Errorf("the fast values are %v, want [c d]", before[2].Fast)
	}
}

// everywhere calls f for graphs divided with the strategies memory and balance.
func everywhere(t *testing.T, f func(t *testing.T, p *program)) {
	for _, graph := range []string{"g01", "g02", "g03", "g04", "g06", "g07", "g08", "g09", "g10", "g13"} {
		for _, s := range []string{"memory", "balance"} {
			p := load(t, graph)
			if err := p.place(t, several("I", 6, 3000)); err != nil {
				t.Fatal(err)
			}
			if err := p.divide(t, s, placement.Options{}, nil); err != nil {
				t.Fatalf("%s, %s: %v", graph, s, err)
			}
			f(t, p)
		}
	}
}

func TestR20BoundaryValues(t *testing.T) {
	everywhere(t, func(t *testing.T, p *program) {
		p.Op.Walk(func(op *ir.Op) bool {
			r, ok := ir.As[cluster.Region](op)
			if !ok {
				return true
			}
			seen := map[*ir.Value]bool{}
			for _, v := range r.Yield().Values() {
				if v.IsArg() || seen[v] {
					t.Errorf("a cluster returns a value twice, or returns one of its arguments")
				}
				seen[v] = true
			}
			taken := map[*ir.Value]bool{}
			for _, v := range r.Inputs() {
				if taken[v] {
					t.Error("a cluster has the same input twice")
				}
				taken[v] = true
			}
			return true
		})
	})
}

func TestR22DeviceFile(t *testing.T) {
	const sample = `- name: Device1
  backendName: CPU
  parameters: |
    "nonSupportedNodes" : "AvgPool,Mul"
- name: Device2
  backendName: CPU
  parameters: |
    "nonSupportedNodes" : "AvgPool,Mul"
    "memory" : "1MiB"
    "peakCompute" : "2.2e12"
    "peakDramBw" : "1.1e11"
    "peakSramBw" : "1e12"
    "sramCapacity" : "256MiB"
    "inputCountMax" : "256"
- name: Device3
  backendName: Interpreter
  parameters: |
    "supportedNodes" : ""
    "nonSupportedNodes" : ""
    "deviceID" : "0"
`
	specs, err := devices.Parse([]string{file(t, "devices.yaml", sample)})
	if err != nil {
		t.Fatal(err)
	}
	if len(specs) != 3 || specs[0].Name != "Device1" || specs[2].Backend != "ref" || specs[1].Backend != "vm" {
		t.Fatalf("got %+v", specs)
	}
	s := specs[1].Spec
	if !slices.Equal(s.Deny, []string{"nn.avg_pool2d", "nn.mul"}) || s.Memory != 1<<20 || s.Compute != 2.2e12 || s.Bandwidth != 1.1e11 ||
		s.SRAMBandwidth != 1e12 || s.SRAM != 256<<20 || s.Peers != 256 || specs[2].Spec.Allow != nil || specs[2].Spec.Deny != nil {
		t.Errorf("got %+v", s)
	}
	for _, test := range []struct{ from, to, want string }{
		{"Mul\"\n- name: Device2", "Mull\"\n- name: Device2", "devices.yaml:4:36: error: there is no kind of operation 'Mull'"},
		{`"supportedNodes" : ""`, `"supportedNodes" : "Save, Constant"`, "devices.yaml:18:25: error: supportedNodes must name an operation other than Save, Placeholder and Constant"},
		{`"deviceID" : "0"`, `"deviceID" = "0"`, "devices.yaml:20:5: error: expected a line such as"},
		{`"memory" : "1MiB"`, `"memory" : "much"`, "devices.yaml:9:17: error: memory must be a size such as 64, 32KiB or 2GB, but is 'much'"},
		{`"memory" : "1MiB"`, `"memory" : "4.5"`, "devices.yaml:9:17: error: memory must be a size such as 64, 32KiB or 2GB, but is '4.5'"},
		{`"memory" : "1MiB"`, `"memmory" : "1MiB"`, "devices.yaml:9:6: error: unknown parameter 'memmory'; have supportedNodes, nonSupportedNodes, memory, sramCapacity, peakCompute, peakDramBw, peakSramBw, inputCountMax, deviceID, platformID, deviceId, platformId, doProfile, peakPCIeBw"},
		{`"memory" : "1MiB"`, `"fooBar" : "0"`, "devices.yaml:9:6: error: unknown parameter 'fooBar'; have supportedNodes, "},
		{`"memory" : "1MiB"`, `"peakCompute" : "1"`, "devices.yaml:10:6: error: parameter 'peakCompute' is given twice"},
		{`"memory" : "1MiB"`, `"memory" : 1MiB`, "devices.yaml:9:5: error: expected a line such as"},
		{`"peakCompute" : "2.2e12"`, `"peakCompute" : "fast"`, "devices.yaml:10:22: error: peakCompute must be a number from 1e-15 to 1e+24, but is 'fast'"},
		{`"peakCompute" : "2.2e12"`, `"peakCompute" : "Inf"`, "devices.yaml:10:22: error: peakCompute must be a number from 1e-15"},
		{`"inputCountMax" : "256"`, `"inputCountMax" : "2.5"`, "devices.yaml:14:24: error: inputCountMax must be a whole number from 0 to 2^63-1, but is '2.5'"},
		{`"inputCountMax" : "256"`, `"inputCountMax" : "-1"`, "devices.yaml:14:24: error: inputCountMax must be a whole number from 0 to 2^63-1, but is '-1'"},
		{"name: Device1", "name: [Device1]", "devices.yaml:1:9: error: name must be a non-empty text, but is '[Device1]'"},
		{"name: Device1", "name: My Device", "devices.yaml:1:9: error: the name of a device must have no comma, space or control character"},
		{"backendName: Interpreter", "backendName: 3", "devices.yaml:16:16: error: backendName must be the name of a backend, but is '3'"},
		{"- name: Device1", "- memory: 3\n  name: Device1", "devices.yaml:1:3: error: unknown key 'memory' of a device in Glow's form"},
		{"- name: Device3", "- null\n- name: Device3", "devices.yaml:15:3: error: a device must be a mapping with name, backendName and parameters"},
		{"  backendName: Interpreter\n", "", "devices.yaml:15:7: error: a device needs the key backendName"},
		{"  parameters: |\n    \"supportedNodes\" : \"\"\n    \"nonSupportedNodes\" : \"\"\n    \"deviceID\" : \"0\"\n", "  parameters: 3\n", "devices.yaml:17:15: error: parameters must be a block of lines"},
		{"  parameters: |\n    \"supportedNodes\" : \"\"\n    \"nonSupportedNodes\" : \"\"\n    \"deviceID\" : \"0\"\n", "  parameters:\n", "devices.yaml:17:3: error: key 'parameters' must have a value, but has none"},
	} {
		_, err := devices.Parse([]string{file(t, "devices.yaml", strings.Replace(sample, test.from, test.to, 1))})
		if err == nil || !strings.Contains(fullText(err), test.want) || !strings.Contains(fullText(err), "help: ") {
			t.Errorf("got %v, want %q and help", err, test.want)
		}
	}
}

func TestR24NumericsUnchanged(t *testing.T) {
	// divided compares the results of the divided program with those of the original.
	for _, graph := range []string{"g01", "g02", "g03", "g04", "g06", "g07", "g09", "g10", "g13"} {
		for _, s := range []string{"memory", "balance"} {
			divided(t, graph, several("I", 6, 2700), s, placement.Options{}, nil)
		}
	}
	p := load(t, "g08")
	p.succeeds(t, load(t, "g08"), several("I", 4, 130), "memory", placement.Options{}, nil)
}

func TestR25LogicalToPhysical(t *testing.T) {
	f, sets := sized(t, 2, 10, 6, 4, 4)
	for i, s := range sets {
		s.Logical, s.Name = []int64{int64(i)}, fmt.Sprintf("p%d", i)
	}
	if err := f.Provision(sets, false); err != nil {
		t.Fatal(err)
	}
	var devices []int32
	for _, s := range sets {
		devices = append(devices, s.Physical...)
	}
	if !slices.Equal(devices, []int32{0, 1, 1}) {
		t.Errorf("got %v", devices)
	}
	f, sets = sized(t, 2, 10, 6, 11)
	for i, s := range sets {
		s.Logical, s.Name = []int64{int64(i)}, fmt.Sprintf("p%d", i)
	}
	err := f.Provision(sets, false)
	if want := "logical device 1 (p1) needs 11 bytes, but I.0, the device with the most memory left, has only 10 bytes left"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	for _, s := range sets {
		if s.Physical != nil {
			t.Error("Provision failed, but assigned a device to a set")
		}
	}
}

func TestR44Determinism(t *testing.T) {
	for _, graph := range []string{"g01", "g02", "g03", "g09"} {
		for _, s := range []string{"memory", "balance"} {
			first := ""
			for range 100 { // the iteration order of maps differs between runs
				p := load(t, graph)
				if err := p.place(t, several("I", 4, 2700)); err != nil {
					t.Fatal(err)
				}
				if err := p.divide(t, s, placement.Options{}, nil); err != nil {
					t.Fatal(err)
				}
				if text := p.text(); first == "" {
					first = text
				} else if text != first {
					t.Fatalf("%s, strategy %s: two runs gave different texts", graph, s)
				}
			}
		}
	}
}

// TestAlternatingLevel divides six operations of alternating kinds. Glow creates six partitions.
func TestAlternatingLevel(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {\n")
	for i := range 6 {
		fmt.Fprintf(&b, "  %%v%d = nn.%s %%a : tensor<4xf32>\n", i, []string{"relu", "tanh"}[i%2])
	}
	b.WriteString("  return %v0, %v1, %v2, %v3, %v4, %v5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>\n}\n")
	ds := append(several("A", 1, 0), several("B", 1, 0)...)
	ds[0].refuses = []string{"nn.tanh"}
	p := parse(t, b.String())
	p.succeeds(t, parse(t, b.String()), ds, "memory", placement.Options{}, nil)
	p.expect(t, "main_part1 A {v0 v2 v4} 64 [0]", "main_part2 B {v1 v3 v5} 64 [1]")
}

// TestAlternatingLevels divides seven levels whose operations alternate between two kinds of
// devices. No operation for the second kind depends on one for the first, so two partitions are
// enough. Glow creates one for each change.
func TestAlternatingLevels(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %s0 = nn.relu %a : tensor<4xf32>\n")
	for i := range 6 {
		fmt.Fprintf(&b, "  %%v%d = nn.tanh %%a : tensor<4xf32>\n  %%s%d = nn.add %%s%d, %%v%d : tensor<4xf32>\n", i, i+1, i, i)
	}
	b.WriteString("  return %s6 : tensor<4xf32>\n}\n")
	ds := append(several("A", 1, 0), several("B", 1, 0)...)
	ds[0].refuses = []string{"nn.tanh"}
	ds[1].refuses = []string{"nn.relu", "nn.add"}
	for _, s := range []string{"memory", "balance", "profiling"} {
		p := parse(t, b.String())
		if err := p.place(t, ds); err != nil {
			t.Fatal(err)
		}
		if err := p.divide(t, s, placement.Options{}, nil); err != nil {
			t.Fatal(err)
		}
		if n := len(p.totals()); n != 2 {
			t.Errorf("%s makes %d partitions, want 2", s, n)
		}
	}
}

// TestWholeCountsOutputs checks that outputs count. Glow places 6464 bytes on 1000 bytes here.
func TestWholeCountsOutputs(t *testing.T) {
	text := `func.func @main(%a: tensor<1x16xf32>) -> tensor<100x16xf32> {
  %r = nn.tile %a {axis = 0, count = 100} : (tensor<1x16xf32>) -> tensor<100x16xf32>
  return %r : tensor<100x16xf32>
}`
	parse(t, text).fails(t, several("I", 2, 1000), "memory", placement.Options{}, nil, "needs 6464 bytes, but a device of backend 'I' has 1000")
}

// TestContractIsTheDefault expects two clusters. Glow makes three (see TestR1PriorityByOrder).
func TestContractIsTheDefault(t *testing.T) {
	p := load(t, "g03")
	if err := p.place(t, two()); err != nil {
		t.Fatal(err)
	}
	plans, err := partition.Divide(t.Context(), p.Module, irplace.Devices(p.Module), partition.Options{Strategy: contract.Strategy{}})
	if err != nil || len(plans[0].Clusters) != 2 {
		t.Errorf("got %d clusters and error %v, want 2 clusters (Glow makes 3)", len(plans[0].Clusters), err)
	}
}
