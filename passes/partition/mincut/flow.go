package mincut

import "math"

// unlimited is the capacity of arcs that must not be cut.
const unlimited = math.MaxInt64 / 4

// flow is a network with its maximum flow, by Dinic's algorithm (1970). The searches use
// explicit stacks.
type flow struct {
	head  []int32 // first arc of each node, or -1
	next  []int32
	to    []int32
	left  []int64 // residual capacity of an arc; arc i^1 is its reverse
	level []int32
	at    []int32
}

func newFlow(nodes int) *flow {
	f := &flow{head: make([]int32, nodes)}
	for i := range f.head {
		f.head[i] = -1
	}
	return f
}

func (f *flow) node() int32 {
	f.head = append(f.head, -1)
	return int32(len(f.head) - 1)
}

func (f *flow) add(from, to int32, capacity int64) {
	f.arc(from, to, capacity)
	f.arc(to, from, 0)
}

func (f *flow) arc(from, to int32, capacity int64) {
	f.to = append(f.to, to)
	f.left = append(f.left, capacity)
	f.next = append(f.next, f.head[from])
	f.head[from] = int32(len(f.to) - 1)
}

// value adds the costs of moving a value that maker produces. The parameter "there" is the cost if
// maker is on the source's side and a reader is on the sink's side. The parameter "back" is the
// cost in the opposite case.
func (f *flow) value(maker int32, readers []int32, there, back int64) {
	if len(readers) == 0 {
		return
	}
	down, up := f.node(), f.node()
	f.add(maker, down, there)
	f.add(up, maker, back)
	for _, r := range readers {
		f.add(down, r, unlimited)
		f.add(r, up, unlimited)
	}
}

func (f *flow) run(source, sink int32) {
	for f.layer(source, sink) {
		f.at = append(f.at[:0], f.head...)
		for f.push(source, sink) {
		}
	}
}

// layer numbers nodes by their distance from the source. It reports whether the sink can be
// reached.
func (f *flow) layer(source, sink int32) bool {
	f.level = make([]int32, len(f.head))
	f.level[source] = 1
	queue := []int32{source}
	for i := 0; i < len(queue) && f.level[sink] == 0; i++ {
		for a := f.head[queue[i]]; a >= 0; a = f.next[a] {
			if v := f.to[a]; f.left[a] > 0 && f.level[v] == 0 {
				f.level[v] = f.level[queue[i]] + 1
				queue = append(queue, v)
			}
		}
	}
	return f.level[sink] != 0
}

// push sends as much flow as possible along one path through the layers. It returns false
// if there is no path.
func (f *flow) push(source, sink int32) bool {
	var path []int32 // arcs
	v := source
	for v != sink {
		a := f.at[v]
		switch {
		case a < 0 && len(path) == 0:
			return false
		case a < 0:
			back := path[len(path)-1]
			path = path[:len(path)-1]
			v = f.to[back^1]
			f.at[v] = f.next[f.at[v]]
		case f.left[a] > 0 && f.level[f.to[a]] == f.level[v]+1:
			path = append(path, a)
			v = f.to[a]
		default:
			f.at[v] = f.next[a]
		}
	}
	amount := int64(unlimited)
	for _, a := range path {
		amount = min(amount, f.left[a])
	}
	for _, a := range path {
		f.left[a] -= amount
		f.left[a^1] += amount
	}
	return true
}

// reached returns the nodes from which the residual network leads to the sink. All other nodes,
// including nodes for which both sides cost the same, are on the source's side.
func (f *flow) reached(sink int32) []bool {
	seen := make([]bool, len(f.head))
	seen[sink] = true
	for queue := []int32{sink}; len(queue) > 0; {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for a := f.head[v]; a >= 0; a = f.next[a] {
			if from := f.to[a]; f.left[a^1] > 0 && !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	return seen
}
