// Package partition divides a function's operations among clusters, each of which
// runs on one device as one launch, so that no two clusters wait for each other.
//
// Operations must carry the attribute cluster.device, as the pass affinity leaves
// them. A strategy decides; clusters grow only inside the given affinity. Each
// becomes a cluster.region, in an order in which they can run.
package partition

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
)

// Options say how functions are divided.
type Options struct {
	Strategy placement.Strategy
	// Strategies are those that messages suggest; may be nil.
	Strategies []placement.Strategy
	// Exists fails for a device that is not among those given, and that is not there; may
	// be nil.
	Exists func(device string) error
	// NoRepair takes the connected components of equal device as clusters and fails
	// if they wait for each other, with each circle as a path.
	NoRepair bool
	// AllowSplit lets fusion groups be on several devices, where they bind nothing any
	// more.
	AllowSplit bool
	// NoFallback refuses strategies that take operations from the first device.
	NoFallback bool
	// Require lists devices that must run something in the end.
	Require []string
	placement.Options
	Economy
	// Config says what a strategy carries out that is told what to do; nil: attributes
	// of the program do.
	Config *Config
	// Names tells what values are called in messages; may be nil.
	Names *placement.Names
	// Warn takes what is odd, but no mistake; may be nil.
	Warn func(*diag.Diagnostic)
	// Log takes notes of decisions; may be nil.
	Log *decision.Log
	// Notes is told what the strategy decides; may be nil.
	Notes placement.Logger
}

// Plan is a division of a function that has not been carried out.
type Plan struct {
	*placement.Func
	*placement.Partition
	before []int64 // ids in the order that operations had before joining moved them; nil if it did not
}

// Module divides every entry function of a module. On error the module is not changed.
func Module(ctx context.Context, m ir.Module, o Options) error {
	if err := o.Config.Find(m); err != nil {
		return err
	}
	aside, symbols := placement.SetAside(m), ir.NewSymbols(m.Op)
	plans, err := o.plans(ctx, m, symbols)
	if err != nil || o.Log.Suppressed() > 0 {
		aside.PutBack()
		return err
	}
	hasher := fingerprint.New(symbols)
	for _, p := range plans {
		p = p.Join()
		o.WarnRoom(p)
		p.Form(hasher)
		listMore(m, p.Devices)
	}
	return nil
}

// plans decides how the entry functions of m are divided that are not yet.
func (o Options) plans(ctx context.Context, m ir.Module, symbols *ir.Symbols) (plans []*Plan, err error) {
	if err := o.CheckSingle(m); err != nil {
		return nil, err
	}
	devices := placement.Devices(m)
	for _, f := range placement.Entries(m) {
		if placement.Divided(f) {
			o.warnDivided(f)
			continue
		}
		p, err := Func(ctx, f, devices, symbols, o)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	if len(plans) == 0 {
		return nil, nil
	}
	return plans, errors.Join(o.Strangers(plans), o.elsewhere(plans, devices), o.Idle(plans, devices))
}

// CheckSingle fails if the strategy divides programs of one function and m has another number
// of them.
func (o Options) CheckSingle(m ir.Module) error {
	_, single := o.Strategy.(interface{ Single() })
	entries := placement.Entries(m)
	if !single || len(entries) == 1 {
		return nil
	}
	at := m.Op
	if len(entries) > 1 {
		at = entries[1].Op
	}
	return ir.Errorf(at, "strategy %s divides a program of one function, but there are %d", o.Strategy.Name(), len(entries)).
		WithHelp("functions that others call are private, and divided with these")
}

// listMore adds the last of some devices to a module's list, which has the first of them: those that
// only a strategy such as profiling runs clusters on.
func listMore(m ir.Module, devices []string) {
	list, ok := cluster.Devices(m.Op)
	if !ok || len(devices) <= len(list) {
		return
	}
	targets := make([]ir.Attr, len(list))
	for i, t := range list {
		targets[i] = ir.NewAttr(t)
	}
	for _, name := range devices[len(list):] {
		targets = append(targets, cluster.NewTarget(name))
	}
	cluster.SetDevices(m.Op, targets)
}

// Func decides how f is divided, without changing more of it than the ids of
// operations that have none or another's. symbols are those of the module, made once for
// all its functions.
func Func(ctx context.Context, f fn.Func, devices []string, symbols *ir.Symbols, o Options) (*Plan, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	giveIDs(f)
	g, err := placement.FromFunc(f, devices, symbols)
	if err != nil {
		return nil, err
	}
	if o.Names != nil {
		g.Names = o.Names
	}
	if err := placed(g, devices); err != nil {
		return nil, err
	}
	o.warnParts(g)
	if o.NoRepair {
		return o.unrepaired(g)
	}
	p, err := o.divide(ctx, g, o.logger(g))
	if err != nil {
		return nil, err
	}
	if err := placement.Verify(g.Graph, p); err != nil {
		panic(fmt.Sprintf("partition: BUG: strategy %s made a partition that can not run: %v", o.Strategy.Name(), err))
	}
	copy(g.Device, devicesOf(g.Graph, p)) // strategies may move operations
	g.Devices = p.RunElsewhere(g.Devices)
	plan := &Plan{Func: g, Partition: p}
	if _, told := o.Strategy.(placement.Ordered); !told { // who tells how to divide names parts himself
		plan.nameParts()
	}
	plan.log(o.Log)
	o.warnOnce(plan)
	o.warnInstead(plan)
	return plan, nil
}

// logger is told what the strategy decides; nil if nobody wants to know.
func (o Options) logger(g *placement.Func) placement.Logger {
	if !o.Log.Recording() {
		return o.Notes
	}
	log := &notes{g, o.Log, o.Strategy.Name()}
	if o.Notes == nil {
		return log
	}
	return both{log, o.Notes}
}

// placed fails if an operation has no device, or one that is not listed.
func placed(g *placement.Func, devices []string) error {
	var errs diag.List
	for v, op := range g.Ops {
		if g.IsConstant(int32(v)) {
			continue
		}
		if d := placement.StrangeCandidate(op, devices); d != nil {
			errs = append(errs, d)
		}
		if g.Device[v] != placement.None || cluster.Unplaced(op) {
			continue
		}
		if len(errs) > ir.MaxErrors {
			break
		}
		name, ok := cluster.DeviceOf(op)
		if ok {
			errs = append(errs, ir.Errorf(op, "is to run on device '%s', but the module lists %s", name, strings.Join(devices, ", ")).
				WithHelp("add it to the module's attribute "+cluster.DevicesAttr))
			continue
		}
		errs = append(errs, ir.Errorf(op, "has no device; run --affinity first, or give it the attribute %s", cluster.DeviceAttr))
	}
	return errs.Limit(ir.MaxErrors).Err()
}

// CyclicError says that clusters that were not repaired wait for each other.
type CyclicError struct {
	Plan   *Plan
	Cycles []placement.Cycle
	Called placement.Called // what messages call options
}

func (e *CyclicError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "clusters of @%s wait for each other", e.Plan.Fn.SymName())
	for i, c := range e.Cycles {
		fmt.Fprintf(&s, "\ncycle %d: %s", i, c.Text(e.Plan.Graph))
	}
	return s.String()
}

// ExitStatus is what a driver ends with: the cycles were asked for, and no pass is to
// blame.
func (e *CyclicError) ExitStatus() int { return 1 }

// Diagnostic is the error with a note for each cycle.
func (e *CyclicError) Diagnostic() *diag.Diagnostic {
	d := ir.Errorf(e.Plan.Fn.Op, "has clusters that wait for each other")
	for i, c := range e.Cycles {
		ir.NoteAt(d, e.Plan.Ops[c.Path[0].From], "cycle %d: %s", i, c.Text(e.Plan.Graph))
	}
	return d.WithHelp("without " + e.Called.Option("no-repair") + " the clusters are cut until none waits for itself")
}

func (o Options) unrepaired(g *placement.Func) (*Plan, error) {
	plan := &Plan{Func: g, Partition: placement.Unrepaired(g.Graph)}
	if cycles := placement.Cycles(g.Graph, plan.Partition); len(cycles) > 0 {
		return plan, &CyclicError{plan, cycles, o.Called}
	}
	return plan, nil
}

// both tells two loggers.
type both struct{ first, second placement.Logger }

func (l both) Merged(a, b int32) {
	l.first.Merged(a, b)
	l.second.Merged(a, b)
}

func (l both) Refused(a, b int32, why placement.Reason, path []int32) {
	l.first.Refused(a, b, why, path)
	l.second.Refused(a, b, why, path)
}

// notes writes a strategy's decisions to a log.
type notes struct {
	g        *placement.Func
	log      *decision.Log
	strategy string
}

func (n *notes) Merged(a, b int32) {
	n.log.Add(decision.Entry{Kind: decision.Merge, Rule: n.strategy, Ops: n.ids(a, b), Device: n.g.DeviceName(n.g.Device[a])})
}

func (n *notes) Refused(a, b int32, why placement.Reason, path []int32) {
	text := why.String()
	if why == placement.ClosesCycle && len(path) > 0 {
		names := make([]string, len(path))
		for i, v := range path {
			names[i] = n.g.Name(v)
		}
		text = "would close a cycle of the clusters of " + strings.Join(names, " → ")
	}
	n.log.Add(decision.Entry{
		Kind: decision.Merge, Rule: n.strategy, Ops: n.ids(a, b), Device: n.g.DeviceName(n.g.Device[a]),
		Reason: text, Refused: true,
	})
}

func (n *notes) ids(nodes ...int32) []uint32 {
	ids := make([]uint32, len(nodes))
	for i, v := range nodes {
		ids[i] = n.g.Op[v]
	}
	return ids
}

func (p *Plan) log(log *decision.Log) {
	if !log.Recording() {
		return
	}
	n := &notes{g: p.Func, log: log}
	for i, c := range p.Clusters {
		log.Add(decision.Entry{
			Kind: decision.Cluster, Rule: c.Origin, Ops: n.ids(c.Nodes...), Device: p.DeviceName(c.Device),
			Reason: fmt.Sprintf("cluster %d", i),
		})
	}
}

// giveIDs gives the operations of a function's block ids of their own where they
// have none, or share one because they were derived from the same operation.
func giveIDs(f fn.Func) {
	if f.IsDeclaration() {
		return
	}
	top := f.Op
	for top.Parent() != nil {
		top = top.Parent()
	}
	seen := map[uint32]*ir.Op{}
	var without []*ir.Op
	for op := range f.Entry().Ops() {
		if seen[op.ID()] != nil || op.ID() == 0 {
			without = append(without, op)
			continue
		}
		seen[op.ID()] = op
	}
	if len(without) == 0 {
		return
	}
	last := uint32(0)
	top.Walk(func(op *ir.Op) bool {
		last = max(last, op.ID())
		return true
	})
	for _, op := range without {
		source := seen[op.ID()]
		last++
		op.SetID(last)
		if source != nil {
			op.Derive(source)
		}
	}
}
