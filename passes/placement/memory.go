package placement

import "slices"

// Memory is what a set of nodes holds while it runs, in bytes.
type Memory struct {
	In        int64 // values and arguments that come from outside
	Out       int64 // values that are read outside, and those that are returned
	Constants int64 // static arguments included
	Peak      int64 // of values made inside, at the worst moment, those that leave included

	Deferred int64 // of Constants, what is given when the program is loaded
	Inputs   int   // how many values and arguments In counts
	Peers    int   // of Inputs, how many other nodes make
	Contexts int   // copies of In and Out that are kept ready; 0 means 1
}

// Total is what the set needs at the worst moment.
func (m Memory) Total() int64 { return m.In + m.Constants + m.Peak }

// Reserved is what a device sets aside for the set before it runs: its constants, and
// for each context what goes in and out. It does not count what lives only inside.
func (m Memory) Reserved() int64 { return (m.In+m.Out)*int64(max(1, m.Contexts)) + m.Constants }

// MemoryOf adds up a set of nodes that run in ascending order. A value made inside
// is held from the node that makes it to the last one that reads it, or to the end
// if it is read outside. A node's operands and results are held together, and so are its
// operands and what it makes inside.
func MemoryOf(g *Graph, nodes []int32) Memory {
	t := NewTally(g)
	for _, v := range nodes {
		t.Add(v)
	}
	m := t.Memory
	m.Peak = peak(g, nodes)
	return m
}

func peak(g *Graph, nodes []int32) (most int64) {
	inside := make(map[int32]int, len(nodes)) // place in nodes
	for i, v := range nodes {
		inside[v] = i
	}
	freed := make([]int64, len(nodes)) // by the node that reads last
	for _, v := range nodes {
		for _, value := range g.Values(v) {
			if last, leaves := lastRead(g, inside, value); !leaves {
				freed[last] += g.bytes[value]
			}
		}
	}
	live := int64(0)
	for i, v := range nodes {
		most = max(most, live+g.Inside(v))
		for _, value := range g.Values(v) {
			live += g.bytes[value]
		}
		most = max(most, live)
		live -= freed[i]
	}
	return most
}

// lastRead returns the place of the last node that reads a value, and whether it
// must outlive the set.
func lastRead(g *Graph, inside map[int32]int, value int32) (last int, leaves bool) {
	last = inside[g.maker[value]]
	for _, u := range g.Users(value) {
		i, ok := inside[u]
		if !ok {
			return 0, true
		}
		last = max(last, i)
	}
	return last, g.returned(value)
}

func sortedUnique(s []int32) []int32 {
	slices.Sort(s)
	return slices.Compact(s)
}
