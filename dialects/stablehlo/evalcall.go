package stablehlo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CallTarget implements a target of custom_call. In compiled programs, the host runs the target
// between kernels. A dialect lists its targets by name in ir.Dialect.Targets.
type CallTarget struct {
	// Limit returns the reason why the target cannot run a call, or "" if it can. Limit must check
	// types and attributes, since these come from a file. Eval may assume that Limit returned "".
	Limit func(call CustomCall) string
	// Eval returns the results of a call. It must not change the operands. A long computation must
	// return an error when ctx ends.
	Eval func(ctx context.Context, call CustomCall, in []*tensor.Tensor) ([]*tensor.Tensor, error)
}

// target returns the CallTarget that a dialect lists for the call, or nil.
func (o CustomCall) target() *CallTarget {
	if t, ok := o.Op.Registry().Target(o.CallTargetName()).(CallTarget); ok {
		return &t
	}
	return nil
}

// Option returns the integer with the given name in the dictionary backend_config or, in programs
// of JAX, mhlo.backend_config.
func (o CustomCall) Option(name string) (int64, bool) {
	for _, config := range []ir.Attr{o.BackendConfig(), o.Op.Attr("mhlo.backend_config")} {
		if d, ok := ir.AttrAs[*ir.DictAttr](config); ok {
			if n, ok := d.Get(name).Int(); ok {
				return n, true
			}
		}
	}
	return 0, false
}

// Eval runs the targets that dialects implement and the targets that frameworks use for assertions.
func (o CustomCall) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	if why := o.Limit(); why != "" {
		return nil, interp.Unsupported(o.Op, why)
	}
	var compare func(got, want *tensor.Tensor) error
	switch o.CallTargetName() {
	case "check.expect_eq":
		compare = check.Equal
	case "check.eq":
		return o.equal(in)
	case "shape_assertion":
		return nil, o.assertShape(in)
	case "check.expect_almost_eq":
		compare = func(got, want *tensor.Tensor) error { return check.AlmostEqual(got, want, 1e-3) }
	case "check.expect_close":
		compare = func(got, want *tensor.Tensor) error { return check.Close(got, want, 0, 3) }
	}
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	if t := o.target(); t != nil {
		out, err := t.Eval(c.Context(), o, ts)
		if err == nil {
			err = o.checkBytes(out)
		}
		return interp.Values(out), err
	}
	return nil, compare(ts[0], ts[1])
}

// checkBytes fails if one of the given results has bytes that are not valid for its element type.
func (o CustomCall) checkBytes(out []*tensor.Tensor) error {
	for i, t := range out {
		if t == nil {
			continue
		}
		if err := t.CheckBytes(); err != nil {
			return fmt.Errorf("failed: target @%s returned result #%d, which %w", o.CallTargetName(), i, err)
		}
	}
	return nil
}

// Limit implements interp.Limited. Only assertions and the targets of dialects can be run.
func (o CustomCall) Limit() string {
	if t := o.target(); t != nil {
		if why := t.Limit(o); why != "" {
			return "target @" + o.CallTargetName() + ": " + why
		}
		return ""
	}
	in, out := o.Op.OperandTypes(), o.Op.ResultTypes()
	pair := len(in) == 2 && isAnyTensor(in[0]) && isAnyTensor(in[1])
	switch o.CallTargetName() {
	case "check.eq":
		if !pair || len(out) != 1 || out[0] != ir.Tensor(ir.I1()) {
			return "it must have two tensors as operands and one result of type 'tensor<i1>'"
		}
	case "shape_assertion":
		if len(in) == 0 || len(out) > 0 || slices.ContainsFunc(in, func(t ir.Type) bool { return !isOneInteger(t) }) {
			return "each operand must be a tensor of one integer, and there must be no results"
		}
	case "check.expect_eq", "check.expect_almost_eq", "check.expect_close":
		if !pair || len(out) > 0 {
			return "it must have two tensors as operands and no results"
		}
	default:
		return "target @" + o.CallTargetName()
	}
	return ""
}

// isOneInteger reports whether t is a tensor of one integer.
func isOneInteger(t ir.Type) bool {
	return isAnyTensor(t) && t.HasStaticShape() && t.NumElements() == 1 && t.Kind().IsInt()
}

// equal implements @check.eq(expected, actual). It returns true if the operands are equal, and an
// error otherwise. Floats and the parts of complex numbers may differ by 1e-4.
func (o CustomCall) equal(in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	if ts[0].Kind.IsInt() {
		err = check.Equal(ts[1], ts[0])
	} else {
		err = check.AlmostEqual(ts[1], ts[0], 1e-4)
	}
	if err != nil {
		return nil, err
	}
	return interp.One(tensor.FromSlice(nil, []bool{true}))
}

// assertShape fails with the operation's error_message if the first operand is 0. The other
// operands replace {0}, {1} and so on in the message.
func (o CustomCall) assertShape(in []interp.Value) error {
	ts, err := interp.Tensors(in)
	if err != nil {
		return err
	}
	if ts[0].Int(0) != 0 {
		return nil
	}
	text, _ := o.Op.Attr("error_message").Str()
	for i, t := range ts[1:] {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), fmt.Sprint(t.Int(0)))
	}
	return fmt.Errorf("shape assertion failed: %s", text)
}
