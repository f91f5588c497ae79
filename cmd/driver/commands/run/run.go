// Package run implements lathe run, which compiles and runs a program.
package run

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Args is the command line of the command "run", in kong's form.
type Args struct {
	cli.PlacingArgs
	ObserveArgs
	InterpretArgs
	PassFlags
	PrintPipeline bool     `name:"print-pipeline" help:"Print the passes that compile the program for one backend, as lathe-opt --pass-pipeline takes them, and run nothing."`
	File          string   `arg:"" help:"The program, or a file that lathe compile has written; - for standard input."`
	Input         []string `help:"A .npy file for each argument, in order. The array for a scalar can have any rank. By default inputs are generated." placeholder:"A.npy" sep:"none"`
	Output        string   `short:"o" help:"Write results to DIR/out0.npy and so on instead of printing them." placeholder:"DIR"`
	Backend       string   `help:"Run everything on this backend. If neither --backend nor --devices is given: the devices named in the program, else jit, else (where jit cannot run) vm." placeholder:"NAME"`
	Threads       int      `help:"Processors to use; 0 means all."`
	Accuracy      string   `enum:"strict,fast," default:"" help:"strict, the default, computes each operation as the program has it; fast also allows changes with stated error bounds, such as Winograd convolutions."`
	Tuning        string   `help:"Use the kernel schedules in this file, which lathe tune has written. Results do not change." placeholder:"FILE"`
	Level         string   `short:"O" name:"optimize" help:"3 tunes the kernels in the first run, for about two seconds (property tuning-seconds), and stores their schedules in the cache; 2, the default, chooses schedules by fixed rules. No result changes." placeholder:"LEVEL"`
	Seed          uint64   `help:"Seed of generated inputs."`
	Bench         int      `help:"Run N times after a warm-up, into the same outputs, and print the times in seconds as one JSON line." placeholder:"N"`
	Emit          string   `enum:"asm,c,mlir," default:"" help:"Print the kernels instead of running them: asm (backend jit), c (backend c), or mlir." placeholder:"KIND"`
	Kernels       string   `help:"Write the kernels that the backend emits to files in DIR." placeholder:"DIR"`
	Probes        string   `name:"probe-output-dir" help:"Write the values that interpreter.probe records to DIR/probe1.npy and so on, listed in DIR/index.csv." placeholder:"DIR"`
	NoCache       bool     `name:"no-cache" help:"Compile again, and do not write to the cache."`
	Cache         string   `name:"cache-dir" placeholder:"DIR" help:"Folder of the cache of compiled programs (default: in the user's cache folder). The cache holds at most ${cacheLimit}."`
}

// Run runs "lathe run". To stderr it prints warnings and the settings that it chose.
func Run(ctx context.Context, t *driver.Tool, a Args, stdin io.Reader, stdout, stderr io.Writer) error {
	if err := a.check(); err != nil {
		return err
	}
	if a.Interpret {
		return a.interpret(ctx, t, stdin, stdout)
	}
	if strings.HasSuffix(a.File, cli.Compiled) {
		return a.compiled(ctx, t, stdout, stderr)
	}
	if err := a.checkPasses(t.Known()); err != nil {
		return err
	}
	kernels := map[string]string{}
	m, o, err := a.read(ctx, t, kernels, stdin, stderr)
	if err != nil {
		return err
	}
	if a.PrintPipeline {
		return printPipeline(t, o, stdout)
	}
	o.Passes = a.manager(t, stderr)
	inputs, err := a.specialize(m, &o)
	if err != nil {
		return err
	}
	e, err := compile.Module(ctx, m, o)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := reportPasses(o.Passes, stderr); err != nil {
		return err
	}
	if a.Emit != "" {
		return printEmitted(a.Emit, kernels, stdout)
	}
	if a.Kernels != "" && len(kernels) == 0 {
		return diag.Errorf(diag.Span{}, "--kernels has nothing to write: no backend of this run emits kernels").
			WithHelp("omit it, or use a backend that emits kernels, as with --backend=vm or --backend=c")
	}
	var labels opLabels
	if a.observes() {
		labels = labelsOf(m, o.Names)
		labels.peaks = func() peaks { return measure(ctx, t.Registry(), o) }
	}
	if inputs == nil {
		if inputs, err = cli.Inputs(a.Input, a.Seed, e.Inputs()); err != nil {
			return err
		}
	}
	return a.execute(ctx, e, inputs, labels, kernels, stdout, stderr)
}

func (a Args) read(ctx context.Context, t *driver.Tool, kernels map[string]string, stdin io.Reader, stderr io.Writer) (m ir.Module, o compile.Options, err error) {
	names := asm.NewNames(nil)
	if m, err = cli.ParseNamed(ctx, t, a.File, stdin, names); err != nil {
		return m, o, err
	}
	if o, err = compileOptions(t, a, kernels); err != nil {
		return m, o, err
	}
	o.Names, o.Diagnose = names, cli.WarnOn(stderr)
	o.Warn = func(err error) { fmt.Fprintf(stderr, "warning: %s\n", diag.Printed(err.Error())) }
	if !a.NoCache {
		if o.CacheDir = a.Cache; o.CacheDir == "" {
			if o.CacheDir, err = cli.CacheFolder(); err != nil {
				o.Warn(fmt.Errorf("compiled programs are not cached: %w; pass --cache-dir=DIR, or --no-cache", err))
			}
		}
	}
	if err := cli.UseNamed(m, &o, stderr); err != nil {
		return m, o, err
	}
	if len(o.Placement.Given()) > 0 && len(o.Devices) == 0 {
		return m, o, diag.Errorf(diag.Span{}, "placement options need devices").WithHelp("name them with --devices=A,B, in order of priority")
	}
	return m, o, nil
}

// specialize reads the inputs of a program with dynamic shapes, and sets o to compile for their
// shapes. It returns nil if all shapes are static or there are no input files.
func (a Args) specialize(m ir.Module, o *compile.Options) ([]*tensor.Tensor, error) {
	f, err := fn.Entry(m, o.Entry)
	if err != nil || len(a.Input) == 0 {
		return nil, nil // compilation reports the error
	}
	types := slices.Clone(f.FunctionType().Inputs)
	if !slices.ContainsFunc(types, func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && !t.HasStaticShape() }) {
		return nil, nil
	}
	inputs, err := cli.Inputs(a.Input, a.Seed, types)
	if err != nil {
		return nil, err
	}
	if err := backends.CheckInputs(types, inputs); err != nil {
		return nil, err
	}
	for i, t := range types {
		if ir.IsType[*ir.TensorType](t) {
			types[i] = ir.Tensor(t.Elem(), inputs[i].Shape...)
		}
	}
	o.Inputs = types
	return inputs, nil
}

func (a Args) execute(ctx context.Context, e *compile.Executable, inputs []*tensor.Tensor, labels opLabels, kernels map[string]string, stdout, stderr io.Writer) error {
	ctx, err := a.recordProbes(ctx)
	if err != nil {
		return err
	}
	outputs, err := a.run(ctx, e, inputs, labels, stderr)
	if err != nil {
		return err
	}
	if a.Kernels != "" {
		if err := writeKernels(a.Kernels, kernels); err != nil {
			return err
		}
	}
	if a.Output != "" {
		if err := writeOutputs(a.Output, outputs); err != nil {
			return err
		}
	}
	switch {
	case a.Bench > 0:
		return bench(ctx, e, inputs, outputs, a.Bench, stdout)
	case a.Output != "":
		return nil
	}
	return printOutputs(stdout, outputs)
}

// check checks the flags. It runs before any file is read.
func (a *Args) check() error {
	if err := a.checkInterpret(); err != nil {
		return err
	}
	if err := a.checkPrinting(); err != nil {
		return err
	}
	switch {
	case a.Threads < 0:
		return diag.Errorf(diag.Span{}, "--threads must not be negative, but got %d", a.Threads).WithHelp("0 means all processors")
	case a.Bench < 0:
		return diag.Errorf(diag.Span{}, "--bench must not be negative, but got %d", a.Bench).WithHelp("0 means one run without timing")
	case a.Bench > maxBench:
		return diag.Errorf(diag.Span{}, "--bench must be at most %d, but got %d", maxBench, a.Bench).WithHelp("run the command several times")
	case a.Bench > 0 && a.observes():
		return diag.Errorf(diag.Span{}, "--bench excludes --profile and --trace, which make runs slower").WithHelp("use them in a separate run")
	case a.Bench > 0 && a.Probes != "":
		return diag.Errorf(diag.Span{}, "--bench excludes --probe-output-dir, which makes runs slower").WithHelp("use it in a separate run")
	}
	for _, dir := range []string{a.Output, a.Kernels, a.Probes} {
		if err := cli.CheckFolder(dir); err != nil {
			return err
		}
	}
	if err := a.checkFiles(); err != nil {
		return err
	}
	var others []string
	if a.Backend != "" && a.Devices != nil {
		others = []string{placement.DeviceList, placement.OneBackend}
	}
	return a.PlacingArgs.Check(others...)
}

// checkPrinting checks that flags for a run are not given with --emit or --print-pipeline.
func (a *Args) checkPrinting() error {
	flag, only := "--emit", Args{ObserveArgs: a.ObserveArgs, Output: a.Output, Seed: a.Seed, Bench: a.Bench, Kernels: a.Kernels, Probes: a.Probes}
	only.Property = nil
	switch {
	case a.PrintPipeline:
		flag, only.Input, only.Emit = "--print-pipeline", a.Input, a.Emit
	case a.Emit == "":
		return nil
	}
	if other := cli.FirstFlag(reflect.ValueOf(only)); other != "" {
		return diag.Errorf(diag.Span{}, "%s has no effect with %s", other, flag).WithHelp("omit it, or omit " + flag)
	}
	return nil
}

func compileOptions(t *driver.Tool, a Args, kernels map[string]string) (compile.Options, error) {
	o := compile.Options{Backend: a.Backend, Threads: a.Threads, Backends: t.All().Backends, Strategies: t.All().Strategies, Placement: a.Options}
	var err error
	if a.Accuracy != "" {
		a.Property = append(slices.Clone(a.Property), backends.AccuracyProperty+"="+a.Accuracy)
	}
	if a.Level != "" {
		a.Property = append(slices.Clone(a.Property), backends.LevelProperty+"="+a.Level)
	}
	if a.Tuning != "" {
		a.Property = append(slices.Clone(a.Property), backends.TuningProperty+"="+a.Tuning)
	}
	if o.Properties, err = cli.Properties(a.Property); err != nil {
		return o, err
	}
	if o.Devices, err = cli.SplitDevices(a.Devices); err != nil {
		return o, err
	}
	if a.Kernels != "" || a.Emit != "" {
		o.Kernels = func(name, text string) { kernels[name] += text }
	}
	if !a.NoCache {
		// Neither compile times (--bench) nor the work of kernels (profiles) are in the cache.
		o.Fresh = a.Bench > 0 || a.observes()
	}
	return o, nil
}

// maxBench is the largest number of runs of --bench. The times of all runs are kept.
const maxBench = 1_000_000

// BenchReport is the report that run --bench prints.
type BenchReport struct {
	Schema  string  `json:"schema"` // "lathe.bench/1"
	Runs    int     `json:"runs"`
	Median  float64 `json:"median"` // seconds, like the other times
	Min     float64 `json:"min"`
	Compile float64 `json:"compile"`
}

// bench times n runs of e into outputs. e has already run once.
func bench(ctx context.Context, e *compile.Executable, inputs, outputs []*tensor.Tensor, n int, out io.Writer) error {
	took := make([]time.Duration, n)
	for i := range took {
		begin := time.Now()
		if err := e.RunInto(ctx, inputs, outputs); err != nil {
			return err
		}
		took[i] = time.Since(begin)
	}
	slices.Sort(took)
	median := (took[(n-1)/2] + took[n/2]) / 2
	return json.NewEncoder(out).Encode(BenchReport{
		"lathe.bench/1", n, median.Seconds(), took[0].Seconds(), e.CompileTime().Seconds(),
	})
}
