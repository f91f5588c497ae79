package placement_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

func TestCyclesNameEdges(t *testing.T) {
	g := graphgen.Text(byLetter, "a0 a1", "a0 a2", "b0 b1", "b0 b2", "c0 c1", "c0 c2", "a1 b2", "b1 c2", "c1 a2")
	p := placement.Unrepaired(g)
	cycles := placement.Cycles(g, p)
	if len(cycles) != 1 {
		t.Fatalf("got %d cycles, expected 1", len(cycles))
	}
	want := "%a1 → %b2 (cluster 0 on device 0 → cluster 1 on device 1), " +
		"%b1 → %c2 (cluster 1 on device 1 → cluster 2 on device 2), " +
		"%c1 → %a2 (cluster 2 on device 2 → cluster 0 on device 0)"
	if got := cycles[0].Text(g, p); got != want {
		t.Errorf("got %s, expected %s", got, want)
	}
	g = graphgen.Text(byLetter, "a1 a2", "a1 b2", "b1 b2", "b1 a2", "c1 c2", "c1 d2", "d1 d2", "d1 c2")
	if cycles = placement.Cycles(g, placement.Unrepaired(g)); len(cycles) != 2 {
		t.Errorf("two butterflies: got %d cycles, expected 2", len(cycles))
	}
}

// Cycles finds no cycle exactly if Verify succeeds. Each cycle that it finds is closed and consists
// of edges of the graph.
func TestCyclesAgreeWithVerify(t *testing.T) {
	cyclic := 0
	for seed := range uint64(500) {
		g := graphgen.Sparse(5+int(seed%40), 2+int(seed%3), 2, seed)
		p := placement.Unrepaired(g)
		cycles := placement.Cycles(g, p)
		if (len(cycles) == 0) != (placement.Verify(g, p) == nil) {
			t.Fatalf("seed %d: got %d cycles, but Verify returns %v", seed, len(cycles), placement.Verify(g, p))
		}
		for _, c := range cycles {
			cyclic++
			for i, e := range c.Path {
				next := c.Path[(i+1)%len(c.Path)]
				if e.ToCluster != next.FromCluster || p.Of[e.From] != e.FromCluster || p.Of[e.To] != e.ToCluster || !slices.Contains(g.Succs(e.From), e.To) {
					t.Fatalf("seed %d: the path is not a cycle: %v", seed, c.Path)
				}
			}
		}
	}
	if cyclic < 100 {
		t.Errorf("%d cycles were found in 500 graphs, expected at least 100", cyclic)
	}
}

// refusals is a logger that records the paths of refusals.
type refusals struct{ paths [][]int32 }

func (r *refusals) Merged(a, b int32) {}

func (r *refusals) Refused(a, b int32, why placement.Reason, path []int32) {
	r.paths = append(r.paths, slices.Clone(path))
}

func TestRepairCutsForward(t *testing.T) {
	g := graphgen.Text(func(n string) int32 {
		if n == "4" {
			return 1
		}
		return 0
	}, "1 2 3 5 6 7", "2 4 5")
	var log refusals
	p, err := placement.Repair(g, placement.Unrepaired(g), &log)
	if err != nil {
		t.Fatal(err)
	}
	// Nodes are numbered by first occurrence: nodes 0 to 6 are 1 2 3 5 6 7 4 in the text.
	want := [][]int32{{0, 1, 2}, {6}, {3, 4, 5}}
	if !slices.EqualFunc(p.Clusters, want, func(c placement.Cluster, w []int32) bool { return slices.Equal(c.Nodes, w) }) {
		t.Errorf("got clusters %v, expected %v", p.Clusters, want)
	}
	if len(log.paths) != 1 || !slices.Equal(log.paths[0], []int32{1, 6, 3}) {
		t.Errorf("got refusals for the paths %v, expected [[1 6 3]]", log.paths)
	}
	if p.Clusters[0].Origin != "repair" || p.Clusters[1].Origin != "affinity" {
		t.Errorf("got origins %q and %q, expected repair and affinity", p.Clusters[0].Origin, p.Clusters[1].Origin)
	}
}

// TestRepairSidePaths repairs clusters that a path leaves and enters again.
func TestRepairSidePaths(t *testing.T) {
	for _, test := range []struct {
		chains []string
		pieces int
	}{
		{[]string{"a1 a2 a3", "a1 b1 a3"}, 3},
		{[]string{"a1 a2 a3", "a1 b1 b2 b3 a3"}, 3},
		{[]string{"a1 a2 a3 a4 a5", "a1 b1 a3", "a3 b2 a5"}, 5},
		{[]string{"a1 a2 a3", "a1 b1", "b2 a3"}, 3}, // no path returns, so nothing is cut
	} {
		g := graphgen.Text(byLetter, test.chains...)
		p, err := placement.Repair(g, placement.Unrepaired(g), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil || len(p.Clusters) != test.pieces {
			t.Errorf("%v: got %d pieces and error %v", test.chains, len(p.Clusters), err)
		}
	}
}

// Repair makes any clustering acyclic. It does not change an acyclic clustering, and pieces stay
// inside their clusters.
func TestRepairAnyClustering(t *testing.T) {
	kept := 0
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		g := graphgen.Sparse(2+rng.IntN(60), 1, 2, seed)
		of := make([]int32, g.Len())
		count := 1 + rng.IntN(g.Len())
		for v := range of {
			of[v] = int32(rng.IntN(count))
		}
		in := placement.NewPartition(g, of, "user")
		out, err := placement.Repair(g, in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, out); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if placement.Verify(g, in) == nil {
			kept++
			if !out.Equal(in) {
				t.Fatalf("seed %d: an acyclic clustering was cut", seed)
			}
		}
		for _, c := range out.Clusters {
			for _, v := range c.Nodes {
				if in.Of[v] != in.Of[c.Nodes[0]] {
					t.Fatalf("seed %d: a piece has nodes of two clusters", seed)
				}
			}
		}
	}
	if kept == 0 {
		t.Error("no clustering was acyclic")
	}
}
