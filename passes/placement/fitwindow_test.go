package placement_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// heavy returns a random graph. Each node reads a constant, which it may share with other nodes.
// Values have random sizes, and every device accepts every node.
func heavy(n int, seed uint64) *placement.Graph {
	rng := rand.New(rand.NewPCG(seed, 7))
	b := &placement.Builder{Devices: []string{"a", "b", "c"}}
	var constants, values []int32
	for i := range n {
		if i%4 != 3 {
			c := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant})
			constants = append(constants, b.Value(c, int64(1+rng.IntN(4))))
		}
		v := b.Node(placement.Node{Takes: 7, Work: 1})
		b.Use(constants[len(constants)-1], v)
		for range min(2, len(values)) {
			b.Use(values[max(0, len(values)-1-rng.IntN(5))], v)
		}
		values = append(values, b.Value(v, int64(1+rng.IntN(100))))
	}
	g, err := b.Build()
	if err != nil {
		panic(err)
	}
	return g
}

// heldBy returns the bytes of the constants that nodes read, each once.
func heldBy(g *placement.Graph, nodes []int32) (sum int64) {
	seen := map[int32]bool{}
	for _, v := range nodes {
		for _, c := range g.Consts(v) {
			if !seen[c] {
				seen[c] = true
				sum += g.Bytes(g.Values(c)[0])
			}
		}
	}
	return sum
}

// crossed returns the bytes of the values that go from the first list of nodes to the second.
func crossed(g *placement.Graph, from, to []int32) (sum int64) {
	for _, v := range from {
		value := g.Values(v)[0]
		if slices.ContainsFunc(g.Users(value), func(u int32) bool { return slices.Contains(to, u) }) {
			sum += g.Bytes(value)
		}
	}
	return sum
}

// windowed is a direct implementation of FitTransfer. For each device it tries every node as the
// last node of the device, and counts all constants and values again each time.
func windowed(g *placement.Graph, memory []int64) []int32 {
	topo, _ := g.Topo()
	rest := slices.DeleteFunc(slices.Clone(topo), g.IsConstant)
	device := slices.Clone(g.Device)
	for d, m := range memory {
		end := len(rest)
		left, others := heldBy(g, rest), int64(0)
		if d < len(memory)-1 && left > m {
			for _, o := range memory[d+1:] {
				others += o
			}
			share := float64(m) / 1.2
			if float64(left)-share > float64(others) {
				share = float64(left) * float64(m) / float64(m+others)
			}
			end = 0
			best := int64(-1)
			for e := 1; e <= len(rest) && heldBy(g, rest[:e]) <= m; e++ {
				has := float64(heldBy(g, rest[:e]))
				if x := crossed(g, rest[:e], rest[e:]); has >= 0.95*share && has <= 1.05*share && heldBy(g, rest[e:]) <= others && (best < 0 || x < best) {
					best, end = x, e
				}
			}
			for e := 1; best < 0 && e <= len(rest) && heldBy(g, rest[:e]) <= m; e++ {
				end = e
			}
		}
		for _, v := range rest[:end] {
			device[v] = int32(d)
		}
		rest = rest[end:]
	}
	return device
}

// TestFitTransfer compares FitTransfer with a direct implementation. It also checks that no
// device's memory is exceeded. If the results of FitTransfer and Fit differ, fewer bytes cross with
// FitTransfer on most graphs.
func TestFitTransfer(t *testing.T) {
	less, more, inProportion, compared := 0, 0, 0, 0
	for seed := range uint64(300) {
		g := heavy(80, seed)
		memory := []int64{60, 60, 80}
		if seed%3 == 0 {
			memory = []int64{50, 50, 60}
			inProportion++
		}
		m := placement.NewModel([]placement.Spec{{Name: "a", Memory: memory[0]}, {Name: "b", Memory: memory[1]}, {Name: "c", Memory: memory[2]}})
		plain, err := placement.Fit(g, m)
		if err != nil {
			continue
		}
		got, err := placement.FitTransfer(g, m)
		want := windowed(g, memory)
		if d, _ := placement.Overfull(g, m, want); d != placement.None {
			continue // FitTransfer fails
		}
		compared++
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: got division %v, expected %v", seed, got, want)
		}
		if d, bytes := placement.Overfull(g, m, got); d != placement.None {
			t.Errorf("seed %d: device %d holds %d bytes, which exceeds its memory", seed, d, bytes)
		}
		switch a, b := cut(g, got), cut(g, plain); {
		case a < b:
			less++
		case a > b:
			more++
		}
	}
	t.Logf("fewer bytes cross in %d of %d graphs, and more bytes in %d graphs", less, compared, more)
	if compared < 200 || less < 100 || more > less/2 || inProportion == 0 {
		t.Errorf("got %d graphs in which fewer bytes cross and %d in which more bytes cross, expected more of the former or fewer of the latter", less, more)
	}
}

func cut(g *placement.Graph, device []int32) (sum int64) {
	for value := range int32(g.NumValues()) {
		v := g.Maker(value)
		if !g.IsConstant(v) && slices.ContainsFunc(g.Users(value), func(u int32) bool { return device[u] != device[v] }) {
			sum += g.Bytes(value)
		}
	}
	return sum
}
