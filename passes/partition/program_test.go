// In test names, O1, O2, … and X1, X2, … are rows of the tables in docs/placement-reference.md.

package partition_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/collector"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/partition/mincut"
	"github.com/lathe-ir/lathe/passes/partition/place"
	"github.com/lathe-ir/lathe/passes/partition/prepartitioned"
	"github.com/lathe-ir/lathe/passes/partition/profiling"
	"github.com/lathe-ir/lathe/passes/partition/selects"
	"github.com/lathe-ir/lathe/passes/partition/sparsenn"
	"github.com/lathe-ir/lathe/passes/partition/user"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

func parse(t testing.TB, text string) ir.Module {
	t.Helper()
	return placetest.Parse(t, text, arith.Dialect(), scf.Dialect(), memref.Dialect(), stablehlo.Dialect())
}

// program returns a function of about n operations on random devices, with shared
// constants, and with regions that capture values.
func program(rng *rand.Rand, n, devices int) string {
	var b strings.Builder
	const i32 = "tensor<i32>"
	b.WriteString("module {\nfunc.func @main(%c: tensor<i1>, %v0: tensor<i32>, %v1: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n")
	made := 2
	any := func() string { return fmt.Sprintf("%%v%d", max(0, made-1-rng.IntN(min(made, 12)))) }
	for range n {
		at := fmt.Sprintf("{cluster.device = \"d%d\"}", rng.IntN(devices))
		switch rng.IntN(9) {
		case 0:
			fmt.Fprintf(&b, "  %%v%d = stablehlo.constant dense<%d> : tensor<i32>\n", made, rng.IntN(100))
		case 1:
			fmt.Fprintf(&b, "  %%v%d = \"stablehlo.if\"(%%c) ({\n    %%i = stablehlo.add %s, %s : tensor<i32>\n    stablehlo.return %%i : tensor<i32>\n  }, {\n    stablehlo.return %s : tensor<i32>\n  }) %s : (tensor<i1>) -> tensor<i32>\n",
				made, any(), any(), any(), at)
		case 2:
			fmt.Fprintf(&b, "  %%v%d, %%v%d = stablehlo.optimization_barrier %s %s, %s : %s, %s\n", made, made+1, at, any(), any(), i32, i32)
			made++
		default:
			kind := []string{"add", "subtract", "multiply", "xor"}[rng.IntN(4)]
			fmt.Fprintf(&b, "  %%v%d = stablehlo.%s %s, %s %s : tensor<i32>\n", made, kind, any(), any(), at)
		}
		made++
	}
	fmt.Fprintf(&b, "  return %s, %s : tensor<i32>, tensor<i32>\n}\n}\n", any(), any())
	return b.String()
}

func execute(t *testing.T, m ir.Module, inputs []*tensor.Tensor) string {
	t.Helper()
	f := ir.NewSymbols(m.Op).Lookup("main")
	out, err := interp.Run(t.Context(), f, inputs)
	if err != nil {
		t.Fatalf("%v in\n%s", err, asm.String(m.Op))
	}
	var s []string
	for _, x := range out {
		s = append(s, fmt.Sprint(x.Int(0)))
	}
	return strings.Join(s, " ")
}

func scalars(t *testing.T, m ir.Module) []*tensor.Tensor {
	t.Helper()
	var in []*tensor.Tensor
	f, _ := ir.As[fn.Func](ir.NewSymbols(m.Op).Lookup("main"))
	for i, a := range f.Entry().Args() {
		x := tensor.New(a.Type().Kind())
		x.SetInt(0, int64(i*7+1))
		in = append(in, x)
	}
	return in
}

// TestX2SameResults divides programs with several strategies and outlines the clusters. The results
// do not change. Inlining the clusters restores the text of the program.
func TestX2SameResults(t *testing.T) {
	count := 1000
	if !sweep() {
		count = 60
	}
	strategies := []placement.Strategy{contract.Strategy{}, grow.Strategy{}, collector.Strategy{}, selects.Strategy{}, repaired{}}
	for seed := range count {
		rng := rand.New(rand.NewPCG(uint64(seed), 21))
		m := parse(t, program(rng, 5+rng.IntN(40), 2+rng.IntN(3)))
		before := asm.String(m.Op)
		want := execute(t, m, scalars(t, m))
		s := strategies[seed%len(strategies)]
		if err := partition.Module(t.Context(), m, partition.Options{Strategy: s}); err != nil {
			t.Fatal(seed, err)
		}
		if err := clusteroutline.Module(m, clusteroutline.Options{}); err != nil {
			t.Fatal(seed, err)
		}
		if err := clusterverify.Module(m, clusterverify.Options{}); err != nil {
			t.Fatal(seed, err)
		}
		if got := execute(t, m, scalars(t, m)); got != want {
			t.Fatalf("seed %d, %s: the program returns %s, want %s", seed, s.Name(), got, want)
		}
		if err := clusterinline.Module(m); err != nil {
			t.Fatal(seed, err)
		}
		if after := asm.String(m.Op); after != before {
			t.Fatalf("seed %d, %s: after inlining, got\n%s\nexpected\n%s", seed, s.Name(), after, before)
		}
	}
}

func divideText(t *testing.T, text string, s placement.Strategy) string {
	t.Helper()
	m := parse(t, text)
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: s}); err != nil {
		t.Fatal(err)
	}
	return asm.String(m.Op)
}

// TestDDeterministic: repeated runs of a strategy give the same bytes, with one to four threads and
// with other value names.
func TestDDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	text := program(rng, 60, 3)
	renamed := strings.ReplaceAll(text, "%v", "%zz")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, s := range []placement.Strategy{contract.Strategy{}, grow.Strategy{}, collector.Strategy{}, selects.Strategy{}, repaired{}} {
		want := divideText(t, text, s)
		for i := range 20 {
			runtime.GOMAXPROCS(1 + i%4)
			if got := divideText(t, []string{text, renamed}[i%2], s); got != want {
				t.Fatalf("%s: run %d differs", s.Name(), i)
			}
		}
	}
}

// failing is a strategy that fails on the second function.
type failing struct{ calls *int }

func (failing) Name() string { return "failing" }

func (s failing) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	if *s.calls++; *s.calls > 1 {
		return nil, fmt.Errorf("gives up")
	}
	return contract.Strategy{}.Partition(ctx, g, o, log)
}

// TestX8Transactions: the module is unchanged after a failure, even if the first function could be
// divided.
func TestX8Transactions(t *testing.T) {
	two := `module attributes {cluster.devices = [#cluster.target<"A", {memory = 4}>, #cluster.target<"B">]} {
  func.func @first(%a: i32) -> i32 {
    %0 = arith.addi %a, %a {cluster.device = "A"} : i32
    return %0 : i32
  }
  func.func @second(%a: i32) -> i32 {
    %c = arith.constant 7 : i32
    %d = arith.constant 8 : i32
    %0 = arith.addi %a, %c {cluster.device = "A", cluster.group = "g"} : i32
    %1 = arith.addi %0, %d {cluster.device = "B"} : i32
    %there = cluster.copy %0 from "A" to "B" : i32
    %back = cluster.copy %there from "B" to "A" : i32
    %2 = arith.addi %back, %1 {cluster.device = "A", cluster.group = "g"} : i32
    %3 = arith.addi %2, %d {cluster.device = "A"} : i32
    %4 = arith.addi %3, %there {cluster.device = "A"} : i32
    return %4 : i32
  }
}
`
	plain := strings.ReplaceAll(two, `, cluster.group = "g"`, "")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name, text string
		ctx        context.Context
		options    partition.Options
		want       string
	}{
		{"a strategy", plain, t.Context(), partition.Options{Strategy: failing{new(int)}}, "strategy failing on @second: gives up"},
		{"a group", two, t.Context(), partition.Options{Strategy: contract.Strategy{}}, "group 'g' cannot run as one unit"},
		{"memory", plain, t.Context(), partition.Options{Strategy: contract.Strategy{}, Economy: partition.Economy{Fit: true}}, "does not fit"},
		{"no device", strings.Replace(plain, `{cluster.device = "B"}`, "", 1), t.Context(), partition.Options{Strategy: contract.Strategy{}}, "has no device"},
		{"cycles", plain, t.Context(), partition.Options{NoRepair: true}, "wait for each other"},
		{"canceled", plain, done, partition.Options{Strategy: contract.Strategy{}}, "context canceled"},
		{"ids", plain, t.Context(), partition.Options{Strategy: contract.Strategy{}, Economy: partition.Economy{Join: []string{"4-x"}}}, "is not the id of an operation"},
	} {
		m := parse(t, test.text)
		before := asm.String(m.Op)
		err := partition.Module(test.ctx, m, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
		if after := asm.String(m.Op); after != before {
			t.Errorf("%s: the module was changed to\n%s", test.name, after)
		}
	}
	acyclic := strings.ReplaceAll(plain, `device = "B"`, `device = "A"`)
	for _, o := range []partition.Options{{Strategy: contract.Strategy{}}, {NoRepair: true}} {
		m, log := parse(t, acyclic), decision.New()
		before := asm.String(m.Op)
		log.Limit(0)
		o.Log = log
		err := partition.Module(t.Context(), m, o)
		if after := asm.String(m.Op); err != nil || log.Suppressed() == 0 || after != before {
			t.Errorf("no decision is allowed: got error %v, %d suppressed decisions and the module\n%s", err, log.Suppressed(), after)
		}
	}
}

// TestCanceled: a strategy fails if the context is done.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := graphgen.Text(byLetter, "a1 a2 a3")
	o := placement.Options{Assignment: &placement.Assignment{Of: make([]int32, g.Len()), Parts: []placement.Part{{Name: "p"}}}}
	for _, s := range append(strategies(), memory.Strategy{}, balance.Strategy{}, place.Strategy{}, profiling.Strategy{}, sparsenn.Strategy{}, user.Strategy{}, prepartitioned.Strategy{}) {
		if _, ok := s.(repaired); ok {
			continue // only a baseline for tests
		}
		if _, err := s.Partition(ctx, g, o, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got error %v", s.Name(), err)
		}
	}
}

// TestX5PeakMemory compares the peak memory of a cluster with a direct computation. At each
// operation, that computation adds the earlier values that are still needed, and the operation's
// results or the peak memory of its regions and callee, whichever is larger.
func TestX5PeakMemory(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 23))
		m := parse(t, calling(program(rng, 30, 1+int(seed%2))))
		f := irplace.Entries(m)[0]
		g, err := irplace.FromFunc(f, irplace.Devices(m), ir.NewSymbols(m.Op))
		if err != nil {
			t.Fatal(err)
		}
		measure := measure{ir.NewSymbols(m.Op)}
		for _, k := range divide(t, contract.Strategy{}, g.Graph, placement.Options{}).Clusters {
			ops := make([]*ir.Op, len(k.Nodes))
			for i, v := range k.Nodes {
				ops[i] = g.Ops[v]
			}
			if got, want := placement.MemoryOf(g.Graph, k.Nodes).Peak, measure.worst(ops); got != want {
				t.Fatalf("seed %d: got peak %d, expected %d", seed, got, want)
			}
		}
	}
}

// calling replaces operations of one kind by calls. The callee needs more memory than its result,
// and calls another function.
func calling(text string) string {
	text = regexp.MustCompile(`stablehlo.xor (%\w+), (%\w+) ({.*}) : tensor<i32>`).
		ReplaceAllString(text, `func.call @deep($1, $2) $3 : (tensor<i32>, tensor<i32>) -> tensor<i32>`)
	return strings.TrimSuffix(text, "}\n") + `
func.func private @deep(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.add %b, %b : tensor<i32>
  %2 = func.call @deeper(%0) : (tensor<3xi32>) -> tensor<i32>
  %3 = stablehlo.subtract %2, %1 : tensor<i32>
  return %3 : tensor<i32>
}
func.func private @deeper(%a: tensor<3xi32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %a : tensor<3xi32>
  %1 = stablehlo.multiply %0, %a : tensor<3xi32>
  %2 = stablehlo.slice %0 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %2 : (tensor<1xi32>) -> tensor<i32>
  return %3 : tensor<i32>
}
}
`
}

// measure computes memory in a simple, slow way.
type measure struct{ symbols *ir.Symbols }

// worst returns the peak memory of consecutive operations.
func (m measure) worst(ops []*ir.Op) (most int64) {
	for i, op := range ops {
		if irplace.IsConstant(op) {
			continue
		}
		live := int64(0)
		for _, before := range ops[:i] {
			if irplace.IsConstant(before) {
				continue
			}
			for v := range before.Results() {
				if neededAt(v, ops, i) {
					live += bytesOf(v)
				}
			}
		}
		results := int64(0)
		for v := range op.Results() {
			results += bytesOf(v)
		}
		most = max(most, live+results, live+m.inside(op))
	}
	return most
}

// inside returns the peak memory of op's regions and of the function that op calls.
func (m measure) inside(op *ir.Op) (most int64) {
	regions := make([]*ir.Region, op.NumRegions())
	for i := range regions {
		regions[i] = op.RegionAt(i)
	}
	if call, ok := ir.As[fn.Call](op); ok {
		regions = append(regions, m.symbols.Lookup(call.CalleeName()).RegionAt(0))
	}
	for _, r := range regions {
		most = max(most, m.worst(slices.Collect(r.Blocks[0].Ops())))
	}
	return most
}

// neededAt reports whether an operation in ops[i:], or an operation that is not in ops, reads a
// value.
func neededAt(v *ir.Value, ops []*ir.Op, i int) bool {
	for u := range v.Uses() {
		reader := u.Owner()
		for reader.Block() != v.Def().Block() {
			reader = reader.Parent()
		}
		if at := slices.Index(ops, reader); at < 0 || at >= i {
			return true
		}
	}
	return false
}

func bytesOf(v *ir.Value) int64 {
	n, _ := irplace.Bytes(v.Type())
	return n
}

// TestX6UnequalDevices: on two devices of one backend with 1 KiB and 4 KiB of memory, operations
// are placed where their constants fit.
func TestX6UnequalDevices(t *testing.T) {
	var b strings.Builder
	b.WriteString(`module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 1024}>, #cluster.target<"vm.1", {memory = 4096}>]} {
  func.func @main(%v0: tensor<64xf32>) -> tensor<64xf32> {
`)
	for i := range 20 { // constants of 256 bytes each
		fmt.Fprintf(&b, "    %%c%d = arith.constant dense<%d.0> : tensor<64xf32>\n    %%v%d = arith.addf %%v%d, %%c%d {cluster.device = \"vm.0\", cluster.candidates = [\"vm.0\", \"vm.1\"]} : tensor<64xf32>\n", i, i, i+1, i, i)
	}
	b.WriteString("    return %v20 : tensor<64xf32>\n  }\n}\n")
	m := parse(t, b.String())
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: contract.Strategy{}, Economy: partition.Economy{Fit: true}}); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	m.Op.Walk(func(op *ir.Op) bool {
		if d, ok := cluster.DeviceOf(op); ok {
			count[d]++
		}
		return true
	})
	if count["vm.0"] != 4 || count["vm.1"] != 16 {
		t.Errorf("got operations by device %v, want 4 and 16", count)
	}
}

// TestMincutMoves: if an operation moves, its attributes have its new device.
func TestMincutMoves(t *testing.T) {
	m := parse(t, `module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%a: tensor<1024xf32>) -> tensor<1024xf32> {
    %0 = arith.addf %a, %a {cluster.device = "A"} : tensor<1024xf32>
    %1 = arith.mulf %0, %0 {cluster.device = "B", cluster.candidates = ["A", "B"]} : tensor<1024xf32>
    return %1 : tensor<1024xf32>
  }
}`)
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: mincut.Strategy{}}); err != nil {
		t.Fatal(err)
	}
	if err := clusterverify.Module(m, clusterverify.Options{}); err != nil {
		t.Fatal(err)
	}
	if text := asm.String(m.Op); strings.Count(text, "cluster.region") != 1 || strings.Contains(text, `cluster.device = "B"`) {
		t.Errorf("expected one region, on device A, but got\n%s", text)
	}
}
