package placement

import "slices"

// Repair cuts the clusters of any partition into pieces, so that the quotient is acyclic. It
// processes one cluster after the other. A cluster that is convex in the current quotient stays
// whole. If a cluster is not convex, some paths leave it, run through nodes of other clusters
// (outsiders), and re-enter it. The round of a member is the largest number of re-entries on any
// path to the member. The pieces are the connected sets of members of equal round. They are convex:
// if a path leaves and re-enters a piece, the round of its end is larger than the round of its
// start. Repair contracts each piece to one node of the quotient before it tests the next cluster.
//
// For each cluster that is cut, log receives the shortest path that leaves and re-enters it, as a
// refusal to merge the two ends of the path. Repair fails if g has a cycle.
func Repair(g *Graph, p *Partition, log Logger) (*Partition, error) {
	if _, err := g.Topo(); err != nil {
		return nil, err
	}
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = int32(v)
	}
	single := NewPartition(g, of, "")
	r := newRepairer(g, single, log)
	for _, k := range p.Clusters {
		if len(k.Nodes) > 1 {
			r.cluster(k)
		}
	}
	out := r.c.Partition(g, single, "repair")
	for i := range out.Clusters {
		k := &out.Clusters[i]
		if i := p.Of[k.Nodes[0]]; i != None && len(p.Clusters[i].Nodes) == len(k.Nodes) {
			k.Origin = p.Clusters[i].Origin
		}
	}
	return out, nil
}

type repairer struct {
	c      *Contraction
	w      *window
	single *Partition // one cluster per node; its number is the name of the cluster in c
	log    Logger

	role  []int32 // per name of a cluster: run<<1 for outsiders of this run, run<<1|1 for members
	run   int32
	round []int32 // per name: most re-entries on a path to it
	comp  sets
	group []group
}

// group is a member with its round, its connected component, and its position in the list of all
// members.
type group struct{ round, comp, place, member int32 }

func newRepairer(g *Graph, single *Partition, log Logger) *repairer {
	n := len(single.Clusters)
	c := NewContraction(Quotient(g, single))
	return &repairer{
		c: c, w: newWindow(c), single: single, log: log,
		role: make([]int32, n), round: make([]int32, n), comp: newSets(n),
	}
}

func (r *repairer) outsider(v int32) bool { return r.role[v] == r.run<<1 }
func (r *repairer) member(v int32) bool   { return r.role[v] == r.run<<1|1 }

// cluster contracts one cluster, in pieces if necessary.
func (r *repairer) cluster(k Cluster) {
	for _, piece := range r.cut(k.Nodes) {
		r.w.contract(piece)
	}
}

// cut divides nodes into pieces. A piece lists names of clusters (see [Contraction]). A convex set
// of nodes is one piece.
func (r *repairer) cut(nodes []int32) [][]int32 {
	members := make([]int32, len(nodes))
	for i, v := range nodes {
		members[i] = r.single.Of[v]
	}
	if r.rounds(members) == 0 {
		return [][]int32{members}
	}
	if r.log != nil {
		r.report(members)
	}
	return r.pieces(members)
}

// Remover cuts sets of nodes into pieces that form no cycle, as [Repair] does, one set after the
// other. The caller makes pieces clusters by calls of Take. Later sets are cut in the quotient in
// which these clusters are contracted.
type Remover struct {
	g *Graph
	r *repairer
}

// NewRemover starts with every node in a cluster of its own. It fails if g has a cycle.
func NewRemover(g *Graph, log Logger) (*Remover, error) {
	if _, err := g.Topo(); err != nil {
		return nil, err
	}
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = int32(v)
	}
	return &Remover{g, newRepairer(g, NewPartition(g, of, ""), log)}, nil
}

// Cut divides a set of nodes, none of which is taken yet, into pieces. Each piece is convex in the
// current quotient with the earlier pieces contracted. A convex set is one piece; otherwise each
// piece is connected. The caller may take any of the pieces, in the order of the result.
func (r *Remover) Cut(set []int32) [][]int32 {
	pieces := r.r.cut(set)
	for _, p := range pieces {
		for i, k := range p {
			p[i] = r.r.node(k)
		}
		slices.Sort(p)
	}
	return pieces
}

// Take makes a piece a cluster.
func (r *Remover) Take(piece []int32) {
	if len(piece) < 2 {
		return
	}
	members := make([]int32, len(piece))
	for i, v := range piece {
		members[i] = r.r.single.Of[v]
	}
	r.r.w.contract(members)
}

// Partition returns the taken clusters, and every other node as a cluster of its own.
func (r *Remover) Partition(origin string) *Partition {
	return r.r.c.Partition(r.g, r.r.single, origin)
}

// rounds computes the round of each member and returns the largest.
func (r *repairer) rounds(members []int32) int32 {
	met, _ := r.w.between(members)
	r.run++
	for _, v := range met {
		r.role[v], r.round[v] = r.run<<1, None // no member is known to reach it
	}
	for _, v := range members {
		r.role[v], r.round[v] = r.run<<1|1, 0
	}
	met = append(met, members...)
	slices.SortFunc(met, r.c.byOrder)
	top := int32(0)
	for _, v := range met {
		for _, u := range r.c.Preds(v) {
			switch {
			case !r.outsider(u) && !r.member(u) || r.round[u] == None:
			case r.outsider(u) && r.member(v):
				r.round[v] = max(r.round[v], r.round[u]+1)
			default:
				r.round[v] = max(r.round[v], r.round[u])
			}
		}
		if r.member(v) {
			top = max(top, r.round[v])
		}
	}
	return top
}

// pieces divides members by round and, within a round, by connection.
func (r *repairer) pieces(members []int32) [][]int32 {
	for _, v := range members {
		r.comp[v] = v
	}
	for _, v := range members {
		for _, w := range r.c.Succs(v) {
			if r.member(w) && r.round[w] == r.round[v] {
				r.comp.union(v, w)
			}
		}
	}
	r.group = r.group[:0]
	for i, v := range members {
		r.group = append(r.group, group{r.round[v], r.comp.find(v), int32(i), v})
	}
	slices.SortFunc(r.group, func(a, b group) int {
		if a.round != b.round {
			return int(a.round - b.round)
		}
		if a.comp != b.comp {
			return int(a.comp - b.comp)
		}
		return int(a.place - b.place)
	})
	var pieces [][]int32
	for i, m := range r.group {
		if i == 0 || m.round != r.group[i-1].round || m.comp != r.group[i-1].comp {
			pieces = append(pieces, nil)
		}
		last := &pieces[len(pieces)-1]
		*last = append(*last, m.member)
	}
	return pieces
}

// report logs the shortest path from a member through outsiders to a member.
func (r *repairer) report(members []int32) {
	queue := slices.Clone(members)
	from := make(map[int32]int32)
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, w := range r.c.Succs(v) {
			_, seen := from[w]
			switch {
			case r.member(w) && r.outsider(v):
				path := []int32{r.node(w), r.node(v)}
				for !r.member(v) {
					v = from[v]
					path = append(path, r.node(v))
				}
				slices.Reverse(path)
				r.log.Refused(path[0], path[len(path)-1], ClosesCycle, path)
				return
			case r.outsider(w) && !seen:
				from[w] = v
				queue = append(queue, w)
			}
		}
	}
}

func (r *repairer) node(v int32) int32 { return r.single.Clusters[v].Nodes[0] }
