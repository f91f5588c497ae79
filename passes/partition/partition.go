// Package partition divides a function's operations among clusters, so that no two clusters
// wait for each other. Each cluster runs on one device as one launch.
//
// Operations must have the attribute cluster.device, which the pass affinity sets. A strategy forms
// the clusters, each from operations of one device. Each cluster becomes a cluster.region, in an
// order in which the clusters can run.
package partition

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Options control how functions are divided.
type Options struct {
	Strategy placement.Strategy
	// Strategies lists the strategies that error messages suggest; may be nil.
	Strategies []placement.Strategy
	// Profile has measured times, which replace estimates; may be nil.
	Profile *placement.Profile
	// Rates returns the seconds that a device's engine needs for each kind of work, or nil if they
	// are unknown. It is called only if Model is nil. Rates may be nil.
	Rates func(placement.Spec) *placement.Rates
	// More is called with the devices of a plan that are not among the given devices. It fails if
	// one of them does not exist, and returns the cost model of all devices. If it returns nil, the
	// model is computed from the module's list of devices. More may be nil.
	More func(devices []string) (*placement.Model, error)
	// If NoRepair is set, the clusters are the connected components of the operations on each
	// device. If they wait for each other, the division fails, and the error shows each cycle as a
	// path. Fusion groups are ignored, with a warning if a group is in several clusters.
	NoRepair bool
	// AllowSplit allows the operations of a fusion group on several devices. Such a group is then
	// ignored.
	AllowSplit bool
	// NoFallback refuses strategies that move operations away from the first device.
	NoFallback bool
	// Require lists devices that must run at least one operation in the result.
	Require []string
	placement.Options
	Economy
	// Config is the configuration for a [placement.Assigned] strategy. If it is nil, the strategy
	// uses attributes of the program.
	Config *Config
	// Names provides the names of values for messages; may be nil.
	Names *asm.Names
	// Warn receives warnings; may be nil.
	Warn func(*diag.Diagnostic)
	// Log records decisions; may be nil.
	Log *decision.Log
	// Record keeps the strategy's decisions in [Plan].Notes. Steps also keeps the steps of its
	// search.
	Record, Steps bool
}

// Plan is a division of a function that has not been applied.
type Plan struct {
	*irplace.Func
	*placement.Partition
	Notes  *placement.Record // decisions of the strategy; nil without [Options].Record
	before []int64           // ids in the order before [Plan.Join] moved operations, or nil
}

// Module divides every entry function of a module that is not divided yet, and forms the clusters.
// If o.Log did not allow all decisions, it forms none. On error the module is unchanged.
func Module(ctx context.Context, m ir.Module, o Options) error {
	aside := irplace.SetAside(m)
	plans, err := Divide(ctx, m, irplace.Devices(m), o)
	if err != nil || o.Log.Suppressed() > 0 {
		aside.PutBack()
		return err
	}
	Apply(m, plans, o)
	return nil
}

// Divide computes plans for the entry functions of m that are not divided yet. The list devices has
// the devices that attributes of operations may name. If clusters wait for each other, it returns
// all plans, and a *CyclicError for each function with such clusters.
func Divide(ctx context.Context, m ir.Module, devices []string, o Options) (plans []*Plan, err error) {
	if err := errors.Join(o.Config.Find(m), o.checkSingle(m)); err != nil {
		return nil, err
	}
	symbols := ir.NewSymbols(m.Op)
	var cyclic error
	var ids newIDs
	for _, f := range irplace.Entries(m) {
		if irplace.Divided(f) {
			o.warnDivided(f)
			continue
		}
		p, err := divideFunc(ctx, f, devices, symbols, &ids, o)
		if p == nil {
			return nil, err
		}
		cyclic = errors.Join(cyclic, err)
		if more := p.Devices[len(devices):]; len(more) > 0 && o.More != nil {
			if o.Model, err = o.More(more); err != nil {
				return nil, err
			}
		}
		devices = p.Devices
		plans = append(plans, p)
	}
	if cyclic != nil || len(plans) == 0 {
		return plans, cyclic
	}
	return plans, errors.Join(o.unknownIDs(plans), o.idle(plans, devices))
}

// Apply forms the clusters of plans, which Divide computed for m.
func Apply(m ir.Module, plans []*Plan, o Options) {
	hasher := fingerprint.New(ir.NewSymbols(m.Op))
	for _, p := range plans {
		p = p.Join()
		o.WarnRoom(p)
		p.form(hasher)
		ListMore(m, p.Devices)
	}
}

// checkSingle fails if the strategy supports only programs with one function, and m does
// not have exactly one.
func (o Options) checkSingle(m ir.Module) error {
	_, single := o.Strategy.(interface{ Single() })
	entries := irplace.Entries(m)
	if !single || len(entries) == 1 {
		return nil
	}
	at := m.Op
	if len(entries) > 1 {
		at = entries[1].Op
	}
	return ir.Errorf(at, "strategy %s divides a program of one function, but there are %d", o.Strategy.Name(), len(entries)).
		WithHelp("make each function private that another function calls: it is then placed with its callers")
}

// ListMore appends devices to a module's list of devices if the list lacks them. The given devices
// must begin with the devices of the list. A strategy such as profiling runs clusters on devices
// that are not listed.
func ListMore(m ir.Module, devices []string) {
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

// divideFunc computes a plan for f. It changes f only by giving ids to operations without a unique
// id. The parameters symbols and ids are for the whole module.
func divideFunc(ctx context.Context, f fn.Func, devices []string, symbols *ir.Symbols, ids *newIDs, o Options) (*Plan, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	ids.give(f)
	g, err := irplace.FromFunc(f, devices, symbols)
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
	plan := &Plan{Func: g}
	if o.Record {
		plan.Notes = &placement.Record{Stepwise: o.Steps}
	}
	p, err := o.divide(ctx, g, o.logger(plan))
	if err != nil {
		return nil, err
	}
	if err := placement.Verify(g.Graph, p); err != nil {
		panic(fmt.Sprintf("partition: BUG: strategy %s made a partition that cannot run: %v", o.Strategy.Name(), err))
	}
	if p, err = o.narrow(g, p); err != nil {
		return nil, err
	}
	copy(g.Device, devicesOf(g.Graph, p)) // strategies may move operations
	g.Devices = p.RunElsewhere(g.Devices)
	plan.Partition = p
	if _, given := o.Strategy.(placement.Ordered); !given { // with Ordered, the user names the parts
		plan.nameParts()
	}
	plan.log(o.Log)
	o.warnOnce(plan)
	o.warnInstead(plan)
	return plan, nil
}

// narrow cuts the clusters of p that would have more results than an operation can have. Instead of
// cutting, it fails if NoRepair is set, if the user gives the division ([placement.Ordered]), if
// such a cluster has a Part, or if the function has fusion groups.
func (o Options) narrow(g *irplace.Func, p *placement.Partition) (*placement.Partition, error) {
	_, given := o.Strategy.(placement.Ordered)
	ungrouped := sync.OnceValue(func() bool { return g.Groups() == nil })
	narrow, wide := p.Narrow(g.Graph, ir.MaxResults, func(i int32) bool {
		return !given && !o.NoRepair && p.Clusters[i].Part == nil && ungrouped()
	})
	if wide != placement.None {
		k := p.Clusters[wide]
		return nil, ir.Errorf(g.Ops[k.Nodes[0]], "is in a cluster that produces %d values for other clusters, but an operation has at most %d results", g.Outputs(k.Nodes, p.Of), ir.MaxResults).
			WithHelp("use strategy contract, and no fusion groups: such clusters are then cut")
	}
	return narrow, nil
}

// logger returns the logger for the strategy's decisions, or nil if none is needed.
func (o Options) logger(p *Plan) placement.Logger {
	log := &notes{p.Func, o.Log, o.Strategy.Name()}
	switch {
	case !o.Log.Recording() && p.Notes == nil:
		return nil
	case !o.Log.Recording():
		return p.Notes
	case p.Notes == nil:
		return log
	}
	return both{log, p.Notes}
}

// placed fails if an operation names a device, or a candidate for its device, that is not listed.
// It also fails if an operation names no device, unless the operation is marked as unplaced.
func placed(g *irplace.Func, devices []string) error {
	var errs diag.List
	for v, op := range g.Ops {
		if g.IsConstant(int32(v)) {
			continue
		}
		if d := irplace.UnknownCandidate(op, devices); d != nil {
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
				WithHelp("add the device to the module's attribute "+cluster.DevicesAttr))
			continue
		}
		errs = append(errs, ir.Errorf(op, "has no device; run --affinity first, or give it the attribute %s", cluster.DeviceAttr))
	}
	return errs.Limit(ir.MaxErrors).Err()
}

// CyclicError reports that unrepaired clusters wait for each other.
type CyclicError struct {
	Plan   *Plan
	Cycles []placement.Cycle
	Called placement.Called // names of options for messages
}

func (e *CyclicError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "clusters of @%s wait for each other", e.Plan.Fn.SymName())
	for i, c := range e.Cycles {
		fmt.Fprintf(&s, "\ncycle %d: %s", i, c.Text(e.Plan.Graph, e.Plan.Partition))
	}
	return s.String()
}

// ExitStatus returns the driver's exit status. It is 1, since finding the cycles is a result and
// not a failure of a pass.
func (e *CyclicError) ExitStatus() int { return 1 }

// Diagnostic returns the error with a note for each cycle.
func (e *CyclicError) Diagnostic() *diag.Diagnostic {
	d := ir.Errorf(e.Plan.Fn.Op, "has clusters that wait for each other")
	for i, c := range e.Cycles {
		ir.NoteAt(d, e.Plan.Ops[c.Path[0].From], "cycle %d: %s", i, c.Text(e.Plan.Graph, e.Plan.Partition))
	}
	return d.WithHelp("leave out " + e.Called.Option("no-repair") + ": clusters are then cut until no clusters wait for each other")
}

// unrepaired returns the plan whose clusters are the connected components of the operations on each
// device. If these clusters wait for each other, it also returns a *CyclicError.
func (o Options) unrepaired(g *irplace.Func) (*Plan, error) {
	p, err := o.narrow(g, placement.Unrepaired(g.Graph))
	if err != nil {
		return nil, err
	}
	plan := &Plan{Func: g, Partition: p}
	if cycles := placement.Cycles(g.Graph, plan.Partition); len(cycles) > 0 {
		return plan, &CyclicError{plan, cycles, o.Called}
	}
	o.warnGroups(plan)
	plan.log(o.Log)
	return plan, nil
}

type both struct{ first, second placement.Logger }

func (l both) Merged(a, b int32) {
	l.first.Merged(a, b)
	l.second.Merged(a, b)
}

func (l both) Refused(a, b int32, why placement.Reason, path []int32) {
	l.first.Refused(a, b, why, path)
	l.second.Refused(a, b, why, path)
}

// Step implements [placement.Stepper]. Only the second logger receives steps.
func (l both) Step(what string, node int32) {
	if s, ok := l.second.(placement.Stepper); ok {
		s.Step(what, node)
	}
}

// notes writes a strategy's decisions to a log.
type notes struct {
	g        *irplace.Func
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

// ascending reports whether the ids of a block's operations increase. Ids from the parser do.
func ascending(b *ir.Block) bool {
	last := uint32(0)
	for op := range b.Ops() {
		if op.ID() <= last {
			return false
		}
		last = op.ID()
	}
	return true
}

// newIDs gives unique ids to operations of one module. The zero value is ready for use.
type newIDs struct {
	used map[uint32]bool // the ids of the module, or nil before the first new id
	last uint32          // the largest id of the module, then the last new id
}

// give gives a unique id to each operation of f's block that has no id or shares an id. Operations
// share an id if they were derived from the same operation.
func (n *newIDs) give(f fn.Func) {
	if f.IsDeclaration() || ascending(f.Entry()) {
		return
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
	for _, op := range without {
		source := seen[op.ID()]
		op.SetID(n.next(op))
		if source != nil {
			op.Derive(source)
		}
	}
}

// next returns an id that is larger than all ids of op's module. If there is none, it returns a
// smaller id that is not used.
func (n *newIDs) next(op *ir.Op) uint32 {
	if n.used == nil {
		n.used = map[uint32]bool{0: true} // 0 means no id
		for op.Parent() != nil {
			op = op.Parent()
		}
		op.Walk(func(op *ir.Op) bool {
			n.used[op.ID()] = true
			n.last = max(n.last, op.ID())
			return true
		})
	}
	for n.last++; n.used[n.last]; n.last++ {
	}
	return n.last
}
