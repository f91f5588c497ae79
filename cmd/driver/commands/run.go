package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// RunArgs is the command line of run, in kong's form.
type RunArgs struct {
	File    string   `arg:"" help:"The program; - for standard input."`
	Input   []string `help:"A .npy file for each argument, in order; without, inputs are generated." placeholder:"A.npy" sep:"none"`
	Output  string   `short:"o" help:"Write results to DIR/out0.npy and so on instead of printing them." placeholder:"DIR"`
	Backend string   `help:"Run everything on this backend; vm by default." placeholder:"NAME"`
	Devices string   `help:"Divide the program among devices in order of priority, or among those that a file describes." placeholder:"A,B|FILE.yaml"`
	Threads int      `help:"Processors to use; 0 means all."`
	Seed    uint64   `help:"Seed of generated inputs."`
	Bench   int      `help:"Run N times after a warm-up, and print seconds as one JSON line." placeholder:"N"`
	Kernels string   `help:"Write the kernels that the backend emits to files in DIR." placeholder:"DIR"`
	Probes  string   `name:"probe-output-dir" help:"Write what interpreter.probe records to DIR/probe1.npy and so on, listed in DIR/index.csv." placeholder:"DIR"`
	NoCache bool     `help:"Compile anew, and keep nothing for the next time."`
}

// Run runs the command run.
func Run(ctx context.Context, t *driver.Tool, a RunArgs, stdin io.Reader, stdout io.Writer) error {
	if a.Backend != "" && a.Devices != "" {
		return diag.Errorf(diag.Span{}, "--backend and --devices exclude each other").WithHelp("give --devices=" + a.Backend + " alone, or --backend")
	}
	m, err := parseProgram(t, a.File, stdin)
	if err != nil {
		return err
	}
	if a.Threads < 0 {
		return diag.Errorf(diag.Span{}, "--threads must not be negative, but got %d", a.Threads).WithHelp("0 means all processors")
	}
	kernels := map[string]string{}
	e, err := compile.Module(ctx, m, compileOptions(t, a, kernels))
	if err != nil {
		return err
	}
	defer e.Close()
	inputs, err := runInputs(a, e.Inputs())
	if err != nil {
		return err
	}
	if a.Probes != "" {
		ctx = interp.WithProbeSink(ctx, probeWriter(a.Probes))
	}
	outputs, err := e.Run(ctx, inputs...)
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

// parseProgram reads a program.
func parseProgram(t *driver.Tool, file string, stdin io.Reader) (ir.Module, error) {
	text, err := readInput(file, stdin)
	if err != nil {
		return ir.Module{}, err
	}
	op, err := asm.Parse(t.Registry(), diag.NewSource(file, text), asm.Options{})
	if err != nil {
		return ir.Module{}, err
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return m, ir.Errorf(op, "is not a module")
	}
	return m, nil
}

func compileOptions(t *driver.Tool, a RunArgs, kernels map[string]string) compile.Options {
	o := compile.Options{Backend: a.Backend, Threads: a.Threads, Backends: t.All().Backends}
	if a.Devices != "" {
		o.Devices = backends.SplitDevices(a.Devices)
	}
	if a.Kernels != "" {
		o.Kernels = func(name, text string) { kernels[name] += text }
	}
	if dir, err := os.UserCacheDir(); err == nil && !a.NoCache {
		o.CacheDir = filepath.Join(dir, "lathe")
	}
	return o
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

// printMax is how many elements of a result are printed before it is abridged.
const printMax = 1000

func printOutputs(out io.Writer, ts []*tensor.Tensor) error {
	for _, t := range ts {
		if _, err := fmt.Fprintln(out, tensor.Format(t, printMax)); err != nil {
			return err
		}
	}
	return nil
}

func makeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return diag.Errorf(diag.Span{}, "cannot open output directory '%s': %v", dir, pathReason(err)).
			WithHelp("name a directory that exists or can be made")
	}
	return nil
}

// writeOutputs writes results to dir: all of them or, on an error, none.
func writeOutputs(dir string, ts []*tensor.Tensor) (err error) {
	if err := makeFolder(dir); err != nil {
		return err
	}
	var made []string
	defer func() {
		for _, f := range made {
			os.Remove(f)
		}
	}()
	for i, t := range ts {
		tmp := filepath.Join(dir, fmt.Sprintf(".out%d.%d.npy", i, os.Getpid()))
		made = append(made, tmp)
		if err := tensor.WriteNpyFile(tmp, t); err != nil {
			return err
		}
	}
	for i, tmp := range made {
		if err := os.Rename(tmp, filepath.Join(dir, fmt.Sprintf("out%d.npy", i))); err != nil {
			return err
		}
	}
	return nil
}

func writeKernels(dir string, texts map[string]string) error {
	if err := makeFolder(dir); err != nil {
		return err
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
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
