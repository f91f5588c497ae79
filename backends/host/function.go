package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Function is a program that runs a Go function. It suffices for a simulator, or for a device with
// its own driver. Inputs are checked before the function is called, and Close waits for the calls
// in progress.
type Function struct {
	Signature
	settings *backends.Settings
	call     func(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error)
}

// NewFunction returns a program with the signature of f and the settings s. It fails if f has no
// valid signature; see [NewSignature]. Each run calls the function "call", which must be safe for
// concurrent use, and must check its context between long steps. Its inputs are aligned and have
// the types of f. It must neither change nor keep its inputs, since the caller may change them
// after the run. It must return a new tensor of the correct type for each output of f. Otherwise
// the run fails with an error that names the backend and the result. Panics are not caught.
func NewFunction(f fn.Func, s *backends.Settings, call func(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error)) (backends.Program, error) {
	sig, err := NewSignature(f)
	if err != nil {
		return nil, err
	}
	return &Function{sig, s, call}, nil
}

// Run implements backends.Program.
func (f *Function) Run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := backends.CheckInputs(f.inputs, inputs); err != nil {
		return nil, err
	}
	if err := f.settings.Enter(ctx); err != nil {
		return nil, err
	}
	defer f.settings.Leave()
	outputs, err := f.call(ctx, headed(inputs))
	if op, why, ok := interp.Failed(err); ok { // the interpreter names the operation
		return nil, &backends.OpError{Op: backends.NoteOf(op), Says: why, Err: err}
	}
	if err != nil {
		return nil, f.failure(ctx, err)
	}
	if err := backends.CheckResults(f.settings.Backend(), f.outputs, outputs, inputs); err != nil {
		return nil, err
	}
	return headed(outputs), nil
}

// headed returns tensors with the memory of ts, but with separate headers. So the caller of a run
// and the program's function can change the Shape of their own tensors.
func headed(ts []*tensor.Tensor) []*tensor.Tensor {
	own := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		own[i] = t.Reshape(t.Shape)
	}
	return own
}

// failure returns the error of a run whose call returned err. If ctx is done, or if err names an
// operation, the result is err. Otherwise the result names the device. If only one operation of the
// program is not a constant, the result also names this operation.
func (f *Function) failure(ctx context.Context, err error) error {
	var failed *backends.OpError
	if ctx.Err() != nil || errors.As(err, &failed) {
		return err
	}
	says := fmt.Sprintf("failed on device '%s': %s", f.settings.Device(), diag.Messages(err))
	if len(f.working) == 1 {
		return &backends.OpError{Op: f.working[0], Says: says, Err: err}
	}
	d := *diag.All(err)[0]
	d.Message = "the program " + says
	return diag.OfKind(err, &d)
}

// Hold implements backends.Holder.
func (f *Function) Hold(ctx context.Context) (context.Context, error) { return f.settings.Hold(ctx) }

// Release implements backends.Holder.
func (f *Function) Release() { f.settings.Release() }

// Properties implements backends.Configured.
func (f *Function) Properties() *property.Properties { return f.settings.Properties }

// Close implements backends.Program.
func (f *Function) Close() error {
	f.settings.Close()
	return nil
}
