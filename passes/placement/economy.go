package placement

// Move is a set of nodes that moved to another device, to reduce the cost or the number of
// clusters.
type Move struct {
	Nodes    []int32
	From, To int32
	Saves    float64 // seconds saved in runs of the nodes, copies of their operands and results, and launches
	Bytes    int64   // reduction of bytes between devices; may be negative
}

// Economy looks for devices that make a partition cheaper.
type Economy struct {
	Model *Model
	// Least is the number of nodes below which a cluster is an island. An island moves to the
	// device of a neighbor if this does not cost more. 0 means that no cluster is an island.
	Least int
	// If Nodes is set, single nodes, whole clusters, and connected sets also move to any device
	// where they cost less.
	Nodes bool
	// If Fit is set, the constants of a device must fit in its memory after each move.
	Fit bool
}

// economyRounds is the largest number of rounds. A round applies the moves of one kind.
const economyRounds = 8

// Improve moves islands, nodes and clusters to other devices that accept them. A round tries the
// kinds of moves in order. It makes all moves of a kind and forms clusters again with the function
// divide. If this makes the partition cheaper, the round ends. Otherwise the moves are undone, and
// later rounds skip this kind. If e.Least is positive, fewer clusters at the same cost are also an
// improvement. Improve stops after a round without an improvement, or after economyRounds rounds.
// It returns the graph on its new devices, its partition, and the moves.
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
			w := e.relocation(g)
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

// kinds lists the kinds of moves, in the order in which a round tries them. First, islands and
// single nodes move to the device of a neighbor. Then whole clusters move to any device, even if no
// single node would be cheaper there. Then single nodes move to any device. They come after
// clusters: if one node of a cluster has moved, moving the other nodes may no longer save anything.
// Last, connected sets move, for clusters in which some nodes cannot move.
func (e Economy) kinds() []func(*relocation, *Partition) []Move {
	kinds := []func(*relocation, *Partition) []Move{func(w *relocation, p *Partition) []Move {
		moves := w.islands(p, e.Least)
		if e.Nodes {
			moves = append(moves, w.nodes(false)...)
		}
		return moves
	}}
	if e.Nodes {
		kinds = append(kinds, (*relocation).clusters, (*relocation).cluster, (*relocation).anywhere, (*relocation).stretches, (*relocation).stretch)
	}
	return kinds
}
