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
	Place string // "file:line:col"
	Why   string // may be empty

	op *ir.Op
}

// Error returns "unsupported: op at place", and the reason where there is one.
func (e *UnsupportedError) Error() string {
	s := "unsupported: " + e.Op + " at " + e.Place
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Unsupported returns the error for an operation that cannot be run.
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

// Limited is an [Evaler] that may be unable to run, depending on its attributes and types. It
// reports this before a run.
type Limited interface {
	// Limit returns the reason that this operation cannot run; "" if it can.
	Limit() string
}

// evalError is an error of an operation, with its name and place.
type evalError struct {
	op  *ir.Op
	err error
}

func (e *evalError) Error() string {
	return fmt.Sprintf("%s: '%s' op %s", e.op.Loc().Place(), e.op.Name(), e.err)
}
func (e *evalError) Unwrap() error                { return e.err }
func (e *evalError) Diagnostic() *diag.Diagnostic { return ir.Errorf(e.op, "%s", e.err) }

// located adds the operation and its place to an error that has none.
func located(op *ir.Op, err error) error {
	var inner *evalError
	var unsupported *UnsupportedError
	var d *diag.Diagnostic
	if errors.As(err, &inner) || errors.As(err, &unsupported) || errors.As(err, &d) {
		return err
	}
	return &evalError{op, err}
}

// Failed returns the operation at which a run failed, and the reason in words that follow the
// operation's name; ok is false if err contains neither.
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

// Tensors returns the values as tensors; it fails on tokens and tuples.
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

// Values returns tensors as values.
func Values(ts []*tensor.Tensor) []Value {
	vs := make([]Value, len(ts))
	for i, t := range ts {
		vs[i] = t
	}
	return vs
}

// One returns v as the values of an operation with one result, and no error.
func One(v Value) ([]Value, error) { return []Value{v}, nil }
