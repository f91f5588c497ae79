// In test names, R1, R2, … are rows of the tables in docs/successors.md.

package place_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/passes/partition/place"
	"github.com/lathe-ir/lathe/passes/placement"
)

// build returns a graph with the given edges. takes[v] is the bit set of the devices that accept
// node v.
func build(t *testing.T, takes []uint64, edges [][2]int32) *placement.Graph {
	t.Helper()
	b := &placement.Builder{Devices: []string{"d0", "d1"}}
	for _, m := range takes {
		d := int32(0)
		if m == 2 {
			d = 1
		}
		b.Node(placement.Node{Device: d})
	}
	for _, e := range edges {
		b.Edge(e[0], e[1], 4)
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	g.Takes = takes
	return g
}

// TestR31Strategy checks that nodes that several devices accept get the devices of their neighbors.
func TestR31Strategy(t *testing.T) {
	const a, b, any = 1, 2, 3
	for _, c := range []struct {
		name  string
		takes []uint64
		edges [][2]int32
		want  []int32
	}{
		{"forward from the first", []uint64{b, any, any}, [][2]int32{{0, 1}, {1, 2}}, []int32{1, 1, 1}},
		{"backward", []uint64{any, any, b}, [][2]int32{{0, 1}, {1, 2}}, []int32{1, 1, 1}},
		{"the first operand that has a device", []uint64{b, a, any}, [][2]int32{{0, 2}, {1, 2}}, []int32{1, 0, 1}},
		{"the first device if no neighbor has a device", []uint64{any, any}, [][2]int32{{0, 1}}, []int32{0, 0}},
		{"not a device that cannot run the node", []uint64{b, a, any}, [][2]int32{{0, 1}, {1, 2}}, []int32{1, 0, 0}},
	} {
		g := build(t, c.takes, c.edges)
		p, err := place.Strategy{}.Partition(context.Background(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []int32
		for v := range c.takes {
			got = append(got, p.Clusters[p.Of[v]].Device)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: the devices differ (-want +got):\n%s", c.name, d)
		}
	}
}

// TestR31Random checks partitions of random graphs: they are acyclic, and have every node
// once, on a device that can run it.
func TestR31Random(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 31))
		n := 2 + rng.IntN(40)
		takes := make([]uint64, n)
		var edges [][2]int32
		for v := range n {
			takes[v] = 1 + rng.Uint64N(3)
			for range rng.IntN(3) {
				if v > 0 {
					edges = append(edges, [2]int32{int32(rng.IntN(v)), int32(v)})
				}
			}
		}
		g := build(t, takes, edges)
		p, err := place.Strategy{}.Partition(context.Background(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		devices := make([]int32, n)
		for v := range n {
			if devices[v] = p.Clusters[p.Of[v]].Device; takes[v]>>devices[v]&1 == 0 {
				t.Fatalf("seed %d: node %d is on device %d, which does not support it", seed, v, devices[v])
			}
		}
		if err := placement.Verify(g.On(devices), p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
