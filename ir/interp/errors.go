package interp

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// UnsupportedError is the error for an operation that the interpreter cannot run.
type UnsupportedError struct {
	Op    string // "stablehlo.fft"
	Place string // a result of [ir.Loc.Place], such as "file:line:col"
	Why   string // reason, or ""

	op *ir.Op
}

// Error returns "unsupported: op at place", followed by the reason if there is one.
func (e *UnsupportedError) Error() string {
	s := "unsupported: " + e.Op + " at " + e.Place
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Unsupported returns an UnsupportedError for op. why is the reason, or "".
func Unsupported(op *ir.Op, why string) error {
	return &UnsupportedError{Op: op.Name(), Place: op.Loc().Place(), Why: why, op: op}
}

// Diagnostic implements diag.Diagnoser.
func (e *UnsupportedError) Diagnostic() *diag.Diagnostic {
	if e.Why == "" {
		return ir.Errorf(e.op, "is unsupported by the interpreter")
	}
	return ir.Errorf(e.op, "is unsupported by the interpreter: %s", e.Why)
}

// Limited is an [Evaler] that can run only with some attributes and types. Limit is called before a
// run.
type Limited interface {
	// Limit returns the reason why this operation cannot run, or "" if it can run.
	Limit() string
}

// ShapeAgnostic is an [Evaler] that accepts operands of all shapes. The interpreter does not verify
// the operation with the shapes at run time, because the verifier compares them with types that
// stay dynamic.
type ShapeAgnostic interface {
	AcceptsAllShapes()
}

// evalError is an error of an operation. Its text contains the operation's name and location.
type evalError struct {
	op  *ir.Op
	err error
}

func (e *evalError) Error() string {
	return fmt.Sprintf("%s: '%s' op %s", e.op.Loc().Place(), e.op.Name(), e.err)
}
func (e *evalError) Unwrap() error                { return e.err }
func (e *evalError) Diagnostic() *diag.Diagnostic { return ir.Errorf(e.op, "%s", e.err) }

// located adds op to an error that contains neither an operation nor a position.
func located(op *ir.Op, err error) error {
	var inner *evalError
	var unsupported *UnsupportedError
	var d *diag.Diagnostic
	if errors.As(err, &inner) || errors.As(err, &unsupported) || errors.As(err, &d) {
		return err
	}
	return &evalError{op, err}
}

// Failed returns the operation at which a run failed, and the reason as text that can follow the
// operation's name. ok is false if err contains no operation.
func Failed(err error) (op *ir.Op, why string, ok bool) {
	var inner *evalError
	var unsupported *UnsupportedError
	switch {
	case errors.As(err, &inner):
		return inner.op, inner.err.Error(), true
	case errors.As(err, &unsupported) && unsupported.Why != "":
		return unsupported.op, "is unsupported by the interpreter: " + unsupported.Why, true
	case unsupported != nil:
		return unsupported.op, "is unsupported by the interpreter", true
	}
	return nil, "", false
}

// Tensors returns the values as tensors. It fails if a value is not a tensor.
func Tensors(in []Value) ([]*tensor.Tensor, error) {
	ts := make([]*tensor.Tensor, len(in))
	for i, v := range in {
		t, ok := v.(*tensor.Tensor)
		if !ok {
			return nil, fmt.Errorf("operand #%d is not a tensor", i)
		}
		ts[i] = t
	}
	return ts, nil
}

// Values returns the tensors as a list of values.
func Values(ts []*tensor.Tensor) []Value {
	vs := make([]Value, len(ts))
	for i, t := range ts {
		vs[i] = t
	}
	return vs
}

// One returns v as the only result of an Eval, without an error.
func One(v Value) ([]Value, error) { return []Value{v}, nil }
