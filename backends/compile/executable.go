package compile

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Executable is a compiled function. It is safe for concurrent use: runs can overlap. If a run
// fails, a later run with valid inputs can succeed.
type Executable struct {
	program  backends.Program
	backend  string
	devices  []irplace.Device // devices among which the module was divided
	memory   backends.Memory
	registry *backends.Registry
	took     time.Duration
	cached   bool
	keeping  time.Duration // time to put the program into the cache
	spare    *spare
	donating donations
	donated  []bool // inputs that the program marks as donated
}

// made fails if e is nil, or was not returned by Module or Load.
func (e *Executable) made() error {
	if e == nil || e.program == nil {
		return diag.Errorf(diag.Span{}, "there is no program to run: neither compile.Module nor compile.Load returned this executable")
	}
	return nil
}

// Inputs returns a copy of the types of the function's inputs; nil for an Executable that neither
// Module nor Load returned.
func (e *Executable) Inputs() []ir.Type {
	if e.made() != nil {
		return nil
	}
	return slices.Clone(e.program.Inputs())
}

// Outputs returns a copy of the types of the function's results; nil for an Executable that neither
// Module nor Load returned.
func (e *Executable) Outputs() []ir.Type {
	if e.made() != nil {
		return nil
	}
	return slices.Clone(e.program.Outputs())
}

// CompileTime returns how long Module or Load took, without the time to write the program to the
// cache.
func (e *Executable) CompileTime() time.Duration { return e.took }

// FromCache reports whether the program was in the cache.
func (e *Executable) FromCache() bool { return e.cached }

// Program returns the program, with its optional interfaces; see [backends.Capabilities].
func (e *Executable) Program() backends.Program { return e.program }

// NewRequest returns a request. Starting a run of the request and waiting for it are separate
// calls, and a run can be canceled. The request keeps its tensors and variables between runs.
func (e *Executable) NewRequest() *request.Request { return request.New(e.program) }

// Run executes the function. The inputs must have the shapes and kinds of the types that Inputs
// returns. Run does not change the inputs and returns new tensors.
func (e *Executable) Run(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := e.made(); err != nil {
		return nil, err
	}
	outputs, err := e.program.Run(ctx, inputs)
	if err == nil {
		err = backends.CheckResults(e.backend, e.spare.types, outputs, inputs)
	}
	if err != nil {
		return nil, err
	}
	return outputs, nil
}

// RunInto executes the function and writes the results to outputs. The outputs must have the shapes
// and kinds of the types that Outputs returns, and must not overlap each other or an input. On
// backends that compile kernels, RunInto allocates nothing after the first runs, unless more runs
// overlap in time than before.
func (e *Executable) RunInto(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
	if err := e.made(); err != nil {
		return err
	}
	if p, ok := e.program.(backends.IntoRunner); ok {
		return p.RunInto(ctx, inputs, outputs)
	}
	if err := backends.CheckOutputs(e.spare.types, outputs, inputs); err != nil {
		return err
	}
	results, err := e.Run(ctx, inputs...)
	if err != nil {
		return err
	}
	if err := backends.CheckShapes(outputs, results); err != nil {
		return err
	}
	for i, t := range results {
		copy(outputs[i].Data, t.Data)
	}
	return nil
}

// RunDonating executes the function and takes the memory of each input i for which donate[i] is
// set. Results of later runs are written to this memory, so a loop that uses results as inputs
// allocates no memory for tensors after its first steps. It is an error if a donated input shares
// memory with another input.
//
// Afterwards, a donated tensor has no Data and must not be used. All inputs keep their memory if
// the run fails, if the program cannot write to existing tensors, if the shape of a result is
// dynamic, or if no memory for the results is left.
func (e *Executable) RunDonating(ctx context.Context, inputs []*tensor.Tensor, donate []bool) ([]*tensor.Tensor, error) {
	if err := e.made(); err != nil {
		return nil, err
	}
	if err := e.donating.begin(inputs, donate); err != nil {
		return nil, err
	}
	outputs, taken, err := e.runDonating(ctx, inputs)
	e.donating.end(inputs, donate, taken, func(t *tensor.Tensor) {
		e.spare.give(&tensor.Tensor{Kind: t.Kind, Shape: slices.Clone(t.Shape), Data: slices.Clip(t.Data)})
		t.Data = nil
	})
	return outputs, err
}

// runDonating executes the function. taken reports whether the caller must take the memory of the
// donated inputs.
func (e *Executable) runDonating(ctx context.Context, inputs []*tensor.Tensor) (outputs []*tensor.Tensor, taken bool, err error) {
	if into, ok := e.program.(backends.IntoRunner); ok && e.spare.static {
		if outputs, err = e.spare.take(); err == nil {
			if err = into.RunInto(ctx, inputs, outputs); err != nil {
				return nil, false, err // for example, if an input uses memory that was donated before
			}
			return outputs, true, nil
		}
		// There is no memory for results: the error of Run names the operation that lacks memory.
	}
	outputs, err = e.Run(ctx, inputs...)
	return outputs, false, err
}

// Memory returns the memory of the device that the function runs on. Runs use buffers of this
// memory without copying them.
func (e *Executable) Memory() backends.Memory { return e.memory }

// RunBuffers is like RunInto, but its inputs and outputs are buffers. It fails if a buffer is in
// memory that the device cannot access; see host.Transfer.
func (e *Executable) RunBuffers(ctx context.Context, inputs, outputs []backends.Buffer) error {
	if err := e.made(); err != nil {
		return err
	}
	if p, ok := e.program.(backends.BufferRunner); ok {
		return p.RunBuffers(ctx, inputs, outputs)
	}
	in, err := host.Tensors("input", e.memory.Device(), inputs)
	if err != nil {
		return err
	}
	out, err := host.Tensors("output", e.memory.Device(), outputs)
	if err != nil {
		return err
	}
	return e.RunInto(ctx, in, out)
}

// Close waits for the runs in progress and frees the memory of the executable. Later runs fail.
func (e *Executable) Close() error {
	if e.made() != nil {
		return nil // there is nothing to free
	}
	return errors.Join(e.program.Close(), e.registry.Close())
}

// memoryOf returns the memory of b's device: host memory unless b implements MemoryOwner.
func memoryOf(b backends.Backend) backends.Memory {
	if m, err := backends.MemoryOf(b); err == nil {
		return m
	}
	return host.Memory(b.Info().Device)
}
