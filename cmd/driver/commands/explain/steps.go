package explain

import (
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir/diag"
)

// StepsReport has the steps of a search, in order.
type StepsReport struct {
	Schema    string          `json:"schema"`
	Strategy  string          `json:"strategy"`
	Functions []FunctionSteps `json:"functions"`
}

// FunctionSteps has the steps of one function.
type FunctionSteps struct {
	Name  string       `json:"name"`
	Steps []SearchStep `json:"steps"`
}

// SearchStep is one step of a search. For the strategy "grow", Action is the text of a grow.Action,
// and With is nil. For other strategies, Action is "merge" or "refuse", for the clusters of Op and
// With. Only refusals have a Reason.
type SearchStep struct {
	Action string   `json:"action"`
	Op     plan.Op  `json:"op"`
	Device string   `json:"device,omitempty"`
	With   *plan.Op `json:"with,omitempty"`
	Reason string   `json:"reason,omitempty"`
}

func printSteps(pl *plan.Plan, json bool, stdout io.Writer) error {
	if pl.DivisionGiven() {
		return diag.Errorf(diag.Span{}, "there are no steps: the program is divided %s", pl.Source).WithHelp("omit --steps, or let a strategy divide the program")
	}
	r := &StepsReport{Schema: StepsSchema, Strategy: pl.Strategy.Name()}
	for _, f := range pl.Funcs {
		r.Functions = append(r.Functions, FunctionSteps{f.Fn.SymName(), stepsOf(pl, f)})
	}
	if json {
		return cli.WriteJSON(stdout, r)
	}
	var b strings.Builder
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "@%s by %s: %s\n", diag.OneLine(f.Name), r.Strategy, cli.Plural(len(f.Steps), "step"))
		for _, s := range f.Steps {
			fmt.Fprintf(&b, "  %s %s", s.Action, plan.OpText(s.Op))
			if s.With != nil {
				fmt.Fprintf(&b, " with %s", plan.OpText(*s.With))
			}
			if s.Device != "" {
				fmt.Fprintf(&b, " on %s", s.Device)
			}
			if s.Reason != "" {
				fmt.Fprintf(&b, ": %s", s.Reason)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}

// StepsSchema identifies the format of a StepsReport.
const StepsSchema = "lathe.steps/1"

// stepsOf returns the steps of the search that divided a function. If the search recorded no steps,
// it returns the merges that were made or refused.
func stepsOf(pl *plan.Plan, f *plan.FuncPlan) []SearchStep {
	steps := []SearchStep{}
	if f.Notes == nil {
		return steps
	}
	for _, s := range f.Notes.Steps {
		step := SearchStep{Action: s.What, Op: pl.ReportOp(f.Ops[s.Node])}
		if c := pl.Choice(f.Ops[s.Node]); !f.IsConstant(s.Node) && c.Device >= 0 {
			step.Device = f.DeviceName(int32(c.Device))
		}
		steps = append(steps, step)
	}
	if len(steps) > 0 {
		return steps
	}
	for i := range f.Notes.Len() {
		n := f.Notes.At(i)
		with := pl.ReportOp(f.Ops[n.B])
		step := SearchStep{Action: "merge", Op: pl.ReportOp(f.Ops[n.A]), With: &with, Device: f.DeviceName(f.Device[n.A])}
		if n.Refused {
			step.Action, step.Reason = "refuse", n.Why.String()
			if path := n.Path; len(path) > 0 {
				names := make([]string, len(path))
				for i, v := range path {
					names[i] = f.Name(v)
				}
				step.Reason += " of the clusters of " + strings.Join(names, " → ")
			}
		}
		steps = append(steps, step)
	}
	return steps
}
