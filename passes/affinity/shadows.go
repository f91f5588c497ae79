package affinity

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// shadow is a rule without effect on some operations that it matches, since another pin assigns
// them to a different device.
type shadow struct {
	rule  *rules.Rule
	by    string // description of the other pin
	first Choice
	count int
}

// shadowed returns the warnings about rules that have no effect on some operations that they match.
func shadowed(all []Choice, devices []irplace.Device, o Options) (warnings diag.List) {
	type pair struct {
		rule *rules.Rule
		by   string
	}
	at := map[pair]int{}
	var list []shadow
	for _, c := range all {
		for _, r := range c.Shadowed {
			p := pair{r, c.by(o)}
			i, known := at[p]
			if !known {
				i = len(list)
				at[p] = i
				list = append(list, shadow{rule: r, by: p.by, first: c})
			}
			list[i].count++
		}
	}
	for _, s := range list {
		warnings = append(warnings, s.warning(devices, o))
	}
	return warnings
}

func (s shadow) warning(devices []irplace.Device, o Options) *diag.Diagnostic {
	what := "1 operation"
	if s.count > 1 {
		what = fmt.Sprintf("%d operations", s.count)
	}
	d := diag.Warningf(s.rule.At, "the rule pins %s to device '%s', but %s takes precedence", what, s.rule.Device, s.by)
	ir.NoteAt(d, s.first.Op, "%s goes to device '%s'", o.Names.Op(s.first.Op), devices[s.first.Device].Name)
	switch {
	case s.first.Rule == "" && o.PinnedBy != "":
		return d.WithHelp("put these operations into a cluster for '" + s.rule.Device + "' in the partition file, or exclude them from the rule with 'and not'")
	case s.first.Rule == "":
		return d.WithHelp("attributes take precedence over rules: remove the attribute, or exclude these operations from the rule with 'and not'")
	}
	return d.WithHelp("put this rule before the other, since the first rule that matches applies, or exclude these operations from this rule with 'and not'")
}

func (c Choice) by(o Options) string {
	switch {
	case c.Rule != "":
		return "the rule '" + c.Rule + "'"
	case o.PinnedBy != "":
		return o.PinnedBy
	}
	return "the attribute " + cluster.DeviceAttr
}

// noteShadows records, for each operation, the pinning rules that match it but have no effect.
func (a *asker) noteShadows() {
	for _, r := range a.options.Rules.All() {
		if !r.Pin {
			continue
		}
		for k := range a.choices {
			c := &a.choices[k]
			if a.pins[k] < 0 || a.devices[a.pins[k]].Name == r.Device {
				continue
			}
			if _, fits := a.fits(r, c.Op); fits {
				c.Shadowed = append(c.Shadowed, r)
			}
		}
	}
}
