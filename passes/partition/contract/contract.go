// Package contract is the default partition strategy: it merges clusters of one
// device along edges as long as the graph of clusters stays acyclic, in nearly
// linear time.
//
// It begins with a cut by levels. A node's level is the largest number of changes
// of device on a path to it; nodes of one level and device that edges join never
// need a test, since no path leaves a level and comes back. What is left are edges
// between clusters of one device and different levels, and each is contracted
// unless another path joins its ends in the current quotient. Edges whose
// contraction puts the fewest clusters in an order that they did not have come
// first. An edge that was refused for a path through another device is never tried
// again, since nothing can take that path away.
//
// Levels can be counted from the inputs or from the outputs; both are tried, and
// the result with fewer clusters is kept. Then, several times on small graphs, some
// clusters of the best result so far, chosen by a fixed sequence of pseudo-random
// numbers, are dissolved into nodes, all edges are contracted again in another
// order, and the result is kept unless it has more clusters.
//
// The graph is renumbered first ([placement.Canonical]), so the clusters do not
// depend on the order of ops.
package contract

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy.
type Strategy struct{}

// Name is "contract".
func (Strategy) Name() string { return "contract" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string {
	return append(placement.EconomyOptions(), "attempts", "search-limit", "siblings")
}

// Partition implements [placement.Strategy].
func (Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	order, err := placement.Canonical(g)
	if err != nil {
		return nil, err
	}
	r := g.Reorder(order)
	best, err := search(ctx, r, o, log != nil)
	if err != nil {
		return nil, err
	}
	if log != nil {
		best.notes.Replay(order, log)
	}
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = placement.None
	}
	for i, v := range order {
		of[v] = best.c.Find(best.start.Of[i])
	}
	return placement.NewPartition(g, of, "contract"), nil
}

// search makes attempts and returns the one with the fewest clusters, the last of
// equals: moving between equals is what leads on to better ones.
func search(ctx context.Context, g *placement.Graph, o placement.Options, log bool) (*attempt, error) {
	var best *attempt
	var spare *placement.Record // of an attempt that is not taken
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range attempts(g, o) {
		var next *attempt
		var notes *placement.Record
		if log {
			notes, spare = cmp.Or(spare, &placement.Record{}), nil
			notes.Reset(g.Len())
		}
		switch i {
		case 0, 1:
			next = fromLevels(g, i == 1, o, notes)
		default:
			next = fromPrevious(g, best, rng, o, notes)
		}
		if err := next.run(ctx, o); err != nil {
			return nil, err
		}
		if best == nil {
			best = next
			continue
		}
		if next.clusters < best.clusters || i > 1 && next.clusters == best.clusters {
			best, next = next, best
		}
		spare = next.notes
	}
	return best, nil
}

// attempts is chosen so that 10,000 ops take some 0.1 s and 100,000 less than 1 s.
func attempts(g *placement.Graph, o placement.Options) int {
	switch {
	case o.Attempts > 0:
		return o.Attempts
	case g.Len() > 300_000:
		return 1
	}
	return 2 + min(16, 1<<17/max(1, g.Len()))
}

// searchLimit keeps the sum over all edges within 2²⁴, or 256 per edge. On random
// graphs of a million nodes 256 gives 0.3 % more clusters than no limit, in a tenth
// of the time; structured ones do not reach it.
func searchLimit(g *placement.Graph, o placement.Options) int {
	if o.SearchLimit > 0 {
		return o.SearchLimit
	}
	return max(256, 1<<24/max(1, g.Edges()))
}
