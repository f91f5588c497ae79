package collector

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// record is a case of the reference file, hetero_partition_cases.json.
type record struct {
	Name  string
	Nodes []struct {
		Name, Kind, Device string
		Inputs             []string
	}
	Params, Results, Sinks []string
	Order                  []string
	IDs                    map[string]int32
	Partitions             [][]string
	Promoted               [][]any `json:"promoted_edges"`
	Mapping                struct {
		Inputs, Outputs [][2]int
		Links           [][2][2]int
	}
	Constants []int `json:"constants_per_partition"`
}

// records reads the reference file from the folder in LATHE_REFERENCE, or from its default
// location outside the repository. It skips the test if the file is absent.
func records(t *testing.T) []record {
	t.Helper()
	dir := os.Getenv("LATHE_REFERENCE")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "reference")
	}
	text, err := os.ReadFile(filepath.Join(dir, "hetero_partition_cases.json"))
	if err != nil {
		t.Skipf("LATHE_REFERENCE names no folder with the reference cases: %v", err)
	}
	var file struct{ Collector []record }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Collector
}

func (r record) graph() (*model, map[string]int32) {
	kinds := map[string]Kind{"op": Op, "param": Parameter, "const": Constant, "result": Result, "sink": Sink}
	id, device := map[string]int32{}, map[string]int32{}
	g := &model{}
	for i, n := range r.Nodes {
		id[n.Name] = int32(i)
		if _, ok := device[n.Device]; !ok {
			device[n.Device] = int32(len(device))
		}
		g.Nodes = append(g.Nodes, Node{Kind: kinds[n.Kind], Device: device[n.Device]})
	}
	all := func(names []string) (list []int32) {
		for _, n := range names {
			list = append(list, id[n])
		}
		return list
	}
	for i, n := range r.Nodes {
		g.Nodes[i].Inputs = all(n.Inputs)
	}
	g.parameters, g.results, g.sinks = all(r.Params), all(r.Results), all(r.Sinks)
	return g, id
}

// TestO2CollectorCases checks the 18 cases of the reference file: order of nodes, part numbers
// (some numbers are skipped), cut edges, order of parts, links, and clones of constants.
func TestO2CollectorCases(t *testing.T) {
	cases := records(t)
	if len(cases) != 18 {
		t.Fatalf("got %d cases, want 18", len(cases))
	}
	for _, r := range cases {
		g, id := r.graph()
		name := func(v int32) string { return r.Nodes[v].Name }
		order := g.order()
		if got := names(order, name); !slices.Equal(got, r.Order) {
			t.Errorf("%s: got order %v, want %v", r.Name, got, r.Order)
		}
		ids, cuts, err := g.Split(t.Context(), order)
		if err != nil {
			t.Fatal(r.Name, err)
		}
		for n, want := range r.IDs {
			if got := ids[id[n]]; got != want {
				t.Errorf("%s: %s has number %d, want %d", r.Name, n, got, want)
			}
		}
		var got, want []string
		for _, c := range cuts {
			got = append(got, fmt.Sprint(name(c.From), name(c.To), c.Input))
		}
		for _, e := range r.Promoted {
			want = append(want, fmt.Sprint(e[0].(string), e[1].(string), int(e[2].(float64))))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got cuts %v, want %v", r.Name, got, want)
		}
		checkParts(t, r, g, order, ids, name)
	}
}

func names(vs []int32, name func(int32) string) (list []string) {
	for _, v := range vs {
		list = append(list, name(v))
	}
	return list
}

func checkParts(t *testing.T, r record, g *model, order, ids []int32, name func(int32) string) {
	t.Helper()
	parts, ok := g.parts(order, ids)
	if !ok || len(parts) != len(r.Partitions) {
		t.Errorf("%s: got %d parts, can run: %t; want %d parts that can run", r.Name, len(parts), ok, len(r.Partitions))
		return
	}
	// The order of nodes inside a part is not compared.
	sorted := func(lists [][]string) (s []string) {
		for _, l := range lists {
			l = slices.Clone(l)
			slices.Sort(l)
			s = append(s, fmt.Sprint(l))
		}
		return s
	}
	var got [][]string
	for i, p := range parts {
		got = append(got, names(p, name))
		if r.Constants != nil {
			if n := clones(g, parts, i); n != r.Constants[i] {
				t.Errorf("%s: part %d has %d constants, want %d", r.Name, i, n, r.Constants[i])
			}
		}
	}
	if !slices.Equal(sorted(got), sorted(r.Partitions)) {
		t.Errorf("%s: got parts %v, want %v", r.Name, got, r.Partitions)
	}
	l := g.link(order, parts)
	var in, out [][2]int
	for _, p := range l.Inputs {
		in = append(in, [2]int{p.Part, p.Index})
	}
	for _, p := range l.Outputs {
		out = append(out, [2]int{p.Part, p.Index})
	}
	if !slices.Equal(in, r.Mapping.Inputs) || !slices.Equal(out, r.Mapping.Outputs) {
		t.Errorf("%s: got inputs %v and outputs %v, want %v and %v", r.Name, in, out, r.Mapping.Inputs, r.Mapping.Outputs)
	}
	if len(l.From) != len(r.Mapping.Links) {
		t.Errorf("%s: got links %v, want %v", r.Name, l.From, r.Mapping.Links)
	}
	for _, w := range r.Mapping.Links {
		to, from := port{w[0][0], w[0][1]}, port{w[1][0], w[1][1]}
		if l.From[to] != from {
			t.Errorf("%s: %v reads %v, want %v", r.Name, to, l.From[to], from)
		}
	}
}

// clones counts the constants that a part contains or uses.
func clones(g *model, parts [][]int32, i int) int {
	seen := map[int32]bool{}
	for _, v := range parts[i] {
		for _, u := range append([]int32{v}, g.Nodes[v].Inputs...) {
			if g.Nodes[u].Kind == Constant {
				seen[u] = true
			}
		}
	}
	return len(seen)
}

// TestRepairsWhatCuttingMisses has graphs in which a cycle remains after the cuts of the strategy,
// so [placement.Repair] must cut it.
func TestRepairsWhatCuttingMisses(t *testing.T) {
	byLetter := func(n string) int32 { return int32(n[0] - 'a') }
	for _, chains := range [][]string{
		{"a1 a2", "a1 b2", "b1 b2", "b1 a2"},
		{"a0 a1", "a0 a2", "b0 b1", "b0 b2", "a1 b2", "b1 a2"},
		{"a0 a1", "a0 a2", "b0 b1", "b0 b2", "c0 c1", "c0 c2", "a1 b2", "b1 c2", "c1 a2"},
	} {
		g := graphgen.Text(byLetter, chains...)
		p, err := Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := placement.Verify(g, p); err != nil {
			t.Errorf("chains %v: got error %v", chains, err)
		}
	}
}

// TestSplitLadder checks that a search with many rounds is fast. Nodes alternate between two
// devices, and each node reads its two predecessors. Each round cuts one edge of each device.
func TestSplitLadder(t *testing.T) {
	const n = 3000
	g, order := &Graph{Nodes: []Node{{Kind: Parameter}}}, []int32{0}
	for v := int32(1); v <= n; v++ {
		g.Nodes = append(g.Nodes, Node{Op, v % 2, []int32{max(v-2, 0), v - 1}})
		order = append(order, v)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, cuts, err := g.Split(ctx, order); err != nil || len(cuts) != n-1 {
		t.Errorf("got %d cuts and error %v, want %d cuts", len(cuts), err, n-1)
	}
}
