// Package contract is the default partition strategy. It merges clusters of one device as long as
// the graph of clusters stays acyclic, in nearly linear time. First it merges along edges. Then it
// also merges clusters that no edge joins, unless [placement.Options].Connected is set.
//
// Merging along edges begins with clusters of one level. A node's level is the largest number of
// device changes on any path to it. Edges between nodes of one level and device are contracted
// without a test, since no path leaves a level and comes back. All other edges within a device lead
// from one level to another. Each of these edges is contracted unless another path joins its ends
// in the current quotient. If an edge u → v is contracted, every other predecessor of v must run
// before every other successor of u. The cost of the edge is the number of these pairs of a
// predecessor and a successor. Edges of lowest cost are tried first. An edge that was refused
// because of a path through another device is never tried again, since that path stays.
//
// Levels can be counted from the inputs or from the outputs. Unless the graph is large, both are
// tried, and the result with fewer clusters is kept. Small graphs get several more attempts. Each
// of these attempts dissolves some clusters of the best result, chosen by a fixed pseudo-random
// sequence, and contracts all edges again in another order. The new result is kept unless it has
// more clusters.
//
// Clusters that no edge joins are merged by a schedule in turns ([placement.Turns]). In a turn, a
// device runs all clusters that are ready, and these become one cluster. The single operations also
// have a schedule, and its number of turns is the goal for the number of clusters. For two devices,
// this schedule is the shortest, and no partition has fewer clusters; for more devices, it can be
// longer. The search ends with the first attempt that reaches the goal. But if merging along edges
// alone also reaches the goal, all attempts are made. If no attempt reaches the goal, the turns of
// the schedule are the initial clusters of a last attempt, which gives the result.
//
// Each merge saves a launch, and changes neither the time to run operations nor the bytes that go
// between devices. If a program would finish later by more time than the saved launches take,
// clusters are merged along edges only.
//
// The graph is renumbered first ([placement.Canonical]), so the clusters do not depend on the order
// of ops.
package contract

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy contract.
type Strategy struct{}

// Name returns "contract".
func (Strategy) Name() string { return "contract" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string {
	return append(placement.EconomyOptions(), "attempts", "connected", "search-limit")
}

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	order, err := placement.Canonical(g)
	if err != nil {
		return nil, err
	}
	found := &searcher{g: g.Reorder(order), o: o, log: log != nil}
	if err := found.search(ctx); err != nil {
		return nil, err
	}
	best, edges := found.best, found.edges
	p := best.partition(g, order)
	if !o.Connected && edges != nil && best.clusters < edges.clusters && later(g, p, edges.partition(g, order), o) {
		o.Connected = true
		return s.Partition(ctx, g, o, log)
	}
	if log != nil {
		best.notes.Replay(order, log)
	}
	return p, nil
}

// later reports whether p finishes later than the partition other by more time than p saves with
// fewer launches. This happens if operations take much longer than a launch, because in a large
// cluster a result waits for operations that it does not need.
func later(g *placement.Graph, p, other *placement.Partition, o placement.Options) bool {
	m := o.Costs(g)
	saved := m.CostOf(g, other).Launch - m.CostOf(g, p).Launch
	return m.Finish(g, p)-m.Finish(g, other) > saved*(1+1e-9)
}

// searcher makes attempts and keeps the attempt with the fewest clusters. It also keeps an attempt
// that started from the best attempt and has the same number of clusters, since moving between
// equal results leads to better results.
type searcher struct {
	g     *placement.Graph
	o     placement.Options
	log   bool
	best  *attempt
	edges *attempt          // the better of the first two attempts, merged along edges only
	spare *placement.Record // the record of a discarded attempt, for reuse
	// fewest is the number of clusters that the search aims for: the number of turns of the
	// schedule for the single nodes, or 1 with Connected.
	fewest int
}

func (s *searcher) search(ctx context.Context) error {
	s.fewest = 1
	var scheduled []int32
	if !s.o.Connected {
		var err error
		if scheduled, s.fewest, err = turns(s.g, 1); err != nil {
			return err
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range attempts(s.g, s.o) {
		var next *attempt
		if i < 2 {
			next = fromLevels(s.g, i == 1, s.o, s.record())
		} else {
			next = fromPrevious(s.g, s.best, rng, s.o, s.record())
		}
		if err := s.try(ctx, next, i > 1); err != nil {
			return err
		}
		if s.best.clusters <= s.fewest && s.edges.clusters > s.fewest {
			return nil
		}
	}
	if scheduled == nil || s.best != nil && s.best.clusters <= s.fewest {
		return nil
	}
	best, err := fromTurns(ctx, s.g, scheduled, nil, s.o, s.record())
	s.best = best
	return err
}

// try runs an attempt, and keeps it if it has fewer clusters than the best attempt. If the attempt
// started from the best attempt (again), an equal number of clusters is sufficient.
func (s *searcher) try(ctx context.Context, next *attempt, again bool) error {
	if err := next.run(ctx); err != nil {
		return err
	}
	if s.edges == nil || !again && next.clusters < s.edges.clusters {
		s.edges = next
	}
	if !s.o.Connected {
		var err error
		if next, err = next.joined(ctx, s.fewest, s.o); err != nil {
			return err
		}
	}
	switch {
	case s.best == nil:
		s.best = next
	case next.clusters < s.best.clusters || again && next.clusters == s.best.clusters:
		s.best, s.spare = next, s.best.notes
	default:
		s.spare = next.notes
	}
	return nil
}

// record returns an empty record for an attempt, or nil.
func (s *searcher) record() (notes *placement.Record) {
	if s.log {
		notes, s.spare = cmp.Or(s.spare, &placement.Record{}), nil
		notes.Reset(s.g.Len())
	}
	return notes
}

// attempts returns the number of attempts. With this number, 10,000 ops take about 0.1 s, 100,000
// less than 0.4 s and a million less than 3 s. 0 means that the schedule in turns is the result.
func attempts(g *placement.Graph, o placement.Options) int {
	const some, many = 20_000, 300_000
	switch {
	case o.Attempts > 0:
		return o.Attempts
	case g.Len() > many && !o.Connected:
		return 0
	case g.Len() > many, g.Len() > some && !o.Connected:
		return 1
	}
	return 2 + min(16, 1<<17/max(1, g.Len()))
}

// searchLimit returns the largest number of edges that one search for a path may visit: 2²⁴ divided
// by the number of edges, but at least 256. On random graphs of a million nodes, a limit of 256
// gives 0.3 % more clusters than no limit, in a tenth of the time. On structured graphs, searches
// do not reach the limit.
func searchLimit(g *placement.Graph, o placement.Options) int {
	if o.SearchLimit > 0 {
		return o.SearchLimit
	}
	return max(256, 1<<24/max(1, g.Edges()))
}
