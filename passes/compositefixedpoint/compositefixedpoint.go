// Package compositefixedpoint runs a pipeline until it changes nothing, or a limit is reached.
package compositefixedpoint

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Composite fixed point pass

Runs a pipeline repeatedly until a run does not change the program, or a limit is
reached.`

// Options has the options of mlir-opt's pass.
type Options struct {
	Name     string `opt:"name" help:"the name of the pass in reports"`
	Pipeline string `opt:"pipeline" help:"the pipeline to run"`
	Rounds   int    `opt:"max-iterations" help:"the maximum number of runs of the pipeline after the first run"`
}

// Pass returns composite-fixed-point-pass.
func Pass() passes.Pass {
	p := passes.OnWith("composite-fixed-point-pass", doc, Options{Name: "CompositeFixedPointPass", Rounds: 10}, run)
	p.Title = "CompositeFixedPointPass"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	if o.Rounds < 1 {
		return ir.ErrorAt(op, "Invalid maxIterations value: %d", o.Rounds)
	}
	before := op.Hash()
	first := before
	for i := 0; ; i++ {
		if err := r.Pipeline(op, o.Pipeline); err != nil {
			return err
		}
		if i == o.Rounds { // as in MLIR, the limit does not count the first run
			r.Note(ir.WarnAt(op, "Composite pass \"%s\" didn't converge in %d iterations", o.Name, o.Rounds))
			return nil
		}
		now := op.Hash()
		if now == before {
			if now == first {
				r.Unchanged()
			}
			return nil
		}
		before = now
	}
}
