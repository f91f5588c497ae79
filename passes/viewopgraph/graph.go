package viewopgraph

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// node is a node of the graph. Operations with regions, and blocks, are drawn as boxes, which are
// clusters in DOT. cluster is the number of the box; it is 0 for an ordinary node. An edge cannot
// end at a box. It ends at an invisible node in the box, and is cut off at the border of the box.
type node struct{ id, cluster int }

// use is the edge from a value to an operation.
type use struct {
	value *ir.Value
	to    node
}

type graph struct {
	o       Options
	elide   int // number of elements above which constants and lists are not shown
	out     strings.Builder
	depth   int
	count   int // number of nodes and boxes
	colors  map[string]string
	nodes   map[*ir.Value]node
	control [][2]node
	data    []use
	names   *asm.Printer // writes to g.name
	name    strings.Builder
}

func newGraph(op *ir.Op, o Options) *graph {
	g := &graph{o: o, elide: 16, nodes: map[*ir.Value]node{}, colors: map[string]string{}}
	g.names = asm.NewPrinter(&g.name, ir.NewPrintOptions())
	g.names.Number(op)
	var kinds []string
	collect(op, g.colors, &kinds)
	for i, k := range kinds {
		g.colors[k] = fmt.Sprintf(`"%f 0.3 0.95"`, float64(i)/float64(len(kinds)))
	}
	return g
}

// collect lists the kinds of operations. An operation comes after the operations in its regions.
func collect(op *ir.Op, seen map[string]string, kinds *[]string) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks {
			for o := range b.Ops() {
				collect(o, seen, kinds)
			}
		}
	}
	if _, ok := seen[op.Name()]; !ok {
		seen[op.Name()] = ""
		*kinds = append(*kinds, op.Name())
	}
}

func (g *graph) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.depth))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *graph) open(what string) {
	g.line("%s {", what)
	g.depth++
}

func (g *graph) close() {
	g.depth--
	g.line("}")
}

// op draws op and the operations inside it.
func (g *graph) op(op *ir.Op) node {
	var n node
	if op.NumRegions() > 0 {
		n = g.box(g.title(op), func() {
			for _, r := range op.Regions() {
				for _, b := range r.Blocks {
					g.block(b)
				}
			}
		})
	} else {
		g.count++
		n = node{id: g.count}
		g.line(`v%d [fillcolor = %s, label = "%s", shape = Mrecord, style = filled];`, n.id, g.colors[op.Name()], g.record(op))
	}
	if g.o.Data {
		for v := range op.Operands() {
			g.data = append(g.data, use{v, n})
		}
	}
	for v := range op.Results() {
		g.nodes[v] = n
	}
	return n
}

func (g *graph) block(b *ir.Block) {
	g.box("", func() {
		for _, a := range b.Args() {
			g.count++
			g.nodes[a] = node{id: g.count}
			g.line(`v%d [label = "%s", shape = Mrecord];`, g.count, g.result(a))
		}
		var last node
		for op := range b.Ops() {
			n := g.op(op)
			if g.o.Control && last.id != 0 {
				g.control = append(g.control, [2]node{last, n})
			}
			last = n
		}
	})
}

func (g *graph) box(label string, inside func()) node {
	g.count += 2
	n := node{id: g.count, cluster: g.count - 1}
	g.open(fmt.Sprintf("subgraph cluster_%d", n.cluster))
	g.line(`v%d [label = " ", shape = plain];`, n.id)
	g.line(`label = "%s";`, label)
	inside()
	g.close()
	return n
}

// edge draws an edge between ports of nodes; boxes have no ports.
func (g *graph) edge(from node, fromPort string, to node, toPort, style string) {
	end := func(n node, port string) string {
		if n.cluster != 0 || port == "" {
			return fmt.Sprintf("v%d", n.id)
		}
		return fmt.Sprintf("v%d:%s", n.id, port)
	}
	attrs := ""
	if to.cluster != 0 {
		attrs += fmt.Sprintf("lhead = cluster_%d, ", to.cluster)
	}
	if from.cluster != 0 {
		attrs += fmt.Sprintf("ltail = cluster_%d, ", from.cluster)
	}
	g.line("%s -> %s[%sstyle = %s];", end(from, fromPort), end(to, toPort), attrs, style)
}
