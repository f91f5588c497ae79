package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Cluster is a set of nodes that run on one device as one launch.
type Cluster struct {
	Device int32
	Nodes  []int32 // ascending
	Origin string  // creator: a strategy's name, "repair", "user" …
	// Part has further properties if a fleet strategy formed the cluster; may be nil.
	Part *Part
}

// Partition divides the nodes of a graph, except constants, among clusters.
type Partition struct {
	Clusters []Cluster
	Of       []int32 // cluster per node; None for constants
	// Bound is a proven lower bound on the number of clusters; 0 if the strategy provides none.
	Bound int
	// Crossed is set by strategies that improve a first division step by step; otherwise nil.
	Crossed *Crossed
	// Instead explains, as the end of a sentence about the function, why the strategy did not
	// return its usual division; otherwise "".
	Instead string
}

// Crossed describes the improvement of a division.
type Crossed struct {
	FirstSets int   // number of sets in the first division
	First     int64 // bytes between sets in the first division
	Bytes     int64 // bytes between sets after the improvement
}

// NewPartition builds the normal form of a partition, in which clusters are in topological order of
// the quotient. If several clusters could come next, the one with the smallest node is next. This
// also holds if only clusters on or after a cycle are left. of[v] is the cluster of node v, any
// number ≥ 0, and is ignored for constants. NewPartition does not retain this slice.
//
// The device of a cluster is the device of its smallest node; [Verify] checks the other nodes.
func NewPartition(g *Graph, of []int32, origin string) *Partition {
	dense, count := densify(g, of)
	order := quotientOrder(g, dense, count)
	rank := make([]int32, count)
	for i, c := range order {
		rank[c] = int32(i)
	}
	p := &Partition{Clusters: make([]Cluster, count), Of: dense}
	for v, c := range dense {
		if c != None {
			dense[v] = rank[c]
		}
	}
	nodes := members(dense, count)
	for i := range p.Clusters {
		row := nodes.Row(int32(i))
		p.Clusters[i] = Cluster{Device: g.Device[row[0]], Nodes: row[:len(row):len(row)], Origin: origin}
	}
	return p
}

// densify renumbers clusters 0, 1, … in the order of their smallest nodes.
func densify(g *Graph, of []int32) (dense []int32, count int) {
	top := int32(-1)
	for _, c := range of {
		top = max(top, c)
	}
	number := make([]int32, top+1)
	dense = make([]int32, len(of))
	for v, c := range of {
		switch {
		case g.IsConstant(int32(v)) || c < 0:
			dense[v] = None
		case number[c] == 0:
			count++
			number[c] = int32(count)
			fallthrough
		default:
			dense[v] = number[c] - 1
		}
	}
	return dense, count
}

// quotientOrder sorts clusters topologically, smallest number first. If only clusters on or
// after cycles are left, the smallest of them is next.
func quotientOrder(g *Graph, of []int32, count int) []int32 {
	nodes, waits := members(of, count), entering(g, of, count)
	done := make([]bool, count)
	var ready idHeap
	for c := range int32(count) {
		if waits[c] == 0 {
			ready.push(c)
		}
	}
	order := make([]int32, 0, count)
	stuck := int32(0) // every cluster with a smaller number is done
	for len(order) < count {
		if len(ready) == 0 {
			for done[stuck] {
				stuck++
			}
			waits[stuck] = 0
			ready.push(stuck)
		}
		c := ready.pop()
		done[c] = true
		order = append(order, c)
		for _, v := range nodes.Row(c) {
			for _, s := range g.Succs(v) {
				k := of[s]
				if k == c || k == None {
					continue
				}
				if waits[k]--; waits[k] == 0 && !done[k] {
					ready.push(k)
				}
			}
		}
	}
	return order
}

// entering counts the edges that enter each cluster from other clusters.
func entering(g *Graph, of []int32, count int) []int32 {
	edges := make([]int32, count)
	for v, c := range of {
		for _, s := range g.Succs(int32(v)) {
			if k := of[s]; c != None && k != None && k != c {
				edges[k]++
			}
		}
	}
	return edges
}

// members lists the nodes of each cluster, ascending.
func members(of []int32, count int) csr {
	m := csr{Start: make([]int32, count+1), To: make([]int32, len(of))}
	for _, c := range of {
		if c != None {
			m.Start[c+1]++
		}
	}
	prefix(m.Start)
	at := slices.Clone(m.Start)
	for v, c := range of {
		if c != None {
			m.To[at[c]] = int32(v)
			at[c]++
		}
	}
	return m
}

// Quotient returns g with every cluster contracted to one node, whose id is the number of the
// cluster. Constants and values are left out.
func Quotient(g *Graph, p *Partition) *Graph {
	q := quotient(g, p.Of, len(p.Clusters))
	for i, c := range p.Clusters {
		q.Device[i] = c.Device
	}
	return q
}

func quotient(g *Graph, of []int32, count int) *Graph {
	q := &Graph{
		Device: make([]int32, count), Flags: make([]Flag, count), Op: make([]uint32, count),
		Label: make([]uint64, count), Devices: g.Devices, ordered: true,
	}
	nodes := members(of, count)
	start, to := make([]int32, 1, count+1), make([]int32, 0, g.Edges())
	for a := range int32(count) {
		for _, v := range nodes.Row(a) {
			q.Device[a] = g.Device[v]
			q.Flags[a] |= g.Flags[v] & Alone
			for _, s := range g.Succs(v) {
				if b := of[s]; b != a && b != None {
					q.ordered = q.ordered && a < b
					to = append(to, b)
				}
			}
		}
		start = append(start, int32(len(to)))
	}
	q.link(index.SortRows(start, to))
	return q
}

// link sets the edges of a graph without values.
func (g *Graph) link(succ csr) {
	n := g.Len()
	g.succ, g.pred = succ, succ.Transpose(n)
	none := csr{Start: make([]int32, n+1)}
	g.consts, g.values, g.reads, g.inputs, g.keeps = none, none, none, none, none
	g.users = csr{Start: make([]int32, 1)}
}

// Cut is the number and size of values that a partition moves between clusters.
type Cut struct {
	Copies int   // pairs of a value and a cluster that reads it, except the cluster that produces it
	Bytes  int64 // bytes of those copies
}

// CutOf counts, for each value, one copy per cluster that uses it and does not produce it.
// Constants are cloned and cost nothing.
func CutOf(g *Graph, p *Partition) Cut {
	var cut Cut
	seen := make([]int32, len(p.Clusters)) // the last value counted for the cluster, plus 1
	for value, maker := range g.maker {
		if g.IsConstant(maker) {
			continue
		}
		for _, u := range g.Users(int32(value)) {
			c := p.Of[u]
			if c == None || c == p.Of[maker] || seen[c] == int32(value)+1 {
				continue
			}
			seen[c] = int32(value) + 1
			cut.Copies++
			cut.Bytes += g.bytes[value]
		}
	}
	return cut
}

// Equal reports whether clusters with the same number have the same device and nodes in both
// partitions. Other fields do not matter.
func (p *Partition) Equal(o *Partition) bool {
	return slices.Equal(p.Of, o.Of) && slices.EqualFunc(p.Clusters, o.Clusters, func(a, b Cluster) bool {
		return a.Device == b.Device && slices.Equal(a.Nodes, b.Nodes)
	})
}
