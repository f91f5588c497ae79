package placement

import (
	"slices"
	"strings"
)

// CycleError reports that a graph has no topological order.
type CycleError struct {
	Path  []int32 // nodes of one cycle; the last has an edge to the first
	graph *Graph
}

func (e *CycleError) Error() string {
	var s strings.Builder
	s.WriteString("graph has a cycle: ")
	for _, v := range e.Path {
		s.WriteString(e.graph.Name(v))
		s.WriteString(" → ")
	}
	s.WriteString(e.graph.Name(e.Path[0]))
	return s.String()
}

// Topo returns the nodes in topological order, or a *[CycleError]. If several nodes could
// come next, the smallest id is first.
func (g *Graph) Topo() ([]int32, error) {
	n := g.Len()
	order := make([]int32, 0, n)
	if g.ordered {
		for v := range int32(n) {
			order = append(order, v)
		}
		return order, nil
	}
	waits := make([]int32, n)
	var ready idHeap
	for v := range int32(n) {
		waits[v] = int32(len(g.Preds(v)))
		if waits[v] == 0 {
			ready.push(v)
		}
	}
	for len(ready) > 0 {
		v := ready.pop()
		order = append(order, v)
		for _, s := range g.Succs(v) {
			if waits[s]--; waits[s] == 0 {
				ready.push(s)
			}
		}
	}
	if len(order) < n {
		return nil, &CycleError{g.walkBack(waits), g}
	}
	return order, nil
}

// walkBack finds a cycle among the remaining nodes. Each remaining node has a predecessor that
// remains too, so following predecessors must reach some node twice.
func (g *Graph) walkBack(waits []int32) []int32 {
	step := make(map[int32]int)
	var path []int32
	v := int32(0)
	for waits[v] == 0 {
		v++
	}
	for {
		if first, ok := step[v]; ok {
			path = path[first:]
			break
		}
		step[v] = len(path)
		path = append(path, v)
		for _, p := range g.Preds(v) {
			if waits[p] > 0 {
				v = p
				break
			}
		}
	}
	slices.Reverse(path)
	return path
}

// idHeap is a binary heap of ids, the smallest on top.
type idHeap []int32

func (h *idHeap) push(v int32) {
	*h = append(*h, v)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= v {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = v
}

func (h *idHeap) pop() int32 {
	s := *h
	top := s[0]
	last := s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if last <= s[down] {
			break
		}
		s[i] = s[down]
		i = down
	}
	s[i] = last
	return top
}
