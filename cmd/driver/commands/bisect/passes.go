package bisect

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// passBisection is a search for the pass that makes a program wrong.
type passBisection struct {
	bisection
	tool     *driver.Tool
	pipeline *passes.Pipeline
}

// newPassBisection reads the program and the pipeline. Without --fail-cmd it also runs the
// unchanged program.
func newPassBisection(ctx context.Context, t *driver.Tool, p *plan.Planner, a Args, stdin io.Reader) (*passBisection, error) {
	if a.Devices != nil || len(a.Given()) > 0 || a.By != "both" {
		return nil, diag.Errorf(diag.Span{}, "--passes searches among passes and runs the program only on the reference, so --by, --devices and placement options have no effect").
			WithHelp("omit these options; choose the backend that runs the program with --reference")
	}
	pl, err := p.Read(ctx, a.File, stdin)
	if err != nil {
		return nil, err
	}
	b := &passBisection{tool: t}
	b.bisection = bisection{args: a, plan: pl, report: &Report{Schema: Schema, File: a.File, Reference: a.Reference, Stages: []Stage{}}}
	b.options = compile.Options{Threads: a.Threads, Backends: t.All().Backends}
	if b.pipeline, err = passes.Parse(a.Passes, t.Known()); err != nil {
		return nil, err
	}
	if b.pipeline.Len() == 0 {
		return nil, diag.Errorf(diag.Span{}, "--passes names no pass").WithHelp("name the passes as in --pass-pipeline, such as 'canonicalize,cse'")
	}
	if err := b.openReference(p); err != nil || a.FailCmd != "" {
		return b, err
	}
	return b, b.runReference(ctx)
}

// find finds the first pass after which the program is wrong.
func (b *passBisection) find(ctx context.Context) (*Report, error) {
	if b.args.FailCmd != "" {
		if why, err := b.run(ctx, 0); err != nil || why != "" {
			return nil, failsAnyway(why, err, "before the first pass", "passes")
		}
	}
	n := b.pipeline.Len()
	s := Stage{Over: "passes", Suspects: n}
	i, found, err := search(n, func(k int) (bool, error) {
		why, err := b.run(ctx, k)
		s.Runs = append(s.Runs, Step{First: k, Wrong: why != "", Why: why})
		return why != "", err
	})
	if err != nil {
		return nil, err
	}
	b.report.Stages = append(b.report.Stages, s)
	if !found {
		b.report.nothing(b.args, "after "+countPasses(n), "of the unmodified program")
		return b.report, nil
	}
	b.report.Pass = &Pass{Number: i + 1, Text: b.pipeline.At(i)}
	return b.report, nil
}

// run returns how the program is wrong after the first k passes, or "" if it is correct.
func (b *passBisection) run(ctx context.Context, k int) (wrong string, err error) {
	m := bare(b.plan.Module)
	manager := passes.Manager{Workers: b.args.Threads, Canonical: b.tool.Canonical(), Known: b.tool.Known(), Out: io.Discard}
	if err := manager.Run(ctx, m.Op, b.pipeline.Prefix(k)); err != nil {
		return b.failed(ctx, err)
	}
	if b.args.FailCmd != "" {
		return b.command(ctx, m)
	}
	e, err := b.compile(ctx, m)
	if err != nil {
		return b.failed(ctx, err)
	}
	return b.compareRun(ctx, e)
}

// compile compiles m for the reference. m may be partly lowered. If the reference does not accept
// m, compile tries vm.
func (b *passBisection) compile(ctx context.Context, m ir.Module) (*compile.Executable, error) {
	o := b.options
	o.Backend = b.backend
	e, refused := compile.Module(ctx, m, o)
	if refused == nil {
		return e, nil
	}
	o.Backend = "vm"
	e, err := compile.Module(ctx, m, o)
	if err != nil {
		return nil, refused
	}
	return e, nil
}

func (b *passBisection) command(ctx context.Context, m ir.Module) (wrong string, err error) {
	file, err := writeTemporary(".mlir", asm.String(m.Op)+"\n")
	if err != nil {
		return "", err
	}
	defer os.Remove(file)
	return failCommand(ctx, b.args.FailCmd, map[string]string{"{program}": file})
}

// failsAnyway returns the error for a failure that occurs even without suspects.
func failsAnyway(why string, err error, when, suspects string) error {
	if err != nil {
		return err
	}
	return diag.Errorf(diag.Span{}, "%s even %s: none of the %s is the cause", why, when, suspects).
		WithHelp("use a --fail-cmd that ends with status 0 if the program is right")
}

func countPasses(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}
