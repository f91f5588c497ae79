package placement

// Move is a set of nodes that went to another device since that costs less.
type Move struct {
	Nodes    []int32
	From, To int32
	Saves    float64 // seconds, as far as the nodes and the values beside them tell
	Bytes    int64   // fewer bytes between devices; may be negative
}

// Economy looks for devices that make a partition cheaper.
type Economy struct {
	Model *Model
	// Least is the size below which a cluster is an island that is moved away if
	// that does not cost more; 0: none is.
	Least int
	// Nodes also moves single nodes, whole clusters, and what is connected, wherever that
	// costs less.
	Nodes bool
	// Fit keeps constants within what devices hold.
	Fit bool
}

// economyRounds bounds how often clusters are made anew.
const economyRounds = 8

// Improve moves islands, nodes and clusters to other devices that take them, and makes
// clusters anew with divide, until that saves nothing. It returns the graph on its
// new devices, its partition, and the moves. A round whose partition costs more in
// all is not taken, and what it tried is not tried again.
func (e Economy) Improve(g *Graph, p *Partition, divide func(*Graph) (*Partition, error)) (*Graph, *Partition, []Move, error) {
	if g.Takes == nil {
		return g, p, nil, nil
	}
	var all []Move
	cost := e.Model.CostOf(g, p).Total()
	kinds := e.kinds()
	for range economyRounds {
		found := false
		for i, propose := range kinds {
			if propose == nil {
				continue
			}
			w := e.wallet(g)
			moves := propose(w, p)
			if len(moves) == 0 {
				continue
			}
			h := g.On(w.device)
			q, err := divide(h)
			if err != nil {
				return nil, nil, nil, err
			}
			next := e.Model.CostOf(h, q).Total()
			if next >= cost && !(e.Least > 0 && len(q.Clusters) < len(p.Clusters) && next <= cost*(1+1e-9)) {
				kinds[i] = nil
				continue
			}
			g, p, cost, found = h, q, next, true
			all = append(all, moves...)
			break
		}
		if !found {
			break
		}
	}
	return g, p, all, nil
}

// kinds lists what a round tries until something saves: islands and single nodes go to the
// device of a neighbour; then whole clusters to any device, none of whose nodes may be
// cheaper elsewhere alone; then single nodes to any; and stretches, where some of a cluster
// may not go along. Clusters come before nodes that leave them, since a node that starts a
// cluster of its own holds back what would have paid as a whole.
func (e Economy) kinds() []func(*wallet, *Partition) []Move {
	kinds := []func(*wallet, *Partition) []Move{func(w *wallet, p *Partition) []Move {
		moves := w.islands(p, e.Least)
		if e.Nodes {
			moves = append(moves, w.nodes(false)...)
		}
		return moves
	}}
	if e.Nodes {
		kinds = append(kinds, (*wallet).clusters, (*wallet).cluster, (*wallet).settlers, (*wallet).stretches, (*wallet).stretch)
	}
	return kinds
}
