package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// RunArgs is the command line of run, in kong's form.
type RunArgs struct {
	PlacingArgs
	ObserveArgs
	File    string   `arg:"" help:"The program; - for standard input."`
	Input   []string `help:"A .npy file for each argument, in order; without, inputs are generated." placeholder:"A.npy" sep:"none"`
	Output  string   `short:"o" help:"Write results to DIR/out0.npy and so on instead of printing them." placeholder:"DIR"`
	Backend string   `help:"Run everything on this backend; vm by default, unless the program names devices." placeholder:"NAME"`
	Threads int      `help:"Processors to use; 0 means all."`
	Seed    uint64   `help:"Seed of generated inputs."`
	Bench   int      `help:"Run N times after a warm-up, and print seconds as one JSON line." placeholder:"N"`
	Kernels string   `help:"Write the kernels that the backend emits to files in DIR." placeholder:"DIR"`
	Probes  string   `name:"probe-output-dir" help:"Write what interpreter.probe records to DIR/probe1.npy and so on, listed in DIR/index.csv." placeholder:"DIR"`
	NoCache bool     `help:"Compile anew, and keep nothing for the next time."`
	Cache   string   `name:"cache-dir" placeholder:"DIR" help:"The folder of the cache (default: the user's)."`
}

// Run runs the command run. What it decides beyond the command line it says on
// stderr.
func Run(ctx context.Context, t *driver.Tool, a RunArgs, stdin io.Reader, stdout, stderr io.Writer) error {
	if err := a.check(); err != nil {
		return err
	}
	names := placement.NewNames(nil)
	m, err := parseNamed(t, a.File, stdin, names)
	if err != nil {
		return err
	}
	kernels := map[string]string{}
	o, err := compileOptions(t, a, kernels)
	if err != nil {
		return err
	}
	o.Affinity.Names = names
	if o.Config != nil {
		o.Config.ByID(m, names)
	}
	if o.Partition != nil {
		warnings, err := o.Partition.CheckNames(m, names)
		warnOn(stderr)(warnings)
		if err != nil {
			return err
		}
	}
	o.Warn = func(err error) { fmt.Fprintf(stderr, "warning: %v\n", err) }
	if err := deviceWord(m, &o, stderr); err != nil {
		return err
	}
	if a.areSet() && len(o.Devices) == 0 {
		return diag.Errorf(diag.Span{}, "dividing a program needs devices").WithHelp("name them with --devices=A,B, in order of priority")
	}
	e, err := compile.Module(ctx, m, o)
	if err != nil {
		return err
	}
	defer e.Close()
	if a.Kernels != "" && len(kernels) == 0 {
		return diag.Errorf(diag.Span{}, "--kernels has nothing to write: no backend of this run emits kernels").
			WithHelp("leave it out, or run on one that does, as with --backend=vm or --backend=c")
	}
	inputs, err := runInputs(a, e.Inputs())
	if err != nil {
		return err
	}
	if a.Probes != "" {
		ctx = interp.WithProbeSink(ctx, probeWriter(a.Probes))
	}
	outputs, err := a.run(ctx, e, inputs, stderr)
	if err != nil {
		return err
	}
	if a.Kernels != "" {
		if err := writeKernels(a.Kernels, kernels); err != nil {
			return err
		}
	}
	switch {
	case a.Bench > 0:
		return bench(ctx, e, inputs, a.Bench, stdout)
	case a.Output != "":
		return writeOutputs(a.Output, outputs)
	}
	return printOutputs(stdout, outputs)
}

// check finds mistakes in the command line before anything is read.
func (a *RunArgs) check() error {
	switch {
	case a.Backend != "" && a.Devices != nil:
		return diag.Errorf(diag.Span{}, "--backend and --devices exclude each other").WithHelp("give --devices=" + a.Backend + " alone, or --backend")
	case a.Threads < 0:
		return diag.Errorf(diag.Span{}, "--threads must not be negative, but got %d", a.Threads).WithHelp("0 means all processors")
	case a.checkPlacing() != nil:
		return a.checkPlacing()
	case a.Bench < 0:
		return diag.Errorf(diag.Span{}, "--bench must not be negative, but got %d", a.Bench).WithHelp("0 means one run without timing")
	case a.Bench > 0 && (a.Profile || a.Trace != ""):
		return diag.Errorf(diag.Span{}, "--bench excludes --profile and --trace, which make runs slower").WithHelp("give them in a run of their own")
	}
	for _, dir := range []string{a.Output, a.Kernels} {
		if err := checkFolder(dir); err != nil {
			return err
		}
	}
	return nil
}

// splitDevices cuts the text of a --devices flag, nil if it was not given, into
// names.
func splitDevices(list *string) ([]string, error) {
	switch {
	case list == nil:
		return nil, nil
	case strings.TrimSpace(*list) == "":
		return nil, diag.Errorf(diag.Span{}, "--devices must name at least one device, but is empty").
			WithHelp("name some, as in --devices=vm,c, or leave the flag out")
	}
	return backends.SplitDevices(*list), nil
}

// deviceWord takes the devices that the program names where the command line names
// none, and says so; and says when it names some that are not used.
func deviceWord(m ir.Module, o *compile.Options, stderr io.Writer) error {
	if len(o.Devices) > 0 {
		return nil
	}
	named, from := namedDevices(m)
	if len(named) == 0 {
		return nil
	}
	if o.Backend != "" && o.Backend != "hetero" {
		fmt.Fprintf(stderr, "warning: --backend=%s runs everything; the devices %s (%s) are not used\n", o.Backend, from, strings.Join(compile.Devices(m), ", "))
		return nil
	}
	r := backends.NewRegistry(o.Backends, backends.Config{})
	defer r.Close()
	listed, err := placement.Listed(m)
	if err != nil {
		return err
	}
	if err := openNamed(m, named, listed, r.Devices); err != nil {
		return err
	}
	o.Backend, o.Devices = "", named
	fmt.Fprintf(stderr, "devices %s: %s\n", from, strings.Join(named, ", "))
	return nil
}

// openNamed opens the devices that a program names one by one, so that the error
// about one stands where the program names it.
func openNamed(m ir.Module, names []string, listed []placement.Spec, open affinity.Open) error {
	for _, name := range names {
		_, err := open([]string{name}, listed...)
		d, ok := err.(*diag.Diagnostic)
		if !ok || d.Span.IsValid() {
			if err != nil {
				return err
			}
			continue
		}
		at := m.Op
		m.Op.Walk(func(op *ir.Op) bool {
			if n, ok := cluster.DeviceOf(op); ok && n == name && at == m.Op {
				at = op
			}
			return at == m.Op
		})
		d.Span, d.Place = at.Loc().Span(), at.Loc().Place()
		return d.WithHelp("name a device that is there, or give devices with --devices=A,B")
	}
	return nil
}

// namedDevices returns the devices that a program names, and how it does.
func namedDevices(m ir.Module) (names []string, from string) {
	names = compile.Devices(m)
	_, listed := cluster.Devices(m.Op)
	switch {
	case listed:
		return names, "of the module's attribute " + cluster.DevicesAttr
	case compile.Divided(m):
		return names, "of the program's clusters"
	case len(names) > 0 && !slices.Contains(names, defaultBackend):
		// What is pinned nowhere goes where it goes without devices.
		names = append([]string{defaultBackend}, names...)
	}
	return names, "that operations are pinned to"
}

// defaultBackend is what runs a program for which nothing else is said.
const defaultBackend = "vm"

// parseProgram reads a program.
func parseProgram(t *driver.Tool, file string, stdin io.Reader) (ir.Module, error) {
	return parseNamed(t, file, stdin, placement.NewNames(nil))
}

// parseNamed reads a program, and what its text calls values.
func parseNamed(t *driver.Tool, file string, stdin io.Reader, names *placement.Names) (ir.Module, error) {
	text, err := readInput(file, stdin)
	if err != nil {
		return ir.Module{}, err
	}
	return parseSource(t, diag.NewSource(file, text), names)
}

// parseSource reads a program from its text.
func parseSource(t *driver.Tool, src *diag.Source, names *placement.Names) (ir.Module, error) {
	op, err := asm.Parse(t.Registry(), src, asm.Options{Names: func(name string, v *ir.Value, count int) { names.Give(v, name, count) }})
	if err != nil {
		return ir.Module{}, err
	}
	names.Number(op)
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return m, ir.Errorf(op, "is not a module")
	}
	return m, nil
}

func compileOptions(t *driver.Tool, a RunArgs, kernels map[string]string) (compile.Options, error) {
	o := compile.Options{Backend: a.Backend, Threads: a.Threads, Backends: t.All().Backends}
	var err error
	if o.Properties, err = a.properties(); err != nil {
		return o, err
	}
	if o.Devices, err = splitDevices(a.Devices); err != nil {
		return o, err
	}
	o.Economy = a.economy()
	if o.Division, o.Config, err = a.division(); err != nil {
		return o, err
	}
	if o.Affinity, err = a.affinity(); err != nil {
		return o, err
	}
	if a.Strategy != "" {
		if o.Strategy, err = partition.Find(t.All().Strategies, a.Strategy); err != nil {
			return o, err
		}
	}
	if a.PartitionFrom != "" {
		if o.Partition, err = replay.ReadFile(a.PartitionFrom); err != nil {
			return o, err
		}
	}
	if a.Kernels != "" {
		o.Kernels = func(name, text string) { kernels[name] += text }
	}
	if !a.NoCache {
		if o.CacheDir = a.Cache; o.CacheDir == "" {
			o.CacheDir = cacheFolder()
		}
		o.Fresh = a.Bench > 0 // its report has the time that compiling takes
	}
	return o, nil
}

// runInputs reads the inputs, or makes them from the seed if there are none.
func runInputs(a RunArgs, types []ir.Type) ([]*tensor.Tensor, error) {
	inputs := make([]*tensor.Tensor, len(types))
	if len(a.Input) == 0 {
		for i, t := range types {
			shape, _ := t.Shape()
			if slices.Contains(shape, ir.Dynamic) {
				return nil, diag.Errorf(diag.Span{}, "input #%d has the type '%s', whose extents are not known", i, t).WithHelp("give one --input for each argument")
			}
			inputs[i] = tensor.Random(t.Kind(), shape, a.Seed, uint64(i))
		}
		return inputs, nil
	}
	if len(a.Input) != len(types) {
		return nil, diag.Errorf(diag.Span{}, "the function takes %d inputs, but got %d", len(types), len(a.Input)).
			WithHelp("give one --input for each argument, in order, or none to have them generated")
	}
	for i, file := range a.Input {
		in, err := tensor.ReadNpyFile(file)
		var path *os.PathError
		if errors.As(err, &path) {
			return nil, diag.Errorf(diag.Span{}, "input #%d: cannot open input file '%s': %v", i, file, path.Err)
		}
		if err != nil {
			return nil, diag.Errorf(diag.Span{}, "input #%d: %v", i, err)
		}
		if inputs[i], err = travelled(in, types[i].Kind()); err != nil {
			return nil, diag.Errorf(diag.Span{}, "input #%d, %s: %v", i, file, err)
		}
	}
	return inputs, nil
}

// travelled gives t the kind that it had before it was written: .npy lacks some,
// which travel as unsigned integers of their width.
func travelled(t *tensor.Tensor, want tensor.Kind) (*tensor.Tensor, error) {
	var carrier tensor.Kind
	switch want {
	case tensor.Index:
		carrier = tensor.I64
	case tensor.BF16:
		carrier = tensor.U16
	case tensor.TF32:
		carrier = tensor.U32
	case tensor.I2, tensor.I4, tensor.U2, tensor.U4:
		carrier = tensor.U8
	default:
		if want.IsFloat() && want.Size() == 1 {
			carrier = tensor.U8
		}
	}
	if t.Kind != carrier {
		return t, nil
	}
	return t.As(want)
}

// BenchReport is what run --bench prints.
type BenchReport struct {
	Schema  string  `json:"schema"` // "lathe.bench/1"
	Runs    int     `json:"runs"`
	Median  float64 `json:"median"` // seconds, as all
	Min     float64 `json:"min"`
	Compile float64 `json:"compile"`
}

// bench runs e, which has run once, n times.
func bench(ctx context.Context, e *compile.Executable, inputs []*tensor.Tensor, n int, out io.Writer) error {
	took := make([]time.Duration, n)
	for i := range took {
		begin := time.Now()
		if _, err := e.Run(ctx, inputs...); err != nil {
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
