package fleet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Assign forms a set from the nodes of each part of an assignment, and a set from each node that no
// device accepts. If every node has a part, no part may be empty. Otherwise, complete must be
// false, and exactly one part must be empty; this part gets the nodes without a part. Assign also
// fails if no single device of a part's backend accepts all nodes of the part.
func (f *Fleet) Assign(a *placement.Assignment, complete bool) ([]*Set, error) {
	members := make([][]int32, len(a.Parts))
	var rest []int32
	for _, v := range f.Order {
		switch p := a.Of[v]; {
		case f.G.Device[v] == placement.None:
		case p == placement.None:
			rest = append(rest, v)
		default:
			members[p] = append(members[p], v)
		}
	}
	if err := f.leave(a, members, rest, complete); err != nil {
		return nil, err
	}
	var sets []*Set
	for i, nodes := range members {
		s, err := f.assigned(a.Parts, i, nodes)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	for _, v := range f.Order {
		if f.G.Device[v] == placement.None {
			sets = append(sets, f.Set(f.Of[v], []int32{v}))
		}
	}
	return sets, nil
}

// leave assigns the nodes without a part (parameter rest) to the only empty part.
func (f *Fleet) leave(a *placement.Assignment, members [][]int32, rest []int32, complete bool) error {
	var empty []int
	for i, nodes := range members {
		if len(nodes) == 0 {
			empty = append(empty, i)
		}
	}
	switch {
	case len(rest) == 0 && len(empty) == 0:
		return nil
	case len(rest) == 0:
		return &placement.PartError{
			Part:    empty[0],
			Message: fmt.Sprintf("partition %s is empty: no operation is assigned to it", a.Parts[empty[0]].Name),
			Help:    "assign an operation to it, or remove the partition",
		}
	case complete:
		return &placement.NodeError{
			Node:    rest[0],
			Message: f.G.Name(rest[0]) + " is not assigned to a partition",
			Help:    "assign it to a partition, or use strategy user, which assigns all such operations to an empty partition",
		}
	case len(empty) == 0:
		return &placement.NodeError{
			Node:    rest[0],
			Message: fmt.Sprintf("%s is not assigned to a partition, and no partition is empty", f.G.Name(rest[0])),
			Help:    "assign it to a partition, or leave one partition empty: it gets all operations that are not assigned",
		}
	case len(empty) > 1:
		return &placement.PartError{
			Part:    empty[1],
			Message: fmt.Sprintf("partitions %s and %s are empty, but only one may be empty: it gets all operations that are not assigned", a.Parts[empty[0]].Name, a.Parts[empty[1]].Name),
			Help:    "assign an operation to one of them, or remove one of them",
		}
	}
	members[empty[0]] = rest
	return nil
}

// assigned forms the set of part i. Its devices are the devices of the part's backend that accept
// all nodes of the part. If the part names no backend, the backend of its first node is used.
func (f *Fleet) assigned(parts []placement.Part, i int, nodes []int32) (*Set, error) {
	p := parts[i]
	if p.Backend == "" {
		p.Backend = f.Classes[f.Of[nodes[0]]].Backend
	}
	c := Class{Backend: p.Backend}
	for d := range int32(len(f.Model.Specs)) {
		if f.Model.Specs[d].Kind() == p.Backend {
			c.Devices = append(c.Devices, d)
		}
	}
	if len(c.Devices) == 0 {
		return nil, &placement.PartError{
			Part: i, Key: "backends",
			Message: fmt.Sprintf("partition %s is for backend '%s', but no device has this backend; the devices have %s", p.Name, p.Backend, strings.Join(f.backends(), ", ")),
			Help:    "name one of these, or add a device of backend '" + p.Backend + "'",
		}
	}
	for _, v := range nodes {
		all := c.Devices
		c.Devices = slices.DeleteFunc(slices.Clone(all), func(d int32) bool { return !f.G.CanRun(v, d) })
		if len(c.Devices) == 0 {
			return nil, f.refused(p, v, all)
		}
	}
	c.Memory = f.most(c.Devices)
	s := f.Set(f.number(c), nodes)
	if p.Replicas == 0 {
		p.Replicas = s.Replicas
	}
	p.Memory = s.Memory
	s.Part = p
	return s, nil
}

// refused returns the error that no device accepts all nodes of a part. The parameter devices lists
// the devices that accept all nodes before v; none of them accepts v.
func (f *Fleet) refused(p placement.Part, v int32, devices []int32) error {
	e := &placement.NodeError{
		Node:    v,
		Message: fmt.Sprintf("partition %s is for backend '%s', but %s does not accept %s", p.Name, p.Backend, f.names(devices), f.G.Name(v)),
		Help:    "assign it to a partition of another backend",
	}
	kind := f.G.Kind(v)
	for _, d := range devices {
		if why := f.Model.Specs[d].Refusal(kind); kind != "" && why != "" {
			e.Message += ": " + why
			e.Help += ", or change the allow and deny lists of the device"
			break
		}
	}
	for d := range int32(len(f.Model.Specs)) {
		if f.Model.Specs[d].Kind() == p.Backend && f.G.CanRun(v, d) {
			e.Message += fmt.Sprintf("; %s accepts it, but not all operations of the partition", f.G.DeviceName(d))
			e.Help = "divide the partition, or change the allow and deny lists of the devices"
			break
		}
	}
	return e
}

// backends returns the quoted name of each backend, in the order of their first devices.
func (f *Fleet) backends() (names []string) {
	for i := range f.Model.Specs {
		if k := f.Model.Specs[i].Kind(); !slices.Contains(names, k) {
			names = append(names, k)
		}
	}
	for i, name := range names {
		names[i] = "'" + name + "'"
	}
	return names
}

// CheckOrder fails if sets wait for each other in a cycle. The error shows the names of the sets in
// the cycle and the edges between them.
func (f *Fleet) CheckOrder(sets []*Set) error {
	of := make([]int, f.G.Len())
	for i, s := range sets {
		for _, v := range s.Nodes {
			of[v] = i
		}
	}
	w := &walk{f: f, sets: sets, of: of, state: make([]int8, len(sets))}
	for i := range sets {
		if path := w.visit(i); path != nil {
			return w.circle(path)
		}
	}
	return nil
}

// step is an edge from a node of one set to a node of another set.
type step struct{ from, to int32 }

// walk is a depth-first search for a cycle of sets.
type walk struct {
	f     *Fleet
	sets  []*Set
	of    []int  // by node: the index of its set
	state []int8 // 1: on the current path, 2: done
	path  []step
}

// visit searches from set i, and returns the edges of a cycle that it finds; nil if there is none.
func (w *walk) visit(i int) []step {
	w.state[i] = 1
	for _, v := range w.sets[i].Nodes {
		for _, u := range w.f.G.Succs(v) {
			to := w.of[u]
			if to == i || w.state[to] == 2 {
				continue
			}
			w.path = append(w.path, step{v, u})
			if w.state[to] == 1 {
				first := slices.IndexFunc(w.path, func(s step) bool { return w.of[s.from] == to })
				return w.path[first:]
			}
			if found := w.visit(to); found != nil {
				return found
			}
			w.path = w.path[:len(w.path)-1]
		}
	}
	w.state[i] = 2
	return nil
}

func (w *walk) circle(path []step) error {
	names, edges := make([]string, 0, len(path)+1), make([]string, len(path))
	for i, s := range path {
		names = append(names, w.sets[w.of[s.from]].Name)
		edges[i] = w.f.G.Name(s.from) + " → " + w.f.G.Name(s.to)
	}
	names = append(names, names[0])
	return &placement.NodeError{
		Node:    path[0].from,
		Message: fmt.Sprintf("partitions wait for each other in a cycle: %s (%s)", strings.Join(names, " → "), strings.Join(edges, ", ")),
		Help:    "if a path leads out of a partition and back into it, assign the operations on that path to the partition too",
	}
}
