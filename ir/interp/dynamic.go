package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// dynamic reports whether the shape of an operand or result of op is known only at run time.
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

// evalDynamic evaluates an operation with dynamic shapes. It first checks the actual shapes, which
// the verifier could not know, so that Eval does not panic.
func (c *Context) evalDynamic(in *instr, vals []Value) ([]Value, error) {
	if why := unequal(in.op, vals); why != "" {
		return nil, &evalError{in.op, fmt.Errorf("failed: %s", why)}
	}
	if met := typesOf(vals); met != in.met { // the same types, as in the iterations of a loop, are not verified again
		if err := verifyMet(in.op, vals); err != nil {
			return nil, &evalError{in.op, fmt.Errorf("failed on %s: %s", met, strings.TrimPrefix(diag.Messages(err), "'"+in.op.Name()+"' op "))}
		}
		in.met = met
	}
	return c.evaluate(in, vals)
}

// verifyMet verifies a copy of op whose operands have the actual shapes of vals.
func verifyMet(op *ir.Op, vals []Value) error {
	if op.Has(ir.Elementwise) || op.Has(ir.SameOperandsAndResultShape) {
		return nil // unequal(…) checks these operations
	}
	if _, ok := ir.Cast[ShapeAgnostic](op); ok {
		return nil
	}
	blk, to := ir.NewBlock(), &ir.Mapping{}
	// The regions of op use arguments of blk, so the verifier requires that blk is in a region.
	if op.NumRegions() > 0 {
		ir.NewBuilder(op.Registry()).Op("interp.scope", ir.Init{NumRegions: 1}).RegionAt(0).Append(blk)
	}
	for i, v := range op.OperandList() {
		t := v.Type()
		if met, ok := vals[i].(*tensor.Tensor); ok && ir.IsType[*ir.TensorType](t) && !t.HasStaticShape() {
			if _, ranked := t.Shape(); ranked && !holds(t, met) {
				return ir.Errorf(op, "operand #%d must be '%s'", i, t)
			}
			t = ir.Tensor(t.Elem(), met.Shape...)
		}
		to.Map(v, blk.AddArg(t, v.Loc()))
	}
	standIn(op, blk, to)
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(blk)
	return ir.Verify(b.Clone(op, to))
}

// standIn adds an argument to blk for each outer value that op's regions use, and maps the value to
// the argument. A copy of op with this mapping adds no uses to the outer values, which concurrent
// runs share.
func standIn(op *ir.Op, blk *ir.Block, to *ir.Mapping) {
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if _, known := to.Lookup(v); !known && !inside(v, op) {
				to.Map(v, blk.AddArg(v.Type(), v.Loc()))
			}
		}
		return true
	})
}

// inside reports whether v is defined in a region of op.
func inside(v *ir.Value, op *ir.Op) bool {
	for o := v.Block().Parent(); o != nil; o = o.Parent() {
		if o == op {
			return true
		}
	}
	return false
}

// unequal describes the shapes of the operands if op requires equal shapes but the shapes differ.
// Otherwise unequal returns "". It ignores scalars.
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

// checkResults fails if a value does not have the type of op's result. For a scalar type, it
// accepts a tensor of any shape, since some operations evaluate their region for whole tensors at
// once.
func checkResults(op *ir.Op, outs []Value) error {
	for i, out := range outs {
		want := op.ResultAt(i).Type()
		t, ok := out.(*tensor.Tensor)
		if shape, ranked := want.Shape(); ok && !holds(want, t) && (!ranked || len(shape) > 0 || want.Kind() != t.Kind) {
			return &evalError{op, fmt.Errorf("failed: its result must be '%s', but got '%s'", want, typeOf(t))}
		}
	}
	return nil
}

// CheckArgs fails if a value does not have the type of its argument in r's entry block. An
// operation must call it if its operands may have other types.
func CheckArgs(r *ir.Region, args []Value) error {
	for i, a := range args {
		want := r.Entry().Arg(i).Type()
		if t, ok := a.(*tensor.Tensor); ok && !holds(want, t) {
			return fmt.Errorf("failed: argument #%d of its region must be '%s', but got '%s'", i, want, typeOf(t))
		}
	}
	return nil
}

// holds reports whether an SSA value of the given type can have the value t.
func holds(want ir.Type, t *tensor.Tensor) bool {
	if k := want.Kind(); k != tensor.Invalid && k != t.Kind {
		return false
	}
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

// typeOf returns the type of a tensor. typesOf returns the types of all tensors in vals, as text.
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
