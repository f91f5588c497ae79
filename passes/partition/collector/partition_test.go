// In the names of tests, O and a number are a row of the tables in docs/placement-reference.md.

package collector

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// placementGraph returns a model as a graph of operations. Parameters become inputs, and results
// are left out, so nodes get new numbers: at[v] is the number of the model's node v.
func (g *model) placementGraph(t *testing.T) (p *placement.Graph, at map[int32]int32) {
	t.Helper()
	var b placement.Builder
	at, input, value := map[int32]int32{}, map[int32]int32{}, map[int32]int32{}
	for v, n := range g.Nodes {
		v := int32(v)
		switch n.Kind {
		case Parameter:
			input[v] = b.Input(placement.Input{Bytes: 4})
		case Result:
		default:
			node := placement.Node{Device: n.Device, Label: uint64(v)}
			if n.Kind == Constant {
				node.Flags = placement.Constant
			}
			at[v] = b.Node(node)
			value[v] = b.Value(at[v], 4)
		}
	}
	for v, n := range g.Nodes {
		for _, u := range n.Inputs {
			in, fed := input[u]
			made, isValue := value[u]
			switch {
			case n.Kind == Result && isValue:
				b.Return(made)
			case fed && n.Kind != Result:
				b.Feed(in, at[int32(v)])
			case isValue:
				b.Use(made, at[int32(v)])
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p, at
}

// TestO2Partition: for each case of the reference file (see [record]), the strategy gives the parts
// in this file, without parameters, constants and results.
func TestO2Partition(t *testing.T) {
	for _, r := range records(t) {
		g, id := r.graph()
		p, at := g.placementGraph(t)
		got, err := Strategy{}.Partition(t.Context(), p, placement.Options{}, nil)
		if err != nil {
			t.Fatal(r.Name, err)
		}
		var want [][]int32
		for _, part := range r.Partitions {
			var ops []int32
			for _, n := range part {
				if v, ok := at[id[n]]; ok && !p.IsConstant(v) {
					ops = append(ops, v)
				}
			}
			if slices.Sort(ops); len(ops) > 0 {
				want = append(want, ops)
			}
		}
		var have [][]int32
		for _, c := range got.Clusters {
			have = append(have, c.Nodes)
		}
		slices.SortFunc(want, slices.Compare)
		slices.SortFunc(have, slices.Compare)
		if !slices.EqualFunc(want, have, slices.Equal) {
			t.Errorf("%s: got parts %v, want %v", r.Name, have, want)
		}
	}
}

// TestPartitionFindsSources: the value of node 0 leaves its part and comes back through node 1. The
// strategy finds this even though node 0 reads only a graph input. It cuts the part, so no cycle
// remains to be repaired.
func TestPartitionFindsSources(t *testing.T) {
	var b placement.Builder
	for _, d := range []int32{0, 1, 0, 0, 0} {
		b.Value(b.Node(placement.Node{Device: d}), 4)
	}
	b.Feed(b.Input(placement.Input{Bytes: 4}), 0)
	for _, e := range [][2]int32{{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 4}, {3, 2}} {
		b.Use(e[0], e[1])
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var parts [][]int32
	for _, c := range p.Clusters {
		parts = append(parts, c.Nodes)
		if c.Origin != "collector" {
			t.Errorf("part %v has origin %s, expected collector", c.Nodes, c.Origin)
		}
	}
	if fmt.Sprint(parts) != "[[0] [1] [2 3 4]]" {
		t.Errorf("got parts %v, expected [[0] [1] [2 3 4]]", parts)
	}
}

// TestO2SecondImplementation compares the strategy with the function describe on 1,500 random
// graphs. describe is another implementation of the published description. If cutting leaves a
// cycle, Repair cuts parts, so each cluster is a subset of a part of describe.
func TestO2SecondImplementation(t *testing.T) {
	cut, repaired := 0, 0
	for seed := range uint64(1500) {
		g := withBorders(graphgen.Sparse(2+int(seed%30), 2+int(seed%3), 1+float64(seed%4)/2, seed), seed)
		p, err := Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		of, cuts := describe(g)
		if cuts > 0 {
			cut++
		}
		want := placement.NewPartition(g, of, "collector")
		if placement.Verify(g, want) == nil {
			if !p.Equal(want) {
				t.Fatalf("seed %d: got clusters %v, want %v", seed, p.Of, want.Of)
			}
			continue
		}
		repaired++
		for _, c := range p.Clusters {
			for _, v := range c.Nodes {
				if want.Of[v] != want.Of[c.Nodes[0]] {
					t.Fatalf("seed %d: the nodes %v of a cluster are in two parts", seed, c.Nodes)
				}
			}
		}
	}
	if cut < 300 || repaired < 10 || repaired > 300 {
		t.Errorf("got %d graphs that were cut and %d that were repaired, want at least 300 and from 10 to 300", cut, repaired)
	}
}

// withBorders adds inputs and constants to a graph. An operation that reads no other operation
// reads an input or a constant, as in a program.
func withBorders(g *placement.Graph, seed uint64) *placement.Graph {
	rng := rand.New(rand.NewPCG(seed, 5))
	var b placement.Builder
	for v := range int32(g.Len()) {
		b.Value(b.Node(placement.Node{Device: g.Device[v], Label: g.Label[v]}), 4)
	}
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			b.Use(v, s)
		}
	}
	inputs, constants := 1+rng.IntN(3), 1+rng.IntN(3)
	var values []int32
	for range inputs {
		b.Input(placement.Input{Bytes: 4})
	}
	for range constants {
		values = append(values, b.Value(b.Node(placement.Node{Device: placement.None, Flags: placement.Constant}), 4))
	}
	for v := range int32(g.Len()) {
		switch first := len(g.Preds(v)) == 0; {
		case first && rng.IntN(4) == 0:
			b.Use(values[rng.IntN(constants)], v)
		case first || rng.IntN(8) == 0:
			b.Feed(int32(rng.IntN(inputs)), v)
		case rng.IntN(8) == 0:
			b.Use(values[rng.IntN(constants)], v)
		}
	}
	h, err := b.Build()
	if err != nil {
		panic(err)
	}
	return h
}

// describe implements the published description of the algorithm directly. It returns the part of
// each node of g, and the number of cuts.
func describe(g *placement.Graph) (of []int32, cuts int) {
	type edge struct{ from, to int }
	n := g.Len()
	device := make([]int32, n+g.NumInputs())
	inputs := make([][]int, len(device))
	source := make([]bool, len(device))
	for v := range len(device) {
		device[v] = -1
		source[v] = v >= n || g.IsConstant(int32(v))
		if !source[v] {
			device[v] = g.Device[v]
		}
	}
	for v := range n {
		if source[v] {
			continue
		}
		for _, u := range g.Preds(int32(v)) {
			inputs[v] = append(inputs[v], int(u))
		}
		for _, i := range g.Inputs(int32(v)) {
			inputs[v] = append(inputs[v], n+int(i))
		}
		for _, c := range g.Consts(int32(v)) {
			inputs[v] = append(inputs[v], int(c))
		}
		for _, u := range inputs[v] {
			if source[u] && (device[u] < 0 || device[v] < device[u]) {
				device[u] = device[v]
			}
		}
	}
	cutEdge := map[edge]bool{}
	for v := range inputs {
		for _, u := range inputs[v] {
			if device[u] != device[v] {
				cutEdge[edge{u, v}] = true
			}
		}
	}
	for {
		part := color(inputs, func(u, v int) bool { return !cutEdge[edge{u, v}] })
		// For each node, the cut edges that it depends on, and {s, s} for each input or
		// constant s that it depends on.
		depends := make([]map[edge]bool, len(inputs))
		var visit func(v int)
		visit = func(v int) {
			if depends[v] != nil {
				return
			}
			depends[v] = map[edge]bool{}
			if source[v] {
				depends[v][edge{v, v}] = true
			}
			for _, u := range inputs[v] {
				visit(u)
				for e := range depends[u] {
					depends[v][e] = true
				}
				if e := (edge{u, v}); cutEdge[e] {
					depends[v][e] = true
				}
			}
		}
		for v := range inputs {
			visit(v)
		}
		own := func(v int) (list []edge) {
			for e := range depends[v] {
				if part[e.to] == part[v] {
					list = append(list, e)
				}
			}
			return list
		}
		back := func(v int) (list []edge) {
			for e := range depends[v] {
				if e.from != e.to && part[e.from] == part[v] {
					list = append(list, e)
				}
			}
			return list
		}
		meet := func(a, b []edge) bool {
			return slices.ContainsFunc(a, func(e edge) bool { return slices.Contains(b, e) })
		}
		var found []edge
		for v := range inputs {
			feedback := back(v)
			if len(feedback) == 0 {
				continue
			}
			var behind []edge
			for _, e := range feedback {
				behind = append(behind, own(e.from)...)
			}
			for _, e := range own(v) {
				if e.from != e.to && part[e.from] != part[v] {
					behind = append(behind, own(e.to)...)
				}
			}
			for _, u := range inputs[v] {
				if !cutEdge[edge{u, v}] && !meet(feedback, back(u)) && meet(behind, own(u)) {
					found = append(found, edge{u, v})
				}
			}
		}
		if len(found) == 0 {
			of = make([]int32, n)
			for v := range of {
				of[v] = int32(part[v])
			}
			return of, cuts
		}
		for _, e := range found {
			cutEdge[e] = true
			cuts++
		}
	}
}

// color numbers the connected components of the graph that has only the edges for which keep
// returns true.
func color(inputs [][]int, keep func(u, v int) bool) []int {
	near := make([][]int, len(inputs))
	for v := range inputs {
		for _, u := range inputs[v] {
			if keep(u, v) {
				near[u], near[v] = append(near[u], v), append(near[v], u)
			}
		}
	}
	of, next := make([]int, len(inputs)), 0
	for v := range inputs {
		if of[v] > 0 {
			continue
		}
		next++
		of[v] = next
		for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
			for _, u := range near[queue[0]] {
				if of[u] == 0 {
					of[u] = next
					queue = append(queue, u)
				}
			}
		}
	}
	return of
}
