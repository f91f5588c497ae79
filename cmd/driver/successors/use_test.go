package successors

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/placement"
)

// full is like backend ref, but all its devices together can load only one program.
type full struct {
	backends.Backend
	open, loads *atomic.Int32 // the number of programs that are loaded now, and the number of all loads
}

func (f full) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if f.loads.Load() > 0 {
		return nil, errors.New("no room")
	}
	p, err := f.Backend.Compile(ctx, m, o)
	if err == nil {
		f.open.Add(1)
		f.loads.Add(1)
	}
	return loaded{p, f.open}, err
}

// loaded is a program that counts as loaded until it is closed.
type loaded struct {
	backends.Program
	open *atomic.Int32
}

func (l loaded) Close() error {
	l.open.Add(-1)
	return l.Program.Close()
}

// TestR25FailureUnloads checks that earlier programs are unloaded if a device refuses a program.
func TestR25FailureUnloads(t *testing.T) {
	var open, loads atomic.Int32
	factory := backends.Factory{Name: "full", Doc: "a test", Open: func(c backends.Config) (backends.Backend, error) {
		b, err := ref.Factory().Open(c)
		return full{b, &open, &loads}, err
	}}
	text := strings.Replace(source(t, "g02"), "// Diamond", "module attributes {cluster.devices = [#cluster.target<\"full.0\", {memory = 2048}>, #cluster.target<\"full.1\", {memory = 2048}>]} {\n// Diamond", 1) + "}\n"
	_, err := compile.Module(t.Context(), parse(t, text).Module, compile.Options{
		Devices: []string{"full.0", "full.1"}, Backends: append(compile.Backends(), factory), Strategies: []placement.Strategy{memory.Strategy{}},
	})
	if err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("got the error %v, want an error that contains \"no room\"", err)
	}
	if n := open.Load(); n != 0 || loads.Load() == 0 {
		t.Errorf("of %d programs that were loaded, %d are still loaded, want 0", loads.Load(), n)
	}
}

func lathe(t *testing.T, args ...string) string {
	t.Helper()
	return command(t, "", args...)
}

func command(t *testing.T, input string, args ...string) string {
	t.Helper()
	status, out, errs := execute(t, input, args...)
	if status != 0 {
		t.Fatalf("%v ends with %d: %s", args, status, errs)
	}
	return out
}

func execute(t *testing.T, input string, args ...string) (status int, out, errs string) {
	t.Helper()
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	status = commands.Lathe(t.Context(), tool, args, strings.NewReader(input), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// TestPlanByEachStrategy plans programs with each of Glow's strategies and device files.
func TestPlanByEachStrategy(t *testing.T) {
	devices := file(t, "devices.yaml", "- {name: a, backend: vm, memory: 3KiB, compute: 1e10}\n- {name: b, backend: vm, memory: 3KiB, compute: 1e10}\n- {name: c, backend: vm, memory: 3KiB, compute: 1e10}\n")
	roomy := file(t, "roomy.yaml", "- {name: a, backend: vm, memory: 2MiB}\n- {name: b, backend: vm, memory: 2MiB}\n- {name: c, backend: vm, memory: 2MiB}\n")
	parts := file(t, "parts.yaml", "partitions: 2\nnames: [right, rest]\nops: {right_fc1: 0, right_sigmoid1: 0, right_fc2: 0, right_sigmoid2: 0}\n")
	graph := func(name string) string { return filepath.Join("testdata", name+".mlir") }
	tables := file(t, "tables.mlir", model{layers: 1}.text())
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"--devices=" + devices, "--strategy=memory", graph("g01")}, []string{"main_part2  @cluster_1_a  1        a     2880 B"}},
		{[]string{"--devices=" + devices, "--strategy=balance", graph("g01")}, []string{"main_part2  @cluster_1_a  1        a     2368 B"}},
		{[]string{"--devices=" + devices, "--strategy=user", "--partition-config=" + parts, graph("g02")}, []string{"right", "rest", "1728 B"}},
		{[]string{"--devices=" + devices, "--strategy=prepartitioned", graph("g12x")}, []string{"F0", "F1", "F2", "1,2"}},
		{[]string{"--devices=" + devices, "--strategy=profiling", graph("g03")}, []string{"part1", "ref"}},
		{[]string{"--devices=" + roomy, "--strategy=sparsenn", tables}, []string{"SLSPartition_0", "SLSPartition_1", "SLSPartition_2", "NonSLSPartition_", "0,1,2"}},
		{[]string{"--devices=" + devices, "--strategy=memory", "--saturate-host", graph("g03")}, []string{"0,1,2"}},
	} {
		if last := &test.args[len(test.args)-1]; strings.HasSuffix(*last, "g12x.mlir") {
			*last = file(t, "g12.mlir", strings.ReplaceAll(source(t, "g12"), `backend = "ref"`, `backend = "vm"`))
		}
		got := lathe(t, append([]string{"plan"}, test.args...)...)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", test.args, want, got)
			}
		}
	}
	run := []string{"run", "--no-cache", "--devices=" + devices, "--strategy=user", "--partition-config=" + parts, graph("g02")}
	if got, want := lathe(t, run...), lathe(t, "run", "--no-cache", "--backend=vm", graph("g02")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestR40Same(t *testing.T) {
	one := file(t, "one.mlir", source(t, "g03"))
	moved := strings.NewReplacer("%sub = nn.sub %i1, %i2 : tensor<16xf32>\n", "%other = nn.mul %i1, %i2 : tensor<16xf32>\n",
		"%mul = nn.mul", "%renamed = nn.sub", "%sub, %mul", "%renamed, %other").Replace(source(t, "g03"))
	graph := []string{"same", "--graph", one, file(t, "moved.mlir", moved)}
	hash := lathe(t, graph...)
	if !strings.HasPrefix(hash, "the same: ") || lathe(t, "same", "--graph", one, one) != hash {
		t.Errorf("got %q", hash)
	}
	if _, _, errs := execute(t, "", "same", graph[2], graph[3]); !strings.Contains(errs, "is 'nn.sub' in one and 'nn.mul' in the other") {
		t.Errorf("got %q", errs)
	}
	noted := file(t, "noted.mlir", strings.Replace(source(t, "g03"), "nn.sub %add, %i3 :", `nn.sub %add, %i3 {nnvm.name = "last"} :`, 1))
	if _, _, errs := execute(t, "", "same", one, noted); !strings.Contains(errs, "nnvm.name") || !strings.Contains(errs, "noted.mlir:6:") {
		t.Errorf("got %q", errs)
	}
	lathe(t, "same", "--ignore=nnvm.*", one, noted)
}

// TestR34Convert converts a graph to a program and back through standard input.
func TestR34Convert(t *testing.T) {
	graph := "{\n  \"nodes\": [\n    {\n      \"op\": \"null\", \n      \"name\": \"x\", \n      \"attrs\": {\"shape\": \"(2, 3)\"}, \n      \"inputs\": []\n    }, \n" +
		"    {\n      \"op\": \"exp\", \n      \"name\": \"e\", \n      \"inputs\": [[0, 0, 0]]\n    }\n  ], \n" +
		"  \"arg_nodes\": [0], \n  \"node_row_ptr\": [0, 1, 2], \n  \"heads\": [[1, 0, 0]]\n}"
	program := command(t, graph, "convert", "-")
	if !strings.Contains(program, `nnvm.exp(%arg0) {nnvm.name = "e"}`) {
		t.Errorf("got\n%s", program)
	}
	if back := command(t, program, "convert", "-"); back != graph {
		t.Errorf("got\n%s", back)
	}
	if hash := lathe(t, "same", "--graph", file(t, "g.json", graph), file(t, "g.mlir", program)); !strings.HasPrefix(hash, "the same: ") {
		t.Errorf("got %q", hash)
	}
	if same := command(t, program, "convert", "--to=mlir", "-"); same != program {
		t.Errorf("got\n%s", same)
	}
	for text, want := range map[string]string{
		"\n":                                "error: the input is empty",
		"[1, 2]":                            "pass an NNVM graph, which is JSON with the keys",
		`{"weights": []}`:                   "$.weights: unknown key \"weights\"",
		"module {}":                         "has no function that could become an NNVM or oneDNN graph",
		"hello":                             "custom op 'hello' is unknown",
		source(t, "g03"):                    "'nn.sub' op is not an NNVM operator",
		source(t, "g03") + source(t, "g06"): "is a second function, but an NNVM or oneDNN graph is a single function",
		graph[:len(graph)/2]:                "error: $.nodes[1]",
	} {
		status, _, errs := execute(t, text, "convert", "-")
		if status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%.40q ends with %d and %q, want %q", text, status, errs, want)
		}
	}
}
