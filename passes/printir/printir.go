// Package printir prints the program in the middle of a pipeline.
package printir

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Print the program to the standard error`

// Options has the options of mlir-opt's pass.
type Options struct {
	Label string `opt:"label" help:"text in the line above"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("print-ir", doc, Options{}, run)
	p.Title = "PrintIRPass"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	r.Unchanged()
	label := ""
	if o.Label != "" {
		label = " " + o.Label
	}
	if _, err := fmt.Fprintf(r.Out, "// -----// IR Dump%s //----- //\n", label); err != nil {
		return err
	}
	options := r.Printing()
	options.LocalScope, options.NoExternal = true, true
	if err := asm.Print(r.Out, op, options); err != nil {
		return err
	}
	_, err := r.Out.Write([]byte{'\n'})
	return err
}
