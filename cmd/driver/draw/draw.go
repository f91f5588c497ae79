// Package draw draws directed graphs as DOT and SVG. It computes the SVG's layout itself, so it
// needs no other program. Equal graphs give the same bytes on all machines.
package draw

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir/dot"
)

// Graph is a directed graph to draw.
type Graph struct {
	Name  string
	Nodes []Node
	Edges []Edge // edges between indices of Nodes; they may form cycles
	Of    string // what nodes represent, in the plural, such as "operations"
}

// Node is a box.
type Node struct {
	ID    string   // unique, for DOT
	Lines []string // the text in the box
	Color int      // nodes with equal Color have the same fill
	Tip   string   // the text that is shown when the pointer is on the node; may be empty
	Group string   // DOT draws one frame around the nodes of a group; "" is none

	Weight int // Fold keeps the heaviest nodes
	Folded int // the number of nodes that were folded into this node, or 0
}

// Edge is an arrow.
type Edge struct {
	From, To int
	Label    string
	Dashed   bool // the edge represents an order, not a value
}

// fill returns a light color on which black text is legible.
func fill(color int) string {
	palette := [...]string{
		"#cfe2f3", "#fce5cd", "#d9ead3", "#ead1dc", "#fff2cc", "#d9d2e9", "#d0e0e3", "#f4cccc",
		"#e6e6e6", "#c9f0dd", "#f7d9c4", "#dbe7c9",
	}
	if color < 0 {
		return "#ffffff"
	}
	return palette[color%len(palette)]
}

// DOT returns the graph in Graphviz's language.
func (g *Graph) DOT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  node [shape=box, style=filled, fontname=monospace];\n", dot.Quote(g.Name))
	group := ""
	groups := 0
	for _, i := range g.grouped() {
		n := g.Nodes[i]
		if n.Group != group {
			if group != "" {
				b.WriteString("  }\n")
			}
			if group = n.Group; group != "" {
				fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", groups, dot.Quote(group))
				groups++
			}
		}
		indent := "  "
		if group != "" {
			indent = "    "
		}
		fmt.Fprintf(&b, "%s%s [label=%s, fillcolor=%s", indent, dot.Quote(n.ID), dot.Quote(strings.Join(n.Lines, "\n")), dot.Quote(fill(n.Color)))
		if n.Tip != "" {
			fmt.Fprintf(&b, ", tooltip=%s", dot.Quote(n.Tip))
		}
		b.WriteString("];\n")
	}
	if group != "" {
		b.WriteString("  }\n")
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  %s -> %s", dot.Quote(g.Nodes[e.From].ID), dot.Quote(g.Nodes[e.To].ID))
		var attrs []string
		if e.Label != "" {
			attrs = append(attrs, "label="+dot.Quote(e.Label))
		}
		if e.Dashed {
			attrs = append(attrs, "style=dashed")
		}
		if len(attrs) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(attrs, ", "))
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// grouped returns the indices of the nodes, sorted by group. Groups are in the order of their first
// nodes.
func (g *Graph) grouped() []int {
	members := map[string][]int{}
	var order []string
	for i, n := range g.Nodes {
		if members[n.Group] == nil {
			order = append(order, n.Group)
		}
		members[n.Group] = append(members[n.Group], i)
	}
	var all []int
	for _, k := range order {
		all = append(all, members[k]...)
	}
	return all
}
