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
  "left" [label="left <&>", fillcolor="#fce5cd"];
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

// The picture is well-formed, edges go down, and boxes of a layer stand apart.
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
	boxes, width, height := g.layout()
	for _, e := range g.Edges {
		if boxes[e.From].y+boxes[e.From].h >= boxes[e.To].y {
			t.Errorf("edge %v does not go down: %v to %v", e, boxes[e.From], boxes[e.To])
		}
	}
	for i, a := range boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > width || a.y+a.h > height {
			t.Errorf("box %d, %v, is not in the picture of %v × %v", i, a, width, height)
		}
		for _, b := range boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("boxes %v and %v overlap", a, b)
			}
		}
	}
}

// A cycle, which --no-repair draws, and no nodes at all.
func TestSVGOdd(t *testing.T) {
	g := diamond()
	g.Edges = append(g.Edges, Edge{From: 3, To: 0}, Edge{From: 1, To: 1})
	if boxes, _, _ := g.layout(); boxes[0].y >= boxes[3].y {
		t.Errorf("the cycle is upside down: %v", boxes)
	}
	if svg := (&Graph{}).SVG(); !strings.HasSuffix(svg, "</svg>\n") {
		t.Errorf("got %s", svg)
	}
}

func TestSVGLarge(t *testing.T) {
	g := &Graph{}
	const n = 50_000
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Lines: []string{"op"}})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i}, Edge{From: i / 2, To: i})
		}
	}
	begin := time.Now()
	if svg := g.SVG(); strings.Count(svg, "<rect") != n {
		t.Error("nodes are missing")
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("%d nodes took %v", n, took)
	}
}
