package partition

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
)

const doc = `divide operations among clusters that can run one after the other

Operations must carry cluster.device. A strategy decides which of one device run
together; no two clusters wait for each other.`

type passOptions struct {
	Strategy string   `opt:"strategy" help:"how clusters are found"`
	NoRepair bool     `opt:"no-repair" help:"take what edges join on one device, and fail if clusters wait for each other"`
	Split    bool     `opt:"allow-split" help:"take a fusion group that is on several devices for operations of their own"`
	From     string   `opt:"from" help:"a file that says how, as lathe plan --partition-to writes it"`
	Require  []string `opt:"require" help:"devices that must run something in the end"`
	Config   string   `opt:"config" help:"a file that says which operations are together, for the strategy user"`
	placement.Options
	Economy
}

// Pass returns the pass; the first strategy is the default. read reads a configuration
// file. exists fails if a device does not exist.
func Pass(read func(file string) (*Config, error), exists func(device string) error, strategies ...placement.Strategy) passes.Pass {
	defaults := passOptions{Strategy: strategies[0].Name()}
	return passes.OnWith("partition", doc, defaults, func(r *passes.Run, m ir.Module, o passOptions) error {
		s, err := Find(strategies, o.Strategy)
		if err != nil {
			return err
		}
		options := Options{Strategy: s, Strategies: strategies, Exists: exists, NoRepair: o.NoRepair, AllowSplit: o.Split, Require: o.Require, Options: o.Options, Economy: o.Economy, Log: r.Log, Warn: r.Note}
		if names := asm.NamesIn(r.Ctx); names != nil {
			options.Names = names.For(m.Op)
		}
		if o.Config != "" {
			if options.Config, err = read(o.Config); err != nil {
				return err
			}
		}
		if o.From != "" {
			if o.Strategy != strategies[0].Name() {
				return diag.Errorf(diag.Span{}, "options from and strategy exclude each other").WithHelp("the file says how the program is divided; leave strategy out")
			}
			return FromFile(r.Ctx, m, o.From, options)
		}
		return Module(r.Ctx, m, options)
	})
}

// Find returns the strategy with this name.
func Find(strategies []placement.Strategy, name string) (placement.Strategy, error) {
	var names []string
	for _, s := range strategies {
		if s.Name() == name {
			return s, nil
		}
		names = append(names, s.Name())
	}
	return nil, diag.Errorf(diag.Span{}, "no strategy %q; have %s", name, strings.Join(names, ", ")).DidYouMean("", name, slices.Values(names))
}
