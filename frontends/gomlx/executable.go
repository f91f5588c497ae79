package gomlx

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// executable is a compiled graph. Calls of Execute may be concurrent, but not during Finalize.
type executable struct {
	backend         *Backend
	name            string
	names           []string
	inputs, outputs []shapes.Shape
	exe             *compile.Executable
}

var _ backends.Executable = (*executable)(nil)

// Finalize implements backends.Executable.
func (e *executable) Finalize() {
	if e.exe != nil {
		// The error is ignored, because Finalize cannot return it.
		_ = e.exe.Close()
		e.exe = nil
	}
}

// Inputs implements backends.Executable.
func (e *executable) Inputs() ([]string, []shapes.Shape) { return e.names, e.inputs }

// Outputs implements backends.Executable.
func (e *executable) Outputs() []shapes.Shape { return e.outputs }

// Execute implements backends.Executable.
func (e *executable) Execute(inputs []backends.Buffer, donate []bool, device backends.DeviceNum) ([]backends.Buffer, error) {
	if err := e.backend.check(); err != nil {
		return nil, err
	}
	if e.exe == nil {
		return nil, fmt.Errorf("graph %q is finalized", e.name)
	}
	if err := checkDevice(device); err != nil {
		return nil, err
	}
	if len(donate) > 0 && len(donate) != len(inputs) {
		return nil, fmt.Errorf("graph %q got %d inputs, but %d donate flags", e.name, len(inputs), len(donate))
	}
	ins := make([]*tensor.Tensor, len(inputs))
	bufs := make([]*buffer, len(inputs))
	for i, in := range inputs {
		b, err := bufferOf(in)
		if err != nil {
			return nil, fmt.Errorf("graph %q, input #%d: %w", e.name, i, err)
		}
		bufs[i], ins[i] = b, b.t
	}
	if len(donate) == 0 {
		donate = make([]bool, len(inputs))
	}
	outs, err := e.exe.RunDonating(context.Background(), ins, donate)
	if err != nil {
		return nil, fmt.Errorf("graph %q: %w", e.name, err)
	}
	for i, d := range donate {
		if d {
			bufs[i].t = nil
		}
	}
	results := make([]backends.Buffer, len(outs))
	for i, t := range outs {
		results[i] = &buffer{e.outputs[i], t}
	}
	return results, nil
}
