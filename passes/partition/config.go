package partition

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Config is a user's division of a function: the partition of each operation, and properties of
// partitions. The lists from Names to Options have one entry for each partition, or are empty.
type Config struct {
	Function   string // "": any divided function
	Partitions int
	Names      []string
	Backends   []string
	Logical    [][]int64
	Units      []int
	Fast       [][]string
	Options    [][]placement.PartOption
	Replicas   map[int]int
	Ops        []ConfigOp
	At         diag.Span // the configuration file
	// Entries has the source positions of list entries, by the file's keys. A list has one entry
	// for each partition.
	Entries map[string][]diag.Span
	// FastAt has the source positions of names in Fast, by name.
	FastAt map[string]diag.Span
	// Keys has the source position of each key's value, by the file's keys.
	Keys map[string]diag.Span
}

// at returns the source position of a key.
func (c *Config) at(key string) diag.Span {
	if s, ok := c.Keys[key]; ok {
		return s
	}
	return c.At
}

// entry returns the source position of a key's entry for a partition.
func (c *Config) entry(key string, part int) diag.Span {
	if list := c.Entries[key]; part >= 0 && part < len(list) {
		return list[part]
	}
	return c.at(key)
}

// ConfigOp assigns an operation, named by its value or as #id, to a partition.
type ConfigOp struct {
	Name string
	Part int
	At   diag.Span
}

// Check fails for an invalid number of partitions, and for a list that does not have one entry for
// each partition. It also fails for an operation in an unknown partition, and for an invalid
// property of a partition.
func (c *Config) Check() error {
	switch _, given := c.Keys["partitions"]; {
	case c.Keys != nil && !given:
		return diag.Errorf(c.At, "the number of partitions is missing").WithHelp("give it, as in 'partitions: 2'")
	case c.Partitions < 1:
		return diag.Errorf(c.at("partitions"), "partitions must be at least 1, but is %d", c.Partitions).WithHelp("give the number of partitions, such as 2 for the partitions 0 and 1")
	case c.Partitions > maxPartitions:
		return diag.Errorf(c.at("partitions"), "partitions must be at most %d, but is %d", maxPartitions, c.Partitions).WithHelp("use fewer partitions: each needs an operation, and a device can run many operations")
	}
	for _, l := range []struct {
		key string
		n   int
	}{
		{"names", len(c.Names)}, {"backends", len(c.Backends)}, {"logical", len(c.Logical)}, {"units", len(c.Units)},
		{"fast", len(c.Fast)}, {"options", len(c.Options)},
	} {
		if _, given := c.Keys[l.key]; (given || l.n != 0) && l.n != c.Partitions {
			return diag.Errorf(c.at(l.key), "%s must have an entry for each of %d partitions, but has %d", l.key, c.Partitions, l.n).
				WithHelp("give an entry for each partition, or leave the key out")
		}
	}
	for _, i := range slices.Sorted(maps.Keys(c.Replicas)) {
		if i < 0 || i >= c.Partitions {
			return diag.Errorf(c.at("replicas"), "replicas are given for partition %d, but there are only partitions 0 to %d", i, c.Partitions-1).
				WithHelp("partitions are counted from 0")
		}
		if n := c.Replicas[i]; n < 1 {
			return diag.Errorf(c.at("replicas"), "partition %d must have at least one replica, but %d are given", i, n).WithHelp("leave the entry out for one replica")
		}
	}
	if err := c.checkParts(); err != nil {
		return err
	}
	for _, op := range c.Ops {
		if op.Part < 0 || op.Part >= c.Partitions {
			return diag.Errorf(op.At, "operation '%s' is in partition %d, but there are only partitions 0 to %d", op.Name, op.Part, c.Partitions-1).
				WithHelp("partitions are counted from 0; for more partitions, increase the number at the key partitions")
		}
	}
	return nil
}

// maxPartitions far exceeds any useful number of partitions.
const maxPartitions = 1_000_000

// checkParts fails for invalid properties of partitions.
func (c *Config) checkParts() error {
	check := partCheck{c.parts(), func(i int) string { return fmt.Sprintf("partition %d", i) }, len(c.Logical) > 0}
	if m := check.mistake(); m != nil {
		return diag.Errorf(c.entry(m.key, m.part), "%s", m.message).WithHelp(m.help)
	}
	return nil
}

// Find fails if the configuration names a function that m does not have, or that is not divided.
func (c *Config) Find(m ir.Module) error {
	if c == nil || c.Function == "" {
		return nil
	}
	var names []string
	for _, f := range irplace.Entries(m) {
		if f.SymName() == c.Function {
			return nil
		}
		names = append(names, f.SymName())
	}
	d := diag.Errorf(c.at("function"), "there is no function @%s to divide; the functions to choose from are @%s", c.Function, strings.Join(names, ", @"))
	if _, near := diag.Suggest(c.Function, slices.Values(names)); near {
		return d.DidYouMean("@", c.Function, slices.Values(names))
	}
	return d.WithHelp("name a function that no other function calls, or leave the key out")
}

// parts returns the partitions as values of type placement.Part.
func (c *Config) parts() []placement.Part {
	parts := make([]placement.Part, c.Partitions)
	for i := range parts {
		p := &parts[i]
		p.Name = fmt.Sprintf("part%d", i+1)
		if len(c.Names) > 0 {
			p.Name = c.Names[i]
		}
		if len(c.Backends) > 0 {
			p.Backend = c.Backends[i]
		}
		if len(c.Logical) > 0 {
			p.Logical = c.Logical[i]
		}
		if len(c.Units) > 0 {
			p.Units = c.Units[i]
		}
		if len(c.Fast) > 0 {
			p.Fast = c.Fast[i]
		}
		if len(c.Options) > 0 {
			p.Options = c.Options[i]
		}
		p.Replicas = c.Replicas[i]
	}
	return parts
}

// partError adds a source position to an error about a part: the entry of the configuration
// or, if the assignment came from attributes, the function.
func (c *Config) partError(g *irplace.Func, e *placement.PartError) error {
	if c == nil {
		return ir.Errorf(g.Fn.Op, "%s", e.Message).WithHelp(e.Help)
	}
	for _, key := range []string{e.Key, "names"} {
		if list := c.Entries[key]; e.Part >= 0 && e.Part < len(list) {
			return diag.Errorf(list[e.Part], "%s", e.Message).WithHelp(e.Help)
		}
	}
	return diag.Errorf(c.at("partitions"), "%s", e.Message).WithHelp(e.Help)
}

// assignment converts the configuration to an assignment of g's operations. If the configuration is
// for another function, all operations of g get one part, or there is no part if g has no
// operations that need one.
func (c *Config) assignment(g *irplace.Func) (*placement.Assignment, error) {
	a := &placement.Assignment{Parts: c.parts(), Of: nowhere(g.Len())}
	if c.Function != "" && c.Function != g.Fn.SymName() {
		a.Parts = nil
		if slices.ContainsFunc(g.Device, func(d int32) bool { return d != placement.None }) {
			a.Parts = []placement.Part{{Name: "part1"}}
		}
		return a, nil
	}
	byName := map[string]int32{}
	for v := range int32(g.Len()) {
		if !g.IsConstant(v) {
			byName[strings.TrimPrefix(g.Name(v), "%")] = v
			for r := range g.Ops[v].Results() {
				byName[strings.TrimPrefix(g.Names.Value(r), "%")] = v
			}
			byName[fmt.Sprintf("#%d", g.Op[v])] = v
		}
	}
	if err := checkFast(g, a.Parts, c.fastAt); err != nil {
		return nil, err
	}
	for _, op := range c.Ops {
		v, ok := byName[strings.TrimPrefix(op.Name, "%")]
		if !ok {
			d := diag.Errorf(op.At, "there is no operation '%s' in @%s", op.Name, g.Fn.SymName())
			if _, near := diag.Suggest(op.Name, keys(byName)); near {
				return nil, d.DidYouMean("", op.Name, keys(byName))
			}
			return nil, d.WithHelp("name an operation that is not a constant, by one of its results or by its id as in '#3'")
		}
		if a.Of[v] != placement.None {
			return nil, diag.Errorf(op.At, "operation '%s' is given a partition twice", g.Name(v)).WithHelp("leave one of the two entries out")
		}
		a.Of[v] = int32(op.Part)
	}
	return a, nil
}

// fastAt returns an error about a name in Fast, at its source position.
func (c *Config) fastAt(name, format string, args ...any) *diag.Diagnostic {
	at, placed := c.FastAt[name]
	if !placed {
		at = c.at("fast")
	}
	return diag.Errorf(at, format, args...)
}

func keys(m map[string]int32) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func nowhere(n int) []int32 {
	of := make([]int32, n)
	for v := range of {
		of[v] = placement.None
	}
	return of
}

func partNames(parts []placement.Part) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// marked returns the assignment in attributes, or nil if neither the function nor an operation
// names a part. The function's attribute lists the parts; without a list, operations name them.
func marked(g *irplace.Func) (*placement.Assignment, error) {
	a := &placement.Assignment{Of: nowhere(g.Len())}
	index := map[string]int32{}
	for _, p := range cluster.PartsOf(g.Fn.Op) {
		index[p.Name] = int32(len(a.Parts))
		part := placement.Part{
			Name: p.Name, Backend: p.Backend, Logical: p.Logical, Replicas: int(p.Replicas), Units: int(p.Units), Fast: p.Fast,
		}
		for _, o := range p.Options {
			part.Options = append(part.Options, placement.PartOption(o))
		}
		a.Parts = append(a.Parts, part)
	}
	check := partCheck{a.Parts, func(i int) string { return "partition '" + a.Parts[i].Name + "'" }, false}
	if m := check.mistake(); m != nil {
		return nil, ir.Errorf(g.Fn.Op, "%s", m.message).WithHelp(m.help)
	}
	listed := len(a.Parts)
	for v, op := range g.Ops {
		name, ok := cluster.PartName(op)
		if !ok || g.IsConstant(int32(v)) {
			continue
		}
		i, known := index[name]
		if !known && listed > 0 {
			return nil, ir.Errorf(op, "is in partition '%s', which %s of @%s does not list: it has %s",
				name, cluster.PartsAttr, g.Fn.SymName(), partNames(a.Parts))
		}
		if !known {
			i = int32(len(a.Parts))
			index[name] = i
			a.Parts = append(a.Parts, placement.Part{Name: name})
		}
		a.Of[v] = i
	}
	if len(a.Parts) == 0 {
		return nil, nil
	}
	return a, nil
}

// assign sets the assignment for a strategy that needs one.
func (o *Options) assign(g *irplace.Func) (err error) {
	s, ok := o.Strategy.(placement.Assigned)
	if !ok || o.Assignment != nil {
		return nil
	}
	if o.Config != nil {
		o.Assignment, err = o.Config.assignment(g)
		return err
	}
	o.Assignment, err = marked(g)
	// If s.Assigned(), the pass part-inline has inlined the functions of the parts. The names in
	// Fast are names of values in these functions, not in g.
	if err != nil || o.Assignment == nil || s.Assigned() {
		return err
	}
	return checkFast(g, o.Assignment.Parts, func(_, format string, args ...any) *diag.Diagnostic { return ir.Errorf(g.Fn.Op, format, args...) })
}

// foldAssignment converts the assignment of nodes of g to an assignment for the graph in which each
// fusion group is one node. members lists the nodes of g in each node of that graph.
func (o *Options) foldAssignment(g *irplace.Func, members [][]int32) error {
	if o.Assignment == nil {
		return nil
	}
	a := &placement.Assignment{Parts: o.Assignment.Parts, Of: make([]int32, len(members))}
	for i, nodes := range members {
		a.Of[i] = o.Assignment.Of[nodes[0]]
		for _, v := range nodes {
			if o.Assignment.Of[v] != a.Of[i] && len(irplace.GroupsIn(g.Ops[v])) == 0 {
				return ir.Errorf(g.Ops[v], "is in another partition than %[1]s, but is on a path between operations of the fusion group of %[1]s", g.Name(nodes[0]))
			}
			if o.Assignment.Of[v] != a.Of[i] {
				return ir.Errorf(g.Ops[v], "is in another partition than %s, but both are in one fusion group", g.Name(nodes[0]))
			}
		}
	}
	o.Assignment = a
	return nil
}
