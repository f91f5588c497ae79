package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/diag"
)

// CompileArgs is the command line of the command "compile", in kong's form.
type CompileArgs struct {
	cli.PlacingArgs
	File     string   `arg:"" help:"The program; - for standard input."`
	Output   string   `short:"o" required:"" help:"The file to write; its name must end in .lathe." placeholder:"FILE.lathe"`
	Backend  string   `help:"Compile everything for this backend. If neither --backend nor --devices is given: the devices named in the program, else jit, else (where jit cannot run) vm." placeholder:"NAME"`
	Threads  int      `help:"Processors to use in runs; 0 means all."`
	Accuracy string   `enum:"strict,fast," default:"" help:"As in lathe run."`
	Tuning   string   `help:"As in lathe run." placeholder:"FILE"`
	Level    string   `short:"O" name:"optimize" help:"As in lathe run." placeholder:"LEVEL"`
	Property []string `help:"Set a property, such as streams=2; may be given several times." placeholder:"KEY=VALUE" sep:"none"`
}

// Compile runs "lathe compile". To stderr it prints warnings and the settings that it chose.
func Compile(ctx context.Context, t *driver.Tool, a CompileArgs, stdin io.Reader, stderr io.Writer) error {
	if !strings.HasSuffix(a.Output, cli.Compiled) {
		return diag.Errorf(diag.Span{}, "-o must be a file name that ends in '%s', but is '%s'", cli.Compiled, a.Output).
			WithHelp("use this suffix, by which lathe run recognizes compiled programs")
	}
	if err := cli.CheckOutput("output file", a.Output); err != nil {
		return err
	}
	if strings.HasSuffix(a.File, cli.Compiled) {
		return diag.Errorf(diag.Span{}, "'%s' is already compiled", a.File).WithHelp("run it with lathe run, or pass this command the program from which it was compiled")
	}
	r := Args{PlacingArgs: a.PlacingArgs, File: a.File, Backend: a.Backend, Threads: a.Threads, Accuracy: a.Accuracy, Tuning: a.Tuning, Level: a.Level, NoCache: true}
	r.Property = a.Property
	if a.Threads > 0 {
		r.Property = append(slices.Clone(a.Property), fmt.Sprintf("%s=%d", backends.ThreadsProperty, a.Threads))
	}
	if err := r.check(); err != nil {
		return err
	}
	m, o, err := r.read(ctx, t, nil, stdin, stderr)
	if err != nil {
		return err
	}
	e, err := compile.Module(ctx, m, o)
	if err != nil {
		return err
	}
	defer e.Close()
	var blob bytes.Buffer
	if err := e.Export(&blob); err != nil {
		return err
	}
	return cli.WriteWhole(a.Output, blob.Bytes())
}

// compiled runs a program that the command "compile" wrote.
func (a Args) compiled(ctx context.Context, t *driver.Tool, stdout, stderr io.Writer) error {
	if flag := a.recompiles(); flag != "" {
		return diag.Errorf(diag.Span{}, "%s has no effect: the program in '%s' is already compiled", flag, a.File).
			WithHelp("omit it, or run the program from which the file was compiled")
	}
	file, err := os.Open(a.File)
	if err != nil {
		return fmt.Errorf("cannot open input file '%s': %w", a.File, cli.PathReason(err))
	}
	defer file.Close()
	blob, err := sealed.Read(file)
	if err != nil {
		return fmt.Errorf("input file '%s': %w", a.File, cli.PathReason(err))
	}
	o := compile.Options{Threads: a.Threads, Backends: t.All().Backends, Warn: func(err error) { fmt.Fprintf(stderr, "warning: %s\n", diag.Printed(err.Error())) }}
	if o.Properties, err = cli.Properties(a.Property); err != nil {
		return err
	}
	e, err := compile.Load(ctx, blob, o)
	if err != nil {
		return err
	}
	defer e.Close()
	inputs, err := cli.Inputs(a.Input, a.Seed, e.Inputs())
	if err != nil {
		return err
	}
	return a.execute(ctx, e, inputs, opLabels{peaks: func() peaks { return peaks{} }}, nil, stdout, stderr)
}

// recompiles returns a flag of the command line that affects compilation, or "" if there is none.
func (a Args) recompiles() string {
	a.ObserveArgs, a.Input, a.Output, a.Threads, a.Seed, a.Bench, a.Probes = ObserveArgs{}, nil, "", 0, 0, 0, ""
	return cli.FirstFlag(reflect.ValueOf(a))
}
