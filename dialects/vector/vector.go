// Package vector is MLIR's vector dialect: operations on vectors of any rank.
package vector

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "vector",
		Doc:  "Operations on vectors of any rank.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Load](), ir.Decl[Store](), ir.Decl[MaskedLoad](), ir.Decl[MaskedStore](),
				ir.Decl[ExpandLoad](), ir.Decl[CompressStore](), ir.Decl[Gather](), ir.Decl[Scatter](),
				ir.Decl[TransferRead](), ir.Decl[TransferWrite](), ir.Decl[TypeCast](),
				ir.Decl[Broadcast](), ir.Decl[Extract](), ir.Decl[Insert](), ir.Decl[FromElements](), ir.Decl[ToElements](),
				ir.Decl[ExtractStridedSlice](), ir.Decl[InsertStridedSlice](), ir.Decl[ScalableExtract](), ir.Decl[ScalableInsert](),
				ir.Decl[ShapeCast](), ir.Decl[Bitcast](), ir.Decl[Transpose](), ir.Decl[Shuffle](),
				ir.Decl[Interleave](), ir.Decl[Deinterleave](), ir.Decl[Step](), ir.Decl[VScale](),
				ir.Decl[CreateMask](), ir.Decl[ConstantMask](), ir.Decl[Mask](), ir.Decl[Yield](),
				ir.Decl[FMA](), ir.Decl[Reduction](), ir.Decl[MultiReduction](), ir.Decl[Contract](), ir.Decl[OuterProduct](),
				ir.Decl[Scan](), ir.Decl[Print](),
			}
		},
		Syntax:   enums,
		Constant: arith.Materialize,
	}
}

// The type constraints of the dialect's operands and results.
var (
	masks = ir.Constraint{Text: "vector of 1-bit signless integer values", Accept: func(t ir.Type) bool {
		return isVector(t) && t.Elem().IsInt(1)
	}}
	fixedMasks = ir.Constraint{Text: "fixed-length vector of 1-bit signless integer values", Accept: func(t ir.Type) bool {
		return fixed.Accept(t) && t.Elem().IsInt(1)
	}}
	nonScalar = ir.Constraint{Text: "vector of any type values", Accept: func(t ir.Type) bool { return isVector(t) && t.Rank() > 0 }}
	fixed     = ir.Constraint{Text: "fixed-length vector of any type values", Accept: func(t ir.Type) bool {
		d, ok := ir.TypeAs[*ir.VectorType](t)
		return ok && d.Scalable == nil
	}}
	floats = ir.Constraint{Text: "vector of floating-point values", Accept: func(t ir.Type) bool {
		return isVector(t) && t.Elem().IsFloat()
	}}
	positions = ir.Constraint{Text: "vector of integer or index values", Accept: func(t ir.Type) bool {
		return isVector(t) && (t.Elem().IsIndex() || ir.IsType[*ir.IntType](t.Elem()))
	}}
	steps = ir.Constraint{Text: "vector of index values of ranks 1", Accept: func(t ir.Type) bool {
		return isVector(t) && t.Rank() == 1 && t.Elem().IsIndex()
	}}
	tensorOrMemRef = ir.Constraint{Text: "Tensor or MemRef of any type values", Accept: func(t ir.Type) bool {
		return constraint.IsTensor(t) || constraint.IsMemRef(t)
	}}
	staticMemRef = ir.Constraint{Text: "statically shaped memref of any type values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.MemRefType](t) && t.HasStaticShape()
	}}
	oneDim   = ir.Constraint{Text: " of ranks 1", Accept: func(t ir.Type) bool { return isVector(t) && t.Rank() == 1 }}
	scalable = ir.Constraint{Text: " of ranks 1", Accept: func(t ir.Type) bool {
		d, ok := ir.TypeAs[*ir.VectorType](t)
		return ok && len(d.Shape) == 1 && d.Scalable != nil
	}}
)

func isVector(t ir.Type) bool { return ir.IsType[*ir.VectorType](t) }

// isScalable reports whether dimension i of a vector is scalable.
func isScalable(t ir.Type, i int) bool {
	d, ok := ir.TypeAs[*ir.VectorType](t)
	return ok && d.Scalable != nil && d.Scalable[i]
}

// sameElem checks that t and u have the same element type. In the error, text names their values.
func sameElem(op *ir.Op, t, u ir.Type, text string) error {
	if t.Elem() != u.Elem() {
		return ir.Errorf(op, "failed to verify that %s have same element type", text)
	}
	return nil
}

func intOf(a ir.Attr) int64 {
	v, _ := a.Int()
	return v
}

func intsOf(a ir.Attr) []int64 {
	v, _ := a.Ints()
	return v
}

// slicesOf returns a constraint that accepts arrays of 64-bit integers.
func slicesOf() ir.AttrConstraint {
	return constraint.ArrayOf("64-bit integer array attribute", constraint.IntOf(ir.I64()))
}

func indices(name string) ir.Field {
	return ir.Field{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}
