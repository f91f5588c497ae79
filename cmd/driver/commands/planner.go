package commands

import (
	"context"
	"errors"
	"io"

	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// Planner runs the commands plan and explain, which report what runs where and why, without
// compiling.
type Planner struct {
	Registry *ir.Registry
	// Devices opens the devices of a list of names, or of one device file.
	Devices affinity.Open
	// Default returns the backend of programs that name no devices.
	Default func() string
	// Strategies are the values of --strategy; the first is the default.
	Strategies []placement.Strategy
	// Warn receives warnings; may be nil.
	Warn func(*diag.Diagnostic)
	// AllowUnregistered accepts operations that no dialect lists.
	AllowUnregistered bool
}

// PlanArgs is the command line of plan, in kong's form.
type PlanArgs struct {
	PlacingArgs
	JSON        bool   `name:"json" help:"Print one JSON object."`
	PartitionTo string `help:"Write how the program is divided to a file, to be edited and given to --partition-from; - for the standard output." placeholder:"FILE"`
	Draw        string `help:"Write pictures of the affinity, of the clusters, and of each cluster to files in DIR, as DOT and as SVG." placeholder:"DIR"`
	File        string `arg:"" help:"The program; - for standard input."`
}

// ExplainArgs is the command line of explain, in kong's form.
type ExplainArgs struct {
	PlacingArgs
	JSON bool   `name:"json" help:"Print one JSON object."`
	File string `arg:"" help:"The program; - for standard input."`
	What string `arg:"" optional:"" help:"A value as the program or its printed form calls it (%name, or @f:%name in the function @f), an operation's id (#12), a cluster (@cluster_0_vm), or a kernel of a program on one device (@k0); without, every operation that is not on the first device." placeholder:"%value|@f:%value|#id|@cluster"`
}

// Plan runs the command plan and returns its exit status.
func (p *Planner) Plan(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var a PlanArgs
	if status, done := parseArgs("lathe plan", "Say which operations run together on which device.", &a, args, stdout, stderr); done {
		return status
	}
	return status(p.RunPlan(ctx, a, stdin, stdout), stderr)
}

// Explain runs the command explain and returns its exit status.
func (p *Planner) Explain(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var a ExplainArgs
	if status, done := parseArgs("lathe explain", "Say why an operation is where it is.", &a, args, stdout, stderr); done {
		return status
	}
	return status(p.RunExplain(ctx, a, stdin, stdout), stderr)
}

// plan is a placed program, with what reports say about its text.
type plan struct {
	*engine.Plan
	module  ir.Module
	open    string // the first device, for unpinned operations, if pins name the devices
	names   *asm.Names
	sources map[string][]*ir.Value // values by their names in the text
	inlined map[string][]inlined   // replacements of values whose function or cluster was removed
	log     *decision.Log
	funcs   []*funcPlan
}

// divisionGiven reports whether the division was given instead of searched.
func (pl *plan) divisionGiven() bool { return pl.Source != "" }

// funcPlan is one function of a plan.
type funcPlan struct {
	*partition.Plan
	undone *partition.Plan // before outputs were joined; nil if none were
	parts  []partition.Parts
	first  int // index of its first cluster in the module
}

// clusterName returns the name of the function that cluster i becomes.
func (f *funcPlan) clusterName(i int) string {
	return "@" + cluster.FuncName(f.first+i, f.DeviceName(f.Clusters[i].Device))
}

type planOptions struct {
	PlacingArgs
	file   string
	askAll bool
}

// make reads a program, assigns devices to its operations, and divides it. With a
// *partition.CyclicError it also returns the incomplete plan.
func (p *Planner) make(ctx context.Context, o planOptions, stdin io.Reader) (*plan, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	pl, err := p.read(o.file, stdin)
	if err != nil {
		return nil, err
	}
	e := &engine.Engine{
		Open: p.Devices, Strategies: p.Strategies, ReadConfig: device.ReadPartition, AskAll: o.askAll, Names: pl.names, Warn: p.warnOne,
		Log: pl.log, Inlined: pl.follow, TakenApart: pl.handOut,
	}
	devices, err := p.open(e, pl, o.PlacingArgs)
	if err != nil {
		return nil, err
	}
	pl.Plan, err = e.Plan(ctx, pl.module, devices, o.Options)
	var cyclic *partition.CyclicError
	if err != nil && !errors.As(err, &cyclic) {
		return nil, err
	}
	first := 0
	for _, f := range pl.Plan.Funcs {
		pl.funcs = append(pl.funcs, &funcPlan{Plan: f, parts: f.Parts(), first: first})
		first += len(f.Clusters)
	}
	if pl.Divided {
		pl.nameClusterValues()
	}
	return pl, err
}

// warnOne reports a warning.
func (p *Planner) warnOne(d *diag.Diagnostic) {
	if p.Warn != nil {
		p.Warn(d)
	}
}
