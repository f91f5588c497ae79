package placement

import "slices"

// Circles contracts each group to one node, and returns the strongly connected components with
// several nodes, as sets of nodes of g. A set has members of groups, and nodes on paths between
// these members. The groups can stay whole only if each set stays together. Nodes are ascending,
// and sets are ordered by their first node.
func (groups *Groups) Circles(g *Graph) (sets [][]int32) {
	q, of := groups.contracted(g)
	comp, sizes := q.components()
	number := make([]int32, len(sizes)) // from 1
	for v, i := range of {
		k := comp[i]
		if sizes[k] == 1 {
			continue
		}
		if number[k] == 0 {
			sets = append(sets, nil)
			number[k] = int32(len(sets))
		}
		sets[number[k]-1] = append(sets[number[k]-1], int32(v))
	}
	return sets
}

// contracted returns the edges of g with each group contracted to one node, and the new node of
// each node of g.
func (groups *Groups) contracted(g *Graph) (q *Graph, of []int32) {
	of = make([]int32, g.Len())
	first := make([]int32, len(groups.Names)) // from 1
	count := int32(0)
	for v, k := range groups.Of {
		if k != None && !g.IsConstant(int32(v)) {
			if first[k] > 0 {
				of[v] = first[k] - 1
				continue
			}
			first[k] = count + 1
		}
		of[v] = count
		count++
	}
	var edges []pair
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if of[v] != of[s] {
				edges = append(edges, pair{A: of[v], B: of[s]})
			}
		}
	}
	return &Graph{Device: make([]int32, count), succ: newCSR(edges, int(count))}, of
}

// Hull returns the groups extended by the nodes on paths between their members, and g with the new
// devices of nodes. If the device of some group in a set of [Groups.Circles] accepts all nodes of
// the set, they all move to this device and become one group. Otherwise no node moves. Each node
// then joins a group of the set on its own device, if there is one, and [Groups.Fold] will fail.
func (groups *Groups) Hull(g *Graph) (*Groups, *Graph) {
	sets := groups.Circles(g)
	if len(sets) == 0 {
		return groups, g
	}
	hull := &Groups{Of: slices.Clone(groups.Of), Names: groups.Names}
	g = g.On(slices.Clone(g.Device))
	for _, set := range sets {
		d := groups.common(g, set)
		group := map[int32]int32{} // by device
		for _, v := range set {
			if d != None {
				g.Device[v] = d
			}
			if _, met := group[g.Device[v]]; !met && groups.Of[v] != None {
				group[g.Device[v]] = groups.Of[v]
			}
		}
		for _, v := range set {
			if k, ok := group[g.Device[v]]; ok && g.Device[v] != None {
				hull.Of[v] = k
			}
		}
	}
	return hull, g
}

// common returns the device of the first group in a set whose device accepts all nodes of the set,
// or None.
func (groups *Groups) common(g *Graph, set []int32) int32 {
	var tried []int32
	for _, u := range set {
		d := g.Device[u]
		if groups.Of[u] == None || d == None || slices.Contains(tried, d) {
			continue
		}
		tried = append(tried, d)
		if !slices.ContainsFunc(set, func(v int32) bool { return !g.CanRun(v, d) }) {
			return d
		}
	}
	return None
}

// fewRounds is the number of rounds in which Loose removes single groups. Later rounds remove 2, 4,
// 8, … groups of a set, so that a set of many groups does not need as many rounds.
const fewRounds = 16

// Loose returns the groups without groups that cannot run as one unit. As long as some set of
// [Groups.Circles] contains no group whose device accepts all nodes of the set, Loose removes the
// first group of this set, or the first groups (see fewRounds).
func (groups *Groups) Loose(g *Graph) *Groups {
	loose := &Groups{Of: slices.Clone(groups.Of), Names: groups.Names}
	again := true
	for round := 0; again; round++ {
		again = false
		for _, set := range loose.Circles(g) {
			if loose.common(g, set) == None {
				again = true
				loose.remove(set, 1<<max(0, round-fewRounds))
			}
		}
	}
	return loose
}

// remove removes the first n groups of a set of nodes.
func (groups *Groups) remove(set []int32, n int) {
	removed := map[int32]bool{}
	for _, v := range set {
		k := groups.Of[v]
		if k != None && (removed[k] || len(removed) < n) {
			removed[k] = true
			groups.Of[v] = None
		}
	}
}
