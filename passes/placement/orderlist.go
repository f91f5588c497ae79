package placement

import "math"

// orderList is a list of nodes. Labels of nodes are numbers that increase along the list, so
// comparing the positions of two nodes means comparing two labels. If an insertion finds no label
// between two neighbors, the labels in the smallest sufficiently sparse range around them are
// spread evenly. The method is from Bender, Cole, Demaine, Farach-Colton and Zito, "Two simplified
// algorithms for maintaining order in a list" (2002).
type orderList struct {
	nodes      []place // shared with the owner; the last entry is the list's head
	next, prev []int32
}

// place is the data that a search reads for each node that it visits. It is small, since on graphs
// of a million nodes, cache misses dominate the time of a search.
type place struct {
	label uint64
	name  int32 // union-find parent
	mark  int32 // number of the search frontier that last visited the node
}

const labelBits = 62

// newOrderList returns the list of the nodes 0 to n-1.
func newOrderList(n int) *orderList {
	l := &orderList{make([]place, n+1), make([]int32, n+1), make([]int32, n+1)}
	gap := uint64(1) << labelBits / uint64(n+2)
	for i := range l.nodes {
		l.nodes[i] = place{label: gap * uint64(i+1), name: int32(i)}
		l.next[i], l.prev[i] = int32(i+1), int32(i-1)
	}
	head := int32(n)
	l.nodes[head].label = 0
	l.next[head], l.prev[0] = 0, head
	return l
}

func (l *orderList) head() int32 { return int32(len(l.nodes) - 1) }

func (l *orderList) less(a, b int32) bool { return l.nodes[a].label < l.nodes[b].label }

func (l *orderList) remove(v int32) {
	a, b := l.prev[v], l.next[v]
	l.next[a], l.prev[b] = b, a
}

// insert puts v, which is not listed, directly after the given node. If the given node is the head,
// v becomes the first node.
func (l *orderList) insert(v, at int32) {
	if l.ceiling(at)-l.nodes[at].label < 2 {
		l.spread(at)
	}
	low, high := l.nodes[at].label, l.ceiling(at)
	l.nodes[v].label = low + (high-low)/2
	b := l.next[at]
	l.next[at], l.prev[v], l.next[v], l.prev[b] = v, at, b, v
}

// ceiling returns the label of the node that follows the given node. If no node follows, it returns
// one more than the largest possible label.
func (l *orderList) ceiling(at int32) uint64 {
	if l.next[at] == l.head() {
		return 1 << labelBits
	}
	return l.nodes[l.next[at]].label
}

// spread distributes the labels around a node evenly, so that there is a gap after this node.
func (l *orderList) spread(at int32) {
	first, last, count := at, at, 1
	if at == l.head() { // its label 0 is the lower bound, and never changes
		first = l.next[at]
		last = first
	}
	base := l.nodes[first].label
	for width := 1; ; width++ {
		low := base >> width << width
		high := low + 1<<width
		for p := l.prev[first]; p != l.head() && l.nodes[p].label >= low; p = l.prev[first] {
			first = p
			count++
		}
		for n := l.next[last]; n != l.head() && l.nodes[n].label < high; n = l.next[last] {
			last = n
			count++
		}
		if !sparse(count, width) {
			continue
		}
		step := (high - low) / uint64(count+1)
		for v, label := first, low+step; ; v, label = l.next[v], label+step {
			l.nodes[v].label = label
			if v == last {
				return
			}
		}
	}
}

// sparse reports whether a range of 2^width labels with count nodes is sparse enough to be spread
// evenly. A wider range must be sparser; this bounds the amortized cost of insertions.
func sparse(count, width int) bool {
	return width >= labelBits || count<<2 <= 1<<width && float64(count) <= math.Pow(2/1.4, float64(width))
}
