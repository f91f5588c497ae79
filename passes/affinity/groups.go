package affinity

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// findGroups records the choices of each fusion group: its members, and the operations that must be
// placed with them.
func (a *asker) findGroups(symbols *ir.Symbols) error {
	ops := make([]*ir.Op, len(a.choices))
	for k, c := range a.choices {
		ops[k] = c.Op
	}
	if a.options.AllowSplit || irplace.GroupsOf(ops) == nil {
		return nil
	}
	g, err := irplace.FromFunc(a.f, nil, symbols)
	if err != nil {
		return err
	}
	groups := g.Groups()
	choice := make([]int, g.Len()) // by node
	for k, c := range a.choices {
		v, _ := g.Node(c.Op)
		choice[v] = k
		if i := groups.Of[v]; i != placement.None {
			a.groups[groups.Names[i]] = append(a.groups[groups.Names[i]], k)
		}
	}
	for _, name := range sortedNames(a.groups) {
		a.checkGroup(name)
	}
	for _, set := range groups.Circles(g.Graph) {
		var names []string
		members := make([]int, len(set))
		for i, v := range set {
			members[i] = choice[v]
			if k := groups.Of[v]; k != placement.None && !slices.Contains(names, groups.Names[k]) {
				names = append(names, groups.Names[k])
			}
		}
		a.hold(names, members)
	}
	return nil
}

// hold merges groups that depend on each other in a cycle, and the operations on paths between
// them. "members" has all operations of the cycle. Operations pinned to another device are left
// out.
func (a *asker) hold(names []string, members []int) {
	pin := unpinned
	group := map[int]string{} // by member
	for _, name := range names {
		for _, k := range a.groups[name] {
			if a.pins[k] == wrong || pin >= 0 && a.pins[k] >= 0 && a.pins[k] != pin {
				return // the members of these groups cannot be on one device
			}
			pin = max(pin, a.pins[k])
			group[k] = name
		}
	}
	var all []int
	for _, k := range members {
		if group[k] == "" && a.pins[k] != unpinned && a.pins[k] != pin {
			continue
		}
		if group[k] != names[0] {
			a.choices[k].Held = names[0]
		}
		all = append(all, k)
	}
	for _, name := range names[1:] {
		delete(a.groups, name)
	}
	a.groups[names[0]] = all
}

// member describes a choice of a group, for use in reasons.
func (a *asker) member(k int, group string) string {
	c := &a.choices[k]
	if c.Held == "" {
		return fmt.Sprintf("%s of the same group '%s'", a.names.Op(c.Op), group)
	}
	return fmt.Sprintf("%s, which is placed with group '%s'", a.names.Op(c.Op), group)
}
