package commands

import (
	"fmt"
	"io"
	"strings"
)

// BisectSchema names the form of a BisectReport.
const BisectSchema = "lathe.bisect/1"

// BisectReport says what makes the results of a program wrong.
type BisectReport struct {
	Schema    string        `json:"schema"`
	File      string        `json:"file"`
	Reference string        `json:"reference"`
	Stages    []BisectStage `json:"stages"`
	Cluster   string        `json:"cluster,omitempty"` // the culprit
	Op        *PlanOp       `json:"op,omitempty"`      // the culprit, or the first of those in its cluster that together are
	Place     string        `json:"place,omitempty"`
}

// BisectStage is one search: over clusters, or over operations.
type BisectStage struct {
	Over     string       `json:"over"` // "clusters" or "operations"
	Suspects int          `json:"suspects"`
	Runs     []BisectStep `json:"runs"`
}

// BisectStep is one run: the first suspects on their devices, all else on the reference.
type BisectStep struct {
	First int    `json:"first"`
	Wrong bool   `json:"wrong"`
	Why   string `json:"why,omitempty"` // how it was wrong
}

func writeBisect(w io.Writer, r *BisectReport) error {
	var b strings.Builder
	for _, s := range r.Stages {
		one := strings.TrimSuffix(s.Over, "s")
		fmt.Fprintf(&b, "%s that %s does not run:\n", plural(s.Suspects, one), r.Reference)
		for i, run := range s.Runs {
			word := "right"
			if run.Wrong {
				word = "wrong: " + run.Why
			}
			fmt.Fprintf(&b, "  run %d, the first %d of them on their devices: %s\n", i+1, run.First, word)
		}
	}
	if r.Cluster != "" {
		fmt.Fprintf(&b, "culprit: cluster %s, found in %s\n", r.Cluster, runsOf(r, "clusters"))
	}
	if r.Op != nil {
		fmt.Fprintf(&b, "culprit: %s at %s, found in %s\n", opText(*r.Op), r.Place, runsOf(r, "operations"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func runsOf(r *BisectReport, over string) string {
	for _, s := range r.Stages {
		if s.Over == over {
			return plural(len(s.Runs), "run")
		}
	}
	return "no runs"
}
