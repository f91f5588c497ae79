package fleet

import (
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Goal is the objective for divisions into consecutive parts.
type Goal struct {
	// Even minimizes the time of the device that runs longest. If it is false, the number of
	// devices is minimized, and then the bytes that they hold.
	Even bool
	// Most is the number of devices of each backend that may be used; nil: all.
	Most map[string]int
}

// Consecutive divides each of several topological orders of the operations into consecutive parts.
// Each part is on a device of its own with enough memory. Consecutive returns the best division
// found for each order. It tries all cuts of an order or, if that would take long, only some cuts
// that few bytes cross. It keeps only a limited number of divisions of each prefix of an order. So
// for large programs, or many different devices, it may miss the best division, or find none.
//
// If operations of other backends are between the operations of a device, the device's operations
// form several sets. These can run in sequence, since the order is topological.
func (f *Fleet) Consecutive(goal Goal) (divisions [][]*Set) {
	for _, order := range f.topological() {
		if sets := f.consecutive(order, goal); sets != nil {
			divisions = append(divisions, sets)
		}
	}
	return divisions
}

// consecutive divides one order; it returns nil if it finds no division.
func (f *Fleet) consecutive(order []int32, goal Goal) []*Set {
	place := make([]int32, f.G.Len())
	begins := make([]*Set, f.G.Len()) // by the position of a set's first node
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

// running returns the names of the backends that accept nodes.
func (f *Fleet) running() (names []string) {
	for _, c := range f.Classes {
		if len(c.Devices) > 0 && !slices.Contains(names, c.Backend) {
			names = append(names, c.Backend)
		}
	}
	return names
}

// topological returns the orders to divide: the result of the method order, the order in the
// program, and a depth-first order, which keeps branches together. Equal orders are returned once.
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
	for _, o := range [][]int32{f.order(backend), listed, f.depthFirst()} {
		if !slices.ContainsFunc(orders, func(other []int32) bool { return slices.Equal(other, o) }) {
			orders = append(orders, o)
		}
	}
	return orders
}

// depthFirst returns the order that continues, where possible, with a node that became
// ready after the previous node.
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
