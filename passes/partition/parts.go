package partition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// partMistake is an invalid property of a part. key is the key in a file, which is also the
// name of the attribute's entry.
type partMistake struct {
	key           string
	part          int
	message, help string
}

// partCheck checks properties of parts from a file or from attributes.
type partCheck struct {
	parts []placement.Part
	// called returns the name of a part for messages.
	called func(i int) string
	// numbered is set if the parts must have logical device ids, even if none has.
	numbered bool
}

// mistake returns the first mistake, or nil.
func (c partCheck) mistake() *partMistake {
	seen := map[string]bool{}
	for i, p := range c.parts {
		switch {
		case p.Name == "":
			return &partMistake{"names", i, c.called(i) + " must have a name, but it is empty", "give it one"}
		case seen[p.Name]:
			return &partMistake{"names", i, "partition '" + p.Name + "' is named twice", "give each a name of its own"}
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
			return &partMistake{"units", i, fmt.Sprintf("units must not be negative, but %s has %d", c.called(i), p.Units), "0 asks for none"}
		case p.Replicas > maxCount:
			return &partMistake{"replicas", i, fmt.Sprintf("%s must have at most %d replicas, but %d are given", c.called(i), maxCount, p.Replicas), "each takes memory of its own"}
		}
	}
	return nil
}

// numbers checks the logical device ids of a part. Either all parts have ids, or none: a part
// without ids, among parts with ids, would have no device, and its memory would not count.
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
		return &partMistake{"logical", i, message, "equal ids are one device, and different ids are different devices: 0, 1, …"}
	}
	return nil
}

// checkFast fails if a value for fast memory is not a value of the function. The given function
// returns an error at the position of a name.
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
			d := at(name, "fast names '%s', which is not a value of @%s", name, g.Fn.SymName())
			if _, near := diag.Suggest(name, keys(values)); near {
				return d.DidYouMean("", name, keys(values))
			}
			return d.WithHelp("name an argument or a result by its name in the text")
		}
	}
	return nil
}
