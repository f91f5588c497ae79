package irplace

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// GroupsOf returns the fusion groups that are named by the given operations or by operations in
// their regions. It returns nil if no operation names a group. An operation with several groups
// merges these groups. Constants are in no group. Groups of a called function do not count, since
// the call is one node, which contains these groups as a whole.
func GroupsOf(ops []*ir.Op) *placement.Groups {
	u := &groupUnion{number: map[string]int32{}}
	first := make([]int32, len(ops))
	for v, op := range ops {
		first[v] = placement.None
		if !IsConstant(op) {
			first[v] = u.join(GroupsIn(op))
		}
	}
	if len(u.names) == 0 {
		return nil
	}
	groups := &placement.Groups{Of: make([]int32, len(ops))}
	// of[root] is the index of a merged group in groups.Names plus 1, or 0 if the group is not in
	// groups.Names yet.
	of := make([]int32, len(u.names))
	for v, k := range first {
		if groups.Of[v] = placement.None; k == placement.None {
			continue
		}
		root := u.find(k)
		if of[root] == 0 {
			groups.Names = append(groups.Names, u.names[root])
			of[root] = int32(len(groups.Names))
		}
		groups.Of[v] = of[root] - 1
	}
	return groups
}

// GroupsIn lists the fusion groups that op and the operations in its regions name. In regions,
// constants and terminators do not count.
func GroupsIn(op *ir.Op) (names []string) {
	if name, ok := cluster.Group(op); ok {
		names = append(names, name)
	}
	if op.NumRegions() == 0 {
		return names
	}
	met := map[string]bool{}
	for _, name := range names {
		met[name] = true
	}
	op.Walk(func(o *ir.Op) bool {
		name, ok := cluster.Group(o)
		if ok && !met[name] && !o.Terminator() && !IsConstant(o) {
			met[name] = true
			names = append(names, name)
		}
		return true
	})
	return names
}

// groupUnion merges groups that one operation names.
type groupUnion struct {
	number map[string]int32
	names  []string
	root   []int32
}

// join merges the groups with the given names into one group. It returns the number of the first
// name, or None if there are no names.
func (u *groupUnion) join(names []string) int32 {
	first := int32(placement.None)
	for _, name := range names {
		k, ok := u.number[name]
		if !ok {
			k = int32(len(u.names))
			u.number[name] = k
			u.names, u.root = append(u.names, name), append(u.root, k)
		}
		if first == placement.None {
			first = k
			continue
		}
		a, b := u.find(first), u.find(k)
		u.root[max(a, b)] = min(a, b)
	}
	return first
}

func (u *groupUnion) find(k int32) int32 {
	for u.root[k] != k {
		u.root[k] = u.root[u.root[k]]
		k = u.root[k]
	}
	return k
}
