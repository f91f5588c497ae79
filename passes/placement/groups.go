package placement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Groups assigns nodes to fusion groups. Members of a group stay together.
type Groups struct {
	Of    []int32  // group per node, or None
	Names []string // by group
}

// GroupError reports why a group cannot run as one unit.
type GroupError struct {
	Group int32 // index of the group
	Why   string
}

func (e *GroupError) Error() string { return e.Why }

func (groups *Groups) errorf(k int32, format string, args ...any) error {
	return &GroupError{k, fmt.Sprintf("group '%s' ", groups.Names[k]) + fmt.Sprintf(format, args...)}
}

// Whole returns the groups whose members are all on one device. It drops the other groups, because
// their members on one device may wait for members on another device.
func (groups *Groups) Whole(g *Graph) *Groups {
	device, split := make([]int32, len(groups.Names)), make([]bool, len(groups.Names))
	met := make([]bool, len(groups.Names))
	for v, k := range groups.Of {
		if k == None || g.IsConstant(int32(v)) {
			continue
		}
		split[k] = split[k] || met[k] && device[k] != g.Device[v]
		device[k], met[k] = g.Device[v], true
	}
	whole := &Groups{Of: make([]int32, len(groups.Of)), Names: groups.Names}
	for v, k := range groups.Of {
		if whole.Of[v] = k; k != None && split[k] {
			whole.Of[v] = None
		}
	}
	return whole
}

// Fold returns g with each group contracted to one node, and the nodes of g that each new node
// represents. Constants are not contracted. Fold returns a *[GroupError] if members of a group are
// on two devices, if a path leaves a group and comes back, or if groups wait for each other.
func (groups *Groups) Fold(g *Graph) (folded *Graph, members [][]int32, err error) {
	b := &Builder{Devices: g.Devices}
	node := make([]int32, g.Len())
	first := make([]int32, len(groups.Names))
	for i := range first {
		first[i] = None
	}
	for v := range int32(g.Len()) {
		k := groups.Of[v]
		if k != None && !g.IsConstant(v) && first[k] != None {
			if err := groups.add(g, b, node[first[k]], first[k], v); err != nil {
				return nil, nil, err
			}
			node[v] = node[first[k]]
			members[node[v]] = append(members[node[v]], v)
			continue
		}
		n := g.node(v)
		if k != None && !g.IsConstant(v) {
			first[k] = v
			n.Flags |= Atomic
		}
		node[v] = b.Node(n)
		members = append(members, []int32{v})
	}
	for i, nodes := range members {
		if len(nodes) > 1 {
			b.nodes[i].Inside = MemoryOf(g, nodes).Peak
		}
	}
	values := g.foldEdges(b, node)
	g.foldReads(b, values, node, members)
	b.Names = func(v int32) string { return g.Name(members[v][0]) }
	b.Kinds = func(v int32) string {
		if len(members[v]) > 1 {
			return ""
		}
		return g.Kind(members[v][0])
	}
	b.Types = func(value int32) ir.Type { return g.Type(values[value]) }
	folded, err = b.Build()
	if err != nil {
		return nil, nil, err
	}
	folded.whole, folded.members = g, members
	if _, err := folded.Topo(); err != nil {
		return nil, nil, groups.circle(g, folded, members, err)
	}
	return folded, members, nil
}

// add adds v to a node of the builder. The first member of this node is u.
func (groups *Groups) add(g *Graph, b *Builder, node, u, v int32) error {
	if g.Device[u] != g.Device[v] {
		return groups.errorf(groups.Of[v], "must be on one device, but %s is on %s and %s on %s",
			g.Name(u), g.DeviceName(g.Device[u]), g.Name(v), g.DeviceName(g.Device[v]))
	}
	n := &b.nodes[node]
	n.Label = Mix(n.Label) + Mix(g.Label[v]+1)
	n.Work += g.Work(v)
	if l := g.Load(v); l != nil {
		n.Load.Add(l, 1)
	}
	n.Takes &= g.node(v).Takes
	n.Flags |= g.Flags[v]
	return nil
}

// node returns the builder's description of v.
func (g *Graph) node(v int32) Node {
	n := Node{Device: g.Device[v], Flags: g.Flags[v], Op: g.Op[v], Label: g.Label[v], Work: g.Work(v), Inside: g.Inside(v)}
	if l := g.Load(v); l != nil {
		n.Load = *l
	}
	if g.Takes != nil {
		n.Takes = g.Takes[v]
	}
	return n
}

// foldEdges adds values and edges between nodes of the builder; the slice node maps the nodes of g
// to the nodes of the builder. It returns the value of g for each new value.
func (g *Graph) foldEdges(b *Builder, node []int32) (values []int32) {
	for value, maker := range g.maker {
		outside := false
		for _, u := range g.Users(int32(value)) {
			outside = outside || node[u] != node[maker]
		}
		if !outside && !g.returned(int32(value)) && len(g.Users(int32(value))) > 0 {
			continue
		}
		id := b.Value(node[maker], g.bytes[value])
		values = append(values, int32(value))
		for _, u := range g.Users(int32(value)) {
			if node[u] != node[maker] {
				b.Use(id, node[u])
			}
		}
		for range g.Returns(int32(value)) {
			b.Return(id)
		}
	}
	for _, in := range g.input {
		b.Input(in)
	}
	b.hidden = g.hidden
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if node[s] != node[v] {
				b.Order(node[v], node[s])
			}
		}
		for _, i := range g.Inputs(v) {
			b.Feed(i, node[v])
		}
		for _, i := range g.Keeps(v) {
			b.Keep(node[v], i)
		}
	}
	return values
}

// foldReads sets the builder's Touched and Drawn: the sum over a node's members, limited to
// the size of the value or input. The slice node maps the nodes of g to the nodes of the builder.
func (g *Graph) foldReads(b *Builder, values, node []int32, members [][]int32) {
	if g.touched != nil {
		sum := memberSums(node, members, g.Reads, g.Touched)
		b.Touched = func(v, value int32) (n int64, ok bool) {
			original := values[value]
			if len(members[v]) == 1 {
				return g.Touched(members[v][0], original), true
			}
			return min(sum[pair{A: v, B: original}], g.bytes[original]), true
		}
	}
	if g.drawn != nil {
		sum := memberSums(node, members, g.Inputs, g.Drawn)
		b.Drawn = func(v, input int32) (n int64, ok bool) {
			if len(members[v]) == 1 {
				return g.Drawn(members[v][0], input), true
			}
			return min(sum[pair{A: v, B: input}], g.input[input].Bytes), true
		}
	}
}

// memberSums returns, for each node that has several members and each value that they read, the sum
// of the bytes that they read.
func memberSums(node []int32, members [][]int32, reads func(u int32) []int32, bytes func(u, value int32) int64) map[pair]int64 {
	sum := map[pair]int64{}
	for u, v := range node {
		if len(members[v]) == 1 {
			continue
		}
		for _, value := range reads(int32(u)) {
			sum[pair{A: v, B: value}] += bytes(int32(u), value)
		}
	}
	return sum
}

// circle returns the error about groups that cannot be contracted.
func (groups *Groups) circle(g, folded *Graph, members [][]int32, err error) error {
	cycle, ok := err.(*CycleError)
	if !ok {
		return err
	}
	var path []string
	last := int32(None)
	start := max(0, slices.IndexFunc(cycle.Path, func(v int32) bool { return groups.Of[members[v][0]] != None }))
	for i := range len(cycle.Path) + 1 {
		v := cycle.Path[(start+i)%len(cycle.Path)]
		m := members[v]
		path = append(path, g.Name(m[0]))
		if k := groups.Of[m[0]]; k != None {
			last = k
			path[len(path)-1] = "group '" + groups.Names[k] + "'"
		}
	}
	if last == None {
		return err
	}
	return groups.errorf(last, "cannot run as one unit, since it would wait for itself: %s", strings.Join(path, " → "))
}

// Unfold returns the partition of g that corresponds to p, a partition of the folded graph.
func (groups *Groups) Unfold(g *Graph, members [][]int32, p *Partition) *Partition {
	of := make([]int32, g.Len())
	device := append([]int32(nil), g.Device...)
	for i, nodes := range members {
		for _, v := range nodes {
			of[v] = p.Of[i]
			if of[v] != None {
				device[v] = p.Clusters[of[v]].Device
			}
		}
	}
	out := NewPartition(g.On(device), of, "")
	for i := range out.Clusters {
		from := p.Clusters[of[out.Clusters[i].Nodes[0]]]
		out.Clusters[i].Origin, out.Clusters[i].Part = from.Origin, from.Part
		if part := out.Clusters[i].Part; part != nil {
			// The members of a group are nodes again, and other nodes may run between them, which
			// changes the peak.
			part.Memory.Peak = MemoryOf(g, out.Clusters[i].Nodes).Peak
		}
	}
	out.Bound, out.Crossed, out.Instead = p.Bound, p.Crossed, p.Instead
	return out
}

// unfolding is the logger that [Unfolding] returns.
type unfolding struct {
	log     Logger
	members [][]int32
}

// Unfolding returns a logger for the folded graph. It passes decisions to log, and replaces each
// node by the first of its members. Unfolding returns nil if log is nil.
func Unfolding(log Logger, members [][]int32) Logger {
	if log == nil {
		return nil
	}
	return unfolding{log, members}
}

func (u unfolding) Merged(a, b int32) { u.log.Merged(u.members[a][0], u.members[b][0]) }

// Step implements [Stepper].
func (u unfolding) Step(what string, node int32) {
	if s, ok := u.log.(Stepper); ok {
		s.Step(what, u.members[node][0])
	}
}

func (u unfolding) Refused(a, b int32, why Reason, path []int32) {
	out := make([]int32, len(path))
	for i, v := range path {
		out[i] = u.members[v][0]
	}
	u.log.Refused(u.members[a][0], u.members[b][0], why, out)
}
