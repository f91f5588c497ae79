package placement_test

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestEconomyNeverCostsMore: nodes move only to devices that accept them, the estimated cost never
// rises, and a repetition gives the same result. Some moves are of whole clusters.
func TestEconomyNeverCostsMore(t *testing.T) {
	m := placement.NewModel([]placement.Spec{
		{Name: "a", Launch: 1e-5}, {Name: "b", Compute: 1e9}, {Name: "c", Launch: 2e-6, Bandwidth: 1e9},
	})
	divide := func(h *placement.Graph) (*placement.Partition, error) {
		return contract.Strategy{}.Partition(t.Context(), h, placement.Options{}, nil)
	}
	cheaper, clusters := 0, 0
	for seed := range uint64(200) {
		g := graphgen.Mixed(40, 3, seed)
		p, err := divide(g)
		if err != nil {
			t.Fatal(err)
		}
		e := placement.Economy{Model: m, Nodes: true}
		h, q, moves, err := e.Improve(g, p, divide)
		if err != nil {
			t.Fatal(err)
		}
		before, after := m.CostOf(g, p).Total(), m.CostOf(h, q).Total()
		if after > before {
			t.Errorf("seed %d: the cost after the moves is %g, but was %g before", seed, after, before)
		}
		if after < before {
			cheaper++
		}
		if err := placement.Verify(h, q); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for v := range int32(g.Len()) {
			if h.Device[v] != g.Device[v] && !g.CanRun(v, h.Device[v]) {
				t.Errorf("seed %d: node %d went to device %d, which does not support it", seed, v, h.Device[v])
			}
		}
		for _, move := range moves {
			if len(move.Nodes) > 1 {
				clusters++
			}
		}
		if again, _, _, _ := e.Improve(g, p, divide); !slices.Equal(again.Device, h.Device) {
			t.Errorf("seed %d: a repetition gives another result", seed)
		}
	}
	if cheaper < 100 || clusters < 5 {
		t.Errorf("%d graphs became cheaper and %d clusters moved, expected at least 100 and 5", cheaper, clusters)
	}
}

// TestEconomyOpensDevices: if all nodes are on one device, the nodes that cost less on an idle
// device move there: single nodes, whole clusters, or the movable part of a cluster. No node moves
// if the launch on the other device costs more than the move saves.
func TestEconomyOpensDevices(t *testing.T) {
	both, first := uint64(3), uint64(1)
	heavy := placement.Node{Work: 1e6, Takes: both} // 1 ms on a, 0.1 ms on b
	light := placement.Node{Work: 1e3, Takes: both} // 1 µs on a, 0.1 µs on b
	held := placement.Node{Work: 1e3, Takes: first}
	slow := placement.Node{Work: 1, Takes: both}
	begin := placement.Node{Work: 2e4, Takes: both}
	middle := placement.Node{Work: 5e4, Takes: both}
	other := placement.Node{Device: 2, Takes: 4}
	for _, c := range []struct {
		name  string
		nodes []placement.Node
		bytes int64 // bytes of each value
		want  []int32
	}{
		{"one", []placement.Node{heavy}, 64, []int32{1}},
		{"no move if a launch costs more than the move saves", []placement.Node{held, light}, 64, []int32{0, 0}},
		{"whole", slices.Repeat([]placement.Node{light}, 30), 64, slices.Repeat([]int32{1}, 30)},
		{"the movable part of a cluster", slices.Concat(slices.Repeat([]placement.Node{light}, 30), []placement.Node{held}), 64, append(slices.Repeat([]int32{1}, 30), 0)},
		{"alone", []placement.Node{held, heavy, held}, 64, []int32{0, 1, 0}},
		// Moving the nodes 0 to 4 saves 40 µs. Moving only one of the nodes 1 to 4 saves less than
		// its copies cost. Moving also the nodes after the node on c would cost 200 µs more.
		{"a whole cluster, but not its readers", slices.Concat([]placement.Node{begin}, slices.Repeat([]placement.Node{middle}, 4), []placement.Node{other}, slices.Repeat([]placement.Node{slow}, 10)), 40000,
			slices.Concat(slices.Repeat([]int32{1}, 5), []int32{2}, make([]int32, 10))},
		{"a single node among nodes that may move", slices.Concat(slices.Repeat([]placement.Node{slow}, 30), []placement.Node{heavy}, slices.Repeat([]placement.Node{slow}, 30)), 40000,
			slices.Concat(make([]int32, 30), []int32{1}, make([]int32, 30))},
	} {
		g := chain(t, c.nodes, c.bytes)
		divide := func(h *placement.Graph) (*placement.Partition, error) {
			return contract.Strategy{}.Partition(t.Context(), h, placement.Options{}, nil)
		}
		p, err := divide(g)
		if err != nil {
			t.Fatal(err)
		}
		// b computes ten times as fast, but its memory is half as fast.
		m := placement.NewModel([]placement.Spec{{Name: "a", Compute: 1e9, Bandwidth: 4e9}, {Name: "b", Compute: 1e10, Bandwidth: 2e9}, {Name: "c"}})
		h, q, _, err := placement.Economy{Model: m, Nodes: true}.Improve(g, p, divide)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(h.Device, c.want) {
			t.Errorf("%s: got devices %v, want %v; the cost is %g s, and was %g s before", c.name, h.Device, c.want, m.CostOf(h, q).Total(), m.CostOf(g, p).Total())
		}
	}
}

// chain returns a graph in which each node reads the value of the previous node. If the previous
// node is on device 2, the node also reads the value of the node before the previous node.
func chain(t *testing.T, nodes []placement.Node, bytes int64) *placement.Graph {
	t.Helper()
	var b placement.Builder
	for i, n := range nodes {
		v := b.Node(n)
		if i > 0 {
			b.Use(int32(i-1), v)
		}
		if i > 1 && nodes[i-1].Device == 2 {
			b.Use(int32(i-2), v)
		}
		b.Value(v, bytes)
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return g
}
