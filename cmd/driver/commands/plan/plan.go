package plan

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/fusions"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Run prints the plan of a program. With --policy or --patterns, it prints which operations are
// fused. If clusters wait for each other, it prints the paths between them and returns an error.
func (p *Planner) Run(ctx context.Context, a Args, stdin io.Reader, stdout io.Writer) error {
	if a.Policy != "" || a.Patterns != "" {
		return p.fused(ctx, a, stdin, stdout)
	}
	if a.JSON && a.PartitionTo == "-" {
		return diag.Errorf(diag.Span{}, "--json and --partition-to=- exclude each other: both write to the standard output").
			WithHelp("write the partition to a file, or omit --json")
	}
	if a.DumpNames != "" && a.Draw == "" {
		return diag.Errorf(diag.Span{}, "--dump-names=%s has no effect without --draw", a.DumpNames).WithHelp("pass --draw=DIR")
	}
	if err := cli.CheckFolder(a.Draw); err != nil {
		return err
	}
	pl, err := p.Make(ctx, Options{PlacingArgs: a.PlacingArgs, File: a.File, AskAll: true}, stdin)
	if pl == nil {
		return err
	}
	if err == nil && a.PartitionTo != "" { // this must precede joining, which changes the program
		if err := pl.writePartition(a.PartitionTo, stdout); err != nil {
			return err
		}
	}
	pl.Join()
	if err == nil && a.Draw != "" {
		if err := pl.writeDrawings(a.Draw, a.DumpNames == "glow"); err != nil {
			return err
		}
	}
	if err == nil && a.PartitionTo == "-" {
		return nil
	}
	r := pl.report(a.File)
	if a.NoRepair {
		r.Strategy = "none"
	}
	if err != nil {
		r.keepCycles(err)
		err = cyclesError(r)
	} else if err := pl.adviseAll(ctx, r); err != nil {
		return err
	}
	if a.JSON {
		return errors.Join(err, cli.WriteJSON(stdout, r))
	}
	return errors.Join(err, writePlan(stdout, r))
}

// fused prints which operations are fused, and why the other operations are not fused. Fusion does
// not depend on placement, so the flags of placement are errors.
func (p *Planner) fused(ctx context.Context, a Args, stdin io.Reader, stdout io.Writer) error {
	only := a
	only.Args, only.JSON = fusions.Args{}, false
	if other := cli.FirstFlag(reflect.ValueOf(only)); other != "" {
		return diag.Errorf(diag.Span{}, "%s has no effect with --policy and --patterns, which plan no devices", other).WithHelp("omit it, or omit --policy and --patterns")
	}
	pl, err := p.Read(ctx, a.File, stdin)
	if err != nil {
		return err
	}
	r, err := fusions.Of(ctx, pl.Module, a.Args)
	switch {
	case err != nil:
		return err
	case a.JSON:
		return cli.WriteJSON(stdout, r)
	}
	return r.Write(stdout)
}

func (pl *Plan) adviseAll(ctx context.Context, r *Report) (err error) {
	for i, f := range pl.Funcs {
		if r.Functions[i].Advice, err = pl.advise(ctx, f, &r.Functions[i]); err != nil {
			return err
		}
	}
	return nil
}

// CheckInlined returns an error if functions with the attribute cluster.part were inlined. Then no
// partition file can describe the division of the user's program. The parameter "flag" is the name
// of the flag that needs such a file.
func (pl *Plan) CheckInlined(flag string) error {
	if len(pl.Inlined) == 0 || pl.DivisionGiven() {
		return nil
	}
	return diag.Errorf(diag.Span{}, "%s cannot write this division: some operations are in functions with the attribute cluster.part, and --partition-from would search for them in the callers", flag).
		WithHelp("run lathe-opt --part-inline on the program, and divide the inlined program with --strategy=user")
}

func (pl *Plan) writePartition(file string, stdout io.Writer) error {
	if err := pl.CheckInlined("--partition-to"); err != nil {
		return err
	}
	var parts []replay.Part
	for _, f := range pl.Funcs {
		parts = append(parts, replay.Part{Func: f.Func, Partition: f.Partition})
	}
	if file == "-" {
		return replay.Write(stdout, parts, pl.overruled())
	}
	var text bytes.Buffer
	if err := replay.Write(&text, parts, pl.overruled()); err != nil {
		return err
	}
	if err := outfile.Write(file, text.Bytes()); err != nil {
		return cli.CannotWrite("partition file", file, err).
			WithHelp("name a file in a folder that exists, or - for the standard output")
	}
	return nil
}

// overruled reports whether an operation runs on a device that its pin or its list of candidates
// excludes. This happens with the strategy profiling and with partition files that overrule pins.
func (pl *Plan) overruled() bool {
	if pl.FileOverrules() {
		return true
	}
	for _, f := range pl.Funcs {
		for _, k := range f.Clusters {
			for _, v := range k.Nodes {
				c := pl.Choice(f.Ops[v])
				excluded := c.Limited && (int(k.Device) >= len(c.Refused) || c.Refused[k.Device] != "")
				if excluded || c.Pinned && c.Device != int(k.Device) {
					return true
				}
			}
		}
	}
	return false
}

// keepCycles adds the cycles in err to r, and removes the fields that require a runnable plan.
func (r *Report) keepCycles(err error) {
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
			f.Clusters, f.Copies, f.CopiedBytes = []Cluster{}, []Copy{}, 0
			f.Devices, f.Cost = nil, nil
		}
	}
}

func planCycle(p *partition.Plan, clusters []Cluster, c placement.Cycle) Cycle {
	out := Cycle{Text: c.Text(p.Graph, p.Partition)}
	for _, s := range c.Path {
		out.Path = append(out.Path, Step{
			From: p.Name(s.From), To: p.Name(s.To),
			FromCluster: clusters[s.FromCluster].Name, ToCluster: clusters[s.ToCluster].Name,
		})
	}
	return out
}

func cyclesError(r *Report) error {
	n := 0
	var names []string
	for _, f := range r.Functions {
		if len(f.Cycles) > 0 {
			n, names = n+len(f.Cycles), append(names, "@"+f.Name)
		}
	}
	return diag.Errorf(diag.Span{}, "clusters of %s wait for each other: %s, printed as paths", strings.Join(names, ", "), cli.Plural(n, "cycle")).
		WithHelp("omit --no-repair, so that clusters are cut until no cycle remains")
}
