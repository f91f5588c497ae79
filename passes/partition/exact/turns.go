package exact

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// copied limits the total number of nodes in the states that a search for the shortest schedule
// keeps.
const copied = 1 << 25

// schedule searches for a shortest schedule of g. It returns the turn of each node, the number of
// turns, and a proven lower bound on this number. In a turn, one device runs all of its nodes that
// are ready or become ready (see [placement.Turns]).
//
// The search is A*. The bound of a partial schedule is its turns plus those on the longest
// remaining path. Partial schedules with the same ready nodes have run the same nodes, so only the
// shortest of them is continued. After the given number of states, the most promising schedule is
// completed: the device with the longest remaining path always runs next.
func schedule(ctx context.Context, g *placement.Graph, states int) (of []int32, count, bound int, err error) {
	start, err := placement.NewTurns(g)
	if err != nil {
		return nil, 0, 0, err
	}
	states = min(states, copied/max(1, g.Len()))
	first := start.Clone()
	first.Settle(nil)
	q := &queue{{t: first, least: first.Count() + int(first.Bound())}}
	fewest := map[string]int{}
	for visited := 0; ; visited++ {
		if visited%256 == 0 && ctx.Err() != nil {
			return nil, 0, 0, ctx.Err()
		}
		s := heap.Pop(q).(scheduled)
		if bound = max(bound, s.least); visited >= states {
			for s.t.Left > 0 {
				s.t.Take(s.t.Longest(), nil)
			}
		}
		if s.t.Left == 0 {
			of = make([]int32, g.Len())
			start.Settle(of)
			for _, d := range s.t.Sequence {
				start.Take(d, of)
			}
			return of, s.t.Count(), min(bound, s.t.Count()), nil
		}
		for _, d := range s.t.Ready() {
			n := s.t.Clone()
			n.Take(d, nil)
			k := key(n)
			if c, ok := fewest[k]; ok && c <= n.Count() {
				continue
			}
			fewest[k] = n.Count()
			heap.Push(q, scheduled{t: n, least: max(s.least, n.Count()+int(n.Bound())), number: len(fewest)})
		}
	}
}

// key identifies the nodes that have run.
func key(t *placement.Turns) string {
	var b []byte
	for _, d := range t.Ready() {
		nodes := slices.Clone(t.ReadyOn(d))
		slices.Sort(nodes)
		for _, v := range nodes {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return string(b)
}

// scheduled is a state of the search.
type scheduled struct {
	t      *placement.Turns
	least  int // lower bound on the turns of schedules with this beginning
	number int // orders states that are otherwise equal
}

// queue lists states, the most promising first.
type queue []scheduled

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	return cmp.Or(cmp.Compare(a.least, b.least), cmp.Compare(a.t.Left, b.t.Left), cmp.Compare(a.number, b.number)) < 0
}
func (q *queue) Push(x any) { *q = append(*q, x.(scheduled)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	*q = (*q)[:last]
	return s
}
