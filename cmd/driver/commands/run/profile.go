package run

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement"
)

// ObserveArgs are the flags for backend properties, profiles and traces.
type ObserveArgs struct {
	Property []string `help:"Set a property of the backend, such as streams=2, or mode=pipelined for a program on several devices; may be given several times." placeholder:"KEY=VALUE" sep:"none"`
	Profile  bool     `help:"Print on standard error how long each executed operation took, including operations inside a while."`
	AllOps   bool     `name:"profile-all" help:"Print the profile, including operations that were optimized out or did not run."`
	Store    string   `name:"profile-to" help:"Run the program twice, and write to FILE how long each operation took in the second run. The file is for --cost-profile." placeholder:"FILE"`
	Trace    string   `help:"Write the run to FILE as a Chrome trace, with a lane for each device." placeholder:"FILE"`
}

// observes reports whether the flags request a profile or a trace.
func (a *ObserveArgs) observes() bool { return a.Profile || a.AllOps || a.Trace != "" || a.Store != "" }

// profileKind and traceKind are the kinds of files in errors.
const (
	profileKind = "profile"
	traceKind   = "trace file"
)

// checkFiles returns an error if the profile or the trace cannot be written.
func (a *ObserveArgs) checkFiles() error {
	if err := cli.CheckOutput(profileKind, a.Store); err != nil {
		return err
	}
	return cli.CheckOutput(traceKind, a.Trace)
}

// run runs e and writes the requested profile and trace. With --profile-to it runs e twice and
// records the second run, because the first run is slower. Only the second run writes probes.
func (a *ObserveArgs) run(ctx context.Context, e *compile.Executable, inputs []*tensor.Tensor, labels opLabels, stderr io.Writer) ([]*tensor.Tensor, error) {
	if !a.observes() {
		return e.Run(ctx, inputs...)
	}
	p, ok := e.Program().(backends.Profiled)
	if !ok {
		return nil, diag.Errorf(diag.Span{}, "the backend of this program cannot record a profile").WithHelp("omit --profile, --profile-all, --profile-to and --trace")
	}
	if a.Store != "" {
		if _, err := e.Run(interp.WithProbeSink(ctx, nil), inputs...); err != nil {
			return nil, err
		}
	}
	var profile backends.Profile
	outputs, err := p.RunProfiled(ctx, inputs, &profile)
	if err != nil {
		return nil, err
	}
	if a.Profile || a.AllOps {
		if err := printProfile(stderr, &profile, labels, a.AllOps); err != nil {
			return nil, err
		}
	}
	if a.Store != "" {
		if err := storeProfile(a.Store, &profile, labels); err != nil {
			return nil, err
		}
	}
	if a.Trace != "" {
		for i := range profile.Records {
			r := &profile.Records[i]
			r.Name = labels.name(r)
		}
		return outputs, writeTrace(a.Trace, &profile)
	}
	return outputs, nil
}

// opLabels describes operations by their ids. The function peaks measures the backend's peak rates.
type opLabels struct {
	ops   map[uint32]opLabel
	peaks func() peaks
}

// opLabel describes an operation of the program.
type opLabel struct {
	op   string // "stablehlo.add"
	text string // value, id and line
}

// labelsOf returns labels with the names that values have in the program's text.
func labelsOf(m ir.Module, names *asm.Names) opLabels {
	labels := opLabels{ops: map[uint32]opLabel{}}
	m.Op.Walk(func(op *ir.Op) bool {
		text := fmt.Sprintf("#%d", op.ID())
		if value, ok := names.InText(op); ok {
			text = value + " " + text
		}
		if sp := op.Loc().Span(); sp.IsValid() {
			line, _ := sp.Src.Position(sp.Start)
			text += fmt.Sprintf(" line %d", line)
		}
		if op.ID() != 0 {
			labels.ops[op.ID()] = opLabel{op.Name(), text}
		}
		return true
	})
	return labels
}

// name returns the operation's kind, r.Place, and the operation's label if it has one.
func (l opLabels) name(r *backends.Record) string {
	label, known := l.ops[r.Op]
	words := []string{r.Name}
	if part, kernel := strings.CutSuffix(r.Name, r.Exec); known && kernel && (part == "" || strings.HasSuffix(part, ": ")) {
		// For a nested operation, r has the name of the kernel, not the kind of the operation.
		words[0] = part + label.op
	}
	if r.Place != "" {
		words = append(words, r.Place)
	}
	if known {
		words = append(words, label.text)
	}
	return diag.OneLine(strings.Join(words, " "))
}

// printProfile writes a line for each operation that ran, and a line for the run. If all is true,
// it writes all operations. Nested operations are indented below their parent.
func printProfile(out io.Writer, p *backends.Profile, labels opLabels, all bool) error {
	known := map[uint32]*backends.Record{}
	for i := range p.Records {
		known[p.Records[i].Op] = &p.Records[i]
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	head, share := "", func(*backends.Record) string { return "" }
	if slices.ContainsFunc(p.Records, func(r backends.Record) bool { return r.Bytes > 0 }) {
		head, share = "\tGFLOP/s\tGB/s\tof peak", labels.peaks().share
	}
	fmt.Fprintln(w, "status\tdevice\tbegan\ttook\truns\toperation\tby"+head)
	hidden := 0
	for i := range p.Records {
		r := &p.Records[i]
		if r.Status != backends.Executed && !all {
			hidden++
			continue
		}
		by := r.Exec
		switch host := known[r.Host]; {
		case r.Status == backends.OptimizedOut && (r.Host == 0 || host == nil):
			by = "-"
		case r.Status == backends.OptimizedOut:
			by = "with " + labels.name(host)
		}
		began, took, runs := "-", "-", "-"
		if r.Status == backends.Executed {
			began, took, runs = r.Began.String(), r.Took.String(), fmt.Sprint(max(1, r.Runs))
		}
		indent := ""
		for at := r; at != nil && at.Inside != 0 && len(indent) < 20; at = known[at.Inside] {
			indent += "  "
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s%s\t%s%s\n", r.Status, r.Device, began, took, runs, indent, labels.name(r), by, share(r))
	}
	fmt.Fprintf(w, "the run\t\t\t%s\t\t\t\n", p.Wall)
	if err := w.Flush(); err != nil {
		return err
	}
	if hidden > 0 {
		_, err := fmt.Fprintf(out, "not shown: %s that did not run or were optimized out (--profile-all shows them)\n", cli.Plural(hidden, "operation"))
		return err
	}
	return nil
}

// storeProfile writes the times of the operations in the function's body. The time of an operation
// is 0 if the operation was fused into another operation, was optimized out, or did not run.
func storeProfile(file string, p *backends.Profile, labels opLabels) error {
	stored := placement.Profile{Schema: placement.ProfileSchema, Ops: []placement.ProfiledOp{}}
	at := map[uint32]int{}
	for i := range p.Records {
		r := &p.Records[i]
		label, known := labels.ops[r.Op]
		if !known || r.Inside != 0 {
			continue
		}
		k, again := at[r.Op]
		if !again {
			k = len(stored.Ops)
			at[r.Op] = k
			stored.Ops = append(stored.Ops, placement.ProfiledOp{Device: r.Device, Op: r.Op, Kind: label.op})
		}
		if r.Status == backends.Executed {
			stored.Ops[k].Seconds += r.Took.Seconds()
		}
	}
	return writeReport(profileKind, file, func(w io.Writer) error { return cli.WriteJSON(w, stored) })
}

func writeTrace(file string, p *backends.Profile) error {
	return writeReport(traceKind, file, func(w io.Writer) error { return backends.WriteTrace(w, p) })
}

// writeReport writes a file. The argument what is the kind of file in errors.
func writeReport(what, file string, write func(io.Writer) error) error {
	if err := outfile.Stream(file, write); err != nil {
		return cli.CannotWrite(what, file, err)
	}
	return nil
}
