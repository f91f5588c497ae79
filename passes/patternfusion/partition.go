// Package patternfusion divides a graph into partitions by fusion patterns, as get_partitions of
// oneDNN Graph does. Patterns are texts in the language of package fusepattern.
//
// Each operation is in exactly one partition. Each partition is convex if the earlier partitions
// are contracted, so partitions can run one after another.
package patternfusion

import (
	"cmp"
	"context"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/fusepattern"
)

// Policy says which patterns are used.
type Policy uint8

// The policies. Debug uses only the patterns whose partitions have one operation.
const (
	Fusion Policy = iota
	Debug
)

// Backend is a list of patterns with a priority. The backend with the highest priority comes first.
// Later backends divide the operations that are in no partition yet.
type Backend struct {
	Name     string
	Priority float64
	Patterns []*fusepattern.Pattern
}

// Options choose patterns.
type Options struct {
	Policy Policy
	// Engine is the kind of engine that runs the partitions, such as cpu; "" means the engine of
	// the graph.
	Engine string
	// Disabled lists the names of patterns that are not used.
	Disabled []string
	// Log receives decisions; may be nil.
	Log *decision.Log
	// Explain keeps, for each operation, the failed match with the most operations.
	Explain bool
	// Budget limits the searches of several divisions; nil means a new budget.
	Budget *fusepattern.Budget
}

// Partition is a set of operations that run together.
type Partition struct {
	// ID is the number of the partition in the order in which partitions run.
	ID int
	// Pattern is the name of the pattern. Kind and Priority are properties of the pattern, and
	// Backend is the backend that has the pattern. These fields are empty for an operation that no
	// pattern matches.
	Pattern, Kind, Backend string
	Priority               float64
	Ops                    []*ir.Op
	// Inputs are the values from outside, in the order of their first use. Outputs are the values
	// that have a use outside, that have no use, or that an End operation reads.
	Inputs, Outputs []*ir.Value
	// Ports are the values of the pattern's ports, by name.
	Ports map[string]*ir.Value
	// Unsupported is why no backend runs the partition, or "".
	Unsupported string
}

// Supported reports whether some backend has a pattern for the partition.
func (p *Partition) Supported() bool { return p.Unsupported == "" }

// Port returns the position in Inputs of the value of the port with the given name. It returns -1
// if the pattern has no such port, or if the match did not use the port.
func (p *Partition) Port(name string) int {
	if v := p.Ports[name]; v != nil {
		return slices.Index(p.Inputs, v)
	}
	return -1
}

// Result is a division of a graph.
type Result struct {
	// Partitions are in an order in which they can run.
	Partitions []*Partition
	// Nearest has for each operation, by its position in the block, the failed match with the most
	// operations; nil without Options.Explain.
	Nearest []*fusepattern.Failure
	// Refused are the complete matches of several operations that did not become partitions, in the
	// order in which they were found; nil without Options.Explain.
	Refused []*fusepattern.Failure
}

// Divide divides the body of f. It fails if ctx is done.
func Divide(ctx context.Context, f fn.Func, backends []Backend, o Options) (*Result, error) {
	g, err := newGraph(f.Entry())
	if err != nil {
		return nil, err
	}
	defer g.Close()
	o.Engine = cmp.Or(o.Engine, onednngraph.EngineOf(f.Op))
	if o.Budget == nil {
		o.Budget = fusepattern.NewBudget()
	}
	d := &divider{graph: g, ctx: ctx, o: o, byKind: map[*ir.OpDef][]int32{}}
	if o.Explain {
		d.nearest = make([]*fusepattern.Failure, len(g.Ops))
	}
	for i, op := range g.Ops {
		d.byKind[op.Def()] = append(d.byKind[op.Def()], int32(i))
	}
	sorted := slices.Clone(backends)
	slices.SortStableFunc(sorted, func(a, b Backend) int { return cmp.Compare(b.Priority, a.Priority) })
	for _, b := range sorted {
		d.backend = b.Name
		for _, p := range b.Patterns {
			d.pattern(p)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.rest()
	return d.result(), nil
}

type divider struct {
	*graph
	ctx      context.Context
	o        Options
	byKind   map[*ir.OpDef][]int32
	backend  string
	nearest  []*fusepattern.Failure
	refusals []*fusepattern.Failure
}

// pattern forms the partitions of one pattern.
func (d *divider) pattern(p *fusepattern.Pattern) {
	if slices.Contains(d.o.Disabled, p.Name) || p.Engine != "" && p.Engine != d.o.Engine ||
		d.o.Policy == Debug && (!p.Single() || p.Group[1] > 0) {
		return
	}
	roots := d.roots(p)
	if p.Group[1] > 0 {
		d.group(p, roots)
		return
	}
	for _, n := range roots {
		if d.of[n] >= 0 || d.ctx.Err() != nil {
			continue
		}
		m, failure := p.Find(d.graph, d.Ops[n], d.o.Explain || d.o.Log.Recording(), d.o.Budget)
		d.refused(failure)
		if m != nil {
			d.form(p, m.Ops, m.Ports)
		}
	}
}

// roots returns the operations at which searches for p start, in the order of the graph.
func (d *divider) roots(p *fusepattern.Pattern) []int32 {
	kinds := p.Roots()
	if len(kinds) == 1 {
		return d.byKind[kinds[0]]
	}
	var all []int32
	for _, k := range kinds {
		all = append(all, d.byKind[k]...)
	}
	slices.Sort(all)
	return all
}

// group forms one partition of several instances of the pattern p. The instances must be the whole
// graph, and p.Group must allow their number.
func (d *divider) group(p *fusepattern.Pattern, roots []int32) {
	var ops []*ir.Op
	count := 0
	trial := &trial{d.graph, map[*ir.Op]bool{}}
	for _, n := range roots {
		if d.of[n] >= 0 || trial.members[d.Ops[n]] || d.ctx.Err() != nil {
			continue
		}
		m, _ := p.Find(trial, d.Ops[n], false, d.o.Budget)
		if m == nil {
			continue
		}
		for _, op := range m.Ops {
			trial.members[op] = true
		}
		ops = append(ops, m.Ops...)
		count++
	}
	if count < p.Group[0] || count > p.Group[1] || len(ops) != len(d.Ops) {
		return
	}
	slices.SortFunc(ops, d.byPosition)
	d.form(p, ops, nil)
}

// trial is a graph in which the operations of the instances found so far are reserved.
type trial struct {
	*graph
	members map[*ir.Op]bool
}

// Taken implements fusepattern.Graph.
func (t *trial) Taken(op *ir.Op) string {
	if t.members[op] {
		return "it is in another instance"
	}
	return t.graph.Taken(op)
}

func (d *divider) byPosition(a, b *ir.Op) int {
	x, _ := d.Position(a)
	y, _ := d.Position(b)
	return cmp.Compare(x, y)
}

// form makes a partition of a match. With policy Fusion, an End operation is added to the partition
// of the operation whose result it reads.
func (d *divider) form(p *fusepattern.Pattern, ops []*ir.Op, ports map[string]*ir.Value) {
	ids := make([]uint32, len(ops))
	for i, op := range ops {
		ids[i] = op.ID()
	}
	if len(ops) > 1 && !d.o.Log.Add(decision.Entry{Kind: decision.Fuse, Rule: p.Name, Ops: ids}) {
		return
	}
	members := slices.Clone(ops)
	for _, op := range ops {
		for v := range op.Results() {
			for u := range v.Uses() {
				end := u.Owner()
				n, ok := d.Position(end)
				if ok && ir.Is[onednngraph.End](end) && d.of[n] < 0 && !slices.Contains(members, end) && d.o.Policy == Fusion {
					members = append(members, end)
				}
			}
		}
	}
	slices.SortFunc(members, d.byPosition)
	d.add(&Partition{Pattern: p.Name, Kind: p.Kind, Backend: d.backend, Priority: p.Priority, Ops: members, Ports: ports})
}

// refused records why a search failed. It logs complete matches of several operations. If the
// pattern has several operations, it also logs matches that only a condition or an earlier
// partition prevents.
func (d *divider) refused(f *fusepattern.Failure) {
	if f == nil || len(f.Ops) == 0 {
		return
	}
	if d.o.Log.Recording() && (f.Complete && len(f.Ops) > 1 || f.Blocked && !f.Pattern.Single()) {
		ids := make([]uint32, len(f.Ops))
		for i, op := range f.Ops {
			ids[i] = op.ID()
		}
		d.o.Log.Add(decision.Entry{Kind: decision.Fuse, Rule: f.Pattern.Name, Ops: ids, Reason: f.Reason, Refused: true})
	}
	if d.nearest == nil {
		return
	}
	if f.Complete && len(f.Ops) > 1 {
		d.refusals = append(d.refusals, f)
	}
	for _, op := range f.Ops {
		n, _ := d.Position(op)
		if have := d.nearest[n]; have == nil || len(have.Ops) < len(f.Ops) {
			d.nearest[n] = f
		}
	}
}

// rest makes a partition of each operation that is in no partition yet.
func (d *divider) rest() {
	for n, op := range d.Ops {
		if d.of[n] < 0 {
			d.add(&Partition{Ops: []*ir.Op{op}, Unsupported: "no pattern matches '" + op.Name() + "'"})
		}
	}
}

// result orders the partitions and finds their inputs and outputs.
func (d *divider) result() *Result {
	r := &Result{Partitions: slices.Clone(d.parts), Nearest: d.nearest, Refused: d.refusals}
	slices.SortFunc(r.Partitions, func(a, b *Partition) int {
		switch x, y := a.Ops[0], b.Ops[0]; {
		case d.Before(x, y):
			return -1
		case d.Before(y, x):
			return 1
		}
		return 0
	})
	for i, p := range r.Partitions {
		p.ID = i
		d.ports(p)
	}
	return r
}

func (d *divider) ports(p *Partition) {
	n, _ := d.Position(p.Ops[0])
	k := d.of[n]
	inside := func(op *ir.Op) bool {
		if op == nil {
			return false
		}
		n, ok := d.Position(op)
		return ok && d.of[n] == k
	}
	for _, op := range p.Ops {
		for v := range op.Operands() {
			if !inside(v.Def()) && !slices.Contains(p.Inputs, v) {
				p.Inputs = append(p.Inputs, v)
			}
		}
		for v := range op.Results() {
			leaves := !v.HasUses() || d.Declared(v)
			for u := range v.Uses() {
				leaves = leaves || !inside(u.Owner())
			}
			if leaves {
				p.Outputs = append(p.Outputs, v)
			}
		}
	}
}
