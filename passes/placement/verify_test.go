package placement_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

func byLetter(name string) int32 { return int32(name[0] - 'a') }

// copyOf returns a partition that may be changed.
func copyOf(p *placement.Partition) *placement.Partition {
	q := &placement.Partition{Clusters: slices.Clone(p.Clusters), Of: slices.Clone(p.Of)}
	for i := range q.Clusters {
		q.Clusters[i].Nodes = slices.Clone(q.Clusters[i].Nodes)
	}
	return q
}

func wantError(t *testing.T, g *placement.Graph, p *placement.Partition, want string) {
	t.Helper()
	err := placement.Verify(g, p)
	if err == nil {
		t.Errorf("Verify succeeded, want error %q", want)
	} else if !strings.Contains(err.Error(), want) {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestVerifyNamesTheMistake(t *testing.T) {
	g := graphgen.Text(byLetter, "a1 b1 a2", "a1 a2")
	good := placement.NewPartition(g, []int32{0, 1, 2}, "test")
	if err := placement.Verify(g, good); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(p *placement.Partition)
		want   string
	}{
		{func(p *placement.Partition) { p.Clusters[1].Nodes = nil }, "%b1 must be in a cluster, but is in none"},
		{func(p *placement.Partition) { p.Clusters[1].Nodes = nil }, "cluster 1 must have a node, but is empty"},
		{func(p *placement.Partition) { p.Clusters[0].Nodes = []int32{0, 1} }, "%b1 is in cluster 0, but Of has cluster 1 for it"},
		{func(p *placement.Partition) { p.Clusters[0].Nodes = []int32{0, 1}; p.Of[1] = 0 }, "%b1 is on device 1, but its cluster 0 is on device 0, which does not accept %b1"},
		{func(p *placement.Partition) { p.Clusters[0].Nodes = []int32{0, 0} }, "%a1 must be in one cluster, but is in clusters 0 and 0"},
		{func(p *placement.Partition) { p.Clusters[0].Nodes = []int32{7} }, "cluster 0 has node 7, but there are 3 nodes"},
		{func(p *placement.Partition) { p.Clusters[0].Device = 1 }, "%a1 is on device 0, but its cluster 0 is on device 1, which does not accept %a1"},
		{func(p *placement.Partition) { p.Of = p.Of[:2] }, "partition must list 3 nodes, but lists 2"},
	} {
		p := copyOf(good)
		test.change(p)
		wantError(t, g, p, test.want)
	}
	wantError(t, g, placement.NewPartition(g, []int32{0, 1, 0}, "test"),
		"clusters must not wait for each other in a cycle, but do: %a1 → %b1 (cluster 0 on device 0 → cluster 1 on device 1), %b1 → %a2 (cluster 1 on device 1 → cluster 0 on device 0)")
	moved := placement.NewPartition(g, []int32{0, 1, 0}, "test")
	moved.Clusters[1].Device = 2
	g.Takes = []uint64{0, 1<<1 | 1<<2, 0}
	wantError(t, g, moved, "%b1 → %a2 (cluster 1 on device 2 → cluster 0 on device 0)")
}

// Verify reports a node that is in two clusters or in none. If two clusters are merged, it fails if
// and only if the merge closes a cycle according to the transitive closure of the quotient.
func TestVerifyCatchesMutations(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := graphgen.Sparse(20+rng.IntN(60), 3, 2, seed)
		p, err := placement.Repair(g, placement.Unrepaired(g), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Fatal(err)
		}
		moved := copyOf(p)
		v := int32(rng.IntN(g.Len()))
		to := (p.Of[v] + 1 + int32(rng.IntN(len(p.Clusters)-1))) % int32(len(p.Clusters))
		moved.Clusters[to].Nodes = append(moved.Clusters[to].Nodes, v)
		slices.Sort(moved.Clusters[to].Nodes)
		if placement.Verify(g, moved) == nil {
			t.Fatalf("seed %d: Verify accepts a node in two clusters", seed)
		}
		dropped := copyOf(p)
		nodes := dropped.Clusters[p.Of[v]].Nodes
		dropped.Clusters[p.Of[v]].Nodes = slices.DeleteFunc(nodes, func(w int32) bool { return w == v })
		if placement.Verify(g, dropped) == nil {
			t.Fatalf("seed %d: Verify accepts a node in no cluster", seed)
		}
		a, b := int32(rng.IntN(len(p.Clusters))), int32(rng.IntN(len(p.Clusters)))
		if a == b || p.Clusters[a].Device != p.Clusters[b].Device {
			continue
		}
		merged := slices.Clone(p.Of)
		for v, c := range merged {
			if c == b {
				merged[v] = a
			}
		}
		if got, want := placement.Verify(g, placement.NewPartition(g, merged, "")) == nil, mayMerge(t, placement.Quotient(g, p), a, b); got != want {
			t.Fatalf("seed %d: after merging clusters %d and %d, got success of Verify %v, want %v", seed, a, b, got, want)
		}
	}
}

// mayMerge reports whether contracting two nodes keeps q acyclic. It uses the transitive closure.
func mayMerge(t *testing.T, q *placement.Graph, a, b int32) bool {
	t.Helper()
	r, err := placement.NewReach(q)
	if err != nil {
		t.Fatal(err)
	}
	return !r.Below[a].Intersection(r.Above[b]).Any() && !r.Below[b].Intersection(r.Above[a]).Any()
}

func TestConstantsAreNoMembers(t *testing.T) {
	var b placement.Builder
	k := b.Node(placement.Node{Device: 0, Flags: placement.Constant})
	u := b.Node(placement.Node{Device: 0})
	v := b.Node(placement.Node{Device: 1})
	value := b.Value(k, 8)
	b.Use(value, u)
	b.Use(value, v)
	b.Edge(u, v, 16)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p := placement.Unrepaired(g)
	if err := placement.Verify(g, p); err != nil {
		t.Fatal(err)
	}
	if p.Of[k] != placement.None || len(p.Clusters) != 2 || len(g.Preds(v)) != 1 || !slices.Equal(g.Consts(v), []int32{k}) {
		t.Errorf("a constant is in a cluster or has an edge: %v", p)
	}
	if cut := placement.CutOf(g, p); cut != (placement.Cut{Copies: 1, Bytes: 16}) {
		t.Errorf("got cut %+v", cut)
	}
	p.Clusters[0].Nodes = []int32{k, u}
	wantError(t, g, p, "constant #0 must be in no cluster, but is in cluster 0")
}

// One value with several users in a cluster is one copy.
func TestCutCountsValuesOnce(t *testing.T) {
	var b placement.Builder
	for _, d := range []int32{0, 1, 1, 2} {
		b.Node(placement.Node{Device: d})
	}
	value := b.Value(0, 100)
	for user := int32(1); user < 4; user++ {
		b.Use(value, user)
	}
	b.Edge(1, 2, 5)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if cut := placement.CutOf(g, placement.Unrepaired(g)); cut != (placement.Cut{Copies: 2, Bytes: 200}) {
		t.Errorf("got cut %+v", cut)
	}
}
