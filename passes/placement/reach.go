package placement

import "github.com/lathe-ir/lathe/ir/analysis/index"

// Reach is the reachability relation of nodes, for graphs of some thousand nodes: it uses
// n²/4 bytes. It can follow contractions.
type Reach = index.Closure

// NewReach computes the closure of g, in O(V·E/64).
func NewReach(g *Graph) (*Reach, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	return index.NewClosure(g.succ, g.pred, topo), nil
}
