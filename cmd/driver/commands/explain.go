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
	"github.com/lathe-ir/lathe/passes/placement"
)

// ExplainSchema names the form of an ExplainReport.
const ExplainSchema = "lathe.explain/1"

// ExplainReport says why an operation, or a cluster, is where it is. Fields that do
// not apply are empty.
type ExplainReport struct {
	Schema   string `json:"schema"`
	What     string `json:"what"` // as asked
	Function string `json:"function"`
	// Role is "operation", "argument", "constant", "return" or "cluster".
	Role       string             `json:"role"`
	Op         *PlanOp            `json:"op,omitempty"`
	Place      string             `json:"place,omitempty"`  // in the text
	Inside     string             `json:"inside,omitempty"` // what was asked for lies inside this operation
	Device     string             `json:"device,omitempty"`
	Reason     string             `json:"reason,omitempty"` // for the device
	Candidates []ExplainCandidate `json:"candidates,omitempty"`
	Cluster    *PlanCluster       `json:"cluster,omitempty"`
	Neighbours []ExplainNeighbour `json:"neighbours,omitempty"`
	// Readers are the clusters that read an argument or have a copy of a constant.
	Readers []string `json:"readers,omitempty"`
}

// ExplainCandidate is a device, in order of priority.
type ExplainCandidate struct {
	Device string `json:"device"`
	Takes  bool   `json:"takes"`
	Reason string `json:"reason,omitempty"` // the first rule that refused
}

// ExplainNeighbour is an operation, or a cluster, beside the one that is explained.
type ExplainNeighbour struct {
	Op      PlanOp `json:"op"`
	Before  bool   `json:"before"` // it must run first
	Device  string `json:"device"`
	Cluster string `json:"cluster"`
	// Relation is "same cluster", "other device", "merge refused" or "not joined".
	Relation string   `json:"relation"`
	Reason   string   `json:"reason,omitempty"` // of the refusal
	Path     []string `json:"path,omitempty"`   // that would have become a cycle
}

// RunExplain says why an operation or a cluster is where it is.
func (p *Planner) RunExplain(ctx context.Context, a ExplainArgs, stdin io.Reader, stdout io.Writer) error {
	pl, err := p.make(ctx, planOptions{PlacingArgs: a.PlacingArgs, file: a.File, askAll: true}, stdin)
	if err != nil {
		return err
	}
	r, err := pl.explain(a.What)
	if err != nil {
		return err
	}
	if a.JSON {
		return writeJSON(stdout, r)
	}
	return writeExplain(stdout, r)
}

// explain finds what is asked for.
func (pl *plan) explain(what string) (*ExplainReport, error) {
	if strings.HasPrefix(what, "@") {
		return pl.explainCluster(what)
	}
	if strings.HasPrefix(what, "#") {
		id, err := strconv.ParseUint(what[1:], 10, 32)
		if err != nil {
			return nil, diag.Errorf(diag.Span{}, "'%s' is not the id of an operation", what).WithHelp("ids are numbers, as in #12")
		}
		for _, f := range pl.funcs {
			if op := find(f.Fn.Op, uint32(id)); op != nil {
				return pl.explainOp(f, what, op), nil
			}
		}
		return nil, diag.Errorf(diag.Span{}, "no operation has the id %d", id).WithHelp("plan --json lists the ids")
	}
	return pl.explainValue(what)
}

func find(top *ir.Op, id uint32) (found *ir.Op) {
	top.Walk(func(op *ir.Op) bool {
		if op.ID() == id && op != top {
			found = op
		}
		return found == nil
	})
	return found
}

func (pl *plan) explainValue(what string) (*ExplainReport, error) {
	name, _, _ := strings.Cut(strings.TrimPrefix(what, "%"), "#")
	for _, values := range [][]*ir.Value{pl.sources[name], pl.printed(name)} {
		for _, f := range pl.funcs {
			// The function's own values come before those of regions inside it.
			for _, own := range []bool{true, false} {
				for _, v := range values {
					if (v.Block() == f.Fn.Entry()) == own && f.Fn.IsAncestor(v.Block().Parent()) {
						return pl.explainOf(f, what, v), nil
					}
				}
			}
		}
	}
	return nil, diag.Errorf(diag.Span{}, "no value is called '%%%s'", name).
		WithHelp("names are those of the file, or of the program as lathe-opt prints it; #12 is the operation with the id 12")
}

// printed returns the values that are called name where the program is printed.
func (pl *plan) printed(name string) []*ir.Value {
	var vs []*ir.Value
	for _, f := range pl.funcs {
		names := placement.NewNames(pl.module.Op)
		for _, op := range f.Ops {
			if op.NumResults() > 0 && names.Op(op) == "%"+name {
				vs = append(vs, op.ResultAt(0))
			}
		}
		for _, a := range f.Fn.Entry().Args() {
			if names.Value(a) == "%"+name {
				vs = append(vs, a)
			}
		}
	}
	return vs
}

func (pl *plan) explainOf(f *funcPlan, what string, v *ir.Value) *ExplainReport {
	if op := v.Def(); op != nil {
		return pl.explainOp(f, what, op)
	}
	if v.Block() != f.Fn.Entry() {
		return pl.explainOp(f, what, v.Block().Parent())
	}
	r := pl.newReport(f, what, "argument")
	r.Reason = "an argument of the function stays where the caller has it, and goes to each cluster that reads it"
	for i, part := range f.parts {
		if slices.Contains(part.Inputs, v) {
			r.Readers = append(r.Readers, f.clusterName(i))
		}
	}
	return r
}

func (pl *plan) newReport(f *funcPlan, what, role string) *ExplainReport {
	return &ExplainReport{Schema: ExplainSchema, What: what, Function: f.Fn.SymName(), Role: role}
}

func (pl *plan) explainOp(f *funcPlan, what string, op *ir.Op) *ExplainReport {
	node, ok := f.NodeAround(op)
	r := pl.newReport(f, what, "operation")
	if !ok {
		r.Role = "return"
		r.Reason = "the return runs on no device: what it returns is copied from the clusters that make it"
		return r
	}
	if op != f.Ops[node] {
		r.Inside = op.Name()
		op = f.Ops[node]
	}
	o := pl.planOp(op)
	r.Op = &o
	r.Place = op.Loc().Place()
	if sp := op.Loc().Span(); sp.IsValid() {
		line, col := sp.Src.Position(sp.Start)
		r.Place = fmt.Sprintf("%s:%d:%d", sp.Src.Name, line, col)
	}
	if f.IsConstant(node) {
		r.Role = "constant"
		r.Reason = "a constant is copied into each cluster that uses it"
		for i, part := range f.parts {
			if slices.Contains(part.Constants, op) {
				r.Readers = append(r.Readers, f.clusterName(i))
			}
		}
		return r
	}
	pl.explainDevice(r, f, op)
	c := pl.reportFunc(f).Clusters[f.Of[node]]
	r.Cluster = &c
	for _, u := range f.Preds(node) {
		r.Neighbours = append(r.Neighbours, pl.neighbour(f, node, u, true))
	}
	for _, s := range f.Succs(node) {
		r.Neighbours = append(r.Neighbours, pl.neighbour(f, node, s, false))
	}
	return r
}

// explainDevice says how op came to its device.
func (pl *plan) explainDevice(r *ExplainReport, f *funcPlan, op *ir.Op) {
	c := pl.choices[op]
	r.Device = pl.devices[c.Device].Name
	r.Reason = c.Reason(pl.devices)
	for i, d := range pl.devices {
		r.Candidates = append(r.Candidates, ExplainCandidate{d.Name, c.Refused[i] == "", c.Refused[i]})
	}
}

// neighbour says how two operations that an edge joins stand to each other.
func (pl *plan) neighbour(f *funcPlan, v, other int32, before bool) ExplainNeighbour {
	n := ExplainNeighbour{
		Op: pl.planOp(f.Ops[other]), Before: before,
		Device: f.DeviceName(f.Device[other]), Cluster: f.clusterName(int(f.Of[other])),
	}
	switch {
	case f.Of[v] == f.Of[other]:
		n.Relation = "same cluster"
	case f.Device[v] != f.Device[other]:
		n.Relation = "other device"
	default:
		n.Relation, n.Reason, n.Path = pl.refusal(f, f.Of[v], f.Of[other])
	}
	return n
}

// refusal says why two clusters of one device are not one: the last refusal, whose
// path holds for what both have become.
func (pl *plan) refusal(f *funcPlan, a, b int32) (relation, reason string, path []string) {
	relation = "not joined"
	for _, m := range f.notes.merges {
		x, y := f.Of[m.a], f.Of[m.b]
		if !m.refused || !(x == a && y == b || x == b && y == a) {
			continue
		}
		relation, reason, path = "merge refused", m.why.String(), nil
		for _, v := range m.path {
			path = append(path, f.Name(v))
		}
	}
	return relation, reason, path
}

func (pl *plan) explainCluster(what string) (*ExplainReport, error) {
	for _, f := range pl.funcs {
		for i := range f.Clusters {
			if f.clusterName(i) == what {
				return pl.explainMembers(f, what, int32(i)), nil
			}
		}
	}
	d := diag.Errorf(diag.Span{}, "no cluster is called '%s'", what)
	for _, f := range pl.funcs {
		switch n := len(f.Clusters); n {
		case 0:
		case 1:
			d.WithHelp(fmt.Sprintf("the only cluster of @%s is %s", f.Fn.SymName(), f.clusterName(0)))
		default:
			d.WithHelp(fmt.Sprintf("the clusters of @%s are %s to %s", f.Fn.SymName(), f.clusterName(0), f.clusterName(n-1)))
		}
	}
	return nil, d
}

// explainMembers says what a cluster is made of, and why it is no larger.
func (pl *plan) explainMembers(f *funcPlan, what string, i int32) *ExplainReport {
	r := pl.newReport(f, what, "cluster")
	r.Device = f.DeviceName(f.Clusters[i].Device)
	c := pl.reportFunc(f).Clusters[i]
	r.Cluster = &c
	met := map[int32]bool{i: true}
	for _, v := range f.Clusters[i].Nodes {
		beside := func(others []int32, before bool) {
			for _, other := range others {
				if !met[f.Of[other]] && f.Device[other] == f.Device[v] {
					met[f.Of[other]] = true
					r.Neighbours = append(r.Neighbours, pl.neighbour(f, v, other, before))
				}
			}
		}
		beside(f.Preds(v), true)
		beside(f.Succs(v), false)
	}
	return r
}
