// Package plan is the command lathe plan. It divides a program without compiling it. It reports the
// clusters and their costs, and changes that would improve them.
package plan

import (
	"context"
	"errors"
	"io"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/fusions"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// Planner plans programs for the commands "plan", "explain", "bisect" and "query".
type Planner struct {
	Registry *ir.Registry
	// Devices opens the devices in a list of names, or in one device file.
	Devices affinity.Open
	// Default returns the backend for programs that name no devices, and for operations without a
	// pin in programs that name devices only by pins.
	Default func() string
	// Strategies are the values of --strategy. The first strategy is the default.
	Strategies []placement.Strategy
	// Warn is called with each warning. It may be nil.
	Warn func(*diag.Diagnostic)
	// AllowUnregistered is true if programs may have operations that no dialect registers.
	AllowUnregistered bool
}

// Args is the command line of the command "plan", in kong's form.
type Args struct {
	cli.PlacingArgs
	fusions.Args
	JSON        bool   `name:"json" help:"Print one JSON object."`
	PartitionTo string `help:"Write the division of the program to a file that can be edited and passed to --partition-from; - for the standard output." placeholder:"FILE"`
	Draw        string `help:"Write pictures of the operations with their devices, of the graph of clusters, and of each cluster to files in DIR, as DOT and as SVG." placeholder:"DIR"`
	DumpNames   string `enum:",lathe,glow" default:"" help:"How --draw names its files: as Lathe does (lathe, the default), or as Glow does (glow), with DAG for the graph of clusters, and partitionLogicalID0__NAME__BACKEND for a cluster." placeholder:"lathe|glow"`
	File        string `arg:"" help:"The program; - for standard input."`
}

// Plan is a placed program. It has information about the text of the program for reports.
type Plan struct {
	*engine.Plan
	Module  ir.Module
	open    string // the field Unpinned of [engine.Named]; "" if the command line names devices
	Names   *asm.Names
	Sources map[string][]*ir.Value  // values by their names in the text
	Inlined map[string][]Inlined    // replacements of values whose function or cluster was removed
	handed  map[*ir.Value]*ir.Value // replacements of the results of clusters
	log     *decision.Log
	Funcs   []*FuncPlan
}

// DivisionGiven reports whether the division was given, and not found by a search.
func (pl *Plan) DivisionGiven() bool { return pl.Source != "" }

// FuncPlan is one function of a plan.
type FuncPlan struct {
	*partition.Plan
	undone *partition.Plan // the plan before outputs were joined; nil if no outputs were joined
	Parts  []partition.Parts
	First  int // the index of its first cluster in the module
}

// ClusterName returns the name of the function that cluster i becomes.
func (f *FuncPlan) ClusterName(i int) string {
	return "@" + cluster.FuncName(f.First+i, f.DeviceName(f.Clusters[i].Device))
}

// Options are the inputs of a plan.
type Options struct {
	cli.PlacingArgs
	File string // the file of the program; - is standard input
	// AskAll and Steps have the meaning of the fields of [engine.Engine] with these names.
	AskAll, Steps bool
}

// Make reads a program, assigns devices to its operations, and divides it. If the error is a
// *partition.CyclicError, it also returns the incomplete plan.
func (p *Planner) Make(ctx context.Context, o Options, stdin io.Reader) (*Plan, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	pl, err := p.Read(ctx, o.File, stdin)
	if err != nil {
		return nil, err
	}
	if err := pl.prepare(ctx); err != nil {
		return nil, err
	}
	e := &engine.Engine{
		Open: p.Devices, Strategies: p.Strategies, ReadConfig: device.ReadPartition, AskAll: o.AskAll, Steps: o.Steps, Names: pl.Names, Warn: p.warnOne,
		Log: pl.log, Inlined: pl.follow, TakenApart: pl.handOut,
	}
	devices, err := p.open(e, pl, o.PlacingArgs)
	if err != nil {
		return nil, err
	}
	pl.Plan, err = e.Plan(ctx, pl.Module, devices, o.Options)
	var cyclic *partition.CyclicError
	if err != nil && !errors.As(err, &cyclic) {
		return nil, err
	}
	first := 0
	for _, f := range pl.Plan.Funcs {
		pl.Funcs = append(pl.Funcs, &FuncPlan{Plan: f, Parts: f.Parts(), First: first})
		first += len(f.Clusters)
	}
	if pl.Divided {
		pl.nameClusterValues()
	}
	return pl, err
}

// prepare makes the changes to the program that a run makes before the program is divided. It does
// not change a module without an entry function, which cannot run.
func (pl *Plan) prepare(ctx context.Context) error {
	if _, err := fn.Entry(pl.Module, ""); err != nil {
		return nil
	}
	if err := compile.Prepare(ctx, pl.Module, ""); err != nil {
		return err
	}
	pl.Names.Number(pl.Module.Op)
	return nil
}

func (p *Planner) warnOne(d *diag.Diagnostic) {
	if p.Warn != nil {
		p.Warn(d)
	}
}
