package sdy

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// Evaluation uses a single device that holds whole tensors, so shardings have no effect.
// ManualComputation and the collective operations cannot be evaluated.

func same(in []interp.Value) ([]interp.Value, error) { return slices.Clone(in), nil }

// Eval returns the operand.
func (o ShardingConstraint) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return same(in)
}

// Eval returns the operand.
func (o Reshard) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return same(in)
}

// Eval does nothing.
func (o ShardingGroup) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) {
	return nil, nil
}

// Eval returns the operand.
func (o DataFlowEdge) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return same(in)
}

// Eval returns the operand.
func (o FuncDataFlowEdge) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return same(in)
}

// Eval returns the operand.
func (o PropagationBarrier) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return same(in)
}

// Eval returns the constant.
func (o Constant) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) {
	value, err := ir.WithElements(o.Value())
	if err != nil {
		return nil, interp.Unsupported(o.Op, err.Error())
	}
	d, ok := ir.AttrAs[*ir.DenseElements](value)
	if !ok {
		return nil, fmt.Errorf("failed: its constant is not dense")
	}
	return interp.One(d.Tensor())
}

// Eval runs the body.
func (o NamedComputation) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return c.Region(o.Body(), in...)
}
