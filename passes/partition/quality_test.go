package partition_test

import (
	"math"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// For each family, size and number of devices, the mean number of clusters of contract is at most
// 1.005 times the mean of grow. On each graph, contract has at most 2 clusters more than grow.
func TestContractIsAsGoodAsGrow(t *testing.T) {
	for _, f := range graphgen.Families() {
		for _, n := range []int{30, 100, 300, 1000} {
			if !sweep() && n > 100 {
				continue
			}
			for devices := 2; devices <= 4; devices++ {
				mine, theirs, worst := 0, 0, math.MinInt
				for seed := range uint64(max(2, 1000/n)) {
					g := f.Make(n, devices, 100+seed)
					a := len(divide(t, contract.Strategy{}, g, placement.Options{Connected: true}).Clusters)
					b := len(divide(t, grow.Strategy{}, g, placement.Options{}).Clusters)
					mine, theirs, worst = mine+a, theirs+b, max(worst, a-b)
				}
				ratio := float64(mine) / float64(theirs)
				t.Logf("%-11s %4d ops %d devices: clusters of contract / grow %.4f, largest difference %+d", f.Name, n, devices, ratio, worst)
				if ratio > 1.005 || worst > 2 {
					t.Errorf("%s, %d ops, %d devices: clusters of contract / grow %.4f, largest difference %+d", f.Name, n, devices, ratio, worst)
				}
			}
		}
	}
}

// On graphs of up to 9 ops, exact finds the same optimum as trying all partitions into
// connected clusters.
func TestExactIsExact(t *testing.T) {
	for seed := range uint64(400) {
		g := graphgen.Sparse(2+int(seed%8), 2+int(seed%2), 1+float64(seed%5)/2, seed)
		p := divide(t, exact.Strategy{}, g, placement.Options{Connected: true})
		if want := optimum(g); len(p.Clusters) != want || p.Bound != want {
			t.Fatalf("seed %d: %d clusters, bound %d, but the optimum is %d: %s", seed, len(p.Clusters), p.Bound, want, text(g, p))
		}
		if !connected(g, p) {
			t.Fatalf("seed %d: clusters are not connected", seed)
		}
	}
}

// On graphs of up to 9 ops, contract has at most 1.01 times as many clusters in all as the best
// partitions into connected clusters.
func TestContractNearOptimum(t *testing.T) {
	mine, best, missed := 0, 0, 0
	for seed := range uint64(400) {
		g := graphgen.Sparse(2+int(seed%8), 2, 2, seed)
		a, b := len(divide(t, contract.Strategy{}, g, placement.Options{Connected: true}).Clusters), optimum(g)
		if a < b {
			t.Fatalf("seed %d: %d clusters, but the optimum is %d", seed, a, b)
		}
		if a > b {
			missed++
		}
		mine, best = mine+a, best+b
	}
	t.Logf("%d clusters, optimum %d, missed in %d of 400", mine, best, missed)
	if float64(mine) > 1.01*float64(best) {
		t.Errorf("got %d clusters in all, expected at most 1.01 times the optimum, %d", mine, best)
	}
}

// optimum tries every partition into connected clusters.
func optimum(g *placement.Graph) int {
	n := g.Len()
	of := make([]int32, n)
	best := n
	var try func(v, used int32)
	try = func(v, used int32) {
		if int(used) >= best {
			return
		}
		if int(v) == n {
			p := placement.NewPartition(g, slices.Clone(of), "")
			if connected(g, p) && placement.Verify(g, p) == nil {
				best = int(used)
			}
			return
		}
		for k := range used + 1 {
			if u := slices.Index(of[:v], k); u < 0 || g.Device[u] == g.Device[v] {
				of[v] = k
				try(v+1, max(used, k+1))
			}
		}
	}
	try(0, 0)
	return best
}

func connected(g *placement.Graph, p *placement.Partition) bool {
	for i, c := range p.Clusters {
		seen := map[int32]bool{c.Nodes[0]: true}
		for queue := []int32{c.Nodes[0]}; len(queue) > 0; queue = queue[1:] {
			for _, w := range slices.Concat(g.Preds(queue[0]), g.Succs(queue[0])) {
				if p.Of[w] == int32(i) && !seen[w] {
					seen[w] = true
					queue = append(queue, w)
				}
			}
		}
		if len(seen) < len(c.Nodes) {
			return false
		}
	}
	return true
}

// ledger is a logger that checks the decisions it receives.
type ledger struct {
	t       *testing.T
	g       *placement.Graph
	merges  int
	refused [][]int32
}

func (l *ledger) Merged(a, b int32) {
	l.merges++
	if l.g.Device[a] != l.g.Device[b] {
		l.t.Errorf("merged %d and %d, which are on different devices", a, b)
	}
}

func (l *ledger) Refused(a, b int32, why placement.Reason, path []int32) {
	if why == placement.ClosesCycle && (len(path) < 3 || path[0] != a || path[len(path)-1] != b) {
		l.t.Errorf("refused to merge %d and %d because of the path %v, which does not join them", a, b, path)
	}
	l.refused = append(l.refused, slices.Clone(path))
}

func TestContractExplains(t *testing.T) {
	g := graphgen.Text(byLetter, "a1 b1 a2", "a1 a2")
	l := &ledger{t: t, g: g}
	if _, err := (contract.Strategy{}).Partition(t.Context(), g, placement.Options{}, l); err != nil {
		t.Fatal(err)
	}
	if l.merges != 0 || len(l.refused) != 1 || !slices.Equal(l.refused[0], []int32{0, 1, 2}) {
		t.Errorf("got %d merges and refusals for the paths %v, expected no merge and one refusal for [0 1 2]", l.merges, l.refused)
	}
	for seed := range uint64(200) {
		g := randomGraph(seed)
		l := &ledger{t: t, g: g}
		p, err := (contract.Strategy{}).Partition(t.Context(), g, placement.Options{Connected: seed%2 == 1}, l)
		if err != nil {
			t.Fatal(err)
		}
		if l.merges != g.Len()-len(p.Clusters) {
			t.Errorf("seed %d: the numbers of nodes %d, clusters %d and merges %d do not match", seed, g.Len(), len(p.Clusters), l.merges)
		}
	}
}
