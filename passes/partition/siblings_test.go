package partition_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// pinned lists families of graphs in which merging siblings (clusters that no edge joins)
// reduces the number of clusters. Each operation is pinned to a random device.
var pinned = []graphgen.Family{
	{Name: "series-parallel", Make: seriesParallel},
	{Name: "residual", Make: residual},
	{Name: "wide", Make: wide},
	{Name: "inception", Make: graphgen.Inception},
	{Name: "random", Make: graphgen.Random},
}

// pinner builds a graph of operations on random devices.
type pinner struct {
	placement.Builder
	rng     *rand.Rand
	devices int
	count   int
}

func newPinner(devices int, seed uint64) *pinner {
	p := &pinner{rng: rand.New(rand.NewPCG(seed, 77)), devices: devices}
	for d := range devices {
		p.Devices = append(p.Devices, string(rune('a'+d)))
	}
	return p
}

func (p *pinner) op(from ...int32) int32 {
	v := p.Node(placement.Node{Device: int32(p.rng.IntN(p.devices)), Label: uint64(p.rng.IntN(20))})
	for _, u := range from {
		p.Use(u, v) // value u is the only result of node u
	}
	p.Value(v, 64*int64(1+p.rng.IntN(64)))
	p.count++
	return v
}

func (p *pinner) graph() *placement.Graph {
	g, err := p.Build()
	if err != nil {
		panic(err)
	}
	return g
}

// seriesParallel nests sequences and branches.
func seriesParallel(n, devices int, seed uint64) *placement.Graph {
	p := newPinner(devices, seed)
	var part func(from int32, n int) int32
	part = func(from int32, n int) int32 {
		switch {
		case n <= 1:
			return p.op(from)
		case p.rng.IntN(2) == 0:
			return part(part(from, n/2), n-n/2)
		}
		var ends []int32
		branches := 2 + p.rng.IntN(3)
		for range branches {
			ends = append(ends, part(from, (n-1)/branches))
		}
		return p.op(ends...)
	}
	part(p.op(), n-1)
	return p.graph()
}

// residual chains blocks. The last operation of a block also reads the block's input.
func residual(n, devices int, seed uint64) *placement.Graph {
	p := newPinner(devices, seed)
	x := p.op()
	for p.count < n {
		y := x
		for range 1 + p.rng.IntN(3) {
			y = p.op(y)
		}
		x = p.op(x, y)
	}
	return p.graph()
}

// wide has few levels, each of independent operations.
func wide(n, devices int, seed uint64) *placement.Graph {
	p := newPinner(devices, seed)
	width := max(3, n/4)
	var above []int32
	for p.count < n {
		var level []int32
		for range width {
			var from []int32
			for range min(len(above), 1+p.rng.IntN(2)) {
				from = append(from, above[p.rng.IntN(len(above))])
			}
			level = append(level, p.op(from...))
		}
		above = level
	}
	return p.graph()
}

// stay is the baseline: list scheduling that stays on a device while an operation on it is ready,
// and then goes to the device of the first ready operation.
func stay(g *placement.Graph) *placement.Partition {
	waits, of := make([]int, g.Len()), make([]int32, g.Len())
	left := 0
	for v := range waits {
		waits[v] = len(g.Preds(int32(v)))
		if g.IsConstant(int32(v)) {
			waits[v] = -1
			continue
		}
		left++
	}
	ready := func(d int32, any bool) int {
		for v, w := range waits {
			if w == 0 && (any || g.Device[v] == d && d != placement.None) {
				return v
			}
		}
		return -1
	}
	device, k := int32(placement.None), int32(-1)
	for ; left > 0; left-- {
		v := ready(device, false)
		if v < 0 {
			v = ready(0, true)
			device = g.Device[v]
			k++
		}
		of[v], waits[v] = k, -1
		for _, s := range g.Succs(int32(v)) {
			waits[s]--
		}
	}
	return placement.NewPartition(g, of, "stay")
}

// busiest returns the longest time for which one device is busy. If devices run as a pipeline, this
// time limits the throughput.
func busiest(m *placement.Model, g *placement.Graph, p *placement.Partition) float64 {
	busy := map[int32]float64{}
	most := 0.0
	for _, k := range p.Clusters {
		busy[k.Device] += m.Launch(k.Device)
		for _, v := range k.Nodes {
			busy[k.Device] += m.Run(g, v, k.Device)
		}
		most = max(most, busy[k.Device])
	}
	return most
}

// TestContractJoinsSiblings: on 1,000 pinned graphs, contract has at most as many clusters as the
// baseline, and at most its estimated time. Contract's busiest device is busy for at most one
// launch longer than if clusters are merged along edges only.
func TestContractJoinsSiblings(t *testing.T) {
	for _, f := range pinned {
		var mine, edges, base int
		for seed := range uint64(200) {
			devices := 2 + int(seed%3)
			g := f.Make([]int{12, 25, 50, 100}[seed/3%4], devices, seed)
			m := placement.Options{}.Costs(g)
			p := divide(t, contract.Strategy{}, g, placement.Options{})
			e := divide(t, contract.Strategy{}, g, placement.Options{Connected: true})
			b := stay(g)
			if err := placement.Verify(g, b); err != nil {
				t.Fatal(err)
			}
			if len(p.Clusters) > len(b.Clusters) || len(p.Clusters) > len(e.Clusters) {
				t.Errorf("%s, seed %d: %d clusters, but the baseline has %d, and edges alone give %d", f.Name, seed, len(p.Clusters), len(b.Clusters), len(e.Clusters))
			}
			if x, y := m.CostOf(g, p).Total(), m.CostOf(g, b).Total(); x > y*(1+1e-9) {
				t.Errorf("%s, seed %d: estimate %g, but the baseline has %g", f.Name, seed, x, y)
			}
			if x, y := busiest(m, g, p), busiest(m, g, e); x > y+m.Launch(0)*1.001 {
				t.Errorf("%s, seed %d: the busiest device is busy for %g, and for %g if clusters are merged along edges only", f.Name, seed, x, y)
			}
			mine, edges, base = mine+len(p.Clusters), edges+len(e.Clusters), base+len(b.Clusters)
		}
		t.Logf("| %s | %d | %d | %d |", f.Name, edges, base, mine)
	}
}

// On small pinned graphs, contract has at most 2 % more clusters than exact. At least 35 of 40
// results of exact are proven to be optimal.
func TestContractNearFewest(t *testing.T) {
	for _, f := range pinned {
		mine, best, proven := 0, 0, 0
		for seed := range uint64(40) {
			g := f.Make([]int{12, 20, 30, 40}[seed%4], 2+int(seed/4%3), 1000+seed)
			p, e := divide(t, contract.Strategy{}, g, placement.Options{}), divide(t, exact.Strategy{States: 20_000}, g, placement.Options{})
			if len(e.Clusters) == e.Bound {
				proven++
			}
			mine, best = mine+len(p.Clusters), best+len(e.Clusters)
		}
		t.Logf("| %s | %d | %d | %d of 40 proven |", f.Name, mine, best, proven)
		if float64(mine) > 1.02*float64(best) || proven < 35 {
			t.Errorf("%s: contract has %d clusters, exact has %d, and %d of 40 results are proven", f.Name, mine, best, proven)
		}
	}
}

// Two independent chains each go from device 0 to device 1, so device 1 can run the end of one
// chain while device 0 runs the beginning of the other chain. Joining the chains saves two launches
// but loses this overlap. So they are joined only if launches take longer than operations.
func TestContractKeepsOverlap(t *testing.T) {
	for _, test := range []struct {
		work float64
		want int
	}{{1e3, 2}, {1e7, 4}} {
		var b placement.Builder
		for range 2 {
			from := b.Node(placement.Node{Device: 0, Work: test.work})
			to := b.Node(placement.Node{Device: 1, Work: test.work})
			b.Use(b.Value(from, 64), to)
			b.Value(to, 64)
		}
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		if p := divide(t, contract.Strategy{}, g, placement.Options{}); len(p.Clusters) != test.want {
			t.Errorf("operations with Work %g: got %d clusters, want %d", test.work, len(p.Clusters), test.want)
		}
	}
}

// Six independent operations on two devices are two clusters.
func TestSixApart(t *testing.T) {
	g := graphgen.Text(byLetter, "a1", "b1", "a2", "b2", "a3", "b3")
	for _, s := range []placement.Strategy{contract.Strategy{}, exact.Strategy{}} {
		if p := divide(t, s, g, placement.Options{}); len(p.Clusters) != 2 {
			t.Errorf("%s: got clusters %s, expected 2", s.Name(), text(g, p))
		}
		if p := divide(t, s, g, placement.Options{Connected: true}); len(p.Clusters) != 6 {
			t.Errorf("%s, connected: got clusters %s, expected 6", s.Name(), text(g, p))
		}
	}
}

// On graphs of up to 8 ops, exact finds the same optimum as trying all partitions.
func TestExactIsFewest(t *testing.T) {
	for seed := range uint64(400) {
		g := graphgen.Sparse(2+int(seed%7), 2+int(seed%2), 1+float64(seed%5)/2, seed)
		p := divide(t, exact.Strategy{}, g, placement.Options{})
		if want := fewest(g); len(p.Clusters) != want || p.Bound != want {
			t.Fatalf("seed %d: %d clusters, bound %d, but the optimum is %d: %s", seed, len(p.Clusters), p.Bound, want, text(g, p))
		}
	}
}

// fewest tries every partition.
func fewest(g *placement.Graph) int {
	n := g.Len()
	of := make([]int32, n)
	best := n
	var try func(v, used int32)
	try = func(v, used int32) {
		if int(used) >= best {
			return
		}
		if int(v) == n {
			if placement.Verify(g, placement.NewPartition(g, slices.Clone(of), "")) == nil {
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
