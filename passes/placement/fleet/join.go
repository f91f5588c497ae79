package fleet

import (
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// join joins each set to the set that reads from it, if these conditions hold:
//   - Only one set reads from it.
//   - The two sets are of one backend but of different classes, so different lists of devices accept
//     them.
//   - Neither set consists of a node that must be alone.
//   - A device accepts both sets and has memory for both.
//
// So operations that several devices accept go to the devices of their readers. join returns the
// remaining sets, in order, without changing the given sets.
//
// Glow assumes that all devices of a backend accept the same nodes.
func (f *Fleet) join(sets []*Set) []*Set {
	j := &joiner{f: f, sets: make([]*Set, len(sets)), of: make([]int, f.G.Len()), grown: make([]*grown, len(sets))}
	for i, s := range sets {
		own := *s
		j.sets[i] = &own
		for _, v := range s.Nodes {
			j.of[v] = i
		}
	}
	for i := range slices.Backward(sets) {
		if to := j.reader(i); to >= 0 {
			j.join(i, to)
		}
	}
	for i, g := range j.grown {
		if g != nil && j.sets[i] != nil {
			j.sets[i] = f.Set(g.class, g.nodes)
		}
	}
	return slices.DeleteFunc(j.sets, func(s *Set) bool { return s == nil })
}

type joiner struct {
	f     *Fleet
	sets  []*Set // nil: joined to another set
	of    []int  // the set of each node
	grown []*grown
}

// grown is a set with the nodes that [joiner.join] moved to it, if any. After a failed attempt, the
// entry stays, so that the next attempt need not compute the tally again.
type grown struct {
	class int
	nodes []int32
	*placement.Tally
}

// now returns the class and the nodes of set i with all sets that were joined to it.
func (j *joiner) now(i int) (class int, nodes []int32) {
	if g := j.grown[i]; g != nil {
		return g.class, g.nodes
	}
	return j.sets[i].Class, j.sets[i].Nodes
}

// reader returns the only set that reads from set i. It returns -1 if several sets, or none, read
// from set i.
func (j *joiner) reader(i int) int {
	reader := -1
	for _, v := range j.sets[i].Nodes {
		for _, u := range j.f.G.Succs(v) {
			switch to := j.of[u]; {
			case to == i:
			case reader >= 0 && to != reader:
				return -1
			default:
				reader = to
			}
		}
	}
	return reader
}

// join moves the nodes of set i to another set (parameter to), if the conditions of [Fleet.join]
// hold. The sets are processed from last to first, and a set's readers are behind it. So no set was
// joined to set i before, and no node moves more than once.
func (j *joiner) join(i, to int) {
	class, nodes := j.sets[i].Class, j.sets[i].Nodes
	at, others := j.now(to)
	c := Class{Backend: j.f.Classes[class].Backend, Devices: common(j.f.Classes[class].Devices, j.f.Classes[at].Devices)}
	if class == at || c.Backend != j.f.Classes[at].Backend || len(c.Devices) == 0 || j.f.alone(nodes[0]) || j.f.alone(others[0]) {
		return
	}
	g := j.grown[to]
	if g == nil {
		g = &grown{at, slices.Clone(others), j.f.Tally()}
		for _, v := range others {
			g.Add(v)
		}
		j.grown[to] = g
	}
	for _, v := range nodes {
		g.Add(v)
	}
	if c.Memory = j.f.most(c.Devices); !fits(j.f.Needs(g.Tally), c.Memory) {
		for _, v := range nodes {
			g.Drop(v)
		}
		return
	}
	for _, v := range nodes {
		j.of[v] = to
	}
	g.class, g.nodes, j.sets[i] = j.f.number(c), append(g.nodes, nodes...), nil
}
