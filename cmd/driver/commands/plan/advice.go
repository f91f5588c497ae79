package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement"
)

const (
	// maxTrials is the largest number of changes to try, and trialOps the largest number of
	// operations that all trials together place. The first trial is always made. In slow
	// strategies, an operation counts several times: balanceOps times in "balance", and
	// n/collectorOps times in "collector" if there are n operations.
	maxTrials    = 16
	trialOps     = 400_000
	balanceOps   = 64
	collectorOps = 64
	// maxAdvice is the largest number of trials that the advice mentions.
	maxAdvice = 5
)

// Outcome summarizes a division.
type Outcome struct {
	Clusters, Copies int
	bytes            int64
	Seconds          float64
}

// outcomeOf returns the cluster count, copies, bytes and estimated time of a partition.
func (pl *Plan) outcomeOf(g *placement.Graph, p *placement.Partition) Outcome {
	o := Outcome{Clusters: len(p.Clusters), Seconds: pl.Model.CostOf(g, p).Total()}
	for _, c := range placement.CopiesOf(g, p) {
		o.Copies++
		o.bytes += c.Bytes
	}
	return o
}

// fewer reports whether o has at most as many clusters and copies as p, and not the same numbers.
func (o Outcome) fewer(p Outcome) bool {
	return o.Clusters <= p.Clusters && o.Copies <= p.Copies && o.Clusters+o.Copies < p.Clusters+p.Copies
}

// Now returns the outcome of the current plan of f.
func (pl *Plan) Now(f *FuncPlan) Outcome { return pl.outcomeOf(f.Graph, f.Partition) }

// Try divides f with the given nodes placed on another device, and returns the outcome. The nodes
// are numbered as in the plan before outputs were joined (see [FuncPlan.DividedNodes]). If the
// strategy applies a given assignment, or finds no division, Try returns nil and the reason.
func (pl *Plan) Try(ctx context.Context, f *FuncPlan, nodes []int32, device int32) (*Outcome, string, error) {
	if _, ok := pl.Search.(placement.Assigned); ok {
		return nil, fmt.Sprintf("strategy %s applies a given division, so no other division is tried", pl.Search.Name()), nil
	}
	before := f.before()
	devices := slices.Clone(before.Device)
	for _, v := range nodes {
		devices[v] = device
	}
	g := before.On(devices)
	if g.Takes != nil { // the strategy must not move the nodes to another device
		g.Takes = slices.Clone(g.Takes)
		for _, v := range nodes {
			g.Takes[v] = 0
		}
	}
	division := pl.Options
	division.Model = pl.Model
	p, err := pl.Search.Partition(ctx, g, division, nil)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		why := err.Error()
		if at, ok := errors.AsType[*placement.NodeError](err); ok {
			why = before.Name(at.Node) + " " + why
		}
		return nil, fmt.Sprintf("strategy %s then finds no division: %s", pl.Search.Name(), why), nil
	}
	p.RunElsewhere(f.Devices)
	o := pl.outcomeOf(g, p)
	return &o, "", nil
}

// trial is a change to try.
type trial struct {
	kind   string
	device int32
	op     string
	nodes  []int32
}

// advise searches for changes that would improve the plan of f.
func (pl *Plan) advise(ctx context.Context, f *FuncPlan, r *Function) ([]Advice, error) {
	advice := pl.limits(f, r)
	now := pl.Now(f)
	least := now
	var better []Advice
	if pl.DivisionGiven() {
		o, _, err := pl.Try(ctx, f, nil, placement.None)
		if err != nil {
			return nil, err
		}
		if o != nil && o.fewer(now) {
			least = *o
			advice = append(advice, Advice{
				Kind: "anew", Clusters: o.Clusters, Copies: o.Copies, Seconds: Rounded(o.Seconds),
				Text: "without moving operations" + pl.would() + Changes(now, *o),
			})
		}
	}
	ops := len(f.Ops)
	switch pl.Search.Name() {
	case "balance":
		ops *= balanceOps
	case "collector":
		ops *= max(1, ops/collectorOps)
	}
	for i, t := range pl.trials(f) {
		if i == maxTrials || (i+1)*ops > trialOps && i > 0 {
			break
		}
		o, _, err := pl.Try(ctx, f, t.nodes, t.device)
		if err != nil {
			return nil, err
		}
		if o == nil || !o.fewer(least) {
			continue
		}
		better = append(better, Advice{
			Kind: t.kind, Device: f.DeviceName(t.device), Op: t.op, Ops: len(t.nodes),
			Clusters: o.Clusters, Copies: o.Copies, Seconds: Rounded(o.Seconds), Text: pl.adviceText(f, t, now, *o),
		})
	}
	slices.SortStableFunc(better, func(a, b Advice) int {
		return cmp.Or(cmp.Compare(a.Clusters+a.Copies, b.Clusters+b.Copies), cmp.Compare(a.Ops, b.Ops))
	})
	return append(advice, better[:min(len(better), maxAdvice)]...), nil
}

func (pl *Plan) adviceText(f *FuncPlan, t trial, now, then Outcome) string {
	device := f.DeviceName(t.device)
	what := fmt.Sprintf("if %s took %s (%s)", device, t.op, cli.Plural(len(t.nodes), "operation"))
	before, first := f.before(), t.nodes[0]
	switch at := f.DeviceName(before.Device[first]); t.kind {
	case "pin":
		what = fmt.Sprintf("with %s (%s) on %s instead of pinned to %s", before.Name(first), t.op, device, at)
	case "move":
		what = fmt.Sprintf("with %s (%s) on %s instead of %s", before.Name(first), t.op, device, at)
	}
	return what + pl.would() + Changes(now, then)
}

// The method "would" names the strategy of the trial if the division was given, since no strategy
// made this division.
func (pl *Plan) would() string {
	if pl.DivisionGiven() {
		return ", strategy " + pl.Search.Name() + " would make "
	}
	return " there would be "
}

// Changes returns a text that describes the differences between two outcomes.
func Changes(now, then Outcome) string {
	var parts []string
	if then.Clusters != now.Clusters {
		parts = append(parts, fmt.Sprintf("%s instead of %d", cli.Plural(then.Clusters, "cluster"), now.Clusters))
	}
	if then.Copies != now.Copies {
		parts = append(parts, fmt.Sprintf("%s instead of %d", cli.PluralY(then.Copies, "cop"), now.Copies))
	}
	if then.bytes != now.bytes {
		parts = append(parts, bytesLess(now.bytes-then.bytes)+" to copy")
	}
	if len(parts) == 0 {
		return "the same number of clusters and copies"
	}
	return strings.Join(parts, ", ")
}

func bytesLess(n int64) string {
	if n < 0 {
		return cli.ByteText(-n) + " more"
	}
	return cli.ByteText(n) + " less"
}

// trials lists possible changes. The changes of the most operations come first. A "capability"
// change moves the operations of one kind to a device of higher priority that refuses them. A "pin"
// or "move" change moves an operation that is pinned, or placed by a given division, to another
// device that accepts it and runs one of its neighbors.
func (pl *Plan) trials(f *FuncPlan) []trial {
	type key struct {
		kind   string
		device int32
		op     string
	}
	var ts []trial
	at := map[key]int{}
	for v, op := range f.before().Ops {
		c := pl.Choice(op)
		if c.Op == nil {
			continue
		}
		for d := range int32(len(pl.Devices)) {
			k := key{"capability", d, op.Name()}
			switch {
			case int(d) < len(c.Refused) && c.Refused[d] != "" && !c.Pinned && int(d) < c.Device:
			case c.Pinned && int(d) != c.Device && int(d) < len(c.Refused) && c.Refused[d] == "" && pl.pinHere(f, int32(v), d):
				k.kind, k.op = "pin", fmt.Sprint(op.ID())
				if pl.DivisionGiven() && !pl.Pinned[op] {
					k.kind = "move"
				}
			default:
				continue
			}
			i, ok := at[k]
			if !ok {
				i = len(ts)
				at[k] = i
				ts = append(ts, trial{kind: k.kind, device: d, op: op.Name()})
			}
			ts[i].nodes = append(ts[i].nodes, int32(v))
		}
	}
	sort.SliceStable(ts, func(i, j int) bool { return len(ts[i].nodes) > len(ts[j].nodes) })
	return ts
}

// pinHere reports whether v has a neighbor on d. Otherwise it is not worth trying to pin v to d.
func (pl *Plan) pinHere(f *FuncPlan, v, d int32) bool {
	before := f.before()
	for _, others := range [][]int32{before.Preds(v), before.Succs(v)} {
		for _, u := range others {
			if before.Device[u] == d {
				return true
			}
		}
	}
	return false
}

// limits finds devices that exceed their memory or run nothing.
func (pl *Plan) limits(f *FuncPlan, r *Function) []Advice {
	var advice []Advice
	for i, d := range r.Devices {
		switch {
		case d.MemoryBytes > 0 && d.PeakBytes > d.MemoryBytes:
			advice = append(advice, Advice{Kind: "memory", Device: d.Device, Text: fmt.Sprintf(
				"%s would hold %s, but has only %s%s", d.Device, cli.ByteText(d.PeakBytes), cli.ByteText(d.MemoryBytes), pl.memoryWay(d))})
		case f.elsewhere():
		case d.Ops == 0 && d.Held == 0 && r.Coverage.Ops > 0 && len(r.Devices) > 1:
			advice = append(advice, Advice{Kind: "unused", Device: d.Device, Text: fmt.Sprintf(
				"%s runs nothing: %s", d.Device, pl.unusedReason(f, int32(i)))})
		}
	}
	return advice
}

// memoryWay suggests how a device could use less memory. It suggests --fit if the strategy supports
// --fit and the constants alone are too large, because --fit counts only constants.
func (pl *Plan) memoryWay(d Device) string {
	constants, way := ", constants alone "+cli.ByteText(d.ConstantBytes), "place fewer operations on it, or list a device with more memory before it"
	s, reads := pl.Strategy.(placement.Configured)
	switch fit := reads && slices.Contains(s.Reads(), "fit"); {
	case pl.DivisionGiven():
		return constants + ": put some of its operations on another device"
	case fit && d.ConstantBytes > d.MemoryBytes:
		way = "divide by the memory of the devices first, with --fit, or list a device with more memory before it"
	case fit:
		constants += ", and --fit counts only constants"
	}
	return constants + ": " + way
}

// elsewhere reports whether the strategy itself chooses a device that runs the clusters. In this
// case, other devices are idle on purpose.
func (f *FuncPlan) elsewhere() bool {
	return slices.ContainsFunc(f.Clusters, func(c placement.Cluster) bool { return c.Part != nil && c.Part.RunOn != "" })
}

// unusedReason returns why device d runs nothing: the operations that d refuses, and the devices
// that run the operations that d accepts.
func (pl *Plan) unusedReason(f *FuncPlan, d int32) string {
	all, before := 0, true
	var refused []int32
	runs := make([]bool, len(pl.Devices))
	for v, op := range f.Ops {
		if f.IsConstant(int32(v)) {
			continue
		}
		all++
		c := pl.Choice(op)
		if RefusedBy(c, d) != "" {
			refused = append(refused, int32(v))
			continue
		}
		at := f.Clusters[f.Of[v]].Device
		runs[at] = true
		before = before && at < d && !c.Pinned
	}
	if len(refused) == all {
		return fmt.Sprintf("it refuses %s", pl.refusals(f, refused, d, all))
	}
	var others []string
	for i, has := range runs {
		if has {
			others = append(others, f.DeviceName(int32(i)))
		}
	}
	where := "on " + strings.Join(others, ", ")
	if v, bytes := pl.tooLarge(f, d); before {
		where += ", listed before it"
	} else if v != placement.None {
		where += fmt.Sprintf(": %s needs %s of constants, more than the %s that %s has", f.Name(v), cli.ByteText(bytes), cli.ByteText(pl.Model.Specs[d].Memory), f.DeviceName(d))
	}
	if len(refused) == 0 {
		return "all operations that it supports run " + where
	}
	return fmt.Sprintf("it refuses %s; the other operations run %s", pl.refusals(f, refused, d, all), where)
}

// tooLarge returns the first operation that device d accepts, and the size of its constants, if
// they do not fit into the memory of d. It returns None if they fit, or without --fit. The flag
// --fit places such an operation, and later operations that fit there, on another device.
func (pl *Plan) tooLarge(f *FuncPlan, d int32) (v int32, bytes int64) {
	limit := pl.Model.Specs[d].Memory
	if !pl.Fit || limit == 0 {
		return placement.None, 0
	}
	for v, op := range f.Ops {
		if c := pl.Choice(op); f.IsConstant(int32(v)) || c.Pinned || RefusedBy(c, d) != "" {
			continue
		}
		if bytes = placement.MemoryOf(f.Graph, []int32{int32(v)}).Constants; bytes > limit {
			return int32(v), bytes
		}
		break
	}
	return placement.None, 0
}

// refusals returns a text with the number of operations that device d refuses, the most frequent
// reason, and the first operation with this reason.
func (pl *Plan) refusals(f *FuncPlan, refused []int32, d int32, all int) string {
	times := map[string]int{}
	for _, v := range refused {
		times[RefusedBy(pl.Choice(f.Ops[v]), d)]++
	}
	first, most := int32(0), 0
	for _, v := range refused {
		if n := times[RefusedBy(pl.Choice(f.Ops[v]), d)]; n > most {
			first, most = v, n
		}
	}
	like := ""
	if most > 1 && most < len(refused) {
		like = fmt.Sprintf("%d of them like ", most)
	}
	return fmt.Sprintf("%d of %s (%s%s: %s)", len(refused), cli.Plural(all, "operation"), like, f.Name(first), RefusedBy(pl.Choice(f.Ops[first]), d))
}

// RefusedBy returns the reason that device d refuses an operation, or "" if d accepts it. It also
// returns "" for a device that the strategy added, because such a device is not queried.
func RefusedBy(c affinity.Choice, d int32) string {
	if int(d) >= len(c.Refused) {
		return ""
	}
	return c.Refused[d]
}
