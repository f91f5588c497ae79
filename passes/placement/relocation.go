package placement

import (
	"cmp"
	"slices"
)

// relocation evaluates and applies moves.
type relocation struct {
	g      *Graph
	m      *Model
	device []int32
	prices *prices
	held   *holdings // nil: memory is not limited
	inside []bool    // nodes in the current set
}

func (e Economy) relocation(g *Graph) *relocation {
	w := &relocation{g: g, m: e.Model, device: slices.Clone(g.Device), inside: make([]bool, g.Len())}
	w.prices = newPrices(g, e.Model, w.device)
	if e.Fit {
		w.held = newHoldings(g, e.Model)
		w.held.fill(w.device)
	}
	return w
}

// islands moves clusters to the devices of neighbors, smallest first. It moves clusters that have
// fewer nodes than "least", and does not make moves that cost time.
func (w *relocation) islands(p *Partition, least int) (moves []Move) {
	for _, i := range bySize(p) {
		k := &p.Clusters[i]
		if len(k.Nodes) >= least {
			break
		}
		if m, ok := w.best(k.Nodes, w.m.Launch(k.Device), false); ok {
			moves = append(moves, w.take(m))
		}
	}
	return moves
}

// clusters moves each cluster that is cheaper on another device, smallest first.
func (w *relocation) clusters(p *Partition) (moves []Move) {
	for _, i := range bySize(p) {
		if m, ok := w.bestOf(&p.Clusters[i]); ok && m.Saves > 0 {
			moves = append(moves, w.take(m))
		}
	}
	return moves
}

// cluster moves only the cluster that saves most. This kind of move is tried if moving all clusters
// did not save anything.
func (w *relocation) cluster(p *Partition) []Move {
	var most Move
	for _, i := range bySize(p) {
		if m, ok := w.bestOf(&p.Clusters[i]); ok && m.Saves > most.Saves {
			most = m
		}
	}
	return w.only(most)
}

// only applies m, and returns it as a list. If m is empty, it does nothing.
func (w *relocation) only(m Move) []Move {
	if m.Nodes == nil {
		return nil
	}
	return []Move{w.take(m)}
}

// bySize lists the clusters with a device, smallest first.
func bySize(p *Partition) (order []int) {
	for i, k := range p.Clusters {
		if k.Device != None {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(p.Clusters[a].Nodes), len(p.Clusters[b].Nodes)) })
	return order
}

// bestOf returns, of all moves of a cluster to another device, the move that saves most. The
// savings include the launch of the cluster. bestOf returns false if a node of the cluster must be
// alone, or if every move costs time.
func (w *relocation) bestOf(k *Cluster) (Move, bool) {
	if slices.ContainsFunc(k.Nodes, w.alone) {
		return Move{}, false
	}
	return w.best(k.Nodes, w.m.Launch(k.Device), true)
}

func (w *relocation) alone(v int32) bool { return w.g.Flags[v]&Alone != 0 }

// anywhere moves single nodes to any device.
func (w *relocation) anywhere(*Partition) []Move { return w.nodes(true) }

// nodes moves each node that is cheaper on another device. It visits all nodes in ascending and
// then in descending order, since one move can make another move worthwhile. If the parameter
// anywhere is false, it tries only the devices of a node's neighbors.
func (w *relocation) nodes(anywhere bool) (moves []Move) {
	set := make([]int32, 1)
	for _, back := range []bool{false, true} {
		for i := range int32(w.g.Len()) {
			v := i
			if back {
				v = int32(w.g.Len()) - 1 - i
			}
			if w.g.IsConstant(v) || w.device[v] == None || w.alone(v) {
				continue
			}
			set[0] = v
			launch := 0.0
			if anywhere {
				launch = w.launches(set)
			}
			if m, ok := w.best(set, launch, anywhere); ok && m.Saves > 0 {
				m.Nodes = []int32{v}
				moves = append(moves, w.take(m))
			}
		}
	}
	return moves
}

// stretches makes the moves that eachStretch yields.
func (w *relocation) stretches(*Partition) (moves []Move) {
	w.eachStretch(func(m Move) { moves = append(moves, w.take(m)) })
	return moves
}

// stretch moves only the connected set that saves most. This kind of move is tried if moving all
// sets did not save anything.
func (w *relocation) stretch(*Partition) []Move {
	var most Move
	w.eachStretch(func(m Move) {
		if m.Saves > most.Saves {
			most = m
		}
	})
	return w.only(most)
}

// eachStretch finds, for each device d, the maximal connected sets of nodes that are on one other
// device and that d accepts. It yields the moves of such sets to d that save time.
func (w *relocation) eachStretch(yield func(m Move)) {
	seen := make([]int32, w.g.Len())
	var set []int32
	for d := range w.devices() {
		for v := range int32(w.g.Len()) {
			if seen[v] > d || !w.moves(v, d) {
				continue
			}
			seen[v] = d + 1
			set = append(set[:0], v)
			for i := 0; i < len(set); i++ {
				for _, list := range [][]int32{w.g.Preds(set[i]), w.g.Succs(set[i])} {
					for _, u := range list {
						if seen[u] <= d && w.device[u] == w.device[v] && w.moves(u, d) {
							seen[u] = d + 1
							set = append(set, u)
						}
					}
				}
			}
			slices.Sort(set)
			q := w.quoted(set, w.launches(set))
			if m, ok := w.offer(&q, d); ok && m.Saves > 0 {
				m.Nodes = slices.Clone(set)
				yield(m)
			}
		}
	}
}

// moves reports whether v is on another device than d and may move to d.
func (w *relocation) moves(v, d int32) bool {
	return w.device[v] != None && w.device[v] != d && w.g.CanRun(v, d) && !w.g.IsConstant(v) && !w.alone(v)
}

// devices returns the number of devices to move to.
func (w *relocation) devices() int32 { return int32(min(MaxDevices, len(w.m.Specs))) }

// launches returns the launch time that is saved if a set leaves its device: one launch if no
// neighbor remains on this device. If predecessors and successors remain, a launch is added, since
// they can no longer be in one cluster.
func (w *relocation) launches(set []int32) float64 {
	from := w.device[set[0]]
	w.mark(set, true)
	defer w.mark(set, false)
	stays := func(list []int32) bool {
		return slices.ContainsFunc(list, func(u int32) bool { return w.device[u] == from && !w.inside[u] })
	}
	before, behind := false, false
	for _, v := range set {
		before = before || stays(w.g.Preds(v))
		behind = behind || stays(w.g.Succs(v))
	}
	switch launch := w.m.Launch(from); {
	case before && behind:
		return -launch
	case before || behind:
		return 0
	default:
		return launch
	}
}

func (w *relocation) mark(set []int32, in bool) {
	for _, v := range set {
		w.inside[v] = in
	}
}

// best returns, of all moves of a set to another device, the move that saves most; ok is false if
// every move costs time. The parameter launch is the launch time that is saved if the set leaves
// its device. If anywhere is false, best tries only devices with a neighbor of the set.
func (w *relocation) best(set []int32, launch float64, anywhere bool) (best Move, ok bool) {
	q := w.quoted(set, launch)
	for d := range w.devices() {
		if !anywhere && !q.adjacent(d) {
			continue
		}
		if m, can := w.offer(&q, d); can && (m.Saves > best.Saves || !ok && m.Saves >= 0) {
			best, ok = m, true
		}
	}
	return best, ok
}

// quote has the properties of a set of nodes on its device.
type quote struct {
	set    []int32
	from   int32
	launch float64 // launch time saved if the set leaves its device
	around uint64  // devices of the set's neighbors, as a bit set
	known  bool    // whether cost and bytes are computed
	cost   float64
	bytes  int64
}

func (w *relocation) quoted(set []int32, launch float64) quote {
	q := quote{set: set, from: w.device[set[0]], launch: launch}
	for _, v := range set {
		for _, list := range [][]int32{w.g.Preds(v), w.g.Succs(v)} {
			for _, u := range list {
				if d := w.device[u]; d != None {
					q.around |= 1 << uint(d)
				}
			}
		}
	}
	return q
}

// adjacent reports whether a neighbor of the set is on d.
func (q *quote) adjacent(d int32) bool { return q.around>>uint(d)&1 == 1 }

// offer returns the move of a set to device d. It returns false if d is the set's own device, does
// not accept the set, or has too little memory.
func (w *relocation) offer(q *quote, d int32) (Move, bool) {
	if d == q.from || !w.all(q.set, d) || w.held != nil && w.held.needs(d, q.set...) > w.held.room(d) {
		return Move{}, false
	}
	if !q.known {
		q.cost, q.bytes = w.prices.of(q.set)
		q.known = true
	}
	launch := q.launch
	if !q.adjacent(d) {
		launch -= w.m.Launch(d)
	}
	w.put(q.set, d)
	after, left := w.prices.of(q.set)
	w.put(q.set, q.from)
	return Move{q.set, q.from, d, q.cost - after + launch, q.bytes - left}, true
}

func (w *relocation) take(m Move) Move {
	if w.held != nil {
		for _, v := range m.Nodes {
			w.held.add(v, m.From, -1)
			w.held.add(v, m.To, 1)
		}
	}
	w.put(m.Nodes, m.To)
	return m
}

func (w *relocation) put(set []int32, d int32) {
	for _, v := range set {
		w.prices.move(v, d)
	}
}

// all(set, d) reports whether d accepts every node of the set, and all nodes are on one device.
func (w *relocation) all(set []int32, d int32) bool {
	for _, v := range set {
		if !w.g.CanRun(v, d) || w.device[v] != w.device[set[0]] {
			return false
		}
	}
	return true
}
