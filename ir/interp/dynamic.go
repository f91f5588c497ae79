package interp

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// dynamic reports whether some shape of op's operands or results is known only in a run.
func dynamic(op *ir.Op) bool {
	for v := range op.Operands() {
		if !v.Type().HasStaticShape() && v.Type().IsShaped() {
			return true
		}
	}
	for v := range op.Results() {
		if !v.Type().HasStaticShape() && v.Type().IsShaped() {
			return true
		}
	}
	return false
}

// evalDynamic evaluates an operation with shapes that the verifier could not see: those that
// it meets now may not go together, which is no bug of the evaluation.
func (c *Context) evalDynamic(in *instr, vals []Value) (outs []Value, err error) {
	if why := unequal(in.op, vals); why != "" {
		return nil, &evalError{in.op, fmt.Errorf("failed: %s", why)}
	}
	defer func() {
		if what := recover(); what != nil {
			if _, ok := what.(runtime.Error); !ok {
				panic(what)
			}
			outs, err = nil, &evalError{in.op, fmt.Errorf("failed: it can't take %s", typesOf(vals))}
		}
	}()
	if outs, err = in.eval.Eval(c, vals); err != nil {
		return nil, located(in.op, err)
	}
	for i, out := range outs {
		want := in.op.ResultAt(i).Type()
		if t, ok := out.(*tensor.Tensor); ok && !holds(want, t) {
			return nil, &evalError{in.op, fmt.Errorf("failed: its result must be '%s', but got '%s'", want, typeOf(t))}
		}
	}
	return outs, nil
}

// unequal says what is wrong with the shapes of an elementwise operation's operands; ""
// where they are equal, but for scalars.
func unequal(op *ir.Op, vals []Value) string {
	if !op.Has(ir.Elementwise) && !op.Has(ir.SameOperandsAndResultShape) {
		return ""
	}
	var first *tensor.Tensor
	for _, v := range vals {
		t, ok := v.(*tensor.Tensor)
		if !ok || len(t.Shape) == 0 {
			continue
		}
		if first == nil {
			first = t
		}
		if !slices.Equal(t.Shape, first.Shape) {
			return "its operands must have one shape, but are " + typesOf(vals)
		}
	}
	return ""
}

// holds reports whether a value of type want can be t.
func holds(want ir.Type, t *tensor.Tensor) bool {
	shape, ok := want.Shape()
	if !ok {
		return true
	}
	if len(shape) != len(t.Shape) {
		return false
	}
	for i, n := range shape {
		if n >= 0 && n != t.Shape[i] {
			return false
		}
	}
	return true
}

// typeOf is the type of a tensor, and typesOf those of all tensors among values.
func typeOf(t *tensor.Tensor) ir.Type { return ir.Tensor(ir.KindType(t.Kind), t.Shape...) }

func typesOf(vals []Value) string {
	var texts []string
	for _, v := range vals {
		if t, ok := v.(*tensor.Tensor); ok {
			texts = append(texts, "'"+typeOf(t).String()+"'")
		}
	}
	return strings.Join(texts, ", ")
}
