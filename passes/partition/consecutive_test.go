package partition_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// equalGraph returns a random graph on equal devices. Every device accepts all nodes. If the
// parameter pinned is true, some nodes are pinned.
func equalGraph(seed uint64, n int, pinned bool) *placement.Graph {
	rng := rand.New(rand.NewPCG(seed, 29))
	g := *graphgen.Mixed(2+rng.IntN(14), 1, seed)
	g.Devices, g.Takes, g.Flags = nil, make([]uint64, g.Len()), slices.Clone(g.Flags)
	for d := range n {
		g.Devices = append(g.Devices, fmt.Sprint("a.", d))
	}
	device := make([]int32, g.Len())
	for v := range device {
		if device[v] = placement.None; g.IsConstant(int32(v)) {
			continue
		}
		device[v], g.Takes[v] = 0, 1<<n-1
		g.Flags[v] &^= placement.Alone
		if pinned && rng.IntN(6) == 0 {
			device[v] = rng.Int32N(int32(n))
			g.Takes[v] = 1 << device[v]
		}
	}
	return g.On(device)
}

// needs returns the bytes that a device reserves for nodes.
func needs(g *placement.Graph, nodes []int32, o placement.Options) int64 {
	m := placement.MemoryOf(g, slices.Sorted(slices.Values(nodes)))
	m.Contexts = o.Contexts
	return m.Reserved() * int64(max(1, o.Replicas))
}

// cuttable reports whether an order can be divided into consecutive parts, each on a different
// device that accepts it and has room for it. It tries all divisions.
func cuttable(g *placement.Graph, order []int32, free uint64, limit int64, o placement.Options) bool {
	if len(order) == 0 {
		return true
	}
	takes := free
	for end := 1; end <= len(order); end++ {
		if takes &= g.Takes[order[end-1]]; takes == 0 {
			return false
		}
		if needs(g, order[:end], o) > limit {
			continue
		}
		for d := range len(g.Devices) {
			if takes&(1<<d) != 0 && cuttable(g, order[end:], free&^(1<<d), limit, o) {
				return true
			}
		}
	}
	return false
}

// falls finds an edge from a device to a device with a lower id. It returns equal nodes if there is
// no such edge.
func falls(g *placement.Graph, p *placement.Partition) (maker, reader int32) {
	number := func(v int32) int64 { return p.Clusters[p.Of[v]].Part.Logical[0] }
	for v := range int32(g.Len()) {
		for _, u := range g.Succs(v) {
			if !g.IsConstant(v) && number(v) > number(u) {
				return v, u
			}
		}
	}
	return 0, 0
}

// TestConsecutive divides random graphs among equal devices with little memory. If the operations
// can be divided into consecutive parts that fit, in the order of levels (see [fleet.Levels]) or in
// topological order, the strategies memory and balance find a division. LATHE_SWEEP=1 tries many
// more graphs.
func TestConsecutive(t *testing.T) {
	seeds := uint64(300)
	if os.Getenv("LATHE_SWEEP") != "" {
		seeds = 20000
	}
	cut := 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 31))
		n := 2 + rng.IntN(3)
		g := equalGraph(seed, n, seed%3 == 0)
		var o placement.Options
		o.Replicas, o.Contexts = rng.IntN(3), rng.IntN(3)
		topo, err := g.Topo()
		if err != nil {
			t.Fatal(err)
		}
		level := fleet.Levels(g, topo)
		listed := slices.DeleteFunc(topo, g.IsConstant)
		byLevel := slices.SortedStableFunc(slices.Values(listed), func(a, b int32) int { return cmp.Compare(level[b], level[a]) })
		limit := needs(g, listed, o) * (4 + rng.Int64N(9)) / 10 / int64(n)
		for _, v := range listed {
			limit = max(limit, needs(g, []int32{v}, o))
		}
		if !cuttable(g, listed, 1<<n-1, limit, o) && !cuttable(g, byLevel, 1<<n-1, limit, o) {
			continue
		}
		cut++
		specs := make([]placement.Spec, n)
		for d := range specs {
			specs[d] = placement.Spec{Name: g.Devices[d], Backend: "a", Memory: limit}
		}
		o.Model = placement.NewModel(specs)
		for _, s := range []placement.Strategy{memory.Strategy{}, balance.Strategy{}} {
			p, err := s.Partition(t.Context(), g, o, nil)
			if err != nil {
				t.Errorf("seed %d: %s on %d devices with %d bytes: got error %v", seed, s.Name(), n, limit, err)
				continue
			}
			held := make([]int64, n)
			for _, c := range p.Clusters {
				if held[c.Device] += needs(g, c.Nodes, o); held[c.Device] > limit {
					t.Errorf("seed %d: %s puts %d bytes on device %d, which has %d", seed, s.Name(), held[c.Device], c.Device, limit)
				}
			}
			if err := placement.Verify(g, p); err != nil {
				t.Errorf("seed %d: %s: %v", seed, s.Name(), err)
			}
			if s.Name() == "balance" && seed%3 != 0 {
				among := o
				among.Devices = 2
				if _, err := s.Partition(t.Context(), g, among, nil); err != nil && len(listed) > 1 && len(p.Clusters) > 1 {
					t.Errorf("seed %d: division among at least two of %d devices with %d bytes: got error %v", seed, n, limit, err)
				}
			}
			if v, u := falls(g, p); s.Name() == "balance" && seed%3 != 0 && v != u {
				t.Errorf("seed %d: %s is on a device with a higher number than the device of %s, which reads its result", seed, g.Name(v), g.Name(u))
			}
		}
	}
	if cut < int(seeds)/4 {
		t.Errorf("%d graphs were divided, expected more", cut)
	}
	t.Logf("%d graphs", cut)
}

// TestConsecutiveChain divides a chain of 2,000 nodes, two of them pinned, between two
// devices that each hold a little more than half of it. The chain is too long to try all cuts.
func TestConsecutiveChain(t *testing.T) {
	const n, each, limit = 2000, 100, 105_000
	g := chain(t, n, each, 2, func(i int) placement.Node {
		switch i {
		case 300:
			return placement.Node{Takes: 1}
		case 1700:
			return placement.Node{Device: 1, Takes: 2}
		}
		return placement.Node{Takes: 3}
	})
	specs := []placement.Spec{{Name: "a.0", Backend: "a", Memory: limit}, {Name: "a.1", Backend: "a", Memory: limit}}
	for _, s := range []placement.Strategy{memory.Strategy{}, balance.Strategy{}} {
		p, err := s.Partition(t.Context(), g, placement.Options{Model: placement.NewModel(specs)}, nil)
		if err != nil {
			t.Errorf("%s: %v", s.Name(), err)
			continue
		}
		if len(p.Clusters) != 2 || p.Clusters[0].Device != 0 || p.Clusters[1].Device != 1 {
			t.Errorf("%s: got %d clusters, want 2 on devices 0 and 1", s.Name(), len(p.Clusters))
		}
	}
}

// chain returns a chain of n nodes. Each node has hidden constants of the given size in bytes.
func chain(t *testing.T, n int, each int64, devices int, node func(i int) placement.Node) *placement.Graph {
	t.Helper()
	b := &placement.Builder{}
	for d := range devices {
		b.Devices = append(b.Devices, fmt.Sprint("a.", d))
	}
	last := int32(placement.None)
	for i := range n {
		v := b.Node(node(i))
		b.Keep(v, b.Hidden(each))
		if last != placement.None {
			b.Use(last, v)
		}
		last = b.Value(v, 4)
	}
	b.Return(last)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestConsecutiveLarge divides chains for which a search with all cuts takes too long:
// among many devices with little spare memory, and among devices of two speeds.
func TestConsecutiveLarge(t *testing.T) {
	for _, c := range []struct {
		n, devices, room int
		slow             int // number of slower devices, at the end
	}{
		{n: 10_000, devices: 16, room: 656},
		{n: 600, devices: 8, room: 600, slow: 4},
		{n: 2000, devices: 8, room: 300, slow: 4},
	} {
		const each = 100
		g := chain(t, c.n, each, c.devices, func(int) placement.Node { return placement.Node{Takes: 1<<c.devices - 1} })
		specs := make([]placement.Spec, c.devices)
		for d := range specs {
			specs[d] = placement.Spec{Name: g.Devices[d], Backend: "a", Memory: int64(c.room*each + 8), Bandwidth: 2}
			if d >= c.devices-c.slow {
				specs[d].Bandwidth = 1
			}
		}
		f, err := fleet.New(g, placement.Options{Model: placement.NewModel(specs)})
		if err != nil {
			t.Fatal(err)
		}
		for _, even := range []bool{false, true} {
			divisions := f.Consecutive(fleet.Goal{Even: even})
			if len(divisions) == 0 {
				t.Errorf("%d nodes on %d devices with room for %d, even %t: no division is found", c.n, c.devices, c.room, even)
			}
			for _, sets := range divisions {
				if len(sets) > c.devices {
					t.Errorf("%d nodes on %d devices with room for %d, even %t: got %d sets, which are more than the devices", c.n, c.devices, c.room, even, len(sets))
				}
			}
		}
	}
}

// TestBalanceAmong: for a given number of devices, balance returns the most even division
// into consecutive parts. Each graph has an operation that must be alone, so Glow's algorithm finds
// no division.
func TestBalanceAmong(t *testing.T) {
	const devices = 2
	several := 0
	for seed := range uint64(200) {
		g := equalGraph(seed, 4, false)
		specs := make([]placement.Spec, len(g.Devices))
		for d := range specs {
			specs[d] = placement.Spec{Name: g.Devices[d], Backend: "a", Compute: 1, Bandwidth: 1}
		}
		var o placement.Options
		o.Model, o.Devices = placement.NewModel(specs), devices
		f, err := fleet.New(g, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Order) < devices {
			continue
		}
		g.Flags[f.Order[0]] |= placement.Alone
		got, err := balance.Strategy{}.Partition(t.Context(), g, o, nil)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if divisions := f.Consecutive(fleet.Goal{Even: true, Most: map[string]int{"a": devices}}); len(divisions) > 1 {
			several++
			for _, sets := range divisions {
				p, err := f.Finish(sets, o, "balance")
				if err == nil && f.Busy(p)["a"] >= devices && f.Longest(p) < f.Longest(got) {
					t.Errorf("seed %d: the longest time is %v, but could be %v", seed, f.Longest(got), f.Longest(p))
				}
			}
		}
	}
	if several < 20 {
		t.Errorf("%d graphs have several divisions, expected at least 20", several)
	}
}

// longest returns the time of the device that runs longest.
func longest(g *placement.Graph, m *placement.Model, p *placement.Partition) (most float64) {
	busy := map[int32]float64{}
	for _, c := range p.Clusters {
		for _, v := range c.Nodes {
			busy[c.Device] += m.Run(g, v, c.Device)
		}
		most = max(most, busy[c.Device])
	}
	return most
}

// bestCut returns the least makespan (the time of the busiest device) of all divisions of an order
// into at most n consecutive parts of at most limit bytes. If limit is 0, parts can have any size.
func bestCut(g *placement.Graph, m *placement.Model, order []int32, n int, limit int64) float64 {
	best := make([]float64, len(order)+1) // least makespan of order[i:] on the remaining devices
	for i := range order {
		best[i] = math.Inf(1)
	}
	for range n {
		next := slices.Clone(best)
		for from := range order {
			time := 0.0
			for to := from + 1; to <= len(order); to++ {
				time += m.Run(g, order[to-1], 0)
				if time >= next[from] || limit > 0 && needs(g, order[from:to], placement.Options{}) > limit {
					break
				}
				next[from] = min(next[from], max(time, best[to]))
			}
		}
		best = next
	}
	return best[0]
}

// TestBalanceIsEven: on 200 chains and graphs of at most 14 levels, the makespan of balance
// is at most 5 % longer than the makespan of the best division into consecutive parts. A device has
// memory for all operations in one case, and little memory in the other case.
func TestBalanceIsEven(t *testing.T) {
	divided, sum, worst := 0, 0.0, 0.0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 41))
		n := 2 + rng.IntN(3)
		g := heavyGraph(rng, n, seed%2 == 0)
		topo, err := g.Topo()
		if err != nil {
			t.Fatal(err)
		}
		level := fleet.Levels(g, topo)
		topo = slices.DeleteFunc(topo, g.IsConstant)
		byLevel := slices.SortedStableFunc(slices.Values(topo), func(a, b int32) int { return cmp.Compare(level[b], level[a]) })
		limit := int64(0)
		if seed%4 > 1 {
			limit = needs(g, topo, placement.Options{}) * (5 + int64(seed%3)) / 4 / int64(n)
			for _, v := range topo {
				limit = max(limit, needs(g, []int32{v}, placement.Options{}))
			}
		}
		specs := make([]placement.Spec, n)
		for d := range specs {
			specs[d] = placement.Spec{Name: g.Devices[d], Backend: "a", Memory: limit}
		}
		o := placement.Options{Model: placement.NewModel(specs)}
		best := min(bestCut(g, o.Model, byLevel, n, limit), bestCut(g, o.Model, topo, n, limit))
		p, err := balance.Strategy{}.Partition(t.Context(), g, o, nil)
		if err != nil {
			if math.IsInf(best, 1) {
				continue
			}
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Fatal(err)
		}
		ratio := longest(g, o.Model, p) / best
		divided, sum, worst = divided+1, sum+ratio, max(worst, ratio)
		if ratio > 1.05 {
			t.Errorf("seed %d: %d devices, %d operations, limit %d: the makespan is %g, but the makespan of the best cut is %g", seed, n, len(topo), limit, longest(g, o.Model, p), best)
		}
	}
	t.Logf("mean %.4f of the best division into consecutive parts, worst %.3f", sum/float64(divided), worst)
}

// heavyGraph returns a chain, or a graph of at most 14 levels, whose operations take much
// longer than launches and copies.
func heavyGraph(rng *rand.Rand, devices int, chain bool) *placement.Graph {
	var b placement.Builder
	for d := range devices {
		b.Devices = append(b.Devices, fmt.Sprint("a.", d))
	}
	levels := 2 + rng.IntN(13)
	var above []int32
	for range levels {
		width := 1
		if !chain {
			width += rng.IntN(4)
		}
		var here []int32
		for range width {
			v := b.Node(placement.Node{Work: 1e7 * (1 + 9*rng.Float64()), Takes: 1<<devices - 1, Label: rng.Uint64()})
			for range min(len(above), 1+rng.IntN(2)) {
				b.Use(above[rng.IntN(len(above))], v)
			}
			weights := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant, Label: rng.Uint64()})
			b.Use(b.Value(weights, 1024*int64(1+rng.IntN(8))), v)
			here = append(here, b.Value(v, 64*int64(1+rng.IntN(16))))
		}
		above = here
	}
	g, err := b.Build()
	if err != nil {
		panic(err)
	}
	return g
}

// TestBalanceWidens: a chain fits into the memory of one device. The chain runs on all devices if
// its operations take longer than a launch, and on one device otherwise.
func TestBalanceWidens(t *testing.T) {
	for _, test := range []struct {
		work float64
		want int
	}{{1e7, 3}, {1e3, 1}} {
		var b placement.Builder
		b.Devices = []string{"a.0", "a.1", "a.2"}
		for i := range int32(6) {
			v := b.Node(placement.Node{Work: test.work, Takes: 7})
			if i > 0 {
				b.Use(i-1, v)
			}
			b.Value(v, 64)
		}
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		if p := divide(t, balance.Strategy{}, g, placement.Options{}); len(p.Clusters) != test.want {
			t.Errorf("operations with Work %g: got %d clusters, want %d", test.work, len(p.Clusters), test.want)
		}
	}
}

// TestBalanceUnequal: the devices have unequal speed and memory. On these graphs, spreading equal
// times over the devices gives a smaller makespan than the divisions into consecutive parts.
func TestBalanceUnequal(t *testing.T) {
	for seed, most := range map[uint64]float64{185: 0.0097, 477: 0.0382, 669: 0.0394} {
		rng := rand.New(rand.NewPCG(seed, 41))
		n := 2 + rng.IntN(3)
		g := heavyGraph(rng, n, seed%2 == 0)
		var nodes []int32
		for v := range int32(g.Len()) {
			if !g.IsConstant(v) {
				nodes = append(nodes, v)
			}
		}
		limit := needs(g, nodes, placement.Options{}) * (4 + int64(rng.IntN(5))) / 4 / int64(n)
		for _, v := range nodes {
			limit = max(limit, needs(g, []int32{v}, placement.Options{}))
		}
		_, _ = rng.IntN(n-1), rng.IntN(2)
		specs := make([]placement.Spec, n)
		for d := range specs {
			specs[d] = placement.Spec{Name: g.Devices[d], Backend: "a", Compute: 1e10 * float64(1+rng.IntN(2)), Memory: limit * int64(2+rng.IntN(3)) / 2}
		}
		o := placement.Options{Model: placement.NewModel(specs)}
		if got := longest(g, o.Model, divide(t, balance.Strategy{}, g, o)); got > most {
			t.Errorf("seed %d: the slowest device takes %g s, want at most %g", seed, got, most)
		}
	}
}
