package contract

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// attempt merges clusters, starting from one initial partition.
type attempt struct {
	g        *placement.Graph
	start    *placement.Partition
	c        *placement.Contraction
	edges    []edge
	clusters int
	notes    *placement.Record // nil: record nothing
	path     []int32           // the path of the last refusal; the slice is reused
}

// edge is an edge that may be contracted.
type edge struct {
	from, to int32
	// cost is the number of pairs (p, s), where p is another predecessor of the edge's target, and
	// s is another successor of the edge's source. Contracting the edge orders p before s. The cost
	// is computed at the start.
	cost int32
	via  int32 // a cluster on another path between the ends, or None
}

// fromLevels returns an attempt whose initial clusters are those that the function levels forms:
// connected nodes of one device and one level. If the parameter "back" is true, levels are counted
// from the outputs.
func fromLevels(g *placement.Graph, back bool, o placement.Options, notes *placement.Record) *attempt {
	a := &attempt{g: g, notes: notes}
	a.begin(levels(g, back, a.merged), o)
	a.sortEdges()
	return a
}

// sortEdges sorts edges by cost. Edges of equal cost are sorted by the first node of the consumer,
// and the edges of one consumer from the nearest producer to the farthest. Nearly all costs are
// small, so the edges with small costs are sorted by counting. The input already has the order of
// the other keys.
func (a *attempt) sortEdges() {
	const small = 1 << 12
	var at [small + 2]int32
	bucket := func(e edge) int32 { return min(e.cost, small) }
	for _, e := range a.edges {
		at[bucket(e)+1]++
	}
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
	last := at[small]
	sorted := make([]edge, len(a.edges))
	for _, e := range a.edges {
		sorted[at[bucket(e)]] = e
		at[bucket(e)]++
	}
	slices.SortStableFunc(sorted[last:], func(x, y edge) int { return cmp.Compare(x.cost, y.cost) })
	a.edges = sorted
}

// dissolved is the probability with which the next attempt dissolves a cluster. Of 0.03, 0.1 and
// 0.3, this value gave the fewest clusters after 16 attempts on all families of test graphs.
const dissolved = 0.3

// fromPrevious returns an attempt that starts with the clusters of the attempt p, except the
// clusters that it dissolves at random. It tries edges in random order.
func fromPrevious(g *placement.Graph, p *attempt, rng *rand.Rand, o placement.Options, notes *placement.Record) *attempt {
	a := &attempt{g: g, notes: notes}
	n := int32(g.Len())
	first := make([]int32, len(p.start.Clusters)) // by cluster of p: its first node if it is kept, n if it is dissolved
	for k := range first {
		first[k] = placement.None
		if rng.Float64() < dissolved {
			first[k] = n
		}
	}
	of := make([]int32, n)
	for v := range n {
		of[v] = v
		switch k := p.c.Find(p.start.Of[v]); first[k] {
		case n:
		case placement.None:
			first[k] = v
		default:
			of[v] = first[k]
			a.merged(first[k], v)
		}
	}
	a.begin(of, o)
	rng.Shuffle(len(a.edges), func(i, j int) { a.edges[i], a.edges[j] = a.edges[j], a.edges[i] })
	return a
}

func (a *attempt) begin(of []int32, o placement.Options) {
	a.start = placement.NewPartition(a.g, of, "")
	q := placement.Quotient(a.g, a.start)
	a.c = placement.NewContraction(q)
	a.c.Limit = searchLimit(a.g, o)
	a.clusters = q.Len()
	a.collect(q)
}

// collect lists the edges that join clusters of one device. It sorts them by the first node of the
// consumer, and the edges of one consumer from the nearest producer to the farthest.
func (a *attempt) collect(q *placement.Graph) {
	var from []int32
	for v := range int32(a.g.Len()) {
		to := a.start.Of[v]
		if to == placement.None || a.node(to) != v {
			continue
		}
		from = from[:0]
		for _, u := range q.Preds(to) {
			if mergeable(q, u, to) {
				from = append(from, u)
			}
		}
		slices.SortFunc(from, func(x, y int32) int { return cmp.Compare(a.node(y), a.node(x)) })
		for _, u := range from {
			cost := int64(len(q.Succs(u))-1) * int64(len(q.Preds(to))-1)
			a.edges = append(a.edges, edge{u, to, int32(min(cost, 1<<31-1)), placement.None})
		}
	}
}

// node returns the first node of a start cluster.
func (a *attempt) node(k int32) int32 { return a.start.Clusters[k].Nodes[0] }

// run contracts edges until no edge can be contracted.
func (a *attempt) run(ctx context.Context) error {
	for {
		before := a.clusters
		if err := a.sweep(ctx); err != nil {
			return err
		}
		if a.clusters == before {
			break
		}
	}
	return nil
}

// joined schedules the attempt's clusters in turns (see [placement.Turns]), merges the clusters of
// each turn, and returns the new attempt. If this does not reduce the number of clusters, it
// returns the original attempt. If the first schedule has at most "fewest" turns, no better
// schedule is searched.
func (a *attempt) joined(ctx context.Context, fewest int, o placement.Options) (*attempt, error) {
	p := a.c.Partition(a.g, a.start, "")
	of, count, err := turns(placement.Quotient(a.g, p), fewest)
	if err != nil || count >= a.clusters {
		return a, err
	}
	turn := make([]int32, a.g.Len())
	for v, k := range p.Of {
		turn[v] = of[k]
	}
	return fromTurns(ctx, a.g, turn, p.Clusters, o, a.notes)
}

// fromTurns begins an attempt whose initial clusters are the turns of a schedule, and contracts
// further edges if possible. turn[v] is the turn of node v. clusters has the scheduled clusters, or
// is nil if single nodes were scheduled.
func fromTurns(ctx context.Context, g *placement.Graph, turn []int32, clusters []placement.Cluster, o placement.Options, notes *placement.Record) (*attempt, error) {
	a := &attempt{g: g, notes: notes}
	a.begin(turn, o)
	if clusters == nil {
		for v := range int32(g.Len()) {
			a.begun(v)
		}
	}
	for _, k := range clusters {
		a.begun(k.Nodes[0])
	}
	a.sortEdges()
	return a, a.run(ctx)
}

// begun records that v was merged with the first node of its turn, if v is another node. v is a
// scheduled node, or the first node of a scheduled cluster.
func (a *attempt) begun(v int32) {
	if first := a.node(a.start.Of[v]); first != v {
		a.merged(first, v)
	}
}

// partition returns the clusters as a partition of g. Node i of the attempt is node order[i] of g.
func (a *attempt) partition(g *placement.Graph, order []int32) *placement.Partition {
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = placement.None
	}
	for i, v := range order {
		of[v] = a.c.Find(a.start.Of[i])
	}
	return placement.NewPartition(g, of, "contract")
}

// sweep tries once to contract each edge. It skips an edge if the cluster e.via is still on another
// path between the edge's ends. It keeps the edges that may be contracted later.
func (a *attempt) sweep(ctx context.Context) error {
	kept := a.edges[:0]
	for i, e := range a.edges {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		from, to := a.c.Find(e.from), a.c.Find(e.to)
		if from == to {
			continue
		}
		if e.via != placement.None {
			if via := a.c.Find(e.via); via != from && via != to {
				kept = append(kept, e)
				continue
			}
		}
		if a.merge(from, to) {
			continue
		}
		if e.via = a.witness(from); e.via != placement.None {
			kept = append(kept, e)
		}
	}
	a.edges = kept
	return nil
}

func (a *attempt) merge(x, y int32) bool {
	if a.c.Before(y, x) {
		x, y = y, x
	}
	if !a.c.Merge(x, y) {
		a.refused(x, y)
		return false
	}
	a.clusters--
	a.merged(a.node(x), a.node(y))
	return true
}

// merged records that the clusters of two nodes were merged.
func (a *attempt) merged(u, v int32) {
	if a.notes != nil {
		a.notes.Merged(u, v)
	}
}

// refused records why clusters x and y could not be merged.
func (a *attempt) refused(x, y int32) {
	if a.notes == nil {
		return
	}
	why, path := a.c.Refusal()
	a.path = a.path[:0]
	for _, k := range path {
		a.path = append(a.path, a.node(k))
	}
	a.notes.Refused(a.node(x), a.node(y), why, a.path)
}

// witness returns a cluster on a path between the ends of the edge that was refused last. This
// cluster may later be merged with one of the ends. If the edge can never be contracted, or if the
// search for a path reached its limit, witness returns None.
func (a *attempt) witness(from int32) int32 {
	why, path := a.c.Refusal()
	if why != placement.ClosesCycle {
		return placement.None
	}
	for _, k := range path {
		if a.c.Device(k) != a.c.Device(from) {
			return placement.None
		}
	}
	return path[1]
}
