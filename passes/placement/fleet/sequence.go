package fleet

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// sequence has the nodes of one backend, sorted by their positions in a topological order of all
// nodes.
type sequence struct {
	f       *Fleet
	backend string
	nodes   []int32
	// ends reports by node whether it must begin a new set: in the topological order, other nodes
	// are between it and the previous node of the sequence, or one of the two must be alone.
	ends  []bool
	cuts  []bool // by node: whether a [share] may end before it; one more entry for the end
	kinds []*kind

	crossing []int64 // by position: bytes produced before it and read after it; computed on demand
}

// kind is a group of devices that accept the same nodes and have the same memory, speed, and limit
// on values from other devices.
type kind struct {
	spec    *placement.Spec
	devices []int32
	takes   []bool // by class of nodes: whether the devices accept it
}

// sequence returns the sequence of a backend. place[v] is the position of node v in the list
// "order", which is a topological order of all nodes.
func (f *Fleet) sequence(backend string, order, place []int32) *sequence {
	q := &sequence{f: f, backend: backend}
	for _, v := range order {
		if f.G.Device[v] != placement.None && f.Classes[f.Of[v]].Backend == backend {
			q.nodes = append(q.nodes, v)
		}
	}
	q.ends = make([]bool, len(q.nodes))
	for i, v := range q.nodes {
		q.ends[i] = i > 0 && (place[v] != place[q.nodes[i-1]]+1 || f.alone(v) || f.alone(q.nodes[i-1]))
	}
	index := map[string]*kind{}
	for d := range int32(len(f.Model.Specs)) {
		s := &f.Model.Specs[d]
		if s.Kind() != backend {
			continue
		}
		k := &kind{spec: s, takes: make([]bool, len(f.Classes))}
		for i, c := range f.Classes {
			k.takes[i] = slices.Contains(c.Devices, d)
		}
		key := fmt.Sprint(s.Memory, s.Peers, speed(s), k.takes)
		if index[key] == nil {
			index[key] = k
			q.kinds = append(q.kinds, k)
		}
		index[key].devices = append(index[key].devices, d)
	}
	return q
}

// speed returns the properties of a device that determine the time of a node.
func speed(s *placement.Spec) [4]float64 {
	return [4]float64{s.Compute, s.Bandwidth, float64(s.SRAM), s.SRAMBandwidth}
}

// pieces divides the nodes between two positions into sets.
func (q *sequence) pieces(from, to int32) (sets [][]int32) {
	for i := from; i < to; i++ {
		if i == from || q.ends[i] {
			sets = append(sets, nil)
		}
		sets[len(sets)-1] = append(sets[len(sets)-1], q.nodes[i])
	}
	return sets
}

// class returns the class of a share: all devices of the backend that accept the share's nodes. If
// the goal is Even, only devices with the speed of the share's device are in it.
func (q *sequence) class(s share, goal Goal) int {
	c := Class{Backend: q.backend}
	for _, k := range q.kinds {
		takes := !slices.ContainsFunc(q.nodes[s.from:s.to], func(v int32) bool { return !k.takes[q.f.Of[v]] })
		if takes && (!goal.Even || speed(k.spec) == speed(s.kind.spec)) {
			c.Devices = append(c.Devices, k.devices...)
		}
	}
	slices.Sort(c.Devices)
	c.Memory = q.f.most(c.Devices)
	return q.f.number(c)
}

// sparsely allows cuts at both ends of the sequence. It divides the positions between the ends into
// ranges whose length is the parameter stride. In each range it allows one cut, at the position
// that the fewest bytes cross.
func (q *sequence) sparsely(stride int) {
	q.cuts = make([]bool, len(q.nodes)+1)
	if q.crossing == nil && stride > 1 {
		q.crossing = q.cross()
	}
	for from := 1; from < len(q.nodes); from += stride {
		least := from
		for i := from + 1; i < min(from+stride, len(q.nodes)); i++ {
			if q.crossing[i] < q.crossing[least] {
				least = i
			}
		}
		q.cuts[least] = true
	}
	q.cuts[0], q.cuts[len(q.nodes)] = true, true
}

// cross returns, for each position, how many bytes are produced before it and read after it.
func (q *sequence) cross() []int64 {
	at := make([]int, q.f.G.Len())
	for i, v := range q.nodes {
		at[v] = i
	}
	bytes := make([]int64, len(q.nodes)+1)
	for i, v := range q.nodes {
		for _, value := range q.f.G.Values(v) {
			last := i
			for _, u := range q.f.G.Users(value) {
				last = max(last, at[u])
			}
			bytes[i+1] += q.f.G.Bytes(value)
			bytes[last+1] -= q.f.G.Bytes(value)
		}
	}
	for i := range q.nodes {
		bytes[i+1] += bytes[i]
	}
	return bytes
}
