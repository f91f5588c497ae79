package stablehlo

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval knows the targets with which frameworks write their assertions.
func (o CustomCall) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
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
	return nil, compare(ts[0], ts[1])
}

// Limit implements interp.Limited: only assertions can be run.
func (o CustomCall) Limit() string {
	switch o.CallTargetName() {
	case "check.eq", "shape_assertion":
		return ""
	case "check.expect_eq", "check.expect_almost_eq", "check.expect_close":
		if o.Op.NumOperands() != 2 || o.Op.NumResults() > 0 {
			return "it compares two tensors and has no results"
		}
		return ""
	}
	return "target @" + o.CallTargetName()
}

// equal is @check.eq(expected, actual) → true: floats may differ by 1e-4.
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

// assertShape fails with the operation's error_message if the first operand is false; the other
// operands replace its {0}, {1} and so on.
func (o CustomCall) assertShape(in []interp.Value) error {
	ts, err := interp.Tensors(in)
	if err != nil || len(ts) == 0 {
		return interp.Unsupported(o.Op, "it asserts nothing")
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
