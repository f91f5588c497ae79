package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

func intBinary(name string, traits ir.Trait, doc string) ir.Spec {
	return ir.Spec{
		Name:     "arith." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: constraint.IntLike}, {Name: "rhs", Type: constraint.IntLike}},
		Results:  []ir.Field{{Name: "result", Type: constraint.IntLike}},
		Traits:   ir.SameOperandsAndResultType | ir.Elementwise | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
	}
}

// withOverflow is intBinary with an attribute for overflow flags.
func withOverflow(name string, traits ir.Trait, doc string) ir.Spec {
	s := intBinary(name, traits|ir.Pure, doc)
	s.Attrs = []ir.AttrField{overflowField()}
	s.Format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
	return s
}

// withExact is intBinary with the flag exact, which states that a division has no remainder, or
// that a right shift discards only zeros.
func withExact(name string, traits ir.Trait, doc string) ir.Spec {
	s := intBinary(name, traits, doc)
	s.Attrs = []ir.AttrField{{Name: "isExact", Type: constraint.Unit, Optional: true, Doc: "The division has no remainder, or the shift discards only zeros."}}
	s.Format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"
	return s
}

func binaryInit(lhs, rhs *ir.Value) ir.Init {
	return ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}}
}

// AddI is integer addition modulo 2ⁿ.
//
//	%r = arith.addi %a, %b overflow<nsw> : i32
type AddI struct{ ir.Binary }

// Spec implements ir.View.
func (AddI) Spec() ir.Spec {
	return withOverflow("addi", ir.Commutative, "Integer addition modulo 2ⁿ.")
}

// NewAddI inserts an AddI operation; lhs and rhs must have equal types.
func NewAddI(b *ir.Builder, lhs, rhs *ir.Value) AddI { return ir.Create[AddI](b, binaryInit(lhs, rhs)) }

// OverflowFlags returns the kinds of overflow that cannot happen.
func (o AddI) OverflowFlags() Overflow { return OverflowOf(o.Op.AttrAt(0)) }

// SubI is integer subtraction modulo 2ⁿ.
//
//	%r = arith.subi %a, %b overflow<nsw> : i32
type SubI struct{ ir.Binary }

// Spec implements ir.View.
func (SubI) Spec() ir.Spec { return withOverflow("subi", 0, "Integer subtraction modulo 2ⁿ.") }

// NewSubI inserts a SubI operation; lhs and rhs must have equal types.
func NewSubI(b *ir.Builder, lhs, rhs *ir.Value) SubI { return ir.Create[SubI](b, binaryInit(lhs, rhs)) }

// OverflowFlags returns the kinds of overflow that cannot happen.
func (o SubI) OverflowFlags() Overflow { return OverflowOf(o.Op.AttrAt(0)) }

// MulI is integer multiplication modulo 2ⁿ.
//
//	%r = arith.muli %a, %b overflow<nsw> : i32
type MulI struct{ ir.Binary }

// Spec implements ir.View.
func (MulI) Spec() ir.Spec {
	return withOverflow("muli", ir.Commutative, "Integer multiplication modulo 2ⁿ.")
}

// NewMulI inserts a MulI operation; lhs and rhs must have equal types.
func NewMulI(b *ir.Builder, lhs, rhs *ir.Value) MulI { return ir.Create[MulI](b, binaryInit(lhs, rhs)) }

// OverflowFlags returns the kinds of overflow that cannot happen.
func (o MulI) OverflowFlags() Overflow { return OverflowOf(o.Op.AttrAt(0)) }

// ShLI is a left shift of an integer.
//
//	%r = arith.shli %a, %b overflow<nsw> : i32
type ShLI struct{ ir.Binary }

// Spec implements ir.View.
func (ShLI) Spec() ir.Spec { return withOverflow("shli", 0, "A left shift of an integer.") }

// NewShLI inserts a ShLI operation; lhs and rhs must have equal types.
func NewShLI(b *ir.Builder, lhs, rhs *ir.Value) ShLI { return ir.Create[ShLI](b, binaryInit(lhs, rhs)) }

// OverflowFlags returns the kinds of overflow that cannot happen.
func (o ShLI) OverflowFlags() Overflow { return OverflowOf(o.Op.AttrAt(0)) }

// DivSI is signed division, rounded toward zero.
//
//	%r = arith.divsi %a, %b exact : i32
type DivSI struct{ ir.Binary }

// Spec implements ir.View.
func (DivSI) Spec() ir.Spec {
	return withExact("divsi", ir.NoSideEffect, "Signed division, rounded toward zero.")
}

// NewDivSI inserts a DivSI operation; lhs and rhs must have equal types.
func NewDivSI(b *ir.Builder, lhs, rhs *ir.Value) DivSI {
	return ir.Create[DivSI](b, binaryInit(lhs, rhs))
}

// IsExact reports whether the remainder is known to be 0.
func (o DivSI) IsExact() bool { return !o.Op.AttrAt(0).IsNil() }

// DivUI is unsigned division.
//
//	%r = arith.divui %a, %b exact : i32
type DivUI struct{ ir.Binary }

// Spec implements ir.View.
func (DivUI) Spec() ir.Spec { return withExact("divui", ir.NoSideEffect, "Unsigned division.") }

// NewDivUI inserts a DivUI operation; lhs and rhs must have equal types.
func NewDivUI(b *ir.Builder, lhs, rhs *ir.Value) DivUI {
	return ir.Create[DivUI](b, binaryInit(lhs, rhs))
}

// IsExact reports whether the remainder is known to be 0.
func (o DivUI) IsExact() bool { return !o.Op.AttrAt(0).IsNil() }

// ShRSI is an arithmetic right shift of an integer: the new upper bits are copies of the sign bit.
//
//	%r = arith.shrsi %a, %b exact : i32
type ShRSI struct{ ir.Binary }

// Spec implements ir.View.
func (ShRSI) Spec() ir.Spec {
	return withExact("shrsi", ir.Pure, "An arithmetic right shift of an integer: the new upper bits are copies of the sign bit.")
}

// NewShRSI inserts a ShRSI operation; lhs and rhs must have equal types.
func NewShRSI(b *ir.Builder, lhs, rhs *ir.Value) ShRSI {
	return ir.Create[ShRSI](b, binaryInit(lhs, rhs))
}

// IsExact reports whether the discarded bits are known to be zeros.
func (o ShRSI) IsExact() bool { return !o.Op.AttrAt(0).IsNil() }

// ShRUI is a logical right shift of an integer: the new upper bits are zeros.
//
//	%r = arith.shrui %a, %b exact : i32
type ShRUI struct{ ir.Binary }

// Spec implements ir.View.
func (ShRUI) Spec() ir.Spec {
	return withExact("shrui", ir.Pure, "A logical right shift of an integer: the new upper bits are zeros.")
}

// NewShRUI inserts a ShRUI operation; lhs and rhs must have equal types.
func NewShRUI(b *ir.Builder, lhs, rhs *ir.Value) ShRUI {
	return ir.Create[ShRUI](b, binaryInit(lhs, rhs))
}

// IsExact reports whether the discarded bits are known to be zeros.
func (o ShRUI) IsExact() bool { return !o.Op.AttrAt(0).IsNil() }

// CeilDivSI is signed division, rounded up.
//
//	%r = arith.ceildivsi %a, %b : i32
type CeilDivSI struct{ ir.Binary }

// Spec implements ir.View.
func (CeilDivSI) Spec() ir.Spec {
	return intBinary("ceildivsi", ir.NoSideEffect, "Signed division, rounded up.")
}

// NewCeilDivSI inserts a CeilDivSI operation; lhs and rhs must have equal types.
func NewCeilDivSI(b *ir.Builder, lhs, rhs *ir.Value) CeilDivSI {
	return ir.Create[CeilDivSI](b, binaryInit(lhs, rhs))
}

// CeilDivUI is unsigned division, rounded up.
//
//	%r = arith.ceildivui %a, %b : i32
type CeilDivUI struct{ ir.Binary }

// Spec implements ir.View.
func (CeilDivUI) Spec() ir.Spec {
	return intBinary("ceildivui", ir.NoSideEffect, "Unsigned division, rounded up.")
}

// NewCeilDivUI inserts a CeilDivUI operation; lhs and rhs must have equal types.
func NewCeilDivUI(b *ir.Builder, lhs, rhs *ir.Value) CeilDivUI {
	return ir.Create[CeilDivUI](b, binaryInit(lhs, rhs))
}

// FloorDivSI is signed division, rounded down.
//
//	%r = arith.floordivsi %a, %b : i32
type FloorDivSI struct{ ir.Binary }

// Spec implements ir.View.
func (FloorDivSI) Spec() ir.Spec {
	return intBinary("floordivsi", ir.Pure, "Signed division, rounded down.")
}

// NewFloorDivSI inserts a FloorDivSI operation; lhs and rhs must have equal types.
func NewFloorDivSI(b *ir.Builder, lhs, rhs *ir.Value) FloorDivSI {
	return ir.Create[FloorDivSI](b, binaryInit(lhs, rhs))
}

// RemSI is the remainder of signed division.
//
//	%r = arith.remsi %a, %b : i32
type RemSI struct{ ir.Binary }

// Spec implements ir.View.
func (RemSI) Spec() ir.Spec { return intBinary("remsi", ir.Pure, "The remainder of signed division.") }

// NewRemSI inserts a RemSI operation; lhs and rhs must have equal types.
func NewRemSI(b *ir.Builder, lhs, rhs *ir.Value) RemSI {
	return ir.Create[RemSI](b, binaryInit(lhs, rhs))
}

// RemUI is the remainder of unsigned division.
//
//	%r = arith.remui %a, %b : i32
type RemUI struct{ ir.Binary }

// Spec implements ir.View.
func (RemUI) Spec() ir.Spec {
	return intBinary("remui", ir.Pure, "The remainder of unsigned division.")
}

// NewRemUI inserts a RemUI operation; lhs and rhs must have equal types.
func NewRemUI(b *ir.Builder, lhs, rhs *ir.Value) RemUI {
	return ir.Create[RemUI](b, binaryInit(lhs, rhs))
}

// AndI is the bitwise AND of two integers.
//
//	%r = arith.andi %a, %b : i32
type AndI struct{ ir.Binary }

// Spec implements ir.View.
func (AndI) Spec() ir.Spec {
	return intBinary("andi", ir.Pure|ir.Commutative|ir.Idempotent, "Bitwise and.")
}

// NewAndI inserts an AndI operation; lhs and rhs must have equal types.
func NewAndI(b *ir.Builder, lhs, rhs *ir.Value) AndI { return ir.Create[AndI](b, binaryInit(lhs, rhs)) }

// OrI is the bitwise OR of two integers.
//
//	%r = arith.ori %a, %b : i32
type OrI struct{ ir.Binary }

// Spec implements ir.View.
func (OrI) Spec() ir.Spec {
	return intBinary("ori", ir.Pure|ir.Commutative|ir.Idempotent, "Bitwise or.")
}

// NewOrI inserts an OrI operation; lhs and rhs must have equal types.
func NewOrI(b *ir.Builder, lhs, rhs *ir.Value) OrI { return ir.Create[OrI](b, binaryInit(lhs, rhs)) }

// XOrI is the bitwise exclusive OR of two integers.
//
//	%r = arith.xori %a, %b : i32
type XOrI struct{ ir.Binary }

// Spec implements ir.View.
func (XOrI) Spec() ir.Spec { return intBinary("xori", ir.Pure|ir.Commutative, "Bitwise exclusive or.") }

// NewXOrI inserts an XOrI operation; lhs and rhs must have equal types.
func NewXOrI(b *ir.Builder, lhs, rhs *ir.Value) XOrI { return ir.Create[XOrI](b, binaryInit(lhs, rhs)) }

// MaxSI is the greater of two signed integers.
//
//	%r = arith.maxsi %a, %b : i32
type MaxSI struct{ ir.Binary }

// Spec implements ir.View.
func (MaxSI) Spec() ir.Spec {
	return intBinary("maxsi", ir.Pure|ir.Commutative, "The greater of two signed integers.")
}

// NewMaxSI inserts a MaxSI operation; lhs and rhs must have equal types.
func NewMaxSI(b *ir.Builder, lhs, rhs *ir.Value) MaxSI {
	return ir.Create[MaxSI](b, binaryInit(lhs, rhs))
}

// MaxUI is the greater of two unsigned integers.
//
//	%r = arith.maxui %a, %b : i32
type MaxUI struct{ ir.Binary }

// Spec implements ir.View.
func (MaxUI) Spec() ir.Spec {
	return intBinary("maxui", ir.Pure|ir.Commutative, "The greater of two unsigned integers.")
}

// NewMaxUI inserts a MaxUI operation; lhs and rhs must have equal types.
func NewMaxUI(b *ir.Builder, lhs, rhs *ir.Value) MaxUI {
	return ir.Create[MaxUI](b, binaryInit(lhs, rhs))
}

// MinSI is the lesser of two signed integers.
//
//	%r = arith.minsi %a, %b : i32
type MinSI struct{ ir.Binary }

// Spec implements ir.View.
func (MinSI) Spec() ir.Spec {
	return intBinary("minsi", ir.Pure|ir.Commutative, "The lesser of two signed integers.")
}

// NewMinSI inserts a MinSI operation; lhs and rhs must have equal types.
func NewMinSI(b *ir.Builder, lhs, rhs *ir.Value) MinSI {
	return ir.Create[MinSI](b, binaryInit(lhs, rhs))
}

// MinUI is the lesser of two unsigned integers.
//
//	%r = arith.minui %a, %b : i32
type MinUI struct{ ir.Binary }

// Spec implements ir.View.
func (MinUI) Spec() ir.Spec {
	return intBinary("minui", ir.Pure|ir.Commutative, "The lesser of two unsigned integers.")
}

// NewMinUI inserts a MinUI operation; lhs and rhs must have equal types.
func NewMinUI(b *ir.Builder, lhs, rhs *ir.Value) MinUI {
	return ir.Create[MinUI](b, binaryInit(lhs, rhs))
}
