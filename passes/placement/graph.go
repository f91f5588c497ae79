// Package placement has the common parts of affinity, fusion and partition: graphs, partitions of
// graphs, and the checks that make a partition safe.
//
// A partition is schedulable if and only if its quotient, the graph with every cluster contracted
// to one node, is acyclic. Contracting a set of nodes keeps a quotient acyclic if and only if the
// set is convex in that quotient: no path leaves it and comes back. Convexity in the original graph
// is not enough, since two convex clusters can read values of each other. So [Contraction] tests
// every merge against the current quotient, [Repair] cuts clusters until the quotient is acyclic,
// and [Verify] checks the result again, independently of the strategy.
package placement

import (
	"fmt"
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/diag"
)

// None means "no device", "no cluster", "no group" or "no node". If the device of a node is None,
// no device accepts the node. Unless it is a constant, it is then a cluster of its own in every
// partition, and is never merged.
const None = -1

// MaxDevices is the largest number of devices that a program may be divided among. Sets of
// devices are 64-bit masks.
const MaxDevices = 64

// CheckCount returns an error if the number of devices, n, exceeds MaxDevices.
func CheckCount(n int) error {
	if n <= MaxDevices {
		return nil
	}
	return diag.Errorf(diag.Span{}, "at most %d devices can be given, but there are %d", MaxDevices, n).
		WithHelp("leave out the devices of the lowest priority")
}

// Flag is a set of properties of a node.
type Flag uint8

const (
	// Constant marks a node that is cloned into each consumer. It has no edges, and is in
	// no cluster.
	Constant Flag = 1 << iota
	// Atomic marks a node that represents several ops which stay together: an op with
	// regions, or a fusion group.
	Atomic
	// Alone marks a node that is a cluster of its own in every partition.
	Alone
	// Returned marks a node whose values the function returns.
	Returned
	// Weightless marks a constant that needs no memory of its own, since each reader
	// inlines it.
	Weightless
)

// Graph is a directed graph of operations and their devices. Nodes are numbered from 0 in program
// order. An edge means "must run before". Most edges carry values; the rest order effects on the
// same memory or resource. A Graph is immutable once built, except that its exported fields may be
// changed while no strategy uses the graph.
type Graph struct {
	Device  []int32  // device per node, or None
	Flags   []Flag   // properties per node
	Op      []uint32 // op id per node, for messages and logs
	Label   []uint64 // per node: hash of the op's name, attributes and types, without its operands
	Takes   []uint64 // per node: devices that accept it, as a bit set; 0 or a nil slice: only Device
	Devices []string // names of devices, for messages; may be nil or have fewer entries than there are devices

	names   func(int32) string
	kinds   func(int32) string
	types   func(int32) ir.Type
	touched func(v, value int32) (int64, bool)
	drawn   func(v, input int32) (int64, bool)
	succ    csr
	pred    csr
	consts  csr // the constants that each node uses
	values  csr // the values that each node produces
	users   csr // the nodes that use each value
	reads   csr // the values that each node uses
	bytes   []int64
	work    []float64
	loads   []Load
	inside  []int64 // bytes per node; nil: 0 for all
	maker   []int32
	inputs  csr // the inputs of the graph that each node uses
	fed     csr // the nodes that use each input
	input   []Input
	keeps   csr     // the hidden constants nested in each node
	hidden  []int64 // bytes of each hidden constant
	total   float64 // see TotalBytes
	returns []int32 // how often each value is returned; nil: the flag Returned decides
	ordered bool    // every edge goes from a lower id to a higher id

	whole   *Graph    // the graph from which [Groups.Fold] made this graph; nil: none
	members [][]int32 // nodes of whole that each node represents
}

// csr is a list of lists of ids, in compressed sparse rows.
type csr = index.Rows

// Input is a value from outside the graph: an argument of its function. An input makes no edges.
type Input struct {
	Bytes int64
	// Static marks an input that is passed once, when the program is loaded. It counts as a
	// constant.
	Static bool
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.Device) }

// Edges returns the number of edges, each pair of nodes counted once.
func (g *Graph) Edges() int { return len(g.succ.To) }

// Succs returns the nodes that must run after v, in ascending order. The caller must not modify the
// slice.
func (g *Graph) Succs(v int32) []int32 { return g.succ.Row(v) }

// Preds returns the nodes that must run before v, in ascending order. The caller must not modify
// the slice.
func (g *Graph) Preds(v int32) []int32 { return g.pred.Row(v) }

// Consts returns the constants that v uses, in ascending order.
func (g *Graph) Consts(v int32) []int32 { return g.consts.Row(v) }

// Values returns the values that v produces.
func (g *Graph) Values(v int32) []int32 { return g.values.Row(v) }

// Users returns the nodes that use a value, in ascending order.
func (g *Graph) Users(value int32) []int32 { return g.users.Row(value) }

// Bytes returns the size of a value in bytes.
func (g *Graph) Bytes(value int32) int64 { return g.bytes[value] }

// IsConstant reports whether v is cloned into its consumers.
func (g *Graph) IsConstant(v int32) bool { return g.Flags[v]&Constant != 0 }

// Name returns the name of v for messages: the result of [Builder].Names or, if this is empty, "#"
// and the number of v.
func (g *Graph) Name(v int32) string {
	if g.names != nil {
		if s := g.names(v); s != "" {
			return s
		}
	}
	return fmt.Sprintf("#%d", v)
}

// DeviceName returns the name of a device for messages.
func (g *Graph) DeviceName(d int32) string {
	switch {
	case d == None:
		return "no device"
	case int(d) < len(g.Devices):
		return g.Devices[d]
	}
	return fmt.Sprintf("device %d", d)
}

// Joins reports whether the devices and flags of u and v allow them to share a cluster.
func (g *Graph) Joins(u, v int32) bool {
	return g.Device[u] == g.Device[v] && g.Device[u] != None && (g.Flags[u]|g.Flags[v])&Alone == 0
}

// Reads returns the values that v uses, constants included, in ascending order.
func (g *Graph) Reads(v int32) []int32 { return g.reads.Row(v) }

// Maker returns the node that produces a value.
func (g *Graph) Maker(value int32) int32 { return g.maker[value] }

// NumValues returns the number of values.
func (g *Graph) NumValues() int { return len(g.maker) }

// Work returns the estimated number of scalar operations of v, or 0 if unknown.
func (g *Graph) Work(v int32) float64 {
	if g.work == nil {
		return 0
	}
	return g.work[v]
}

// Load returns the counts on which the time of v depends: its operations, kernels, loop iterations,
// scalar work and bytes. It returns nil if no node has a load.
func (g *Graph) Load(v int32) *Load {
	if g.loads == nil {
		return nil
	}
	return &g.loads[v]
}

// Inside returns the largest number of bytes that the regions and callees of v hold at
// once, including results that they produce.
func (g *Graph) Inside(v int32) int64 {
	if g.inside == nil {
		return 0
	}
	return g.inside[v]
}

// Traffic returns how many bytes v reads and writes: inputs, values and nested constants.
func (g *Graph) Traffic(v int32) int64 {
	_, n := g.trafficAbove(v, math.MaxInt64)
	return n
}

// trafficAbove splits the [Graph.Traffic] of v into two parts. The first result counts the bytes of
// inputs, values and nested constants whose size exceeds limit. The second result counts the bytes
// of the smaller inputs, values and constants.
func (g *Graph) trafficAbove(v int32, limit int64) (above, below int64) {
	count := func(size, moved int64) {
		if size > limit {
			above += moved
		} else {
			below += moved
		}
	}
	for _, i := range g.inputs.Row(v) {
		count(g.input[i].Bytes, g.Drawn(v, i))
	}
	for _, value := range g.reads.Row(v) {
		count(g.bytes[value], g.Touched(v, value))
	}
	for _, value := range g.values.Row(v) {
		count(g.bytes[value], g.bytes[value])
	}
	for _, i := range g.keeps.Row(v) {
		count(g.hidden[i], g.hidden[i])
	}
	return above, below
}

// CanRun reports whether device d accepts v: d is v's own device, or in Takes.
func (g *Graph) CanRun(v, d int32) bool {
	if g.Device[v] == d {
		return true
	}
	return d >= 0 && d < MaxDevices && g.Takes != nil && g.Takes[v]>>uint(d)&1 == 1
}

func (g *Graph) returned(value int32) bool { return g.Returns(value) > 0 }

// Returns returns how often a value is an operand of the function's return. Each occurrence needs
// memory of its own.
func (g *Graph) Returns(value int32) int {
	switch {
	case g.returns != nil:
		return int(g.returns[value])
	case g.Flags[g.maker[value]]&Returned != 0:
		return 1
	}
	return 0
}

// NodeReturns returns the sum of [Graph.Returns] over the values of v.
func (g *Graph) NodeReturns(v int32) (n int) {
	for _, value := range g.values.Row(v) {
		n += g.Returns(value)
	}
	return n
}

// Inputs returns the inputs of the graph that v uses, in ascending order.
func (g *Graph) Inputs(v int32) []int32 { return g.inputs.Row(v) }

// Fed returns the nodes that use an input, in ascending order.
func (g *Graph) Fed(i int32) []int32 { return g.fed.Row(i) }

// Keeps returns the constants nested in v, which are not nodes, in ascending order. Nodes
// with the same nested constant, such as calls of one function, share it on a device.
func (g *Graph) Keeps(v int32) []int32 { return g.keeps.Row(v) }

// TotalBytes returns the bytes that all nodes read, produce and contain. A value counts once for
// its producer, and once for each node that reads it.
func (g *Graph) TotalBytes() float64 { return g.total }

// NumInputs returns the number of inputs.
func (g *Graph) NumInputs() int { return len(g.input) }

// Input returns an input.
func (g *Graph) Input(i int32) Input { return g.input[i] }

// Kind returns the operation name of v. It returns "" if the name is unknown, or if v represents
// several operations.
func (g *Graph) Kind(v int32) string {
	if g.kinds == nil {
		return ""
	}
	return g.kinds(v)
}

// Type returns the type of a value, or the zero type if unknown.
func (g *Graph) Type(value int32) ir.Type {
	if g.types == nil {
		return ir.Type{}
	}
	return g.types(value)
}

// Touched returns how many bytes node v reads from a value. They may be fewer than the value has.
func (g *Graph) Touched(v, value int32) int64 {
	if g.touched != nil {
		if n, ok := g.touched(v, value); ok {
			return n
		}
	}
	return g.bytes[value]
}

// Drawn returns how many bytes node v reads from an input. They may be fewer than the input has.
func (g *Graph) Drawn(v, input int32) int64 {
	if g.drawn != nil {
		if n, ok := g.drawn(v, input); ok {
			return n
		}
	}
	return g.input[input].Bytes
}

// On returns a copy of g whose nodes are on the given devices. The copy shares everything else
// with g.
func (g *Graph) On(device []int32) *Graph {
	h := *g
	h.Device = device
	return &h
}
