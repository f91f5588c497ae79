package placement

import "github.com/lathe-ir/lathe/ir/analysis/index"

// Reach stores which nodes reach which other nodes. It uses n²/4 bytes for n nodes, so it is only
// for graphs of at most a few thousand nodes.
type Reach = index.Closure

// NewReach computes the transitive closure of g in O(V·E/64) steps. It fails if g has a cycle.
func NewReach(g *Graph) (*Reach, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	return index.NewClosure(g.succ, g.pred, topo), nil
}
