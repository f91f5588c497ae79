package backends

import (
	"context"
	"io"
	"time"

	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/passes/placement"
)

// CompileRequest is one module of several that are compiled at once.
type CompileRequest struct {
	Module  ir.Module
	Options CompileOptions
}

// BatchCompiler is a backend that compiles several modules faster together than one by one. For
// example, it starts one compiler process for all of them.
type BatchCompiler interface {
	// CompileAll does what Compile does for each request, in order. If it fails, it closes all
	// programs that it compiled.
	CompileAll(ctx context.Context, rs []CompileRequest) ([]Program, error)
}

// Importer is a backend that can import the programs that it exported; see [Exporter].
type Importer interface {
	// Import checks the header and the checksum of blob, then creates the program that blob
	// contains. The program has the properties of the exported program, except those that o sets.
	// blob must not change while the program is open.
	Import(ctx context.Context, blob []byte, o ImportOptions) (Program, error)
}

// ImportOptions say how a program is imported.
type ImportOptions struct {
	// Registry has the dialects of the program's types; it must be set.
	Registry *ir.Registry
	// Source, if set, is the module from which the program was compiled. With a source, errors have
	// the locations of the module's operations.
	Source ir.Module
	// Properties apply to this program. A property that affects compilation must have the value
	// with which the program was compiled.
	Properties map[string]any
	// Fresh ignores the run options of the exported program, such as the number of streams. The
	// device and Properties determine the run options, as for a newly compiled program.
	Fresh bool
}

// Describer is a backend with a cost model of its device.
type Describer interface {
	// Spec returns the properties of the device; a device file can override them.
	Spec() placement.Spec
}

// Fingerprinter is a backend whose programs depend on more than its Version, such as
// the processor or a compiler of this machine.
type Fingerprinter interface {
	// Fingerprint returns a text that changes whenever compiling m would give a different program.
	Fingerprint(m ir.Module) (string, error)
}

// ReadyChecker is a backend that can answer queries on a machine where it cannot compile.
type ReadyChecker interface {
	// Ready returns the reason why the backend cannot compile on this machine, or nil if it can.
	Ready() error
}

// MemoryOwner is a backend whose device has memory that the caller can allocate.
type MemoryOwner interface {
	// Memory returns the memory of the device.
	Memory() Memory
}

// MemoryMaker is a backend that makes memories with parameters, such as a limit.
type MemoryMaker interface {
	// NewMemory returns a new memory of the device. If the memory is [Configured], its properties
	// are the parameters. If a parameter is invalid, NewMemory fails with ErrUnknownProperty,
	// ErrReadOnly or ErrBadValue.
	NewMemory(parameters map[string]any) (Memory, error)
}

// Exporter is a program that can be exported. An [Importer] reads the result.
type Exporter interface {
	// Export writes the program with a header to w. All exports of a program have the same bytes.
	Export(w io.Writer) error
}

// IntoRunner is a program that can write its results to existing tensors.
type IntoRunner interface {
	// RunInto is like Run, but writes the results to outputs. The outputs must have the shapes and
	// kinds of the types that the method Outputs returns, and must not overlap each other or an
	// input.
	RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error
}

// ScratchRunner is a program whose runs can use the caller's memory for values that are neither
// inputs nor outputs.
type ScratchRunner interface {
	// ScratchBytes returns the size of the scratch memory that a run needs.
	ScratchBytes() int64
	// RunScratch is like RunInto. scratch must have at least ScratchBytes bytes, start at a
	// multiple of 64, and be in use by no other run. Its first ScratchBytes bytes must not overlap
	// an input or an output.
	RunScratch(ctx context.Context, inputs, outputs []*tensor.Tensor, scratch []byte) error
}

// BufferRunner is a program that runs on buffers of its device.
type BufferRunner interface {
	// RunBuffers is like RunInto. Buffers must be in the address space of the device's memory.
	RunBuffers(ctx context.Context, inputs, outputs []Buffer) error
}

// Profiled is a program that can measure the time of its operations.
type Profiled interface {
	// RunProfiled is like Run, and adds the records of the run to p, unless p is nil.
	RunProfiled(ctx context.Context, inputs []*tensor.Tensor, p *Profile) ([]*tensor.Tensor, error)
}

// Stateful is a program with variables, which keep their values between the runs of a
// request.Request.
type Stateful interface {
	// States returns the variables, in order of their inputs. The result may be empty.
	States() []State
}

// State is a variable of a program. The value of the output with index Output in a run becomes the
// value of the input with index Input in the next run.
type State struct {
	Name          string
	Input, Output int
	Initial       *tensor.Tensor
}

// Named is a program whose inputs and outputs have names.
type Named interface {
	InputNames() []string
	OutputNames() []string
}

// Graphed is a program that can show what it executes.
type Graphed interface {
	// RuntimeGraph returns the executed steps as MLIR text that can be parsed. The text has one
	// operation for each step, in order. The attributes of this operation name the kernel or engine
	// that executes the step, and the source operations whose work the step does.
	RuntimeGraph() string
}

// Configured is a program that reports the properties with which it was compiled, or a memory that
// reports its parameters. These properties are read-only.
type Configured interface {
	Properties() *property.Properties
}

// Holder is a program that can stay open for a run that request.Request.Start began but that does
// not execute yet. If a program is not a Holder, closing it makes such a run fail.
type Holder interface {
	// Hold makes Close wait until Release is called. While Close waits, a run with the returned
	// context can still begin. It must end before Release is called. Hold fails with ErrClosed
	// after Close.
	Hold(ctx context.Context) (context.Context, error)
	Release()
}

// KernelTimer is a program whose kernels can be timed one by one, so that they can be tuned.
type KernelTimer interface {
	// KernelNests returns the loop nests of each kernel, by the kernel's name, if the program was
	// compiled with a tuning file.
	KernelNests() map[string][]schedule.Nest
	// TimeKernels runs the program, writes the results to outputs, and returns the total time of
	// all calls of each kernel, by the kernel's name.
	TimeKernels(ctx context.Context, inputs, outputs []*tensor.Tensor) (map[string]time.Duration, error)
}

// Trimmer is a program that can free memory that a later run allocates again.
type Trimmer interface {
	Trim()
}

type capability struct {
	name string
	of   func(v any) bool
}

func has[I any](v any) bool { _, ok := v.(I); return ok }

// capabilities returns the optional interfaces and the names by which callers query them.
func capabilities() []capability {
	return []capability{
		{"batch-compile", has[BatchCompiler]},
		{"import", has[Importer]},
		{"describe", has[Describer]},
		{"fingerprint", has[Fingerprinter]},
		{"memory", has[MemoryOwner]},
		{"memory-parameters", has[MemoryMaker]},
		{"ready", has[ReadyChecker]},
		{"export", has[Exporter]},
		{"run-into", has[IntoRunner]},
		{"run-scratch", has[ScratchRunner]},
		{"run-buffers", has[BufferRunner]},
		{"profile", has[Profiled]},
		{"state", has[Stateful]},
		{"names", has[Named]},
		{"runtime-graph", has[Graphed]},
		{"properties", has[Configured]},
		{"trim", has[Trimmer]},
		{"hold", has[Holder]},
		{"time-kernels", has[KernelTimer]},
	}
}

// Capabilities returns the names of the optional interfaces that a backend or a program has, in the
// order of docs/backends.md.
func Capabilities(v any) []string {
	var names []string
	for _, c := range capabilities() {
		if c.of(v) {
			names = append(names, c.name)
		}
	}
	return names
}
