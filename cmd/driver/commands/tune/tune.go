// Package tune implements lathe tune, which searches for faster schedules of a program's kernels
// and writes them to a file.
package tune

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/tune"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Args is the command line of the command "tune", in kong's form.
type Args struct {
	File     string   `arg:"" help:"The program; - for standard input."`
	Output   string   `short:"o" required:"" help:"The file to write, for lathe run --tuning=FILE." placeholder:"FILE"`
	Backend  string   `help:"Tune for this backend; jit by default, or vm where jit cannot run." placeholder:"NAME"`
	Budget   float64  `default:"10" help:"Stop after trying schedules for this many seconds (default: ${default})." placeholder:"SECONDS"`
	Input    []string `help:"A .npy file for each argument, in order. By default inputs are generated." placeholder:"A.npy" sep:"none"`
	Seed     uint64   `help:"Seed of generated inputs."`
	Threads  int      `help:"Processors to use; 0 means all."`
	Property []string `help:"Set a property of the backend, such as target=avx2; may be given several times." placeholder:"KEY=VALUE" sep:"none"`
}

// mostSeconds is the largest time budget.
const mostSeconds = 24 * 3600

// Run runs "lathe tune". It writes the schedules and prints a table of the tuned kernels.
func Run(ctx context.Context, t *driver.Tool, a Args, stdin io.Reader, stdout, stderr io.Writer) error {
	switch {
	case !(a.Budget > 0 && a.Budget <= mostSeconds):
		return diag.Errorf(diag.Span{}, "--budget must be more than 0 and at most %d seconds, but got %v", mostSeconds, a.Budget)
	case a.Threads < 0:
		return diag.Errorf(diag.Span{}, "--threads must not be negative, but got %d", a.Threads).WithHelp("0 means all processors")
	}
	if err := cli.CheckOutput("output file", a.Output); err != nil {
		return err
	}
	m, err := cli.ParseProgram(ctx, t, a.File, stdin)
	if err != nil {
		return err
	}
	o := compile.Options{Backend: a.Backend, Threads: a.Threads, Backends: t.All().Backends}
	o.Warn = func(err error) { fmt.Fprintf(stderr, "warning: %s\n", diag.Printed(err.Error())) }
	if o.Properties, err = cli.Properties(a.Property); err != nil {
		return err
	}
	f, err := fn.Entry(m, "")
	if err != nil {
		return err
	}
	inputs, err := cli.Inputs(a.Input, a.Seed, f.FunctionType().Inputs)
	if err != nil {
		return err
	}
	r, err := compile.Tune(ctx, m, o, inputs, time.Duration(a.Budget*float64(time.Second)))
	if err != nil {
		return err
	}
	if err := cli.WriteWhole(a.Output, []byte(r.File.Text())); err != nil {
		return err
	}
	return report(stdout, r, a.Output)
}

// report prints a table of the kernels for which schedules were tried.
func report(out io.Writer, r *tune.Result, file string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "key\tnest\tbefore\tafter\ttried\tschedule")
	for _, k := range r.Kernels {
		after, text := "-", "default"
		if k.After < k.Before {
			after, text = rounded(k.After), strings.ReplaceAll(k.Schedule.Text(), `"`, "")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", k.Key, k.Nest, rounded(k.Before), after, k.Tried, text)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s in %s; wrote %s to '%s'\n", cli.Plural(r.Rounds, "comparison"), r.Wall.Round(10*time.Millisecond), cli.Plural(len(r.File.Entries), "schedule"), file)
	return err
}

// rounded formats a time. It rounds times of at least 10 ms to 0.1 ms, other times of at least 1 ms
// to 10 µs, and shorter times to 0.1 µs.
func rounded(d time.Duration) string {
	switch {
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}
