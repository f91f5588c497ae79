package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// ObserveArgs say how a program runs, and what is told of it.
type ObserveArgs struct {
	Property []string `help:"Set a property of the backend, such as streams=2 or, of a program on several devices, mode=pipelined; may be given several times." placeholder:"KEY=VALUE" sep:"none"`
	Profile  bool     `help:"Print on standard error what each operation took, and what became of it."`
	Trace    string   `help:"Write the run to FILE as a Chrome trace, with a lane for each device." placeholder:"FILE"`
}

// properties returns the values that --property gives.
func properties(given []string) (map[string]any, error) {
	values := map[string]any{}
	for _, p := range given {
		key, value, ok := strings.Cut(p, "=")
		if !ok || key == "" {
			return nil, diag.Errorf(diag.Span{}, "--property must be KEY=VALUE, but is '%s'", p)
		}
		if _, again := values[key]; again {
			return nil, diag.Errorf(diag.Span{}, "property '%s' is given twice", key)
		}
		values[key] = value
	}
	return values, nil
}

// run runs e once, and tells of it what was asked for.
func (a *ObserveArgs) run(ctx context.Context, e *compile.Executable, inputs []*tensor.Tensor, stderr io.Writer) ([]*tensor.Tensor, error) {
	if !a.Profile && a.Trace == "" {
		return e.Run(ctx, inputs...)
	}
	p, ok := e.Program().(backends.Profiled)
	if !ok {
		return nil, diag.Errorf(diag.Span{}, "the backend of this program keeps no profile").WithHelp("leave out --profile and --trace")
	}
	var profile backends.Profile
	outputs, err := p.RunProfiled(ctx, inputs, &profile)
	if err != nil {
		return nil, err
	}
	if a.Profile {
		if err := printProfile(stderr, &profile); err != nil {
			return nil, err
		}
	}
	if a.Trace != "" {
		return outputs, writeTrace(a.Trace, &profile)
	}
	return outputs, nil
}

// printProfile writes a line for each operation, and one for the whole run.
func printProfile(out io.Writer, p *backends.Profile) error {
	names := map[uint32]string{}
	for _, r := range p.Records {
		names[r.Op] = r.Name
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "status\tdevice\tbegan\ttook\toperation\tby")
	for _, r := range p.Records {
		by := r.Exec
		switch {
		case r.Status == backends.OptimizedOut && r.Host == 0:
			by = "-"
		case r.Status == backends.OptimizedOut:
			by = "with " + names[r.Host]
		}
		began, took := "-", "-"
		if r.Status == backends.Executed {
			began, took = r.Began.String(), r.Took.String()
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Status, r.Device, began, took, strings.TrimSpace(r.Name+" "+r.Place), by)
	}
	fmt.Fprintf(w, "the run\t\t\t%s\t\t\n", p.Wall)
	return w.Flush()
}

func writeTrace(file string, p *backends.Profile) error {
	f, err := os.Create(file)
	var path *os.PathError
	if errors.As(err, &path) {
		return diag.Errorf(diag.Span{}, "cannot write trace file '%s': %v", file, path.Err)
	}
	if err != nil {
		return err
	}
	if err := backends.WriteTrace(f, p); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
