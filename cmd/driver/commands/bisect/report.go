package bisect

import (
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Schema identifies the format of a Report.
const Schema = "lathe.bisect/1"

// Report names the cause of wrong results.
type Report struct {
	Schema    string   `json:"schema"`
	File      string   `json:"file"`
	Reference string   `json:"reference"`
	Stages    []Stage  `json:"stages"`
	Cluster   string   `json:"cluster,omitempty"` // the culprit
	Op        *plan.Op `json:"op,omitempty"`      // the culprit; if several operations are wrong only together, the last of them
	Place     string   `json:"place,omitempty"`
	Pass      *Pass    `json:"pass,omitempty"` // the culprit

	Nothing string `json:"nothing,omitempty"` // why there is no culprit
	Advice  string `json:"advice,omitempty"`  // how to find a culprit
}

// The method "nothing" records that no run was wrong, as in "with 2 clusters on their devices the
// results are those of ref". This text begins with the argument "all" and ends with the argument
// "of". The method also suggests how to find a wrong run.
func (r *Report) nothing(a Args, all, of string) {
	r.Nothing = all + " the results are those " + of
	r.Advice = "use inputs that show the fault (--input), another --seed, or a smaller --tolerance"
	if a.FailCmd != "" {
		r.Nothing = all + " the command ends with status 0"
		r.Advice = "use a --fail-cmd that ends with another status if the program is wrong"
	}
}

// Pass is a pass of a pipeline.
type Pass struct {
	Number int    `json:"number"` // from 1
	Text   string `json:"text"`   // with its options
}

// Stage is one search: over clusters, over operations, or over passes.
type Stage struct {
	Over     string `json:"over"` // "clusters", "operations" or "passes"
	Suspects int    `json:"suspects"`
	Runs     []Step `json:"runs"`
}

// Step is one run, with the first suspects on their devices, or with the first passes of the
// pipeline.
type Step struct {
	First int    `json:"first"` // the number of suspects or passes
	Wrong bool   `json:"wrong"`
	Why   string `json:"why,omitempty"` // how the run was wrong
}

func writeBisect(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, s := range r.Stages {
		what, how := cli.Plural(s.Suspects, strings.TrimSuffix(s.Over, "s"))+" on devices other than "+r.Reference, "on their devices"
		if s.Over == "passes" {
			what, how = countPasses(s.Suspects), "run"
		}
		fmt.Fprintf(&b, "%s:\n", what)
		for i, run := range s.Runs {
			word := "right"
			if run.Wrong {
				word = "wrong: " + run.Why
			}
			fmt.Fprintf(&b, "  run %d, the first %d of them %s: %s\n", i+1, run.First, how, word)
		}
	}
	if r.Cluster != "" {
		fmt.Fprintf(&b, "culprit: cluster %s, found in %s\n", r.Cluster, runsOf(r, "clusters"))
	}
	if r.Op != nil {
		fmt.Fprintf(&b, "culprit: %s at %s, found in %s\n", plan.OpText(*r.Op), diag.OneLine(r.Place), runsOf(r, "operations"))
	}
	if r.Pass != nil {
		fmt.Fprintf(&b, "culprit: pass %d, %s, found in %s\n", r.Pass.Number, r.Pass.Text, runsOf(r, "passes"))
	}
	if r.Nothing != "" {
		fmt.Fprintf(&b, "no culprit: %s\n  help: %s\n", r.Nothing, r.Advice)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func runsOf(r *Report, over string) string {
	for _, s := range r.Stages {
		if s.Over == over {
			return cli.Plural(len(s.Runs), "run")
		}
	}
	return "no runs"
}
