package contract

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// width is the number of schedules that the beam search continues. On layered and random graphs
// with four devices, 16 schedules give 2 to 9 % fewer clusters than one schedule; 256 schedules
// give at most 1 % fewer than 16.
const width = 16

// steps limits the number of nodes that a beam search copies.
const steps = 1 << 21

// turns returns the turn of each node in the shortest schedule that it finds, and the number of
// turns (see [placement.Turns]). The first schedule always takes the device with the longest path
// ahead, which is optimal for two devices. If there are more devices, the graph is small enough,
// and the first schedule has more than "enough" turns, a beam search continues several schedules.
func turns(g *placement.Graph, enough int) (of []int32, count int, err error) {
	start, err := placement.NewTurns(g)
	if err != nil {
		return nil, 0, err
	}
	of = make([]int32, g.Len())
	t := start.Clone()
	t.Settle(of)
	devices := map[int32]bool{}
	for t.Left > 0 {
		d := t.Longest()
		devices[d] = true
		t.Take(d, of)
	}
	w := min(width, steps/max(1, len(t.Sequence)*len(devices)*g.Len()))
	if len(devices) < 3 || w < 2 || t.Count() <= enough {
		return of, t.Count(), nil
	}
	best := beam(start, w)
	if best.Count() >= t.Count() {
		return of, t.Count(), nil
	}
	start.Settle(of)
	for _, d := range best.Sequence {
		start.Take(d, of)
	}
	return of, best.Count(), nil
}

// option is a schedule that a beam search may continue.
type option struct {
	*placement.Turns
	bound int32
}

// beam returns the first schedule that is complete. After each turn, it continues the w schedules
// with the lowest bound on their turns. Of schedules with equal bounds, it prefers the schedules
// with the fewest nodes left.
func beam(start *placement.Turns, w int) *placement.Turns {
	first := start.Clone()
	first.Settle(nil)
	kept := []option{{first, 0}}
	for {
		var next []option
		for _, t := range kept {
			if t.Left == 0 {
				return t.Turns
			}
			for _, d := range t.Ready() {
				n := t.Clone()
				n.Take(d, nil)
				next = append(next, option{n, n.Bound()})
			}
		}
		slices.SortStableFunc(next, func(a, b option) int {
			return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.Left, b.Left))
		})
		kept = next[:min(w, len(next))]
	}
}
