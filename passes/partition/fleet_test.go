package partition_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/partition/user"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// fleetGraph returns a random graph on six devices of each of two kinds, all with the same memory.
func fleetGraph(seed uint64) (*placement.Graph, *placement.Model) {
	rng := rand.New(rand.NewPCG(seed, 17))
	g := *graphgen.Mixed(1+rng.IntN(40), 2, seed)
	const each = 6
	var specs []placement.Spec
	room := 500 + rng.Int64N(40000)
	g.Devices, g.Takes = nil, make([]uint64, g.Len())
	for d := range 2 * each {
		name := fmt.Sprintf("%c.%d", 'a'+d/each, d%each)
		g.Devices = append(g.Devices, name)
		specs = append(specs, placement.Spec{Name: name, Memory: room})
	}
	device := make([]int32, g.Len())
	for v := range device {
		device[v] = placement.None
		if k := g.Device[v]; k != placement.None && !g.IsConstant(int32(v)) {
			device[v] = k * each
			g.Takes[v] = (1<<each - 1) << (k * each)
		}
	}
	return g.On(device), placement.NewModel(specs)
}

// TestFleets divides random graphs among devices with little memory. Each division fits and can
// run, and two runs give the same division. Some graphs cannot be divided.
func TestFleets(t *testing.T) {
	divided, instead := 0, 0
	for seed := range uint64(1000) {
		g, m := fleetGraph(seed)
		for _, s := range []placement.Strategy{memory.Strategy{}, balance.Strategy{}} {
			p, err := s.Partition(t.Context(), g, placement.Options{Model: m}, nil)
			var why *placement.NodeError
			if errors.As(err, &why) {
				continue
			}
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, s.Name(), err)
			}
			divided++
			check(t, seed, g, m, p)
			if p.Instead != "" {
				instead++
				byMemory, err := memory.Strategy{}.Partition(t.Context(), g, placement.Options{Model: m}, nil)
				if err != nil || !slices.Equal(byMemory.Of, p.Of) {
					t.Fatalf("seed %d: strategy %s reports that its result is the division of strategy memory, but the two divisions differ", seed, s.Name())
				}
			}
			again, err := s.Partition(t.Context(), g, placement.Options{Model: m}, nil)
			if err != nil || !again.Equal(p) {
				t.Fatalf("seed %d: %s: two runs differ", seed, s.Name())
			}
		}
	}
	if divided < 800 || instead == 0 {
		t.Errorf("got %d divisions, expected at least 800; %d of them are divided as with strategy memory, expected at least one", divided, instead)
	}
}

func check(t *testing.T, seed uint64, g *placement.Graph, m *placement.Model, p *placement.Partition) {
	t.Helper()
	if err := placement.Verify(g, p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if err := checkNumbering(g, p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	held := make([]int64, len(m.Specs))
	for _, c := range p.Clusters {
		if c.Part == nil {
			continue
		}
		if got := placement.MemoryOf(g, c.Nodes); got != c.Part.Memory {
			t.Fatalf("seed %d: part %s has memory %+v, expected %+v", seed, c.Part.Name, c.Part.Memory, got)
		}
		for _, d := range c.Part.Physical {
			held[d] += c.Part.Memory.Reserved()
		}
	}
	for d, bytes := range held {
		if bytes > m.Specs[d].Memory {
			t.Fatalf("seed %d: device %d holds %d bytes, but has memory for %d", seed, d, bytes, m.Specs[d].Memory)
		}
	}
}

// TestAssignments applies random assignments. An assignment is refused only if its parts wait for
// each other, or if a part is empty.
func TestAssignments(t *testing.T) {
	orders, refused := 0, 0
	for seed := range uint64(1000) {
		g, m := fleetGraph(seed)
		for d := range m.Specs {
			m.Specs[d].Memory = 0
		}
		rng := rand.New(rand.NewPCG(seed, 23))
		a := &placement.Assignment{Of: make([]int32, g.Len())}
		for _, backend := range []string{"a", "b", "a", "b"} {
			a.Parts = append(a.Parts, placement.Part{Name: fmt.Sprint("p", len(a.Parts)), Backend: backend})
		}
		of := make([]int32, g.Len())
		for v := range of {
			a.Of[v], of[v] = placement.None, int32(len(a.Parts)+v)
			if d := g.Device[v]; d != placement.None {
				a.Of[v] = d/6 + 2*rng.Int32N(2)
				of[v] = a.Of[v]
			}
		}
		p, err := user.Strategy{}.Partition(t.Context(), g, placement.Options{Model: m, Assignment: a}, nil)
		want := placement.NewPartition(g, of, "user")
		cyclic := placement.Verify(g, want) != nil
		empty := false
		for i := range a.Parts {
			empty = empty || !has(a.Of, int32(i))
		}
		orders++
		switch {
		case err != nil && !cyclic && !empty:
			t.Fatalf("seed %d: a valid assignment was refused: %v", seed, err)
		case err != nil:
			refused++
		case cyclic:
			t.Fatalf("seed %d: partitions wait for each other", seed)
		default:
			check(t, seed, g, placement.NewModel(unlimited(m)), p)
		}
	}
	if refused == 0 || refused == orders {
		t.Errorf("%d of %d assignments were refused, expected some but not all", refused, orders)
	}
}

func has(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// unlimited returns m's devices, with more memory than any graph needs.
func unlimited(m *placement.Model) []placement.Spec {
	specs := append([]placement.Spec(nil), m.Specs...)
	for i := range specs {
		specs[i].Memory = 1 << 60
	}
	return specs
}
