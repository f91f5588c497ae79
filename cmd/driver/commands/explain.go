package commands

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement"
)

// RunExplain prints why an operation or a cluster is on its device.
func (p *Planner) RunExplain(ctx context.Context, a ExplainArgs, stdin io.Reader, stdout io.Writer) error {
	pl, err := p.make(ctx, planOptions{PlacingArgs: a.PlacingArgs, file: a.File, askAll: true}, stdin)
	if err != nil {
		return err
	}
	pl.join()
	r, err := pl.explain(ctx, a.What)
	if err != nil {
		return err
	}
	if a.JSON {
		return writeJSON(stdout, r)
	}
	return writeExplain(stdout, r)
}

// explain finds the operation, value or cluster called what, and explains it.
func (pl *plan) explain(ctx context.Context, what string) (*ExplainReport, error) {
	if what == "" {
		return pl.explainProgram(), nil
	}
	if name, value, ok := strings.Cut(what, ":%"); ok && strings.HasPrefix(name, "@") {
		return pl.explainValue(ctx, what, name[1:], value)
	}
	if strings.HasPrefix(what, "@") {
		return pl.explainCluster(ctx, what)
	}
	if strings.HasPrefix(what, "#") {
		id, err := strconv.ParseUint(what[1:], 10, 32)
		if err != nil {
			return nil, diag.Errorf(diag.Span{}, "'%s' is not the id of an operation", what).WithHelp("ids are numbers, as in #12")
		}
		for _, f := range pl.bodies() {
			if op := find(f.Op, uint32(id)); op != nil {
				return pl.explainOf(ctx, what, f, op, nil)
			}
		}
		return nil, diag.Errorf(diag.Span{}, "no operation has the id %d", id).WithHelp("plan --json lists the ids")
	}
	return pl.explainValue(ctx, what, "", what)
}

func find(top *ir.Op, id uint32) (found *ir.Op) {
	top.Walk(func(op *ir.Op) bool {
		if id != 0 && op.ID() == id && op != top { // 0 means that the operation has no id
			found = op
		}
		return found == nil
	})
	return found
}

func (pl *plan) newReport(f *funcPlan, what, role string) *ExplainReport {
	return &ExplainReport{Schema: ExplainSchema, What: what, Function: f.Fn.SymName(), Role: role}
}

func (pl *plan) explainOp(ctx context.Context, f *funcPlan, what string, op *ir.Op) (*ExplainReport, error) {
	node, ok := f.NodeAround(op)
	r := pl.newReport(f, what, "operation")
	if !ok {
		r.Role = "return"
		r.Reason = "the return runs on no device: what it returns is copied from the clusters that make it"
		return r, nil
	}
	if op != f.Ops[node] {
		r.Inside = op.Name()
	}
	return pl.explainNode(ctx, r, f, node)
}

// explainNode explains the device of an operation that was placed.
func (pl *plan) explainNode(ctx context.Context, r *ExplainReport, f *funcPlan, node int32) (*ExplainReport, error) {
	op := f.Ops[node]
	o := pl.planOp(op)
	r.Op = &o
	r.Place = placeOf(op)
	if f.IsConstant(node) {
		r.Role = "constant"
		r.Reason = "a constant is copied into each cluster that uses it"
		for i, part := range f.parts {
			if slices.Contains(part.Constants, op) {
				r.Readers = append(r.Readers, f.clusterName(i))
			}
		}
		return r, nil
	}
	if err := pl.explainDevice(ctx, r, f, node); err != nil {
		return nil, err
	}
	c := pl.reportFunc(f).Clusters[f.Of[node]]
	r.Cluster = &c
	for _, u := range f.Preds(node) {
		r.Neighbours = append(r.Neighbours, pl.neighbour(f, node, u, true))
	}
	for _, s := range f.Succs(node) {
		r.Neighbours = append(r.Neighbours, pl.neighbour(f, node, s, false))
	}
	return r, nil
}

// placeOf returns the position of op in the text.
func placeOf(op *ir.Op) string {
	if sp := op.Loc().Span(); sp.IsValid() {
		line, col := sp.Src.Position(sp.Start)
		return fmt.Sprintf("%s:%d:%d", sp.Src.Name, line, col)
	}
	return op.Loc().Place()
}

// explainDevice explains how a node got its device, and what another device would cost.
func (pl *plan) explainDevice(ctx context.Context, r *ExplainReport, f *funcPlan, v int32) error {
	c := pl.Choices[f.Ops[v]]
	at := f.Clusters[f.Of[v]].Device
	r.Device = f.DeviceName(at)
	r.Reason = pl.reasonFor(f, v)
	for _, rule := range c.Shadowed {
		r.Shadowed = append(r.Shadowed, rule.Text)
	}
	for i, d := range pl.Devices {
		why := refusedBy(c, int32(i))
		k := ExplainCandidate{Device: d.Name, Takes: why == "", Reason: why, Seconds: rounded(pl.Model.Run(f.Graph, v, int32(i)))}
		if int32(i) != at {
			if err := pl.suppose(ctx, f, []int32{v}, int32(i), &k); err != nil {
				return err
			}
		}
		r.Candidates = append(r.Candidates, k)
	}
	return nil
}

// suppose computes the outcome with the nodes on the device of a candidate.
func (pl *plan) suppose(ctx context.Context, f *funcPlan, nodes []int32, device int32, c *ExplainCandidate) error {
	nodes = f.dividedNodes(nodes)
	if len(nodes) == 0 {
		c.Untried = "joining the outputs of its cluster added it, so no other device is tried"
		return nil
	}
	o, untried, err := pl.try(ctx, f, nodes, device)
	if err != nil || o == nil {
		c.Untried = untried
		return err
	}
	c.If = &ExplainIf{Clusters: o.clusters, Copies: o.copies, Seconds: rounded(o.seconds), Text: changes(pl.now(f), *o)}
	if pl.divisionGiven() {
		c.If.Strategy = pl.Search.Name()
	}
	return nil
}

// refusedBy returns the reason that device d refuses an operation. It returns "" if the device
// accepts it, or if only the strategy named the device.
func refusedBy(c affinity.Choice, d int32) string {
	if int(d) >= len(c.Refused) {
		return ""
	}
	return c.Refused[d]
}

// reasonFor returns the reason that a node is on its device: the rule that chose it, or that a
// strategy moved it.
func (pl *plan) reasonFor(f *funcPlan, v int32) string {
	c := pl.Choices[f.Ops[v]]
	switch {
	case f.added(f.Ops[v]):
		return "it joins what leaves a cluster, or cuts it again, where the cluster that it is in runs"
	case pl.divisionGiven():
		return pl.Source
	}
	if at := f.Clusters[f.Of[v]].Device; int(at) != c.Device {
		return fmt.Sprintf("moved by %s from %s, which was the choice: %s", f.Clusters[f.Of[v]].Origin, f.DeviceName(int32(c.Device)), c.Reason(pl.Devices))
	}
	return c.Reason(pl.Devices)
}

// neighbour describes the relation of two operations that an edge joins.
func (pl *plan) neighbour(f *funcPlan, v, other int32, before bool) ExplainNeighbour {
	n := ExplainNeighbour{
		Op: pl.planOp(f.Ops[other]), Before: before,
		Device: f.DeviceName(f.Clusters[f.Of[other]].Device), Cluster: f.clusterName(int(f.Of[other])),
	}
	switch {
	case f.Of[v] == f.Of[other]:
		n.Relation = "same cluster"
	case f.Clusters[f.Of[v]].Device != f.Clusters[f.Of[other]].Device:
		n.Relation = "other device"
	case f.Device[v] != f.Device[other]:
		n.Relation = "not joined"
		n.Reason = fmt.Sprintf("%s divides where devices change, here %s and %s", f.Clusters[f.Of[v]].Origin, f.DeviceName(f.Device[v]), f.DeviceName(f.Device[other]))
	default:
		n.Relation, n.Reason, n.Path = pl.refusal(f, v, other)
	}
	return n
}

// refusal explains why two operations on one device are in different clusters: whether the
// strategy refused to merge them, and the path between them that merging would have turned into a
// cycle.
func (pl *plan) refusal(f *funcPlan, v, other int32) (relation, reason string, path []ExplainStep) {
	a, b := f.Of[v], f.Of[other]
	relation, reason = "not joined", "they could be one: no other cluster is on a path between them"
	for i := range f.Notes.Len() {
		m := f.Notes.At(i)
		x, y := f.Of[m.A], f.Of[m.B]
		if m.Refused && (x == a && y == b || x == b && y == a) {
			relation, reason = "merge refused", m.Why.String()
		}
	}
	steps := placement.Between(f.Graph, f.Partition, a, b)
	if len(steps) == 0 {
		return relation, reason, nil
	}
	begin, end := v, other
	if f.Of[steps[0].Node] == b {
		begin, end = other, v
	}
	if steps[0].Node != begin {
		steps[0].Way = placement.ByCluster
		steps = slices.Insert(steps, 0, placement.Step{Node: begin})
	}
	if steps[len(steps)-1].Node != end {
		steps = append(steps, placement.Step{Node: end, Way: placement.ByCluster})
	}
	for _, s := range steps {
		path = append(path, ExplainStep{Op: pl.planOp(f.Ops[s.Node]), Cluster: f.clusterName(int(f.Of[s.Node])), By: s.Way.String()})
	}
	return relation, placement.ClosesCycle.String(), path
}
