package fleet

import (
	"cmp"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// maxSteps bounds the nodes and divisions that a search visits. maxStates bounds the divisions of
// one prefix that a search keeps. maxSearches bounds the number of searches in one sequence.
const (
	maxSteps    = 1 << 17
	maxStates   = 64
	maxSearches = 10
)

// share is the part of a sequence that one device gets: the nodes between two positions.
type share struct {
	from, to int32
	kind     *kind
}

// state is a division of the first nodes of a sequence.
type state struct {
	used  []int32 // number of devices used of each [kind]
	count int     // number of devices used
	cost  float64
	from  int32 // start of the last device's share
	prev  int32 // index of the previous state in at[from]
	kind  int32 // kind of the last device
}

// search finds the best division of a sequence. It extends each division of the first nodes by one
// more device, from the position where the division ends.
type search struct {
	*sequence
	goal  Goal
	most  int
	at    [][]state // by position
	steps int
	span  span
}

// divide returns the share of each device, in order, or nil if it finds no division. It searches
// with different strides. With stride n, one cut is allowed in each range of n positions. The first
// stride is 1. If a search takes too long, divide tries a larger stride. It computes this stride
// from the position that the search reached, and assumes that the steps of a search grow with the
// square of the number of cuts. If a search finds no division because it has too few cuts, divide
// tries a stride halfway between the largest stride that takes too long and the smallest stride
// that finds no division.
func (q *sequence) divide(goal Goal) []share {
	n := len(q.nodes)
	long, empty := 0, n+1 // strides: largest that takes too long, and smallest that finds nothing
	for stride, tries := 1, 0; long+1 < empty && tries < maxSearches; tries++ {
		q.sparsely(stride)
		shares, came := q.search(goal)
		switch {
		case shares != nil:
			return shares
		case came == n:
			empty = stride
		default:
			long = stride
		}
		if stride = (long + empty) / 2; empty > n {
			stride = min(n, max(2*long, int(float64(long)*math.Sqrt(float64(n)/float64(came+1)))))
		}
	}
	return nil
}

// search returns the best division, and the position that the search reached: the end or, if it
// took too long, the position where it stopped.
func (q *sequence) search(goal Goal) (shares []share, came int) {
	n := len(q.nodes)
	s := &search{sequence: q, goal: goal, most: n, at: make([][]state, n+1), span: span{
		Tally: q.f.Tally(), open: make([]bool, len(q.kinds)), time: make([]float64, len(q.kinds)),
	}}
	if goal.Most != nil {
		s.most = goal.Most[q.backend]
	}
	s.at[0] = []state{{used: make([]int32, len(q.kinds))}}
	for i := range n {
		if len(s.at[i]) > 0 && !s.extend(i) {
			return nil, i
		}
	}
	if len(s.at[n]) == 0 {
		return nil, n
	}
	best := slices.MinFunc(s.at[n], s.compare)
	for to := int32(n); to > 0; {
		shares = append(shares, share{best.from, to, q.kinds[best.kind]})
		to, best = best.from, s.at[best.from][best.prev]
	}
	slices.Reverse(shares)
	return shares, n
}

// compare orders divisions, the better division first.
func (s *search) compare(a, b state) int {
	count, cost := cmp.Compare(a.count, b.count), cmp.Compare(a.cost, b.cost)
	if s.goal.Even {
		return cmp.Or(cost, count)
	}
	return cmp.Or(count, cost)
}

// extend adds one more device, which gets the nodes at and after the given position. It returns
// false if that takes too long.
func (s *search) extend(from int) bool {
	s.span.reset()
	for i := from; i < len(s.nodes); i++ {
		if !s.add(i, i > from && s.ends[i]) {
			break
		}
		s.steps++
		if s.cuts[i+1] {
			s.reach(int32(from), int32(i+1))
		}
		if s.steps > maxSteps {
			return false
		}
	}
	return true
}

// span has the nodes between two positions. The nodes are on one device, but may be in several
// sets.
type span struct {
	*placement.Tally
	ended  int64 // bytes of the sets before the last
	values int64 // number of values that these sets receive
	open   []bool
	time   []float64 // by kind of device
}

func (p *span) reset() {
	p.Reset()
	p.ended, p.values = 0, 0
	for k := range p.open {
		p.open[k], p.time[k] = true, 0
	}
}

// add extends the span by node i, which begins a new set if the parameter "ends" is true. It
// reports whether some device may hold the span, perhaps with further nodes.
func (s *search) add(i int, ends bool) bool {
	p, v, replicas := &s.span, s.nodes[i], int64(max(1, s.f.options.Replicas))
	if ends {
		p.ended += s.f.Needs(p.Tally)
		p.values += s.values()
		p.Reset()
	}
	p.Add(v)
	// Inputs and constants only grow. Outputs do not count here, since an output becomes an inner
	// value if all its readers are added.
	least := p.ended + (p.In*int64(max(1, p.Contexts))+p.Constants)*replicas
	open := false
	for k, kind := range s.kinds {
		if s.goal.Even {
			p.time[k] += s.f.Model.Run(s.f.G, v, kind.devices[0])
		}
		p.open[k] = p.open[k] && kind.takes[s.f.Of[v]] && fits(least, kind.spec.Memory) && fits(p.values+s.values(), kind.spec.Peers)
		open = open || p.open[k]
	}
	return open
}

// values returns the number of values that the last set of the span reads from other sets.
func (s *search) values() int64 {
	return int64(s.span.Peers) * int64(max(1, s.span.Contexts))
}

// reach records the divisions that assign the span to one more device.
func (s *search) reach(from, to int32) {
	needs := s.span.ended + s.f.Needs(s.span.Tally)
	for k, kind := range s.kinds {
		if !s.span.open[k] || !fits(needs, kind.spec.Memory) {
			continue
		}
		for i, before := range s.at[from] {
			if int(before.used[k]) == len(kind.devices) || before.count == s.most {
				continue
			}
			s.steps++
			next := state{used: slices.Clone(before.used), count: before.count + 1, from: from, prev: int32(i), kind: int32(k)}
			next.used[k]++
			if next.cost = before.cost + float64(needs); s.goal.Even {
				next.cost = max(before.cost, s.span.time[k])
			}
			s.keep(to, next)
		}
	}
}

// keep adds a division of the nodes before the given position, unless a kept division beats the new
// division. It drops the divisions that the new division beats and, if there are more than
// maxStates, the worst division.
func (s *search) keep(to int32, next state) {
	list := s.at[to]
	if slices.ContainsFunc(list, func(a state) bool { return s.beats(a, next) }) {
		return
	}
	list = append(slices.DeleteFunc(list, func(b state) bool { return s.beats(next, b) }), next)
	if len(list) > maxStates {
		worst := 0
		for i := range list {
			if cmp.Or(cmp.Compare(list[i].count, list[worst].count), cmp.Compare(list[i].cost, list[worst].cost)) >= 0 {
				worst = i
			}
		}
		list = slices.Delete(list, worst, worst+1)
	}
	s.at[to] = list
}

// beats reports whether every continuation of b also works for a, with a result that is at
// least as good.
func (s *search) beats(a, b state) bool {
	for k := range a.used {
		if a.used[k] > b.used[k] {
			return false
		}
	}
	return a.cost <= b.cost || !s.goal.Even && a.count < b.count
}
