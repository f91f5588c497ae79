package placement_test

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestEconomyNeverCostsMore: what moves goes only where it may, the estimate never rises,
// and again is the same. Some of it are whole clusters.
func TestEconomyNeverCostsMore(t *testing.T) {
	m := placement.NewModel([]placement.Spec{
		{Name: "a", Launch: 1e-5}, {Name: "b", Compute: 1e9}, {Name: "c", Launch: 2e-6, Bandwidth: 1e9},
	})
	divide := func(h *placement.Graph) (*placement.Partition, error) {
		return contract.Strategy{}.Partition(t.Context(), h, placement.Options{}, nil)
	}
	cheaper, clusters := 0, 0
	for seed := range uint64(100) {
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
			t.Errorf("seed %d: costs %g after %g", seed, after, before)
		}
		if after < before {
			cheaper++
		}
		if err := placement.Verify(h, q); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for v := range int32(g.Len()) {
			if h.Device[v] != g.Device[v] && !g.CanRun(v, h.Device[v]) {
				t.Errorf("seed %d: node %d went to device %d, which does not take it", seed, v, h.Device[v])
			}
		}
		for _, move := range moves {
			if len(move.Nodes) > 1 {
				clusters++
			}
		}
		if again, _, _, _ := e.Improve(g, p, divide); !slices.Equal(again.Device, h.Device) {
			t.Errorf("seed %d: another result the second time", seed)
		}
	}
	if cheaper < 50 || clusters < 5 {
		t.Errorf("%d graphs are cheaper, %d clusters have moved: too few to show anything", cheaper, clusters)
	}
}
