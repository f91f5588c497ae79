// Package clusterdag prints the clusters of a divided program: their resources as log lines, or
// their dependences as a Graphviz graph.
package clusterdag

import (
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/dot"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `print the resources of clusters, or the dependences between them

Prints a line for each resource of each cluster of a function. With dot, prints a Graphviz
graph instead: a node for each cluster, and an edge from each cluster to each cluster that
uses its results, directly or through operations outside of clusters.`

// Options select the output.
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
		printed, outlined := false, 0
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || f.IsDeclaration() {
				continue
			}
			nodes := Of(f, outlined)
			if len(nodes) == 0 {
				continue
			}
			printed = true
			if err := write(r.Out, f, nodes); err != nil {
				return err
			}
			for _, n := range nodes {
				if ir.Is[cluster.Region](n.Op) {
					outlined++
				}
			}
		}
		if !printed {
			r.Note(ir.Warnf(m.Op, "is not divided, so there are no clusters to print").WithHelp("run partition first"))
		}
		return nil
	})
}

// Node is a cluster with its dependences.
type Node struct {
	Op *ir.Op // cluster.region or cluster.launch
	cluster.Part
	Parents, Children []int // ascending indices of the clusters that this cluster needs, and of those that need it
}

// Of lists the clusters of a function in program order. A cluster whose attribute cluster.part has
// no name gets the name of its function, or the name that outlining will give to its function. The
// parameter "first" is the number of regions in earlier functions of the module.
func Of(f fn.Func, first int) []Node {
	find := finder{map[*ir.Op]int{}, map[*ir.Op][]int{}}
	var nodes []Node
	regions := first
	for op := range operations(f) {
		device, ok := cluster.RunsOn(op)
		if !ok {
			continue
		}
		n := Node{Op: op}
		n.Part, _ = cluster.PartOf(op)
		if n.Name == "" {
			n.Name = functionOf(op, regions, device)
		}
		if ir.Is[cluster.Region](op) {
			regions++
		}
		if n.Backend == "" {
			n.Backend, _, _ = strings.Cut(device, ".")
		}
		find.index[op] = len(nodes)
		nodes = append(nodes, n)
	}
	for i := range nodes {
		nodes[i].Parents = find.parents(nodes[i].Op)
		for _, p := range nodes[i].Parents {
			nodes[p].Children = append(nodes[p].Children, i)
		}
	}
	return nodes
}

func operations(f fn.Func) iter.Seq[*ir.Op] {
	return func(yield func(*ir.Op) bool) {
		for _, b := range f.Body().Blocks {
			for op := range b.Ops() {
				if !yield(op) {
					return
				}
			}
		}
	}
}

// finder finds the clusters that an operation depends on.
type finder struct {
	index map[*ir.Op]int   // the index of each cluster
	known map[*ir.Op][]int // the parents of operations outside of clusters
}

// parents returns the ascending indices of the clusters whose results op uses, directly or through
// operations outside of clusters, such as copies between devices.
func (f *finder) parents(op *ir.Op) (found []int) {
	for v := range op.Operands() {
		d := v.Def()
		if d == nil {
			continue
		}
		if p, ok := f.index[d]; ok {
			found = append(found, p)
			continue
		}
		if _, ok := f.known[d]; !ok {
			f.known[d] = f.through(d)
		}
		found = append(found, f.known[d]...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// through is parents for an operation outside of clusters.
func (f *finder) through(op *ir.Op) (found []int) {
	seen := map[*ir.Op]bool{}
	for todo := []*ir.Op{op}; len(todo) > 0; {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d == nil || seen[d] {
			continue
		}
		seen[d] = true
		if p, ok := f.index[d]; ok {
			found = append(found, p)
			continue
		}
		if known, ok := f.known[d]; ok {
			found = append(found, known...)
			continue
		}
		d.Walk(func(o *ir.Op) bool { // a region of d can use values of the function
			for v := range o.Operands() {
				todo = append(todo, v.Def())
			}
			return true
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// functionOf returns the name of a cluster's function. For a region, that is the name that
// outlining will give to region n of the module.
func functionOf(op *ir.Op, n int, device string) string {
	if l, ok := ir.As[cluster.Launch](op); ok {
		return l.CalleeName()
	}
	return cluster.FuncName(n, device)
}

// Log prints the resources of each cluster of f.
func Log(w io.Writer, f fn.Func, nodes []Node) error {
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
		for _, line := range n.optionalProperties() {
			fmt.Fprintf(&b, "  %s: %s\n", line[0], line[1])
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// optionalProperties lists the properties of a part that may be unset.
func (n Node) optionalProperties() (lines [][2]string) {
	add := func(what string, is bool, value string) {
		if is {
			lines = append(lines, [2]string{what, value})
		}
	}
	add("logical devices", len(n.Logical) > 0, cluster.Numbers(n.Logical, ", "))
	add("devices", len(n.Devices) > 0, strings.Join(n.Devices, ", "))
	add("replicas", n.Replicas > 1, fmt.Sprint(n.Replicas))
	add("instances", n.Instances > 1, fmt.Sprint(n.Instances))
	add("execution units", n.Units > 0, fmt.Sprint(n.Units))
	add("fast memory", len(n.Fast) > 0, strings.Join(n.Fast, ", "))
	var options []string
	for _, o := range n.Options {
		options = append(options, o.Key+"="+o.Value)
	}
	add("options", len(options) > 0, strings.Join(options, ", "))
	return lines
}

// Dot prints the graph of f's clusters. Clusters of one backend have the same color.
func Dot(w io.Writer, f fn.Func, nodes []Node) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=TB\n  node [shape=record, style=filled]\n", dot.Quote(f.SymName()))
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
