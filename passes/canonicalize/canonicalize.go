// Package canonicalize rewrites operations to their dialects' canonical forms.
package canonicalize

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Canonicalize operations

Folds operations and applies the canonicalization patterns of all dialects until
nothing changes or a limit is reached; merges constants; erases dead operations.`

// Options has the options of mlir-opt's pass, with the same names, and in addition exact-nan.
type Options struct {
	TopDown  bool     `opt:"top-down" help:"visit operations first to last in each iteration"`
	Regions  Level    `opt:"region-simplify" help:"disabled, normal or aggressive simplification of control flow"`
	Rounds   int      `opt:"max-iterations" help:"maximum number of iterations; -1: no limit"`
	Rewrites int      `opt:"max-num-rewrites" help:"maximum number of patterns applied in an iteration; -1: no limit"`
	Converge bool     `opt:"test-convergence" help:"fail if a limit is reached while operations still change"`
	Disable  []string `opt:"disable-patterns" help:"names of patterns to leave out"`
	Enable   []string `opt:"enable-patterns" help:"names of the only patterns to apply"`
	ExactNaN bool     `opt:"exact-nan" own:"true" help:"leave out folds that change the bits of a NaN"`
}

// Defaults returns the default options of the pass.
func Defaults() Options { return Options{TopDown: true, Rounds: 10, Rewrites: -1} }

// Level says how control flow is simplified.
type Level rewrite.Simplify

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) {
	switch rewrite.Simplify(l) {
	case rewrite.SimplifyDisabled:
		return []byte("disabled"), nil
	case rewrite.SimplifyAggressive:
		return []byte("aggressive"), nil
	}
	return []byte("normal"), nil
}

// UnmarshalText reads a level.
func (l *Level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "disabled":
		*l = Level(rewrite.SimplifyDisabled)
	case "normal":
		*l = Level(rewrite.SimplifyNormal)
	case "aggressive":
		*l = Level(rewrite.SimplifyAggressive)
	default:
		return fmt.Errorf("Cannot find option named '%s'! (the names are disabled, normal and aggressive)", b)
	}
	return nil
}

// Pass returns canonicalize.
func Pass() passes.Pass {
	p := passes.OnWith("canonicalize", doc, Defaults(), run)
	p.Title, p.Separable = "Canonicalizer", true
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	changed, err := rewrite.Greedy(r.Registry, op, r.Canonical.Only(o.Enable, o.Disable), rewrite.Options{
		BottomUp:      !o.TopDown,
		Regions:       rewrite.Simplify(o.Regions),
		MaxIterations: o.Rounds,
		MaxRewrites:   o.Rewrites,
		SkipIsolated:  r.InsideDone,
		ExactNaN:      o.ExactNaN,
		Ctx:           r.Ctx,
		Log:           r.Log,
		Count:         func(name string) { r.Count(name, 1) },
	})
	if !changed {
		r.Unchanged()
	}
	var late *rewrite.NotConverged
	if errors.As(err, &late) && late.Endless == 0 && !o.Converge {
		return nil
	}
	if late != nil && late.Endless > 0 {
		return ir.ErrorAt(op, "canonicalization: %v", late).
			WithHelp("change the pattern that matches its own result, leave it out with disable-patterns=, or end an iteration early with max-num-rewrites=")
	}
	if late != nil {
		return ir.ErrorAt(op, "canonicalization: %v", late)
	}
	return err
}
