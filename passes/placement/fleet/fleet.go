// Package fleet has the common parts of strategies that divide a program among several devices of
// one backend, by memory and time. It orders the nodes, divides them by memory, improves the
// division, assigns logical device ids, and chooses physical devices.
//
// The rules of Glow's partitioner apply. If Glow's result is known to be wrong, a comment describes
// the difference. A set of nodes needs [placement.Memory.Reserved] bytes on a device.
package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Set is a set of nodes that becomes a cluster.
type Set struct {
	placement.Part
	Nodes []int32
	// Class is the index in Fleet.Classes of the devices that accept the set.
	Class int
}

// Class describes nodes that the same devices accept. All these devices have one backend.
type Class struct {
	Backend string
	Devices []int32 // ascending; none for nodes that no device accepts
	Memory  int64   // the memory of the device with most memory; 0: no limit
}

// TooFew returns the error for an option that requests n devices, when there are fewer.
func (c Class) TooFew(option string, n int) error {
	have := fmt.Sprintf("are %d devices", len(c.Devices))
	if len(c.Devices) == 1 {
		have = "is 1 device"
	}
	return fmt.Errorf("%s is %d, but there %s of backend '%s'; list more, or give at most %d", option, n, have, c.Backend, len(c.Devices))
}

// Has reports whether some class has at least n devices.
func (f *Fleet) Has(n int) bool {
	return slices.ContainsFunc(f.Classes, func(c Class) bool { return len(c.Devices) >= n })
}

// Fleet is a graph and the devices among which it is divided.
type Fleet struct {
	G       *placement.Graph
	Model   *placement.Model
	Classes []Class // the classes of the nodes, then further classes of sets
	Of      []int   // the class of each node; -1 for constants
	Order   []int32

	one     bool // all nodes are of one class with devices
	topo    []int32
	index   map[string]int // the indices of classes
	options placement.FleetOptions
}

// New computes the classes and the order of nodes. It fails if the graph has a cycle, or if neither
// the model nor the graph's list of devices has the device of a node. It also fails if there are so
// many contexts and replicas that sums of memory could overflow. [Fleet.Needs] and [Set.Needs]
// include the contexts and replicas that o requests.
func New(g *placement.Graph, o placement.Options) (*Fleet, error) {
	if copies := float64(max(1, o.Contexts)) * float64(max(1, o.Replicas)); g.TotalBytes()*copies > 1<<62 {
		return nil, fmt.Errorf("the partitions would reserve more than 2⁶² bytes with %d contexts and %d replicas", max(1, o.Contexts), max(1, o.Replicas))
	}
	f := &Fleet{G: g, Model: o.Costs(g), Of: make([]int, g.Len()), index: map[string]int{}, options: o.FleetOptions}
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	f.topo = topo
	for v := range int32(g.Len()) {
		if g.IsConstant(v) {
			f.Of[v] = -1
			continue
		}
		if d := g.Device[v]; int(d) >= len(f.Model.Specs) {
			return nil, fmt.Errorf("%s is on %s, but %d devices are known", g.Name(v), g.DeviceName(d), len(f.Model.Specs))
		}
		f.Of[v] = f.number(f.class(v))
	}
	f.one = len(f.Classes) == 1 && len(f.Classes[0].Devices) > 0
	f.Order = f.order(f.Of)
	return f, nil
}

// number returns the index of a class, and adds it if it is new.
func (f *Fleet) number(c Class) int {
	key := fmt.Sprint(c.Backend, c.Devices)
	i, ok := f.index[key]
	if !ok {
		i = len(f.Classes)
		f.index[key] = i
		f.Classes = append(f.Classes, c)
	}
	return i
}

func (f *Fleet) class(v int32) Class {
	own := f.G.Device[v]
	if own == placement.None {
		return Class{}
	}
	c := Class{Backend: f.Model.Specs[own].Kind()}
	for d := range int32(len(f.Model.Specs)) {
		if f.Model.Specs[d].Kind() == c.Backend && f.G.CanRun(v, d) {
			c.Devices = append(c.Devices, d)
		}
	}
	c.Memory = f.most(c.Devices)
	return c
}

// most returns the memory of the device with most memory; 0 means no limit.
func (f *Fleet) most(devices []int32) (bytes int64) {
	for i, d := range devices {
		m := f.Model.Specs[d].Memory
		if m == 0 {
			return 0
		}
		if i == 0 || m > bytes {
			bytes = m
		}
	}
	return bytes
}

// alone reports whether node v must be in a set of its own.
func (f *Fleet) alone(v int32) bool {
	return f.G.Device[v] == placement.None || f.G.Flags[v]&placement.Alone != 0
}

// order returns the order of nodes by level, as Glow does. If a schedule in turns
// ([placement.Turns]) has at most half as many runs (see count), it returns the order of this
// schedule instead. If independent operations of two backends are on several levels, Glow makes a
// partition for each change of backend. If the gain is small, the order is by level, so that
// results equal Glow's.
func (f *Fleet) order(class []int) []int32 {
	byLevel := levels(f.G, f.topo, class)
	device := make([]int32, len(class))
	for v, c := range class {
		device[v] = int32(c)
	}
	t, err := placement.NewTurns(f.G.On(device))
	if err != nil {
		return byLevel
	}
	turn := make([]int32, len(class))
	t.Settle(turn)
	for t.Left > 0 {
		t.Take(t.Longest(), turn)
	}
	if 2*t.Count() > f.count(byLevel, class) {
		return byLevel
	}
	slices.SortStableFunc(byLevel, func(a, b int32) int { return cmp.Compare(turn[a], turn[b]) })
	return byLevel
}

// count returns the number of runs in an order. A run is a longest sequence of consecutive nodes of
// one class; a node that must be alone is a run.
func (f *Fleet) count(order []int32, class []int) (runs int) {
	for i, v := range order {
		if i == 0 || class[v] != class[order[i-1]] || f.alone(v) || f.alone(order[i-1]) {
			runs++
		}
	}
	return runs
}

// levels sorts nodes by level, highest first. It sorts the nodes of a level by class, beginning
// with the class of the last node of the level before, and then by number. The result is a
// topological order, so cutting it into runs gives sets that can run in sequence.
//
// Glow sorts a level by descending name alone, which starts a run at each change of
// backend, and depends on names.
func levels(g *placement.Graph, topo []int32, class []int) []int32 {
	level := Levels(g, topo)
	var nodes []int32
	for v := range int32(g.Len()) {
		if !g.IsConstant(v) {
			nodes = append(nodes, v)
		}
	}
	slices.SortStableFunc(nodes, func(a, b int32) int { return cmp.Compare(level[b], level[a]) })
	last := -1
	for i := 0; i < len(nodes); {
		end := i + 1
		for end < len(nodes) && level[nodes[end]] == level[nodes[i]] {
			end++
		}
		rank := map[int]int{last: -1}
		for _, v := range nodes[i:end] {
			if _, ok := rank[class[v]]; !ok {
				rank[class[v]] = len(rank)
			}
		}
		slices.SortStableFunc(nodes[i:end], func(a, b int32) int { return cmp.Compare(rank[class[a]], rank[class[b]]) })
		last = class[nodes[end-1]]
		i = end
	}
	return nodes
}

// Levels returns for each node the length of the longest path to a node without readers. A node
// without readers has level 0. Returning a value counts as a reader, so a node with a returned
// value has at least level 1.
func Levels(g *placement.Graph, topo []int32) []int {
	level := make([]int, g.Len())
	for _, v := range slices.Backward(topo) {
		if g.NodeReturns(v) > 0 {
			level[v] = 1
		}
		for _, u := range g.Succs(v) {
			level[v] = max(level[v], level[u]+1)
		}
	}
	return level
}

// Homogeneous reports whether all nodes are of one class with devices.
func (f *Fleet) Homogeneous() bool { return f.one }

// Alike reports whether one class of devices accepts all nodes, and the devices have equal speed,
// memory, and limits on values from other devices.
func (f *Fleet) Alike() bool {
	if !f.Homogeneous() {
		return false
	}
	one := &f.Model.Specs[f.Classes[0].Devices[0]]
	return !slices.ContainsFunc(f.Classes[0].Devices, func(d int32) bool {
		s := &f.Model.Specs[d]
		return s.Memory != one.Memory || s.Peers != one.Peers || speed(s) != speed(one)
	})
}

// Busy returns how many devices of each backend run something.
func (f *Fleet) Busy(p *placement.Partition) map[string]int {
	seen, count := map[int32]bool{}, map[string]int{}
	for _, c := range p.Clusters {
		if c.Part != nil && !seen[c.Device] {
			seen[c.Device] = true
			count[c.Part.Backend]++
		}
	}
	return count
}

// Longest returns the time of the device that runs longest, in seconds.
func (f *Fleet) Longest(p *placement.Partition) (time float64) {
	sum := make([]float64, len(f.Model.Specs))
	for _, c := range p.Clusters {
		if c.Part == nil {
			continue
		}
		for _, v := range c.Nodes {
			sum[c.Device] += f.Model.Run(f.G, v, c.Device)
		}
		time = max(time, sum[c.Device])
	}
	return time
}

// Busiest returns the time, in seconds, of the device that is busy longest with launches,
// operations and copies that it receives. This time limits the throughput of a pipeline.
func (f *Fleet) Busiest(p *placement.Partition) (time float64) {
	sum := map[int32]float64{}
	for _, c := range p.Clusters {
		sum[c.Device] += f.Model.Launch(c.Device)
		for _, v := range c.Nodes {
			sum[c.Device] += f.Model.Run(f.G, v, c.Device)
		}
	}
	for _, x := range placement.CopiesOf(f.G, p) {
		sum[x.To] += f.Model.Transfer(x.From, x.To, x.Bytes)
	}
	for _, t := range sum {
		time = max(time, t)
	}
	return time
}

// Whole returns all nodes as one set, and whether a single device holds the set. The set is nil if
// not all nodes are of one class, or if a node must be alone.
//
// Glow compares only constants and inputs with the memory, so it accepts a program whose outputs do
// not fit.
func (f *Fleet) Whole() (*Set, bool) {
	if !f.Homogeneous() || slices.ContainsFunc(f.Order, f.alone) {
		return nil, false
	}
	s := f.Set(0, slices.Clone(f.Order))
	return s, fits(s.Needs(), f.Classes[0].Memory)
}

// Set builds a set of nodes and computes its memory.
func (f *Fleet) Set(class int, nodes []int32) *Set {
	slices.Sort(nodes)
	s := &Set{
		Part:  placement.Part{Backend: f.Classes[class].Backend, Memory: placement.MemoryOf(f.G, nodes), Replicas: f.options.Replicas},
		Nodes: nodes, Class: class,
	}
	s.Memory.Contexts = f.options.Contexts
	return s
}

// Needs returns the bytes that a device reserves for all copies of a set.
func (s *Set) Needs() int64 { return s.Memory.Reserved() * int64(max(1, s.Replicas)) }

// Needs returns the bytes that a device reserves for all copies of the set of nodes that t
// describes.
func (f *Fleet) Needs(t *placement.Tally) int64 {
	return t.Reserved() * int64(max(1, f.options.Replicas))
}

// Tally returns a [placement.Tally] of the empty set, for the contexts that the options request.
func (f *Fleet) Tally() *placement.Tally {
	t := placement.NewTally(f.G)
	t.Contexts = f.options.Contexts
	return t
}

func fits(bytes, limit int64) bool { return limit == 0 || bytes <= limit }

func (f *Fleet) names(devices []int32) string {
	var s []string
	for _, d := range devices {
		s = append(s, f.G.DeviceName(d))
	}
	return strings.Join(s, ", ")
}
