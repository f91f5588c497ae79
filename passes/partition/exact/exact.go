// Package exact is the partition strategy that finds the fewest clusters, with proof, on
// small graphs.
//
// If clusters need not be connected, an A* search finds a shortest schedule. A schedule is a
// sequence of turns. In a turn, one device runs all of its operations that are ready or become
// ready ([placement.Turns]). Each turn is a cluster. If the search for connected clusters (see
// below) finds as few clusters, its result is used instead.
//
// A second search finds the fewest connected clusters. First it reduces the graph: it merges each
// operation that has a single neighbor with this neighbor, if both can be in one cluster. Some
// optimum has both in one cluster. Each connected component of the reduced graph, called a part, is
// then searched separately. If a part has more than [Limit] operations, this search fails; the
// strategy then fails if it must find connected clusters.
//
// The search in a part is branch and bound over edges. A state decides for some edges whether their
// ends share a cluster. If two operations share a cluster, all operations on paths between them are
// in it. So two operations cannot share a cluster if an operation on another device, or in another
// cluster, is on a path between them. Contracting all undecided edges gives the fewest clusters
// that the state allows. If these clusters can run, they are a solution. Otherwise clusters wait
// for each other in a cycle. For each cluster of the cycle, take the edges that connect the
// operation where the cycle enters the cluster with the operation where it leaves. One of these
// edges must be cut, so each of them has a branch that cuts it and keeps the earlier edges.
//
// The bound of a state is the number of clusters after the contraction, with two corrections. A
// cluster counts k times if it contains k operations of which no two may share a cluster. Each set
// of clusters that wait for each other adds 1, if each of its clusters counts once.
//
// The strategy is a reference for tests.
package exact

import (
	"cmp"
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Limit is the largest number of operations in a component of the reduced graph that the search for
// connected clusters accepts.
const Limit = 40

// defaultStates is the default of [Strategy].States.
const defaultStates = 50_000

// Strategy is the strategy exact. States is the largest number of states that each search visits; 0
// is a default that takes some seconds. A search that reaches this number returns the best solution
// so far.
type Strategy struct{ States int }

// Name returns "exact".
func (Strategy) Name() string { return "exact" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return append(placement.EconomyOptions(), "connected") }

// Partition implements [placement.Strategy]. The result's Bound is a lower bound on the number of
// clusters. The result is optimal if it has as many clusters as Bound.
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	if _, err := g.Topo(); err != nil {
		return nil, err
	}
	states := cmp.Or(s.States, defaultStates)
	p, err := connected(ctx, g, states)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !o.Connected {
		of, count, bound, err := schedule(ctx, g, states)
		if err != nil {
			return nil, err
		}
		if p == nil || count < len(p.Clusters) {
			p = placement.NewPartition(g, of, "exact")
		}
		p.Bound = bound
	} else if err != nil {
		return nil, err
	}
	if log != nil {
		for _, k := range p.Clusters {
			for _, v := range k.Nodes[1:] {
				log.Merged(k.Nodes[0], v)
			}
		}
	}
	return p, nil
}

// connected returns the partition with the fewest connected clusters. It fails if a part is
// too large.
func connected(ctx context.Context, g *placement.Graph, states int) (*placement.Partition, error) {
	r := newReduced(g)
	bound := 0
	for _, part := range r.parts() {
		if len(part) > Limit {
			return nil, fmt.Errorf("supports components of at most %d operations after reduction, but one has %d; use strategy contract", Limit, len(part))
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
	return p, nil
}

// reduced is a graph in which operations are merged if some optimum joins them.
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
	// Removing an operation with a single neighbor may leave that neighbor with a single neighbor.
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r.root[v] != v || len(near[v]) != 1 {
			continue
		}
		for u := range near[v] { // the single neighbor
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

// parts lists the nodes of each connected component of r, on any devices.
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

// join merges the members of a set, given by their indices in the list part.
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
