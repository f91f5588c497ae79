package engine

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Engine places programs on devices.
type Engine struct {
	// Open opens devices by name.
	Open affinity.Open
	// Strategies lists the strategies that options can name. The first is the default.
	Strategies []placement.Strategy
	// ReadConfig reads the file that [Dividing].Config names.
	ReadConfig func(file string) (*partition.Config, error)
	// Exists fails if a device does not exist. It is called for devices outside the list of
	// devices; may be nil.
	Exists func(device string) error
	// AskAll queries every device about every operation, and records the strategy's
	// decisions, for explanations.
	AskAll bool
	// Steps also records the steps of the strategy's search, if AskAll is set.
	Steps bool
	// Names provides the names of values; may be nil.
	Names *asm.Names
	// Warn receives warnings; may be nil.
	Warn func(*diag.Diagnostic)
	// Log records decisions; may be nil.
	Log *decision.Log
	// Inlined is called with each value of an inlined part and the value that replaces it; may be
	// nil.
	Inlined func(from, to *ir.Value)
	// TakenApart is called with each cluster of the program, before its operations move out
	// of its body; may be nil.
	TakenApart func(op *ir.Op, body *ir.Block)
}

// Plan is a program whose operations have devices, and a division of its functions that has not
// been applied yet.
type Plan struct {
	Module  ir.Module
	Devices []irplace.Device
	// Added has the names of devices that a strategy or a partition file added. They are the last
	// devices in Devices.
	Added []string
	// If a partition file gives the division, Pinned reports for each operation whether the program
	// or a rule pins it. Otherwise Pinned is empty.
	Pinned map[*ir.Op]bool
	Names  *asm.Names
	Model  *placement.Model
	// Options has the options of the strategy.
	Options placement.Options
	// Fit reports that the nodes were first divided among devices such that their constants fit in
	// the memory of each device; see [placement.Fit].
	Fit bool
	// Strategy is the strategy that divided the program. Search is the strategy that the options
	// name; advice to the user compares the division with the divisions that Search finds.
	Strategy, Search placement.Strategy
	// Source says where the division comes from, such as "according to the partition file"; "" if a
	// strategy searched for it.
	Source string
	// Divided reports that the program had clusters.
	Divided bool
	Funcs   []*partition.Plan

	engine   *Engine
	settled  settled
	choices  []affinity.Choice
	choiceAt map[*ir.Op]int32 // positions in choices; nil until the first lookup
}

// Plan places m on devices. It gives operations their devices, lists the devices on m, inlines
// parts and clusters, and removes copies between devices. It does not change m otherwise. Names and
// ids of operations may change, so the caller must not use earlier names and ids. If clusters wait
// for each other, Plan returns the plan and the errors of [partition.Divide].
func (e *Engine) Plan(ctx context.Context, m ir.Module, devices []irplace.Device, o Options) (*Plan, error) {
	var states []string
	if Divided(m) {
		states = append(states, placement.HasClusters)
	}
	if err := o.Check(states...); err != nil {
		return nil, err
	}
	s, err := e.settle(o)
	if err != nil {
		return nil, err
	}
	pl := &Plan{
		Module: m, Pinned: map[*ir.Op]bool{}, Names: e.Names, Fit: s.Fits(), Divided: len(states) > 0,
		Strategy: s.division.Strategy, Search: s.division.Strategy, engine: e, settled: s,
	}
	if pl.Devices, err = affinity.Known(m, devices); err != nil {
		return nil, err
	}
	if err := pl.source(); err != nil {
		return nil, err
	}
	if err := pl.inlineParts(); err != nil {
		return nil, err
	}
	pl.updateModel()
	if err := pl.choose(ctx); err != nil {
		return nil, err
	}
	how := pl.division()
	pl.Options = how.Options
	pl.Funcs, err = partition.Divide(ctx, m, pl.DeviceNames(), how)
	return pl, err
}

// source sets the strategy that divides the program. If the program has clusters, or if a partition
// file is given, this strategy returns that division. Otherwise it is the strategy in the options.
func (pl *Plan) source() (err error) {
	s := &pl.settled
	if pl.Divided {
		pl.Source = "according to the clusters of the program"
		// Clusters may split fusion groups among devices.
		s.choice.AllowSplit, s.division.AllowSplit = true, true
		pl.Strategy, err = pl.clusters()
		return err
	}
	if s.file == nil {
		return nil
	}
	pl.Strategy, pl.Source, s.choice.Refused, s.choice.PinnedBy = s.file.Strategy(), "according to the partition file", s.file.Refused, "the partition file"
	if err := pl.openMore(s.file.Added(pl.DeviceNames())); err != nil {
		return err
	}
	pin := s.choice.Pins(pl.Module)
	_, err = s.file.Pin(pl.Module, pl.DeviceNames(), func(op *ir.Op) (device, by string) {
		device, by = pin(op)
		pl.Pinned[op] = device != ""
		return device, by
	})
	if err != nil {
		return err
	}
	s.choice.Overrules = s.file.Overrules()
	return s.file.CheckNames(pl.Module, pl.Names, pl.engine.warn)
}

// FileOverrules reports whether a partition file divides the program, with devices that take
// precedence over pins.
func (pl *Plan) FileOverrules() bool { return pl.settled.file != nil && pl.settled.file.Overrules() }

// inlineParts inlines the functions that are parts, if the strategy needs that. It fails if the
// program has parts, and the default strategy would divide it.
func (pl *Plan) inlineParts() error {
	if a, ok := pl.Strategy.(placement.Assigned); ok && a.Assigned() {
		return partinline.Module(pl.Module, pl.engine.Inlined)
	}
	if pl.Source != "" || pl.settled.Strategy != "" || pl.settled.NoRepair {
		return nil
	}
	return partinline.Check(pl.Module)
}

func (pl *Plan) updateModel() {
	specs := make([]placement.Spec, len(pl.Devices))
	for i, d := range pl.Devices {
		specs[i] = d.Spec
		specs[i].Name, specs[i].Backend = d.Name, d.Backend
	}
	pl.Model = placement.NewModel(specs).Measured(pl.settled.division.Profile)
}

// DeviceNames returns the names of the devices, in order of priority.
func (pl *Plan) DeviceNames() []string { return irplace.DeviceNames(pl.Devices) }

func (pl *Plan) openMore(names []string) error {
	if len(names) == 0 {
		return nil
	}
	more, err := pl.engine.Open(names)
	if err != nil {
		return err
	}
	pl.Added = append(pl.Added, names...)
	pl.Devices = append(pl.Devices, more...)
	pl.updateModel()
	return nil
}

// Choice returns the choice of a device for op. The field Op of the result is nil if there is no
// choice.
func (pl *Plan) Choice(op *ir.Op) affinity.Choice {
	if pl.choiceAt == nil {
		pl.choiceAt = make(map[*ir.Op]int32, len(pl.choices))
		for k, c := range pl.choices {
			pl.choiceAt[c.Op] = int32(k)
		}
	}
	if k, ok := pl.choiceAt[op]; ok {
		return pl.choices[k]
	}
	return affinity.Choice{}
}

// choose gives operations their devices and records the reasons.
func (pl *Plan) choose(ctx context.Context) error {
	choice := pl.settled.choice.Before(pl.Strategy, pl.division().Overrides())
	all, err := affinity.Choose(ctx, pl.Module, pl.Devices, choice)
	pl.choices, pl.choiceAt = all, nil
	if err != nil {
		return err
	}
	affinity.Apply(pl.Module, all, pl.Devices, choice)
	return nil
}

// division returns the options for [partition.Divide].
func (pl *Plan) division() partition.Options {
	how := pl.settled.division
	how.Strategy, how.Model, how.Record = pl.Strategy, pl.Model, pl.engine.AskAll
	how.Steps = pl.engine.Steps
	how.More = func(devices []string) (*placement.Model, error) {
		err := pl.openMore(devices)
		return pl.Model, err
	}
	return how
}

// WarnRoom warns about p as [partition.Options.WarnRoom] does.
func (pl *Plan) WarnRoom(p *partition.Plan) { pl.division().WarnRoom(p) }

// Place places m on devices and forms clusters. It forms no clusters if e.Log suppressed a
// decision. If m has clusters already, Place only checks them.
func (e *Engine) Place(ctx context.Context, m ir.Module, devices []irplace.Device, o Options) error {
	if Divided(m) {
		return e.checkDivided(m, devices, o)
	}
	pl, err := e.Plan(ctx, m, devices, o)
	if err != nil || e.Log.Suppressed() > 0 {
		return err
	}
	partition.Apply(m, pl.Funcs, pl.division())
	return nil
}

func (e *Engine) warn(d *diag.Diagnostic) {
	if e.Warn != nil {
		e.Warn(d)
	}
}

// Divided reports whether functions of m have clusters.
func Divided(m ir.Module) bool {
	if m.Op == nil {
		return false
	}
	return m.Op.Contains(func(op *ir.Op) bool {
		_, is := cluster.RunsOn(op)
		return is
	})
}
