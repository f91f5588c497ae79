package placement

import "slices"

// Memory is the memory that a set of nodes uses while it runs, in bytes.
type Memory struct {
	In        int64 // values and arguments from outside
	Out       int64 // values that are read outside or returned
	Constants int64 // constants, including static arguments
	Peak      int64 // peak of values produced inside, including values that leave

	Deferred int64 // part of Constants: static arguments, passed when the program is loaded
	Inputs   int   // number of values and arguments in In
	Peers    int   // number of values in In, without arguments
	Contexts int   // copies of In and Out that are kept ready; 0 means 1
}

// Total returns the peak memory of the set.
func (m Memory) Total() int64 { return m.In + m.Constants + m.Peak }

// Reserved returns the bytes that a device reserves for the set before it runs: its
// constants, and inputs and outputs for each context. It does not count values that live only
// inside the set.
func (m Memory) Reserved() int64 { return (m.In+m.Out)*int64(max(1, m.Contexts)) + m.Constants }

// MemoryOf returns the memory of a set of nodes that run in the order of the list. A value produced
// inside is live from its producer to its last reader, or to the end if it is read outside or
// returned. A node's operands are live together with its results and with its nested values.
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
	inside := make(map[int32]int, len(nodes)) // position in nodes
	for i, v := range nodes {
		inside[v] = i
	}
	freed := make([]int64, len(nodes)) // bytes of values, by the position of their last reader
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

// lastRead returns the position of the last node that reads a value, and whether the value is read
// outside the set or returned.
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
