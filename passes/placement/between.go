package placement

import "github.com/lathe-ir/lathe/ir/analysis/index"

// Between finds what stands between the clusters of a partition that can run.
type Between struct {
	q     *Graph
	reach *index.Reach
}

// NewBetween prepares answers about p, a partition of g.
func NewBetween(g *Graph, p *Partition) *Between {
	q := Quotient(g, p)
	topo := make([]int32, q.Len()) // clusters are numbered in an order in which they run
	for i := range topo {
		topo[i] = int32(i)
	}
	return &Between{q, index.NewReach(q.succ, q.pred, topo)}
}

// Path returns clusters on a path from one of a and b to the other that leads through a
// third, both ends included: what would be a cycle if they were one. It is nil if there
// is none.
func (w *Between) Path(a, b int32) []int32 {
	a, b = min(a, b), max(a, b)
	path := []int32{a}
	for at := a; ; {
		next := int32(None)
		for _, s := range w.q.Succs(at) {
			if s == b && at != a {
				return append(path, b)
			}
			if s != b && w.reach.Reaches(s, b) {
				next = s
				break
			}
		}
		if next == None {
			return nil // only from a: whatever else is on the way reaches b
		}
		path, at = append(path, next), next
	}
}
