// Package grow is the partition strategy that the documentation of OpenVINO's HETERO plugin
// describes. Clusters grow from a root over edges in both directions, and nodes that cannot join
// are rejected. If a rejected node is on a path between two members, the newest members are removed
// until the node is on no such path. The remaining members are a candidate. The largest candidate
// becomes a cluster, and the search starts again with the remaining nodes.
//
// The documented algorithm tests paths in the original graph, so two finished clusters may wait for
// each other. Here finished clusters are contracted before paths are tested, so the result is
// always acyclic.
//
// Time is quadratic or worse. The strategy is a reference for tests, on graphs of some
// thousand ops. Results depend on the order of ops.
package grow

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Action is the kind of a growth step.
type Action uint8

const (
	Root     Action = iota // a growth starts at the node
	Merge                  // the node joins
	Reject                 // the node cannot join, for example because it is on another device or in a finished cluster
	Rollback               // the node is removed, since a rejected node is on a path between members
	Pick                   // the candidate that grew from the node becomes a cluster
)

func (a Action) String() string {
	return [...]string{"root", "merge", "reject", "rollback", "pick"}[a]
}

// Strategy is the strategy grow. It passes each step to a logger that is a [placement.Stepper].
type Strategy struct{}

// Name returns "grow".
func (Strategy) Name() string { return "grow" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return placement.EconomyOptions() }

// Partition processes devices in the order of their numbers.
func (Strategy) Partition(ctx context.Context, g *placement.Graph, _ placement.Options, log placement.Logger) (*placement.Partition, error) {
	reach, err := placement.NewReach(g)
	if err != nil {
		return nil, err
	}
	w := newGrower(g, reach, log)
	for d := range devices(g) {
		for {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			best := w.round(d)
			if best == nil {
				break
			}
			w.finish(best)
		}
	}
	return placement.NewPartition(g, w.of, "grow"), nil
}

// devices returns one more than the highest device in use.
func devices(g *placement.Graph) int32 {
	top := int32(placement.None)
	for _, d := range g.Device {
		top = max(top, d)
	}
	return top + 1
}

type grower struct {
	g     *placement.Graph
	reach *placement.Reach
	log   placement.Logger

	free []bool  // not in a finished cluster
	of   []int32 // finished cluster, named by one of its nodes

	// State of one growth:
	run      int32
	decided  []int32 // last growth that accepted or rejected the node
	cursor   []int32 // number of neighbors visited
	stack    []int32
	rejected *bitset.BitSet
	below    []*bitset.BitSet // below[i]: nodes that stack[:i+1] reaches
	above    []*bitset.BitSet
}

func newGrower(g *placement.Graph, reach *placement.Reach, log placement.Logger) *grower {
	n := g.Len()
	w := &grower{
		g: g, reach: reach, log: log,
		free: make([]bool, n), of: make([]int32, n),
		decided: make([]int32, n), cursor: make([]int32, n), rejected: bitset.New(uint(n)),
	}
	for v := range w.of {
		w.of[v], w.free[v] = int32(v), true
	}
	return w
}

func (w *grower) step(a Action, v int32) {
	if s, ok := w.log.(placement.Stepper); ok {
		s.Step(a.String(), v)
	}
}

// round grows a candidate from every free node of the device, except from nodes in earlier
// candidates. It returns the first of the largest candidates, or nil if there is none.
func (w *grower) round(device int32) []int32 {
	var best []int32
	taken := make([]bool, w.g.Len())
	for root := range int32(w.g.Len()) {
		if !w.joins(root, device) || taken[root] {
			continue
		}
		w.grow(root, device)
		for _, v := range w.stack {
			taken[v] = true
		}
		if len(w.stack) > len(best) {
			best = append(best[:0], w.stack...)
		}
	}
	return best
}

func (w *grower) joins(v, device int32) bool {
	return w.free[v] && w.g.Device[v] == device && !w.g.IsConstant(v)
}

// finish makes a candidate a cluster.
func (w *grower) finish(set []int32) {
	w.step(Pick, set[0])
	for _, v := range set {
		w.free[v] = false
		w.of[v] = set[0]
		if w.log != nil && v != set[0] {
			w.log.Merged(set[0], v)
		}
	}
	w.reach.Contract(set)
}

// grow sets w.stack to the members of a candidate that grows from root. Neighbors of the newest
// member come first, successors before predecessors, as in the documented example.
func (w *grower) grow(root, device int32) {
	w.run++
	w.stack = w.stack[:0]
	w.rejected.ClearAll()
	w.step(Root, root)
	w.push(root)
	for at := 0; at >= 0; {
		v, ok := w.next(w.stack[at])
		if !ok {
			at--
			continue
		}
		if w.joins(v, device) && w.g.Joins(root, v) {
			w.step(Merge, v)
			w.push(v)
		} else {
			w.step(Reject, v)
			w.decided[v] = w.run
			w.rejected.Set(uint(v))
		}
		for w.returns() {
			w.pop()
		}
		at = len(w.stack) - 1
	}
}

// next returns the next undecided neighbor of a member.
func (w *grower) next(v int32) (int32, bool) {
	succs, preds := w.g.Succs(v), w.g.Preds(v)
	for int(w.cursor[v]) < len(succs)+len(preds) {
		i := int(w.cursor[v])
		w.cursor[v]++
		var n int32
		if i < len(succs) {
			n = succs[i]
		} else {
			n = preds[i-len(succs)]
		}
		if w.decided[n] != w.run {
			return n, true
		}
	}
	return 0, false
}

func (w *grower) push(v int32) {
	w.decided[v] = w.run
	w.cursor[v] = 0
	i := len(w.stack)
	w.stack = append(w.stack, v)
	if i == len(w.below) {
		w.below = append(w.below, bitset.New(uint(w.g.Len())))
		w.above = append(w.above, bitset.New(uint(w.g.Len())))
	}
	w.reach.Below[v].CopyFull(w.below[i])
	w.reach.Above[v].CopyFull(w.above[i])
	if i > 0 {
		w.below[i].InPlaceUnion(w.below[i-1])
		w.above[i].InPlaceUnion(w.above[i-1])
	}
}

func (w *grower) pop() {
	v := w.stack[len(w.stack)-1]
	if w.log != nil {
		w.report(v)
	}
	w.step(Rollback, v)
	w.stack = w.stack[:len(w.stack)-1]
	w.rejected.Set(uint(v))
}

// report logs that v was removed. It also logs a rejected node, and members before and after this
// rejected node.
func (w *grower) report(v int32) {
	top := len(w.stack) - 1
	between := w.below[top].Intersection(w.above[top]).Intersection(w.rejected)
	x, _ := between.NextSet(0)
	path := []int32{0, int32(x), 0}
	for _, m := range w.stack {
		if w.reach.Below[m].Test(x) {
			path[0] = m
		}
		if w.reach.Above[m].Test(x) {
			path[2] = m
		}
	}
	w.log.Refused(w.stack[0], v, placement.ClosesCycle, path)
}

// returns reports whether a path leaves the members and comes back through a rejected node. Such a
// node is below some member and above some member.
func (w *grower) returns() bool {
	top := len(w.stack) - 1
	below, above, rejected := w.below[top].Words(), w.above[top].Words(), w.rejected.Words()
	for i, r := range rejected {
		if r&below[i]&above[i] != 0 {
			return true
		}
	}
	return false
}
