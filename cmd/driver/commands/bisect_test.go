package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/cmd/driver/commands/bisect"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// faulty returns a backend like vm with a fault. An addition with the attribute t.fault subtracts,
// and a multiplication with this attribute cannot be compiled.
func faulty() backends.Factory {
	inner := vm.Factory()
	return backends.Factory{Name: "faulty", Doc: "wrong", Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := inner.Open(cfg)
		return faultyBackend{b}, err
	}}
}

type faultyBackend struct{ backends.Backend }

func (b faultyBackend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	c, _ := ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, &ir.Mapping{}))
	var bad []*ir.Op
	c.Op.Walk(func(op *ir.Op) bool {
		if !op.Discardable("t.fault").IsNil() {
			bad = append(bad, op)
		}
		return true
	})
	for _, op := range bad {
		add, ok := ir.As[stablehlo.Add](op)
		if !ok {
			return nil, ir.Errorf(op, "is too hard for this backend")
		}
		bld := ir.NewBuilder(m.Op.Registry())
		bld.Before(op)
		sub := ir.Create[stablehlo.Subtract](bld, ir.Init{Operands: []*ir.Value{add.LHS(), add.RHS()}, Results: []ir.Type{op.Result().Type()}})
		op.Result().ReplaceAllUses(sub.Op.ResultAt(0))
		op.Erase()
	}
	return b.Backend.Compile(ctx, c, o)
}

// wrongPass returns a pass that turns the first addition with the attribute t.fault in a function
// into a subtraction.
func wrongPass() passes.Pass {
	return passes.On("t-wrong", "break the program", func(_ *passes.Run, f fn.Func) error {
		for op := range f.Entry().Ops() {
			if add, ok := ir.As[stablehlo.Add](op); ok && !op.Discardable("t.fault").IsNil() {
				b := ir.NewBuilder(op.Registry())
				b.Before(op)
				sub := ir.Create[stablehlo.Subtract](b, ir.Init{Operands: []*ir.Value{add.LHS(), add.RHS()}, Results: op.ResultTypes()})
				op.Result().ReplaceAllUses(sub.Op.Result())
				op.Erase()
				break
			}
		}
		return nil
	})
}

func runBisect(t *testing.T, text string, args ...string) (r bisect.Report, out, errs string) {
	t.Helper()
	tool, err := driver.New("lathe", all.Bundle(), driver.Bundle{Backends: []backends.Factory{faulty()}, Passes: []passes.Pass{wrongPass()}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "program.mlir")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	commands.Lathe(context.Background(), tool, append([]string{"bisect", file}, args...), strings.NewReader(""), &stdout, &stderr)
	_ = json.Unmarshal([]byte(stdout.String()), &r)
	return r, stdout.String(), stderr.String()
}

// chain returns a program of n dependent additions. Addition i is pinned to device(i). The
// operation with index fault, if fault >= 0, has the given kind and the attribute t.fault.
func chain(n, fault int, kind string, device func(int) string) string {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<3xf32>, %k: tensor<3xf32>) -> tensor<3xf32> {\n")
	for i := range n {
		op, attr := "stablehlo.add", ""
		if i == fault {
			op, attr = kind, ", t.fault"
		}
		fmt.Fprintf(&b, "  %%v%d = %s %%v%d, %%k {cluster.device = %q%s} : tensor<3xf32>\n", i+1, op, i, device(i), attr)
	}
	fmt.Fprintf(&b, "  return %%v%d : tensor<3xf32>\n}\n", n)
	return b.String()
}

// most returns the largest number of runs needed to find one of n suspects.
func most(n int) int { return bits.Len(uint(n-1)) + 1 }

// TestDBisectOps finds one culprit among n operations in at most ⌈log₂ n⌉ + 1 runs.
func TestDBisectOps(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 9, 20} {
		for _, fault := range []int{0, n / 2, n - 1} {
			text := chain(n, fault, "stablehlo.add", func(int) string { return "faulty" })
			r, out, errs := runBisect(t, text, "--devices=faulty,vm", "--by=op", "--json")
			if errs != "" || r.Op == nil || r.Schema != bisect.Schema {
				t.Fatalf("%d of %d: %s%s", fault, n, out, errs)
			}
			// The function is #1, and its first operation #2.
			if want := fmt.Sprintf("%%v%d", fault+1); r.Op.Value != want || r.Op.ID != uint32(fault+2) {
				t.Errorf("fault %d of %d: found the culprit %s #%d", fault, n, r.Op.Value, r.Op.ID)
			}
			if got := len(r.Stages[0].Runs); got > most(n) {
				t.Errorf("%d of %d: %d runs, at most %d allowed", fault, n, got, most(n))
			}
		}
	}
}

// TestDBisectClusters finds one culprit among c clusters in at most ⌈log₂ c⌉ + 1 runs. Then it
// finds the culprit among the k operations of this cluster in at most ⌈log₂ k⌉ + 1 runs.
func TestDBisectClusters(t *testing.T) {
	const n = 24
	// Pairs of operations alternate between two faulty devices, and every sixth pair is on the
	// reference. So ten clusters are suspects.
	device := func(i int) string { return []string{"faulty.0", "faulty.1", "vm"}[[]int{0, 1, 0, 1, 0, 2}[i/2%6]] }
	for _, fault := range []int{0, 5, 13, 21} {
		for _, kind := range []string{"stablehlo.add", "stablehlo.multiply"} {
			text := chain(n, fault, kind, device)
			r, out, errs := runBisect(t, text, "--devices=faulty.0,faulty.1,vm", "--reference=vm", "--json")
			want := fmt.Sprintf("@cluster_%d_%s", fault/2, device(fault))
			if errs != "" || r.Cluster != want || r.Op == nil || r.Op.Value != fmt.Sprintf("%%v%d", fault+1) {
				t.Fatalf("operation %d, %s: %s%s", fault, kind, out, errs)
			}
			for i, over := range []string{"clusters", "operations"} {
				s := r.Stages[i]
				if s.Over != over || s.Suspects != []int{10, 2}[i] || len(s.Runs) > most(s.Suspects) {
					t.Errorf("operation %d, %s: stage %d is %+v", fault, kind, i, s)
				}
			}
		}
	}
}

func TestBisectText(t *testing.T) {
	text := chain(4, 2, "stablehlo.add", func(int) string { return "faulty" })
	_, out, errs := runBisect(t, text, "--devices=faulty", "--by=op")
	for _, want := range []string{
		"4 operations on devices other than ref:\n", "  run 1, the first 4 of them on their devices: wrong: element 0 of result #0 is ",
		"  run 2, the first 2 of them on their devices: right\n", "culprit: %v3 = stablehlo.add #", "program.mlir:4:9, found in 3 runs\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %s%s", want, out, errs)
		}
	}
}

// TestBisectCommand uses --fail-cmd. The command fails if the faulty operation is on the device
// "faulty".
func TestBisectCommand(t *testing.T) {
	text := chain(6, 4, "stablehlo.add", func(int) string { return "faulty" })
	command := `awk '/cluster "faulty"/ {on=1} /cluster "ref"/ {on=0} on && / %v5$/ {bad=1} END {exit bad}' {partition}`
	r, out, errs := runBisect(t, text, "--devices=faulty", "--by=op", "--json", "--fail-cmd="+command)
	if errs != "" || r.Op == nil || r.Op.Value != "%v5" || len(r.Stages[0].Runs) > most(6) {
		t.Errorf("%s%s", out, errs)
	}
}

// TestBisectFunctions searches among the clusters of several functions of different lengths.
func TestBisectFunctions(t *testing.T) {
	device := func(int) string { return "faulty" }
	text := chain(1, -1, "", device) + strings.Replace(chain(2, 1, "stablehlo.multiply", device), "@main", "@other", 1)
	command := `awk '/cluster "faulty"/ {on=1} /cluster "ref"/ {on=0} on && / %v2$/ {bad=1} END {exit bad}' {partition}`
	r, out, errs := runBisect(t, text, "--devices=faulty", "--json", "--fail-cmd="+command)
	if errs != "" || r.Op == nil || r.Op.Value != "%v2" {
		t.Errorf("%s%s", out, errs)
	}
}

// TestBisectPasses finds one culprit among n passes in at most ⌈log₂ n⌉ + 1 runs, also in nested
// pipelines. With --fail-cmd, the command also runs once on the program without any pass.
func TestBisectPasses(t *testing.T) {
	text := chain(3, 1, "stablehlo.add", func(int) string { return "vm" })
	for _, n := range []int{1, 2, 5, 8, 9} {
		for at := range n {
			names := slices.Repeat([]string{"cse"}, n)
			names[at] = "t-wrong"
			for _, pipeline := range []string{strings.Join(names, ","), "builtin.module(func.func(" + strings.Join(names, ",") + "))"} {
				r, out, errs := runBisect(t, text, "--passes="+pipeline, "--json")
				if errs != "" || r.Pass == nil || r.Pass.Number != at+1 || r.Pass.Text != "t-wrong" {
					t.Fatalf("pass %d of %d: %s%s", at+1, n, out, errs)
				}
				if runs := len(r.Stages[0].Runs); runs > most(n) {
					t.Errorf("pass %d of %d: %d runs, at most %d allowed", at+1, n, runs, most(n))
				}
			}
		}
	}
	_, list, _ := lathe(t, "", "run", "--print-pipeline", "--backend=vm", "testdata/butterfly.mlir")
	list = strings.TrimSpace(list)
	if _, out, errs := runBisect(t, text, "--passes="+list); !strings.Contains(out, "no culprit: after ") {
		t.Errorf("with the passes of vm: got %s%s, expected no culprit", out, errs)
	}
	if _, out, errs := runBisect(t, text, "--passes="+strings.Replace(list, ",mark-host", ",t-wrong,mark-host", 1)); !strings.Contains(out, ", t-wrong, found in ") {
		t.Errorf("with the pass t-wrong among the passes of vm: got %s%s, expected t-wrong as the culprit", out, errs)
	}
	_, out, errs := runBisect(t, text, "--passes=cse,t-wrong,cse", "--fail-cmd=! grep -q stablehlo.subtract {program}")
	want := "3 passes:\n  run 1, the first 3 of them run: wrong: the command ended with status 1\n  run 2, the first 1 of them run: right\n" +
		"  run 3, the first 2 of them run: wrong: the command ended with status 1\nculprit: pass 2, t-wrong, found in 3 runs\n"
	if out != want {
		t.Errorf("got %s%s", out, errs)
	}
}

// TestBisectFindsNothing checks that the command "bisect" succeeds with a suggestion if no run is
// wrong.
func TestBisectFindsNothing(t *testing.T) {
	good := chain(3, -1, "", func(int) string { return "faulty" })
	bad := chain(3, 1, "stablehlo.add", func(int) string { return "faulty" })
	for _, test := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"devices", good, []string{"--devices=faulty"}, "no culprit: with 1 cluster on its device the results are those of ref\n  help: use inputs"},
		{"command", bad, []string{"--devices=faulty", "--fail-cmd=true"}, "no culprit: with 1 cluster on its device the command ends with status 0\n  help: use a --fail-cmd"},
		{"passes", bad, []string{"--passes=cse,cse"}, "no culprit: after 2 passes the results are those of the unmodified program\n  help: use inputs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, out, errs := runBisect(t, test.text, test.args...)
			if errs != "" || !strings.Contains(out, ": right\n"+test.want) {
				t.Errorf("got %q and errors %q, expected %q", out, errs, test.want)
			}
		})
	}
}

func TestBisectErrors(t *testing.T) {
	good := chain(3, -1, "", func(int) string { return "faulty" })
	bad := chain(3, 1, "stablehlo.add", func(int) string { return "faulty" })
	for _, test := range []struct {
		name, text string
		args       []string
		want       []string
	}{
		{"all on the reference", bad, []string{"--devices=faulty", "--reference=faulty"}, []string{"everything runs on the reference faulty", "help: "}},
		{"unknown reference", bad, []string{"--devices=faulty", "--reference=fault"}, []string{"unknown backend 'fault'", "help: did you mean 'faulty'?"}},
		{"unknown reference of passes", bad, []string{"--passes=cse", "--reference=fault"}, []string{"unknown backend 'fault'; have c, faulty, jit, ref, vm"}},
		{"a reference that is not a device", bad, []string{"--devices=faulty", "--reference=hetero"}, []string{"device 'hetero' must be of a backend that supports operations", "help: "}},
		{"no command", bad, []string{"--devices=faulty", "--fail-cmd=/nowhere/at/all"}, []string{"--fail-cmd could not be run: status 127", "help: "}},
		{"a command that always fails", bad, []string{"--devices=faulty", "--fail-cmd=false"}, []string{"the command ended with status 1 even with all operations on the reference 'ref': none of the clusters and operations is the cause", "help: "}},
		{"a command that fails before all passes", bad, []string{"--passes=cse", "--fail-cmd=false"}, []string{"the command ended with status 1 even before the first pass: none of the passes is the cause", "help: "}},
		{"a command for functions that are parts", dividedProgram, []string{"--strategy=prepartitioned", "--devices=vm.0,vm.1", "--fail-cmd=true"}, []string{"--fail-cmd cannot write this division", "help: run lathe-opt --part-inline"}},
		{"unknown pass", bad, []string{"--passes=csee"}, []string{"does not refer to a registered pass"}},
		{"no pass", bad, []string{"--passes=builtin.module()"}, []string{"--passes names no pass", "help: "}},
		{"passes and devices", bad, []string{"--passes=cse", "--devices=vm"}, []string{"--passes searches among passes", "help: "}},
		{"no such way", bad, []string{"--devices=faulty", "--by=luck"}, []string{"--by must be one of"}},
		{"no devices", good, []string{"--devices="}, []string{"--devices must name at least one device"}},
		{"reference refuses", strings.Replace(customCall, "@foo(%a)", `@foo(%a) {cluster.device = "faulty"}`, 1), []string{"--devices=faulty"}, []string{"error: 'stablehlo.custom_call' op"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, out, errs := runBisect(t, test.text, test.args...)
			for _, w := range test.want {
				if !strings.Contains(errs, w) {
					t.Errorf("got output %q and errors %q, expected %q in the errors", out, errs, w)
				}
			}
		})
	}
}

// TestBisectOfParts searches among clusters that have a [placement.Part]. The devices in the part
// do not apply to operations that bisect moves to the reference.
func TestBisectOfParts(t *testing.T) {
	text := chain(6, 4, "stablehlo.add", func(int) string { return "d" })
	text = strings.ReplaceAll(text, `cluster.device = "d"`, "t.any")
	for strategy, cluster := range map[string]string{
		"balance devices=2": "@cluster_1_faulty.1", "balance devices=2 contexts=2": "@cluster_1_faulty.1", "profiling profile-on=faulty": "@cluster_0_faulty",
	} {
		r, out, errs := runBisect(t, text, "--devices=faulty.0,faulty.1,ref", "--strategy="+strategy, "--reference=ref", "--json")
		if errs != "" || r.Cluster != cluster || r.Op == nil || r.Op.Value != "%v5" {
			t.Errorf("%s: got %s%s", strategy, out, errs)
		}
	}
}
