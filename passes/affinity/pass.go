package affinity

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

const doc = `give each operation the first device that takes it

Each device says of every operation whether it takes it, and if not, why. An
operation goes to the first of the devices that does, or, where it carries
cluster.device, to that one or nowhere. What no device takes is an error.`

// Open returns the devices for a list of names, or for the name of one file. A name in
// listed has the description given there. Open fails on unknown names.
type Open func(names []string, listed ...placement.Spec) ([]irplace.Device, error)

type passOptions struct {
	Devices      []string `opt:"devices" help:"devices in order of priority; by default the module's attribute cluster.devices"`
	Mode         string   `opt:"mode" help:"seeded: find devices for what names none; manual: fail if an operation names none"`
	Rules        string   `opt:"rules" help:"rules, such as 'pin op stablehlo.add to vm', or the name of a file of them that ends in .rules"`
	NoFallback   bool     `opt:"no-fallback" help:"fail if the first device does not take an operation that is not pinned"`
	Require      []string `opt:"require" help:"devices that must run something"`
	KeepUnplaced bool     `opt:"keep-unplaced" help:"mark what no device takes with cluster.unplaced instead of failing"`
	AllowSplit   bool     `opt:"allow-split" help:"let a fusion group go to several devices"`
	Candidates   bool     `opt:"candidates" help:"list on each operation the devices that take it, for strategies that move operations"`
}

// options decodes the pass's options.
func (o passOptions) options(r *passes.Run) (Options, error) {
	out := Options{
		NoFallback: o.NoFallback, Require: o.Require, KeepUnplaced: o.KeepUnplaced,
		AllowSplit: o.AllowSplit, Candidates: o.Candidates, Manual: o.Mode == "manual", Log: r.Log, Warn: r.Note,
	}
	if o.Mode != "seeded" && o.Mode != "manual" {
		return out, fmt.Errorf("mode must be seeded or manual, but is '%s'", o.Mode)
	}
	var err error
	out.Rules, err = ReadRules(o.Rules)
	return out, err
}

// ReadRules parses rules from the text, or from the file that it names if it ends in
// .rules. Empty text has no rules.
func ReadRules(text string) (*rules.Rules, error) {
	switch {
	case text == "":
		return nil, nil
	case !strings.HasSuffix(text, ".rules"):
		return rules.Parse(diag.NewSource("rules", []byte(text)))
	}
	src, err := diag.ReadSource("rules file", text, rules.MaxText, "name a file that is there, or write the rules themselves, as in 'pin op stablehlo.add to vm'")
	if err != nil {
		return nil, err
	}
	return rules.Parse(src)
}

// Pass returns the pass. Each run calls session for a function that opens devices and one
// that closes them.
func Pass(session func() (open Open, close func() error)) passes.Pass {
	p := passes.OnWith("affinity", doc, passOptions{Mode: "seeded"}, func(r *passes.Run, m ir.Module, o passOptions) (err error) {
		options, err := o.options(r)
		if err != nil {
			return err
		}
		options.Names = asm.NamesIn(r.Ctx).For(m.Op)
		names := o.Devices
		listed, err := irplace.Listed(m)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			for _, s := range listed {
				names = append(names, s.Name)
			}
		}
		if len(names) == 0 {
			return checkDevices(nil)
		}
		open, close := session()
		defer func() { err = errors.Join(err, close()) }()
		devices, err := open(names, listed...)
		if err != nil {
			return err
		}
		return Module(r.Ctx, m, devices, options)
	})
	p.Names = true
	return p
}
