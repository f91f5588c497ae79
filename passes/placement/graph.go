// Package placement is what affinity, fusion and partition share: the graph that
// they decide on, partitions of it, and the checks that make a partition safe.
//
// A partition is schedulable iff its quotient, the graph with every cluster
// contracted to one node, is acyclic. Contracting a set of nodes keeps a quotient
// acyclic iff the set is convex in that quotient: no path leaves it and comes
// back. Convexity in the original graph is not enough, since two convex clusters
// can feed each other. So [Contraction] tests every merge against the current
// quotient, [Repair] cuts any clustering until it holds, and [Verify] derives it
// again from the result alone.
package placement

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// None is the device of a node that no device takes. Such a node is a cluster of
// its own in every partition, and is never merged.
const None = -1

// MaxDevices is how many devices a program may be divided among: as many as sets of
// them have bits.
const MaxDevices = 64

// Flag is a set of facts about a node.
type Flag uint8

const (
	// Constant marks a node that is cloned into each consumer: it never makes an
	// edge, and it is a member of no cluster.
	Constant Flag = 1 << iota
	// Atomic marks a node that stands for several ops which stay together: an op
	// with regions, or a fusion group.
	Atomic
	// Alone marks a node that is a cluster of its own in every partition.
	Alone
	// Returned marks a node whose values outlive the graph.
	Returned
)

// Graph is a directed graph of ops on devices. Nodes are numbered from 0 in
// program order. Edges say "must run before"; most of them carry values, the rest
// order effects on the same memory or symbol. A Graph is immutable once built,
// except that Device may be changed between partitions.
type Graph struct {
	Device  []int32  // device per node, or None
	Flags   []Flag   // facts per node
	Op      []uint32 // op id per node, for messages and logs
	Label   []uint64 // hash of the op by itself (name, attributes, types) per node
	Takes   []uint64 // devices that take the node, as a bit set; nil, or 0: its own only
	Devices []string // names of devices, for messages; may be short or nil

	names   func(int32) string
	succ    csr
	pred    csr
	consts  csr // the constants that each node uses
	values  csr // the values that each node produces
	users   csr // the nodes that use each value
	reads   csr // the values that each node uses
	bytes   []int64
	work    []float64
	maker   []int32
	ordered bool // every edge goes from a lower id to a higher one
}

// csr is a list of lists of node ids.
type csr = index.Rows

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.Device) }

// Edges is the number of edges, each pair of nodes counted once.
func (g *Graph) Edges() int { return len(g.succ.To) }

// Succs returns the nodes that must run after v, in ascending order. It must not
// be changed.
func (g *Graph) Succs(v int32) []int32 { return g.succ.Row(v) }

// Preds returns the nodes that must run before v, in ascending order. It must not
// be changed.
func (g *Graph) Preds(v int32) []int32 { return g.pred.Row(v) }

// Consts returns the constants that v uses, in ascending order.
func (g *Graph) Consts(v int32) []int32 { return g.consts.Row(v) }

// Values returns the values that v produces.
func (g *Graph) Values(v int32) []int32 { return g.values.Row(v) }

// Users returns the nodes that use a value, in ascending order.
func (g *Graph) Users(value int32) []int32 { return g.users.Row(value) }

// Bytes is the size of a value in bytes.
func (g *Graph) Bytes(value int32) int64 { return g.bytes[value] }

// IsConstant reports whether v is cloned into its consumers.
func (g *Graph) IsConstant(v int32) bool { return g.Flags[v]&Constant != 0 }

// Name is what messages call v: the name given to the builder, or "#v".
func (g *Graph) Name(v int32) string {
	if g.names != nil {
		if s := g.names(v); s != "" {
			return s
		}
	}
	return fmt.Sprintf("#%d", v)
}

// DeviceName is what messages call a device.
func (g *Graph) DeviceName(d int32) string {
	switch {
	case d == None:
		return "no device"
	case int(d) < len(g.Devices):
		return g.Devices[d]
	}
	return fmt.Sprintf("device %d", d)
}

// Joins reports whether u and v could share a cluster as far as devices go.
func (g *Graph) Joins(u, v int32) bool {
	return g.Device[u] == g.Device[v] && g.Device[u] != None && (g.Flags[u]|g.Flags[v])&Alone == 0
}

// Reads returns the values that v uses, constants included, in ascending order.
func (g *Graph) Reads(v int32) []int32 { return g.reads.Row(v) }

// Maker returns the node that produces a value.
func (g *Graph) Maker(value int32) int32 { return g.maker[value] }

// NumValues is the number of values.
func (g *Graph) NumValues() int { return len(g.maker) }

// Work is how many scalar operations v does, as far as is known.
func (g *Graph) Work(v int32) float64 {
	if g.work == nil {
		return 0
	}
	return g.work[v]
}

// Traffic is how many bytes v reads and writes.
func (g *Graph) Traffic(v int32) int64 {
	var n int64
	for _, value := range g.reads.Row(v) {
		n += g.bytes[value]
	}
	for _, value := range g.values.Row(v) {
		n += g.bytes[value]
	}
	return n
}

// CanRun reports whether device d takes v: it is v's own, or one of those that take
// it.
func (g *Graph) CanRun(v, d int32) bool {
	if g.Device[v] == d {
		return true
	}
	return d >= 0 && d < MaxDevices && g.Takes != nil && g.Takes[v]>>uint(d)&1 == 1
}

// returned reports whether a value outlives the graph.
func (g *Graph) returned(value int32) bool { return g.Flags[g.maker[value]]&Returned != 0 }

// On returns a copy of g on other devices; it shares everything else.
func (g *Graph) On(device []int32) *Graph {
	h := *g
	h.Device = device
	return &h
}
