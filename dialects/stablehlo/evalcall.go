package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval knows the targets with which frameworks write their assertions.
func (o CustomCall) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	var compare func(got, want *tensor.Tensor) error
	switch o.CallTargetName() {
	case "check.eq", "check.expect_eq":
		compare = check.Equal
	case "check.expect_almost_eq":
		compare = func(got, want *tensor.Tensor) error { return check.AlmostEqual(got, want, 1e-3) }
	case "check.expect_close":
		compare = func(got, want *tensor.Tensor) error { return check.Close(got, want, 0, 3) }
	default:
		return nil, interp.Unsupported(o.Op, "target @"+o.CallTargetName())
	}
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	if len(ts) != 2 || o.NumResults() > 0 {
		return nil, interp.Unsupported(o.Op, "it compares two tensors and has no results")
	}
	return nil, compare(ts[0], ts[1])
}
