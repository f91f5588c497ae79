package partition_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// fastest runs f several times and returns the least processor time.
func fastest(times int, f func()) float64 {
	best := math.Inf(1)
	for range times {
		runtime.GC()
		start := irtest.ProcessorTime()
		f()
		best = min(best, (irtest.ProcessorTime() - start).Seconds())
	}
	return best
}

// pairwise is a direct implementation of contraction. For every edge, it searches the whole graph
// for another path between the two ends. It repeats this until nothing merges.
type pairwise struct{}

func (pairwise) Name() string { return "pairwise" }

func (pairwise) Partition(_ context.Context, g *placement.Graph, _ placement.Options, _ placement.Logger) (*placement.Partition, error) {
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = int32(v)
	}
	for merged := true; merged; {
		merged = false
		for u := range int32(g.Len()) {
			for _, v := range g.Succs(u) {
				if a, b := of[u], of[v]; a != b && g.Joins(u, v) && !another(g, of, a, b) {
					for w := range of {
						if of[w] == b {
							of[w] = a
						}
					}
					merged = true
				}
			}
		}
	}
	return placement.NewPartition(g, of, "pairwise"), nil
}

// another reports whether a path through a third cluster leads from a to b.
func another(g *placement.Graph, of []int32, a, b int32) bool {
	members := map[int32][]int32{}
	for v, k := range of {
		members[k] = append(members[k], int32(v))
	}
	seen := map[int32]bool{a: true}
	for queue := []int32{a}; len(queue) > 0; queue = queue[1:] {
		for _, v := range members[queue[0]] {
			for _, s := range g.Succs(v) {
				k := of[s]
				if k == b && queue[0] != a {
					return true
				}
				if k != b && !seen[k] {
					seen[k] = true
					queue = append(queue, k)
				}
			}
		}
	}
	return false
}

// TestX10Scale: for any family, 6,000 ops take less than a second of processor time and,
// with LATHE_SWEEP, 100,000 ops take less than ten seconds.
func TestX10Scale(t *testing.T) {
	for _, f := range graphgen.Families() {
		for _, test := range []struct {
			n     int
			limit float64
		}{{6000, 1}, {100_000, 10}} {
			if test.n > 10_000 && !sweep() {
				continue
			}
			g := f.Make(test.n, 3, 1)
			if took := fastest(1, func() { divide(t, contract.Strategy{}, g, placement.Options{}) }); took > test.limit {
				t.Errorf("%s, %d ops: the division takes %.2f s, which is too long", f.Name, test.n, took)
			}
		}
	}
}

// TestTables prints figures of docs/placement-reference.md, and checks the limits that this page
// promises. It takes some minutes:
//
//	LATHE_TABLES=1 go test ./passes/partition -run TestTables -v -timeout 60m
func TestTables(t *testing.T) {
	if os.Getenv("LATHE_TABLES") == "" {
		t.Skip("set LATHE_TABLES=1 to measure; takes some minutes")
	}
	t.Run("scale", scaleTable)
	t.Run("ten million", tenTable)
	t.Run("log", logTable)
	t.Run("others", othersTable)
	t.Run("quality", qualityTable)
	t.Run("cost", costTable)
	t.Run("siblings", TestContractJoinsSiblings)
	t.Run("fewest", TestContractNearFewest)
	t.Run("balance", TestBalanceIsEven)
}

// peak returns the peak memory of this process in MB, or 0 if unknown.
func peak() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kb int
	fmt.Sscan(rest, &kb)
	return kb >> 10
}

func scaleTable(t *testing.T) {
	t.Log("| family | 10⁴ ops | 10⁵ ops | 10⁶ ops | exponent | one attempt: 10⁴ | 10⁵ | 10⁶ | exponent |")
	t.Log("|---|---|---|---|---|---|---|---|---|")
	rows := map[string]string{}
	times := map[string][]float64{}
	// Smaller sizes come first, since the peak memory of a process never decreases.
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		for _, f := range graphgen.Families() {
			g := f.Make(n, 3, 1)
			for _, attempts := range []int{0, 1} {
				key := fmt.Sprint(f.Name, attempts)
				took := fastest(max(1, 200_000/n), func() {
					if _, err := (contract.Strategy{}).Partition(t.Context(), g, placement.Options{Connected: true, Attempts: attempts}, nil); err != nil {
						t.Fatal(err)
					}
				})
				times[key] = append(times[key], took)
				rows[key] += fmt.Sprintf(" %.3g s |", took)
			}
		}
		rows["peak"] += fmt.Sprintf(" %d MB at %d ops;", peak(), n)
	}
	for _, f := range graphgen.Families() {
		line := "| " + f.Name + " |"
		for _, attempts := range []int{0, 1} {
			key := fmt.Sprint(f.Name, attempts)
			x := times[key]
			exponent := math.Log(x[2]/x[0]) / math.Log(100)
			line += rows[key] + fmt.Sprintf(" %.2f |", exponent)
			if attempts == 0 && (x[1] > 1 || x[2] > 15 || exponent > 1.15) {
				t.Errorf("%s: times %v or exponent %.2f are too large", f.Name, x, exponent)
			}
		}
		t.Log(line)
	}
	t.Log("peak memory of the process, graphs included:" + rows["peak"])
}

// tenTable divides graphs of ten million ops in 30 s, in a process of 8 GB at most.
func tenTable(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(4 << 30))
	t.Log("| family | 10⁷ ops | memory of the process |")
	t.Log("|---|---|---|")
	for _, f := range graphgen.Families() {
		g := f.Make(10_000_000, 3, 1)
		took := fastest(1, func() {
			if _, err := (contract.Strategy{}).Partition(t.Context(), g, placement.Options{}, nil); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("| %s | %.3g s | %d MB |", f.Name, took, peak())
		if took > 30 || peak() > 8000 {
			t.Errorf("%s: took %.1f s and %d MB, want at most 30 s and 8000 MB", f.Name, took, peak())
		}
	}
}

func logTable(t *testing.T) {
	t.Log("| family | 10⁵ ops without a log | with a log | difference |")
	t.Log("|---|---|---|---|")
	for _, f := range graphgen.Families() {
		g := f.Make(100_000, 3, 1)
		run := func(log placement.Logger) float64 {
			return fastest(1, func() {
				if _, err := (contract.Strategy{}).Partition(t.Context(), g, placement.Options{}, log); err != nil {
					t.Fatal(err)
				}
			})
		}
		without, with := math.Inf(1), math.Inf(1)
		for range 15 { // alternate, so that a slow moment affects both
			without, with = min(without, run(nil)), min(with, run(&placement.Record{}))
		}
		t.Logf("| %s | %.3f s | %.3f s | %.0f %% |", f.Name, without, with, 100*(with/without-1))
		if with > 1.2*without {
			t.Errorf("%s: with a log, the division takes %.0f %% longer", f.Name, 100*(with/without-1))
		}
	}
}

func othersTable(t *testing.T) {
	t.Log("| random, 3 devices | 300 ops | 1,000 | 3,000 | 5,000 |")
	t.Log("|---|---|---|---|---|")
	for _, s := range []placement.Strategy{contract.Strategy{}, grow.Strategy{}, pairwise{}} {
		line := "| " + s.Name() + " |"
		for _, n := range []int{300, 1000, 3000, 5000} {
			if s.Name() == "pairwise" && n > 3000 {
				line += " – |"
				continue
			}
			g := graphgen.Random(n, 3, 1)
			var p *placement.Partition
			took := fastest(1, func() { p = divide(t, s, g, placement.Options{}) })
			line += fmt.Sprintf(" %.3g s, %d clusters |", took, len(p.Clusters))
			if s.Name() == "grow" && took > 10 {
				t.Errorf("grow takes %.1f s for %d ops", took, n)
			}
		}
		t.Log(line)
	}
}

func qualityTable(t *testing.T) {
	t.Log("| family | ops | contract / grow, mean | worst | connected clusters: contract / run length | any clusters: contract / run length |")
	t.Log("|---|---|---|---|---|---|")
	for _, f := range graphgen.Families() {
		for _, n := range []int{30, 100, 300, 1000} {
			var mine, theirs, runs, siblings, loose float64
			worst := math.MinInt
			for devices := 2; devices <= 4; devices++ {
				for seed := range uint64(max(2, 600/n)) {
					g := f.Make(n, devices, 100+seed)
					a := len(divide(t, contract.Strategy{}, g, placement.Options{Connected: true}).Clusters)
					b := len(divide(t, grow.Strategy{}, g, placement.Options{}).Clusters)
					mine, theirs = mine+float64(a), theirs+float64(b)
					loose += float64(len(runLength(g).Clusters))
					runs += float64(len(joined(g, runLength(g)).Clusters))
					siblings += float64(len(divide(t, contract.Strategy{}, g, placement.Options{}).Clusters))
					worst = max(worst, a-b)
				}
			}
			t.Logf("| %s | %d | %.4f | %+d | %.3f | %.3f |", f.Name, n, mine/theirs, worst, mine/runs, siblings/loose)
			if mine > 1.005*theirs || worst > 2 || mine >= runs || siblings > loose {
				t.Errorf("%s, %d ops: contract / grow %.4f, worst %+d; contract / run length %.3f for connected clusters, %.3f for any clusters", f.Name, n, mine/theirs, worst, mine/runs, siblings/loose)
			}
		}
	}
}

// joined divides each cluster into its connected components, for comparison with connected
// clusters.
func joined(g *placement.Graph, p *placement.Partition) *placement.Partition {
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = int32(v)
	}
	find := func(v int32) int32 {
		for of[v] != v {
			of[v] = of[of[v]]
			v = of[v]
		}
		return v
	}
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if p.Of[v] == p.Of[s] {
				a, b := find(v), find(s)
				of[max(a, b)] = min(a, b)
			}
		}
	}
	for v := range of {
		of[v] = find(int32(v))
	}
	return placement.NewPartition(g, of, p.Clusters[0].Origin)
}

func costTable(t *testing.T) {
	t.Log("| family | graphs | proven | launches / exact, geometric mean | worst | launches and copies, mean | worst |")
	t.Log("|---|---|---|---|---|---|---|")
	for _, f := range graphgen.Families() {
		launches, costs := ratios(t, f, 25)
		t.Logf("| %s | %d | %d | %.4f | %.3f | %.4f | %.3f |", f.Name, launches.count, launches.proven, launches.mean(), launches.worst, costs.mean(), costs.worst)
	}
}

// ratio collects ratios of a cost to the optimum.
type ratio struct {
	count, proven int
	logs, worst   float64
}

func (r *ratio) add(x float64) {
	r.count, r.logs, r.worst = r.count+1, r.logs+math.Log(x), max(r.worst, x)
}

func (r *ratio) mean() float64 { return math.Exp(r.logs / float64(max(1, r.count))) }

// ratios compares contract with exact on graphs of 12 to 40 ops.
func ratios(t *testing.T, f graphgen.Family, perSize int) (launches, costs ratio) {
	t.Helper()
	for _, n := range []int{12, 20, 30, 40} {
		for seed := range uint64(perSize) {
			g := f.Make(n, 2+int(seed%3), 500+seed)
			best, err := exact.Strategy{}.Partition(t.Context(), g, placement.Options{Connected: true}, nil)
			if err != nil {
				continue // exact fails for a component of more than 40 ops
			}
			p := divide(t, contract.Strategy{}, g, placement.Options{Connected: true})
			m := placement.Options{}.Costs(g)
			a, b := m.CostOf(g, p), m.CostOf(g, best)
			launches.add(a.Launch / b.Launch)
			costs.add((a.Launch + a.Transfer) / (b.Launch + b.Transfer))
			if len(best.Clusters) == best.Bound {
				launches.proven++
			}
			if a.Launch > 1.25*b.Launch && len(p.Clusters) > len(best.Clusters)+1 {
				t.Errorf("%s, %d ops, seed %d: %d clusters, but %d are possible", f.Name, n, seed, len(p.Clusters), len(best.Clusters))
			}
		}
	}
	if launches.mean() > 1.05 || costs.mean() > 1.05 {
		t.Errorf("%s: got geometric means %.4f and %.4f, want at most 1.05", f.Name, launches.mean(), costs.mean())
	}
	return launches, costs
}

// TestContractNearExact compares contract with exact. Both form connected clusters and move no
// operation. The geometric mean of the ratio of costs is at most 1.05, both for launches and for
// launches plus copies. On each graph, contract has at most one cluster more than exact, or its
// launches cost at most 1.25 times as much.
func TestContractNearExact(t *testing.T) {
	perSize := 8
	if !sweep() {
		perSize = 2
	}
	for _, f := range graphgen.Families() {
		ratios(t, f, perSize)
	}
}
