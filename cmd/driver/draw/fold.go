package draw

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxNodes is the largest number of nodes for which a drawing is legible.
const MaxNodes = 100

// Fold returns g if it has at most the given number of nodes. Otherwise it merges the nodes of each
// group, and then, if necessary, the lightest nodes of each color. Parallel edges are merged.
func (g *Graph) Fold(most int) *Graph {
	if len(g.Nodes) <= most {
		return g
	}
	f := g.foldBy(func(i int) (string, bool) { return g.Nodes[i].Group, g.Nodes[i].Group != "" })
	if len(f.Nodes) <= most {
		return f
	}
	order := make([]int, len(f.Nodes))
	colors := map[int]bool{}
	for i, n := range f.Nodes {
		order[i], colors[n.Color] = i, true
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.Nodes[b].Weight, f.Nodes[a].Weight) })
	light := make([]bool, len(f.Nodes))
	for _, i := range order[max(0, most-len(colors)):] {
		light[i] = true
	}
	return f.foldBy(func(i int) (string, bool) { return fmt.Sprintf("others, color %d", f.Nodes[i].Color), light[i] })
}

// foldBy merges nodes with equal keys. It keeps nodes for which key returns false.
func (g *Graph) foldBy(key func(i int) (string, bool)) *Graph {
	out := &Graph{Name: g.Name, Of: g.Of}
	at := make([]int, len(g.Nodes))
	first := map[string]int{}
	members := map[int]int{}
	for i, n := range g.Nodes {
		k, ok := key(i)
		if j, known := first[k]; ok && known {
			at[i] = j
			out.Nodes[j].Weight += n.Weight
			members[j] += n.count()
			continue
		}
		at[i] = len(out.Nodes)
		if ok {
			first[k] = at[i]
			members[at[i]] = n.count()
		}
		out.Nodes = append(out.Nodes, n)
	}
	for k, j := range first {
		if n := &out.Nodes[j]; members[j] > n.count() {
			n.ID, n.Tip, n.Folded = k, "", members[j]
			n.Lines = []string{fmt.Sprintf("%d %s", n.Folded, g.Of)}
			if n.Group == k { // otherwise the other nodes can be of other groups
				n.Lines = append([]string{n.Group}, n.Lines...)
			}
			n.Group = ""
		}
	}
	out.Edges = foldEdges(g.Edges, at)
	return out
}

func (n *Node) count() int { return max(1, n.Folded) }

// foldEdges replaces node i by node at[i] in all edges, and removes duplicates. It drops edges
// between two members of a merged node, but keeps edges from a node to itself.
func foldEdges(edges []Edge, at []int) (out []Edge) {
	known := map[[2]int]int{}
	number := []int(nil)
	for _, e := range edges {
		from, to := at[e.From], at[e.To]
		if from == to && e.From != e.To {
			continue
		}
		i, again := known[[2]int{from, to}]
		if !again {
			known[[2]int{from, to}] = len(out)
			out, number = append(out, Edge{from, to, e.Label, e.Dashed}), append(number, 1)
			continue
		}
		number[i]++
		out[i].Label = fmt.Sprintf("%d edges", number[i])
		out[i].Dashed = out[i].Dashed && e.Dashed
	}
	return out
}
