package placement

import "slices"

// Memory is what a set of nodes holds while it runs, in bytes.
type Memory struct {
	In        int64 // values that come from outside
	Out       int64 // values that are read outside
	Constants int64
	Peak      int64 // of values made inside, at the worst moment, Out included
}

// Total is what the set needs at the worst moment.
func (m Memory) Total() int64 { return m.In + m.Constants + m.Peak }

// MemoryOf adds up a set of nodes that run in ascending order. A value made inside
// is held from the node that makes it to the last one that reads it, or to the end
// if it is read outside or by nobody. A node's operands and results are held
// together.
func MemoryOf(g *Graph, nodes []int32) Memory {
	var m Memory
	inside := make(map[int32]int, len(nodes)) // place in nodes
	for i, v := range nodes {
		inside[v] = i
	}
	m.Constants = constantBytes(g, nodes)
	freed := make([]int64, len(nodes)) // by the node that reads last
	read := map[int32]bool{}
	for _, v := range nodes {
		for _, value := range g.reads.Row(v) {
			if _, ok := inside[g.maker[value]]; !ok && !read[value] && !g.IsConstant(g.maker[value]) {
				read[value] = true
				m.In += g.bytes[value]
			}
		}
		for _, value := range g.Values(v) {
			switch last, leaves := lastRead(g, inside, value); {
			case leaves:
				m.Out += g.bytes[value]
			case last >= 0:
				freed[last] += g.bytes[value]
			}
		}
	}
	live := int64(0)
	for i, v := range nodes {
		for _, value := range g.Values(v) {
			live += g.bytes[value]
		}
		m.Peak = max(m.Peak, live)
		live -= freed[i]
	}
	return m
}

// lastRead returns the place of the last node that reads a value, and whether it
// must outlive the set.
func lastRead(g *Graph, inside map[int32]int, value int32) (last int, leaves bool) {
	last = -1
	for _, u := range g.Users(value) {
		i, ok := inside[u]
		if !ok {
			return 0, true
		}
		last = max(last, i)
	}
	return last, last < 0 || g.returned(value)
}

// constantBytes is the size of the constants that nodes use, each once.
func constantBytes(g *Graph, nodes []int32) int64 {
	var used []int32
	for _, v := range nodes {
		used = append(used, g.Consts(v)...)
	}
	var n int64
	for _, c := range sortedUnique(used) {
		for _, value := range g.Values(c) {
			n += g.bytes[value]
		}
	}
	return n
}

func sortedUnique(s []int32) []int32 {
	slices.Sort(s)
	return slices.Compact(s)
}
