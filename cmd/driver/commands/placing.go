package commands

import (
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

// PlacingArgs are the flags shared by the commands that place a program.
type PlacingArgs struct {
	Devices         *string  `help:"Devices in order of priority, or a file that describes them; by default those that the program names, or else jit, or vm where jit cannot run." placeholder:"A,B|FILE.yaml"`
	Strategy        string   `help:"How clusters are found, contract by default, with options of the strategy behind its name, as in 'memory contexts=2'." placeholder:"NAME[ OPTION=VALUE …]"`
	PartitionFrom   string   `help:"Divide as this file says, which --partition-to of plan has written, instead of searching." placeholder:"FILE"`
	Rules           string   `help:"Rules that pin operations to devices or keep them away, such as 'pin op stablehlo.add to vm', or a file of them." placeholder:"TEXT|FILE.rules"`
	NoFallback      bool     `help:"Fail if the first device does not take an operation that is not pinned."`
	RequireDevices  []string `help:"Devices that must run something." placeholder:"A,B"`
	AllowSplit      bool     `help:"Let a fusion group go to several devices."`
	MinClusterSize  int      `help:"Clusters of fewer operations go to another device that takes them, unless that costs more." placeholder:"N"`
	Cost            bool     `help:"Let operations go wherever running and moving cost less."`
	PartitionConfig string   `help:"A file that says which operations are together, for --strategy=user." placeholder:"FILE.yaml"`
	SaturateHost    bool     `help:"Repeat the program on devices that are left over, for strategies such as memory and balance."`
	Fit             bool     `help:"Divide by the memory of the devices, in their order, before all else."`
}

// division describes how a program is divided: the strategy, its options, and additional steps.
// The tags name the options that may follow the strategy's name.
type division struct {
	strategy string
	told
}

type told struct {
	placement.Options
	partition.Economy
}

// division parses the strategy's options; they take precedence over flags.
func (a *PlacingArgs) division() (division, error) {
	var flags told
	flags.SaturateHost, flags.Called = a.SaturateHost, called()
	flags.Economy = partition.Economy{MinSize: a.MinClusterSize, Cost: a.Cost, Fit: a.Fit}
	name, text, _ := strings.Cut(a.Strategy, " ")
	src := diag.NewSource("--strategy", []byte(a.Strategy))
	o, err := passes.ReadOptions("partition", flags, text, diag.Span{Src: src, Start: len(name) + 1, End: len(a.Strategy)})
	if err != nil {
		return division{}, err
	}
	for option, more := range map[string]bool{
		"saturate-host": o.SaturateHost && !a.SaturateHost, "cost": o.Cost && !a.Cost, "fit": o.Fit && !a.Fit, "min-size": o.MinSize != a.MinClusterSize,
	} {
		if more {
			delete(o.Called, option) // messages then use the option's own spelling
		}
	}
	return division{name, o}, nil
}

// config reads the file of --partition-config; nil if the flag is not set.
func (a *PlacingArgs) config() (*partition.Config, error) {
	if a.PartitionConfig == "" {
		return nil, nil
	}
	return backends.ReadPartition(a.PartitionConfig)
}

// affinity returns the options that assign operations to devices.
func (a *PlacingArgs) affinity(d division) (affinity.Options, error) {
	rules, err := affinity.ReadRules(a.Rules)
	return affinity.Options{
		Called: called(), Rules: rules, NoFallback: a.NoFallback, Require: a.RequireDevices, AllowSplit: a.AllowSplit,
		Candidates: d.MinSize > 0 || d.Cost || d.Fit || a.PartitionConfig != "",
	}, err
}

// called maps the options of passes to the flags that set them.
func called() placement.Called {
	return placement.Called{
		"allow-split": "--allow-split", placement.ConfigOption: "--partition-config", "cost": "--cost", "fit": "--fit",
		"min-size": "--min-cluster-size", "no-fallback": "--no-fallback", "no-repair": "--no-repair", "saturate-host": "--saturate-host",
	}
}

// checked returns the division, or an error for invalid flags.
func (a *PlacingArgs) checked() (division, error) {
	if a.MinClusterSize < 0 {
		return division{}, diag.Errorf(diag.Span{}, "--min-cluster-size must not be negative, but got %d", a.MinClusterSize).
			WithHelp("clusters of at least one operation are the default")
	}
	if a.PartitionFrom == "" {
		return a.division()
	}
	for _, f := range []struct {
		flag string
		set  bool
	}{
		{"--strategy", a.Strategy != ""}, {"--min-cluster-size", a.MinClusterSize != 0}, {"--cost", a.Cost}, {"--fit", a.Fit},
		{"--no-fallback", a.NoFallback}, {"--partition-config", a.PartitionConfig != ""}, {"--saturate-host", a.SaturateHost},
	} {
		if f.set {
			return division{}, excluded(f.flag)
		}
	}
	return a.division()
}

// besideClusters fails if these flags describe a division but the program is divided already.
func (a *PlacingArgs) besideClusters() error {
	for _, f := range []struct {
		flag string
		set  bool
	}{
		{"--strategy", a.Strategy != ""}, {"--partition-from", a.PartitionFrom != ""}, {"--rules", a.Rules != ""}, {"--no-fallback", a.NoFallback},
		{"--cost", a.Cost}, {"--fit", a.Fit}, {"--min-cluster-size", a.MinClusterSize != 0}, {"--allow-split", a.AllowSplit},
		{"--partition-config", a.PartitionConfig != ""}, {"--saturate-host", a.SaturateHost},
	} {
		if f.set {
			return idleBesideClusters(f.flag)
		}
	}
	return nil
}

// idleBesideClusters is the error for a flag that has no effect because the program has clusters.
func idleBesideClusters(flag string) error {
	return diag.Errorf(diag.Span{}, "the program is divided already, so %s has nothing to do", flag).
		WithHelp("leave it out, or run lathe-opt --cluster-inline on the program first")
}

// excluded is the error for a flag that has no effect together with a partition file.
func excluded(flag string) error {
	return diag.Errorf(diag.Span{}, "--partition-from and %s exclude each other", flag).
		WithHelp("the file says how the program is divided, and on which devices; leave " + flag + " out")
}

// emptyFlag finds a flag with an empty value, which would count as a flag that is not set.
func emptyFlag(args []string) error {
	for i, a := range args {
		flag := strings.TrimSuffix(a, "=")
		if a == "" && i > 0 {
			flag = args[i-1]
			if !strings.HasPrefix(flag, "-") {
				return diag.Errorf(diag.Span{}, "an argument after '%s' is empty", flag).WithHelp("leave it out, or write what it is about")
			}
		} else if a == flag {
			continue
		}
		if strings.HasPrefix(flag, "--") && !strings.Contains(flag, "=") && flag != "--devices" {
			return diag.Errorf(diag.Span{}, "%s must have a value, but is empty", flag).WithHelp("leave it out for the default")
		}
	}
	return nil
}

// areSet reports whether any flag except --devices is set.
func (a *PlacingArgs) areSet() bool {
	return a.Strategy != "" || a.PartitionFrom != "" || a.Rules != "" || a.NoFallback || len(a.RequireDevices) > 0 ||
		a.AllowSplit || a.MinClusterSize != 0 || a.Cost || a.Fit || a.PartitionConfig != "" || a.SaturateHost
}
