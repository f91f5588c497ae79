package partition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// partMistake is an invalid property of a part ([placement.Part]), which messages call a partition.
// If the parts come from a configuration file, the error is reported at the property's key.
type partMistake struct {
	key           string
	part          int
	message, help string
}

type partCheck struct {
	parts []placement.Part
	// called returns the name of a part for messages.
	called func(i int) string
	// numbered is set if the parts must have logical device ids, even if none has.
	numbered bool
}

func (c partCheck) mistake() *partMistake {
	seen := map[string]bool{}
	for i, p := range c.parts {
		switch {
		case p.Name == "":
			return &partMistake{"names", i, c.called(i) + " has an empty name", "give the partition a name"}
		case seen[p.Name]:
			return &partMistake{"names", i, "two partitions have the name '" + p.Name + "'", "give each partition a different name"}
		}
		seen[p.Name] = true
	}
	c.numbered = c.numbered || slices.ContainsFunc(c.parts, func(p placement.Part) bool { return len(p.Logical) > 0 })
	for i, p := range c.parts {
		if m := c.numbers(i, p.Logical); m != nil {
			return m
		}
	}
	for i, p := range c.parts {
		switch {
		case p.Units < 0:
			return &partMistake{"units", i, fmt.Sprintf("units must not be negative, but %s has %d", c.called(i), p.Units), "give 0 if the partition needs no units"}
		case p.Replicas > maxCount:
			return &partMistake{"replicas", i, fmt.Sprintf("%s must have at most %d replicas, but %d are given", c.called(i), maxCount, p.Replicas), "give a smaller number: each replica takes memory"}
		}
	}
	return nil
}

// numbers checks the logical device ids of a part. Either all parts have ids or none: otherwise the
// memory of the parts without ids would not count.
func (c partCheck) numbers(i int, ids []int64) *partMistake {
	if len(ids) == 0 && c.numbered {
		return &partMistake{"logical", i, c.called(i) + " must have a logical device id, but has none", "give logical device ids to all partitions or to none"}
	}
	for k, id := range ids {
		message := ""
		switch {
		case id < 0:
			message = fmt.Sprintf("logical device ids must not be negative, but %s has %d", c.called(i), id)
		case id > maxCount:
			message = fmt.Sprintf("logical device ids must be at most %d, but %s has %d", maxCount, c.called(i), id)
		case slices.Contains(ids[:k], id):
			message = fmt.Sprintf("%s has device %d twice", c.called(i), id)
		default:
			continue
		}
		return &partMistake{"logical", i, message, "number the devices 0, 1, …: equal ids are one device, and different ids are different devices"}
	}
	return nil
}

// checkFast fails if a name in the field Fast of a part is not the name of a value of g. The
// parameter at is a function that returns an error at the position of a name.
func checkFast(g *irplace.Func, parts []placement.Part, at func(name, format string, args ...any) *diag.Diagnostic) error {
	values := map[string]int32{}
	for _, a := range g.Fn.Entry().Args() {
		values[strings.TrimPrefix(g.Names.Value(a), "%")] = 0
	}
	for _, op := range g.Ops {
		for r := range op.Results() {
			values[strings.TrimPrefix(g.Names.Value(r), "%")] = 0
		}
	}
	for _, p := range parts {
		for _, name := range p.Fast {
			if _, ok := values[strings.TrimPrefix(name, "%")]; ok {
				continue
			}
			d := at(name, "the list 'fast' has '%s', which is not a value of @%s", name, g.Fn.SymName())
			if _, near := diag.Suggest(name, keys(values)); near {
				return d.DidYouMean("", name, keys(values))
			}
			return d.WithHelp("write the name of an argument or of a result, as in the text of the program")
		}
	}
	return nil
}
