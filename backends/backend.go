// Package backends is the interface between Lathe and the devices that compile and run programs. It
// defines Backend and Program, with their optional interfaces and errors. Core implements the
// methods that all backends have in common, and Registry opens devices. Package host has the
// components from which backends build programs.
package backends

import (
	"context"
	"io"
	"slices"

	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Factory opens a backend for a device. A driver.Bundle lists factories.
type Factory struct {
	Name string // "vm"
	Doc  string // one line
	// Target is the target that programs are lowered to. If its Name is "", the backend does not
	// use the common lowering.
	Target pipeline.Target
	// Divided is set for a backend, such as hetero, that passes the parts of a divided program to
	// the backends of devices. This backend supports no operations itself, and is not a device.
	Divided bool
	// Exclusion prevents runs of programs with the property "exclusive" from overlapping on a
	// device, even if different registries opened the backends of these programs. If Exclusion is
	// nil, only programs of the same opened backend exclude each other.
	Exclusion *Exclusion
	// Open returns the backend for one device. Its error says how to correct the problem.
	Open func(Config) (Backend, error)
}

// Config says how a backend is opened.
type Config struct {
	// Device is the name of the device: a name defined in a device file, or the name of a backend.
	// A dot and a number may follow the name of a backend, as in "vm.1".
	Device string
	// Threads is the initial value of the property "threads"; 0 means all processors.
	Threads int
	// Others opens devices by name, for backends that run programs on other devices.
	Others func(device string) (Backend, error)
	// Exclusion is the Exclusion of the Factory; the registry sets it.
	Exclusion *Exclusion
	// CacheDir is the folder that keeps compiled kernels for other processes; "" means no cache.
	CacheDir string
	// Warn is called with problems of CacheDir, such as a folder that is not writable; may be nil.
	Warn func(error)
	// Wrap, if set, receives the compiled kernels of a program and returns the kernels that the
	// program calls instead. Package conformance uses it to simulate faults of devices.
	Wrap func(Kernels) Kernels
	// Properties are the initial values of the backend's properties.
	Properties map[string]any
}

// Backend compiles programs for one device and says which operations it supports. Further methods
// are in optional interfaces, which callers find by type assertion; see [Capabilities]. All methods
// are safe for concurrent use. [Core] implements all methods except Query and Compile.
type Backend interface {
	irplace.Querier
	Info() Info
	// Properties returns the properties, which can be read and set. A new value applies to programs
	// that are compiled later.
	Properties() *property.Properties
	// Compile compiles the function of m that o.Entry names. It works on a copy of m. Errors about
	// operations are diagnostics.
	Compile(ctx context.Context, m ir.Module, o CompileOptions) (Program, error)
	io.Closer
}

// Info describes a backend.
type Info struct {
	Name    string // "vm"
	Device  string // "vm.1"
	Doc     string
	Version string // changes whenever the programs that the backend compiles change
	// Discrete says that the device has memory that is separate from the host's.
	Discrete bool
}

// kind returns the device's type, the value of the property "device-type".
func (i Info) kind() string {
	if i.Discrete {
		return "discrete"
	}
	return "integrated"
}

// CompileOptions are options of one compilation. The zero value is the default.
type CompileOptions struct {
	// Entry is the function to run. "" means @main or, without @main, the only public function with
	// a body.
	Entry string
	// Properties apply to this program only, and override the properties of the backend.
	Properties map[string]any
	// Log records decisions; may be nil.
	Log *decision.Log
	// Kernels, if set, receives each text that the backend emits for its kernels, with a name such
	// as "kernels.mlir".
	Kernels func(name, text string)
	// Veto, if set, receives the name of an optional pass, such as fusion, and the id of an
	// operation. If it returns true, the pass does not change the operation.
	Veto func(pass string, op uint32) bool
	// Passes says what the pass manager prints, verifies and measures; nil means the default
	// settings. Its Log and Veto are ignored.
	Passes *passes.Manager
}

// Program is a compiled function. It is safe for concurrent use. Further methods are in optional
// interfaces, which callers find by type assertion; see [Capabilities].
type Program interface {
	Inputs() []ir.Type
	Outputs() []ir.Type
	// Run executes the program. The inputs must have the shapes and kinds of the types that Inputs
	// returns. Run does not change the inputs and returns new tensors. If a run fails, a later run
	// with valid inputs can succeed.
	Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error)
	io.Closer
}

// Targets returns the targets of the factories that have one, in order. If several targets have the
// same name, it returns only the last of them.
func Targets(fs []Factory) []pipeline.Target {
	var ts []pipeline.Target
	for _, f := range fs {
		i := slices.IndexFunc(ts, func(t pipeline.Target) bool { return t.Name == f.Target.Name })
		switch {
		case f.Target.Name == "":
		case i >= 0:
			ts[i] = f.Target
		default:
			ts = append(ts, f.Target)
		}
	}
	return ts
}
