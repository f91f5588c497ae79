// Package partition_test compares strategies with each other and with the optimum.
package partition_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/collector"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/partition/mincut"
	"github.com/lathe-ir/lathe/passes/partition/selects"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// repaired repairs the result of [placement.Unrepaired]. It is the baseline for strategies.
type repaired struct{}

func (repaired) Name() string { return "repaired" }

func (repaired) Partition(_ context.Context, g *placement.Graph, _ placement.Options, log placement.Logger) (*placement.Partition, error) {
	return placement.Repair(g, placement.Unrepaired(g), log)
}

func strategies() []placement.Strategy {
	return []placement.Strategy{contract.Strategy{}, grow.Strategy{}, repaired{}, collector.Strategy{}, selects.Strategy{}, mincut.Strategy{}, exact.Strategy{}}
}

func divide(t *testing.T, s placement.Strategy, g *placement.Graph, o placement.Options) *placement.Partition {
	t.Helper()
	p, err := s.Partition(t.Context(), g, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := placement.Verify(g, p); err != nil {
		t.Fatalf("%s: %v", s.Name(), err)
	}
	return p
}

// byLetter puts a… on device 0, b… on device 1, and so on.
func byLetter(name string) int32 { return int32(name[0] - 'a') }

// known has counterexamples for partitioners that test convexity in the original graph, and for
// partitioners that merge neighbors and cut clusters afterward (openvinotoolkit/openvino #35750).
// The graphs with cyclic false need no repair, and are here for comparison.
var known = []struct {
	name   string
	device func(string) int32
	chains []string
	cyclic bool // whether clusters wait for each other before repair
	pieces int
}{
	{"readme", func(n string) int32 {
		if n == "4" {
			return 1
		}
		return 0
	}, []string{"1 2 3 5 6 7", "2 4 5"}, true, 3},
	{"butterfly", byLetter, []string{"a1 a2", "a1 b2", "b1 b2", "b1 a2"}, true, 3},
	{"cross chain", byLetter, []string{"a0 a1", "a0 a2", "b0 b1", "b0 b2", "a1 b2", "b1 a2"}, true, 3},
	{"ring of three", byLetter, []string{"a0 a1", "a0 a2", "b0 b1", "b0 b2", "c0 c1", "c0 c2", "a1 b2", "b1 c2", "c1 a2"}, true, 4},
	{"feedback", byLetter, []string{"a1 b1 a2", "a1 a2"}, true, 3},
	{"no cycle", byLetter, []string{"a1 b1", "a1 a2"}, false, 2},
	{"apart", byLetter, []string{"a1 a2", "a3 a4"}, false, 2},
}

// TestO3CyclesRemoved: the strategies in strategies() return the fewest connected clusters that can
// run.
func TestO3CyclesRemoved(t *testing.T) {
	for _, test := range known {
		g := graphgen.Text(test.device, test.chains...)
		if cyclic := placement.Verify(g, placement.Unrepaired(g)) != nil; cyclic != test.cyclic {
			t.Errorf("%s: got cyclic = %v before repair, expected the opposite", test.name, cyclic)
		}
		for _, s := range strategies() {
			if s.Name() == "mincut" && slices.Max(g.Device) > 1 {
				continue // mincut divides between two devices only
			}
			if p := divide(t, s, g, placement.Options{Connected: true}); len(p.Clusters) != test.pieces {
				t.Errorf("%s: %s: got %d clusters, want %d: %s", test.name, s.Name(), len(p.Clusters), test.pieces, text(g, p))
			}
		}
	}
}

func text(g *placement.Graph, p *placement.Partition) string {
	var s []string
	for _, c := range p.Clusters {
		var names []string
		for _, v := range c.Nodes {
			names = append(names, g.Name(v))
		}
		s = append(s, fmt.Sprint(names))
	}
	return fmt.Sprint(s)
}

// randomGraph returns a graph of random size and density on 2 to 4 devices. In some graphs, some
// nodes have no device.
func randomGraph(seed uint64) *placement.Graph {
	rng := rand.New(rand.NewPCG(seed, 3))
	n, devices := 1+rng.IntN(200), 2+rng.IntN(3)
	var g *placement.Graph
	if f := graphgen.Families(); seed%4 == 0 {
		g = f[int(seed/4)%len(f)].Make(n, devices, seed)
	} else {
		g = graphgen.Sparse(n, devices, 0.5+3*rng.Float64(), seed)
	}
	if seed%8 == 1 {
		for v := range g.Device {
			if rng.IntN(20) == 0 {
				g.Device[v] = placement.None
			}
		}
	}
	return g
}

// runs returns the largest number of clusters that a path needs: its adjacent nodes on the same
// device may share a cluster. No partition can have fewer clusters.
func runs(g *placement.Graph) int {
	topo, err := g.Topo()
	if err != nil {
		panic(err)
	}
	run, most := make([]int, g.Len()), 0
	for _, v := range topo {
		if g.IsConstant(v) {
			continue
		}
		run[v] = 1
		for _, u := range g.Preds(v) {
			r := run[u]
			if g.Device[u] != g.Device[v] || g.Device[v] == placement.None {
				r++
			}
			run[v] = max(run[v], r)
		}
		most = max(most, run[v])
	}
	return most
}

// Merging siblings (clusters that no edge joins) never increases the number of clusters, and all
// results can run.
func TestSiblings(t *testing.T) {
	fewer := 0
	for seed := range uint64(300) {
		g := randomGraph(seed)
		a := divide(t, contract.Strategy{}, g, placement.Options{Connected: true})
		b := divide(t, contract.Strategy{}, g, placement.Options{})
		if len(b.Clusters) > len(a.Clusters) {
			t.Fatalf("seed %d: there are %d clusters if siblings are merged, but %d if only edges are contracted", seed, len(b.Clusters), len(a.Clusters))
		}
		fewer += len(a.Clusters) - len(b.Clusters)
	}
	if fewer == 0 {
		t.Error("siblings were never merged")
	}
}

// contract leaves no edge that could still be contracted.
func TestContractIsMaximal(t *testing.T) {
	for seed := range uint64(300) {
		g := randomGraph(seed)
		p := divide(t, contract.Strategy{}, g, placement.Options{})
		q := placement.Quotient(g, p)
		for u := range int32(q.Len()) {
			for _, v := range q.Succs(u) {
				if q.Device[u] == q.Device[v] && q.Device[u] != placement.None && placement.NewContraction(q).Merge(u, v) {
					t.Fatalf("seed %d: clusters %d and %d could be merged", seed, u, v)
				}
			}
		}
	}
}

// If all ops have different labels (see [placement.Node]), permuting the ops gives the same
// clusters.
func TestContractIgnoresOrder(t *testing.T) {
	for seed := range uint64(500) {
		g := bare(randomGraph(seed))
		for v := range g.Label {
			g.Label[v] = uint64(v)
		}
		want := divide(t, contract.Strategy{}, g, placement.Options{Connected: seed%2 == 1})
		order := shuffledTopo(g, rand.New(rand.NewPCG(seed, 9)))
		h := g.Reorder(order)
		got := divide(t, contract.Strategy{}, h, placement.Options{Connected: seed%2 == 1})
		if !slices.EqualFunc(members(g, want), members(h, got), slices.Equal) {
			t.Fatalf("seed %d: clusters differ when ops are permuted", seed)
		}
	}
}

// If all ops have the same label, many nodes are equal. Permuting the ops gives clusters of the
// same devices and sizes.
func TestContractIgnoresOrderOfTwins(t *testing.T) {
	differ := 0
	const count = 500
	for seed := range uint64(count) {
		g := bare(randomGraph(seed))
		clear(g.Label)
		order := shuffledTopo(g, rand.New(rand.NewPCG(seed, 9)))
		h := g.Reorder(order)
		a := divide(t, contract.Strategy{}, g, placement.Options{})
		b := divide(t, contract.Strategy{}, h, placement.Options{})
		if !slices.EqualFunc(sizes(a), sizes(b), slices.Equal) {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d graphs with ops of one kind give other clusters when permuted", differ, count)
	}
}

// Permuting a large graph gives clusters of the same devices and sizes. Large graphs have many
// equal nodes, such as attention heads of a transformer on one device.
func TestContractIgnoresOrderOfManyTwins(t *testing.T) {
	for _, f := range graphgen.Families() {
		g := bare(f.Make(8000, 2, 3))
		h := g.Reorder(shuffledTopo(g, rand.New(rand.NewPCG(4, 9))))
		a := divide(t, contract.Strategy{}, g, placement.Options{Attempts: 3})
		b := divide(t, contract.Strategy{}, h, placement.Options{Attempts: 3})
		if !slices.EqualFunc(sizes(a), sizes(b), slices.Equal) {
			t.Errorf("%s: got %d clusters, and after a permutation %d clusters, or clusters of other sizes", f.Name, len(a.Clusters), len(b.Clusters))
		}
	}
}

// bare returns g without its values: Reorder does not copy them.
func bare(g *placement.Graph) *placement.Graph {
	topo, err := g.Topo()
	if err != nil {
		panic(err)
	}
	return g.Reorder(topo)
}

func sizes(p *placement.Partition) [][]int {
	var s [][]int
	for _, c := range p.Clusters {
		s = append(s, []int{int(c.Device), len(c.Nodes)})
	}
	slices.SortFunc(s, slices.Compare)
	return s
}

// members lists the device and the sorted labels of each cluster, sorted.
func members(g *placement.Graph, p *placement.Partition) [][]uint64 {
	var s [][]uint64
	for _, c := range p.Clusters {
		labels := []uint64{uint64(c.Device)}
		for _, v := range c.Nodes {
			labels = append(labels, g.Label[v])
		}
		slices.Sort(labels[1:])
		s = append(s, labels)
	}
	slices.SortFunc(s, slices.Compare)
	return s
}

func shuffledTopo(g *placement.Graph, rng *rand.Rand) []int32 {
	waits := make([]int, g.Len())
	var ready, order []int32
	for v := range waits {
		if waits[v] = len(g.Preds(int32(v))); waits[v] == 0 {
			ready = append(ready, int32(v))
		}
	}
	for len(ready) > 0 {
		i := rng.IntN(len(ready))
		v := ready[i]
		ready[i] = ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		order = append(order, v)
		for _, s := range g.Succs(v) {
			if waits[s]--; waits[s] == 0 {
				ready = append(ready, s)
			}
		}
	}
	return order
}
