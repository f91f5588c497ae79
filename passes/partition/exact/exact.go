// Package exact is the partition strategy that finds the fewest connected clusters,
// with proof, on small graphs.
//
// Operations are first reduced: parts that no edge joins are independent, and one that
// hangs on a single neighbour of its device joins it in some optimum. What is left
// may have [Limit] operations in each part; for larger graphs the strategy fails.
//
// It is branch and bound over edges. A state says of some edges that their ends share
// a cluster, and of others that they don't. From that follows: what lies between
// two that share a cluster shares it too, and two with a stranger between them can
// not. All that edges still join are the fewest clusters that the state allows; if
// those can run, they are a solution. If not, they wait for each other in a circle,
// and one of the edges over which the circle passes through clusters has to be cut:
// for each there is a branch in which it is the first one cut. A state's bound is
// the number of its clusters, where one that has k operations of which no two can
// share counts k times, and one more for every circle besides.
package exact

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Limit is how many operations of one part, after reduction, are divided.
const Limit = 40

// defaultStates is how many states are looked at before the best so far is taken.
const defaultStates = 50_000

// Strategy is the strategy. States bounds the states looked at in each part; 0 is a
// default that takes some seconds. If it is reached, the result is the best that was
// found, and its Bound says how far from the optimum it can be.
type Strategy struct{ States int }

// Name is "exact".
func (Strategy) Name() string { return "exact" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return placement.EconomyOptions() }

// Partition implements [placement.Strategy]. The result's Bound is a lower bound on
// the number of clusters: the optimum has been found if it is equal.
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, _ placement.Options, log placement.Logger) (*placement.Partition, error) {
	if _, err := g.Topo(); err != nil {
		return nil, err
	}
	r := newReduced(g)
	states := s.States
	if states == 0 {
		states = defaultStates
	}
	bound := 0
	for _, part := range r.parts() {
		if len(part) > Limit {
			return nil, fmt.Errorf("takes parts of at most %d operations after reduction, but one has %d; use strategy contract", Limit, len(part))
		}
		if len(part) == 1 {
			bound++
			continue
		}
		f := newFinder(r, part, states)
		if err := f.search(ctx); err != nil {
			return nil, err
		}
		bound += f.bound()
		for _, set := range f.best {
			r.join(part, set)
		}
	}
	p := placement.NewPartition(g, r.of(), "exact")
	p.Bound = bound
	if log != nil {
		for _, k := range p.Clusters {
			for _, v := range k.Nodes[1:] {
				log.Merged(k.Nodes[0], v)
			}
		}
	}
	return p, nil
}

// reduced is a graph with what certainly belongs together in one.
type reduced struct {
	g    *placement.Graph
	root []int32
}

func newReduced(g *placement.Graph) *reduced {
	r := &reduced{g, make([]int32, g.Len())}
	near := make([]map[int32]bool, g.Len())
	var todo []int32
	for v := range int32(g.Len()) {
		r.root[v] = v
		near[v] = map[int32]bool{}
		for _, u := range g.Preds(v) {
			near[v][u] = true
		}
		for _, u := range g.Succs(v) {
			near[v][u] = true
		}
		todo = append(todo, v)
	}
	// One that hangs on a single neighbour leaves that neighbour with one less.
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r.root[v] != v || len(near[v]) != 1 {
			continue
		}
		for u := range near[v] { // the only one
			if g.Joins(u, v) {
				r.root[v] = u
				delete(near[u], v)
				todo = append(todo, u)
			}
		}
	}
	return r
}

func (r *reduced) find(v int32) int32 {
	for r.root[v] != v {
		r.root[v] = r.root[r.root[v]]
		v = r.root[v]
	}
	return v
}

func (r *reduced) of() []int32 {
	of := make([]int32, len(r.root))
	for v := range of {
		of[v] = r.find(int32(v))
	}
	return of
}

// parts lists the nodes that are left, by what edges join, devices aside.
func (r *reduced) parts() [][]int32 {
	var parts [][]int32
	seen := make([]bool, r.g.Len())
	for v := range int32(r.g.Len()) {
		if r.g.IsConstant(v) || r.find(v) != v || seen[v] {
			continue
		}
		part := []int32{v}
		seen[v] = true
		for i := 0; i < len(part); i++ {
			for _, list := range [][]int32{r.g.Preds(part[i]), r.g.Succs(part[i])} {
				for _, u := range list {
					if r.find(u) == u && !seen[u] {
						seen[u] = true
						part = append(part, u)
					}
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// join makes the members of a set, given by their places in part, one.
func (r *reduced) join(part []int32, set uint64) {
	first := int32(placement.None)
	for i := range eachBit(set) {
		if first == placement.None {
			first = part[i]
			continue
		}
		r.root[r.find(part[i])] = r.find(first)
	}
}
