package placement

import (
	"cmp"
	"slices"
)

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
	// Nodes also moves single nodes, and whole clusters, wherever that costs less.
	Nodes bool
	// Fit keeps constants within what devices hold.
	Fit bool
}

// economyRounds bounds how often clusters are made anew.
const economyRounds = 8

// Improve moves islands, nodes and clusters to other devices that take them, and makes
// clusters anew with divide, until that saves nothing. It returns the graph on its
// new devices, its partition, and the moves. A round whose partition costs more in
// all is not taken.
func (e Economy) Improve(g *Graph, p *Partition, divide func(*Graph) (*Partition, error)) (*Graph, *Partition, []Move, error) {
	var all []Move
	if g.Takes == nil {
		return g, p, nil, nil
	}
	cost := e.Model.CostOf(g, p).Total()
	for range economyRounds {
		found := false
		for _, propose := range e.kinds() {
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

// kinds lists what a round tries until something saves: islands and single nodes, and then
// whole clusters, none of whose nodes may be cheaper elsewhere alone.
func (e Economy) kinds() []func(*wallet, *Partition) []Move {
	kinds := []func(*wallet, *Partition) []Move{func(w *wallet, p *Partition) []Move {
		moves := w.islands(p, e.Least)
		if e.Nodes {
			moves = append(moves, w.nodes()...)
		}
		return moves
	}}
	if e.Nodes {
		kinds = append(kinds, (*wallet).clusters, (*wallet).cluster)
	}
	return kinds
}

func (e Economy) wallet(g *Graph) *wallet {
	w := &wallet{g: g, m: e.Model, device: slices.Clone(g.Device)}
	if e.Fit {
		w.held = newHoldings(g, e.Model)
		w.held.fill(w.device)
	}
	return w
}

// wallet tries moves.
type wallet struct {
	g      *Graph
	m      *Model
	device []int32
	values []int32
	held   *holdings // nil: memory does not matter
}

// islands moves small clusters, the smallest first.
func (w *wallet) islands(p *Partition, least int) (moves []Move) {
	for _, i := range bySize(p) {
		if len(p.Clusters[i].Nodes) >= least {
			break
		}
		if m, ok := w.bestOf(&p.Clusters[i]); ok {
			moves = append(moves, w.take(m))
		}
	}
	return moves
}

// clusters moves each cluster that is cheaper elsewhere, the smallest first.
func (w *wallet) clusters(p *Partition) (moves []Move) {
	for _, i := range bySize(p) {
		if m, ok := w.bestOf(&p.Clusters[i]); ok && m.Saves > 0 && !w.alone(m.Nodes) {
			moves = append(moves, w.take(m))
		}
	}
	return moves
}

// cluster moves the one cluster that saves most, where all of them together did not pay.
func (w *wallet) cluster(p *Partition) (moves []Move) {
	var most Move
	for _, i := range bySize(p) {
		if m, ok := w.bestOf(&p.Clusters[i]); ok && m.Saves > most.Saves && !w.alone(m.Nodes) {
			most = m
		}
	}
	if most.Nodes == nil {
		return nil
	}
	return []Move{w.take(most)}
}

// bySize lists the clusters that have a device, the smallest first.
func bySize(p *Partition) (order []int) {
	for i, k := range p.Clusters {
		if k.Device != None {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(p.Clusters[a].Nodes), len(p.Clusters[b].Nodes)) })
	return order
}

// bestOf is the move of a cluster that saves most; a launch, too, if it joins another.
func (w *wallet) bestOf(k *Cluster) (Move, bool) {
	return w.best(k.Nodes, w.m.Launch(k.Device))
}

func (w *wallet) alone(set []int32) bool {
	return slices.ContainsFunc(set, func(v int32) bool { return w.g.Flags[v]&Alone != 0 })
}

// nodes moves single nodes, in topological order and back, since one move makes
// another pay.
func (w *wallet) nodes() (moves []Move) {
	for _, back := range []bool{false, true} {
		for i := range int32(w.g.Len()) {
			v := i
			if back {
				v = int32(w.g.Len()) - 1 - i
			}
			if w.g.IsConstant(v) || w.device[v] == None || w.g.Flags[v]&Alone != 0 {
				continue
			}
			if m, ok := w.best([]int32{v}, 0); ok && m.Saves > 0 {
				moves = append(moves, w.take(m))
			}
		}
	}
	return moves
}

// best returns the move of a set that saves most, if one saves anything or costs
// nothing. launch is what is saved if the set joins a cluster there.
func (w *wallet) best(set []int32, launch float64) (best Move, ok bool) {
	from := w.device[set[0]]
	before, bytes := w.cost(set)
	for d := range int32(min(MaxDevices, len(w.m.Specs))) {
		if d == from || !w.all(set, d) || !w.beside(set, d) || w.held != nil && w.held.needs(d, set...) > w.held.room(d) {
			continue
		}
		w.put(set, d)
		after, left := w.cost(set)
		w.put(set, from)
		if saves := before - after + launch; saves > best.Saves || !ok && saves >= 0 {
			best, ok = Move{set, from, d, saves, bytes - left}, true
		}
	}
	return best, ok
}

func (w *wallet) take(m Move) Move {
	if w.held != nil {
		for _, v := range m.Nodes {
			w.held.add(v, m.From, -1)
			w.held.add(v, m.To, 1)
		}
	}
	w.put(m.Nodes, m.To)
	return m
}

func (w *wallet) put(set []int32, d int32) {
	for _, v := range set {
		w.device[v] = d
	}
}

// all reports whether d takes every node of a set, which is all on one device.
func (w *wallet) all(set []int32, d int32) bool {
	for _, v := range set {
		if !w.g.CanRun(v, d) || w.device[v] != w.device[set[0]] {
			return false
		}
	}
	return true
}

// beside reports whether a neighbour of the set is on d.
func (w *wallet) beside(set []int32, d int32) bool {
	for _, v := range set {
		for _, list := range [][]int32{w.g.Preds(v), w.g.Succs(v)} {
			if slices.ContainsFunc(list, func(u int32) bool { return w.device[u] == d }) {
				return true
			}
		}
	}
	return false
}

// cost is the time of a set and of moving the values that it makes or reads, and the
// bytes of those.
func (w *wallet) cost(set []int32) (seconds float64, bytes int64) {
	w.values = w.values[:0]
	for _, v := range set {
		seconds += w.m.Run(w.g, v, w.device[v])
		w.values = append(w.values, w.g.Values(v)...)
		for _, x := range w.g.Reads(v) {
			if !w.g.IsConstant(w.g.maker[x]) {
				w.values = append(w.values, x)
			}
		}
	}
	w.values = sortedUnique(w.values)
	for _, x := range w.values {
		from, gone := w.device[w.g.maker[x]], uint64(0)
		for _, u := range w.g.Users(x) {
			d := w.device[u]
			if d == from || d >= 0 && gone>>uint(d)&1 == 1 {
				continue
			}
			if d >= 0 {
				gone |= 1 << uint(d)
			}
			seconds += w.m.Transfer(from, d, w.g.bytes[x])
			bytes += w.g.bytes[x]
		}
	}
	return seconds, bytes
}
