package placement

import (
	"cmp"
	"slices"
)

// Turns is a list schedule of a graph. In a turn, one device runs all of its nodes that are ready
// or that become ready during the turn. A node without a device, or with the flag [Alone], is a
// turn of its own, and runs directly after the turn in which it becomes ready.
//
// Turns are clusters: their quotient is acyclic, since no node waits for a later turn. Conversely,
// the clusters of any partition, in an order in which they can run, give a sequence of devices. If
// the turns use this sequence, no node runs later than in the partition, so there are at most as
// many turns as clusters. So the least number of clusters is the length of the shortest sequence of
// devices that runs all nodes, plus the number of nodes that run alone.
type Turns struct {
	g     *Graph
	depth []int32 // by node: turns on the longest path that begins at the node
	waits []int32 // by node: predecessors that have not run
	ready [][]int32
	deep  []int32 // by device: the largest depth of a ready node
	alone []int32 // ready nodes that are turns of their own
	turn  int32
	// Sequence lists the devices of the turns so far, without nodes that run alone.
	Sequence []int32
	// Left is the number of nodes, other than constants, that have not run.
	Left int
}

// NewTurns returns the schedule before the first turn. It fails if the graph has a cycle.
func NewTurns(g *Graph) (*Turns, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	t := &Turns{g: g, depth: make([]int32, g.Len()), waits: make([]int32, g.Len())}
	for _, v := range slices.Backward(topo) {
		t.depth[v] = 1
		for _, s := range g.Succs(v) {
			d := t.depth[s]
			if !g.Joins(v, s) {
				d++
			}
			t.depth[v] = max(t.depth[v], d)
		}
	}
	for _, v := range topo {
		if g.IsConstant(v) {
			continue
		}
		t.Left++
		if t.waits[v] = int32(len(g.Preds(v))); t.waits[v] == 0 {
			t.offer(v)
		}
	}
	return t, nil
}

// offer lists a node that has become ready.
func (t *Turns) offer(v int32) {
	d := t.g.Device[v]
	if d == None || t.g.Flags[v]&Alone != 0 {
		t.alone = append(t.alone, v)
		return
	}
	for int(d) >= len(t.ready) {
		t.ready, t.deep = append(t.ready, nil), append(t.deep, 0)
	}
	t.ready[d] = append(t.ready[d], v)
	t.deep[d] = max(t.deep[d], t.depth[v])
}

// Take runs a turn of device d, which must have a ready node. If of is not nil, Take stores the
// number of the turn in of[v] for each node v that runs.
func (t *Turns) Take(d int32, of []int32) {
	t.Sequence = append(t.Sequence, d)
	for len(t.ready[d]) > 0 {
		last := len(t.ready[d]) - 1
		v := t.ready[d][last]
		t.ready[d] = t.ready[d][:last]
		t.run(v, of)
	}
	t.deep[d] = 0
	t.turn++
	t.Settle(of)
}

// Settle runs the ready nodes that are turns of their own. Call Settle before the first turn; Take
// calls it after each turn.
func (t *Turns) Settle(of []int32) {
	for len(t.alone) > 0 {
		last := len(t.alone) - 1
		v := t.alone[last]
		t.alone = t.alone[:last]
		t.run(v, of)
		t.turn++
	}
}

func (t *Turns) run(v int32, of []int32) {
	if of != nil {
		of[v] = t.turn
	}
	t.Left--
	for _, s := range t.g.Succs(v) {
		if t.waits[s]--; t.waits[s] == 0 {
			t.offer(s)
		}
	}
}

// Count returns the number of turns so far.
func (t *Turns) Count() int { return int(t.turn) }

// Ready lists the devices that have a ready node, in ascending order.
func (t *Turns) Ready() (devices []int32) {
	for d, nodes := range t.ready {
		if len(nodes) > 0 {
			devices = append(devices, int32(d))
		}
	}
	return devices
}

// ReadyOn lists the ready nodes of a device. The caller must not modify the slice.
func (t *Turns) ReadyOn(d int32) []int32 { return t.ready[d] }

// Depth returns the largest number of turns on a path that begins at a ready node of d.
func (t *Turns) Depth(d int32) int32 { return t.deep[d] }

// Bound returns a lower bound on the turns of the remaining nodes. There must be no ready node that
// runs alone.
func (t *Turns) Bound() (most int32) {
	for _, d := range t.deep {
		most = max(most, d)
	}
	return most
}

// Clone returns an independent copy.
func (t *Turns) Clone() *Turns {
	c := *t
	c.waits, c.alone, c.Sequence, c.deep = slices.Clone(t.waits), slices.Clone(t.alone), slices.Clone(t.Sequence), slices.Clone(t.deep)
	c.ready = make([][]int32, len(t.ready))
	for d, nodes := range t.ready {
		c.ready[d] = slices.Clone(nodes)
	}
	return &c
}

// Longest returns the device d with the largest [Turns.Depth]. Of several such devices, it returns
// the device with most ready nodes, or the first of these.
func (t *Turns) Longest() int32 {
	return slices.MaxFunc(t.Ready(), func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.Depth(a), t.Depth(b)), cmp.Compare(len(t.ready[a]), len(t.ready[b])), cmp.Compare(b, a))
	})
}
