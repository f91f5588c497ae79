package partition_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/collector"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/partition/mincut"
	"github.com/lathe-ir/lathe/passes/partition/place"
	"github.com/lathe-ir/lathe/passes/partition/prepartitioned"
	"github.com/lathe-ir/lathe/passes/partition/profiling"
	"github.com/lathe-ir/lathe/passes/partition/selects"
	"github.com/lathe-ir/lathe/passes/partition/user"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// anyGraph returns the seed's graph of at most 200 nodes on 2 to 4 devices.
func anyGraph(seed uint64) *placement.Graph {
	if seed%3 == 0 {
		return randomGraph(seed)
	}
	rng := rand.New(rand.NewPCG(seed, 11))
	// Most graphs are small, since small graphs show the same faults sooner.
	n := 1 + rng.IntN(40)
	if seed%8 == 1 {
		n = 1 + rng.IntN(200)
	}
	return graphgen.Mixed(n, 2+rng.IntN(3), seed)
}

// sweep reports whether tests may take minutes: CI sets LATHE_SWEEP.
func sweep() bool { return os.Getenv("LATHE_SWEEP") != "" }

// graphs returns how many random graphs are tried.
func graphs() uint64 {
	if sweep() {
		return 100_000
	}
	return 1000
}

// TestX2RandomGraphs divides random graphs with many strategies. Each result can run and has every
// op once. Dividing a graph twice gives the same result. Strategies other than mincut, which moves
// nodes, have at least as many clusters as the lower bound that "runs" returns.
func TestX2RandomGraphs(t *testing.T) {
	const shards = 8
	var wait sync.WaitGroup
	count := graphs()
	for shard := range uint64(shards) {
		wait.Go(func() {
			for seed := shard; seed < count && !t.Failed(); seed += shards {
				if err := tryGraph(t, seed); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
		})
	}
	wait.Wait()
}

func tryGraph(t *testing.T, seed uint64) error {
	g := anyGraph(seed)
	for _, s := range []placement.Strategy{contract.Strategy{}, collector.Strategy{}, selects.Strategy{}, grow.Strategy{}, mincut.Strategy{}, memory.Strategy{}, balance.Strategy{}, place.Strategy{}, profiling.Strategy{}, ordered{user.Strategy{}}, ordered{prepartitioned.Strategy{}}, repaired{}} {
		o := placement.Options{Attempts: 1 + int(seed%2)}
		h := g
		if s.Name() == "mincut" {
			if len(g.Devices) > 2 {
				continue
			}
		} else if g.Takes != nil {
			fixed := *g // only mincut is to move nodes
			fixed.Takes = nil
			h = &fixed
		}
		if s.Name() == "grow" && seed%4 != 0 {
			continue // grow is the slowest strategy
		}
		if o, ok := s.(ordered); ok && !o.takes(h) {
			continue
		}
		p, err := s.Partition(t.Context(), h, o, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		if err := placement.Verify(h, p); err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		if err := checkNumbering(h, p); err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		if least := runs(h); s.Name() != "mincut" && len(p.Clusters) < least {
			return fmt.Errorf("%s: %d clusters, but a path needs %d", s.Name(), len(p.Clusters), least)
		}
		for _, k := range p.Clusters {
			if len(k.Nodes) > 1 && slices.ContainsFunc(k.Nodes, func(v int32) bool { return h.Flags[v]&placement.Alone != 0 }) {
				return fmt.Errorf("%s: a node with the flag Alone is in a cluster with other nodes", s.Name())
			}
		}
		if seed%16 == 0 {
			again, err := s.Partition(t.Context(), h, o, nil)
			if err != nil || !again.Equal(p) {
				return fmt.Errorf("%s: two runs differ", s.Name())
			}
		}
	}
	return nil
}

// ordered gives contract's result to an Assigned strategy as its assignment. The strategy must
// return exactly this division.
type ordered struct{ placement.Assigned }

// takes reports whether the strategy supports g: every node needs a device.
func (s ordered) takes(g *placement.Graph) bool {
	for v, d := range g.Device {
		if !g.IsConstant(int32(v)) && d == placement.None {
			return false
		}
	}
	return true
}

func (s ordered) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	want, err := contract.Strategy{}.Partition(ctx, g, placement.Options{Attempts: 1}, nil)
	if err != nil {
		return nil, err
	}
	specs := make([]placement.Spec, len(g.Devices))
	_, complete := s.Assigned.(prepartitioned.Strategy)
	for i, name := range g.Devices {
		if specs[i] = (placement.Spec{Name: name, Backend: name}); complete {
			specs[i].Backend = "one" // prepartitioned requires devices of one kind
		}
	}
	o.Model = placement.NewModel(specs)
	o.Assignment = &placement.Assignment{Of: want.Of}
	for i, k := range want.Clusters {
		o.Assignment.Parts = append(o.Assignment.Parts, placement.Part{Name: fmt.Sprint("p", i), Backend: specs[k.Device].Backend})
	}
	got, err := s.Assigned.Partition(ctx, g, o, log)
	if err != nil {
		return nil, err
	}
	for v := range want.Of {
		if got.Of[v] != want.Of[v] {
			return nil, fmt.Errorf("node %d is in cluster %d, but the assignment puts it into cluster %d", v, got.Of[v], want.Of[v])
		}
	}
	return got, nil
}

// checkNumbering checks that no edge goes to a cluster with a lower number. This proves that the
// clusters can run.
func checkNumbering(g *placement.Graph, p *placement.Partition) error {
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if p.Of[v] > p.Of[s] {
				return fmt.Errorf("%d is in cluster %d and must run before %d in cluster %d", v, p.Of[v], s, p.Of[s])
			}
		}
	}
	return nil
}

// TestDNumberingIsAProof: on graphs of 3,000 nodes, the numbers of clusters are a topological
// order.
func TestDNumberingIsAProof(t *testing.T) {
	for _, f := range graphgen.Families() {
		g := f.Make(3000, 3, 9)
		for _, s := range []placement.Strategy{contract.Strategy{}, selects.Strategy{}, repaired{}} {
			if err := checkNumbering(g, divide(t, s, g, placement.Options{})); err != nil {
				t.Errorf("%s, %s: %v", f.Name, s.Name(), err)
			}
		}
	}
}

// TestX3MaximalClusters: contract forms fewer clusters than runLength, since its clusters can have
// operations that are not consecutive in the program.
func TestX3MaximalClusters(t *testing.T) {
	mine, runs := 0, 0
	for _, f := range graphgen.Families() {
		for seed := range uint64(20) {
			g := f.Make(300, 2, 900+seed)
			mine += len(divide(t, contract.Strategy{}, g, placement.Options{}).Clusters)
			r := len(runLength(g).Clusters)
			runs += r
		}
	}
	if mine >= runs {
		t.Errorf("contract forms %d clusters, expected fewer than the %d clusters of runLength", mine, runs)
	}
	g := graphgen.Text(known[0].device, known[0].chains...)
	if p := divide(t, grow.Strategy{}, g, placement.Options{}); text(g, p) != "[[%1 %2] [%4] [%3 %5 %6 %7]]" {
		t.Errorf("got clusters %s from grow", text(g, p))
	}
}

// runLength forms one cluster of each sequence of consecutive operations on the same device, as
// systems do that build no graph of the program.
func runLength(g *placement.Graph) *placement.Partition {
	of := make([]int32, g.Len())
	k, last := int32(-1), int32(-2)
	for v := range of {
		if d := g.Device[v]; d != last || d == placement.None {
			k++
			last = d
		}
		of[v] = k
	}
	return placement.NewPartition(g, of, "run length")
}

// TestO22CoverageAndOrder: the clusters of several strategies contain every op once, and can run in
// the order of their numbers. If every op has the flag Alone, every op is a separate cluster.
func TestO22CoverageAndOrder(t *testing.T) {
	for seed := range uint64(200) {
		g := graphgen.Mixed(60, 2, seed)
		g.Takes = nil
		ops := 0
		for v := range g.Flags {
			if g.IsConstant(int32(v)) {
				continue
			}
			ops++
		}
		for _, s := range []placement.Strategy{contract.Strategy{}, collector.Strategy{}, selects.Strategy{}, grow.Strategy{}, mincut.Strategy{}} {
			covered := 0
			p := divide(t, s, g, placement.Options{})
			for _, k := range p.Clusters {
				covered += len(k.Nodes)
			}
			if err := checkNumbering(g, p); err != nil || covered != ops {
				t.Fatalf("%s: the clusters have %d of %d ops, and the error is %v", s.Name(), covered, ops, err)
			}
		}
		for v := range g.Flags {
			g.Flags[v] |= placement.Alone
		}
		for _, s := range []placement.Strategy{contract.Strategy{}, collector.Strategy{}, selects.Strategy{}, grow.Strategy{}, mincut.Strategy{}, exact.Strategy{}} {
			p, err := s.Partition(t.Context(), g, placement.Options{}, nil)
			if err != nil && s.Name() != "exact" {
				t.Fatal(err)
			}
			if err == nil && len(p.Clusters) != ops {
				t.Fatalf("%s: got %d clusters, expected one for each of %d ops", s.Name(), len(p.Clusters), ops)
			}
		}
	}
}

// TestHullsAreConvex: the hull of a group adds exactly the nodes on paths between its members. The
// partition keeps the group in one cluster. If a node of the hull cannot run on the group's device,
// Fold fails, and Loose ignores the group.
func TestHullsAreConvex(t *testing.T) {
	held, split := 0, 0
	for seed := range uint64(400) {
		g := anyGraph(seed)
		r, err := placement.NewReach(g)
		if err != nil {
			t.Fatal(err)
		}
		groups, want, apart := anyGroup(rand.New(rand.NewPCG(seed, 3)), g, r)
		hull, placed := groups.Hull(g)
		folded, members, err := hull.Fold(placed)
		if apart != (err != nil) {
			t.Fatalf("seed %d: got error %v from Fold, expected an error: %v", seed, err, apart)
		}
		if apart {
			split++
			if loose := groups.Loose(g); slices.Max(loose.Of) != placement.None {
				t.Fatalf("seed %d: Loose does not ignore the group", seed)
			}
			continue
		}
		for v := range want {
			if want[v] != (hull.Of[v] != placement.None) {
				t.Fatalf("seed %d: node %d is in the hull: got %v, expected the opposite", seed, v, !want[v])
			}
			if want[v] && groups.Of[v] == placement.None {
				held++
			}
		}
		p := hull.Unfold(g, members, divide(t, contract.Strategy{}, folded, placement.Options{}))
		if err := placement.Verify(g, p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for v, k := range groups.Of {
			if k != placement.None && p.Of[v] != p.Of[slices.Index(groups.Of, 0)] {
				t.Fatalf("seed %d: the group is in two clusters", seed)
			}
		}
	}
	if held < 25 || split < 25 {
		t.Errorf("%d operations were added to a hull, and %d hulls could not be folded, expected at least 25 of each", held, split)
	}
}

// anyGroup returns a group of a few nodes of one device. The list want marks the nodes of the
// group's hull. The result apart is true if some node of the hull must be on another device.
func anyGroup(rng *rand.Rand, g *placement.Graph, r *placement.Reach) (groups *placement.Groups, want []bool, apart bool) {
	groups = &placement.Groups{Of: make([]int32, g.Len()), Names: []string{"g"}}
	first := int32(rng.IntN(g.Len()))
	var members []int32
	for v := range int32(g.Len()) {
		groups.Of[v] = placement.None
		if near := v-first < 12 && first-v < 12; !g.IsConstant(v) && g.Device[v] == g.Device[first] && (v == first || near && rng.IntN(4) == 0) {
			groups.Of[v] = 0
			members = append(members, v)
		}
	}
	want = make([]bool, g.Len())
	for v := range int32(g.Len()) {
		after := slices.ContainsFunc(members, func(u int32) bool { return r.Below[u].Test(uint(v)) })
		before := slices.ContainsFunc(members, func(u int32) bool { return r.Above[u].Test(uint(v)) })
		want[v] = groups.Of[v] == 0 || after && before
		apart = apart || want[v] && !g.CanRun(v, g.Device[first])
	}
	return groups, want, apart
}
