package placement_test

import (
	"errors"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestFitHolds: the constants of each device fit in its memory after the function Fit, and also
// after Economy.Improve with Fit set. Without Fit, Improve exceeds the memory on some graphs.
func TestFitHolds(t *testing.T) {
	fitted, moved, broken := 0, 0, 0
	for seed := range uint64(250) {
		g := graphgen.Mixed(60, 3, seed)
		m := placement.NewModel([]placement.Spec{{Name: "a", Memory: 192}, {Name: "b", Memory: 192}, {Name: "c", Memory: 448}})
		device, err := placement.Fit(g, m)
		var full *placement.FitError
		if errors.As(err, &full) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		fitted++
		work := g.On(device)
		checkHeld(t, work, m, seed)
		divide := func(h *placement.Graph) (*placement.Partition, error) {
			return contract.Strategy{}.Partition(t.Context(), h, placement.Options{}, nil)
		}
		p, err := divide(work)
		if err != nil {
			t.Fatal(err)
		}
		for _, keep := range []bool{true, false} {
			e := placement.Economy{Model: m, Least: 4, Nodes: true, Fit: keep}
			h, _, moves, err := e.Improve(work, p, divide)
			if err != nil {
				t.Fatal(err)
			}
			if keep {
				moved += len(moves)
				checkHeld(t, h, m, seed)
			} else if heldMost(h, m) {
				broken++
			}
		}
	}
	if fitted < 100 || moved < 100 || broken < 5 {
		t.Errorf("%d graphs fit, %d moves were made, and %d graphs do not fit without the option Fit; expected at least 100, 100 and 5", fitted, moved, broken)
	}
}

func checkHeld(t *testing.T, g *placement.Graph, m *placement.Model, seed uint64) {
	t.Helper()
	over := heldMost(g, m)
	if over {
		t.Errorf("seed %d: the constants of a device exceed its memory", seed)
	}
	if d, _ := placement.Overfull(g, m, g.Device); (d != placement.None) != over {
		t.Errorf("seed %d: Overfull returns device %d, which contradicts heldMost", seed, d)
	}
}

// heldMost reports whether the constants of a device exceed its memory.
func heldMost(g *placement.Graph, m *placement.Model) (over bool) {
	for d, s := range m.Specs {
		seen := map[int32]bool{}
		for v := range int32(g.Len()) {
			if g.Device[v] != int32(d) {
				continue
			}
			for _, c := range g.Consts(v) {
				seen[c] = true
			}
		}
		over = over || int64(64*len(seen)) > s.Memory // each of 64 bytes
	}
	return over
}
