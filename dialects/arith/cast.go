package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

var (
	indexable = ir.Constraint{
		Text: "signless-integer-like or memref of signless-integer",
		Accept: func(t ir.Type) bool {
			return t.Elem().IsIndex() || t.Elem().IsInt(0)
		},
	}
	bitsLike = ir.Constraint{
		Text: "signless-integer-or-float-like or memref of signless-integer or float",
		Accept: func(t ir.Type) bool {
			return t.Elem().IsInt(0) || t.Elem().IsFloat()
		},
	}
)

func cast(name string, from, to ir.Constraint, doc string) ir.Spec {
	return ir.Spec{
		Name:     "arith." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "in", Type: from}},
		Results:  []ir.Field{{Name: "out", Type: to}},
		Traits:   ir.Pure | ir.SameOperandsAndResultShape | ir.Elementwise,
		Format:   "$in attr-dict `:` type($in) `to` type($out)",
	}
}

func castInit(in *ir.Value, out ir.Type) ir.Init {
	return ir.Init{Operands: []*ir.Value{in}, Results: []ir.Type{out}}
}

// ExtSI sign-extends an integer.
//
//	%r = arith.extsi %a : i8 to i32
type ExtSI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o ExtSI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o ExtSI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewExtSI inserts an ExtSI operation.
func NewExtSI(b *ir.Builder, in *ir.Value, out ir.Type) ExtSI {
	return ir.Create[ExtSI](b, castInit(in, out))
}

// Spec implements ir.View.
func (ExtSI) Spec() ir.Spec {
	return cast("extsi", constraint.FixedIntLike, constraint.FixedIntLike, "Sign-extends an integer.")
}

// ExtUI zero-extends an integer.
//
//	%r = arith.extui %a : i8 to i32
type ExtUI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o ExtUI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o ExtUI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewExtUI inserts an ExtUI operation.
func NewExtUI(b *ir.Builder, in *ir.Value, out ir.Type) ExtUI {
	return ir.Create[ExtUI](b, castInit(in, out))
}

// Spec implements ir.View.
func (ExtUI) Spec() ir.Spec {
	return cast("extui", constraint.FixedIntLike, constraint.FixedIntLike, "Zero-extends an integer.")
}

// SIToFP converts a signed integer to a float.
//
//	%r = arith.sitofp %a : i32 to f32
type SIToFP struct{ ir.Ref }

// In and Out return the operand and the result.
func (o SIToFP) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o SIToFP) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewSIToFP inserts an SIToFP operation.
func NewSIToFP(b *ir.Builder, in *ir.Value, out ir.Type) SIToFP {
	return ir.Create[SIToFP](b, castInit(in, out))
}

// Spec implements ir.View.
func (SIToFP) Spec() ir.Spec {
	return cast("sitofp", constraint.FixedIntLike, constraint.FloatLike, "Converts a signed integer to a float.")
}

// UIToFP converts an unsigned integer to a float.
//
//	%r = arith.uitofp %a : i32 to f32
type UIToFP struct{ ir.Ref }

// In and Out return the operand and the result.
func (o UIToFP) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o UIToFP) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewUIToFP inserts a UIToFP operation.
func NewUIToFP(b *ir.Builder, in *ir.Value, out ir.Type) UIToFP {
	return ir.Create[UIToFP](b, castInit(in, out))
}

// Spec implements ir.View.
func (UIToFP) Spec() ir.Spec {
	return cast("uitofp", constraint.FixedIntLike, constraint.FloatLike, "Converts an unsigned integer to a float.")
}

// FPToSI converts a float to a signed integer, rounding toward zero.
//
//	%r = arith.fptosi %a : f32 to i32
type FPToSI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o FPToSI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o FPToSI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewFPToSI inserts an FPToSI operation.
func NewFPToSI(b *ir.Builder, in *ir.Value, out ir.Type) FPToSI {
	return ir.Create[FPToSI](b, castInit(in, out))
}

// Spec implements ir.View.
func (FPToSI) Spec() ir.Spec {
	return cast("fptosi", constraint.FloatLike, constraint.FixedIntLike, "Converts a float to a signed integer, rounding toward zero.")
}

// FPToUI converts a float to an unsigned integer, rounding toward zero.
//
//	%r = arith.fptoui %a : f32 to i32
type FPToUI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o FPToUI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o FPToUI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewFPToUI inserts an FPToUI operation.
func NewFPToUI(b *ir.Builder, in *ir.Value, out ir.Type) FPToUI {
	return ir.Create[FPToUI](b, castInit(in, out))
}

// Spec implements ir.View.
func (FPToUI) Spec() ir.Spec {
	return cast("fptoui", constraint.FloatLike, constraint.FixedIntLike, "Converts a float to an unsigned integer, rounding toward zero.")
}

// IndexCast converts an index to a signed integer, or a signed integer to an index.
//
//	%r = arith.index_cast %a : index to i32
type IndexCast struct{ ir.Ref }

// In and Out return the operand and the result.
func (o IndexCast) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o IndexCast) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewIndexCast inserts an IndexCast operation.
func NewIndexCast(b *ir.Builder, in *ir.Value, out ir.Type) IndexCast {
	return ir.Create[IndexCast](b, castInit(in, out))
}

// Spec implements ir.View.
func (IndexCast) Spec() ir.Spec {
	return cast("index_cast", indexable, indexable, "Converts an index to a signed integer, or the reverse.")
}

// IndexCastUI converts an index to an unsigned integer, or an unsigned integer to an index.
//
//	%r = arith.index_castui %a : index to i32
type IndexCastUI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o IndexCastUI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o IndexCastUI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewIndexCastUI inserts an IndexCastUI operation.
func NewIndexCastUI(b *ir.Builder, in *ir.Value, out ir.Type) IndexCastUI {
	return ir.Create[IndexCastUI](b, castInit(in, out))
}

// Spec implements ir.View.
func (IndexCastUI) Spec() ir.Spec {
	return cast("index_castui", indexable, indexable, "Converts an index to an unsigned integer, or the reverse.")
}

// Bitcast reinterprets the bits of a value as a value of another type of the same width.
//
//	%r = arith.bitcast %a : i32 to f32
type Bitcast struct{ ir.Ref }

// In and Out return the operand and the result.
func (o Bitcast) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o Bitcast) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewBitcast inserts a Bitcast operation.
func NewBitcast(b *ir.Builder, in *ir.Value, out ir.Type) Bitcast {
	return ir.Create[Bitcast](b, castInit(in, out))
}

// Spec implements ir.View.
func (Bitcast) Spec() ir.Spec {
	return cast("bitcast", bitsLike, bitsLike, "Interprets the bits of a value as a value of another type of the same width.")
}

// ExtF converts a float to a wider type.
//
//	%r = arith.extf %a : f32 to f64
type ExtF struct{ ir.Ref }

// In and Out return the operand and the result.
func (o ExtF) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o ExtF) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewExtF inserts an ExtF operation.
func NewExtF(b *ir.Builder, in *ir.Value, out ir.Type) ExtF {
	return ir.Create[ExtF](b, castInit(in, out))
}

// TruncI truncates an integer to its lower bits.
//
//	%r = arith.trunci %a : i32 to i8
type TruncI struct{ ir.Ref }

// In and Out return the operand and the result.
func (o TruncI) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o TruncI) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewTruncI inserts a TruncI operation.
func NewTruncI(b *ir.Builder, in *ir.Value, out ir.Type) TruncI {
	return ir.Create[TruncI](b, castInit(in, out))
}

// TruncF rounds a float to a narrower type.
//
//	%r = arith.truncf %a : f64 to f32
type TruncF struct{ ir.Ref }

// In and Out return the operand and the result.
func (o TruncF) In() *ir.Value  { return o.Op.OperandAt(0) }
func (o TruncF) Out() *ir.Value { return o.Op.ResultAt(0) }

// NewTruncF inserts a TruncF operation.
func NewTruncF(b *ir.Builder, in *ir.Value, out ir.Type) TruncF {
	return ir.Create[TruncF](b, castInit(in, out))
}

// Spec implements ir.View.
func (ExtF) Spec() ir.Spec {
	s := cast("extf", constraint.FloatLike, constraint.FloatLike, "Converts a float to a wider type.")
	s.Attrs = []ir.AttrField{optionalFastMath()}
	s.Format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
	return s
}

// FastMath returns the fast-math flags.
func (o ExtF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (TruncI) Spec() ir.Spec {
	s := cast("trunci", constraint.FixedIntLike, constraint.FixedIntLike, "Truncates an integer to its lower bits.")
	s.Attrs = []ir.AttrField{overflowField()}
	s.Format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"
	return s
}

// OverflowFlags returns the known properties of the removed bits: nsw if they are copies of the
// result's sign bit, nuw if they are zeros.
func (o TruncI) OverflowFlags() Overflow { return OverflowOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (TruncF) Spec() ir.Spec {
	s := cast("truncf", constraint.FloatLike, constraint.FloatLike, "Rounds a float to a narrower type.")
	s.Attrs = []ir.AttrField{roundingField(), optionalFastMath()}
	s.Format = "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
	return s
}

// RoundingMode returns the rounding mode. If ok is false, the target chooses the rounding mode.
func (o TruncF) RoundingMode() (m Rounding, ok bool) { return roundingOf(o.Op.AttrAt(0)) }

// FastMath returns the fast-math flags.
func (o TruncF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(1)) }

// Rounding is a rounding mode for floats.
type Rounding uint8

// The rounding modes.
const (
	ToNearestEven Rounding = iota
	Downward
	Upward
	TowardZero
	ToNearestAway
)

func roundingField() ir.AttrField {
	return ir.AttrField{
		Name: "roundingmode", Optional: true, Doc: "How the value is rounded.",
		Type: constraint.Enum32("Floating point rounding mode", "to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"),
	}
}

func roundingOf(a ir.Attr) (Rounding, bool) {
	v, ok := a.Int()
	return Rounding(v), ok
}

// ScalingExtF converts a float to a wider type and multiplies it by a scale.
//
//	%r = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
type ScalingExtF struct{ ir.Ref }

// In, Scale and Out return the operand, the scale and the result.
func (o ScalingExtF) In() *ir.Value    { return o.Op.OperandAt(0) }
func (o ScalingExtF) Scale() *ir.Value { return o.Op.OperandAt(1) }
func (o ScalingExtF) Out() *ir.Value   { return o.Op.ResultAt(0) }

// FastMath returns the fast-math flags.
func (o ScalingExtF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ScalingExtF) Spec() ir.Spec {
	s := cast("scaling_extf", constraint.FloatLike, constraint.FloatLike, "Converts a float of few bits to a wider type and multiplies it by a scale.")
	s.Operands = append(s.Operands, ir.Field{Name: "scale", Type: constraint.FloatLike})
	s.Attrs = []ir.AttrField{optionalFastMath()}
	s.Traits &^= ir.SameOperandsAndResultShape
	s.Format = "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"
	return s
}

// ScalingTruncF divides a float by a scale and rounds the quotient to a narrower type.
//
//	%r = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
type ScalingTruncF struct{ ir.Ref }

// In, Scale and Out return the operand, the scale and the result.
func (o ScalingTruncF) In() *ir.Value    { return o.Op.OperandAt(0) }
func (o ScalingTruncF) Scale() *ir.Value { return o.Op.OperandAt(1) }
func (o ScalingTruncF) Out() *ir.Value   { return o.Op.ResultAt(0) }

// RoundingMode returns the rounding mode. If ok is false, the target chooses the rounding mode.
func (o ScalingTruncF) RoundingMode() (m Rounding, ok bool) { return roundingOf(o.Op.AttrAt(0)) }

// FastMath returns the fast-math flags.
func (o ScalingTruncF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (ScalingTruncF) Spec() ir.Spec {
	s := cast("scaling_truncf", constraint.FloatLike, constraint.FloatLike, "Divides a float by a scale and rounds the quotient to a type of few bits.")
	s.Operands = append(s.Operands, ir.Field{Name: "scale", Type: constraint.FloatLike})
	s.Attrs = []ir.AttrField{roundingField(), optionalFastMath()}
	s.Traits &^= ir.SameOperandsAndResultShape
	s.Format = "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"
	return s
}
