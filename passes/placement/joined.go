package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Joinable returns those of the given values of a cluster that can leave the cluster as one joined
// value, in program order. A value can be joined if another cluster reads it, the function does not
// return it, and no operation without a device reads it. of[v] is the cluster of node v. If fewer
// than two values can be joined, the result is nil.
func Joinable(g *Graph, of, values []int32) []int32 {
	var joined []int32
	for _, value := range sortedUnique(slices.Clone(values)) {
		leaves, apart := false, g.Returns(value) > 0
		for _, u := range g.Users(value) {
			leaves = leaves || of[u] != of[g.Maker(value)]
			apart = apart || g.Device[u] == None
		}
		if leaves && !apart {
			joined = append(joined, value)
		}
	}
	if len(joined) < 2 {
		return nil
	}
	return joined
}

// CountJoined corrects the memory of clusters for values that leave a cluster as one joined value.
// A cluster that reads some of these values reads all of them, as one input. of[v] is the cluster
// of node v, and takes[c] is the memory of cluster c.
func CountJoined(g *Graph, of, joined []int32, takes []*Memory) {
	whole := int64(0)
	reads := map[int32]*Memory{} // by cluster: size and number of the joined values that it reads
	for _, value := range joined {
		whole += g.bytes[value]
		met := map[int32]bool{of[g.Maker(value)]: true}
		for _, u := range g.Users(value) {
			c := of[u]
			if met[c] {
				continue
			}
			met[c] = true
			if reads[c] == nil {
				reads[c] = &Memory{}
			}
			reads[c].In += g.bytes[value]
			reads[c].Inputs++
		}
	}
	for c, r := range reads {
		takes[c].In += whole - r.In
		takes[c].Inputs += 1 - r.Inputs
		takes[c].Peers += 1 - r.Inputs
	}
}

// Unlike returns the first value that cannot be joined with values[0] along the last dimension, or
// None if all values can be joined. The values must be tensors of static shape without encoding, of
// equal element type and rank (at least 1), and of equal extents except in the last dimension.
func Unlike(g *Graph, values []int32) int32 {
	for _, value := range values {
		one, t := g.Type(values[0]), g.Type(value)
		first, _ := one.Shape()
		shape, _ := t.Shape()
		tensor, ok := ir.TypeAs[*ir.TensorType](t)
		if ok && tensor.Encoding.IsNil() && !slices.Contains(shape, ir.Dynamic) &&
			len(shape) == len(first) && len(shape) > 0 && t.Elem() == one.Elem() && slices.Equal(shape[:len(shape)-1], first[:len(first)-1]) {
			continue
		}
		return value
	}
	return None
}
