// Package explain is the command lathe explain. It explains the placement of an operation, value,
// cluster or kernel.
package explain

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/fusions"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Args is the command line of the command "explain", in kong's form.
type Args struct {
	cli.PlacingArgs
	JSON  bool   `name:"json" help:"Print one JSON object."`
	Steps bool   `help:"Print each step of the strategy's search: for the strategy grow, all merges, rejections and rollbacks; for other strategies, the merges that were made or refused."`
	File  string `arg:"" help:"The program; - for standard input."`
	What  string `arg:"" optional:"" help:"What to explain: a value by its name in the file or in the printed program (%name, or @f:%name in the function @f), an operation by its id (#12), a cluster (@cluster_0_vm), or a kernel of a program on one device (@k0). By default, all operations that are not on the first device." placeholder:"%value|@f:%value|#id|@cluster"`
}

type explainer struct{ *plan.Plan }

// Run explains the operation, value, cluster or kernel that the command line names. With --steps,
// it prints the steps of the search.
func Run(ctx context.Context, p *plan.Planner, a Args, stdin io.Reader, stdout io.Writer) error {
	if a.Steps && a.What != "" {
		return diag.Errorf(diag.Span{}, "--steps prints the steps of all operations, not of '%s'", a.What).WithHelp("omit --steps, or omit the name")
	}
	pl, err := p.Make(ctx, plan.Options{PlacingArgs: a.PlacingArgs, File: a.File, AskAll: true, Steps: a.Steps}, stdin)
	if err != nil {
		return err
	}
	if a.Steps {
		return printSteps(pl, a.JSON, stdout)
	}
	pl.Join()
	r, err := Of(ctx, pl, a.What)
	if err != nil {
		return err
	}
	if a.JSON {
		return cli.WriteJSON(stdout, r)
	}
	return writeExplain(stdout, r)
}

// Of explains the operation, value, cluster or kernel with the given name. If the name is empty, Of
// lists the operations that are not on the first device.
func Of(ctx context.Context, p *plan.Plan, what string) (*Report, error) {
	pl := explainer{p}
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
			return nil, diag.Errorf(diag.Span{}, "'%s' is not the id of an operation", what).WithHelp("write the id as a number, as in #12")
		}
		for _, f := range pl.bodies() {
			if op := find(f.Op, uint32(id)); op != nil {
				return pl.explainOf(ctx, what, f, op, nil)
			}
		}
		return nil, diag.Errorf(diag.Span{}, "no operation has the id %d", id).WithHelp("use an id that lathe plan --json prints")
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

func (pl explainer) newReport(f *plan.FuncPlan, what, role string) *Report {
	return &Report{Schema: Schema, What: what, Function: f.Fn.SymName(), Role: role}
}

func (pl explainer) explainOp(ctx context.Context, f *plan.FuncPlan, what string, op *ir.Op) (*Report, error) {
	node, ok := f.NodeAround(op)
	r := pl.newReport(f, what, "operation")
	if !ok {
		r.Role = "return"
		r.Reason = "the return runs on no device: its operands are copied from the clusters that compute them"
		return r, nil
	}
	if op != f.Ops[node] {
		r.Inside = op.Name()
	}
	return pl.explainNode(ctx, r, f, node)
}

// explainNode adds the facts about a node to r. For a constant, these are the clusters that use it.
// For other operations, these are the device, the cluster, the neighbors and the fusion.
func (pl explainer) explainNode(ctx context.Context, r *Report, f *plan.FuncPlan, node int32) (*Report, error) {
	op := f.Ops[node]
	o := pl.ReportOp(op)
	r.Op = &o
	r.Place = plan.PlaceOf(op)
	if f.IsConstant(node) {
		r.Role = "constant"
		r.Reason = "a constant is copied into each cluster that uses it"
		for i, part := range f.Parts {
			if slices.Contains(part.Constants, op) {
				r.Readers = append(r.Readers, f.ClusterName(i))
			}
		}
		return r, nil
	}
	if err := pl.explainDevice(ctx, r, f, node); err != nil {
		return nil, err
	}
	c := pl.ReportFunc(f).Clusters[f.Of[node]]
	r.Cluster = &c
	for _, u := range f.Preds(node) {
		r.Neighbors = append(r.Neighbors, pl.neighbor(f, node, u, true))
	}
	for _, s := range f.Succs(node) {
		r.Neighbors = append(r.Neighbors, pl.neighbor(f, node, s, false))
	}
	r.Fusion = pl.fusion(ctx, op)
	return r, nil
}

// mostFused is the number of operations of the largest program whose fusion is explained. For
// larger programs, compiling would take much longer than planning.
const mostFused = 20_000

// fusion returns the decisions about fusing op with other operations.
func (pl explainer) fusion(ctx context.Context, op *ir.Op) []string {
	ops := 0
	for _, f := range pl.Funcs {
		ops += len(f.Ops)
	}
	if ops > mostFused {
		return []string{fmt.Sprintf("not determined for programs of more than %d operations; see the decisions that lathe-opt --lower-to-kernels --decisions=- writes", mostFused)}
	}
	clusters := map[uint32]string{}
	for _, f := range pl.Funcs {
		for v, op := range f.Ops {
			if f.Of[v] >= 0 { // constants are not in a cluster
				clusters[op.ID()] = f.ClusterName(int(f.Of[v]))
			}
		}
	}
	r, err := fusions.Of(ctx, pl.Module, fusions.Args{Clusters: clusters})
	if err != nil {
		return []string{"not determined, since the program cannot be compiled: " + diag.Messages(err)}
	}
	return r.About(op.ID())
}

// explainDevice explains why a node is on its device, and what the outcome would be with the node
// on each other device.
func (pl explainer) explainDevice(ctx context.Context, r *Report, f *plan.FuncPlan, v int32) error {
	c := pl.Choice(f.Ops[v])
	at := f.Clusters[f.Of[v]].Device
	r.Device = f.DeviceName(at)
	r.Reason = pl.ReasonFor(f, v)
	for _, rule := range c.Shadowed {
		r.Shadowed = append(r.Shadowed, rule.Text)
	}
	for i, d := range pl.Devices {
		why := plan.RefusedBy(c, int32(i))
		k := Candidate{Device: d.Name, Takes: why == "", Reason: why, Seconds: plan.Rounded(pl.Model.Run(f.Graph, v, int32(i)))}
		if int32(i) != at {
			if err := pl.suppose(ctx, f, []int32{v}, int32(i), &k); err != nil {
				return err
			}
		}
		r.Candidates = append(r.Candidates, k)
	}
	return nil
}

// suppose stores in c the outcome with the nodes on the given device, or the reason that there is
// no outcome.
func (pl explainer) suppose(ctx context.Context, f *plan.FuncPlan, nodes []int32, device int32, c *Candidate) error {
	nodes = f.DividedNodes(nodes)
	if len(nodes) == 0 {
		c.Untried = "it was added to join the outputs of its cluster, so no other device is tried"
		return nil
	}
	o, untried, err := pl.Try(ctx, f, nodes, device)
	if err != nil || o == nil {
		c.Untried = untried
		return err
	}
	c.If = &Outcome{Clusters: o.Clusters, Copies: o.Copies, Seconds: plan.Rounded(o.Seconds), Text: plan.Changes(pl.Now(f), *o)}
	if pl.DivisionGiven() {
		c.If.Strategy = pl.Search.Name()
	}
	return nil
}

// neighbor describes the relation of two operations that an edge connects.
func (pl explainer) neighbor(f *plan.FuncPlan, v, other int32, before bool) Neighbor {
	n := Neighbor{
		Op: pl.ReportOp(f.Ops[other]), Before: before,
		Device: f.DeviceName(f.Clusters[f.Of[other]].Device), Cluster: f.ClusterName(int(f.Of[other])),
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

// refusal explains why two operations on one device are in different clusters. The result
// "relation" is "merge refused" or "not joined". The result "path" leads from one operation to the
// other, and would become a cycle if both were in one cluster.
func (pl explainer) refusal(f *plan.FuncPlan, v, other int32) (relation, reason string, path []Step) {
	a, b := f.Of[v], f.Of[other]
	relation, reason = "not joined", "they could be merged: no other cluster is on a path between them"
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
		path = append(path, Step{Op: pl.ReportOp(f.Ops[s.Node]), Cluster: f.ClusterName(int(f.Of[s.Node])), By: s.Way.String()})
	}
	return relation, placement.ClosesCycle.String(), path
}
