package fleet

import (
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Goal says which of all divisions into consecutive parts is wanted.
type Goal struct {
	// Even asks for the least time of the device that runs longest, and not for as few
	// devices as do, with as few bytes as they can hold.
	Even bool
	// Most is how many devices of each backend may be used; nil: all.
	Most map[string]int
}

// Consecutive divides orders of the operations into parts that follow one after the other,
// each on a device of its own, so that each device holds what it gets: the best division
// of each order that is found. It looks at all places where an order may be cut, or, in
// programs so large that this would take long, at some that few bytes cross; and it goes on
// from a limited number of divisions of the same first operations. So where programs are
// large, or many devices differ, it may miss the best division, or find none.
//
// What lies on a device between operations of other backends are several sets: they can
// run one after the other, since the order is topological.
func (f *Fleet) Consecutive(goal Goal) (divisions [][]*Set) {
	for _, order := range f.topological() {
		if sets := f.consecutive(order, goal); sets != nil {
			divisions = append(divisions, sets)
		}
	}
	return divisions
}

// consecutive divides one order; nil if none is found.
func (f *Fleet) consecutive(order []int32, goal Goal) []*Set {
	place := make([]int32, f.G.Len())
	begins := make([]*Set, f.G.Len()) // by the place of a set's first node
	for i, v := range order {
		place[v] = int32(i)
		if f.G.Device[v] == placement.None {
			begins[i] = f.Set(f.Of[v], []int32{v})
		}
	}
	id := int64(0)
	for _, backend := range slices.Sorted(slices.Values(f.running())) {
		q := f.sequence(backend, order, place)
		shares := q.divide(goal)
		if shares == nil {
			return nil
		}
		for _, s := range shares {
			class := q.class(s, goal)
			for _, piece := range q.pieces(s.from, s.to) {
				at := place[piece[0]]
				begins[at] = f.Set(class, piece)
				begins[at].Logical = []int64{id}
			}
			id++
		}
	}
	return slices.DeleteFunc(begins, func(s *Set) bool { return s == nil })
}

// running are the names of the backends that run something.
func (f *Fleet) running() (names []string) {
	for _, c := range f.Classes {
		if len(c.Devices) > 0 && !slices.Contains(names, c.Backend) {
			names = append(names, c.Backend)
		}
	}
	return names
}

// topological are the orders that are cut: by level, as it was listed, and depth first,
// which keeps branches together; each once, where some are equal.
func (f *Fleet) topological() [][]int32 {
	names := f.running()
	backend := make([]int, len(f.Of))
	for v, class := range f.Of {
		if class >= 0 {
			backend[v] = slices.Index(names, f.Classes[class].Backend)
		}
	}
	listed := slices.DeleteFunc(slices.Clone(f.topo), f.G.IsConstant)
	var orders [][]int32
	for _, o := range [][]int32{order(f.G, f.topo, backend), listed, f.depthFirst()} {
		if !slices.ContainsFunc(orders, func(other []int32) bool { return slices.Equal(other, o) }) {
			orders = append(orders, o)
		}
	}
	return orders
}

// depthFirst is the order in which the node comes next that could come since the node
// before it, if there is one.
func (f *Fleet) depthFirst() (order []int32) {
	waits := make([]int32, f.G.Len())
	var ready []int32
	for _, v := range slices.Backward(f.topo) {
		if waits[v] = int32(len(f.G.Preds(v))); waits[v] == 0 {
			ready = append(ready, v)
		}
	}
	for len(ready) > 0 {
		v := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if !f.G.IsConstant(v) {
			order = append(order, v)
		}
		for _, u := range slices.Backward(f.G.Succs(v)) {
			if waits[u]--; waits[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
	return order
}
