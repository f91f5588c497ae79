// Package engine places programs: it chooses a device for each operation and divides each
// function into clusters. The commands of lathe, package compile and the passes affinity and
// partition all use it, with one options struct.
package engine

import (
	"reflect"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Options say how a program is placed. The zero value is the default. The fields are the flags of
// lathe's commands and the options of the passes affinity and partition. The tag "opt" is the name
// of the option, and "name" the name of the flag if it differs. An option with the tag kong:"-" has
// no flag. Package placement has the table of options that contradict each other.
type Options struct {
	Choosing
	Common
	Dividing
	// Options has the options of strategies. The text of Strategy can also set them.
	placement.Options
}

// Choosing has the options that choose devices.
type Choosing struct {
	Rules      string `opt:"rules" help:"Rules that pin operations to devices or keep operations away from devices, such as 'pin op stablehlo.add to vm', or a file of such rules whose name ends in .rules." placeholder:"TEXT|FILE.rules"`
	NoFallback bool   `opt:"no-fallback" help:"Fail if the first device does not support an operation that is not pinned."`
	// Manual requires that an attribute or a rule names a device for every operation.
	Manual       bool `opt:"manual" kong:"-" help:"Fail if neither an attribute nor a rule names the device of an operation."`
	KeepUnplaced bool `opt:"keep-unplaced" kong:"-" help:"Add cluster.unplaced to operations that no device supports, instead of failing."`
	Candidates   bool `opt:"candidates" kong:"-" help:"List on each operation the devices that support it, for strategies that move operations."`
}

// Common has the options that concern both devices and clusters.
type Common struct {
	Require    []string `name:"require-devices" opt:"require" help:"Devices that must run at least one operation." placeholder:"A,B"`
	AllowSplit bool     `opt:"allow-split" help:"Let the operations of a fusion group run on several devices."`
}

// Dividing has the options that divide functions into clusters.
type Dividing struct {
	Strategy string `opt:"strategy" help:"The strategy that finds clusters; by default 'contract'. Options of the strategy can follow its name, as in 'memory contexts=2'." placeholder:"NAME[ OPTION=VALUE …]"`
	From     string `name:"partition-from" opt:"from" help:"Divide the program as this file describes, instead of searching. lathe plan --partition-to writes such files." placeholder:"FILE"`
	Config   string `name:"partition-config" opt:"config" help:"Configuration file that assigns operations to partitions, for strategy user." placeholder:"FILE.yaml"`
	NoRepair bool   `opt:"no-repair" help:"Make one cluster of each connected set of operations on one device, and fail if clusters wait for each other."`
	Profile  string `name:"cost-profile" opt:"profile" help:"Take the times of operations from this file, which lathe run --profile-to has written, instead of estimating them." placeholder:"FILE"`
	partition.Economy
	// File is a partition file that has been read, in place of From; may be nil.
	File *replay.File `kong:"-"`
}

// Given lists the names of the options that differ from their defaults.
func (o Options) Given() []string {
	names := partition.GivenIn(reflect.ValueOf(o))
	if o.File != nil && o.From == "" {
		names = append(names, "from")
	}
	return names
}

// Flags returns the flag of each option that has a flag.
func Flags() placement.Called {
	flags := placement.Called{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		name, ok := f.Tag.Lookup("opt")
		if !ok || f.Tag.Get("kong") == "-" {
			continue
		}
		if flags[name] = "--" + name; f.Tag.Get("name") != "" {
			flags[name] = "--" + f.Tag.Get("name")
		}
	}
	return flags
}

// Check fails if options contradict each other or cannot be parsed. The parameter others has
// further options and states, as for [placement.CheckOptions].
func (o Options) Check(others ...string) error {
	if err := placement.CheckOptions(append(others, o.Given()...), o.Called); err != nil {
		return err
	}
	_, err := o.tuned()
	return err
}

// tuned returns o with the options in the text of Strategy moved to their fields. Only the name of
// the strategy remains in the text.
func (o Options) tuned() (Options, error) {
	src := diag.NewSource("--strategy", []byte(o.Strategy))
	end := len(o.Strategy)
	o.Strategy = strings.TrimLeft(o.Strategy, " ")
	name, text, found := strings.Cut(o.Strategy, " ")
	if !found {
		return o, nil
	}
	type texts struct {
		placement.Options
		partition.Economy
	}
	t, err := passes.ReadOptions("partition", texts{o.Options, o.Economy}, text, diag.Span{Src: src, Start: end - len(text), End: end})
	if err != nil {
		return o, err
	}
	// named has the flags of the options that the text does not set. For the other options,
	// messages use the name of the option.
	named := placement.Called{}
	changed := o
	changed.Options, changed.Economy = t.Options, t.Economy
	for option, flag := range o.Called {
		if o.has(option) == changed.has(option) {
			named[option] = flag
		}
	}
	o.Strategy, o.Options, o.Economy, o.Called = name, t.Options, t.Economy, named
	return o, nil
}

// has returns the value of an option for a comparison, or nil for a list, which Go cannot compare.
func (o Options) has(option string) any {
	v := reflect.ValueOf(o)
	for _, f := range reflect.VisibleFields(v.Type()) {
		if f.Tag.Get("opt") == option && !(f.Type.Kind() == reflect.Slice) {
			return v.FieldByIndex(f.Index).Interface()
		}
	}
	return nil
}

// settled has the options, and the strategy, rules and files that they name.
type settled struct {
	Options
	choice   affinity.Options
	division partition.Options
	file     *replay.File
}

// settle looks up the strategy and reads the files that options name.
func (e *Engine) settle(o Options) (s settled, err error) {
	if o, err = o.tuned(); err != nil {
		return s, err
	}
	s.Options = o
	rules, err := affinity.ReadRules(o.Rules)
	if err != nil {
		return s, err
	}
	s.choice = affinity.Options{
		Rules: rules, NoFallback: o.NoFallback, Manual: o.Manual, KeepUnplaced: o.KeepUnplaced, Require: o.Require, AllowSplit: o.AllowSplit,
		Candidates: o.Candidates || o.MinSize > 0 || o.Cost || o.Fits() || o.Config != "",
		AskAll:     e.AskAll, Called: o.Called, Names: e.Names, Warn: e.Warn, Log: e.Log,
	}
	s.division = partition.Options{
		Strategies: e.Strategies, More: e.exist, NoRepair: o.NoRepair, AllowSplit: o.AllowSplit, NoFallback: o.NoFallback, Require: o.Require,
		Options: o.Options, Economy: o.Economy, Names: e.Names, Warn: e.Warn, Log: e.Log,
	}
	if o.Profile != "" {
		if s.division.Profile, err = placement.ReadProfile(o.Profile); err != nil {
			return s, err
		}
	}
	if o.Config != "" {
		if s.division.Config, err = e.ReadConfig(o.Config); err != nil {
			return s, err
		}
	}
	if len(e.Strategies) > 0 {
		s.division.Strategy = e.Strategies[0]
	}
	if o.Strategy != "" {
		if s.division.Strategy, err = partition.Find(e.Strategies, o.Strategy); err != nil {
			return s, err
		}
	}
	if s.file = o.File; o.From != "" {
		s.file, err = replay.ReadFile(o.From)
	}
	return s, err
}
