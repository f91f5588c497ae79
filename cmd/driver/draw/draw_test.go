package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func diamond() *Graph {
	return &Graph{
		Name: `a "diamond"`,
		Nodes: []Node{
			{ID: "top", Lines: []string{"top"}, Group: "one"}, {ID: "left", Lines: []string{"left <&>"}, Color: 1},
			{ID: "right", Lines: []string{"right", "second line"}, Color: 1, Tip: `a "tip"`}, {ID: "end", Lines: []string{"end"}, Group: "one"},
		},
		Edges: []Edge{{From: 0, To: 1, Label: "32 B"}, {From: 0, To: 2}, {From: 1, To: 3}, {From: 2, To: 3, Dashed: true}},
	}
}

func TestDOT(t *testing.T) {
	want := `digraph "a \"diamond\"" {
  node [shape=box, style=filled, fontname=monospace];
  subgraph cluster_0 {
    label="one";
    "top" [label="top", fillcolor="#cfe2f3"];
    "end" [label="end", fillcolor="#cfe2f3"];
  }
  "left" [label="left <&amp;>", fillcolor="#fce5cd"];
  "right" [label="right\nsecond line", fillcolor="#fce5cd", tooltip="a \"tip\""];
  "top" -> "left" [label="32 B"];
  "top" -> "right";
  "left" -> "end";
  "right" -> "end" [style=dashed];
}
`
	if got := diamond().DOT(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestSVG checks that the SVG is well-formed, edges go down, and boxes do not overlap.
func TestSVG(t *testing.T) {
	g := diamond()
	svg := g.SVG()
	if svg != g.SVG() || strings.Count(svg, "<rect") != 4 || strings.Count(svg, "marker-end") != 4 || !strings.Contains(svg, "left &lt;&amp;&gt;") {
		t.Errorf("got\n%s", svg)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	p := g.layout()
	for _, e := range g.Edges {
		if p.boxes[e.From].y+p.boxes[e.From].h >= p.boxes[e.To].y {
			t.Errorf("edge %v must go down, but goes from %v to %v", e, p.boxes[e.From], p.boxes[e.To])
		}
	}
	for i, a := range p.boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > p.width || a.y+a.h > p.height {
			t.Errorf("box %d, %v, is not in the picture of %v × %v", i, a, p.width, p.height)
		}
		for _, b := range p.boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("boxes %v and %v overlap", a, b)
			}
		}
	}
}

// TestRoutes checks that no edge passes behind a node, even if it crosses layers or closes a cycle.
func TestRoutes(t *testing.T) {
	g := &Graph{}
	const n = 40
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Lines: make([]string, 1+i%3)})
		g.Nodes[i].Lines[0] = strings.Repeat("x", 3+5*i%7)
		for _, from := range []int{i - 1, i / 2, i * i % 11, i + 5} {
			if i > 0 && from < n {
				g.Edges = append(g.Edges, Edge{From: max(0, from), To: i})
			}
		}
	}
	p := g.layout()
	for i, e := range g.Edges {
		route := p.route(i)
		for k, from := range route[:len(route)-1] {
			to := route[k+1]
			low, high := min(from.y, to.y), max(from.y, to.y)
			if k%2 == 0 && from.x != to.x {
				t.Fatalf("edge %v is not vertical inside a layer: %v", e, route)
			}
			for v, b := range p.boxes[:n] {
				if v != e.From && v != e.To && low < b.y+b.h && high > b.y && (k%2 == 1 || from.x > b.x && from.x < b.x+b.w) {
					t.Errorf("edge %v runs from %v to %v, behind node %d at %v", e, from, to, v, b)
				}
			}
		}
	}
}

// TestFold checks that a graph with too many nodes is drawn with one node for each group, and that
// the lightest groups are merged.
func TestFold(t *testing.T) {
	g := &Graph{Of: "operations"}
	for i := range 1000 {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Lines: []string{"op"}, Group: fmt.Sprint("group ", i/(1+i/100)), Color: i % 2, Weight: 1})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i, Label: "4 B"})
		}
	}
	if f := g.Fold(len(g.Nodes)); f != g {
		t.Error("Fold changed a graph that is small enough")
	}
	f := g.Fold(MaxNodes)
	count := 0
	for _, n := range f.Nodes {
		count += n.count()
	}
	if len(f.Nodes) > MaxNodes || len(f.Nodes) < MaxNodes/2 || count != 1000 {
		t.Errorf("got %d nodes that represent %d operations, expected MaxNodes/2 to MaxNodes nodes for 1000 operations", len(f.Nodes), count)
	}
	for _, e := range f.Edges {
		if e.From == e.To || e.From >= len(f.Nodes) || e.To >= len(f.Nodes) {
			t.Errorf("edge %v joins a node with itself, or has an end that does not exist", e)
		}
	}
	for i := range g.Nodes {
		g.Nodes[i].Group = fmt.Sprint("group ", i)
	}
	if f := g.Fold(MaxNodes); !strings.HasPrefix(f.Nodes[len(f.Nodes)-1].Lines[0], "451 operations") {
		t.Errorf("a node of many groups has the lines %q", f.Nodes[len(f.Nodes)-1].Lines)
	}
	if p := f.layout(); p.width > 20_000 || p.height > 20_000 {
		t.Errorf("the picture has %.0f × %.0f pixels, expected at most 20000 in each direction", p.width, p.height)
	}
}

// TestSVGOdd draws a graph with a cycle, as in lathe plan --no-repair, and an empty graph.
func TestSVGOdd(t *testing.T) {
	g := diamond()
	g.Edges = append(g.Edges, Edge{From: 3, To: 0}, Edge{From: 1, To: 1})
	if p := g.layout(); p.boxes[0].y >= p.boxes[3].y {
		t.Errorf("the first node of the cycle is below the last node: %v", p.boxes)
	}
	if svg := (&Graph{}).SVG(); !strings.HasSuffix(svg, "</svg>\n") {
		t.Errorf("got %s", svg)
	}
}

func TestSVGLarge(t *testing.T) {
	g := &Graph{}
	const n = 20_000
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Lines: []string{"op"}})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i}, Edge{From: i / 2, To: i})
		}
	}
	begin := time.Now()
	if svg := g.SVG(); strings.Count(svg, "<rect") != n {
		t.Error("the number of boxes in the drawing is not the number of nodes")
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("drawing %d nodes took %v, expected at most 20 s", n, took)
	}
}
