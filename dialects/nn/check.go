package nn

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func verifyStatic(op *ir.Op) error {
	for i, v := range op.OperandList() {
		if !constraint.Static(emit.Shape(v)) {
			return ir.Errorf(op, "operand #%d must have a static shape, but is '%s'", i, v.Type())
		}
	}
	for i, t := range op.ResultTypes() {
		if shape, _ := t.Shape(); !constraint.Static(shape) {
			return ir.Errorf(op, "result #%d must have a static shape, but is '%s'", i, t)
		}
	}
	return nil
}

// verifyResult fails unless result i has the given element type and shape.
func verifyResult(op *ir.Op, i int, elem ir.Type, shape ...int64) error {
	if want := ir.Tensor(elem, shape...); op.ResultAt(i).Type() != want {
		return ir.Errorf(op, "result #%d must be '%s', but is '%s'", i, want, op.ResultAt(i).Type())
	}
	return nil
}

func verifyRank(op *ir.Op, name string, v *ir.Value, rank int) error {
	if got := len(emit.Shape(v)); got != rank {
		return ir.Errorf(op, "%s must have rank %d, but is '%s'", name, rank, v.Type())
	}
	return nil
}

func verifyType(op *ir.Op, name string, v *ir.Value, elem ir.Type, shape ...int64) error {
	if want := ir.Tensor(elem, shape...); v.Type() != want {
		return ir.Errorf(op, "%s must be '%s', but is '%s'", name, want, v.Type())
	}
	return nil
}

func verifyFloat(op *ir.Op, name string, v *ir.Value) error {
	if !v.Type().Elem().IsFloat() {
		return ir.Errorf(op, "%s must hold floats, but is '%s'", name, v.Type())
	}
	return nil
}

// verifyInt fails unless the elements of v have an integer type of StableHLO.
func verifyInt(op *ir.Op, name string, v *ir.Value) error {
	d, ok := ir.TypeAs[*ir.IntType](v.Type().Elem())
	switch {
	case !ok:
		return ir.Errorf(op, "%s must hold integers, but is '%s'", name, v.Type())
	case d.Sign == ir.Signed || v.Type().Kind() == tensor.Invalid:
		return ir.Errorf(op, "%s must hold i1, or signless or unsigned integers of 2, 4, 8, 16, 32 or 64 bits, but is '%s'", name, v.Type())
	}
	return nil
}

// holds reports whether v is a value of an integer type. Signless integers of more than one bit are
// signed, as in StableHLO.
func holds(t ir.Type, v float64) bool {
	d, ok := ir.TypeAs[*ir.IntType](t)
	if !ok {
		return false
	}
	low, high := 0.0, math.Ldexp(1, d.Bits)
	if d.Sign != ir.Unsigned && d.Bits > 1 {
		low, high = -high/2, high/2
	}
	return v == math.Trunc(v) && low <= v && v < high
}

// first(errs) returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// count returns the number of elements of a value.
func count(v *ir.Value) float64 { return float64(product(emit.Shape(v))) }

func product(shape []int64) int64 {
	return int64(tensor.NumElements(shape))
}

// with(shape, i, extent) returns a copy of shape with another extent of dimension i.
func with(shape []int64, i int, extent int64) []int64 {
	s := slices.Clone(shape)
	s[i] = extent
	return s
}

func intsOf(a ir.Attr) []int64 {
	v, _ := a.Ints()
	return v
}

func intOf(a ir.Attr) int64 {
	v, _ := a.Int()
	return v
}

func floatOf(a ir.Attr) float64 {
	if f, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
		return f.Float()
	}
	return 0
}

func ints(name, doc string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.I64s, Doc: doc}
}

func integer(name, doc string) ir.AttrField {
	return ir.AttrField{Name: name, Doc: doc, Type: ir.AttrConstraint{
		Text: "64-bit signless integer attribute", Form: ir.FormNoType, Type: ir.I64(), Accept: constraint.IntOf(ir.I64()),
	}}
}

func number(name, doc string) ir.AttrField {
	return ir.AttrField{Name: name, Doc: doc, Type: ir.AttrConstraint{
		Text: "64-bit float attribute", Form: ir.FormNoType, Type: ir.F64(),
		Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.FloatAttr](a) && a.TypeOf() == ir.F64() },
	}}
}

// preset makes an attribute optional, with the default d.
func preset(f ir.AttrField, d ir.Attr) ir.AttrField {
	f.Default = d
	return f
}
