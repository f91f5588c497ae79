package placement

import (
	"cmp"
	"slices"
)

// arbiter distinguishes nodes with equal structural hashes.
type arbiter struct {
	g    *Graph
	hash []uint64
	list []int32 // nodes, sorted by hash

	count map[uint64]int32 // number of nodes by hash; no entry if the hash was unique at first
	spent int
	pass  [2][]keyed // buffers for sorting

	place  []int32 // by node: position in the walk's list, from 1; 0: not listed
	out    []int32
	todo   []int32 // neighbors of the nodes on the traversal's path, concatenated
	frames []frame
}

// keyed is a node with its hash, stored together for sorting.
type keyed struct {
	hash uint64
	v    int32
}

// sort sorts the list by hash, then by number. Long lists are sorted by radix: with a million
// nodes, this takes a third of the time of a sort by comparisons.
func (a *arbiter) sort() {
	if len(a.list) < 1<<12 {
		slices.SortFunc(a.list, a.byHash)
		return
	}
	if a.pass[0] == nil {
		a.pass[0], a.pass[1] = make([]keyed, len(a.list)), make([]keyed, len(a.list))
	}
	from, to := a.pass[0], a.pass[1]
	for i, v := range a.list {
		from[i] = keyed{a.hash[v], v}
	}
	const digits = 11
	for shift := 0; shift < 64; shift += digits {
		var at [1<<digits + 1]int32
		for _, k := range from {
			at[k.hash>>shift&(1<<digits-1)+1]++
		}
		prefix(at[:])
		for _, k := range from {
			d := k.hash >> shift & (1<<digits - 1)
			to[at[d]] = k
			at[d]++
		}
		from, to = to, from
	}
	for i, k := range from {
		a.list[i] = k.v
	}
	for i := a.alike(0); i < len(a.list); i = a.alike(i) {
		first := i
		for i < len(a.list) && a.hash[a.list[i]] == a.hash[a.list[first]] {
			i++
		}
		slices.Sort(a.list[first:i])
	}
}

func (a *arbiter) byHash(v, w int32) int {
	return cmp.Or(cmp.Compare(a.hash[v], a.hash[w]), cmp.Compare(v, w))
}

// alike returns the first index from the given index on whose entry has the same hash as the next
// entry, or the length of the list.
func (a *arbiter) alike(from int) int {
	for i := from; i+1 < len(a.list); i++ {
		if a.hash[a.list[i]] == a.hash[a.list[i+1]] {
			return i
		}
	}
	return len(a.list)
}

// patienceWithTwins limits the edges and class members that individualize visits. A class is a set
// of nodes with equal hashes.
const patienceWithTwins = 1 << 24

// individualize changes the hash of one of several nodes with equal hashes, propagates the change,
// and repeats this until all hashes differ. This is the first branch of the search tree of graph
// canonizers (McKay, "Practical graph isomorphism", 1981). After patienceWithTwins edges and class
// members, it stops and returns false.
func (a *arbiter) individualize() bool {
	a.separateTwins()
	a.sort()
	a.count = make(map[uint64]int32)
	var classes [][]int32
	for i := a.alike(0); i < len(a.list); i = a.alike(i) {
		h, first := a.hash[a.list[i]], i
		for i < len(a.list) && a.hash[a.list[i]] == h {
			i++
		}
		classes = append(classes, a.list[first:i])
		a.count[h] = int32(i - first)
	}
	for _, class := range classes {
		if !a.split(class) {
			return false
		}
	}
	a.sort()
	return true
}

// split gives the nodes of one class different hashes. It returns false if individualize must stop.
func (a *arbiter) split(class []int32) bool {
	for {
		if a.spent += len(class); a.spent > patienceWithTwins {
			return false
		}
		slices.SortFunc(class, a.byHash)
		i := 0
		for i+1 < len(class) && a.hash[class[i]] != a.hash[class[i+1]] {
			i++
		}
		if i+1 >= len(class) {
			return true
		}
		a.recolor(class[i], Mix(a.hash[class[i]]+4))
		a.refine(class[i])
	}
}

func (a *arbiter) recolor(v int32, h uint64) {
	if n, ok := a.count[a.hash[v]]; ok {
		a.count[a.hash[v]] = n - 1
	}
	a.hash[v] = h
	a.count[h]++
}

// refine propagates a change of v's hash to its neighbors. If nodes with equal hashes are connected
// differently to changed nodes, they get different hashes. These changes are propagated in turn.
func (a *arbiter) refine(v int32) {
	type mark struct{ hash, delta uint64 }
	for changed := []int32{v}; len(changed) > 0; {
		delta := make(map[int32]uint64)
		var touched []int32
		touch := func(v int32, d uint64) {
			if a.count[a.hash[v]] < 2 {
				return
			}
			if _, ok := delta[v]; !ok {
				touched = append(touched, v)
			}
			delta[v] += Mix(d)
		}
		for _, x := range changed {
			a.spent += len(a.g.Succs(x)) + len(a.g.Preds(x))
			for _, s := range a.g.Succs(x) {
				touch(s, a.hash[x]+1)
			}
			for _, p := range a.g.Preds(x) {
				touch(p, a.hash[x]+2)
			}
		}
		same := make(map[mark]int32)
		before := make(map[uint64]int32)
		for _, y := range touched {
			same[mark{a.hash[y], delta[y]}]++
			before[a.hash[y]] = a.count[a.hash[y]]
		}
		changed = changed[:0:0]
		for _, y := range touched {
			if h := a.hash[y]; same[mark{h, delta[y]}] < before[h] {
				a.recolor(y, Mix(h+delta[y]))
				changed = append(changed, y)
			}
		}
	}
}

// separateTwins gives different hashes to the nodes of one hash if all of them have the same
// predecessors and successors. These nodes are interchangeable, so any of them may get any hash.
func (a *arbiter) separateTwins() {
	for i := a.alike(0); i < len(a.list); i = a.alike(i) {
		first := a.list[i]
		h, end, twins := a.hash[first], i, true
		for ; end < len(a.list) && a.hash[a.list[end]] == h; end++ {
			v := a.list[end]
			twins = twins && slices.Equal(a.g.Preds(v), a.g.Preds(first)) && slices.Equal(a.g.Succs(v), a.g.Succs(first))
		}
		for k := i; k < end && twins; k++ {
			a.hash[a.list[k]] = Mix(h + uint64(k-i) + 5)
		}
		i = end
	}
}

// walk lists nodes depth first along edges in both directions. It orders neighbors by hash, and
// then by the positions of their own neighbors in the list. Each traversal starts at the first
// node, in the order of hashes, that is not listed yet. After one of several nodes with equal
// hashes is listed, most of the others differ in their listed neighbors. walk is for graphs too
// large for individualize. Its order may depend on node numbers, unlike that of individualize.
func (a *arbiter) walk() []int32 {
	a.place = make([]int32, a.g.Len())
	for _, start := range a.list {
		if a.place[start] != 0 {
			continue
		}
		a.enter(start)
		for len(a.frames) > 0 {
			if v, ok := a.next(&a.frames[len(a.frames)-1]); ok {
				a.enter(v)
				continue
			}
			a.todo = a.todo[:a.frames[len(a.frames)-1].first]
			a.frames = a.frames[:len(a.frames)-1]
		}
	}
	return a.out
}

// contest is the largest number of nodes with equal hashes that are compared for one choice.
const contest = 32

// frame is a range of todo. Entries with an index less than the field at are already processed.
type frame struct{ first, at, end int }

// enter lists v and pushes its neighbors as the nodes to visit next.
func (a *arbiter) enter(v int32) {
	a.out = append(a.out, v)
	a.place[v] = int32(len(a.out))
	first := len(a.todo)
	for _, side := range [][]int32{a.g.Preds(v), a.g.Succs(v)} {
		from := len(a.todo)
		for _, w := range side {
			if a.place[w] == 0 {
				a.todo = append(a.todo, w)
			}
		}
		slices.SortFunc(a.todo[from:], a.compare)
	}
	a.frames = append(a.frames, frame{first, first, len(a.todo)})
}

// next returns the first neighbor, in the order of compare, that is not listed yet, or false. Of
// neighbors with equal hashes, it compares only the first few (see contest).
func (a *arbiter) next(f *frame) (int32, bool) {
	for f.at < f.end && a.place[a.todo[f.at]] != 0 {
		f.at++
	}
	if f.at == f.end {
		return 0, false
	}
	best := f.at
	for i := f.at + 1; i < min(f.end, f.at+contest); i++ {
		v := a.todo[i]
		if a.hash[v] != a.hash[a.todo[best]] {
			break
		}
		if a.place[v] == 0 && a.compare(v, a.todo[best]) < 0 {
			best = i
		}
	}
	v := a.todo[best]
	a.todo[best] = a.todo[f.at]
	f.at++
	return v, true
}

func (a *arbiter) compare(v, w int32) int {
	if c := cmp.Compare(a.hash[v], a.hash[w]); c != 0 {
		return c
	}
	if c := slices.Compare(a.listed(a.g.Preds(v)), a.listed(a.g.Preds(w))); c != 0 {
		return c
	}
	if c := slices.Compare(a.listed(a.g.Succs(v)), a.listed(a.g.Succs(w))); c != 0 {
		return c
	}
	return cmp.Compare(v, w)
}

// listed returns the sorted positions of those nodes that walk has listed.
func (a *arbiter) listed(nodes []int32) []int32 {
	var places []int32
	for _, v := range nodes {
		if a.place[v] != 0 {
			places = append(places, a.place[v])
		}
	}
	slices.Sort(places)
	return places
}
