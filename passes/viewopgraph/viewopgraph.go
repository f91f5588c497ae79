// Package viewopgraph draws a program as a graph in Graphviz's language, DOT.
package viewopgraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Print the program as a graph for Graphviz

Operations are nodes. Operations with regions, and blocks, are boxes around their contents.
Values are edges from the port of the result to the port of the operand. The graph is
written to the standard error.`

// Options has the options of mlir-opt's pass.
type Options struct {
	MaxLabel uint32 `opt:"max-label-len" help:"characters of an attribute or type to show"`
	Attrs    bool   `opt:"print-attrs" help:"show the attributes of operations"`
	Control  bool   `opt:"print-control-flow-edges" help:"draw an edge from each operation to the next"`
	Data     bool   `opt:"print-data-flow-edges" help:"draw an edge for each operand"`
	Types    bool   `opt:"print-result-types" help:"show the types of results"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("view-op-graph", doc, Options{MaxLabel: 20, Attrs: true, Data: true, Types: true}, run)
	p.Title = "ViewOpGraph"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	r.Unchanged()
	g := newGraph(op, o)
	if n := r.Printing().ElideAbove; n >= 0 {
		g.elide = n
	}
	g.open("digraph G")
	g.line("compound = true;")
	g.op(op)
	for _, e := range g.control {
		g.edge(e[0], "", e[1], "", "dashed")
	}
	for _, e := range g.data {
		g.edge(g.nodes[e.value], g.port("res", e.value)+":s", e.to, g.port("arg", e.value)+":n", "solid")
	}
	g.close()
	_, err := r.Out.Write([]byte(g.out.String()))
	return err
}
