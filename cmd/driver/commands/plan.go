package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// PlanSchema names the form of a PlanReport.
const PlanSchema = "lathe.plan/1"

// PlanReport says what runs where. Sizes are in bytes; -1 where types do not tell.
type PlanReport struct {
	Schema    string       `json:"schema"`
	File      string       `json:"file"`
	Strategy  string       `json:"strategy"` // "none" without repair
	Devices   []string     `json:"devices"`  // in order of priority
	Functions []PlanOfFunc `json:"functions"`
}

// PlanOfFunc is the plan of one function.
type PlanOfFunc struct {
	Name     string        `json:"name"`
	Coverage PlanCoverage  `json:"coverage"`
	Clusters []PlanCluster `json:"clusters,omitempty"` // in the order in which they run
	Copies   []PlanCopy    `json:"copies"`
	// CopiedBytes is the sum of the copies whose size is known.
	CopiedBytes int64       `json:"copied_bytes"`
	Cycles      []PlanCycle `json:"cycles,omitempty"`
}

// PlanCoverage counts operations.
type PlanCoverage struct {
	Ops       int `json:"ops"`       // of the function's block, constants and return not counted
	Placed    int `json:"placed"`    // in exactly one cluster
	Constants int `json:"constants"` // of the function
	Copies    int `json:"constant_copies"`
}

// PlanCluster is one cluster.
type PlanCluster struct {
	Name     string      `json:"name"` // as cluster-outline calls it
	Device   string      `json:"device"`
	Origin   string      `json:"origin"` // what formed it
	Ops      []PlanOp    `json:"ops"`
	Inputs   []PlanValue `json:"inputs"`
	Outputs  []PlanValue `json:"outputs"`
	BytesIn  int64       `json:"bytes_in"`
	BytesOut int64       `json:"bytes_out"`
}

// PlanOp is an operation, by its id, its kind, and the name of its results.
type PlanOp struct {
	ID    uint32 `json:"id"`
	Op    string `json:"op"`
	Value string `json:"value,omitempty"`
}

// PlanValue is a value that crosses the border of a cluster.
type PlanValue struct {
	Value string `json:"value"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// PlanCopy is a value that goes to another device: once, however many clusters of
// that device read it.
type PlanCopy struct {
	PlanValue
	From string   `json:"from"`
	To   string   `json:"to"`
	By   string   `json:"by"` // the cluster that makes it
	For  []string `json:"for"`
}

// PlanCycle is a closed path through clusters: each step leaves the cluster that
// the one before it enters.
type PlanCycle struct {
	Path []PlanStep `json:"path"`
	Text string     `json:"text"`
}

// PlanStep is an edge between clusters.
type PlanStep struct {
	From        string `json:"from"`
	To          string `json:"to"`
	FromCluster string `json:"from_cluster"`
	ToCluster   string `json:"to_cluster"`
}

// RunPlan prints the plan of a program. Clusters that wait for each other are
// printed as paths, and are an error.
func (p *Planner) RunPlan(ctx context.Context, a PlanArgs, stdin io.Reader, stdout io.Writer) error {
	pl, err := p.make(ctx, planOptions{PlacingArgs: a.PlacingArgs, file: a.File, noRepair: a.NoRepair}, stdin)
	if pl == nil {
		return err
	}
	r := pl.report(a.File)
	if a.NoRepair {
		r.Strategy = "none"
	}
	if err != nil {
		r.keepCycles(err)
		err = cyclesError(r)
	} else if a.PartitionTo != "" {
		if done, err := pl.writePartition(a.PartitionTo, stdout); done {
			return err
		}
	}
	if a.JSON {
		return errors.Join(err, writeJSON(stdout, r))
	}
	return errors.Join(err, writePlan(stdout, r))
}

// writeJSON writes a report as one line.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(report)
}

// writePartition writes the partition to a file; done means that nothing else is to
// be printed.
func (pl *plan) writePartition(file string, stdout io.Writer) (done bool, err error) {
	var parts []replay.Part
	for _, f := range pl.funcs {
		parts = append(parts, replay.Part{Func: f.Func, Partition: f.Partition})
	}
	if file == "-" {
		return true, replay.Write(stdout, parts)
	}
	var text bytes.Buffer
	if err := replay.Write(&text, parts); err != nil {
		return true, err
	}
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		return true, diag.Errorf(diag.Span{}, "cannot write partition file '%s': %v", file, pathReason(err)).
			WithHelp("name a file in a folder that exists, or - for the standard output")
	}
	return false, nil
}

// keepCycles adds the cycles of err, and leaves out what can not run.
func (r *PlanReport) keepCycles(err error) {
	var all interface{ Unwrap() []error }
	if !errors.As(err, &all) {
		return
	}
	for _, e := range all.Unwrap() {
		var c *partition.CyclicError
		if !errors.As(e, &c) {
			continue
		}
		for i := range r.Functions {
			f := &r.Functions[i]
			if f.Name != c.Plan.Fn.SymName() {
				continue
			}
			for _, cycle := range c.Cycles {
				f.Cycles = append(f.Cycles, planCycle(c.Plan, f.Clusters, cycle))
			}
			f.Clusters, f.Copies, f.CopiedBytes = nil, []PlanCopy{}, 0
		}
	}
}

func planCycle(p *partition.Plan, clusters []PlanCluster, c placement.Cycle) PlanCycle {
	out := PlanCycle{Text: c.Text(p.Graph)}
	for _, s := range c.Path {
		out.Path = append(out.Path, PlanStep{
			From: p.Name(s.From), To: p.Name(s.To),
			FromCluster: clusters[s.FromCluster].Name, ToCluster: clusters[s.ToCluster].Name,
		})
	}
	return out
}

func cyclesError(r *PlanReport) error {
	n := 0
	name := ""
	for _, f := range r.Functions {
		if len(f.Cycles) > 0 {
			n, name = n+len(f.Cycles), f.Name
		}
	}
	return diag.Errorf(diag.Span{}, "clusters of @%s wait for each other: %s, printed as paths", name, plural(n, "cycle")).
		WithHelp("without --no-repair clusters are cut until none waits for itself")
}

// report puts a plan into words and numbers.
func (pl *plan) report(file string) *PlanReport {
	r := &PlanReport{Schema: PlanSchema, File: file, Strategy: pl.strategy.Name(), Devices: pl.deviceNames(), Functions: []PlanOfFunc{}}
	for _, f := range pl.funcs {
		r.Functions = append(r.Functions, pl.reportFunc(f))
	}
	return r
}

func (pl *plan) reportFunc(f *funcPlan) PlanOfFunc {
	out := PlanOfFunc{Name: f.Fn.SymName(), Copies: []PlanCopy{}}
	for v := range f.Ops {
		if f.IsConstant(int32(v)) {
			out.Coverage.Constants++
		} else {
			out.Coverage.Ops++
		}
	}
	for i, part := range f.parts {
		out.Coverage.Placed += len(part.Ops)
		out.Coverage.Copies += len(part.Constants)
		c := PlanCluster{
			Name: f.clusterName(i), Device: f.DeviceName(f.Clusters[i].Device), Origin: f.Clusters[i].Origin, Ops: []PlanOp{},
		}
		for _, op := range part.Ops {
			c.Ops = append(c.Ops, pl.planOp(op))
		}
		c.Inputs, c.BytesIn = pl.values(part.Inputs)
		c.Outputs, c.BytesOut = pl.values(part.Outputs)
		out.Clusters = append(out.Clusters, c)
	}
	out.Copies = pl.copies(f)
	for _, c := range out.Copies {
		out.CopiedBytes += max(0, c.Bytes)
	}
	return out
}

func (pl *plan) planOp(op *ir.Op) PlanOp {
	p := PlanOp{ID: op.ID(), Op: op.Name()}
	if op.NumResults() > 0 {
		p.Value = pl.names.Op(op)
	}
	return p
}

func (pl *plan) planValue(v *ir.Value) PlanValue {
	n, known := placement.Bytes(v.Type())
	if !known {
		n = -1
	}
	return PlanValue{pl.names.Value(v), v.Type().String(), n}
}

func (pl *plan) values(vs []*ir.Value) ([]PlanValue, int64) {
	out := []PlanValue{}
	sum := int64(0)
	for _, v := range vs {
		p := pl.planValue(v)
		sum += max(0, p.Bytes)
		out = append(out, p)
	}
	return out, sum
}

// copies lists what goes from one device to another, in program order.
func (pl *plan) copies(f *funcPlan) []PlanCopy {
	type target struct {
		v  *ir.Value
		to int32
	}
	copies := []PlanCopy{}
	at := map[target]int{}
	for i, part := range f.parts {
		to := f.Clusters[i].Device
		for _, v := range part.Inputs {
			if v.IsArg() {
				continue
			}
			node, _ := f.Node(v.Def())
			maker := f.Of[node]
			from := f.Clusters[maker].Device
			if from == to {
				continue
			}
			n, ok := at[target{v, to}]
			if !ok {
				n = len(copies)
				at[target{v, to}] = n
				copies = append(copies, PlanCopy{
					PlanValue: pl.planValue(v), From: f.DeviceName(from), To: f.DeviceName(to), By: f.clusterName(int(maker)),
				})
			}
			copies[n].For = append(copies[n].For, f.clusterName(i))
		}
	}
	return copies
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
