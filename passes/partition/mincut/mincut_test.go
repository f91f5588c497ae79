// In test names, X1, X2, … are rows of the tables in docs/placement-reference.md.

package mincut

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// random returns a graph of n nodes on two devices. Each node is accepted by one of the devices or
// by both.
func random(rng *rand.Rand, n int) (*placement.Graph, *placement.Model) {
	b := &placement.Builder{Devices: []string{"a", "b"}}
	for v := range n {
		takes := uint64(3)
		if rng.IntN(4) == 0 {
			takes = 1 << rng.IntN(2)
		}
		device := int32(0)
		if takes == 2 {
			device = 1
		}
		b.Node(placement.Node{Device: device, Takes: takes, Work: float64(rng.IntN(20)) * 1e5})
		for range rng.IntN(3) {
			if v > 0 {
				b.Use(int32(rng.IntN(v)), int32(v))
			}
		}
		b.Value(int32(v), int64(rng.IntN(40))<<10)
	}
	g, err := b.Build()
	if err != nil {
		panic(err)
	}
	return g, placement.NewModel([]placement.Spec{
		{Name: "a", Compute: 1e10, Launch: 1e-6, Links: []placement.Link{{To: "b", Bandwidth: 1e9}}},
		{Name: "b", Compute: float64(1+rng.IntN(20)) * 1e9, Bandwidth: 1e9, Launch: 1e-6, Links: []placement.Link{{To: "a", Bandwidth: 5e8}}},
	})
}

// price computes the cost of a division directly from the definition.
func price(g *placement.Graph, m *placement.Model, device []int32) (sum int64) {
	for v := range int32(g.Len()) {
		sum += Price(m.Run(g, v, device[v]))
		for _, value := range g.Values(v) {
			if slices.ContainsFunc(g.Users(value), func(u int32) bool { return device[u] != device[v] }) {
				sum += Price(m.Transfer(device[v], 1-device[v], g.Bytes(value)))
			}
		}
	}
	return sum
}

// TestMincutIsOptimal compares the strategy with all divisions of graphs of up to 16 nodes.
func TestMincutIsOptimal(t *testing.T) {
	count, largest := 300, 16
	if testing.Short() {
		count, largest = 60, 12
	}
	mixed := 0
	for seed := range count {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		g, m := random(rng, 2+rng.IntN(largest-1))
		best := int64(math.MaxInt64)
		device := make([]int32, g.Len())
	all:
		for set := range 1 << g.Len() {
			for v := range device {
				device[v] = int32(set >> v & 1)
				if !g.CanRun(int32(v), device[v]) {
					continue all
				}
			}
			best = min(best, price(g, m, device))
		}
		got := Divide(g, 0, 1, m)
		if p := price(g, m, got); p != best {
			t.Fatalf("seed %d: cost %d, but %d is possible", seed, p, best)
		}
		if slices.Contains(got, 0) && slices.Contains(got, 1) {
			mixed++
		}
		p, err := Strategy{}.Partition(t.Context(), g, placement.Options{Model: m}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, k := range p.Clusters {
			for _, v := range k.Nodes {
				if got[v] != k.Device {
					t.Fatalf("seed %d: node %d is to run on %d, but cluster %d is on %d", seed, v, got[v], i, k.Device)
				}
			}
		}
	}
	if mixed < count/10 {
		t.Errorf("%d of %d graphs use both devices, expected more", mixed, count)
	}
}

// TestX4LinkDecides divides two nodes that exchange a value. Only device a supports the first, and
// device b runs the second faster. The second goes to device b only if the link is fast.
func TestX4LinkDecides(t *testing.T) {
	for _, test := range []struct {
		link float64
		want string
	}{{1e6, "[0 0]"}, {1e12, "[0 1]"}} {
		b := &placement.Builder{Devices: []string{"a", "b"}}
		b.Node(placement.Node{Device: 0, Takes: 1, Work: 1e6})
		b.Node(placement.Node{Device: 0, Takes: 3, Work: 1e8})
		b.Edge(0, 1, 1<<20)
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		m := placement.NewModel([]placement.Spec{
			{Name: "a", Compute: 1e9, Bandwidth: 1e12, Links: []placement.Link{{To: "b", Bandwidth: test.link}}},
			{Name: "b", Compute: 1e10, Bandwidth: 1e12},
		})
		if got := fmt.Sprint(Divide(g, 0, 1, m)); got != test.want {
			t.Errorf("over a link of %g bytes per second: got %s, want %s", test.link, got, test.want)
		}
	}
}

// TestMincutLongTimes: times of weeks or years count like short times. No operation goes to a
// device that does not support it.
func TestMincutLongTimes(t *testing.T) {
	for _, seconds := range []float64{1, 3e6, 1e9, 1e30} {
		b := &placement.Builder{Devices: []string{"a", "b"}}
		b.Node(placement.Node{Device: 0, Takes: 1, Work: 2 * seconds})
		b.Node(placement.Node{Device: 0, Takes: 3, Work: 4 * seconds})
		b.Node(placement.Node{Device: 1, Takes: 2, Work: seconds})
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		m := placement.NewModel([]placement.Spec{{Name: "a", Compute: 1}, {Name: "b", Compute: 2}})
		if got := fmt.Sprint(Divide(g, 0, 1, m)); got != "[0 1 1]" {
			t.Errorf("times of %g s: got devices %s, want [0 1 1]", seconds, got)
		}
	}
}

func TestMincutTakesTwoDevices(t *testing.T) {
	b := &placement.Builder{Devices: []string{"a", "b", "c"}}
	for d := range int32(3) {
		b.Node(placement.Node{Device: d})
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	_, err = Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
	if want := "divides between two devices, but 3 support operations: a, b, c; leave out some of these devices, or use another strategy"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}
