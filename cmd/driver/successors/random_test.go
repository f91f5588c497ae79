package successors

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/clusterverify"
)

// randomModel returns a program whose functions look up table rows and process the sums. Operations
// have the attributes nnvm.name and cluster.part.
func randomModel(rng *rand.Rand, functions, parts int) string {
	var b strings.Builder
	for f := range functions {
		name := "main"
		if f > 0 {
			name = fmt.Sprint("f", f)
		}
		writeModel(&b, rng, name, parts)
	}
	return b.String()
}

func writeModel(b *strings.Builder, rng *rand.Rand, name string, parts int) {
	const wide = "tensor<4x8xf32>"
	n := parts + rng.IntN(24)
	var body strings.Builder
	made := 0
	pick := func() string {
		if made == 0 {
			return "%x"
		}
		return fmt.Sprintf("%%v%d", max(0, made-1-rng.IntN(min(made, 10))))
	}
	for i := range n {
		// Part numbers increase along the program, so parts do not depend on each other in a cycle.
		about := fmt.Sprintf(`cluster.part = "p%d", nnvm.name = "n%d"`, i*parts/n, i)
		switch kind := rng.IntN(8); {
		case i == 0 || kind == 0:
			fmt.Fprintf(&body, "  %%t%d = stablehlo.constant dense<%d.0> : tensor<10x8xf32>\n", i, i)
			fmt.Fprintf(&body, "  %%v%d = nn.sparse_lengths_sum %%t%d, %%rows, %%bags {%s} : (tensor<10x8xf32>, tensor<16xi64>, tensor<4xi32>) -> %s\n", made, i, about, wide)
		case kind == 1:
			fmt.Fprintf(&body, "  %%v%d = nn.clip %s {max = 1.0, min = -1.0, %s} : %s\n", made, pick(), about, wide)
		case kind < 4:
			fmt.Fprintf(&body, "  %%v%d = nn.%s %s {%s} : %s\n", made, []string{"relu", "tanh"}[kind-2], pick(), about, wide)
		default:
			fmt.Fprintf(&body, "  %%v%d = nn.%s %s, %s {%s} : %s\n", made, []string{"add", "sub", "mul", "max"}[kind-4], pick(), pick(), about, wide)
		}
		made++
	}
	var list []string
	for p := range parts {
		list = append(list, fmt.Sprintf(`{name = "p%d"}`, p))
	}
	fmt.Fprintf(b, "func.func @%s(%%x: %s, %%rows: tensor<16xi64>, %%bags: tensor<4xi32>) -> (%s, %s) attributes {cluster.parts = [%s]} {\n%s  return %s, %s : %s, %s\n}\n",
		name, wide, wide, wide, strings.Join(list, ", "), body.String(), pick(), pick(), wide, wide)
}

// devicesFor returns devices for a strategy. Their memory is unlimited for prepartitioned, user,
// sparsenn and mincut, and small for other strategies.
func devicesFor(strategy string, seed uint64) []device {
	room := int64(2500 + seed%7*1000)
	switch strategy {
	case "prepartitioned", "user", "sparsenn":
		return several("I", 4, 0)
	case "balance":
		return several("I", 6, room)
	case "mincut":
		return two()
	}
	ds := append(several("A", 2, 4*room), several("B", 2, 4*room)...)
	for i := range ds {
		ds[i].refuses = []string{[]string{"nn.mul", "nn.sub"}[i/2]}
	}
	return ds
}

// TestR44EveryStrategy divides random programs with every strategy. The printed result must not
// depend on the number of workers or the names of values. LATHE_TABLES=1 divides 10,000 programs,
// in ten subtests that can run in separate processes.
func TestR44EveryStrategy(t *testing.T) {
	parts, programs := 1, uint64(8)
	if os.Getenv("LATHE_TABLES") != "" {
		parts, programs = 10, 1000
	}
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for part := range parts {
		t.Run(strconv.Itoa(part), func(t *testing.T) {
			divided := map[string]uint64{}
			for seed := programs * uint64(part); seed < programs*uint64(part+1); seed++ {
				for _, s := range all.Bundle().Strategies {
					if seed%seldom(s.Name()) == 0 && divides(t, tool, s.Name(), seed) {
						divided[s.Name()]++
					}
				}
			}
			for _, s := range all.Bundle().Strategies {
				least := programs / 2
				if of := seldom(s.Name()); of > 1 {
					least = (programs + of - 1) / of
				}
				if n := divided[s.Name()]; n < least {
					t.Errorf("strategy %s divided too few programs: %d of %d", s.Name(), n, programs)
				}
			}
			t.Logf("the number of divided programs by strategy: %v", divided)
		})
	}
}

// seldom returns n if only every n-th program is divided with a strategy, because it is slow.
func seldom(strategy string) uint64 {
	switch strategy {
	case "exact":
		return 50
	case "grow":
		return 5
	}
	return 1
}

// divides divides a program and checks the result. It returns false if the devices are too small.
func divides(t *testing.T, tool *driver.Tool, strategy string, seed uint64) bool {
	t.Helper()
	functions := 3
	if strategy == "profiling" {
		functions = 1
	}
	rng := rand.New(rand.NewPCG(seed, 44))
	text := randomModel(rng, functions, 1+rng.IntN(4))
	p := parse(t, text)
	if err := p.place(t, devicesFor(strategy, seed)); err != nil {
		t.Fatal(err)
	}
	text = p.text()
	args := []string{"-", "--partition=strategy=" + strategy, "--cluster-verify"}
	once, errs, status := opt(t, tool, text, append(args, "--mlir-disable-threading")...)
	for _, workers := range []int{2, 3 + int(seed%6)} {
		runtime.GOMAXPROCS(workers)
		if again, _, same := opt(t, tool, renamed(text), args...); again != once || same != status {
			t.Fatalf("seed %d: strategy %s gives another text with %d workers and other names of values", seed, strategy, workers)
		}
	}
	if status != 0 {
		if !strings.Contains(errs, "bytes") && !strings.Contains(errs, "the partitions need") {
			t.Fatalf("seed %d: %s: %s", seed, strategy, errs)
		}
		return false
	}
	what := fmt.Sprintf("seed %d: %s", seed, strategy)
	checkDivided(t, what, text, once)
	outlined, errs, _ := opt(t, tool, once, "-", "--cluster-outline")
	if got, want := results(t, outlined), results(t, text); errs != "" || !slices.Equal(got, want) {
		t.Fatalf("%s: %s; the results are %v instead of %v", what, errs, got, want)
	}
	return true
}

// results interprets a program's function @main.
func results(t *testing.T, text string) (outs []string) {
	t.Helper()
	m := read(t, text).Module
	f, _ := ir.As[fn.Func](ir.NewSymbols(m.Op).Lookup("main"))
	var ins []*tensor.Tensor
	for i, a := range f.FunctionType().Inputs {
		v := contents(a, uint64(100+i))
		if a.Kind().IsInt() {
			for k := range v.NumElements() { // table rows and lookup lengths
				v.SetInt(k, 4)
			}
		}
		ins = append(ins, v)
	}
	for _, v := range call(t, m, "main", ins) {
		outs = append(outs, fmt.Sprintf("%x", v.Data))
	}
	return outs
}

// renamed renames the values of a printed program so that the names are in another order.
func renamed(text string) string {
	return regexp.MustCompile(`%\d+`).ReplaceAllStringFunc(text, func(name string) string {
		n, _ := strconv.Atoi(name[1:])
		return fmt.Sprintf("%%x%d", 1000-n)
	})
}

func opt(t *testing.T, tool *driver.Tool, text string, args ...string) (out, errs string, status int) {
	var stdout, stderr strings.Builder
	status = tool.Opt(t.Context(), args, strings.NewReader(text), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

// checkDivided checks that a program can run, and that each operation is in one cluster.
func checkDivided(t *testing.T, what, original, text string) {
	t.Helper()
	p := parse(t, text)
	if err := ir.Verify(p.Op); err != nil { // this also checks that no cluster reads results of a later cluster
		t.Fatalf("%s: %v", what, err)
	}
	if err := clusterverify.Module(read(t, text).Module, clusterverify.Options{}); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	want, got := namesIn(parse(t, original).Module, false), namesIn(p.Module, true)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the clusters have the operations %v, want %v", what, got, want)
	}
}

// namesIn lists the names of the operations in clusters, or of those outside clusters.
func namesIn(m ir.Module, clusters bool) (names []string) {
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if !ok {
			continue
		}
		f.Op.Walk(func(op *ir.Op) bool {
			if s, ok := op.Discardable("nnvm.name").Str(); ok && clusters == ir.Is[cluster.Region](op.Parent()) {
				names = append(names, f.SymName()+" "+s)
			}
			return true
		})
	}
	return sorted(names)
}
