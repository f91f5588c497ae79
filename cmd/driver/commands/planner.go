package commands

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
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
	NoRepair    bool   `help:"Take what edges join on one device as clusters, and fail if they wait for each other."`
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
	What string `arg:"" optional:"" help:"A value as the program or its printed form calls it (%name, or @f:%name in the function @f), an operation's id (#12), or a cluster (@cluster_0_vm); without, every operation that is not on the first device." placeholder:"%value|@f:%value|#id|@cluster"`
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

// parseArgs parses the command line into the struct into; done means that the command must end.
func parseArgs(name, doc string, into any, args []string, stdout, stderr io.Writer) (code int, done bool) {
	k, err := kong.New(into, kong.Name(name), kong.Description(doc), kong.Writers(stdout, stderr),
		kong.Exit(func(c int) { code, done = c, true }))
	if err != nil {
		panic("commands: BUG: " + err.Error())
	}
	_, err = k.Parse(args)
	if done {
		return code, true // --help
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: error: %v\n", name, err)
		return 1, true
	}
	if err := emptyFlag(args); err != nil {
		return status(err, stderr), true
	}
	return 0, false
}

// status prints an error and returns the exit status for it.
func status(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	for _, d := range diag.All(err) {
		if !d.Span.IsValid() && d.Place == "" {
			fmt.Fprintf(stderr, "error: %s\n", d.Message)
			for _, n := range d.Notes {
				if n.Span.IsValid() || n.Place != "" {
					diag.Render(stderr, n, diag.Rich, false)
					continue
				}
				fmt.Fprintf(stderr, "  note: %s\n", n.Message)
			}
			for _, h := range d.Help {
				fmt.Fprintf(stderr, "  help: %s\n", h)
			}
			continue
		}
		diag.Render(stderr, d, diag.Rich, false)
	}
	return 1
}

// plan is a module whose operations have devices, and the division of its functions.
type plan struct {
	module  ir.Module
	devices []irplace.Device
	beside  []string // the last of devices, which were not given: a strategy runs clusters on them
	open    string   // the first device, for unpinned operations, if pins name the devices
	choices map[*ir.Op]affinity.Choice
	pinned  map[*ir.Op]bool // by the program or by rules, and not by a partition file alone
	names   *asm.Names
	sources map[string][]*ir.Value // values by their names in the text
	inlined map[string][]inlined   // replacements of values whose function or cluster was removed
	log     *decision.Log
	funcs   []*funcPlan

	warn      func(*diag.Diagnostic)
	model     *placement.Model
	division  placement.Options                                            // the strategy's options
	fit       bool                                                         // whether the program is first divided by memory
	strategy  placement.Strategy                                           // divided the program
	searching placement.Strategy                                           // finds other divisions for trials
	given     string                                                       // describes the source of the division, if it was not searched
	refused   func(op *ir.Op, device, why string) (*diag.Diagnostic, bool) // the error if the device in a given division refuses op
}

// divisionGiven reports whether the division was given instead of searched.
func (pl *plan) divisionGiven() bool { return pl.given != "" }

// divided reports whether the program already had clusters.
func (pl *plan) divided() bool {
	_, is := pl.strategy.(given)
	return is
}

// funcPlan is one function of a plan.
type funcPlan struct {
	*partition.Plan
	undone *partition.Plan // before outputs were joined; nil if none were
	parts  []partition.Parts
	first  int // index of its first cluster in the module
	notes  *placement.Record
}

// clusterName returns the name of the function that cluster i becomes.
func (f *funcPlan) clusterName(i int) string {
	return "@" + cluster.FuncName(f.first+i, f.DeviceName(f.Clusters[i].Device))
}

type planOptions struct {
	PlacingArgs
	how              division // set by make from the flags
	file             string
	noRepair, askAll bool
}

// make reads a program, assigns devices to its operations, and divides it. With a
// *partition.CyclicError it also returns the incomplete plan.
func (p *Planner) make(ctx context.Context, o planOptions, stdin io.Reader) (*plan, error) {
	var err error
	if o.how, err = o.checked(); err != nil {
		return nil, err
	}
	pl, err := p.read(o.file, stdin)
	if err != nil {
		return nil, err
	}
	pl.warn = p.warnOne
	if err = p.open(pl, o); err != nil {
		return nil, err
	}
	pl.strategy, err = pl.adopt(o)
	if pl.strategy == nil && err == nil {
		pl.strategy, err = p.strategy(pl, o)
	}
	if err != nil {
		return nil, err
	}
	if err := pl.inlineParts(o.Strategy != "" || o.noRepair); err != nil {
		return nil, err
	}
	pl.model = pl.figures()
	if err := pl.place(ctx, o); err != nil {
		return nil, err
	}
	err = p.divide(ctx, pl, o)
	var cyclic *partition.CyclicError
	if err != nil && !errors.As(err, &cyclic) {
		return nil, err
	}
	if pl.divided() {
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

// divide divides the functions of a plan whose operations have devices.
func (p *Planner) divide(ctx context.Context, pl *plan, o planOptions) error {
	var err error
	how := partition.Options{
		Strategy: pl.strategy, Strategies: p.Strategies, NoRepair: o.noRepair, AllowSplit: o.AllowSplit, NoFallback: o.NoFallback, Require: o.RequireDevices,
		Options: o.how.Options, Economy: o.how.Economy, Names: pl.names, Log: pl.log, Warn: pl.warn,
	}
	if how.Config, err = o.config(); err != nil {
		return err
	}
	how.Model = pl.model
	pl.division, pl.fit = how.Options, how.Fit
	if err := errors.Join(how.Config.Find(pl.module), how.CheckSingle(pl.module)); err != nil {
		return err
	}
	symbols := ir.NewSymbols(pl.module.Op)
	var cyclic error
	var plans []*partition.Plan
	for _, f := range irplace.Entries(pl.module) {
		div, err := p.divideFunc(ctx, pl, f, symbols, how)
		var c *partition.CyclicError
		if err != nil && !errors.As(err, &c) {
			return err
		}
		cyclic = errors.Join(cyclic, err)
		plans = append(plans, div)
	}
	if cyclic != nil {
		return cyclic
	}
	return errors.Join(how.Strangers(plans), how.Idle(plans, pl.deviceNames()))
}

// divideFunc adds the division of a function to a plan. With a *partition.CyclicError the
// division cannot run.
func (p *Planner) divideFunc(ctx context.Context, pl *plan, f fn.Func, symbols *ir.Symbols, how partition.Options) (*partition.Plan, error) {
	notes := &placement.Record{}
	how.Notes = notes
	div, cyclic := partition.Func(ctx, f, pl.deviceNames(), symbols, how)
	if div == nil {
		return nil, cyclic
	}
	if err := p.openMore(pl, div.Devices); err != nil {
		return nil, err
	}
	first := 0
	if n := len(pl.funcs); n > 0 {
		first = pl.funcs[n-1].first + len(pl.funcs[n-1].Clusters)
	}
	pl.funcs = append(pl.funcs, &funcPlan{Plan: div, parts: div.Parts(), first: first, notes: notes})
	return div, cyclic
}

// strategy returns the strategy that divides the program. If a file describes the division,
// operations get the devices in the file.
func (p *Planner) strategy(pl *plan, o planOptions) (placement.Strategy, error) {
	switch {
	case o.PartitionFrom != "":
		if o.noRepair {
			return nil, excluded("--no-repair")
		}
		f, err := replay.ReadFile(o.PartitionFrom)
		if err != nil {
			return nil, err
		}
		pl.strategy, pl.given, pl.refused = f.Strategy(), "as the partition file says", f.Refused
		if err := p.openMore(pl, append(pl.deviceNames(), f.Beside(pl.deviceNames())...)); err != nil {
			return nil, err
		}
		how, err := o.affinity(o.how)
		if err != nil {
			return nil, err
		}
		how.Names = pl.names
		pin := how.Pins(pl.module)
		_, err = f.Pin(pl.module, pl.deviceNames(), func(op *ir.Op) (device, by string) {
			device, by = pin(op)
			pl.pinned[op] = device != ""
			return device, by
		})
		if err != nil {
			return nil, err
		}
		return pl.strategy, f.CheckNames(pl.module, pl.names, p.warnOne)
	case o.Strategy != "" && o.noRepair:
		return nil, diag.Errorf(diag.Span{}, "--strategy has nothing to do beside --no-repair, which takes what edges join").WithHelp("leave one of the two out")
	case o.Strategy == "":
		pl.strategy = p.Strategies[0]
		return pl.strategy, nil
	}
	s, err := partition.Find(p.Strategies, o.how.strategy)
	pl.strategy, pl.searching = s, s
	return s, err
}

// figures returns the cost model of the devices.
func (pl *plan) figures() *placement.Model {
	specs := make([]placement.Spec, len(pl.devices))
	for i, d := range pl.devices {
		specs[i] = d.Spec
		specs[i].Name, specs[i].Backend = d.Name, d.Backend
	}
	return placement.NewModel(specs)
}

// place assigns devices to operations and records the reasons.
func (pl *plan) place(ctx context.Context, o planOptions) error {
	how, err := o.affinity(o.how)
	if err != nil {
		return err
	}
	how = how.Before(pl.strategy, partition.Options{Strategy: pl.strategy, Economy: o.how.Economy}.Overrides())
	if o.PartitionFrom != "" {
		how.PinnedBy = "the partition file"
	}
	how.AskAll, how.Names, how.Refused, how.Warn = o.askAll, pl.names, pl.refused, pl.warn
	choices, err := affinity.Choose(ctx, pl.module, pl.devices, how)
	for _, c := range choices {
		pl.choices[c.Op] = c
	}
	if err != nil {
		return err
	}
	for _, c := range choices {
		if c.Device < 0 {
			continue
		}
		c.Mark(pl.deviceNames(), how)
	}
	return nil
}

func (pl *plan) deviceNames() []string { return irplace.DeviceNames(pl.devices) }
