package partition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Economy has the options, other than the strategy, that reduce cost. An operation moves only among
// the devices in its attribute cluster.candidates. A pinned operation does not move.
type Economy struct {
	MinSize int  `name:"min-cluster-size" opt:"min-size" help:"Move clusters with fewer than this number of operations to another device that supports them, unless the move costs more." placeholder:"N"`
	Cost    bool `opt:"cost" help:"Move operations to the device with the lowest cost of running and copying."`
	Fit     bool `opt:"fit" help:"First divide the operations by the memory of the devices, filling the devices in their order."`
	// FitTransfer implies Fit.
	FitTransfer bool `opt:"fit-transfer" help:"As --fit, but let each device hold 0.95 to 1.05 times its share of the constants, and within these limits divide where the fewest bytes cross to later devices."`
	// Join lists the ids of the operations that may share a cluster. Every other operation is a
	// separate cluster. If the list is empty, all operations may share clusters.
	Join []string `opt:"join" kong:"-" help:"ids of the operations, such as 4 or 7-12, that may share a cluster; by default all"`
}

// Fits reports whether a program is first divided by the memory of devices.
func (e Economy) Fits() bool { return e.Fit || e.FitTransfer }

// divide computes a partition of g. It does not change the program, but may add flags and
// candidates to g's nodes.
func (o Options) divide(ctx context.Context, g *irplace.Func, log placement.Logger) (*placement.Partition, error) {
	if err := o.prepare(g); err != nil {
		return nil, err
	}
	groups := o.groups(g)
	if groups == nil {
		return o.search(ctx, g, g.Graph, nil, log)
	}
	groups, placed := groups.Hull(g.Graph)
	work, members, err := groups.Fold(placed)
	if err != nil {
		return nil, o.groupError(g, groups, err)
	}
	if err := o.foldAssignment(g, members); err != nil {
		return nil, err
	}
	p, err := o.search(ctx, g, work, members, placement.Unfolding(log, members))
	if err != nil {
		return nil, err
	}
	if err := checkJoined(g, p); err != nil {
		return nil, err
	}
	return groups.Unfold(g.Graph, members, p), nil
}

// groups returns the fusion groups whose operations must stay together, or nil if no operation is
// in a group.
func (o Options) groups(g *irplace.Func) *placement.Groups {
	groups := g.Groups()
	if o.AllowSplit && groups != nil {
		groups = groups.Whole(g.Graph).Loose(g.Graph)
	}
	return groups
}

// search computes a partition of work: g's graph, or g's graph with each fusion group folded into
// one node. In the second case, members lists the nodes of g in each node of work.
func (o Options) search(ctx context.Context, g *irplace.Func, work *placement.Graph, members [][]int32, log placement.Logger) (*placement.Partition, error) {
	if o.Fits() {
		if !slices.ContainsFunc(o.Model.Specs, func(s placement.Spec) bool { return s.Memory > 0 }) {
			return nil, diag.Errorf(diag.Span{}, "%s has no effect: the memory of no device is known", o.fitOption()).
				WithHelp("give the memory of devices in the file of devices, as 'memory: 2GiB', or in the module's attribute " + cluster.DevicesAttr)
		}
		fit := placement.Fit
		if o.FitTransfer {
			fit = placement.FitTransfer
		}
		device, err := fit(work, o.Model)
		if err != nil {
			return nil, fitError(g, members, err)
		}
		work = work.On(device)
	}
	p, err := o.Strategy.Partition(ctx, work, o.Options, log)
	if err != nil {
		return nil, o.failed(g, members, err)
	}
	if o.MinSize > 0 || o.Cost {
		if p, err = o.economize(ctx, g, work, p, members); err != nil {
			return nil, err
		}
	}
	if o.Fits() {
		return p, o.fits(g, work, p)
	}
	return p, nil
}

// fitOption returns the name of the option that requires a division by memory.
func (o Options) fitOption() string {
	if o.FitTransfer {
		return o.Called.Option("fit-transfer")
	}
	return o.Called.Option("fit")
}

// failed adds a source position to an error of the strategy.
func (o Options) failed(g *irplace.Func, members [][]int32, err error) error {
	var at *placement.NodeError
	if errors.As(err, &at) {
		return nodeError(g, members, at)
	}
	var part *placement.PartError
	if errors.As(err, &part) {
		return o.Config.partError(g, part)
	}
	all := diag.All(err)
	if len(all) > 1 || all[0].Span.IsValid() {
		return fmt.Errorf("strategy %s on @%s: %w", o.Strategy.Name(), g.Fn.SymName(), err)
	}
	d := diag.Errorf(g.Fn.Op.Loc().Span(), "strategy %s on @%s: %s", o.Strategy.Name(), g.Fn.SymName(), all[0].Message)
	d.Help = all[0].Help
	return diag.OfKind(err, d)
}

// fits fails if a strategy moved operations so that a device's constants no longer fit.
func (o Options) fits(g *irplace.Func, work *placement.Graph, p *placement.Partition) error {
	d, bytes := placement.Overfull(work, o.Model, devicesOf(work, p))
	if d == placement.None {
		return nil
	}
	return ir.Errorf(g.Fn.Op, "@%s needs %d bytes of constants on device '%s', which holds %d: strategy %s moves operations after %s has divided them",
		g.Fn.SymName(), bytes, g.DeviceName(d), o.Model.Specs[d].Memory, o.Strategy.Name(), o.fitOption()).
		WithHelp("use strategy contract, which does not move operations")
}

// prepare completes the strategy's options. It also sets the flags and candidates of g's nodes that
// the options require.
func (o *Options) prepare(g *irplace.Func) (err error) {
	if o.Model, err = o.model(g); err != nil {
		return err
	}
	if err := o.apart(g); err != nil {
		return err
	}
	if _, ok := o.Strategy.(placement.FleetStrategy); ok {
		g.OfferAlike(o.Model)
	}
	return o.assign(g)
}

// economize moves nodes to devices where they cost less.
func (o Options) economize(ctx context.Context, g *irplace.Func, work *placement.Graph, p *placement.Partition, members [][]int32) (*placement.Partition, error) {
	work = work.On(devicesOf(work, p))
	e := placement.Economy{Model: o.Model, Least: o.MinSize, Nodes: o.Cost, Fit: o.Fits()}
	_, p, moves, err := e.Improve(work, p, func(h *placement.Graph) (*placement.Partition, error) {
		return o.Strategy.Partition(ctx, h, o.Options, nil)
	})
	if err != nil || !o.Log.Recording() {
		return p, err
	}
	n := &notes{g: g}
	for _, m := range moves {
		var nodes []int32
		for _, v := range m.Nodes {
			if members != nil {
				nodes = append(nodes, members[v]...)
				continue
			}
			nodes = append(nodes, v)
		}
		o.Log.Add(decision.Entry{
			Kind: decision.Place, Rule: "cost", Ops: n.ids(nodes...), Device: g.DeviceName(m.To),
			Reason: fmt.Sprintf("moved from %s: saves %.3g µs, and %d bytes between devices", g.DeviceName(m.From), m.Saves*1e6, m.Bytes),
		})
	}
	return p, nil
}

func devicesOf(g *placement.Graph, p *placement.Partition) []int32 {
	device := slices.Clone(g.Device)
	for _, k := range p.Clusters {
		for _, v := range k.Nodes {
			device[v] = k.Device
		}
	}
	return device
}

// model returns the given model, or a model built from the list of devices of the module. If the
// function is in no module, it returns a default model.
func (o Options) model(g *irplace.Func) (*placement.Model, error) {
	if o.Model != nil {
		return o.Model, nil
	}
	top := g.Fn.Op
	for top.Parent() != nil {
		top = top.Parent()
	}
	m, ok := ir.As[ir.Module](top)
	if !ok {
		return o.Costs(g.Graph), nil
	}
	specs, err := irplace.SpecsOf(m, g.Devices)
	if err != nil {
		return nil, err
	}
	for i, s := range specs {
		if o.Rates != nil {
			specs[i].Rates = o.Rates(s)
		}
	}
	return placement.NewModel(specs).Measured(o.Profile), nil
}

// maxCount bounds the counts in options.
const maxCount = 1 << 20

func (o Options) check() error {
	for _, n := range []struct {
		name  string
		value int
		most  int
	}{
		{"min-size", o.MinSize, math.MaxInt}, {"search-limit", o.SearchLimit, math.MaxInt}, {"attempts", o.Options.Attempts, math.MaxInt},
		{"saturate-devices", o.SaturateDevices, maxCount}, {"devices", o.Options.Devices, maxCount},
		{"contexts", o.Contexts, maxCount}, {"replicas", o.Replicas, maxCount},
		{"cards", o.Cards, maxCount}, {"table-units", o.TableUnits, math.MaxInt}, {"rest-units", o.RestUnits, math.MaxInt},
		{"big-table", int(o.BigTable), math.MaxInt},
	} {
		switch {
		case n.value < 0:
			return diag.Errorf(diag.Span{}, "%s must not be negative, but is %d", o.Called.Option(n.name), n.value).WithHelp("leave it out, or give 0, for the default")
		case n.value > n.most:
			return diag.Errorf(diag.Span{}, "%s must be at most %d, but is %d", o.Called.Option(n.name), n.most, n.value)
		}
	}
	for _, l := range []struct {
		name string
		list []string
	}{{"join", o.Join}, {"pair", o.Pair}} {
		if l.list != nil && len(l.list) == 0 {
			return diag.Errorf(diag.Span{}, "%s is an empty list", o.Called.Option(l.name)).WithHelp("leave it out")
		}
	}
	return o.contradiction()
}

// span is a range of ids.
type span struct{ first, last uint64 }

// spans parses ids and ranges of ids.
func spans(texts []string) ([]span, error) {
	var all []span
	for _, text := range texts {
		first, last, isRange := strings.Cut(text, "-")
		if !isRange {
			last = first
		}
		low, err := strconv.ParseUint(first, 10, 32)
		high, err2 := strconv.ParseUint(last, 10, 32)
		if err != nil || err2 != nil || low > high {
			return nil, fmt.Errorf("'%s' is not the id of an operation, such as 4, or a range of ids, such as 7-12", text)
		}
		all = append(all, span{low, high})
	}
	return all, nil
}

// apart marks the operations that must not share a cluster.
func (o Options) apart(g *irplace.Func) error {
	if len(o.Join) == 0 {
		return nil
	}
	all, err := spans(o.Join)
	if err != nil {
		return err
	}
	byID := make([]int32, g.Len())
	for v := range byID {
		byID[v] = int32(v)
		g.Flags[v] |= placement.Alone
	}
	slices.SortFunc(byID, func(a, b int32) int { return cmp.Compare(g.Op[a], g.Op[b]) })
	for _, s := range all {
		at, _ := slices.BinarySearchFunc(byID, s.first, func(v int32, id uint64) int { return cmp.Compare(uint64(g.Op[v]), id) })
		for ; at < len(byID) && uint64(g.Op[byID[at]]) <= s.last; at++ {
			g.Flags[byID[at]] &^= placement.Alone
		}
	}
	return nil
}

// groupError adds the location of the group's first operation to an error about a fusion group.
func (o Options) groupError(g *irplace.Func, groups *placement.Groups, err error) error {
	var of *placement.GroupError
	if !errors.As(err, &of) {
		return err
	}
	first := g.Ops[slices.Index(groups.Of, of.Group)]
	return ir.Errorf(first, "%v", of).
		WithHelp("change the attributes " + cluster.GroupAttr + ", or change what assigns operations to devices, such as " + cluster.DeviceAttr + ", or allow groups to be split with " + o.Called.Option("allow-split"))
}

// nodeError adds a location to an error of a strategy.
func nodeError(g *irplace.Func, members [][]int32, e *placement.NodeError) error {
	v := e.Node
	if members != nil {
		v = members[v][0]
	}
	d := ir.Errorf(g.Ops[v], "%s", e.Message)
	if e.Help != "" {
		d.WithHelp(e.Help)
	}
	return d
}

func fitError(g *irplace.Func, members [][]int32, err error) error {
	var full *placement.FitError
	if !errors.As(err, &full) {
		return err
	}
	v := full.Node
	if members != nil {
		v = members[v][0]
	}
	return ir.Errorf(g.Ops[v], "does not fit: %v", full).WithHelp("add a device, or one with more memory")
}
