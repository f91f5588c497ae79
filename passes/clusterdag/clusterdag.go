// Package clusterdag prints how a program is divided: what each cluster takes, as lines
// of a log, and which cluster waits for which, as a graph for Graphviz.
package clusterdag

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/dot"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `print what each cluster takes, or which waits for which

Prints a line for each fact of each cluster of a function; with dot a graph instead, in
the language of Graphviz: one node for each cluster, an edge for each that waits.`

// Options say what is printed.
type Options struct {
	Dot bool `opt:"dot" help:"print a graph"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.OnWith("cluster-dag", doc, Options{}, func(r *passes.Run, m ir.Module, o Options) error {
		r.Unchanged()
		write := Log
		if o.Dot {
			write = Dot
		}
		printed := false
		for op := range m.Body().Ops() {
			if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() && len(Of(f)) > 0 {
				printed = true
				if err := write(r.Out, f); err != nil {
					return err
				}
			}
		}
		if !printed {
			r.Note(ir.Warnf(m.Op, "is not divided, so there are no clusters to print").WithHelp("run partition first"))
		}
		return nil
	})
}

// Node is a cluster as others see it.
type Node struct {
	Op *ir.Op // cluster.region or cluster.launch
	cluster.Part
	Parents, Children []int // clusters that it waits for, and that wait for it; ascending
}

// Of lists the clusters of a function in their order. It reads the program: nothing of it
// is kept elsewhere.
func Of(f fn.Func) []Node {
	index := map[*ir.Op]int{}
	var nodes []Node
	for op := range f.Entry().Ops() {
		device, ok := cluster.RunsOn(op)
		if !ok {
			continue
		}
		n := Node{Op: op}
		n.Part, _ = cluster.PartOf(op)
		if n.Name == "" {
			n.Name = fmt.Sprintf("%s_cluster%d", f.SymName(), len(nodes))
		}
		if n.Backend == "" {
			n.Backend, _, _ = strings.Cut(device, ".")
		}
		i := len(nodes)
		index[op] = i
		for v := range op.Operands() {
			p, ok := index[producer(v)]
			if ok && !slices.Contains(n.Parents, p) {
				n.Parents = append(n.Parents, p)
				nodes[p].Children = append(nodes[p].Children, i)
			}
		}
		slices.Sort(n.Parents)
		nodes = append(nodes, n)
	}
	return nodes
}

// producer is the operation that makes v, seen through copies between devices.
func producer(v *ir.Value) *ir.Op {
	for {
		c, ok := ir.Defining[cluster.Copy](v)
		if !ok {
			return v.Def()
		}
		v = c.Input()
	}
}

// Log writes what each cluster takes.
func Log(w io.Writer, f fn.Func) error {
	nodes := Of(f)
	var b strings.Builder
	fmt.Fprintf(&b, "@%s: number of partitions: %d\n", f.SymName(), len(nodes))
	for i, n := range nodes {
		m := n.Memory
		fmt.Fprintf(&b, "partition %d:\n", i)
		for _, line := range []struct {
			what  string
			value any
		}{
			{"name", n.Name}, {"backend", n.Backend}, {"context count", max(1, m.Contexts)}, {"total memory", m.Size()},
			{"input size", m.In}, {"input count", m.Inputs}, {"input from peers count", m.Peers}, {"output size", m.Out},
			{"constant size", m.Constants}, {"non-deferred constant size", m.Constants - m.Deferred}, {"deferred constant size", m.Deferred},
			{"peak of values inside", m.Peak},
		} {
			fmt.Fprintf(&b, "  %s: %v\n", line.what, line.value)
		}
		if len(n.Logical) > 0 {
			fmt.Fprintf(&b, "  logical devices: %s\n", strings.Trim(strings.ReplaceAll(fmt.Sprint(n.Logical), " ", ", "), "[]"))
		}
		if len(n.Devices) > 0 {
			fmt.Fprintf(&b, "  devices: %s\n", strings.Join(n.Devices, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Dot writes the graph of clusters. Those of one backend have one colour.
func Dot(w io.Writer, f fn.Func) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=TB\n  node [shape=record, style=filled]\n", dot.Quote(f.SymName()))
	nodes := Of(f)
	for i, n := range nodes {
		h := fnv.New32a()
		io.WriteString(h, n.Backend)
		fmt.Fprintf(&b, "  c%d [label=\"{%s|backend: %s|%d bytes}\", colorscheme=set312, fillcolor=%d]\n", i, dot.Record(n.Name), dot.Record(n.Backend), n.Memory.Size(), 1+h.Sum32()%12)
	}
	for i, n := range nodes {
		for _, c := range n.Children {
			fmt.Fprintf(&b, "  c%d -> c%d\n", i, c)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
