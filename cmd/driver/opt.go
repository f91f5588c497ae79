package driver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/passes"
)

// Exit statuses. With --compat, all failures except a panic outside of passes return 1.
const (
	exitOK       = 0
	exitFailed   = 1  // diagnostics or a round trip did not match, or a file could not be read or written
	exitUsage    = 2  // an error in the command line
	exitParse    = 3  // the input does not parse
	exitVerify   = 4  // the input does not verify
	exitPass     = 5  // a pass failed
	exitInternal = 70 // a bug in Lathe
)

type dirKey struct{}

// WithDir returns a context in which relative paths start from dir. It is for tools that run inside
// another process.
func WithDir(ctx context.Context, dir string) context.Context {
	return context.WithValue(ctx, dirKey{}, dir)
}

// pathIn resolves a path from the command line.
func pathIn(ctx context.Context, name string) string {
	dir, _ := ctx.Value(dirKey{}).(string)
	if dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// Opt runs the opt tool, which has mlir-opt's flags. It returns the exit status.
func (t *Tool) Opt(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags, o := t.newFlags()
	r := &optRun{t: t, o: o, ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	err := flags.parse(args)
	r.style = r.chooseStyle()
	if err == nil {
		err = r.checkUsage(flags)
	}
	if err != nil {
		return r.exit(r.usage(err))
	}
	shown, err := t.info(flags, o, stdout)
	switch {
	case err != nil:
		r.report(fmt.Errorf("cannot write output file '-': %s", reason(err)))
		return exitFailed
	case shown:
		return exitOK
	}
	return r.exit(r.run(flags.files))
}

type optRun struct {
	t              *Tool
	o              *options
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	style          diag.Style
	color          bool

	pipeline *passes.Pipeline
	manager  *passes.Manager
	timer    *passes.Timer
	log      *decision.Log
	counters *passes.Counters
	out      *output
	// unmet are the expectations of --verify-diagnostics that no diagnostic matched.
	unmet []*diag.Diagnostic
	// reproducers counts the reproducers that --mlir-generate-reproducer wrote.
	reproducers int
	// reports counts the errors that the method report printed.
	reports int
}

func (r *optRun) exit(status int) int {
	if r.o.compat && status != exitOK {
		return exitFailed
	}
	return status
}

// usage reports an error in the command line.
func (r *optRun) usage(err error) int {
	var u usageError
	if errors.As(err, &u) {
		fmt.Fprintln(r.stderr, string(u))
		return exitUsage
	}
	for _, d := range diag.All(err) {
		if r.style == diag.MLIR && d.Span.IsValid() {
			fmt.Fprint(r.stderr, "<unknown>:0: error: ") // the prefix of errors in a pipeline text on the command line
		}
		r.render(d)
		for _, h := range d.Help {
			if r.style == diag.MLIR { // this style does not print the help of a diagnostic
				fmt.Fprintf(r.stderr, "%s: %s\n", r.t.Name, h)
			}
		}
	}
	return exitUsage
}

// checkUsage checks combinations of flags, and builds the pipeline.
func (r *optRun) checkUsage(flags *flagSet) error {
	if len(flags.files) > 1 {
		return flags.errorf("Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help", r.t.Name)
	}
	if len(r.o.counters) > 0 {
		var err error
		if r.counters, err = passes.ParseCounters(r.o.counters); err != nil {
			return flags.errorf("%v", err)
		}
	}
	r.pipeline = r.o.steps
	if !r.o.hasPipeline {
		return nil
	}
	if len(r.o.steps.Steps) > 0 {
		return errors.New("'-pass-pipeline' option can't be used with individual pass options")
	}
	var err error
	r.pipeline, err = passes.ParseAnchored(r.o.pipeline, r.t.known)
	return err
}

// chooseStyle sets r.color and returns the style: by default rich on a terminal, else mlir-opt's.
func (r *optRun) chooseStyle() diag.Style {
	f, ok := r.stderr.(*os.File)
	terminal := false
	if ok {
		info, err := f.Stat()
		terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	r.color = r.o.color == "always" || terminal && r.o.color != "never"
	switch {
	case r.o.diagStyle == "json":
		return diag.JSON
	case r.o.diagStyle == "rich" || terminal && r.o.diagStyle == "":
		return diag.Rich
	}
	return diag.MLIR
}

// checkPassNames reports whether all names in a flag's value are passes, or prints an error.
func (r *optRun) checkPassNames(flag string, names []string) bool {
	for _, n := range names {
		if r.t.known.Pass(n) == nil {
			fmt.Fprintf(r.stderr, "%s: for the --%s option: Cannot find option named '%s'!\n", r.t.Name, flag, n)
			return false
		}
	}
	return true
}

func (r *optRun) run(files []string) int {
	if r.o.timing {
		r.timer = passes.NewTimer()
	}
	if !r.checkPassNames("mlir-print-ir-before", r.o.dumps.Before) || !r.checkPassNames("mlir-print-ir-after", r.o.dumps.After) {
		return exitUsage
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	text, err := r.read(name)
	if err != nil {
		fmt.Fprintf(r.stderr, "cannot open input file '%s': %s\n", name, reason(err))
		return exitFailed
	}
	if r.out, err = openOutput(r.ctx, r.o.output, r.stdout); err != nil {
		fmt.Fprintf(r.stderr, "cannot open output file '%s': %s\n", r.o.output, reason(err))
		return exitFailed
	}
	if r.o.dumpPipeline {
		fmt.Fprintf(r.stderr, "Pass Manager with %d passes:\n%s\n\n", r.pipeline.Passes(), r.pipeline.Dump())
	}
	r.makeManager()
	status := r.chunks(name, text)
	if err := r.finish(status); err != nil {
		r.report(err)
		return max(status, exitFailed)
	}
	return status
}

func (r *optRun) read(name string) ([]byte, error) {
	defer r.timer.Phase("Reader")()
	if name != "-" {
		name = pathIn(r.ctx, name)
	}
	return ReadInput(name, r.stdin)
}

// reason returns the system's message for err as LLVM prints it: "No such file or directory".
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	s := err.Error()
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		s = string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

func (r *optRun) makeManager() {
	o := r.o
	if o.decisions != "" || o.maxDecisions >= 0 {
		r.log = decision.New()
		r.log.Limit(o.maxDecisions)
	}
	o.dumps.Options = o.print
	r.manager = &passes.Manager{
		NoVerify: !o.verifyEach, Unverified: o.noVerifyParse, Canonical: r.t.canonical, Known: r.t.known, Log: r.log,
		Out: r.stderr, Timing: r.timer, Print: o.dumps, Counters: r.counters,
		LocalFiles: o.runReproducer && !o.writeAnywhere,
	}
	if o.serial {
		r.manager.Workers = 1
	}
	if o.statistics {
		r.manager.Stats = &passes.Stats{}
	}
	if o.crashReproducer != "" {
		r.manager.Reproducer = &passes.Reproducer{File: pathIn(r.ctx, o.crashReproducer), Local: o.localReproducer}
	}
}

// each returns an ir.Each that processes functions concurrently, or nil if this is disabled.
func (r *optRun) each() ir.Each {
	if r.o.serial {
		return nil
	}
	return passes.Workers(0)
}

func (r *optRun) finish(status int) error {
	var errs []error
	if r.manager.Stats != nil {
		errs = append(errs, r.manager.Stats.Write(r.stderr, r.o.statisticsForm == "list"))
	}
	if r.o.decisions != "" {
		errs = append(errs, r.writeDecisions())
	}
	if r.o.printCounters {
		errs = append(errs, r.counters.Write(r.stderr))
	}
	if err := r.out.close(status == exitOK); err != nil {
		errs = append(errs, fmt.Errorf("cannot write output file '%s': %s", r.o.output, reason(err)))
	}
	if r.timer != nil {
		errs = append(errs, r.timer.Write(r.stderr, passes.Display{List: r.o.timingDisplay == "list", JSON: r.o.outputFormat == "json"}))
	}
	return errors.Join(errs...)
}

func (r *optRun) writeDecisions() error {
	write := r.log.WriteText
	if r.o.outputFormat == "json" {
		write = func(w io.Writer) error { return r.log.WriteJSON(diag.EscapeWriter(w)) }
	}
	if r.o.decisions == "-" {
		return write(r.stderr)
	}
	return outfile.Stream(pathIn(r.ctx, r.o.decisions), write)
}

// render prints a diagnostic as the flags require. After an interrupt it prints nothing.
func (r *optRun) render(d *diag.Diagnostic) {
	switch {
	case r.canceled(),
		d.Severity == diag.Remark && r.o.verbosity != "remarks",
		d.Severity == diag.Warning && r.o.verbosity == "errors":
		return
	}
	diag.Render(r.stderr, r.trim(d), r.style, r.color)
}

// report prints and counts an error, which need not be a diagnostic.
func (r *optRun) report(err error) {
	r.reports++
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		r.render(d)
		return
	}
	if !r.canceled() {
		fmt.Fprintln(r.stderr, err)
	}
}

// canceled reports whether the user has interrupted the run.
func (r *optRun) canceled() bool { return r.ctx.Err() == context.Canceled }

// output is the destination of results. A file is discarded as soon as the context ends, since
// Interruptible does not wait for code that does not check the context.
type output struct {
	*bufio.Writer
	ctx     context.Context
	file    *outfile.File // nil for standard output
	discard func() error  // discards the file
	stop    func() bool   // prevents the end of the context from discarding the file
}

func openOutput(ctx context.Context, name string, stdout io.Writer) (*output, error) {
	switch name {
	case "":
		return nil, syscall.ENOENT // the error of opening a file without a name
	case "-":
		return &output{Writer: bufio.NewWriterSize(stdout, 64<<10)}, nil
	}
	f, err := outfile.Create(pathIn(ctx, name))
	if err != nil {
		return nil, err
	}
	discard := sync.OnceValue(func() error { return f.Finish(false) })
	stop := context.AfterFunc(ctx, func() { discard() })
	return &output{bufio.NewWriterSize(f, 64<<10), ctx, f, discard, stop}, nil
}

// close flushes and closes the output. If keep is false, it discards a regular file.
func (o *output) close(keep bool) error {
	err := o.Flush()
	switch {
	case o.file == nil:
		return err
	case o.stop():
		return errors.Join(err, o.file.Finish(keep && err == nil))
	case keep:
		return errors.Join(o.ctx.Err(), o.discard())
	}
	return o.discard()
}
