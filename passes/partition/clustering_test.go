package partition_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestC6AnyClustering repairs arbitrary clusterings, connected or not. Each resulting piece is part
// of one given cluster, and no node is lost. An acyclic clustering stays unchanged, and the result
// can run. The graphs have constants, effects and regions.
func TestC6AnyClustering(t *testing.T) {
	count := uint64(5000)
	if !sweep() {
		count = 500
	}
	cut, whole := 0, 0
	for seed := range count {
		g := graphgen.Mixed(2+int(seed%60), 2+int(seed%3), seed)
		rng := rand.New(rand.NewPCG(seed, 31))
		of := make([]int32, g.Len())
		groups := 1 + rng.IntN(8)
		for v := range of {
			of[v] = int32(100 + v) // a cluster of its own
			if d := g.Device[v]; d != placement.None && rng.IntN(4) > 0 {
				of[v] = d*int32(groups) + int32(rng.IntN(groups))
			}
		}
		given := placement.NewPartition(g, of, "user")
		p, err := placement.Repair(g, given, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, k := range p.Clusters {
			for _, v := range k.Nodes {
				if given.Of[v] != given.Of[k.Nodes[0]] {
					t.Fatalf("seed %d: a piece has nodes of two clusters", seed)
				}
			}
		}
		if placement.Verify(g, given) != nil {
			cut++
			continue
		}
		whole++
		if !p.Equal(given) {
			t.Fatalf("seed %d: a clustering that can run was cut", seed)
		}
	}
	if cut < int(count)/10 || whole < int(count)/20 {
		t.Errorf("got %d clusterings that were cut and %d that stayed unchanged, expected at least %d and %d", cut, whole, count/10, count/20)
	}
}

// permuted returns g with its nodes and values in a different order.
func permuted(g *placement.Graph, order []int32) *placement.Graph {
	b := &placement.Builder{Devices: g.Devices}
	at := make([]int32, g.Len())
	for i, v := range order {
		at[v] = int32(i)
		b.Node(placement.Node{Device: g.Device[v], Flags: g.Flags[v], Op: g.Op[v], Label: g.Label[v], Work: g.Work(v)})
	}
	for _, v := range order {
		for _, value := range g.Values(v) {
			id := b.Value(at[v], g.Bytes(value))
			for _, u := range g.Users(value) {
				b.Use(id, at[u])
			}
		}
		for _, s := range g.Succs(v) {
			b.Order(at[v], at[s])
		}
	}
	h, err := b.Build()
	if err != nil {
		panic(err)
	}
	return h
}

// TestContractIgnoresOrderOfValues permutes the ops of graphs with values, constants and effects.
// Each cluster must have the same device, labels of members (see [placement.Node]), and bytes that
// enter and leave.
func TestContractIgnoresOrderOfValues(t *testing.T) {
	count := uint64(1000)
	if !sweep() {
		count = 100
	}
	for seed := range count {
		g := graphgen.Mixed(1+int(seed%120), 2+int(seed%3), seed)
		g.Takes = nil
		rng := rand.New(rand.NewPCG(seed, 32))
		h := permuted(g, shuffled(g, rng))
		a, b := signature(g, divide(t, contract.Strategy{}, g, placement.Options{})), signature(h, divide(t, contract.Strategy{}, h, placement.Options{}))
		if !slices.Equal(a, b) {
			t.Fatalf("seed %d: permuting gives\n%v\ninstead of\n%v", seed, b, a)
		}
	}
}

// shuffled returns a random topological order, constants first.
func shuffled(g *placement.Graph, rng *rand.Rand) []int32 {
	var order []int32
	for v := range int32(g.Len()) {
		if g.IsConstant(v) {
			order = append(order, v)
		}
	}
	for _, v := range shuffledTopo(g, rng) {
		if !g.IsConstant(v) {
			order = append(order, v)
		}
	}
	return order
}

func signature(g *placement.Graph, p *placement.Partition) []string {
	in, out := make([]int64, len(p.Clusters)), make([]int64, len(p.Clusters))
	for v := range int32(g.Len()) {
		if p.Of[v] == placement.None {
			continue
		}
		for _, value := range g.Values(v) {
			seen := map[int32]bool{p.Of[v]: true}
			for _, u := range g.Users(value) {
				if !seen[p.Of[u]] {
					if len(seen) == 1 {
						out[p.Of[v]] += g.Bytes(value)
					}
					seen[p.Of[u]] = true
					in[p.Of[u]] += g.Bytes(value)
				}
			}
		}
	}
	var list []string
	for i, k := range p.Clusters {
		var labels []uint64
		for _, v := range k.Nodes {
			labels = append(labels, g.Label[v])
		}
		slices.Sort(labels)
		list = append(list, fmt.Sprint(k.Device, labels, in[i], out[i]))
	}
	slices.Sort(list)
	return list
}
