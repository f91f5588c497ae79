package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/build"
)

// A computed NaN must be the canonical NaN (see ir.CanonicalNaN), but processors compute NaNs with
// other signs and payloads. Lowering makes the NaNs of a result canonical only if an operation that
// reads the result observes their bits:
//   - A comparison observes the bits if it compares in total order.
//   - An operation that computes its results (see computing) does not observe the bits.
//   - An operation that moves elements (see movedBy) observes the bits if the bits of its own
//     result are observed, or if its result can also have NaNs that were not computed.
//   - Every other operation, such as a return or a bitcast, observes the bits.
//
// An operation of the dialect nn observes what its expansion observes.
// operation observes unchanged.

// computing reports whether op computes each element of its results.
func computing(op *ir.Op) bool {
	if op.Has(ir.CanonicalNaN) {
		return true
	}
	switch o := op.View().(type) {
	case stablehlo.Reduce:
		return combines(o.Inputs(), o.Body())
	case stablehlo.ReduceWindow:
		return combines(o.Inputs(), o.Body())
	}
	return false
}

// combines reports whether a reduction has one nonempty input and its body is a single operation
// whose NaNs must be canonical.
func combines(inputs []*ir.Value, body *ir.Region) bool {
	shape, _ := inputs[0].Type().Shape()
	first := body.Entry().First()
	return tensor.NumElements(shape) > 0 && len(inputs) == 1 && first.Next() == body.Entry().Last() &&
		first.Has(ir.CanonicalNaN) && body.Entry().Last().OperandList()[0].Def() == first
}

// movedBy returns the operands whose elements op moves to its result. It returns nil if op is not
// known to move elements.
func movedBy(op *ir.Op) []*ir.Value {
	switch o := op.View().(type) {
	case stablehlo.Reshape, stablehlo.BroadcastInDim, stablehlo.Transpose, stablehlo.Reverse, stablehlo.Slice,
		stablehlo.DynamicSlice, stablehlo.Gather:
		return op.OperandList()[:1]
	case stablehlo.Pad, stablehlo.DynamicUpdateSlice:
		return op.OperandList()[:2]
	case stablehlo.Concatenate:
		return o.Inputs()
	case stablehlo.Select:
		return op.OperandList()[1:]
	}
	return nil
}

// freeNaN reports whether all NaNs in v were computed. Lowering can choose the bits of these NaNs
// until an operation observes them. Values without NaNs, such as results of stablehlo.iota, are
// free too.
func (c *converter) freeNaN(v *ir.Value) bool {
	known, ok := c.computed[v]
	if !ok {
		known = c.onlyComputed(v)
		c.computed[v] = known
	}
	return known
}

// onlyComputed determines the result of freeNaN from the operation that defines v.
func (c *converter) onlyComputed(v *ir.Value) bool {
	op := v.Def()
	if op == nil {
		return false
	}
	if k, ok := ir.As[stablehlo.Constant](op); ok {
		d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
		if !ok {
			return false
		}
		one, splat := d.Splat()
		return splat && one.Float(0) == one.Float(0)
	}
	if e, ok := nn.ExpanderOf(op); ok && static(op) {
		return c.freeNaN(c.expansion(op, e).Last().OperandAt(v.Index()))
	}
	from := movedBy(op)
	for _, w := range from {
		if !c.freeNaN(w) {
			return false
		}
	}
	return len(from) > 0 || computing(op) || ir.Is[stablehlo.Iota](op)
}

// observed reports whether a user of v observes the bits of NaNs in v.
func (c *converter) observed(v *ir.Value) bool {
	if seen, ok := c.nans[v]; ok {
		return seen
	}
	seen := false
	for u := range v.Uses() {
		seen = seen || c.observes(u.Owner(), u.Index(), v)
	}
	c.nans[v] = seen
	return seen
}

// observes reports whether op observes the bits of NaNs in v, which is operand i of op.
func (c *converter) observes(op *ir.Op, i int, v *ir.Value) bool {
	if o, ok := ir.As[stablehlo.Compare](op); ok {
		return o.CompareType() == "TOTALORDER"
	}
	if e, ok := nn.ExpanderOf(op); ok && static(op) {
		return c.observed(c.expansion(op, e).Arg(i))
	}
	if outer := c.expanding[op.Block()]; outer != nil && op == op.Block().Last() {
		return c.observed(outer.ResultAt(i))
	}
	for _, w := range movedBy(op) {
		if w == v {
			return !c.freeNaN(op.Result()) || c.observed(op.Result())
		}
	}
	return !computing(op)
}

// static reports whether all operands and results of op have static shapes. Other operators have no
// expansion.
func static(op *ir.Op) bool {
	for _, v := range slices.Concat(op.OperandList(), op.ResultList()) {
		if !v.Type().HasStaticShape() {
			return false
		}
	}
	return true
}

// expansion returns the expansion of op, an operation of the dialect nn. It builds the expansion in
// the first call for op.
func (c *converter) expansion(op *ir.Op, e nn.Expander) *ir.Block {
	if c.expansions[op] == nil {
		c.expansions[op] = nn.Body(op, e).Entry()
		c.expanding[c.expansions[op]] = op
	}
	return c.expansions[op]
}

// mustBeCanonical reports whether lowering must make the NaNs in v canonical. v is a result of op.
func (c *converter) mustBeCanonical(op *ir.Op, v *ir.Value) bool {
	return isFloat(v.Type()) && computing(op) && c.observed(v)
}

// settled inserts operations that make NaNs canonical, where this is necessary, after the results
// that the rule for op returned. op is not elementwise.
func (c *converter) settled(op *ir.Op, results []*ir.Value, err error) ([]*ir.Value, error) {
	for i, v := range results {
		if c.mustBeCanonical(op, op.ResultAt(i)) {
			t := v.Type()
			shape, _ := t.Shape()
			results[i] = structured.New(c.b, structured.Shape{
				Ins: []*ir.Value{v}, Outs: []*ir.Value{build.Empty(c.b, t)},
				Maps:      []affine.Map{affine.Identity(len(shape)), affine.Identity(len(shape))},
				Reduction: make([]bool, len(shape)),
			}, func(b *ir.Builder, args []*ir.Value) []*ir.Value { return one(canonical(b, args[0])) }).Result()
		}
	}
	return results, err
}

// canonical returns x with every NaN replaced by the canonical NaN.
func canonical(b *ir.Builder, x *ir.Value) *ir.Value {
	t := x.Type()
	if !isFloat(t) { // t stores the bit pattern of a float of up to 8 bits
		return x
	}
	if isHalf(t) {
		return arith.NewTruncF(b, canonical(b, arith.NewExtF(b, x, ir.F32()).Op.Result()), t).Op.Result()
	}
	bits := tensor.CanonicalNaN(x.Type().Kind())
	nan := arith.NewConstant(b, ir.NewAttr(&ir.FloatAttr{Type: x.Type(), Lo: bits})).Op.Result()
	return arith.NewSelect(b, arith.NewCmpF(b, arith.FUNO, x, x).Op.Result(), nan, x).Op.Result()
}
