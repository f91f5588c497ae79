package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// graphOf returns a module whose function has one operation for each name, in the given order. The
// first letter of the name, in upper case, is the operation's device. The parameter edges lists
// edges such as "from to", separated by commas.
func graphOf(t testing.TB, names string, edges string) ir.Module {
	t.Helper()
	needs := map[string][]string{}
	for _, e := range strings.Split(edges, ",") {
		from, to, _ := strings.Cut(strings.TrimSpace(e), " ")
		needs[to] = append(needs[to], "%"+from)
	}
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<4xf32>) {\n")
	for _, n := range strings.Fields(names) {
		args := needs[n]
		if len(args) == 0 {
			args = []string{"%x"}
		}
		types := strings.Repeat(", tensor<4xf32>", len(args))[2:]
		fmt.Fprintf(&b, "  %%%s = \"t.op\"(%s) {cluster.device = %q} : (%s) -> tensor<4xf32>\n",
			n, strings.Join(args, ", "), strings.ToUpper(n[:1]), types)
	}
	b.WriteString("  return\n}\n")
	return placetest.Parse(t, b.String())
}

// TestOwnCases checks the counterexamples from the key "own" of hetero_partition_cases.json, a file
// of the external test suite (see the function outside). In these graphs, the connected sets of
// operations on one device wait for each other.
func TestOwnCases(t *testing.T) {
	for _, test := range []struct {
		name, ops, edges string
		cyclic           bool
		clusters         int
	}{
		{"readme", "p1 p2 p3 q4 p5 p6 p7", "p1 p2, p2 p3, p2 q4, p3 p5, q4 p5, p5 p6, p6 p7", true, 3},
		{"butterfly", "a1 b1 a2 b2", "a1 b2, b1 b2, a1 a2, b1 a2", true, 3},
		{"cross chain", "a0 b0 a1 b1 a2 b2", "a1 b2, b1 a2, a0 a1, a0 a2, b0 b1, b0 b2", true, 3},
		{"ring of three", "a0 b0 c0 a1 b1 c1 a2 b2 c2",
			"a0 a1, a0 a2, b0 b1, b0 b2, c0 c1, c0 c2, a1 b2, b1 c2, c1 a2", true, 4},
		{"through another device", "a1 b a2", "a1 b, b a2, a1 a2", true, 3},
	} {
		for _, s := range []placement.Strategy{contract.Strategy{}, grow.Strategy{}} {
			m := graphOf(t, test.ops, test.edges)
			before := asm.String(m.Op)
			var c *partition.CyclicError
			err := partition.Module(context.Background(), m, partition.Options{NoRepair: true})
			if errors.As(err, &c) != test.cyclic || asm.String(m.Op) != before {
				t.Errorf("%s without repair: got error %v and the program\n%s", test.name, err, asm.String(m.Op))
			}
			if err := partition.Module(context.Background(), m, partition.Options{Strategy: s}); err != nil {
				t.Fatal(test.name, err)
			}
			regions := strings.Count(asm.String(m.Op), "cluster.region")
			if regions != test.clusters {
				t.Errorf("%s, %s: got %d clusters, want %d:\n%s", test.name, s.Name(), regions, test.clusters, asm.String(m.Op))
			}
			checkAny(t, m, before)
		}
	}
}

// checkAny checks a divided module, outlines it and inlines it again.
func checkAny(t *testing.T, m ir.Module, before string) {
	t.Helper()
	for _, step := range []func() error{
		func() error { return nil },
		func() error { return clusteroutline.Module(m, clusteroutline.Options{}) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m.Op); err != nil {
			t.Fatal(err)
		}
		if err := clusterverify.Module(m, clusterverify.Options{}); err != nil {
			t.Fatalf("%v in\n%s", err, asm.String(m.Op))
		}
	}
	if err := clusterinline.Module(m); err != nil {
		t.Fatal(err)
	}
	if after := asm.String(m.Op); after != before {
		t.Fatalf("inlining gives\n%s\nwant\n%s", after, before)
	}
}

func TestRandomPrograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	cyclic := 0
	for range 400 {
		m := placetest.Parse(t, placetest.RandomProgram(rng, 1+rng.IntN(60), 2+rng.IntN(2)))
		before := asm.String(m.Op)
		var c *partition.CyclicError
		plans, err := partition.Divide(context.Background(), m, irplace.Devices(m), partition.Options{NoRepair: true})
		if errors.As(err, &c) {
			cyclic++
		} else if err != nil {
			t.Fatal(err)
		}
		g := plans[0]
		// Repair must also give a valid partition.
		cut, err := placement.Repair(g.Graph, g.Partition, nil)
		if err == nil {
			err = placement.Verify(g.Graph, cut)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := partition.Module(context.Background(), m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
			t.Fatal(err)
		}
		ordered(t, m)
		checkAny(t, m, before)
	}
	if cyclic < 100 {
		t.Errorf("%d of 400 programs need repair, expected more", cyclic)
	}
}

// ordered checks that operations with effects run in their original order.
func ordered(t *testing.T, m ir.Module) {
	t.Helper()
	last := uint32(0)
	m.Op.Walk(func(op *ir.Op) bool {
		if op.Name() == "t.effect" {
			if op.ID() < last {
				t.Fatalf("effect #%d runs after #%d:\n%s", op.ID(), last, asm.String(m.Op))
			}
			last = op.ID()
		}
		return true
	})
}

// TestRandomGraphs checks 2,000 random graphs with random devices: every node is in exactly one
// cluster, and the clusters can run one after the other.
func TestRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	cyclic := 0
	for range 2000 {
		g := randomGraph(t, rng)
		raw := placement.Unrepaired(g)
		if len(placement.Cycles(g, raw)) > 0 {
			cyclic++
		}
		p, err := contract.Strategy{}.Partition(context.Background(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := placement.Repair(g, raw, nil)
		if err != nil {
			t.Fatal(err)
		}
		schedulable(t, g, p)
		schedulable(t, g, cut)
	}
	if cyclic < 400 {
		t.Errorf("%d of 2000 graphs need repair, expected more", cyclic)
	}
}

func randomGraph(t *testing.T, rng *rand.Rand) *placement.Graph {
	t.Helper()
	var b placement.Builder
	n := 2 + rng.IntN(40)
	for range n {
		b.Node(placement.Node{Device: int32(rng.IntN(3))})
	}
	for v := 1; v < n; v++ {
		for range rng.IntN(3) {
			b.Edge(int32(max(0, v-1-rng.IntN(min(v, 8)))), int32(v), 4)
		}
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// schedulable checks that every cluster of a partition can run, each as soon as its inputs are
// available.
func schedulable(t *testing.T, g *placement.Graph, p *placement.Partition) {
	t.Helper()
	count := make([]int, g.Len())
	waiting := len(p.Clusters)
	ran := make([]bool, len(p.Clusters))
	home := make([]int, g.Len())
	for i, c := range p.Clusters {
		for _, v := range c.Nodes {
			count[v]++
			home[v] = i
			if g.Device[v] != c.Device {
				t.Fatal("a node is on another device than its cluster")
			}
		}
	}
	for v, n := range count {
		if n != 1 {
			t.Fatalf("node %d is in %d clusters", v, n)
		}
	}
	for progress := true; progress; {
		progress = false
		for i, c := range p.Clusters {
			ready := !ran[i]
			for _, v := range c.Nodes {
				for _, u := range g.Preds(v) {
					ready = ready && (home[u] == i || ran[home[u]])
				}
			}
			if ready {
				ran[i], progress = true, true
				waiting--
			}
		}
	}
	if waiting > 0 {
		t.Fatalf("%d clusters can never run", waiting)
	}
}

// TestDeterminism checks that the text of a divided program is the same in repeated runs, on one
// processor and on four.
func TestDeterminism(t *testing.T) {
	text := placetest.RandomProgram(rand.New(rand.NewPCG(3, 3)), 400, 3)
	var first string
	for i := range 6 {
		old := runtime.GOMAXPROCS(1 + i%2*3)
		m := placetest.Parse(t, text)
		ds, _ := placetest.Open(irplace.Devices(m))
		if err := affinity.Module(context.Background(), m, ds, affinity.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := partition.Module(context.Background(), m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
			t.Fatal(err)
		}
		if err := clusteroutline.Module(m, clusteroutline.Options{Copies: true}); err != nil {
			t.Fatal(err)
		}
		runtime.GOMAXPROCS(old)
		switch got := asm.String(m.Op); {
		case i == 0:
			first = got
		case got != first:
			t.Fatalf("run %d differs", i)
		}
	}
}
